"""The best alignment of several raters' segments (Mathet, Widlöcher & Métivier 2015, sections 4 and 5).

A unitary alignment takes at most one segment of each rater. Its disorder is the mean dissimilarity over all pairs of raters, a pair with a rater
who has nothing in it counting 1. An alignment puts every segment into one unitary alignment; the best has the least disorder.

A segment by itself costs 1, so a set of k segments saves k - disorder(set), and the best alignment is the choice of disjoint sets that saves
most: an integer program, solved by HiGHS (for two raters its relaxation is already whole). In a set of the best alignment no segment u is better off by
itself, so the dissimilarities of u add up to at most C + k - 1, with C the number of pairs of raters: only near segments have to be tried.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput
from .continuum import Ints

Numbers = NDArray[np.float64]
MOST = 3_000_000


@dataclass(frozen=True)
class Dissimilarity:
    """``place`` times (|b - b'| + |e - e'|)² / (l + l')², and ``category`` where the categories differ."""

    place: float = 1.0
    category: float = 1.0

    def between(self, starts: Ints, ends: Ints, categories: Ints, one: Ints, other: Ints) -> Numbers:
        apart = np.abs(starts[one] - starts[other]) + np.abs(ends[one] - ends[other])
        lengths = ends[one] - starts[one] + ends[other] - starts[other]
        return np.asarray(self.place * (apart / lengths) ** 2 + self.category * (categories[one] != categories[other]))


@dataclass(frozen=True)
class Candidates:
    """Sets of segments with what each saves: a row a set, a column a rater, -1 where a rater has none."""

    members: Ints
    saves: Numbers


def candidates(rater: Ints, starts: Ints, ends: Ints, categories: Ints, raters: int, by: Dissimilarity) -> Candidates:
    """Every set of two or more segments that may be in the best alignment."""
    pairs = raters * (raters - 1) // 2
    most = float(pairs + raters - 1)
    near = _near(rater, starts, ends, categories, raters, by, most)
    sets = np.full((0, raters), -1, dtype=np.int64)
    sums: Numbers = np.zeros((0, raters))
    for r in range(raters):
        own = np.flatnonzero(rater == r)
        alone = np.full((len(own), raters), -1, dtype=np.int64)
        alone[:, r] = own
        grown, costs = _grown(sets, sums, r, near, most)
        sets = np.concatenate([sets, grown, alone])
        sums = np.concatenate([sums, costs, np.zeros((len(own), raters))])
        if len(sets) > MOST:
            raise BadInput(f"over {MOST:,} ways to align the segments of {raters} raters", remedy="take fewer raters at a time, or by=pair")
    size = (sets >= 0).sum(axis=1)
    saves = size - (sums.sum(axis=1) / 2 + pairs - size * (size - 1) / 2) / pairs
    good = (size > 1) & (saves > 1e-12)
    return Candidates(sets[good], saves[good])


def _near(rater: Ints, starts: Ints, ends: Ints, categories: Ints, raters: int, by: Dissimilarity, most: float) -> dict[tuple[int, int], tuple[Ints, Ints, Numbers]]:
    """For each pair of raters a < b: which segments of b are near each of a, by segment of a (begin, count as offsets), with how far."""
    # |b - b'| <= reach (l + l') with reach = sqrt(most / place); l' <= the longest.
    reach = np.sqrt(most / by.place) if by.place else np.inf
    longest = int((ends - starts).max(initial=0))
    found = {}
    for a, b in combinations(range(raters), 2):
        mine, theirs = np.flatnonzero(rater == a), np.flatnonzero(rater == b)
        order = theirs[np.argsort(starts[theirs], kind="stable")]
        far = reach * (ends[mine] - starts[mine] + longest) if np.isfinite(reach) else np.full(len(mine), np.inf)
        first = np.searchsorted(starts[order], starts[mine] - far, side="left")
        last = np.searchsorted(starts[order], starts[mine] + far, side="right")
        many = last - first
        row = np.repeat(np.arange(len(mine)), many)
        column = np.arange(len(row)) - np.repeat(np.cumsum(many) - many, many) + np.repeat(first, many)
        one, other = mine[row], order[column]
        far_apart = by.between(starts, ends, categories, one, other)
        close = far_apart <= most + 1e-12
        one, other, far_apart = one[close], other[close], far_apart[close]
        offsets = np.searchsorted(one, np.arange(len(rater) + 1), side="left")
        found[a, b] = (offsets, other, far_apart)
    return found


def _grown(sets: Ints, sums: Numbers, r: int, near: dict[tuple[int, int], tuple[Ints, Ints, Numbers]], most: float) -> tuple[Ints, Numbers]:
    """Every set with each segment of rater ``r`` that is near all its members. ``sums`` has for each member its dissimilarities so far."""
    if not len(sets):
        return np.zeros((0, sets.shape[1]), dtype=np.int64), np.zeros((0, sets.shape[1]))
    grown, costs = [], []
    anchor = np.argmax(sets >= 0, axis=1)
    for a in range(r):
        rows = np.flatnonzero(anchor == a)
        offsets, others, apart = near[a, r]
        first = offsets[sets[rows, a]]
        many = offsets[sets[rows, a] + 1] - first
        row = np.repeat(rows, many)
        at = np.arange(len(row)) - np.repeat(np.cumsum(many) - many, many) + np.repeat(first, many)
        fresh, cost = others[at], np.zeros((len(row), sets.shape[1]))
        cost[:, a] = apart[at]
        kept = np.ones(len(row), dtype=bool)
        for b in range(a + 1, r):
            member = sets[row, b]
            there = member >= 0
            value = _looked_up(near[b, r], member, fresh)
            kept &= ~there | (value <= most)
            cost[:, b] = np.where(there & np.isfinite(value), value, 0.0)
        total = sums[row] + cost
        total[:, r] = cost.sum(axis=1)
        kept &= (total <= most + 1e-12).all(axis=1)
        new = sets[row[kept]].copy()
        new[:, r] = fresh[kept]
        grown.append(new)
        costs.append(total[kept])
    return np.concatenate(grown) if grown else sets[:0], np.concatenate(costs) if costs else sums[:0]


def _looked_up(near: tuple[Ints, Ints, Numbers], member: Ints, other: Ints) -> Numbers:
    """How far apart pairs are; infinite where they are not near, or a member is -1."""
    offsets, others, apart = near
    size = int(max(others.max(initial=0), other.max(initial=0))) + 1
    key = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets)) * size + others
    order = np.argsort(key, kind="stable")
    wanted = member * size + other
    place = np.searchsorted(key[order], wanted)
    place = np.minimum(place, max(len(key) - 1, 0))
    if not len(key):
        return np.full(len(member), np.inf)
    hit = (key[order][place] == wanted) & (member >= 0)
    return np.where(hit, apart[order][place], np.inf)


def least_disorder(found: Candidates, segments: int) -> tuple[float, Ints]:
    """The total disorder of the best alignment, and the sets in it (segments in none stand alone)."""
    if not len(found.saves):
        return float(segments), found.members
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    row, column = np.nonzero(found.members >= 0)
    once = csr_array((np.ones(len(row)), (found.members[row, column], row)), shape=(segments, len(found.saves)))
    whole = 0 if found.members.shape[1] == 2 else 1
    solved = milp(-found.saves, integrality=np.full(len(found.saves), whole), bounds=Bounds(0, 1), constraints=LinearConstraint(once, -np.inf, 1.0))
    if solved.x is None:
        raise BadInput(f"the best alignment was not found: {solved.message}", remedy="take fewer raters at a time")
    return segments + float(solved.fun), found.members[solved.x > 0.5]
