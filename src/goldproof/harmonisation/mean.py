"""The mean of the ratings of a unit, weighted if wanted. ``of`` is how many rated it, ``spread`` the highest less the lowest."""

from __future__ import annotations

import numpy as np

from ..errors import BadInput
from ..model import Attributes, Kind, Rating
from .numbers import numbers
from .rule import WEIGHTS, Ballot, Cast, Rule


def vote(ballot: Ballot) -> Cast:
    table = numbers(ballot)
    if table is None:
        raise BadInput("there are words among the ratings, and words have no mean", remedy="use median, with layers that have a scale, or majority")
    there = ~np.isnan(table)
    of = there.sum(axis=1)
    weights = np.where(there, np.asarray(ballot.weights), 0.0)
    whole = weights.sum(axis=1)
    rated = (of > 0) & (whole > 0)
    known = np.where(there, table, 0.0)
    # In the order of the layers, which are sorted: the last digit must not depend on who comes first.
    means = (known * weights).sum(axis=1)[rated] / whole[rated]
    high, low = (np.where(there, table, -np.inf).max(axis=1))[rated], (np.where(there, table, np.inf).min(axis=1))[rated]
    # Three times 0.1 by three is a little more than 0.1 in binary fractions.
    means, spread = np.clip(means, low, high), high - low
    rows = np.flatnonzero(rated).tolist()
    said = zip(rows, means.tolist(), of[rated].tolist(), spread.tolist(), strict=True)
    return Cast({ballot.units[i]: [Rating(mean, attributes=Attributes(of=n, spread=wide))] for i, mean, n, wide in said})


MEAN = Rule("mean", "the mean of the ratings", frozenset({Kind.RATINGS}), (WEIGHTS,), vote)
