"""Ratings compared: Pearson's correlation as a sum over units."""

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
