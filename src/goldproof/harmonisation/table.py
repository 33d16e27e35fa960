"""The mentions of all layers as one table of arrays, a row for each concept of each mention; characters counted without white space."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..model import Attributes, Corpus
from ..model.columns import MentionColumns
from ..model.columns.interning import Interner
from .rule import PRIVATE, Ballot

Longs = NDArray[np.int64]
Flags = NDArray[np.bool_]
_BLANK = np.array([c for c in range(sys.maxunicode + 1) if c < 0x3001 and chr(c).isspace()], dtype=np.uint32)


@dataclass(frozen=True)
class Table:
    """``begin`` and ``end`` count characters that are not white space, through all documents; -1 for a mention that is not one span. ``key`` is
    2 * name + 1 for a concept, 2 * name for the label of a mention without one. ``row`` is the mention's number in its layer.
    """

    unit: Longs
    layer: Longs
    row: Longs
    key: Longs
    begin: Longs
    end: Longs
    label: Longs
    note: Longs
    several: Flags
    names: tuple[str, ...]
    notes: tuple[Attributes, ...]
    judged: Flags

    def __len__(self) -> int:
        return len(self.unit)


@dataclass(frozen=True)
class Characters:
    """Where the characters that are not white space stand. ``before[start[u] + i]``: how many of them come before place i of unit u's document."""

    before: Longs
    start: Longs
    length: Longs
    place: Longs

    @staticmethod
    def of(corpus: Corpus, units: Sequence[str]) -> Characters:
        documents: dict[str, int] = {}
        which = np.fromiter((documents.setdefault(corpus.passage(u).document, len(documents)) for u in units), np.int64, len(units))
        texts = [corpus.document(d).text for d in documents]
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        # A place more at the end of each: a span may end there.
        starts = np.zeros(len(texts) + 1, np.int64)
        np.cumsum(lengths + 1, out=starts[1:])
        codes = np.frombuffer("\n".join((*texts, "")).encode("utf-32-le", "surrogatepass"), np.uint32)
        solid = ~np.isin(codes, _BLANK)
        before = np.zeros(len(codes) + 1, np.int64)
        np.cumsum(solid, out=before[1:])
        at = np.flatnonzero(solid)
        place = at - starts[np.searchsorted(starts, at, side="right") - 1]
        return Characters(before, starts[which], lengths[which], place)


def table(ballot: Ballot, characters: Characters) -> Table:
    """All mentions on the units of the ballot."""
    number = {unit: i for i, unit in enumerate(ballot.units)}
    names: Interner[str] = Interner()
    notes: Interner[Attributes] = Interner({Attributes(): 0})
    judged = np.zeros((len(ballot.layers), len(ballot.units)), bool)
    parts: list[tuple[NDArray[Any], ...]] = []
    for j, layer in enumerate(ballot.layers):
        unit_of = np.fromiter((number.get(u, -1) for u in layer.units), np.int64, len(layer.units))
        judged[j, unit_of[unit_of >= 0]] = True
        parts.append(_part(layer.mentions, j, unit_of, names, notes, characters))
    unit, at, row, key, begin, end, label, note, several = (np.concatenate(c) for c in zip(*parts, strict=True))
    return Table(unit, at, row, key, begin, end, label, note, several, names.values_in_order(), notes.values_in_order(), judged)


def _part(c: MentionColumns, j: int, unit_of: Longs, names: Interner[str], notes: Interner[Attributes], characters: Characters) -> tuple[NDArray[Any], ...]:
    name = np.fromiter((names[x] for x in c.names), np.int64, len(c.names))
    note = np.fromiter((notes[x.without(*PRIVATE) if x else x] for x in c.notes), np.int64, len(c.notes))
    unit = np.repeat(unit_of, np.diff(c.offsets))
    # One row for each concept; a mention without a concept has one row too.
    concepts = np.diff(c.concept_offsets)
    row = np.repeat(np.arange(len(c)), np.maximum(concepts, 1))
    named = concepts[row] > 0
    key = 2 * name[c.labels[row]]
    key[named] = 2 * name[c.concepts] + 1 if len(c.concepts) else 0
    single = np.diff(c.span_offsets) == 1
    first = np.minimum(c.span_offsets[:-1], max(len(c.starts) - 1, 0))
    begin, end = np.full(len(c), -1, np.int64), np.full(len(c), -1, np.int64)
    fits = single & (unit >= 0)
    for out, places in ((begin, c.starts), (end, c.ends)):
        inside = np.clip(places[first[fits]].astype(np.int64), 0, characters.length[unit[fits]])
        out[fits] = characters.before[characters.start[unit[fits]] + inside]
    kept = unit[row] >= 0
    row = row[kept]
    return (unit[row], np.full(len(row), j, np.int64), row, key[kept], begin[row], end[row], name[c.labels[row]], note[c.attributes[row]], concepts[row] > 1)
