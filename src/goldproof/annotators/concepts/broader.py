"""Broader concepts beside each that was found: semantic expansion over the hierarchy."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .index import Index


def broader(index: Index, concept: NDArray[np.int32], levels: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """For mentions of concepts: the number of a mention and a concept up to so many levels above its own, for every such pair."""
    total = len(index.concepts)
    which: list[int] = []
    what: list[int] = []
    known: dict[int, list[int]] = {}
    parents: dict[int, list[int]] = {}

    def above(c: int) -> list[int]:
        low, high = np.searchsorted(index.above, [c * total, (c + 1) * total])
        return [int(x) - c * total for x in index.above[low:high].tolist()]

    def over(c: int) -> list[int]:
        if c not in parents:
            every = above(c)
            indirect = {x for a in every for x in above(a)}
            parents[c] = [a for a in every if a not in indirect]
        return parents[c]

    for i, c in enumerate(concept.tolist()):
        if c not in known:
            found: dict[int, None] = {}
            edge = [c]
            for _ in range(levels):
                edge = list(dict.fromkeys(p for e in edge for p in over(e) if p not in found and p != c))
                found.update(dict.fromkeys(edge))
            known[c] = list(found)
        which += [i] * len(known[c])
        what += known[c]
    return np.array(which, np.int64), np.array(what, np.int32)
