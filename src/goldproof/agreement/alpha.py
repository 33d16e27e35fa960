"""Krippendorff's alpha: 1 - observed / expected disagreement (Krippendorff 2011, Computing Krippendorff's Alpha-Reliability).

With n_u values in unit u (units with one value do not count), n values in all and a difference d² between values:

    Do = 1/n Σ_u 1/(n_u - 1) Σ_{i≠j in u} d²(i, j)        De = 1/(n (n - 1)) Σ_{i≠j} d²(i, j)

- nominal: d² = 0 if equal, else 1: both sums are counts;
- interval: d² = (x - y)²: both sums need only n, Σx and Σx²;
- ordinal: d² = (sum of the counts from x to y, halves at the ends)², which is the interval difference of the values' places in the
  cumulated counts (midranks): linear too;
- ratio: d² = ((x - y) / (x + y))²: no such form, so the expected sum runs over pairs of distinct values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput
from ..measures.naming import Parameter
from ..model import Kind, Layer
from .ratings import rating_table
from .statistic import Coefficient, Statistic, Values, Weights, defined

LEVELS = ("nominal", "ordinal", "interval", "ratio")
_MATRIX = 3000
"""Up to so many distinct values their differences are kept as a matrix (72 MB)."""


def krippendorff(table: NDArray[np.float64], level: str = "nominal") -> Statistic:
    """Alpha of a table with a row a unit and a column a rater; NaN where there is no rating."""
    if level not in LEVELS:
        raise BadInput(f"no level {level!r}", remedy=f"levels: {', '.join(LEVELS)}")
    pairable = (~np.isnan(table)).sum(axis=1) >= 2
    if not pairable.any():
        return Statistic(0, None, "no unit has two ratings")
    work = _Work(table[pairable], level)
    value, why = defined(work.alpha(np.ones(work.units)), "all ratings are the same, so chance would agree as well")
    return Statistic(work.units, value, why, work.values)


class _Work:
    """The values of the pairable units, laid flat once; ``alpha`` is linear in them for any weighting of the units."""

    def __init__(self, table: NDArray[np.float64], level: str) -> None:
        there = ~np.isnan(table)
        self.level, self.units = level, len(table)
        self.unit = np.nonzero(there)[0]
        self.distinct, self.code = np.unique(table[there], return_inverse=True)
        self.size = there.sum(axis=1)
        if level == "ratio" and self.distinct[0] < 0:
            raise BadInput(f"a rating of {self.distinct[0]:g}; the ratio level knows no negative values", remedy="use level=interval")
        if level == "nominal":
            cells = np.unique(self.unit * len(self.distinct) + self.code, return_counts=True)
            same = np.bincount(cells[0] // len(self.distinct), weights=cells[1].astype(float) ** 2, minlength=self.units)
            self.within = (self.size.astype(float) ** 2 - same) / (self.size - 1)
        elif level == "ratio":
            self.within = _ratio_within(table) / (self.size - 1)

    def values(self, weights: Weights) -> Values:
        return np.array([self.alpha(w) for w in weights.astype(np.float64)])

    def alpha(self, weight: NDArray[np.float64]) -> float:
        counts: NDArray[np.float64] = np.bincount(self.code, weights=weight[self.unit], minlength=len(self.distinct)).astype(np.float64)
        n = counts.sum()
        if (counts > 0).sum() < 2:
            return float("nan")
        if self.level == "nominal":
            observed, expected = weight @ self.within, n * n - counts @ counts
        elif self.level == "ratio":
            observed, expected = weight @ self.within, _ratio_expected(self.distinct, counts)
        else:
            place = self.distinct if self.level == "interval" else np.cumsum(counts) - counts / 2
            place = place - counts @ place / n
            each = place[self.code]
            sums = np.bincount(self.unit, weights=each, minlength=self.units)
            squares = np.bincount(self.unit, weights=each * each, minlength=self.units)
            observed = weight @ (2 * (self.size * squares - sums**2) / (self.size - 1))
            # The places are centred, so Σx is 0.
            expected = 2 * n * (counts @ place**2)
        return float(1 - (n - 1) * observed / expected)


def _ratio_within(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each unit the sum of d² over ordered pairs of its ratings."""
    out = np.zeros(len(table))
    for i in range(table.shape[1]):
        for j in range(i):
            out += 2 * np.nan_to_num(_ratio(table[:, i], table[:, j]))
    return out


def _ratio(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
    with np.errstate(invalid="ignore", divide="ignore"):
        # Two zeros are the same value: 0 / 0 is no difference.
        return np.where(x + y == 0, 0.0, ((x - y) / (x + y)) ** 2)


def _ratio_expected(distinct: NDArray[np.float64], counts: NDArray[np.float64]) -> float:
    step = max(1, _MATRIX * _MATRIX // len(distinct))
    return float(
        sum(
            counts[i : i + step] @ _ratio(distinct[i : i + step, None], distinct[None, :]) @ counts
            for i in range(0, len(distinct), step)
        )
    )


def _of(layers: Sequence[Layer], settings: Mapping[str, str]) -> Statistic:
    return krippendorff(rating_table(layers, ordered=settings["level"] != "nominal")[1], settings["level"])


def _level(layers: Sequence[Layer]) -> Mapping[str, str]:
    levels = {layer.scale.level for layer in layers if layer.scale is not None}
    return {"level": levels.pop()} if len(levels) == 1 else {}


ALPHA = Coefficient(
    "alpha", "Krippendorff's alpha", frozenset({Kind.RATINGS}),
    (Parameter("level", "ordinal", LEVELS, "what differences between ratings mean; the layers' scale settles it where it is left open"),),
    _of, _level, "Krippendorff 2011",
)  # fmt: skip
