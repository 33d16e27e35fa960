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


Share = float | int | Sequence[str]
"""What a part is to have: these documents, so many of the others (7), or a share of what is left then (0.7)."""


def partition(
    documents: Sequence[str],
    parts: Mapping[str, Share],
    *,
    folds: int = 0,
    in_order: bool = False,
    seed: int = 1,
    counts: Mapping[str, Mapping[str, float]] | None = None,
    tries: int = 1000,
) -> Partition:
    """Whole documents dealt to parts: shares ({"release": 0.7, "reserved": 0.15, "test": 0.15}), numbers ({"development": 7}) or lists of them; what the parts
    leave over goes to ``folds`` of equal size. At random, or ``in_order`` as they stand.

    With ``counts`` (document -> class -> how many) the most even of ``tries`` random partitions is taken: the one whose parts
    differ least from the whole in their mean counts, each class measured in its own standard deviations and the worst class deciding.

    Verspoor et al. 2012: ``partition(articles, {"development": the_seven}, folds=5, in_order=True)``.
    """
    _unique(documents)
    if not parts and not folds:
        raise BadInput("no parts to make", remedy="name parts with their shares, or folds")
    if folds == 1 or folds < 0:
        raise BadInput(f"{folds} folds", remedy="choose 2 or more")
    listed = {name: tuple(part) for name, part in parts.items() if not isinstance(part, (int, float))}
    place = {document: i for i, document in enumerate(documents)}
    taken: dict[str, str] = {}
    for name, chosen in listed.items():
        for document in chosen:
            if document not in place:
                raise BadInput(f"no document {document!r}", where=f"part {name}")
            if taken.setdefault(document, name) != name:
                raise BadInput(f"document {document} is in two parts", where=f"{taken[document]} and {name}")
    free = [d for d in documents if d not in taken]
    numbers = _sizes({name: part for name, part in parts.items() if isinstance(part, (int, float))}, len(free), folds)
    chance = np.random.default_rng(seed)
    table = _table(free, counts) if counts and not in_order else np.zeros((len(free), 0))
    ends = np.cumsum(list(numbers.values()))
    best: list[np.ndarray[tuple[int], np.dtype[np.int64]]] | None = None
    lowest = np.inf
    for _ in range(tries if table.size else 1):
        order = np.arange(len(free)) if in_order else chance.permutation(len(free))
        cut = np.split(order, ends)[:-1]
        uneven = _unevenness(table, cut)
        if best is None or uneven < lowest:
            best, lowest = cut, uneven
    assert best is not None
    dealt = {name: tuple(free[i] for i in np.sort(rows).tolist()) for name, rows in zip(numbers, best, strict=True)}
    order_of = [*parts, *(name for name in numbers if name not in parts)]
    return Partition({name: listed[name] if name in listed else dealt[name] for name in order_of}, None if in_order else seed)


def _sizes(parts: Mapping[str, float], free: int, folds: int) -> dict[str, int]:
    """How many documents each part gets; a whole number above 1, or 1 as an int, is a number of documents, anything else a share."""
    counted = {name: part for name, part in parts.items() if isinstance(part, int)}
    shares = {name: float(part) for name, part in parts.items() if name not in counted}
    for name, part in parts.items():
        if part < 0 or not np.isfinite(part) or (name in shares and part > 1):
            raise BadInput(f"a part of {part:g}", where=name, remedy="a share is between 0 and 1, a number of documents is whole")
    if sum(shares.values()) > 1 + 1e-9:
        raise BadInput(f"the shares add up to {sum(shares.values()):g}")
    rest = "\0"
    left = 1 - sum(shares.values())
    many = free - sum(counted.values())
    whole = whole_numbers({**shares, rest: left if left > 1e-9 else 0.0}, max(many, 0)) if shares else {}
    numbers = {name: counted[name] if name in counted else whole[name] for name in parts}
    over = free - sum(numbers.values())
    if over < 0:
        raise BadInput(f"the parts want {sum(numbers.values())} documents, there are {free}")
    if folds:
        if over < folds:
            raise BadInput(f"{over} documents are left for {folds} folds")
        for i in range(folds):
            numbers[f"fold-{i + 1}"] = over // folds + (i < over % folds)
    return numbers


def folds(documents: Sequence[str], count: int, *, seed: int | None = None) -> Partition:
    """Folds of equal size (the first ones one larger where it does not come out even), in the order given or, with a seed, shuffled.

    In order, 60 documents in 5 folds are the first twelve, the next twelve, and so on, as in Verspoor et al. 2012.
    """
    _unique(documents)
    if not 2 <= count <= len(documents):
        raise BadInput(f"{count} folds of {len(documents)} documents", remedy="choose between 2 and the number of documents")
    return partition(documents, {}, folds=count, in_order=seed is None, seed=seed or 0)


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
