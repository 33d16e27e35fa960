"""True and false positives of exact matching: two bags of keys for each unit -> how many are in both, in one, in the other.

Keys are columns of whole numbers, so that a million of them are matched by one sort.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.int64]
COLUMNS = ("tp", "fp", "fn")
MOST = 2**62


def tally(a: Sequence[Keys], b: Sequence[Keys], units: int) -> NDArray[np.int64]:
    """``(tp, fp, fn)`` for each unit; ``a`` is the reference, ``b`` what is compared with it.

    ``a`` and ``b`` are columns; the first is the number of the unit. The same key twice on one side needs two on the other.

    >>> a = [np.array([0, 0, 1]), np.array([5, 6, 5])]; b = [np.array([0, 1]), np.array([5, 7])]
    >>> tally(a, b, 2).tolist()
    [[1, 0, 1], [0, 1, 1]]
    """
    size = len(a[0])
    key = one_key([np.concatenate(pair) for pair in zip(a, b, strict=True)])
    left, right = np.sort(key[:size]), np.sort(key[size:])
    # Keys begin with the unit: sorted keys and sorted units run side by side.
    in_a, in_b = np.sort(a[0], kind="stable"), np.sort(b[0], kind="stable")
    tp = np.bincount(in_a[in_both(left, right)], minlength=units)
    return np.stack([tp, np.bincount(in_b, minlength=units) - tp, np.bincount(in_a, minlength=units) - tp], axis=1).astype(np.int64)


def in_both(left: Keys, right: Keys) -> NDArray[np.bool_]:
    """Of sorted keys, which have a partner among other sorted keys; each of those is a partner once."""
    if not len(left) or not len(right):
        return np.zeros(len(left), dtype=bool)
    first = np.searchsorted(right, left)
    if not (left[1:] == left[:-1]).any():
        return np.asarray(right[np.minimum(first, len(right) - 1)] == left)
    nth = np.arange(len(left)) - np.searchsorted(left, left)
    there = first + nth
    return np.asarray(right[np.minimum(there, len(right) - 1)] == left) & (there < len(right))


def one_key(columns: Sequence[Keys]) -> Keys:
    """One number for each row of the columns, equal where the rows are equal; order follows the columns."""
    key = np.zeros(len(columns[0]), dtype=np.int64)
    size = 1
    for column in columns:
        low = int(column.min(initial=0))
        width = int(column.max(initial=0)) - low + 1
        if width == 1:
            continue
        if size * width >= MOST:
            key = np.unique(key, return_inverse=True)[1].astype(np.int64)
            size = int(key.max(initial=0)) + 1
        if size * width >= MOST:
            column = np.unique(column, return_inverse=True)[1].astype(np.int64)
            low, width = 0, int(column.max(initial=0)) + 1
        if size == 1:
            key = column - low
        else:
            key = key * width
            key += column
            if low:
                key -= low
        size *= width
    return key


def units_of(offsets: NDArray[np.int64]) -> Keys:
    """For each element of a ragged array, the row that it belongs to."""
    return np.repeat(np.arange(len(offsets) - 1, dtype=np.int64), np.diff(offsets))


def common_numbers(*tables: Iterable[Hashable]) -> list[Keys]:
    """For tables of names, each name's number in one numbering for all of them."""
    numbers: dict[Hashable, int] = {}
    return [np.array([numbers.setdefault(name, len(numbers)) for name in table], dtype=np.int64) for table in tables]


def place(starts: NDArray[np.int32], ends: NDArray[np.int32]) -> Keys:
    """Start and end in one number."""
    return (starts.astype(np.int64) << 32) | (ends.astype(np.int64) & 0xFFFFFFFF)
