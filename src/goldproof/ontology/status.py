"""What has become of an id."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Standing(StrEnum):
    CURRENT = "current"
    ALTERNATIVE = "alternative"
    OBSOLETE = "obsolete"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Status:
    """``id`` is the one to use today: the id itself, the primary one of an alternative, the replacement of an obsolete one.

    It is empty where there is none, or where there are several to choose from; those stand in ``consider``.
    """

    standing: Standing
    id: str = ""
    consider: tuple[str, ...] = ()

    @property
    def usable(self) -> bool:
        """The id leads to exactly one current term."""
        return bool(self.id)
