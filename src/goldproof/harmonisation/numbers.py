"""Ratings that are numbers as one table: a row a unit, a column an annotator, NaN where there is none."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .rule import Ballot

Numbers = NDArray[np.float64]


def numbers(ballot: Ballot) -> Numbers | None:
    """The table; None if there are words among the ratings."""
    place = {unit: i for i, unit in enumerate(ballot.units)}
    out = np.full((len(ballot.units), len(ballot.layers)), np.nan)
    for j, layer in enumerate(ballot.layers):
        c = layer.ratings
        if (c.words >= 0).any():
            return None
        there = np.diff(c.offsets) > 0
        rows = np.fromiter((place.get(u, -1) for u in layer.units), np.int64, len(layer.units))
        fits = there & (rows >= 0)
        out[rows[fits], j] = c.values[c.offsets[:-1][fits]]
    return out
