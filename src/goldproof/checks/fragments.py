"""The spans of mentions, unit by unit, without a record for each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..model import Corpus, Document, Kind, Layer, Passage, Span
from .finding import Place


@dataclass(frozen=True, slots=True)
class Marked:
    """One unit that a layer judged: its document, the passage, and each fragment with the row of its mention."""

    layer: Layer
    unit: str
    document: Document
    room: Span
    fragments: tuple[tuple[int, int, int], ...]
    rows: range

    def place(self, start: int, end: int) -> Place:
        return Place(self.layer.name, self.unit, self.document.id, Span(start, end))

    def sound(self) -> Iterator[tuple[int, int]]:
        """The fragments that lie in the text and hold something: of others nothing more can be said."""
        length = len(self.document.text)
        for start, end, _ in self.fragments:
            if 0 <= start < end <= length:
                yield start, end


def marked(corpus: Corpus) -> tuple[Marked, ...]:
    """Every passage that a layer of mentions judged."""
    found: list[Marked] = []
    for layer in corpus.of_kind(Kind.MENTIONS):
        columns = layer.mentions
        rows, cuts = columns.offsets.tolist(), columns.span_offsets.tolist()
        starts, ends = columns.starts.tolist(), columns.ends.tolist()
        for unit, a, b in zip(layer.units, rows, rows[1:], strict=False):
            if isinstance(corpus.unit(unit).content, Passage):
                pieces = tuple((starts[s], ends[s], row) for row in range(a, b) for s in range(cuts[row], cuts[row + 1]))
                found.append(Marked(layer, unit, corpus.text_of(unit), corpus.span(unit), pieces, range(a, b)))
    return tuple(found)
