"""Intraclass correlations: the share of the variance that lies between units (Shrout & Fleiss 1979; McGraw & Wong 1996).

With k raters of n units, mean squares between units MSR (in one way: MSB), within units MSW, between raters MSC, of error MSE:

    ICC(1,1)             (MSB - MSW) / (MSB + (k - 1) MSW)                        raters differ from unit to unit; MSB and MSW of one way
    ICC(2,1) = ICC(A,1)  (MSR - MSE) / (MSR + (k - 1) MSE + k (MSC - MSE) / n)    the same raters throughout; absolute agreement
    ICC(3,1) = ICC(C,1)  (MSR - MSE) / (MSR + (k - 1) MSE)                        the same raters; consistency: their levels may differ

ICC(·,m) is the reliability of the mean of m raters, m r / (1 + (m - 1) r), and ``k`` is as many as there are. One way needs no complete table: k is then
(N - Σ k_i² / N) / (n - 1) for N ratings. The others take the units that every rater rated. Intervals and F tests are those of McGraw & Wong 1996; the
standard error is by the jackknife.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from ..errors import BadInput
from ..measures.naming import Parameter
from .chance import RATES
from .statistic import Coefficient, Numbers, Ratings, Statistic, Values, jackknifed_sums

FORMS = ("1", "2", "3", "A", "C")


@dataclass(frozen=True)
class Squares:
    """Mean squares for each weighting of the units (arrays of one length). ``raters`` is k, ``units`` is n; one way has MSB in ``rows``."""

    rows: Numbers
    within: Numbers
    columns: Numbers
    error: Numbers
    units: Numbers
    raters: Numbers


def moments(table: Numbers) -> Numbers:
    """For each unit what the analysis of variance adds up: 1, k, k², Σx, (Σx)²/k, Σx², and each rater's x. Ratings are taken around their mean."""
    there = ~np.isnan(table)
    x = np.where(there, table - np.nanmean(table), 0.0)
    size, total = there.sum(axis=1).astype(np.float64), x.sum(axis=1)
    return np.column_stack([np.ones(len(table)), size, size * size, total, total**2 / size, (x * x).sum(axis=1), x])


def squares(sums: Numbers, *, one_way: bool) -> Squares:
    """The analysis of variance from sums of :func:`moments`, a row each."""
    n, many, many2, grand, between, square = sums[:, :6].T
    with np.errstate(invalid="ignore", divide="ignore"):
        centre = grand**2 / many
        inside = square - between
        raters = (many - many2 / many) / (n - 1)
        rows, within = (between - centre) / (n - 1), inside / (many - n)
        if one_way:
            none = np.full(len(n), np.nan)
            return Squares(rows, within, none, none, n, raters)
        k = sums.shape[1] - 6
        by_rater = (sums[:, 6:] ** 2).sum(axis=1) / n - centre
        return Squares(rows, within, by_rater / (k - 1), np.maximum(inside - by_rater, 0.0) / ((n - 1) * (k - 1)), n, raters)


def anova(table: Numbers) -> Squares:
    """The mean squares of a complete table."""
    return squares(moments(table).sum(axis=0, keepdims=True), one_way=False)


def _single(form: str, s: Squares) -> Numbers:
    """The reliability of one rater."""
    with np.errstate(invalid="ignore", divide="ignore"):
        if form == "1":
            found = (s.rows - s.within) / (s.rows + (s.raters - 1) * s.within)
        elif form in ("2", "A"):
            found = (s.rows - s.error) / (s.rows + (s.raters - 1) * s.error + s.raters * (s.columns - s.error) / s.units)
        else:
            found = (s.rows - s.error) / (s.rows + (s.raters - 1) * s.error)
    return np.asarray(np.where(np.isfinite(found), found, np.nan))


def of_mean(single: Numbers | float, raters: Numbers | float) -> Numbers:
    """The reliability of the mean of so many raters (Spearman 1910, Brown 1910).

    >>> float(of_mean(0.5, 2))
    0.6666666666666666
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(raters * single / (1 + (raters - 1) * single))


def intraclass(table: Numbers, form: str = "1", raters: str = "1") -> Statistic:
    """ICC of a table with a row a unit and a column a rater, NaN where there is no rating."""
    if form not in FORMS:
        raise BadInput(f"no ICC({form},...)", remedy=f"forms: {', '.join(FORMS)}")
    if raters != "k" and not (raters.isdecimal() and int(raters) >= 1):
        raise BadInput(f"ICC of the mean of {raters!r} raters", remedy="write 1, a number of raters, or k for as many as there are")
    one_way = form == "1"
    many = (~np.isnan(table)).sum(axis=1)
    chosen = table[many >= (1 if one_way else table.shape[1])]
    why = _impossible(chosen, table, many, one_way)
    if why:
        return Statistic(len(chosen) if not why.startswith("no unit") else 0, None, why)
    each = moments(chosen)
    s = squares(each.sum(axis=0, keepdims=True), one_way=one_way)
    k = float(s.raters[0])
    mean_of = k if raters == "k" else float(raters)

    def values(sums: Numbers) -> Values:
        with np.errstate(invalid="ignore", divide="ignore"):
            drawn = squares(sums, one_way=one_way)
            return of_mean(_single(form, drawn), drawn.raters if raters == "k" else mean_of)

    noise = float(s.within[0] if one_way else s.error[0])
    between = float(s.rows[0])
    if between <= 1e-12 * float(np.nanmax(np.abs(chosen))) ** 2 and noise <= 1e-12 * float(np.nanmax(np.abs(chosen))) ** 2:
        return Statistic(len(chosen), None, "all ratings are the same, so nothing varies between units")
    value = float(of_mean(_single(form, s), mean_of)[0])
    if value != value:
        return Statistic(len(chosen), None, "the variances leave nothing to divide by")
    facts = (("k", f"{k:g}"),)
    freedom = len(chosen) - 1.0, (float(many.sum()) - len(chosen) if one_way else (len(chosen) - 1.0) * (k - 1))
    if noise <= 1e-14 * between:
        return Statistic(len(chosen), value, made_from=facts, resampled=_resampled(values, each))
    from scipy.special import fdtrc

    ratio = between / noise

    def ends(level: float) -> tuple[float, float] | None:
        with np.errstate(invalid="ignore", divide="ignore"):
            found = np.array([of_mean(end, mean_of) for end in _ends(form, s, ratio, freedom, level, k)])
        # With next to no units the formula can leave its range.
        return (float(found[0]), float(found[1])) if np.isfinite(found).all() and found[0] <= value <= found[1] else None

    error = jackknifed_sums(values, each)
    return Statistic(len(chosen), value, "", error, ends, float(fdtrc(*freedom, ratio)), f"F:{freedom[0]:g},{freedom[1]:g}",
                     _resampled(values, each), facts)  # fmt: skip


def _impossible(chosen: Numbers, table: Numbers, many: Numbers, one_way: bool) -> str:
    if table.shape[1] < 2:
        return f"{table.shape[1]} raters; a correlation within units needs 2"
    if len(chosen) == 0:
        if one_way or not many.any():
            return "no unit was rated"
        return f"no unit was rated by all {table.shape[1]} raters; ICC(1,...) needs no complete table, and by=raters takes the raters of each unit together"
    if len(chosen) < 2:
        return "1 unit; a variance between units needs 2"
    if one_way and not (many >= 2).any():
        return "no unit has two ratings"
    return ""


def _ends(form: str, s: Squares, ratio: float, freedom: tuple[float, float], level: float, k: float) -> tuple[float, float]:
    from scipy.stats import f

    tail = (1 + level) / 2
    if form not in ("2", "A"):
        low, high = ratio / f.ppf(tail, *freedom), ratio * f.ppf(tail, freedom[1], freedom[0])
        return (low - 1) / (low + k - 1), (high - 1) / (high + k - 1)
    n, msr, msc, mse = (x[0] for x in (s.units, s.rows, s.columns, s.error))
    r = _single(form, s)[0]
    a, b = k * r / (n * (1 - r)), 1 + k * r * (n - 1) / (n * (1 - r))
    # Satterthwaite's degrees of freedom.
    v = (a * msc + b * mse) ** 2 / ((a * msc) ** 2 / (k - 1) + (b * mse) ** 2 / ((n - 1) * (k - 1)))
    down, up = f.ppf(tail, n - 1, v), f.ppf(tail, v, n - 1)
    rest = k * msc + (k * n - k - n) * mse
    return n * (msr - down * mse) / (down * rest + n * msr), n * (up * msr - mse) / (rest + n * up * msr)


def _resampled(values: Callable[[Numbers], Values], each: Numbers) -> Callable[[int, int], Values]:
    def resampled(draws: int, seed: int) -> Values:
        from ..measures.bootstrap import resamplings

        return np.concatenate([values(times @ each) for times in resamplings(len(each), draws=draws, seed=seed)])

    return resampled


def _of(ratings: Ratings, settings: Mapping[str, str]) -> Statistic:
    return intraclass(ratings.table, settings["form"], settings["raters"])


def _text(name: str, settings: Mapping[str, str]) -> str:
    """As it is written in the literature: ``ICC(1,k)``."""
    return f"{name}({','.join(settings.values())})"


ICC = Coefficient(
    "ICC", "intraclass correlation", RATES,
    (
        Parameter("form", "1", FORMS, "1: raters differ from unit to unit; 2 or A: the same raters, absolute agreement; 3 or C: the same raters, consistency"),
        Parameter("raters", "1", what="reliability of one rater (1), of the mean of as many as there are (k), or of the mean of a number of raters"),
    ),
    _of, see="Shrout & Fleiss 1979; McGraw & Wong 1996", text=_text,
)  # fmt: skip
