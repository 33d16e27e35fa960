"""How alike two segmentations are: Pk, WindowDiff and boundary similarity, which forgive a boundary that is nearly right.

Segments are the sentences of parses (``of=sentence``) or their tokens (``of=token``). ``atoms=words`` counts places in words of the reference, a boundary inside
a word being one before the next; ``atoms=characters`` counts characters. The boundary of a segment is where its first word (or it, without words) begins.

- Pk (Beeferman et al. 1999): the share of windows of k atoms whose ends are in one segment on one side and in two on the other.
- WindowDiff (Pevzner & Hearst 2002): the share of windows with another number of boundaries.
- B (Fournier 2013): 1 - (additions and deletions + transpositions / 2) / (additions, deletions, transpositions and matches), where a
  transposition (nearness n = 2) is a boundary that is off by one atom; misses are paired from left to right.

k is half the mean length of the reference's segments, rounded, and at least 2 (as segeval has it), unit by unit. Pk and WindowDiff are errors: 0 is best.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput
from ..model import Layer, ParseColumns
from .measure import Scores, Settings, Table
from .parses import segments

COLUMNS = ("counted", "of")
NEAR = 2


def count_windows(a: Layer, b: Layer, settings: Mapping[str, str], strict: bool) -> NDArray[np.int64]:
    """For each unit how many windows differ, and how many there are. ``strict``: in the number of boundaries (WindowDiff)."""
    return np.array([_windows(x, y, n, _window(settings["k"], x, n), strict) for x, y, n in _boundaries(a, b, settings)], dtype=np.int64).reshape(-1, 2)


def count_boundaries(a: Layer, b: Layer, settings: Mapping[str, str]) -> NDArray[np.float64]:
    """For each unit what is right of the boundaries, and how many there are (of B)."""
    return np.array([_edits(x, y) for x, y, _ in _boundaries(a, b, settings)], dtype=np.float64).reshape(-1, 2)


def share(sums: Table, settings: Settings) -> Scores:
    counted, of = np.moveaxis(np.asarray(sums, dtype=np.float64), -1, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(counted / np.where(of > 0, of, np.nan), dtype=np.float64)


def why(sums: Table, settings: Settings) -> str:
    return "no unit is long enough for a window" if "k" in settings else "neither side has a boundary"


def _boundaries(a: Layer, b: Layer, settings: Mapping[str, str]) -> list[tuple[list[int], list[int], int]]:
    """For each unit the boundaries of both sides (atom number that a segment begins at, but the first), and the number of atoms."""
    sides = a.parses, b.parses
    of, words = settings["of"], settings["atoms"] == "words"
    if words and of == "token":
        raise BadInput("tokens are no longer than words", remedy="count characters: of=token,atoms=characters")
    if words and len(sides[0].sentence_starts) and not len(sides[0].starts):
        raise BadInput("the reference has sentences without words", where=f"layer {a.name}", remedy="count characters: atoms=characters")
    cut = [_cut(c, of) for c in sides]
    atoms = _word_starts(sides[0]) if words else None
    out = []
    for u in range(len(a.units)):
        spans = [c[u] for c in cut]
        if atoms is None:
            low = min((s for side in spans for s, _ in side), default=0)
            size = max((e for side in spans for _, e in side), default=0) - low
            places = [sorted({s - low for s, _ in side} - {0}) for side in spans]
        else:
            size = len(atoms[u])
            places = [sorted({int(x) for x in np.searchsorted(atoms[u], [s for s, _ in side])} - {0, size}) for side in spans]
        out.append((places[0], places[1], size))
    return out


def _cut(c: ParseColumns, of: str) -> list[list[tuple[int, int]]]:
    """The segments of each unit."""
    unit, start, end = segments(c, of)
    order = np.lexsort((end, start, unit))
    at = np.searchsorted(unit[order], np.arange(len(c.offsets)))
    spans = list(zip(start[order].tolist(), end[order].tolist(), strict=True))
    return [spans[s:e] for s, e in pairwise(at.tolist())]


def _word_starts(c: ParseColumns) -> list[NDArray[np.int64]]:
    unit, start, _ = segments(c, "token")
    at = np.searchsorted(unit, np.arange(len(c.offsets)))
    return [np.sort(start[s:e]) for s, e in pairwise(at.tolist())]


def _window(k: str, boundaries: list[int], size: int) -> int:
    if k == "auto":
        return max(2, round(size / (len(boundaries) + 1) / 2))
    if not k.isdecimal() or int(k) < 1:
        raise BadInput(f"k={k} is no number of atoms", remedy="k=auto, or a number from 1")
    return int(k)


def _windows(a: list[int], b: list[int], size: int, k: int, strict: bool) -> tuple[int, int]:
    if size <= k:
        return 0, 0
    passed = np.zeros((2, size), dtype=np.int64)
    for row, places in enumerate((a, b)):
        passed[row, places] = 1
    np.cumsum(passed, axis=1, out=passed)
    inside = passed[:, k:] - passed[:, : size - k]
    differ = inside[0] != inside[1] if strict else (inside[0] > 0) != (inside[1] > 0)
    return int(differ.sum()), size - k


def _edits(a: list[int], b: list[int]) -> tuple[float, float]:
    matches = len({*a} & {*b})
    misses = sorted([(x, 0) for x in {*a} - {*b}] + [(x, 1) for x in {*b} - {*a}])
    moved, i = 0, 0
    while i < len(misses) - 1:
        (x, side), (y, other) = misses[i], misses[i + 1]
        if side != other and y - x < NEAR:
            moved, i = moved + 1, i + 2
        else:
            i += 1
    lost = len(misses) - 2 * moved
    whole = matches + moved + lost
    return whole - lost - moved * (NEAR - 1) / NEAR, whole
