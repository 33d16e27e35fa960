"""Parts of a corpus that are kept apart: release and reserved, development and test, folds; always by whole documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..errors import BadInput
from .sampling import whole_numbers


@dataclass(frozen=True)
class Partition:
    """``parts[name]`` are the documents of a part, in the order given."""

    parts: Mapping[str, tuple[str, ...]]
    seed: int | None = None

    def part_of(self) -> dict[str, str]:
        return {document: name for name, documents in self.parts.items() for document in documents}


def partition(
    documents: Sequence[str],
    shares: Mapping[str, float],
    *,
    seed: int = 1,
    counts: Mapping[str, Mapping[str, float]] | None = None,
    tries: int = 1000,
) -> Partition:
    """Documents dealt to parts in the given shares (0.7, 0.15, 0.15) at random.

    With ``counts`` (document -> class -> how many) the most even of ``tries`` random partitions is taken: the one whose parts
    differ least from the whole in their mean counts, each class measured in its own standard deviations and the worst class deciding.
    """
    _unique(documents)
    if len(shares) < 1:
        raise BadInput("no parts to make")
    numbers = whole_numbers(shares, len(documents))
    chance = np.random.default_rng(seed)
    table = _table(documents, counts) if counts else np.zeros((len(documents), 0))
    best: np.ndarray[tuple[int], np.dtype[np.int64]] | None = None
    lowest = np.inf
    ends = np.cumsum(list(numbers.values()))
    for _ in range(tries if table.size else 1):
        order = chance.permutation(len(documents))
        uneven = _unevenness(table, np.split(order, ends[:-1]))
        if best is None or uneven < lowest:
            best, lowest = order, uneven
    assert best is not None
    cut = np.split(best, ends[:-1])
    return Partition({name: tuple(documents[i] for i in np.sort(rows).tolist()) for name, rows in zip(numbers, cut, strict=True)}, seed)


def folds(documents: Sequence[str], count: int, *, seed: int | None = None) -> Partition:
    """Folds of equal size (the first ones one larger where it does not come out even), in the order given or, with a seed, shuffled.

    In order, 60 documents in 5 folds are the first twelve, the next twelve, and so on, as in Verspoor et al. 2012.
    """
    _unique(documents)
    if not 2 <= count <= len(documents):
        raise BadInput(f"{count} folds of {len(documents)} documents", remedy="choose between 2 and the number of documents")
    order = np.arange(len(documents)) if seed is None else np.random.default_rng(seed).permutation(len(documents))
    cut = np.array_split(order, count)
    return Partition({f"fold-{i}": tuple(documents[j] for j in rows.tolist()) for i, rows in enumerate(cut, 1)}, seed)


def _unique(documents: Sequence[str]) -> None:
    if len(set(documents)) != len(documents):
        raise BadInput("a document is named twice")


def _table(documents: Sequence[str], counts: Mapping[str, Mapping[str, float]]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Documents x classes, in standard deviations; classes that never vary are left out."""
    classes = sorted({name for row in counts.values() for name in row})
    table = np.array([[counts.get(d, {}).get(c, 0.0) for c in classes] for d in documents], dtype=np.float64).reshape(len(documents), len(classes))
    spread = table.std(axis=0)
    return np.asarray((table - table.mean(axis=0))[:, spread > 0] / spread[spread > 0])


def _unevenness(table: np.ndarray[tuple[int, int], np.dtype[np.float64]], parts: Sequence[np.ndarray[tuple[int], np.dtype[np.int64]]]) -> float:
    if not table.size:
        return 0.0
    return max(float(np.abs(table[rows].mean(axis=0)).max()) * float(np.sqrt(len(rows))) for rows in parts if len(rows))
