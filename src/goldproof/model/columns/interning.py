"""Numbers for values that come again and again, and ragged arrays of them."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T", bound=Hashable)

Ints = NDArray[np.int32]
Offsets = NDArray[np.int64]
Floats = NDArray[np.float64]


class Interner(dict[T, int]):
    """Gives each new value the next number: ``interner[value]`` (a dict, because that is the fastest way).

    >>> names = Interner[str](); [names[n] for n in ("a", "b", "a")], names.values_in_order()
    ([0, 1, 0], ('a', 'b'))
    """

    def __missing__(self, value: T) -> int:
        number = self[value] = len(self)
        return number

    def values_in_order(self) -> tuple[T, ...]:
        return tuple(self)


def ints(values: array[int] | Iterable[int]) -> Ints:
    """Frozen 32-bit integers: offsets of characters, numbers of names."""
    if isinstance(values, array):
        out = np.array(values, dtype=np.int32)
    else:
        out = np.fromiter(values, dtype=np.int32) if not isinstance(values, Sequence) else np.array(values, np.int32)
    out.setflags(write=False)
    return out


def floats(values: Iterable[float]) -> Floats:
    out = np.array(values if isinstance(values, (array, Sequence)) else list(values), dtype=np.float64)
    out.setflags(write=False)
    return out


def offsets(values: array[int] | Sequence[int]) -> Offsets:
    out = np.array(values, dtype=np.int64)
    out.setflags(write=False)
    return out


def gather(starts: Offsets, rows: Offsets) -> tuple[NDArray[np.int64], Offsets]:
    """For a ragged array with ``starts`` (n + 1 offsets): the element numbers of the chosen rows, and their new offsets.

    >>> element, fresh = gather(np.array([0, 2, 2, 5]), np.array([2, 0])); element.tolist(), fresh.tolist()
    ([2, 3, 4, 0, 1], [0, 3, 5])
    """
    rows = np.asarray(rows, dtype=np.int64)
    lengths = starts[rows + 1] - starts[rows]
    fresh = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum(lengths, out=fresh[1:])
    element = np.arange(fresh[-1], dtype=np.int64) + np.repeat(starts[rows] - fresh[:-1], lengths)
    fresh.setflags(write=False)
    return element, fresh
