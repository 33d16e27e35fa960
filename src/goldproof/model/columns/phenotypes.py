"""Phenotypes as arrays: each distinct expression is kept once, so that it is reasoned about once."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..attributes import NONE, Attributes
from ..expression import Expression
from ..phenotype import Phenotype
from .interning import Interner, Ints, Offsets, gather, ints, offsets


@dataclass(frozen=True, slots=True, eq=False)
class PhenotypeColumns:
    """Slots hold numbers of ``expressions``, -1 for an empty slot; attributes and unmatched hold numbers of ``notes``."""

    offsets: Offsets
    entity: Ints
    quality: Ints
    related: Ints
    attributes: Ints
    unmatched: Ints
    expressions: tuple[Expression, ...]
    notes: tuple[Attributes, ...]

    def __len__(self) -> int:
        return len(self.entity)

    def row(self, i: int) -> Phenotype:
        return self.rows(i, i + 1)[0]

    def rows(self, start: int = 0, stop: int | None = None) -> list[Phenotype]:
        # A number of -1 would pick the last expression: the extra None at the end makes it "not filled".
        slot, notes = (*self.expressions, None), self.notes
        columns = (self.entity, self.quality, self.related, self.attributes, self.unmatched)
        return [
            Phenotype(slot[e], slot[q], slot[r], notes[a], notes[u])
            for e, q, r, a, u in zip(*(c[start:stop].tolist() for c in columns), strict=True)
        ]

    def take(self, units: Offsets) -> PhenotypeColumns:
        row, fresh = gather(self.offsets, units)
        return PhenotypeColumns(
            fresh, self.entity[row], self.quality[row], self.related[row], self.attributes[row], self.unmatched[row],
            self.expressions, self.notes,
        )  # fmt: skip

    @staticmethod
    def of(units: Iterable[Sequence[Phenotype]]) -> PhenotypeColumns:
        expressions: Interner[Expression] = Interner()
        notes: Interner[Attributes] = Interner({NONE: 0})
        ends = array("q", [0])
        slots = array("i"), array("i"), array("i"), array("i"), array("i")
        for phenotypes in units:
            for p in phenotypes:
                for column, slot in zip(slots, (p.entity, p.quality, p.related), strict=False):
                    column.append(-1 if slot is None else expressions[slot])
                slots[3].append(notes[p.attributes])
                slots[4].append(notes[p.unmatched])
            ends.append(len(slots[0]))
        entity, quality, related, attributes, unmatched = map(ints, slots)
        return PhenotypeColumns(
            offsets(ends), entity, quality, related, attributes, unmatched,
            expressions.values_in_order(), notes.values_in_order(),
        )  # fmt: skip
