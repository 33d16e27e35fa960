"""Simple tests of paired values: Student's t and the sign test."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..errors import BadInput
from .effects import paired_d
from .verdict import Verdict, undefined


def paired_t(a: Sequence[float], b: Sequence[float]) -> Verdict:
    """Two-sided paired t-test (Student 1908): mean difference over its standard error, n - 1 degrees of freedom. The effect is Cohen's d_z."""
    from scipy.stats import t

    d = _differences(a, b)
    n = len(d)
    if n < 2:
        return undefined("paired t", n, f"{n} pairs; a t-test needs 2")
    effect = paired_d(a, b)
    if effect is None:
        return undefined("paired t", n, "the differences are all the same")
    statistic = effect * n**0.5
    return Verdict("paired t", statistic, float(2 * t.sf(abs(statistic), n - 1)), n, effect, "Cohen's d, paired", made_from=(("df", str(n - 1)),))


def sign(a: Sequence[float], b: Sequence[float]) -> Verdict:
    """Two-sided exact sign test (Arbuthnott 1710): how often a is better, of the pairs that differ. The effect is that share less one half."""
    from scipy.stats import binom

    d = _differences(a, b)
    better, n = int((d > 0).sum()), int((d != 0).sum())
    if n == 0:
        return undefined("sign", len(d), "no pair differs")
    p = min(1.0, 2 * float(binom.cdf(min(better, n - better), n, 0.5)))
    return Verdict("sign", float(better), p, n, better / n - 0.5, "share of wins above one half", made_from=(("method", "exact"),))


def _differences(a: Sequence[float], b: Sequence[float]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    x, y = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    if len(x) != len(y):
        raise BadInput(f"{len(x)} values paired with {len(y)}")
    d: np.ndarray[tuple[int], np.dtype[np.float64]] = (x - y)[~(np.isnan(x) | np.isnan(y))]
    return d
