"""Mentions compared by their exact place, on the columns: no record is made.

What is matched (``on``): ``span`` every fragment's boundaries; ``span+concept`` place and concept, where a mention with two
concepts is two items and one without a concept is one; ``span+label`` place and label. A discontinuous mention is
one place, equal only to one with the same fragments; the order of fragments has no part in it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..model import Layer, MentionColumns
from .matching import Keys, common_numbers, tally, units_of

ON = ("span", "span+concept", "span+label")


def count_mentions(a: Layer, b: Layer, on: str) -> NDArray[np.int64]:
    """``(tp, fp, fn)`` for each unit; the layers have the same units in the same order."""
    sides = a.mentions, b.mentions
    shapes: dict[tuple[tuple[int, int], ...], int] = {}
    keys = [[units_of(columns.offsets), *_places(columns, shapes)] for columns in sides]
    if on == "span+label":
        for key, label in zip(keys, _named(*((c, c.labels) for c in sides)), strict=True):
            key.append(label)
    elif on == "span+concept":
        for side, concept in enumerate(_named(*((c, c.concepts) for c in sides))):
            row, said = _each_concept(sides[side], concept)
            keys[side] = [*(column[row] for column in keys[side]), said]
    return tally(keys[0], keys[1], len(a.units))


def _places(columns: MentionColumns, shapes: dict[tuple[tuple[int, int], ...], int]) -> list[Keys]:
    """Three columns that tell places apart: kind, start and length; or kind and the number of a shape of several fragments."""
    at = columns.span_offsets
    single = np.diff(at) == 1
    start, length = np.zeros(len(columns), np.int64), np.zeros(len(columns), np.int64)
    first = at[:-1][single]
    start[single] = columns.starts[first]
    length[single] = columns.ends[first].astype(np.int64) - columns.starts[first]
    # The few others, discontinuous or about the whole unit (no span), are numbered one by one.
    for i in np.flatnonzero(~single).tolist():
        s, e = columns.starts[at[i] : at[i + 1]].tolist(), columns.ends[at[i] : at[i + 1]].tolist()
        start[i] = shapes.setdefault(tuple(sorted(zip(s, e, strict=True))), len(shapes))
    return [single.astype(np.int64), start, length]


def _named(*columns: tuple[MentionColumns, NDArray[np.int32]]) -> list[Keys]:
    """Numbers of names in one numbering for all; only names in use are looked at (ids can be a million)."""
    used = [np.unique(numbers) for _, numbers in columns]
    common = common_numbers(*([c.names[n] for n in u.tolist()] for (c, _), u in zip(columns, used, strict=True)))
    return [
        new[np.searchsorted(u, numbers)] if len(u) else np.zeros(0, np.int64)
        for (_, numbers), u, new in zip(columns, used, common, strict=True)
    ]


def _each_concept(columns: MentionColumns, concepts: Keys) -> tuple[Keys, Keys]:
    """A row for each concept of each mention, one with concept -1 where there is none: mention number, concept."""
    many = np.diff(columns.concept_offsets)
    times = np.maximum(many, 1)
    row = np.repeat(np.arange(len(columns), dtype=np.int64), times)
    said = np.full(len(row), -1, dtype=np.int64)
    said[np.repeat(many > 0, times)] = concepts
    return row, said
