"""Very many strings as one text and where each begins: little memory, quick to keep in a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Strings:
    """``strings[i]``; ``data`` is UTF-8 (lone surrogates pass)."""

    data: bytes
    at: NDArray[np.int64]

    @staticmethod
    def of(texts: Sequence[str]) -> Strings:
        """
        >>> s = Strings.of(["a", "", "bé"]); s[2], len(s)
        ('bé', 3)
        """
        parts = [t.encode("utf-8", "surrogatepass") for t in texts]
        at = np.zeros(len(parts) + 1, np.int64)
        np.cumsum(np.fromiter(map(len, parts), np.int64, len(parts)), out=at[1:])
        return Strings(b"".join(parts), at)

    def __len__(self) -> int:
        return len(self.at) - 1

    def __getitem__(self, i: int) -> str:
        return self.data[self.at[i] : self.at[i + 1]].decode("utf-8", "surrogatepass")

    def all(self) -> tuple[str, ...]:
        """Every one of them, at once."""
        cuts = self.at.tolist()
        return tuple(self.data[a:b].decode("utf-8", "surrogatepass") for a, b in pairwise(cuts))
