"""Kendall's W, the concordance of m rankings of n things (Kendall & Babington Smith 1939).

    W = 12 S / (m² (n³ - n) - m Σ_j T_j),   S = Σ_i (R_i - mean R)²,   T_j = Σ over the ties of rater j of (t³ - t)

R_i is the sum of the places of thing i. Without correction for ties (``ties=plain``, what R's irr prints by default) the T_j are
left out, which makes W too small where ratings tie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ..measures.bootstrap import resamplings
from ..measures.naming import Parameter
from ..model import Kind, Layer
from .statistic import Coefficient, Ratings, Statistic, defined, jackknifed, student


def kendall(table: NDArray[np.float64], *, ties: str = "corrected") -> Statistic:
    """W of a table with a row a thing and a column a rater. Rows with a gap are left out.

    The p-value is that of chi² = m (n - 1) W with n - 1 degrees of freedom (Kendall & Gibbons 1990); the standard error is by the jackknife.
    """
    whole = table[~np.isnan(table).any(axis=1)]
    things, raters = whole.shape
    if raters < 2:
        return Statistic(things, None, f"{raters} raters; concordance needs 2")
    if things < 2:
        return Statistic(things, None, f"{things} things were placed by all {raters} raters; concordance needs 2" + (
            "; by=raters takes the raters of each unit together" if len(table) > things else ""))  # fmt: skip
    value = _concordance(whole, ties)
    if value != value:
        return Statistic(things, None, "every rater ties all things")
    from scipy.special import chdtrc

    error = jackknifed(lambda kept: _concordance(whole[kept], ties), things)
    ends = student(value, error, things - 1)[0] if error is not None and error > 1e-12 else None
    return Statistic(things, value, "", error, ends, float(chdtrc(things - 1, raters * (things - 1) * value)), f"chi2:{things - 1}")


def _concordance(whole: NDArray[np.float64], ties: str) -> float:
    things, raters = whole.shape
    places = np.stack([midranks(column) for column in whole.T], axis=1)
    totals = places.sum(axis=1)
    below = raters**2 * (things**3 - things)
    if ties == "corrected":
        below -= raters * sum(_ties(column) for column in whole.T)
    return float(12 * ((totals - totals.mean()) ** 2).sum() / below) if below else float("nan")


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


def _of(ratings: Ratings, settings: Mapping[str, str]) -> Statistic:
    return kendall(ratings.table, ties=settings["ties"])


def _of_rankings(layers: Sequence[Layer], settings: Mapping[str, str]) -> Statistic:
    """The mean of W over the choices that at least two judges ranked."""
    found: list[float] = []
    why = "no choice was ranked by two judges"
    for unit in dict.fromkeys(u for layer in layers for u in layer.units):
        ranked = [r[0].places for r in (layer.get(unit) for layer in layers) if r]
        options = sorted(set.intersection(*map(set, ranked))) if ranked else []
        if len(ranked) < 2:
            continue
        one = kendall(np.array([[places[o] for places in ranked] for o in options]).reshape(len(options), len(ranked)), ties=settings["ties"])
        if one.value is None:
            why = f"choice {unit}: {one.why}"
        else:
            found.append(one.value)
    each = np.array(found)
    mean, reason = defined(float(each.mean()) if found else float("nan"), why)
    error = float(each.std(ddof=1) / np.sqrt(len(each))) if len(each) > 1 else None
    return Statistic(len(found), mean, reason, error, resampled=(lambda draws, seed: _means(each, draws, seed)) if found else None)


def _means(each: NDArray[np.float64], draws: int, seed: int) -> NDArray[np.float64]:
    return np.concatenate([times @ each / len(each) for times in resamplings(len(each), draws=draws, seed=seed)])


W = Coefficient(
    "W", "Kendall's W (rankings: the mean over the choices)", frozenset({Kind.RATINGS, Kind.RANKINGS}),
    (Parameter("ties", "corrected", ("corrected", "plain"), "whether tied places are corrected for"),),
    _of, see="Kendall & Babington Smith 1939", of_layers=_of_rankings,
)  # fmt: skip
