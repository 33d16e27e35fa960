"""The places of words, so that the words of two parses can be set beside each other by where they stand.

Words of multiword tokens (CoNLL-U ``3-4 del``) have no place of their own that two sides must share: inside such a token words are aligned by the longest common
subsequence of their forms, as the CoNLL 2018 shared task does (Zeman et al. 2018, section 2.1), and what is aligned gets one place.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..model import ParseColumns
from .matching import Keys, place, units_of

Flags = NDArray[np.bool_]


def sentence_units(columns: ParseColumns) -> Keys:
    """The unit of each sentence."""
    return units_of(columns.offsets)[units_of(columns.sentence_offsets)]


def word_units(columns: ParseColumns) -> Keys:
    return sentence_units(columns)[units_of(columns.token_offsets)]


def word_places(sides: tuple[ParseColumns, ParseColumns]) -> tuple[Keys, Keys]:
    """One number for the place of each word of both sides: equal within a unit where the words stand for each other."""
    one, two = (place(c.starts, c.ends) for c in sides)
    if sides[0].multiwords or sides[1].multiwords:
        one, two = one.copy(), two.copy()
        _align_multiwords(sides, (one, two))
    return one, two


def _align_multiwords(sides: tuple[ParseColumns, ParseColumns], places: tuple[Keys, Keys]) -> None:
    regions: dict[int, list[tuple[int, int]]] = {}
    for columns in sides:
        of_sentence = sentence_units(columns)
        for s, multiwords in columns.multiwords.items():
            regions.setdefault(int(of_sentence[s]), []).extend((m.span.start, m.span.end) for m in multiwords)
    words = [word_units(c) for c in sides]
    fresh = -1
    for unit, spans in regions.items():
        inside = [_inside(c, w, unit, _merged(spans)) for c, w in zip(sides, words, strict=True)]
        for ours, theirs in zip(inside[0], inside[1], strict=True):
            forms = [[c.names[c.forms[i]].lower() for i in rows] for c, rows in zip(sides, (ours, theirs), strict=True)]
            paired = _longest_common(forms[0], forms[1])
            for rows, column, side in ((ours, places[0], 0), (theirs, places[1], 1)):
                numbers = {p[side]: n for n, p in enumerate(paired)}
                for k, row in enumerate(rows):
                    # What is aligned shares a number; what is not has one that nobody else has.
                    column[row] = fresh - numbers[k] if k in numbers else fresh - len(paired) - 2 * k - side
            fresh -= len(paired) + 2 * max(len(ours), len(theirs)) + 2


def _merged(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if out and start < out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((start, end))
    return out


def _inside(c: ParseColumns, words: Keys, unit: int, spans: list[tuple[int, int]]) -> list[list[int]]:
    """For each region the words of a unit that begin in it."""
    rows = np.flatnonzero(words == unit)
    starts = c.starts[rows].tolist()
    ends = [end for _, end in spans]
    out: list[list[int]] = [[] for _ in spans]
    for row, start in zip(rows.tolist(), starts, strict=True):
        k = bisect_left(ends, start + 1)
        if k < len(spans) and spans[k][0] <= start:
            out[k].append(row)
    return out


def _longest_common(a: list[str], b: list[str]) -> list[tuple[int, int]]:
    """The pairs of a longest common subsequence."""
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) - 1, -1, -1):
        for j in range(len(b) - 1, -1, -1):
            table[i][j] = table[i + 1][j + 1] + 1 if a[i] == b[j] else max(table[i + 1][j], table[i][j + 1])
    out, i, j = list[tuple[int, int]](), 0, 0
    while i < len(a) and j < len(b):
        if a[i] == b[j]:
            out.append((i, j))
            i, j = i + 1, j + 1
        elif table[i + 1][j] >= table[i][j + 1]:
            i += 1
        else:
            j += 1
    return out


def punctuation(columns: ParseColumns) -> Flags:
    """Which words are punctuation: all of their characters are, by Unicode (as in the evaluation of CoNLL-X, Buchholz & Marsi 2006)."""
    marks = np.zeros(max(len(columns.names), 1), dtype=bool)
    for n in np.flatnonzero(np.bincount(columns.forms, minlength=len(marks))).tolist():
        form = columns.names[n]
        marks[n] = bool(form) and all(unicodedata.category(c).startswith("P") for c in form)
    return np.asarray(marks[columns.forms])
