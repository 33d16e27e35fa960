"""Kendall's W, the concordance of m rankings of n things (Kendall & Babington Smith 1939).

    W = 12 S / (m² (n³ - n) - m Σ_j T_j),   S = Σ_i (R_i - mean R)²,   T_j = Σ over the ties of rater j of (t³ - t)

R_i is the sum of the places of thing i. Without correction for ties (``ties=plain``, what R's irr prints by default) the T_j are
left out, which makes W too small where ratings tie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ..measures.naming import Parameter
from ..model import Kind, Layer
from .ratings import rating_table
from .statistic import Coefficient, Statistic, Weights, defined


def kendall(table: NDArray[np.float64], *, ties: str = "corrected") -> tuple[float | None, str]:
    """W of a table with a row a thing and a column a rater, and why there is none. Rows with a gap are left out."""
    table = table[~np.isnan(table).any(axis=1)]
    things, raters = table.shape
    if raters < 2:
        return None, f"{raters} raters; concordance needs 2"
    if things < 2:
        return None, f"{things} things were placed by all raters; concordance needs 2"
    places = np.stack([midranks(column) for column in table.T], axis=1)
    totals = places.sum(axis=1)
    below = raters**2 * (things**3 - things)
    if ties == "corrected":
        below -= raters * sum(_ties(column) for column in table.T)
    if below == 0:
        return None, "every rater ties all things"
    return float(12 * ((totals - totals.mean()) ** 2).sum() / below), ""


def midranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Places from 1; equal values share the mean of their places.

    >>> midranks(np.array([10.0, 30.0, 10.0])).tolist()
    [1.5, 3.0, 1.5]
    """
    _, code, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks: NDArray[np.float64] = (np.cumsum(counts) - (counts - 1) / 2)[code]
    return ranks


def _ties(values: NDArray[np.float64]) -> int:
    counts = np.unique(values, return_counts=True)[1].astype(object)
    return int((counts**3 - counts).sum())


def _of(layers: Sequence[Layer], settings: Mapping[str, str]) -> Statistic:
    if layers[0].kind == Kind.RATINGS:
        units, table = rating_table(layers)
        value, why = kendall(table, ties=settings["ties"])
        # Units drawn twice would tie with themselves: no interval by drawing them again.
        return Statistic(int((~np.isnan(table).any(axis=1)).sum()) if units else 0, value, why)
    return _of_rankings(layers, settings["ties"])


def _of_rankings(layers: Sequence[Layer], ties: str) -> Statistic:
    """The mean of W over the choices that at least two judges ranked."""
    found: list[float] = []
    why = "no choice was ranked by two judges"
    for unit in dict.fromkeys(u for layer in layers for u in layer.units):
        ranked = [r[0].places for r in (layer.get(unit) for layer in layers) if r]
        options = sorted(set.intersection(*map(set, ranked))) if ranked else []
        if len(ranked) < 2:
            continue
        value, reason = kendall(np.array([[places[o] for places in ranked] for o in options]).reshape(len(options), len(ranked)), ties=ties)
        if value is None:
            why = f"choice {unit}: {reason}"
        else:
            found.append(value)
    each = np.array(found)
    mean, reason = defined(float(each.mean()) if found else float("nan"), why)
    return Statistic(len(found), mean, reason, (lambda weights: _means(weights, each)) if found else None)


def _means(weights: Weights, each: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(weights @ each / weights.sum(axis=1), dtype=np.float64)


W = Coefficient(
    "W", "Kendall's W (rankings: the mean over the choices)", frozenset({Kind.RATINGS, Kind.RANKINGS}),
    (Parameter("ties", "corrected", ("corrected", "plain"), "whether tied places are corrected for"),),
    _of, lambda layers: {}, "Kendall & Babington Smith 1939",
)  # fmt: skip
