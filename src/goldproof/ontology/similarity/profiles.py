"""Entity-Quality statements as rows of numbers, ready to be compared: each distinct expression's superclasses are asked once.

The Jaccard similarity of two statements needs only how many superclasses their slots have in common (the closed form):

    |P1 n P2| = |N1 n N2| + sum over shapes that both have of the product over slots of |S1 n S2|

``N`` are the plain names, ``S`` the superclasses of a slot. Nothing is ever multiplied out: products of 290,400 subsumers occur.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...model import Expression, Phenotype, PhenotypeColumns
from .bits import BitRows, Numbers
from .convention import SHAPES, Convention, convention
from .subsumers import Subsumers

PLAIN = 3
"""The column of plain names, behind the slots E, Q and RE."""


class Profiles:
    """The statements that were seen, as rows: four numbers of superclass sets (-1 for none) and the shapes that the statement has.

    ``part`` is ``whole`` or ``entity``. The same statement gets the same row.
    """

    def __init__(self, subsumers: Subsumers, *, mode: str | Convention = "paper", part: str = "whole") -> None:
        self.subsumers = subsumers
        self.convention = convention(mode)
        self.part = part
        self.sets: list[frozenset[int]] = []
        self.names: dict[str, int] = {}
        self._set_of: dict[Hashable, int] = {}
        self._row_of: dict[Hashable, int] = {}
        self._rows: list[tuple[int, int, int, int]] = []
        self._shapes: list[tuple[bool, ...]] = []

    def rows(self, phenotypes: Iterable[Phenotype]) -> Numbers:
        """The rows of statements, new ones added."""
        return np.array([self._row(p) for p in phenotypes], dtype=np.int64)

    def rows_of(self, columns: PhenotypeColumns) -> Numbers:
        """The rows of all statements of a layer, each distinct one looked at once."""
        said = np.stack([columns.entity, columns.quality, columns.related, columns.unmatched], axis=1)
        _, first, number = np.unique(said, axis=0, return_index=True, return_inverse=True)
        return self.rows(columns.row(i) for i in first.tolist())[number.ravel()]

    def _row(self, phenotype: Phenotype) -> int:
        # Notes and scores make no difference, and neither do two ways to write one expression.
        said = phenotype.entity, phenotype.quality, phenotype.related, phenotype.unmatched
        if said not in self._row_of:
            shape = self.convention.shape(phenotype, self.part)
            used = {slot for number in shape.products for slot in SHAPES[number]}
            e, q, re = (self._set(slot, itself=True) if i in used and slot is not None else -1 for i, slot in enumerate(said[:3]))
            plain = -1 if shape.plain is None else self._set(shape.plain, itself=shape.itself)
            row = e, q, re, plain
            shapes = tuple(number in shape.products for number in range(len(SHAPES)))
            self._row_of[said] = self._row_of.setdefault((row, shapes), len(self._rows))
            if self._row_of[said] == len(self._rows):
                self._rows.append(row)
                self._shapes.append(shapes)
                self.__dict__.pop("table", None)
                self.__dict__.pop("_columns", None)
        return self._row_of[said]

    def _set(self, expression: Expression, *, itself: bool) -> int:
        """The number of the set of superclasses, of the expression itself too or without it."""
        key = expression, itself
        if key not in self._set_of:
            names = set(self.subsumers.superclasses(expression))
            own = self.subsumers.name(expression)
            (names.add if itself else names.discard)(own)
            numbers = frozenset(self.names.setdefault(name, len(self.names)) for name in names)
            # Equal sets are one set: many expressions are written in two ways.
            self._set_of[key] = self._set_of.setdefault(numbers, len(self.sets))
            if self._set_of[key] == len(self.sets):
                self.sets.append(numbers)
        return self._set_of[key]

    def __len__(self) -> int:
        return len(self._rows)

    @cached_property
    def table(self) -> BitRows:
        return BitRows(self.sets)

    @cached_property
    def _columns(self) -> tuple[Numbers, NDArray[np.bool_]]:
        return np.array(self._rows, np.int64).reshape(-1, 4), np.array(self._shapes, dtype=bool).reshape(-1, len(SHAPES))

    @property
    def slots(self) -> Numbers:
        """For each row the numbers of its four sets, -1 for none."""
        return self._columns[0]

    @property
    def shapes(self) -> NDArray[np.bool_]:
        """For each row which products it has."""
        return self._columns[1]

    def sizes(self, rows: Numbers) -> Numbers:
        """How many subsumers each statement has."""
        each = self.table.sizes[self.slots[rows]]
        return _summed(each, self.shapes[rows])

    def jaccard(self, a: Numbers, b: Numbers) -> NDArray[np.float64]:
        """Jsim of each pair of rows; 0 where one has no subsumers at all."""
        # Many pairs are the same pair of slots: each is counted once.
        each = np.stack([self._common(self.slots[a, slot], self.slots[b, slot]) for slot in range(4)], axis=-1) if len(a) else np.zeros((0, 4), np.int64)
        both = _summed(each, self.shapes[a] & self.shapes[b])
        either = self.sizes(a) + self.sizes(b) - both
        return np.asarray(both / np.maximum(either, 1), dtype=np.float64)

    def _common(self, a: Numbers, b: Numbers) -> Numbers:
        width = len(self.sets) + 1
        distinct, back = np.unique((a + 1) * width + b + 1, return_inverse=True)
        return np.asarray(self.table.common(distinct // width - 1, distinct % width - 1)[back])

    def empty(self, rows: Numbers) -> NDArray[np.bool_]:
        """Which of the rows have no subsumers: nothing was said, or only in part and the convention gives that nothing."""
        return np.asarray(self.sizes(rows) == 0)


def _summed(each: Numbers, shapes: NDArray[np.bool_]) -> Numbers:
    """Plain names plus, for every shape that is there, the product of its slots. Exact: 64 bits hold products of sets of two million."""
    total = each[..., PLAIN].copy()
    for number, slots in enumerate(SHAPES):
        total += np.where(shapes[..., number], each[..., list(slots)].prod(axis=-1), 0)
    return total

