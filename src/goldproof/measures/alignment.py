"""Which items of two layers belong together: the largest, or the heaviest, set of pairs in which nobody is taken twice.

Candidates are edges between numbered items of the two sides, ``left[k]`` with ``right[k]``. Most items have one candidate or none, so what is
certain is settled on whole columns first, and only the tangles that are left are given to an algorithm.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
_ROUNDS = 8


def most_pairs(left: Numbers, right: Numbers, lefts: int, rights: int) -> Numbers:
    """The edges of a largest one-to-one alignment (a maximum matching).

    An item with a single candidate may always take it: some largest alignment does (Karp & Sipser 1981). What is left goes to Hopcroft & Karp (1973).
    """
    chosen: list[Numbers] = []
    edge = np.arange(len(left), dtype=np.int64)
    for _ in range(_ROUNDS):
        if not len(edge):
            break
        taken = _certain(left[edge], right[edge], lefts, rights)
        if not len(taken):
            break
        chosen.append(edge[taken])
        gone_left, gone_right = np.zeros(lefts, dtype=bool), np.zeros(rights, dtype=bool)
        gone_left[left[chosen[-1]]] = True
        gone_right[right[chosen[-1]]] = True
        edge = edge[~(gone_left[left[edge]] | gone_right[right[edge]])]
    if len(edge):
        chosen.append(edge[_hopcroft_karp(left[edge], right[edge])])
    return np.concatenate(chosen) if chosen else np.zeros(0, dtype=np.int64)


def _certain(left: Numbers, right: Numbers, lefts: int, rights: int) -> Numbers:
    """Edges of items with one candidate: one for each item on the other side, and none that share an item."""
    for one, ones, other, others in ((left, lefts, right, rights), (right, rights, left, lefts)):
        alone = np.flatnonzero(np.bincount(one, minlength=ones)[one] == 1)
        if len(alone):
            # Of several that want the same, the last to write stays.
            winner = np.full(others, -1, dtype=np.int64)
            winner[other[alone]] = alone
            return winner[winner >= 0]
    return left[:0]


def _hopcroft_karp(left: Numbers, right: Numbers) -> Numbers:
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    rows, row = np.unique(left, return_inverse=True)
    columns, column = np.unique(right, return_inverse=True)
    graph = csr_array((np.ones(len(row), dtype=np.int8), (row, column)), shape=(len(rows), len(columns)))
    partner = maximum_bipartite_matching(graph, perm_type="column")
    hit = np.flatnonzero(partner[row] == column)
    # The same pair may stand among the candidates twice.
    return hit[np.unique(row[hit], return_index=True)[1]]


def heaviest_pairs(left: Numbers, right: Numbers, weight: NDArray[np.float64], lefts: int, rights: int) -> Numbers:
    """The edges of a one-to-one alignment with the largest sum of weights (weights above 0).

    A pair that is nobody else's candidate is certain; each other connected tangle is an assignment problem (Kuhn 1955; Jonker & Volgenant 1987).
    """
    single = (np.bincount(left, minlength=lefts)[left] == 1) & (np.bincount(right, minlength=rights)[right] == 1)
    chosen = [np.flatnonzero(single & (weight > 0))]
    rest = np.flatnonzero(~single & (weight > 0))
    if len(rest):
        chosen.append(rest[_assigned(left[rest], right[rest], weight[rest])])
    return np.concatenate(chosen)


def _assigned(left: Numbers, right: Numbers, weight: NDArray[np.float64]) -> Numbers:
    from scipy.optimize import linear_sum_assignment
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    rows, row = np.unique(left, return_inverse=True)
    columns, column = np.unique(right, return_inverse=True)
    size = len(rows) + len(columns)
    graph = csr_array((np.ones(len(row), dtype=np.int8), (row, column + len(rows))), shape=(size, size))
    part = connected_components(graph, directed=False)[1][row]
    order = np.argsort(part, kind="stable")
    found: list[int] = []
    for edges in np.split(order, np.flatnonzero(np.diff(part[order])) + 1):
        r, i = np.unique(row[edges], return_inverse=True)
        c, j = np.unique(column[edges], return_inverse=True)
        best = np.zeros((len(r), len(c)))
        which = np.full(best.shape, -1, dtype=np.int64)
        for k in np.argsort(weight[edges], kind="stable").tolist():
            best[i[k], j[k]], which[i[k], j[k]] = weight[edges[k]], edges[k]
        at = which[linear_sum_assignment(best, maximize=True)]
        found.extend(at[at >= 0].tolist())
    return np.array(sorted(found), dtype=np.int64)


def partnered(number: Numbers, size: int) -> Flags:
    """Which of the items of a side have a partner at all."""
    out = np.zeros(size, dtype=bool)
    out[number] = True
    return out
