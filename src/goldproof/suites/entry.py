"""One entry of a suite: a small document with the mentions that a system should find in it."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import BadInput
from ..model import Document, Mention, Span


@dataclass(frozen=True, slots=True)
class Expected:
    """A concept at a place of the entry's text; no ``spans`` is the whole text."""

    concept: str
    spans: tuple[Span, ...] = ()

    def __str__(self) -> str:
        """``HP:0000001`` or ``HP:0000001@0-5,10-17``."""
        return self.concept + ("@" + ",".join(f"{s.start}-{s.end}" for s in self.spans) if self.spans else "")

    @classmethod
    def parse(cls, text: str) -> Expected:
        """What :func:`str` printed.

        >>> Expected.parse("X:1@0-5,10-17").spans
        (Span(start=0, end=5), Span(start=10, end=17))
        """
        concept, at, places = text.rpartition("@")
        if not at:
            return cls(text)
        spans = []
        for part in places.split(","):
            start, sign, end = part.partition("-")
            if not (sign and start.isdecimal() and end.isdecimal() and int(start) < int(end)) or not concept:
                raise BadInput(f"not a concept with its place: {text!r}", remedy="write it as HP:0000001 or HP:0000001@0-5 or HP:0000001@0-5,10-17")
            spans.append(Span(int(start), int(end)))
        return cls(concept, tuple(spans))


@dataclass(frozen=True, slots=True)
class Entry:
    """``base`` is the name that the text was made from, ``listed`` says that the text is a name of its concept already,
    ``categories`` are the top-level terms above its concepts, ``key`` ties entries of paired criteria that have the same base.
    """

    id: str
    type: str
    text: str
    expected: tuple[Expected, ...]
    categories: tuple[str, ...] = ()
    base: str = ""
    key: str = ""
    listed: bool = False

    @property
    def document(self) -> Document:
        return Document(self.id, self.text, "en")

    @property
    def mentions(self) -> tuple[Mention, ...]:
        whole = (Span(0, len(self.text)),)
        return tuple(Mention(e.spans or whole, (e.concept,)) for e in self.expected)
