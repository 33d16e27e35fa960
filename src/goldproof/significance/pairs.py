"""Two systems on the same units: their counts side by side, and the units that matter for a comparison."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput

Floats = NDArray[np.float64]
Score = Callable[[Floats], Floats]
"""Sums of counts (draws x counts) -> a value for each draw, NaN where it is undefined."""


@dataclass(frozen=True)
class Sides:
    """Counts of two systems against the same reference: ``a[i]`` and ``b[i]`` belong to the same unit.

    ``score`` makes values of sums of counts. A mean over units (macro) is the same thing with two counts a unit, its score and 1.
    """

    a: Floats
    b: Floats
    score: Score

    def __post_init__(self) -> None:
        if self.a.shape != self.b.shape or self.a.ndim != 2:
            raise BadInput(f"counts of {self.a.shape} beside counts of {self.b.shape}: the systems must be counted on the same units")

    @property
    def units(self) -> int:
        return len(self.a)

    @property
    def difference(self) -> float:
        """Value of ``a`` minus value of ``b``."""
        return float(self.score(self.a.sum(axis=0)[None])[0] - self.score(self.b.sum(axis=0)[None])[0])


def averaged(each_a: Floats, each_b: Floats) -> Sides:
    """Sides of a mean over units. A unit that is undefined on one side has no part on that side."""

    def table(each: Floats) -> Floats:
        known = ~np.isnan(each)
        return np.stack([np.where(known, each, 0.0), known.astype(np.float64)], axis=1)

    def mean(sums: Floats) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(sums[..., 1] > 0, sums[..., 0] / sums[..., 1], np.nan)

    return Sides(table(np.asarray(each_a, dtype=np.float64)), table(np.asarray(each_b, dtype=np.float64)), mean)


def grouped(rows: NDArray[np.float64]) -> tuple[Floats, NDArray[np.int64]]:
    """The distinct rows and how often each comes: what is equal is drawn together."""
    if not len(rows):
        return rows, np.zeros(0, dtype=np.int64)
    distinct, times = np.unique(rows, axis=0, return_counts=True)
    return distinct, times.astype(np.int64)
