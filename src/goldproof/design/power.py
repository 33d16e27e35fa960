"""How many units a study needs, before it is begun."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np

from ..errors import BadInput

_NORMAL = NormalDist()


def for_correlation(r: float, *, alpha: float = 0.05, power: float = 0.80, two_sided: bool = True) -> int:
    """Pairs needed to find a correlation of ``r``: ``((z_alpha + z_power) / atanh r)^2 + 3``, rounded up (Fisher's z).

    >>> for_correlation(0.30)
    85
    """
    _between(abs(r), "a correlation")
    return math.ceil((_z(alpha, two_sided) + _z_power(power)) ** 2 / math.atanh(abs(r)) ** 2 + 3 - 1e-9)


def power_of_correlation(r: float, n: int, *, alpha: float = 0.05, two_sided: bool = True) -> float:
    """The chance that ``n`` pairs show a correlation of ``r``; the other tail is left out, as usual."""
    _between(abs(r), "a correlation")
    if n < 4:
        raise BadInput(f"{n} pairs; a correlation needs at least 4")
    return _NORMAL.cdf(math.atanh(abs(r)) * math.sqrt(n - 3) - _z(alpha, two_sided))


def for_share(share: float, half_width: float, *, level: float = 0.95) -> int:
    """Units needed so that the interval of a share (precision, recall, agreement) reaches ``half_width`` to each side.

    The smallest n for which Wilson's interval is that narrow (Wilson 1927).
    """
    if not 0 <= share <= 1:
        raise BadInput(f"a share of {share}; it is between 0 and 1")
    _between(half_width, "a half width")
    z = _z(1 - level, True)

    def half(n: int) -> float:
        return z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)

    high = 1
    while half(high) > half_width:
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if half(middle) > half_width else (low, middle)
    return high


def for_mean(deviation: float, half_width: float, *, level: float = 0.95) -> int:
    """Units needed so that the interval of a mean over units reaches ``half_width``: ``(z s / h)^2``.

    With the standard error of any coefficient on a pilot of m units, the deviation is ``se * sqrt(m)``.
    """
    if deviation <= 0 or half_width <= 0:
        raise BadInput("a deviation and a half width are above 0")
    return max(2, math.ceil((_z(1 - level, True) * deviation / half_width) ** 2 - 1e-9))


def for_paired_difference(difference: float, deviation: float, *, alpha: float = 0.05, power: float = 0.80) -> int:
    """Units needed to find a difference of two systems on the same units: ``((z_alpha + z_power) s / d)^2``.

    ``deviation`` is that of the differences a unit. For F1 see :func:`f1_deviation`.
    """
    if difference == 0 or deviation <= 0:
        raise BadInput("a difference other than 0 and a deviation above 0 are needed")
    return max(2, math.ceil(((_z(alpha, True) + _z_power(power)) * deviation / abs(difference)) ** 2 - 1e-9))


def f1_deviation(a: np.ndarray, b: np.ndarray) -> float:
    """The deviation a unit of the difference of two micro F1, from a pilot's counts (tp, fp, fn a row).

    By the delta method: F = 2 tp / (2 tp + fp + fn) of sums has the influence ``u_i = (2 tp_i - F (2 tp_i + fp_i + fn_i)) / mean(2 tp + fp + fn)``
    of each unit; the deviation is that of ``u_i(a) - u_i(b)``.
    """

    def influence(rows: np.ndarray) -> np.ndarray:
        top, below = 2 * rows[:, 0], 2 * rows[:, 0] + rows[:, 1] + rows[:, 2]
        if below.sum() == 0:
            raise BadInput("the pilot has nothing to count")
        return np.asarray((top - top.sum() / below.sum() * below) / below.mean())

    if len(a) != len(b) or len(a) < 2:
        raise BadInput("a pilot has counts of both systems on the same two or more units")
    return float(np.std(influence(np.asarray(a, float)) - influence(np.asarray(b, float)), ddof=1))


def _z(alpha: float, two_sided: bool) -> float:
    _between(alpha, "a level of significance")
    return _NORMAL.inv_cdf(1 - alpha / 2 if two_sided else 1 - alpha)


def _z_power(power: float) -> float:
    _between(power, "a power")
    return _NORMAL.inv_cdf(power)


def _between(value: float, what: str) -> None:
    if not 0 < value < 1:
        raise BadInput(f"{what} of {value}; it is between 0 and 1")
