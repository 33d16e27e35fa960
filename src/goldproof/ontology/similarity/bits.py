"""Sets as rows of bits: an intersection is an ``and`` and a count, for millions of pairs in one go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

_BLOCK = 1 << 21
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
        for row, h in enumerate(held):
            shared = column[h[times[h] > 1]]
            np.bitwise_or.at(self._bits[row], shared >> 6, np.uint64(1) << (shared & 63).astype(np.uint64))
        self.sizes = np.array([*map(len, held), 0], dtype=np.int64)

    def __len__(self) -> int:
        return len(self._bits) - 1

    def common(self, a: Numbers, b: Numbers) -> Numbers:
        """For each pair of rows, how many numbers both sets hold."""
        a, b = np.asarray(a), np.asarray(b)
        out = np.empty(len(a), dtype=np.int64)
        step = max(1, _BLOCK // self._bits.shape[1])
        for start in range(0, len(a), step):
            rows = self._bits[a[start : start + step]]
            rows &= self._bits[b[start : start + step]]
            out[start : start + step] = counted(rows)
        # A set with itself: its own numbers were left out of the columns.
        same = a == b
        out[same] = self.sizes[a[same]]
        return out

    def jaccard(self, a: Numbers, b: Numbers) -> NDArray[np.float64]:
        """|A n B| / |A u B| for each pair of rows; 0 where both are empty."""
        both = self.common(a, b)
        either = self.sizes[a] + self.sizes[b] - both
        return np.asarray(both / np.maximum(either, 1), dtype=np.float64)
