"""Which of the names that overlap in a text are kept."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Long = NDArray[np.int64]


def nested_pairs(first: Long, last: Long) -> tuple[Long, Long]:
    """Pairs (inner, outer) of sorted candidates where one lies within a longer one. Sorted: by ``first``, then the longest first."""
    inner: list[Long] = []
    outer: list[Long] = []
    n = len(first)
    step = 1
    at = np.arange(n)
    while True:
        at = at[at + step < n]
        at = at[first[at + step] < last[at]]
        if not len(at):
            break
        hit = at[(last[at + step] <= last[at])]
        outer.append(hit)
        inner.append(hit + step)
        step += 1
    none = np.zeros(0, np.int64)
    return np.concatenate([none, *inner]), np.concatenate([none, *outer])
