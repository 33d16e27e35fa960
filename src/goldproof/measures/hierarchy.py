"""What a measure needs to know of an ontology: is-a and what became of an id. ``gp.Ontology`` is one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput, NotFound
from ..model import Layer
from ..ontology.status import Standing, Status


class Hierarchy(Protocol):
    """Terms by id; ``ancestors`` are all that stand above by is-a, without the term itself."""

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> str: ...
    def __contains__(self, id: object, /) -> bool: ...
    def ancestors(self, id: str, /) -> frozenset[str]: ...
    def parents(self, id: str, /) -> tuple[str, ...]: ...
    def children(self, id: str, /) -> tuple[str, ...]: ...
    def status(self, id: str, /) -> Status: ...
    def label(self, id: str, /) -> str: ...


def version_of(ontology: Hierarchy) -> str:
    """The ontology in a signature: its version as it states it, or its name."""
    return ontology.version or ontology.name or "unnamed"


@dataclass(frozen=True)
class Followed:
    """A layer with the ids of today. ``changed`` says which became which; ``unknown`` and ``obsolete`` are ids that stayed as they were."""

    layer: Layer
    changed: Mapping[str, str]
    unknown: tuple[str, ...]
    obsolete: tuple[str, ...]


def follow(layer: Layer, ontology: Hierarchy) -> Followed:
    """The mentions of a layer with alternative and obsolete ids replaced by what stands for them (alt_id, replaced_by).

    An id with no or several replacements stays as it is, so that nothing is decided here that a person has to decide.
    """
    columns = layer.mentions
    used = np.flatnonzero(np.bincount(columns.concepts, minlength=len(columns.names))).tolist()
    changed: dict[str, str] = {}
    unknown, obsolete = list[str](), list[str]()
    for id in (columns.names[n] for n in used):
        status = ontology.status(id)
        if status.id and status.id != id:
            changed[id] = status.id
        elif status.standing is Standing.UNKNOWN:
            unknown.append(id)
        elif status.standing is not Standing.CURRENT:
            obsolete.append(id)
    if not changed:
        return Followed(layer, changed, tuple(unknown), tuple(obsolete))
    numbers = {name: n for n, name in enumerate(columns.names)}
    turn = np.arange(len(columns.names), dtype=np.int32)
    for old, new in changed.items():
        turn[numbers[old]] = numbers.setdefault(new, len(numbers))
    fresh = replace(columns, concepts=turn[columns.concepts], names=tuple(numbers))
    return Followed(replace(layer, columns=fresh), changed, tuple(unknown), tuple(obsolete))


def categories(ontology: Hierarchy, ids: Iterable[str], root: str = "") -> dict[str, tuple[str, ...]]:
    """For each id the branches it stands in: terms directly below ``root`` (below the tops of the ontology if none is given).

    A term can stand in several branches. What is in none has ``()``: the root itself, or an id that the ontology does not know.
    """
    if root and root not in ontology:
        raise NotFound(f"no term {root!r}", where=ontology.name, remedy="name a term of the ontology as the root of the categories")
    tops = frozenset(ontology.children(root)) if root else None

    @cache
    def is_branch(id: str) -> bool:
        return id in tops if tops is not None else bool(ontology.parents(id)) and any(not ontology.parents(p) for p in ontology.parents(id) if p in ontology)

    def branches(id: str) -> tuple[str, ...]:
        current = ontology.status(id).id or id
        if current not in ontology:
            return ()
        return tuple(sorted(t for t in ({current} | ontology.ancestors(current)) if t in ontology and is_branch(t)))

    return {id: branches(id) for id in ids}


SIMILARITIES = ("jaccard", "wang")
WANG = 0.65
"""The weight of an is-a edge that the CRAFT shared task 2019 and Bossy et al. 2013 used (0.8 in Wang et al. 2007 themselves, for GO)."""


class Similarity:
    """How like two concepts are, from 0 to 1, by what stands above them; an id that the ontology does not know is like itself only.

    ``jaccard``: ancestors in common over ancestors of either, each term among its own. ``wang`` (Wang et al. 2007): every term t above A
    contributes S_A(t), w to the power of its distance along the best path; the sum over common ones of S_A + S_B over the sum of all.
    """

    def __init__(self, ontology: Hierarchy, how: str, weight: float = WANG) -> None:
        if how not in SIMILARITIES:
            raise BadInput(f"no similarity is called {how!r}", remedy=f"there are: {', '.join(SIMILARITIES)}")
        self.ontology, self.how, self.weight = ontology, how, weight
        self._above: dict[str, dict[str, float]] = {}

    def of(self, a: str, b: str) -> float:
        if a == b:
            return 1.0
        one, two = self._contributions(a), self._contributions(b)
        common = one.keys() & two.keys()
        if self.how == "jaccard":
            return len(common) / len(one.keys() | two.keys())
        return sum(one[t] + two[t] for t in common) / (sum(one.values()) + sum(two.values()))

    def pairs(self, left: NDArray[np.int64], right: NDArray[np.int64], names: tuple[tuple[str, ...], tuple[str, ...]]) -> NDArray[np.float64]:
        """The similarity of each pair of numbers of names; each distinct pair is looked at once. -1 (no concept) is like -1 only."""
        distinct, number = np.unique(np.stack([left, right], axis=1), axis=0, return_inverse=True)
        found = [float(a == b) if a < 0 or b < 0 else self.of(names[0][a], names[1][b]) for a, b in distinct.tolist()]
        return np.array(found, dtype=np.float64)[number.reshape(-1)]

    def _contributions(self, id: str) -> dict[str, float]:
        """Every term above, the term itself with 1, each with the largest product of weights along a path."""
        known = self._above.get(id)
        if known is None:
            start = (self.ontology.status(id).id or id) if id in self.ontology else id
            known = {start: 1.0}
            waiting = [start]
            while waiting:
                term = waiting.pop(0)
                for parent in self.ontology.parents(term) if term in self.ontology else ():
                    worth = known[term] * self.weight
                    if worth > known.get(parent, 0.0):
                        known[parent] = worth
                        waiting.append(parent)
            self._above[id] = known
        return known


def fingerprint(text: bytes) -> str:
    """Eight characters that tell files apart, for signatures."""
    return hashlib.sha256(text).hexdigest()[:8]
