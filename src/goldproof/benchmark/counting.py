"""Counts of a system in units fine enough for a test: sentences of the gold, or lines of the text, where there are too few documents for chance to be told.

Seven documents can be swapped in 128 ways, and p is then never below 1 in 64. What is counted item by item (sentences, tokens, tags, mentions) is the same sum over
lines as over documents, so it is counted by the line that an item begins in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..measures import Counts, Measure
from ..measures.matching import Keys, tally, units_of
from ..measures.parses import items_of
from ..measures.selection import rows_of, sentences_apart
from ..model import Corpus, Kind, Layer, Passage

BY_LINE = ("sentence", "token", "token+tag", "token+known-tag")
ENOUGH = 30
"""With so many documents the documents themselves are the units."""
_FAMILIES = ("P", "R", "F1")


@dataclass(frozen=True)
class Fine:
    """Counts with, for each of their units, the number of the unit of the corpus that it belongs to."""

    counts: Counts
    unit: NDArray[np.int64]
    per: str


def counted(measure: Measure, gold: Layer, layer: Layer, corpus: Corpus, per: str) -> Fine:
    """Counts of the units that both judged; by sentence or line where that can be."""
    common = [u for u in gold.units if u in layer]
    a, b = gold.only(common), layer.only(common)
    whole = np.arange(len(common))
    if per == "sentence" and gold.kind is Kind.PARSES:
        each = [sentences_apart(x) for x in (a, b)]
        if each[0].units == each[1].units:
            return Fine(measure.counts(*each), units_of(a.parses.sentence_offsets[a.parses.offsets]), "sentence")
    if per == "line" and len(common) < ENOUGH and measure.family.name in _FAMILIES and measure.settings.get("mean") != "macro":
        lines = _Lines.of(corpus, common)
        if lines is not None and gold.kind is Kind.PARSES and measure.settings.get("on") in BY_LINE:
            keys = items_of(a, b, measure.settings["on"])
            for side in keys:
                side[0] = lines.at(side[0], side[1])
            return Fine(Counts(lines.names, tally(keys[0], keys[1], len(lines.unit))), lines.unit, "line")
        if lines is not None and gold.kind is Kind.MENTIONS:
            found = measure.counts(lines.cut(a), lines.cut(b))
            plain = measure.counts(a, b)
            # A mention over a line's end may have its partner in the next line: then the lines would not add up to the documents.
            if np.array_equal(found.table.sum(axis=0), plain.table.sum(axis=0)):
                return Fine(found, lines.unit, "line")
            return Fine(plain, whole, "unit")
    return Fine(measure.counts(a, b), whole, "unit")


@dataclass(frozen=True)
class _Lines:
    """The lines of some passages: ``starts`` of all of them with ``far`` between passages, ``unit`` of each line."""

    names: tuple[str, ...]
    starts: NDArray[np.int64]
    unit: NDArray[np.int64]
    far: int

    @classmethod
    def of(cls, corpus: Corpus, units: Sequence[str]) -> _Lines | None:
        names, starts, unit = [], [], []
        texts = []
        for u in units:
            if not isinstance(corpus.unit(u).content, Passage):
                return None
            texts.append((u, corpus.span(u), corpus.text_of(u).text))
        far = max((len(text) for _, _, text in texts), default=0) + 2
        for number, (u, span, text) in enumerate(texts):
            at, n = span.start, 0
            while at < span.end or n == 0:
                n += 1
                names.append(f"{u}#{n}")
                starts.append(number * far + at)
                unit.append(number)
                end = text.find("\n", at, span.end)
                at = span.end if end < 0 else end + 1
        return cls(tuple(names), np.array(starts, dtype=np.int64), np.array(unit, dtype=np.int64), far)

    def at(self, unit: Keys, start: Keys) -> Keys:
        """The number of the line in which something begins; what begins before its passage is in the first."""
        found = np.searchsorted(self.starts, unit * self.far + start, side="right") - 1
        first = np.searchsorted(self.unit, unit)
        return np.maximum(found, first).astype(np.int64)

    def cut(self, layer: Layer) -> Layer:
        """A layer of mentions with a unit for each line."""
        c = layer.mentions
        spans = np.diff(c.span_offsets)
        begin = np.zeros(len(c), dtype=np.int64)
        some = np.flatnonzero(spans > 0)
        if len(some):
            begin[some] = np.minimum.reduceat(c.starts, c.span_offsets[some])
        line = self.at(units_of(c.offsets), begin)
        order = np.argsort(line, kind="stable")
        fresh = np.searchsorted(line[order], np.arange(len(self.unit) + 1))
        return replace(layer, units=self.names, columns=rows_of(c, order, fresh))
