"""Ratings as codes: a row a unit, a column a rater, -1 where there is no rating; equal rows kept once with how often they occur.

Coefficients and their intervals are sums over units, and a scale of five grades leaves few distinct rows however many units there are: so a
hundred thousand units cost little more than a hundred, and drawing units again is drawing among the distinct rows.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

_KEYS = 1 << 20
_SMALL = 64
_CACHE = 1 << 15


@dataclass(frozen=True)
class Rows:
    """``codes[i]`` are the ratings of ``times[i]`` units; ``places[code]`` is a code's value."""

    codes: NDArray[np.int64]
    times: Numbers
    places: Numbers

    @property
    def units(self) -> int:
        return int(self.times.sum())

    @property
    def sizes(self) -> Numbers:
        """How many ratings each row has."""
        return np.asarray((self.codes >= 0).sum(axis=1), dtype=np.float64)

    def only(self, chosen: NDArray[np.bool_]) -> Rows:
        return Rows(self.codes[chosen], self.times[chosen], self.places)

    def counts(self) -> Numbers:
        """How often each category occurs in each row."""
        width = len(self.places)
        row, column = np.nonzero(self.codes >= 0)
        key = row * width + self.codes[row, column]
        return np.bincount(key, minlength=len(self.codes) * width).reshape(-1, width).astype(np.float64)


def rows_of(table: Numbers, *, categories: Numbers | None = None, ordered: bool = False) -> Rows:
    """The rows of a table of numbers with NaN for no rating.

    ``categories`` are those of the scale, in ascending order; without them those that occur. ``ordered`` keeps who gave which
    rating; otherwise rows that differ in that alone are the same. Units that nobody rated are left out.
    """
    places, codes = _coded(table, categories)
    if ordered:
        width = len(places) + 1
        size = math.log2(width) * len(codes)
        if size >= 62:
            return _apart(codes, places)
        key = np.zeros(codes.shape[1], dtype=np.int64)
        for column in codes:
            key = key * width + (column + 1)
    else:
        width = len(codes) + 1
        size = math.log2(width) * len(places)
        if len(places) > _SMALL or size >= 62:
            return _apart(codes, places)
        key = np.zeros(codes.shape[1], dtype=np.int32 if size < 31 else np.int64)
        for q in range(len(places)):
            many = (codes[0] == q).view(np.uint8).copy()
            for column in codes[1:]:
                many += column == q
            key *= width
            key += many
    return _gathered(codes, places, key, 2.0**size)


def _coded(table: Numbers, categories: Numbers | None) -> tuple[Numbers, NDArray[np.int8] | NDArray[np.int64]]:
    """The categories, and each rating's number among them, a row a rater. Whole numbers in a small range are not sorted."""
    low, high = (float(f.reduce(table, axis=None, initial=np.nan)) for f in (np.fmin, np.fmax))
    if low != low:
        return categories if categories is not None else np.zeros(0), np.full(table.T.shape, -1, dtype=np.int64)
    if high - low <= 100 and abs(low) < 1e15:
        small = _whole(table, low)
        if small is not None:
            width = int(high - low) + 1
            occurring = np.array([q for q in range(width) if (small == q).any()]) + low
            places = occurring if categories is None else categories
            if len(places) == width and np.array_equal(places, np.arange(width) + low):
                return places, small
            return places, _renumbered(small, occurring, places)
    columns = np.ascontiguousarray(table.T)
    there = columns == columns
    distinct, inverse = np.unique(columns[there], return_inverse=True)
    codes = np.full(columns.shape, -1, dtype=np.int64)
    codes[there] = inverse
    return (distinct, codes) if categories is None else (categories, _numbered(codes, distinct, categories))


def _whole(table: Numbers, low: float) -> NDArray[np.int8] | None:
    """The ratings less the least of them, where all are whole numbers; block by block, which stays in the processor's cache."""
    flat = np.ascontiguousarray(table).reshape(-1)
    small = np.empty(len(flat), dtype=np.int8)
    moved = np.empty(min(_CACHE, len(flat)))
    for start in range(0, len(flat), _CACHE):
        part = flat[start : start + _CACHE]
        here = moved[: len(part)]
        np.subtract(part, low, out=here)
        # fmax takes the number where the other is NaN: no rating becomes -1.
        np.fmax(here, -1.0, out=here)
        small[start : start + _CACHE] = here
        if not (small[start : start + _CACHE] == here).all():
            return None
    return np.ascontiguousarray(small.reshape(table.shape).T)


def _renumbered(small: NDArray[np.int8], occurring: Numbers, places: Numbers) -> NDArray[np.int64]:
    table = np.full(int(small.max(initial=0)) + 1, -1, dtype=np.int64)
    table[(occurring - occurring[0]).astype(np.int64)] = np.searchsorted(places, occurring)
    return np.where(small >= 0, table[small], -1)


def _numbered(codes: NDArray[np.int64], distinct: Numbers, categories: Numbers) -> NDArray[np.int64]:
    return np.where(codes >= 0, np.searchsorted(categories, distinct)[codes], -1)


def _apart(codes: NDArray[np.int8] | NDArray[np.int64], places: Numbers) -> Rows:
    rated = (codes >= 0).any(axis=0)
    kept = codes[:, rated].T.astype(np.int64)
    return Rows(kept, np.ones(len(kept)), places)


def _gathered(codes: NDArray[np.int8] | NDArray[np.int64], places: Numbers, key: NDArray[Any], most: float) -> Rows:
    """One row for each key; key 0 is a unit that nobody rated."""
    if most <= _KEYS:
        times = np.bincount(key, minlength=round(most))
        last = np.zeros(round(most), dtype=np.int64)
        last[key] = np.arange(len(key))
        found = np.flatnonzero(times)
        one, many = last[found], times[found]
    else:
        found, one, many = np.unique(key, return_index=True, return_counts=True)
    rated = found != 0
    return Rows(codes[:, one[rated]].T.astype(np.int64), many[rated].astype(np.float64), places)
