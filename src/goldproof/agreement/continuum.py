"""Mentions of several raters as segments of one line: the units that all of them judged, one behind the other.

Unitizing coefficients ask where on a line raters put their segments, and so must know how long it is. A unit is as long as its passage where
the corpus says so, else it reaches from the first to the last character that anybody marked. Every fragment of a discontinuous mention
is a segment of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput
from ..model import Document, Layer, Passage, Unit

Ints = NDArray[np.int64]
Extents = Mapping[str, tuple[int, int]]
"""Unit -> where its passage begins and ends in its document."""


@dataclass(frozen=True)
class Continuum:
    """Segments in the order of raters and places: rater, unit, start and end on the line, category (a number of ``names``)."""

    raters: int
    bounds: Ints
    rater: Ints
    unit: Ints
    starts: Ints
    ends: Ints
    category: Ints
    names: tuple[str, ...]
    whole: bool

    @property
    def units(self) -> int:
        return len(self.bounds) - 1

    @property
    def length(self) -> int:
        return int(self.bounds[-1])

    def only(self, kept: Ints) -> Continuum:
        """The line with some of its units, in ascending order."""
        lengths = np.diff(self.bounds)[kept]
        bounds = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        fresh = np.full(self.units, -1, dtype=np.int64)
        fresh[kept] = np.arange(len(kept))
        moved = np.zeros(self.units, dtype=np.int64)
        moved[kept] = bounds[:-1] - self.bounds[:-1][kept]
        there = fresh[self.unit] >= 0
        shift = moved[self.unit[there]]
        return Continuum(self.raters, bounds, self.rater[there], fresh[self.unit[there]], self.starts[there] + shift, self.ends[there] + shift,
                         self.category[there], self.names, self.whole)  # fmt: skip


def extents_of(units: Iterable[Unit], documents: Iterable[Document]) -> dict[str, tuple[int, int]]:
    """Where the passage of each unit begins and ends, as far as that is known."""
    lengths = {document.id: len(document.text) for document in documents}
    found: dict[str, tuple[int, int]] = {}
    for unit in units:
        if isinstance(unit.content, Passage):
            if unit.content.span is not None:
                found[unit.id] = (unit.content.span.start, unit.content.span.end)
            elif unit.content.document in lengths:
                found[unit.id] = (0, lengths[unit.content.document])
    return found


CATEGORIES = ("concept", "type", "none")


def continuum_of(layers: Sequence[Layer], extents: Extents, on: str = "concept") -> Continuum:
    """The line of the units that every layer judged. ``on`` says what the category of a mention is: its concepts, its type, or nothing."""
    if on not in CATEGORIES:
        raise BadInput(f"on={on}", remedy="on is one of " + ", ".join(CATEGORIES))
    units = [unit for unit in layers[0].units if all(unit in layer for layer in layers[1:])]
    number: dict[str, int] = {}
    parts = [_segments(layer.only(units), on, number) for layer in layers]
    low = np.full(len(units), np.iinfo(np.int64).max)
    high = np.zeros(len(units), dtype=np.int64)
    for unit, starts, ends, _ in parts:
        np.minimum.at(low, unit, starts)
        np.maximum.at(high, unit, ends)
    low = np.minimum(low, high)
    for i, unit_id in enumerate(units):
        if unit_id in extents:
            begin, end = extents[unit_id]
            low[i], high[i] = min(low[i], begin) if high[i] else begin, max(high[i], end)
    bounds = np.concatenate([[0], np.cumsum(high - low)]).astype(np.int64)
    shift = bounds[:-1] - low
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
    unit, starts, ends, category = columns
    rater = np.repeat(np.arange(len(layers)), [len(part[0]) for part in parts])
    starts, ends = starts + shift[unit], ends + shift[unit]
    order = np.lexsort((ends, starts, rater))
    return Continuum(len(layers), bounds, rater[order], unit[order], starts[order], ends[order], category[order], tuple(number),
                     all(unit_id in extents for unit_id in units))  # fmt: skip


def _segments(layer: Layer, on: str, number: dict[str, int]) -> tuple[Ints, Ints, Ints, Ints]:
    columns = layer.mentions
    of_unit = np.repeat(np.arange(len(layer.units)), np.diff(columns.offsets))
    fragments = np.diff(columns.span_offsets)
    named = np.zeros(len(columns), dtype=np.int64)
    for i in range(len(columns)):
        if on == "concept":
            first, last = columns.concept_offsets[i : i + 2].tolist()
            name = "|".join(sorted(columns.names[c] for c in columns.concepts[first:last].tolist()))
        else:
            name = columns.names[columns.labels[i]] if on == "type" else ""
        named[i] = number.setdefault(name, len(number))
    starts, ends = columns.starts.astype(np.int64), columns.ends.astype(np.int64)
    unit, category = np.repeat(of_unit, fragments), np.repeat(named, fragments)
    real = ends > starts
    return unit[real].astype(np.int64), starts[real], ends[real], category[real]
