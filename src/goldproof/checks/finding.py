"""A finding: something that may be wrong, where it is, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..model import Span


class Level(StrEnum):
    """Errors are wrong whatever the guideline; warnings want a look; notes are for whoever wants to know."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    @property
    def weight(self) -> int:
        return _WEIGHTS[self]

    def reaches(self, least: Level) -> bool:
        """Whether it is as grave as another, or graver."""
        return self.weight >= least.weight


_WEIGHTS = {Level.NOTE: 0, Level.WARNING: 1, Level.ERROR: 2}


@dataclass(frozen=True, slots=True)
class Place:
    """As much of a place as is known. ``item`` tells places within it apart ("sentence 3", "entity").

    >>> str(Place(layer="ann", unit="d1", document="d1", span=Span(3, 9)))
    'ann/d1:3-9'
    """

    layer: str = ""
    unit: str = ""
    document: str = ""
    span: Span | None = None
    item: str = ""

    def __str__(self) -> str:
        what = self.unit or self.document
        text = f"{self.layer}/{what}" if self.layer and what else self.layer or what
        if self.span is not None:
            text += f":{self.span.start}-{self.span.end}"
        return f"{text}, {self.item}" if self.item and text else text or self.item


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule found: ``rule`` is its stable name."""

    level: Level
    rule: str
    place: Place
    message: str
    remedy: str = ""

    def __str__(self) -> str:
        remedy = f" ({self.remedy})" if self.remedy else ""
        return f"{self.level} {self.rule}: {self.place}: {self.message}{remedy}"


def quoted(text: str, most: int = 40) -> str:
    """A piece of text for a message, on one line and not too long."""
    return repr(text if len(text) <= most else f"{text[: most - 12]}…{text[-10:]}")
