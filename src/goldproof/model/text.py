"""Documents and places in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from .attributes import NONE, Attributes


class Span(NamedTuple):
    """Half-open code points of a document: ``text[start:end]``."""

    start: int
    end: int

    @property
    def length(self) -> int:
        return self.end - self.start

    def overlaps(self, other: Span) -> bool:
        return self.start < other.end and other.start < self.end

    def holds(self, other: Span) -> bool:
        return self.start <= other.start and other.end <= self.end


@dataclass(frozen=True, slots=True)
class Document:
    """A text with a name. ``language`` is a BCP 47 code ("en", "de"), empty if nobody said."""

    id: str
    text: str
    language: str = ""
    title: str = ""
    attributes: Attributes = NONE

    def cut(self, spans: tuple[Span, ...], joiner: str = " ") -> str:
        """The text under the spans, fragments joined."""
        return joiner.join(self.text[max(s.start, 0) : max(s.end, 0)] for s in spans)

    def __repr__(self) -> str:
        head = self.text[:30] + "…" if len(self.text) > 30 else self.text
        return f"Document({self.id!r}, {head!r}, {len(self.text)} characters)"
