"""How large a difference is, whatever its p-value."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput
from .ranks import midranks

Values = NDArray[np.float64]


def cohen_d(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Of two groups: the difference of means over the pooled standard deviation (Cohen 1988). None where nothing varies or a group has one member."""
    x, y = _known(a), _known(b)
    if len(x) < 2 or len(y) < 2:
        return None
    pooled = math.sqrt(((len(x) - 1) * x.var(ddof=1) + (len(y) - 1) * y.var(ddof=1)) / (len(x) + len(y) - 2))
    return float((x.mean() - y.mean()) / pooled) if pooled > 0 else None


def hedges_g(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Cohen's d without its bias in small groups: d (1 - 3 / (4 (m + n) - 9)) (Hedges 1981)."""
    d = cohen_d(a, b)
    return None if d is None else d * (1 - 3 / (4 * (len(_known(a)) + len(_known(b))) - 9))


def paired_d(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Of paired values: the mean of the differences over their standard deviation (Cohen's d_z). None where they do not vary."""
    x, y = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    if len(x) != len(y):
        raise BadInput(f"{len(x)} values paired with {len(y)}")
    d = (x - y)[~(np.isnan(x) | np.isnan(y))]
    if len(d) < 2:
        return None
    spread = float(d.std(ddof=1))
    return float(d.mean()) / spread if spread > 1e-12 * max(1.0, float(np.abs(d).max())) else None


def cohen_h(p: float, q: float) -> float:
    """Of two shares: 2 asin(sqrt p) - 2 asin(sqrt q) (Cohen 1988).

    >>> round(cohen_h(0.5, 0.25), 4)
    0.5236
    """
    for share in (p, q):
        if not 0 <= share <= 1:
            raise BadInput(f"{share} is not a share")
    return 2 * math.asin(math.sqrt(p)) - 2 * math.asin(math.sqrt(q))


def odds_ratio(only_a: float, only_b: float, *, level: float = 0.95) -> tuple[float, float, float] | None:
    """Of paired answers: right for a only over right for b only, with its interval on the log scale, exp(log(b/c) +- z sqrt(1/b + 1/c)).

    None where one of the two never happens: the ratio is 0 or infinite and has no interval.
    """
    from scipy.stats import norm

    if only_a <= 0 or only_b <= 0:
        return None
    ratio, half = only_a / only_b, float(norm.isf((1 - level) / 2)) * math.sqrt(1 / only_a + 1 / only_b)
    return ratio, ratio * math.exp(-half), ratio * math.exp(half)


def cliffs_delta(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Of two groups: P(a > b) - P(a < b) (Cliff 1993), the rank-biserial correlation of the rank-sum test."""
    x, y = _known(a), _known(b)
    if not len(x) or not len(y):
        return None
    w = float(midranks(np.concatenate([x, y]))[: len(x)].sum()) - len(x) * (len(x) + 1) / 2
    return 2 * w / (len(x) * len(y)) - 1


def _known(values: Sequence[float]) -> Values:
    out = np.asarray(values, dtype=np.float64)
    return np.asarray(out[~np.isnan(out)])
