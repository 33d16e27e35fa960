"""What the store refuses: a stale version, a second writer, a thing that somebody may not do."""

from __future__ import annotations

from ..errors import GoldproofError


class Refused(GoldproofError):
    """Something that is not allowed here: by role, by a closed round, by what came after."""


class Conflict(GoldproofError):
    """Somebody was faster: the judgement is based on a version that no longer stands. ``version`` is the one that does."""

    def __init__(self, what: str, *, version: int, where: object = "") -> None:
        super().__init__(what, where=where, remedy="look at the version that stands and decide again")
        self.version = version


class Locked(GoldproofError):
    """Another process writes this file."""
