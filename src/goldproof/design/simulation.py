"""How many units a comparison of two systems needs, from a pilot: for any measure that is a function of sums of counts."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput
from .power import for_paired_difference

Numbers = NDArray[np.float64]
Values = Callable[[NDArray[np.float64], NDArray[np.int64]], Numbers]
"""Counts (a row a unit) and weights (a row a draw: how often each unit counts) to a value for each draw: ``Measure.values``."""
_BLOCK = 4_000_000


def deviation_of_difference(a: Numbers, b: Numbers, values: Values, *, draws: int = 2_000, seed: int = 1) -> float:
    """The deviation *a unit* of the difference of two values: that of the difference over bootstrap draws of the pilot, times the root of its units."""
    _pilot(a, b)
    found = _differences(a, b, values, len(a), draws, np.random.default_rng(seed))
    known = found[~np.isnan(found)]
    if len(known) < 0.95 * draws:
        raise BadInput("the pilot is too small: the measure is undefined in more than one draw of twenty")
    return float(known.std(ddof=1) * math.sqrt(len(a)))


def simulated_power(a: Numbers, b: Numbers, values: Values, units: int, *, alpha: float = 0.05, draws: int = 2_000, seed: int = 1) -> float:
    """The chance that approximate randomisation finds the pilot's own difference in a study of so many units like those of the pilot.

    A study is units drawn from the pilot with replacement. What its difference has to exceed is the quantile of differences whose sides
    were swapped at random (as the test does); the power is the share of studies, not swapped, that do.
    """
    _pilot(a, b)
    chance = np.random.default_rng(seed)
    one, two = np.concatenate([a, b]), np.concatenate([b, a])
    null = np.abs(_differences(one, two, values, units, draws, chance))
    found = np.abs(_differences(a, b, values, units, draws, chance))
    critical = float(np.quantile(null[~np.isnan(null)], 1 - alpha))
    return float(np.mean(found[~np.isnan(found)] > critical))


def units_for_difference(a: Numbers, b: Numbers, values: Values, difference: float, *, alpha: float, power: float, draws: int, seed: int) -> tuple[int, float]:
    """Units needed to find a difference of this size, and the deviation a unit that says so: ``((z_alpha + z_power) s / d)^2``."""
    deviation = deviation_of_difference(a, b, values, draws=draws, seed=seed)
    if deviation == 0:
        raise BadInput("the systems do the same in every unit of the pilot", remedy="a pilot has to show how much they differ from unit to unit")
    return for_paired_difference(difference, deviation, alpha=alpha, power=power), deviation


def _differences(a: Numbers, b: Numbers, values: Values, units: int, draws: int, chance: np.random.Generator) -> Numbers:
    rows, times = np.unique(np.concatenate([a, b], axis=1), axis=0, return_counts=True)
    one, two = rows[:, : a.shape[1]], rows[:, a.shape[1] :]
    step = max(1, _BLOCK // len(rows))
    out = []
    for start in range(0, draws, step):
        weights = chance.multinomial(units, times / times.sum(), size=min(step, draws - start)).astype(np.int64)
        out.append(values(one, weights) - values(two, weights))
    return np.concatenate(out)


def _pilot(a: Numbers, b: Numbers) -> None:
    if a.shape != b.shape or len(a) < 2:
        raise BadInput("a pilot has counts of both systems on the same two or more units")
