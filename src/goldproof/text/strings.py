"""Very many strings as one text and where each begins: little memory, quick to keep in a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import overload

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Strings(Sequence[str]):
    """``strings[i]``; ``data`` is UTF-8 (lone surrogates pass)."""

    data: bytes
    at: NDArray[np.int64]

    @staticmethod
    def of(texts: Iterable[str]) -> Strings:
        """
        >>> s = Strings.of(["a", "", "bé"]); s[2], len(s), list(s[1:])
        ('bé', 3, ['', 'bé'])
        """
        return Strings.of_bytes([t.encode("utf-8", "surrogatepass") for t in texts])

    @staticmethod
    def of_bytes(parts: Sequence[bytes]) -> Strings:
        """Of strings that are in UTF-8 already."""
        at = np.zeros(len(parts) + 1, np.int64)
        np.cumsum(np.fromiter(map(len, parts), np.int64, len(parts)), out=at[1:])
        return Strings(b"".join(parts), at)

    def __len__(self) -> int:
        return len(self.at) - 1

    @overload
    def __getitem__(self, i: int) -> str: ...
    @overload
    def __getitem__(self, i: slice) -> Strings: ...
    def __getitem__(self, i: int | slice) -> str | Strings:
        if isinstance(i, slice):
            return self.take(np.arange(*i.indices(len(self))))
        if i < 0:
            i += len(self)
        if not 0 <= i < len(self):
            raise IndexError(i)
        return self.data[self.at[i] : self.at[i + 1]].decode("utf-8", "surrogatepass")

    def __iter__(self) -> Iterator[str]:
        data = self.data
        return (data[a:b].decode("utf-8", "surrogatepass") for a, b in pairwise(self.at.tolist()))

    def take(self, rows: NDArray[np.int64]) -> Strings:
        """Some of them, in the order that is asked for."""
        data = self.data
        return Strings.of_bytes([data[a:b] for a, b in zip(self.at[rows].tolist(), self.at[rows + 1].tolist(), strict=True)])

    def all(self) -> tuple[str, ...]:
        """Every one of them, at once."""
        return tuple(self)
