"""Tests over ranks: Wilcoxon's signed-rank and rank-sum tests, with R's conventions."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput
from .verdict import Verdict, undefined

Values = NDArray[np.float64]
EXACT_BELOW = 50
"""R computes exact p-values for fewer units than this, without ties and zeros (``wilcox.test``)."""


def signed_rank(a: Sequence[float], b: Sequence[float], *, correction: bool = True, exact: bool | None = None) -> Verdict:
    """Paired two-sided Wilcoxon signed-rank test of ``a - b``; pairs without a difference are left out (Wilcoxon 1945).

    V is the sum of the ranks of the positive differences. Exact for n < 50 without ties, else the normal approximation with the variance
    corrected for ties, ``n(n+1)(2n+1)/24 - sum(t^3 - t)/48``, and the continuity correction of one half: R's ``wilcox.test(paired=TRUE)``.
    ``exact`` decides for one or the other; with ties or zeros there is no exact p, as in R.
    The effect is the matched-pairs rank-biserial correlation, (V - V') / (V + V') (Kerby 2014).
    """
    first, second = _values(a), _values(b)
    if len(first) != len(second):
        raise BadInput(f"{len(first)} values paired with {len(second)}")
    known = ~(np.isnan(first) | np.isnan(second))
    differences = (first - second)[known]
    used = differences[differences != 0]
    n = len(used)
    if n == 0:
        return undefined("signed-rank", int(known.sum()), "no pair differs")
    ranks = midranks(np.abs(used))
    positive = float(ranks[used > 0].sum())
    total = n * (n + 1) / 2
    ties = _tie_sum(ranks)
    exactly = ties == 0 and n == len(differences) and (n < EXACT_BELOW if exact is None else exact)
    if exactly:
        p = _signed_rank_p(positive, n)
    else:
        variance = n * (n + 1) * (2 * n + 1) / 24 - ties / 48
        p = _normal_p(positive - total / 2, variance, correction)
    method = "exact" if exactly else "normal, corrected" if correction else "normal"
    return Verdict("signed-rank", positive, p, n, (2 * positive - total) / total, "rank-biserial", made_from=(("method", method),))


def rank_sum(a: Sequence[float], b: Sequence[float], *, correction: bool = True, exact: bool | None = None) -> Verdict:
    """Two-sided Wilcoxon rank-sum (Mann-Whitney) test of two independent groups: R's ``wilcox.test(a, b)``.

    W counts the pairs in which ``a`` is larger (ties one half). Exact for both n < 50 without ties, else normal with the variance
    ``m n / 12 (N + 1 - sum(t^3 - t) / (N (N - 1)))``. The effect is Cliff's delta, ``2 W / (m n) - 1`` (Cliff 1993).
    """
    first, second = (v[~np.isnan(v)] for v in (_values(a), _values(b)))
    m, n = len(first), len(second)
    if not m or not n:
        return undefined("rank-sum", m + n, "one of the groups is empty")
    ranks = midranks(np.concatenate([first, second]))
    w = float(ranks[:m].sum()) - m * (m + 1) / 2
    ties = _tie_sum(ranks)
    total = m + n
    exactly = ties == 0 and (m < EXACT_BELOW and n < EXACT_BELOW if exact is None else exact)
    if exactly:
        p = _rank_sum_p(w, m, n)
    else:
        variance = m * n / 12 * (total + 1 - ties / (total * (total - 1)))
        if variance <= 0:
            return undefined("rank-sum", total, "all values are the same")
        p = _normal_p(w - m * n / 2, variance, correction)
    method = "exact" if exactly else "normal, corrected" if correction else "normal"
    return Verdict("rank-sum", w, p, total, 2 * w / (m * n) - 1, "Cliff's delta", made_from=(("method", method),))


def midranks(values: Values) -> Values:
    """Ranks from 1; equal values share the mean of theirs."""
    _, number, times = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(times)
    return np.asarray((ends - (times - 1) / 2)[number], dtype=np.float64)


def _values(values: Sequence[float]) -> Values:
    return np.asarray(values, dtype=np.float64)


def _tie_sum(ranks: Values) -> float:
    times = np.unique(ranks, return_counts=True)[1].astype(np.float64)
    return float((times**3 - times).sum())


def _normal_p(z: float, variance: float, correction: bool) -> float:
    shift = math.copysign(0.5, z) if correction and z else 0.0
    return min(1.0, math.erfc(abs(z - shift) / math.sqrt(2 * variance)))


def _signed_rank_p(v: float, n: int) -> float:
    """Exactly: how many of the 2^n sign patterns give each sum (the coefficients of prod (1 + x^i))."""
    ways = np.zeros(n * (n + 1) // 2 + 1)
    ways[0] = 1.0
    for i in range(1, n + 1):
        ways[i:] += ways[:-i].copy()
    return _two_sided(ways / ways.sum(), round(v))


def _rank_sum_p(w: float, m: int, n: int) -> float:
    """Exactly: how many of the ways to choose m of m + n ranks give each sum (Mann & Whitney 1947)."""
    ways = np.zeros((m + 1, m * n + 1))
    ways[0, 0] = 1.0
    # Each of the N ranks is chosen or not; a chosen rank r as the k-th of m adds r - k to W.
    for rank in range(1, m + n + 1):
        for k in range(min(rank, m), 0, -1):
            step = rank - k
            if step <= m * n:
                ways[k, step:] += ways[k - 1, : m * n + 1 - step]
    return _two_sided(ways[m] / ways[m].sum(), round(w))


def _two_sided(shares: Values, at: int) -> float:
    tail = min(float(shares[: at + 1].sum()), float(shares[at:].sum()))
    return min(1.0, 2 * tail)

