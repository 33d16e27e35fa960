"""A table from 64-bit hashes to numbers, looked up a whole array at a time: open addressing with linear probing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Hashes = NDArray[np.uint64]
Numbers = NDArray[np.int32]


@dataclass(frozen=True)
class Table:
    """``keys`` is 0 where a place is free. ``seen`` is a small filter that most absent hashes do not pass."""

    keys: Hashes
    values: Numbers
    seen: NDArray[np.bool_]

    @staticmethod
    def of(hashes: Hashes, values: Numbers) -> Table:
        """A table of distinct hashes; of equal ones the first counts.

        >>> Table.of(np.array([5, 9], np.uint64), np.array([1, 2], np.int32)).get(np.array([9, 7, 5], np.uint64)).tolist()
        [2, -1, 1]
        """
        hashes, first = np.unique(hashes, return_index=True)
        values = np.asarray(values, np.int32)[first]
        bits = max(8, int(np.ceil(np.log2(max(len(hashes), 1) * 2.5))))
        keys = np.zeros(1 << bits, np.uint64)
        stored = np.zeros(1 << bits, np.int32)
        waiting = np.arange(len(hashes))
        place = (hashes >> np.uint64(64 - bits)).astype(np.int64)
        while len(waiting):
            free = keys[place] == 0
            # Of those that want one free place the first takes it.
            wanted, winner = np.unique(place[free], return_index=True)
            taken = waiting[free][winner]
            keys[wanted], stored[wanted] = hashes[taken], values[taken]
            left = keys[place] != hashes[waiting]
            waiting, place = waiting[left], (place[left] + 1) & ((1 << bits) - 1)
        return Table.stored(keys, stored)

    @staticmethod
    def stored(keys: Hashes, values: Numbers) -> Table:
        """A table of the two arrays of another."""
        bits = min(len(keys).bit_length() - 1 + 2, 26)
        seen = np.zeros(1 << bits, bool)
        seen[(keys[keys != 0] >> np.uint64(64 - bits)).astype(np.int64)] = True
        return Table(keys, values, seen)

    def __len__(self) -> int:
        return int(np.count_nonzero(self.keys))

    def get(self, hashes: Hashes, *, rare: bool = True) -> Numbers:
        """The number of each hash, -1 where it is not in the table. ``rare``: most are not, so it pays to look into the filter first."""
        if not rare:
            return self._all(hashes)
        out = np.full(len(hashes), -1, np.int32)
        shift = np.uint64(64 - (len(self.seen).bit_length() - 1))
        maybe = np.flatnonzero(self.seen[(hashes >> shift).astype(np.int64)])
        place = (hashes[maybe] >> np.uint64(64 - (len(self.keys).bit_length() - 1))).astype(np.int64)
        last = len(self.keys) - 1
        while len(maybe):
            there = self.keys[place]
            hit = there == hashes[maybe]
            out[maybe[hit]] = self.values[place[hit]]
            go = ~hit & (there != 0)
            maybe, place = maybe[go], (place[go] + 1) & last
        return out

    def _all(self, hashes: Hashes) -> Numbers:
        place = (hashes >> np.uint64(64 - (len(self.keys).bit_length() - 1))).astype(np.int64)
        there = self.keys[place]
        hit = there == hashes
        out = np.where(hit, self.values[place], np.int32(-1))
        again = np.flatnonzero(~hit & (there != 0))
        place = place[again]
        last = len(self.keys) - 1
        while len(again):
            place = (place + 1) & last
            there = self.keys[place]
            hit = there == hashes[again]
            out[again[hit]] = self.values[place[hit]]
            go = ~hit & (there != 0)
            again, place = again[go], place[go]
        return out
