"""Ratings compared: Pearson's correlation as a sum over units, Spearman's and Kendall's from the pairs of ratings themselves."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput
from ..model import Layer
from .measure import Scores, Settings, Table

COLUMNS = ("n", "x", "y", "xx", "yy", "xy")


def numbers(layer: Layer) -> NDArray[np.float64]:
    """The rating of each unit, NaN where it was declined; the mean where a unit has several."""
    columns = layer.ratings
    if (columns.words >= 0).any():
        word = columns.names[int(columns.words[columns.words >= 0][0])]
        raise BadInput(f"a rating is a word ({word!r}), not a number", where=f"layer {layer.name}")
    many = np.diff(columns.offsets)
    sums = np.bincount(np.repeat(np.arange(len(many)), many), weights=columns.values, minlength=len(many))
    return np.asarray(sums / np.where(many, many, np.nan), dtype=np.float64)


def count_moments(a: Layer, b: Layer, settings: Settings) -> Table:
    """``n, x, y, x², y², xy`` for each unit, around the means of all: far-off origins would cost digits."""
    x, y = numbers(a), numbers(b)
    both = ~(np.isnan(x) | np.isnan(y))
    if not both.any():
        return np.zeros((len(x), len(COLUMNS)))
    x, y = (np.where(both, v - v[both].mean(), 0.0) for v in (x, y))
    return np.stack([both.astype(float), x, y, x * x, y * y, x * y], axis=1)


def pearson(sums: Table, settings: Settings) -> Scores:
    """r = (n Σxy - Σx Σy) / sqrt((n Σx² - (Σx)²)(n Σy² - (Σy)²)); NaN where one side does not vary."""
    n, x, y, xx, yy, xy = np.moveaxis(np.asarray(sums, dtype=np.float64), -1, 0)
    vx, vy = n * xx - x * x, n * yy - y * y
    # Sums of floats: a side that does not vary can leave a rest of the order of rounding.
    varies = (vx > 1e-12 * n * xx) & (vy > 1e-12 * n * yy)
    with np.errstate(invalid="ignore", divide="ignore"):
        r = (n * xy - x * y) / np.sqrt(np.where(varies, vx * vy, np.nan))
    return np.asarray(np.clip(r, -1.0, 1.0), dtype=np.float64)


def why_no_pearson(sums: Table, settings: Settings) -> str:
    n = int(sums[0])
    if n < 2:
        return f"{n} units have a rating on both sides; a correlation needs 2"
    return "on one side all ratings are the same, so nothing can go with anything"


PAIRS = ("rated", "a", "b")
_MOST = 3_000
"""So many distinct pairs of ratings are compared with each other all at once; of more only the value is computed, pair by pair where it is needed."""


def pairs_of_ratings(a: Layer, b: Layer, settings: Settings) -> Table:
    """For each unit whether both sides rated it, and the ratings (0 where one did not)."""
    x, y = numbers(a), numbers(b)
    both = ~(np.isnan(x) | np.isnan(y))
    return np.stack([both.astype(float), np.where(both, x, 0.0), np.where(both, y, 0.0)], axis=1)


def spearman(table: Table, weights: NDArray[np.int64], settings: Settings) -> Scores:
    """rho: Pearson's correlation of the ranks, equal ratings sharing the mean of theirs (Spearman 1904). ``weights`` say how often each row counts."""
    rated = np.asarray(table[:, 0] > 0)
    w = np.asarray(weights[:, rated], dtype=np.float64)
    if not rated.any():
        return np.full(len(w), np.nan)
    x, y = (_ranks(np.asarray(table[rated, k], dtype=np.float64), w) for k in (1, 2))
    n = w.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        mx, my = (w * x).sum(axis=1) / n, (w * y).sum(axis=1) / n
        dx, dy = x - mx[:, None], y - my[:, None]
        vx, vy, vxy = (w * dx * dx).sum(axis=1), (w * dy * dy).sum(axis=1), (w * dx * dy).sum(axis=1)
        varies = (vx > 1e-9) & (vy > 1e-9)
        return np.asarray(np.clip(vxy / np.sqrt(np.where(varies, vx * vy, np.nan)), -1.0, 1.0), dtype=np.float64)


def _ranks(values: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Midranks of values that count so many times each, a row a row of weights."""
    distinct, number = np.unique(values, return_inverse=True)
    order = np.argsort(number, kind="stable")
    cuts = np.searchsorted(number[order], np.arange(len(distinct)))
    times = np.add.reduceat(weights[:, order], cuts, axis=1)
    middle = np.cumsum(times, axis=1) - (times - 1) / 2
    return np.asarray(middle[:, number], dtype=np.float64)


def kendall(table: Table, weights: NDArray[np.int64], settings: Settings) -> Scores:
    """tau-b = (C - D) / sqrt((pairs not tied in a) (pairs not tied in b)) over the pairs of units (Kendall 1945)."""
    rated = np.asarray(table[:, 0] > 0)
    rows, w = np.asarray(table[rated, 1:], dtype=np.float64), np.asarray(weights[:, rated], dtype=np.float64)
    if len(rows) > _MOST:
        return np.array([_scipy_tau(np.repeat(rows, each.astype(np.int64), axis=0)) for each in w])
    x, y = (np.sign(rows[:, k][:, None] - rows[:, k][None, :]) for k in (0, 1))
    order, tied_a, tied_b = (np.einsum("ij,ij->i", w @ m, w) for m in (x * y, np.abs(x), np.abs(y)))
    below = tied_a * tied_b
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(order / np.sqrt(np.where(below > 0, below, np.nan)), dtype=np.float64)


def _scipy_tau(rows: NDArray[np.float64]) -> float:
    from scipy.stats import kendalltau

    return float(kendalltau(rows[:, 0], rows[:, 1]).statistic)


def no_score(sums: Table, settings: Settings) -> Scores:
    """A rank correlation has no value for a single unit, and none that is made of sums."""
    return np.full(np.asarray(sums).shape[:-1], np.nan)
