"""Sets as rows of bits: an intersection is an ``and`` and a count, for millions of pairs in one go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

_MOST_ROWS = 4096
"""Up to so many rows the Jaccard of all pairs is kept: 128 megabytes."""
_BLOCK = 1 << 16
"""Words that are looked at in one step: they stay in the processor's cache."""


def counted(words: Words) -> Numbers:
    """How many bits are set in each row (the last axis)."""
    if hasattr(np, "bitwise_count"):
        # Per word at most 64: the sum is exact in whatever numpy adds them up.
        return np.asarray(np.bitwise_count(words).sum(axis=-1, dtype=np.int64))
    return np.asarray(_BITS_OF_A_BYTE[words.view(np.uint8)].sum(axis=-1, dtype=np.int64))  # numpy 1.26


_BITS_OF_A_BYTE = np.array([byte.bit_count() for byte in range(256)], dtype=np.uint8)


class BitRows:
    """Row i holds a set of whole numbers. The row behind the last one, reached with -1, is empty.

    >>> rows = BitRows([{0, 1, 70}, {1, 70, 71}]); rows.common(np.array([0, 0]), np.array([1, -1])).tolist(), rows.sizes.tolist()
    ([2, 0], [3, 3, 0])
    """

    def __init__(self, sets: Sequence[Iterable[int]]) -> None:
        held = [np.fromiter(s, dtype=np.int64) for s in sets]
        self.width = max((int(h.max()) + 1 for h in held if len(h)), default=0)
        # Numbers that stand in one set only are never common: they count for its size and need no column.
        times = np.bincount(np.concatenate([*held, np.zeros(0, np.int64)]), minlength=self.width)
        column = np.cumsum(times > 1) - 1
        words = -(-int((times > 1).sum()) // 64) or 1
        self._bits = np.zeros((len(held) + 1, words), dtype=np.uint64)
        row, number = np.repeat(np.arange(len(held)), [len(h) for h in held]), np.concatenate([*held, np.zeros(0, np.int64)])
        shared = times[number] > 1
        self._places = row[shared], column[number[shared]]
        np.bitwise_or.at(self._bits, (self._places[0], self._places[1] >> 6), np.uint64(1) << (self._places[1] & 63).astype(np.uint64))
        self.sizes = np.array([*map(len, held), 0], dtype=np.int64)

    def __len__(self) -> int:
        return len(self._bits) - 1

    def common(self, a: Numbers, b: Numbers) -> Numbers:
        """For each pair of rows, how many numbers both sets hold."""
        a, b = np.asarray(a, dtype=np.int64), np.asarray(b, dtype=np.int64)
        # With "wrap", -1 is the empty row; looked up into the same two places again and again, because fresh memory costs more than counting.
        out = np.empty(len(a), dtype=np.int64)
        step = max(1, _BLOCK // self._bits.shape[1])
        one, two = (np.empty((min(step, len(a)), self._bits.shape[1]), dtype=np.uint64) for _ in range(2))
        for start in range(0, len(a), step):
            chosen = a[start : start + step], b[start : start + step]
            x, y = one[: len(chosen[0])], two[: len(chosen[0])]
            np.take(self._bits, chosen[0], axis=0, out=x, mode="wrap")
            np.take(self._bits, chosen[1], axis=0, out=y, mode="wrap")
            np.bitwise_and(x, y, out=x)
            out[start : start + step] = counted(x)
        # A set with itself: its own numbers were left out of the columns.
        same = a == b
        out[same] = self.sizes[a[same]]
        return out

    @cached_property
    def _matrix(self) -> NDArray[np.float64]:
        """Jaccard of each row with each other one, for who asks about most pairs anyway.

        Numbers that many rows hold are counted by a product of matrices (exact: 32-bit floats hold whole numbers up to 16 million), the many numbers that few
        rows hold by all pairs of these few.
        """
        size = len(self._bits)
        row, column = self._places
        times = np.bincount(column)
        often = np.flatnonzero(times > size / 16)
        dense = np.zeros((size, len(often)), dtype=np.float32)
        known = np.isin(column, often)
        dense[row[known], np.searchsorted(often, column[known])] = 1
        by_column = row[np.argsort(column, kind="stable")]
        starts = np.cumsum(times) - times
        shared = [np.zeros(0, dtype=np.int64)]
        for many in np.unique(times[times <= size / 16]).tolist():
            holders = by_column[starts[times == many][:, None] + np.arange(many)]
            shared.append((holders[:, :, None] * size + holders[:, None, :]).ravel())
        both: NDArray[np.float64] = (dense @ dense.T).astype(np.float64)
        both += np.bincount(np.concatenate(shared), minlength=size * size).reshape(size, size)
        np.fill_diagonal(both, self.sizes)
        either: NDArray[np.float64] = self.sizes[:, None] - both
        either += self.sizes
        np.maximum(either, 1, out=either)
        both /= either
        return both

    def jaccard(self, a: Numbers, b: Numbers) -> NDArray[np.float64]:
        """|A n B| / |A u B| for each pair of rows; 0 where both are empty."""
        a, b = np.asarray(a, dtype=np.int64), np.asarray(b, dtype=np.int64)
        if len(self) <= _MOST_ROWS and len(a) * 4 >= len(self) ** 2 > 0:
            return np.asarray(self._matrix[a, b])
        both = self.common(a, b)
        either = self.sizes[a] + self.sizes[b] - both
        return np.asarray(both / np.maximum(either, 1), dtype=np.float64)
