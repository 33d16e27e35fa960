"""Ratings as arrays."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..attributes import NONE, Attributes
from ..rating import Rating
from .interning import Floats, Interner, Ints, Offsets, floats, gather, ints, offsets


@dataclass(frozen=True, slots=True, eq=False)
class RatingColumns:
    """Numbers stand in ``values``; a rating that is a word has NaN there and its number in ``words`` (else -1)."""

    offsets: Offsets
    values: Floats
    words: Ints
    reasons: Ints
    attributes: Ints
    names: tuple[str, ...]
    tags: tuple[tuple[str, ...], ...]
    notes: tuple[Attributes, ...]

    def __len__(self) -> int:
        return len(self.values)

    def row(self, i: int) -> Rating:
        return self.rows(i, i + 1)[0]

    def rows(self, start: int = 0, stop: int | None = None) -> list[Rating]:
        columns = (self.values, self.words, self.reasons, self.attributes)
        return [
            Rating(self.names[w] if w >= 0 else v, self.tags[r], self.notes[a])
            for v, w, r, a in zip(*(c[start:stop].tolist() for c in columns), strict=True)
        ]

    def take(self, units: Offsets) -> RatingColumns:
        row, fresh = gather(self.offsets, units)
        return RatingColumns(
            fresh, self.values[row], self.words[row], self.reasons[row], self.attributes[row], self.names, self.tags, self.notes
        )

    @staticmethod
    def of(units: Iterable[Sequence[Rating]]) -> RatingColumns:
        names: Interner[str] = Interner()
        tags: Interner[tuple[str, ...]] = Interner({(): 0})
        notes: Interner[Attributes] = Interner({NONE: 0})
        ends, values = array("q", [0]), array("d")
        words, reasons, attributes = array("i"), array("i"), array("i")
        for ratings in units:
            for r in ratings:
                word = isinstance(r.value, str)
                values.append(float("nan") if isinstance(r.value, str) else r.value)
                words.append(names[r.value] if word and isinstance(r.value, str) else -1)
                reasons.append(tags[r.reasons])
                attributes.append(notes[r.attributes])
            ends.append(len(values))
        return RatingColumns(
            offsets(ends), floats(values), ints(words), ints(reasons), ints(attributes),
            names.values_in_order(), tags.values_in_order(), notes.values_in_order(),
        )  # fmt: skip
