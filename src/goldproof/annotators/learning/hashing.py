"""Features as 32-bit numbers. The same feature has the same number in every process; two features share one about once in four thousand million."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Hashes = NDArray[np.uint32]
_A, _B = np.uint64(0xD6E8FEB86659FD93), np.uint64(0x9E3779B97F4A7C15)
NOTHING = 0
"""The number of no feature at all: it has no weight."""


def feature(template: int, *parts: NDArray[Any]) -> Hashes:
    """The features of one template: a number for each row of the parts (arrays of numbers below 2^32, or hashes).

    >>> feature(1, np.array([3, 4])) == feature(1, np.array([4, 3]))[::-1]
    array([ True,  True])
    """
    with np.errstate(over="ignore"):
        total: Any = np.uint64(template + 1) * _B
        for part in parts:
            total = (total ^ np.asarray(part).astype(np.uint64)) * _A
            total = total ^ (total >> np.uint64(32))
    out = np.asarray(total, np.uint64).astype(np.uint32)
    return np.where(out == NOTHING, np.uint32(1), out)


def of_word(word: str) -> int:
    """The number of a string."""
    return crc32(word.encode("utf-8", "surrogatepass"))


def of_words(words: Sequence[str]) -> Hashes:
    """The numbers of many strings."""
    return np.fromiter(map(of_word, words), np.uint32, len(words))


def runs(values: NDArray[Any], first: NDArray[np.int64], behind: NDArray[np.int64]) -> Hashes:
    """The number of each run ``values[first:behind]``: a sum of its values, each mixed with its place in the run.

    >>> v = np.array([7, 8, 9, 7, 8]); r = runs(v, np.array([0, 3]), np.array([2, 5])); bool(r[0] == r[1])
    True
    """
    length = behind - first
    at = np.cumsum(length) - length
    place = np.arange(int(length.sum()), dtype=np.int64) - np.repeat(at, length)
    mixed = feature(0, values[np.repeat(first, length) + place], place).astype(np.uint64)
    total = np.zeros(len(mixed) + 1, np.uint64)
    with np.errstate(over="ignore"):
        np.cumsum(mixed, out=total[1:])
        return feature(0, total[at + length] - total[at], length)
