"""Information content of terms: how much it says that something is this term.

From a corpus (Resnik 1995): -log of the share of annotations that fall under the term. From structure alone (intrinsic): by how many
terms stand below it (Seco et al. 2004, ECAI, eq. 3), and how deep it stands (Zhou et al. 2008, FSKD, eq. 4), or by its leaves and
subsumers (Sánchez et al. 2011, Knowledge-Based Systems 24(2), eq. 11).

A term under which nothing of the corpus falls has no information content there (None): it is not infinite, it is unknown.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...errors import BadInput
from ...model.expression import Term
from .subsumers import Subsumers

if TYPE_CHECKING:
    from ..ontology import Ontology


@dataclass(frozen=True)
class Information:
    """``of`` has the content of each term that has one; ``most`` is the largest that there can be, by which it is normalised."""

    name: str
    of: Mapping[str, float]
    most: float

    def get(self, term: str) -> float | None:
        return self.of.get(term)


def from_annotations(subsumers: Subsumers, annotations: Iterable[str]) -> Information:
    """I(t) = -log(n(t) / N): of N annotations, n(t) are to t or to a term below it (Resnik 1995, IJCAI; natural logarithm).

    ``annotations`` are ids, one for each annotation. The largest is -log(1/N).
    """
    direct = Counter(subsumers.name(Term(id)) for id in annotations)
    total = sum(direct.values())
    if not total:
        raise BadInput("no annotations", where="information content", remedy="give a corpus, or take it from structure: seco, zhou, sanchez")
    below: Counter[str] = Counter()
    for id, times in direct.items():
        for above in {id, *subsumers.superclasses(Term(id))}:
            below[above] += times
    return Information("corpus", {id: math.log(total / n) for id, n in below.items()}, math.log(total))


def seco(ontology: Ontology) -> Information:
    """I(t) = 1 - log(d(t) + 1) / log(N): d terms stand below t, of N in all (Seco et al. 2004, eq. 3). It is 1 at leaves, 0 at a root of all."""
    below, _, _ = _counts(ontology)
    return Information("seco", _seco(below), 1.0)


def zhou(ontology: Ontology, share: float = 0.5) -> Information:
    """I(t) = k seco(t) + (1 - k) log(depth(t)) / log(deepest), roots at depth 1 (Zhou et al. 2008, eq. 4); depth is the longest way down."""
    if not 0 <= share <= 1:
        raise BadInput(f"a share of {share:g} is not between 0 and 1", where="information content")
    below, depth, _ = _counts(ontology)
    intrinsic, deepest = _seco(below), max(depth.values(), default=1)
    scale = math.log(deepest) if deepest > 1 else 1.0
    return Information("zhou", {t: share * i + (1 - share) * math.log(depth[t]) / scale for t, i in intrinsic.items()}, 1.0)


def sanchez(ontology: Ontology) -> Information:
    """I(t) = -log((leaves(t) / subsumers(t) + 1) / (leaves + 1)), t among its own subsumers (Sánchez et al. 2011, eq. 11). A leaf is its own leaf: 0 below it."""
    _, _, above = _counts(ontology)
    inner = {p for e in ontology.current for p in e.parents}
    leaves = [t for t in above if t not in inner]
    under: Counter[str] = Counter()
    for leaf in leaves:
        for t in above[leaf]:
            under[t] += 1
    most = math.log(len(leaves) + 1)
    return Information("sanchez", {t: most - math.log(under[t] / (len(above[t]) + 1) + 1) for t in above}, most)


STRUCTURAL = {"seco": seco, "zhou": zhou, "sanchez": sanchez}


def _seco(below: Mapping[str, int]) -> dict[str, float]:
    scale = math.log(len(below)) if len(below) > 1 else 1.0
    return {t: 1 - math.log(d + 1) / scale for t, d in below.items()}


def _counts(ontology: Ontology) -> tuple[dict[str, int], dict[str, int], dict[str, frozenset[str]]]:
    """For each current term: how many stand below it, its depth (a root has 1), all above it."""
    above = {e.id: ontology.ancestors(e.id) for e in ontology.current}
    below = dict.fromkeys(above, 0)
    for ancestors in above.values():
        for a in ancestors:
            if a in below:
                below[a] += 1
    depth: dict[str, int] = {}
    # A term stands below fewer terms than what is below it: by the number of ancestors, every parent comes first (but in a cycle).
    for id in sorted(above, key=lambda t: len(above[t])):
        depth[id] = 1 + max((depth.get(p, 0) for p in ontology.parents(id)), default=0)
    return below, depth, above
