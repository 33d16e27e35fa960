"""A mention: a place in a text and the concepts that it names."""

from __future__ import annotations

from dataclasses import dataclass

from .attributes import NONE, Attributes
from .text import Span


@dataclass(frozen=True, slots=True)
class Mention:
    """Some text names some concepts.

    Several ``spans`` make a discontinuous mention; no span at all is a statement about the whole unit.
    Several ``concepts`` could not be told apart. ``label`` is the type or class ("gene", "Disease").
    ``attributes`` hold what else was said; ``negated``, ``uncertain``, ``historical``, ``family``,
    ``note`` and ``annotator`` are the names that the whole program understands.
    ``stated`` is the covered text as the source gave it, kept only where it disagrees with the document:
    that is an error of the source, which ``goldproof check`` reports and which must not vanish on reading.
    """

    spans: tuple[Span, ...]
    concepts: tuple[str, ...] = ()
    label: str = ""
    id: str = ""
    attributes: Attributes = NONE
    confidence: float | None = None
    stated: str | None = None

    @property
    def start(self) -> int:
        """First code point of the first fragment (0 without a span)."""
        return min((s.start for s in self.spans), default=0)

    @property
    def end(self) -> int:
        """Behind the last code point of the last fragment (0 without a span)."""
        return max((s.end for s in self.spans), default=0)

    @property
    def discontinuous(self) -> bool:
        return len(self.spans) > 1

    @property
    def negated(self) -> bool:
        return bool(self.attributes.get("negated", False))

    @property
    def uncertain(self) -> bool:
        return bool(self.attributes.get("uncertain", False))
