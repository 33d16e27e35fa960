"""A statistic of many raters: its value, why there is none, its error, and how it varies when units are drawn again."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..measures.naming import Parameter, printed
from ..model import Kind, Layer

Values = NDArray[np.float64]
Weights = NDArray[np.int64]
Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Statistic:
    """What a coefficient makes of some ratings.

    ``error`` is its standard error; ``ends(level)`` its analytic interval; ``p`` the probability of so large a value where there is no
    agreement beyond chance, by the test named in ``test``. ``resampled(draws, seed)`` gives its values when units are drawn
    again. Each is None where it cannot be had with sense. ``made_from`` are conventions for the signature.
    """

    units: int
    value: float | None
    why: str = ""
    error: float | None = None
    ends: Callable[[float], tuple[float, float] | None] | None = None
    p: float | None = None
    test: str = ""
    resampled: Callable[[int, int], Values] | None = None
    made_from: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Ratings:
    """Ratings of several raters: a row a unit, a column a rater, NaN where there is none.

    ``categories`` are the values of the scale in ascending order, None if there is no scale with values; ``labels`` are their names.
    ``level`` is what the scale says its differences mean, "" if there is none.
    """

    table: Numbers
    raters: tuple[str, ...]
    categories: Numbers | None = None
    labels: tuple[str, ...] = ()
    level: str = ""


def plainly(name: str, settings: Mapping[str, str]) -> str:
    return printed(name, settings)


@dataclass(frozen=True)
class Coefficient:
    """All coefficients of one name. ``defaults`` settles from the layers what a name leaves open; ``text`` prints it.

    ``of`` gets :class:`Ratings` where the layers hold ratings and ``rates`` says so, else the layers. ``pairs`` True: it is one of two raters,
    and of more it is the mean over their pairs. ``of_layers`` is for layers of another kind than ratings; ``of_segments`` for mentions on a line,
    with where each unit begins and ends, and the seed.
    """

    name: str
    title: str
    kinds: frozenset[Kind]
    parameters: tuple[Parameter, ...]
    of: Callable[[Any, Mapping[str, str]], Statistic]
    defaults: Callable[[str], Mapping[str, str]] = lambda level: {}
    see: str = ""
    ordered: Callable[[Mapping[str, str]], bool] = lambda settings: True
    pairs: bool = False
    text: Callable[[str, Mapping[str, str]], str] = plainly
    of_layers: Callable[[Sequence[Layer], Mapping[str, str]], Statistic] | None = None
    of_segments: Callable[[Sequence[Layer], Mapping[str, str], Mapping[str, tuple[int, int]], int], Statistic] | None = None


def defined(value: float, why: str) -> tuple[float | None, str]:
    """NaN as None with its reason."""
    return (None, why) if value != value else (value, "")


def student(value: float, error: float, freedom: float, *, top: float = 1.0) -> tuple[Callable[[float], tuple[float, float]], float]:
    """The interval of a value by Student's t, cut off at ``top``, and the two-sided p of its being 0."""

    def ends(level: float) -> tuple[float, float]:
        from scipy.special import stdtrit

        half = float(stdtrit(freedom, (1 + level) / 2)) * error
        return value - half, min(top, value + half)

    from scipy.special import stdtr

    return ends, float(2 * stdtr(freedom, -abs(value / error)))


GROUPS = 200


def jackknifed(value: Callable[[NDArray[np.int64]], float], units: int, *, groups: int = GROUPS) -> float | None:
    """The standard error by leaving out one unit at a time, or one of ``groups`` groups where there are more units.

    Drawing again with replacement would make units tie with themselves; leaving out does not (Efron & Tibshirani 1993, chapter 11).
    """
    if units < 3:
        return None
    every = np.arange(units)
    part = every % min(units, groups)
    return _spread(np.array([value(every[part != g]) for g in range(min(units, groups))]))


def jackknifed_sums(values: Callable[[Numbers], Values], each: Numbers, *, groups: int = GROUPS) -> float | None:
    """The same for a value of sums over units, ``each`` what a unit adds: all groups at once."""
    if len(each) < 3:
        return None
    count = min(len(each), groups)
    filled = np.zeros((-(-len(each) // count) * count, each.shape[1]))
    filled[: len(each)] = each
    return _spread(values(each.sum(axis=0) - filled.reshape(-1, count, each.shape[1]).sum(axis=0)))


def _spread(found: Numbers) -> float | None:
    known = found[~np.isnan(found)]
    if len(known) < 3:
        return None
    return math.sqrt((len(known) - 1) / len(known) * float(((known - known.mean()) ** 2).sum()))
