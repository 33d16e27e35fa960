"""The slot error rate as the CRAFT shared task of 2019 used it: places and concepts that are nearly right are worth something.

Bossy et al. 2013 (BioNLP shared task, Bacteria Biotopes) for the formula, the evaluation of the shared task (Baumgartner et al. 2019) for what it leaves open:

- What a pair of overlapping mentions is worth is M = J * W. J is the Jaccard index of their characters (``place=jaccard``), or 1 for the same characters and else
  0 (``place=exact``). W is the similarity of their concepts: Wang et al. 2007 with a weight of 0.65 (``credit=wang``, needs an ontology), by
  ancestors in common (``credit=jaccard``), or 1 for the same concept and else 0 (``credit=none``).
- ``pairs=greedy``: pairs are made from the worthiest down, nobody twice; a pair that is worth nothing is still a pair, one error instead of two. ``pairs=best``: the
  one-to-one alignment with the largest sum, without worthless pairs.
- Of the N mentions of the reference D have no partner, of the P that were found I have none. Substitutions are S = (N - D) - sum of M, and
  SER = (S + I + D) / N; SER-P = sum of M / P, SER-R = sum of M / N, SER-F their harmonic mean.

The same statement twice counts once, as it does there; a mention with several concepts is a statement for each. Where the reference has nothing SER is 0 if
nothing was found and else 1, as there.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from ..model import Layer, MentionColumns
from .alignment import heaviest_pairs
from .hierarchy import Similarity
from .matching import Keys, common_numbers, one_key, units_of
from .measure import Scores, Settings, Table
from .mentions import each_concept
from .places import Places, exact_keys, grouped, meetings, places

COLUMNS = ("worth", "insertions", "deletions", "reference", "found")


def count_slots(a: Layer, b: Layer, settings: Mapping[str, str], similarity: Similarity | None) -> NDArray[np.float64]:
    """The :data:`COLUMNS` for each unit."""
    sides, units = (a.mentions, b.mentions), len(a.units)
    rows, said, unit = _statements(sides)
    here = [p.of(row) for p, row in zip(places(sides), rows, strict=True)]
    left, right, weight = _pairs(here, unit, settings["place"])
    if len(left):
        names = sides[0].names, sides[1].names
        if similarity is None:
            number = common_numbers(*names)
            ours, theirs = (np.append(n, -1)[s] for n, s in zip(number, said, strict=True))
            weight = weight * (ours[left] == theirs[right])
        else:
            weight = weight * similarity.pairs(said[0][left], said[1][right], names)
    sizes = len(rows[0]), len(rows[1])
    chosen = heaviest_pairs(left, right, weight, *sizes) if settings["pairs"] == "best" else _worthiest_first(left, right, weight, *sizes)
    wanted, found = (np.bincount(u, minlength=units) for u in unit)
    paired = np.bincount(unit[0][left[chosen]], minlength=units)
    worth = np.bincount(unit[0][left[chosen]], weights=weight[chosen], minlength=units)
    return np.stack([worth, found - paired, wanted - paired, wanted, found], axis=1)


def _statements(sides: tuple[MentionColumns, MentionColumns]) -> tuple[list[Keys], list[Keys], list[Keys]]:
    """For each statement (place and concept, once a unit) its mention, concept and unit, in the order of units."""
    rows, said, units = [], [], []
    shapes: dict[tuple[tuple[int, int], ...], int] = {}
    for columns in sides:
        row, concept = each_concept(columns, columns.concepts.astype(np.int64))
        unit = units_of(columns.offsets)[row]
        first = np.sort(np.unique(one_key([unit, *(k[row] for k in exact_keys(columns, shapes)), concept]), return_index=True)[1])
        rows.append(row[first])
        said.append(concept[first])
        units.append(unit[first])
    return rows, said, units


def _pairs(here: list[Places], unit: list[Keys], place: str) -> tuple[Keys, Keys, NDArray[np.float64]]:
    """Pairs of statements of the same unit with a character in common, and what their places are worth."""
    a, b = here
    group_a, group_b = grouped([unit[0]], [unit[1]])
    i, j = meetings(a, b, group_a[a.owner], group_b[b.owner])
    pair = a.owner[i] * max(len(b), 1) + b.owner[j]
    distinct, number = np.unique(pair, return_inverse=True)
    common = np.bincount(number, weights=np.minimum(a.end[i], b.end[j]) - np.maximum(a.start[i], b.start[j]), minlength=len(distinct))
    left, right = distinct // max(len(b), 1), distinct % max(len(b), 1)
    size_a, size_b = (np.bincount(p.owner, weights=p.end - p.start, minlength=len(p)) for p in (a, b))
    share = common / (size_a[left] + size_b[right] - common)
    return left, right, share if place == "jaccard" else np.asarray(share >= 1, dtype=np.float64)


def _worthiest_first(left: Keys, right: Keys, weight: NDArray[np.float64], lefts: int, rights: int) -> Keys:
    """Pairs from the worthiest down, as long as both are free; of equals the first in the text."""
    single = (np.bincount(left, minlength=lefts)[left] == 1) & (np.bincount(right, minlength=rights)[right] == 1)
    rest = np.flatnonzero(~single)
    chosen = []
    free_left, free_right = [True] * lefts, [True] * rights
    # The last bits of a product must not decide between equals.
    order = rest[np.lexsort((right[rest], left[rest], -np.round(weight[rest], 12)))]
    for edge, one, other in zip(order.tolist(), left[order].tolist(), right[order].tolist(), strict=True):
        if free_left[one] and free_right[other]:
            free_left[one] = free_right[other] = False
            chosen.append(edge)
    return np.concatenate([np.flatnonzero(single), np.array(chosen, dtype=np.int64)])


def _parts(sums: Table) -> tuple[NDArray[np.float64], ...]:
    return tuple(np.moveaxis(np.asarray(sums, dtype=np.float64), -1, 0))


def ser(sums: Table, settings: Settings) -> Scores:
    """(S + I + D) / N with S = N - D - sum of M."""
    worth, insertions, _, wanted, found = _parts(sums)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(wanted == 0, np.where(found == 0, 0.0, 1.0), (wanted - worth + insertions) / np.where(wanted > 0, wanted, np.nan))


def precision(sums: Table, settings: Settings) -> Scores:
    worth, _, _, wanted, found = _parts(sums)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(found == 0, np.where(wanted == 0, 1.0, 0.0), worth / np.where(found > 0, found, np.nan))


def recall(sums: Table, settings: Settings) -> Scores:
    worth, _, _, wanted, found = _parts(sums)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(wanted == 0, np.where(found == 0, 1.0, 0.0), worth / np.where(wanted > 0, wanted, np.nan))


def f(sums: Table, settings: Settings) -> Scores:
    p, r = precision(sums, settings), recall(sums, settings)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(p + r == 0, 0.0, 2 * p * r / np.where(p + r > 0, p + r, np.nan))
