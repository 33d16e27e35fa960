"""How alike two terms are, and two sets of terms.

On terms: **Jaccard** of the superclasses (Mistry & Pavlidis 2008), and by information content I of the common superclass that has most
of it, m: **Resnik** I(m) (1995), **Lin** 2 I(m) / (I(a) + I(b)) (1998), **Jiang-Conrath** 1 / (1 + I(a) + I(b) - 2 I(m)) (1997, the distance
turned as is usual), the normalised Resnik **In** I(m) / Imax, and **SimGIC** of two terms: sum of I over the common superclasses / over all of
them (Pesquita et al. 2008). A term stands among its own superclasses.

On sets: **SimGIC** and **SimUI** (its unweighted form) over all superclasses of the members; or pairs of members put together:
**best-match average** (each member's best, averaged over both sets' members, sides weighing the same), **average** and **maximum**.

What is undefined (a term that nobody annotated, a set without members) is None with a reason in :meth:`Terms.why`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...errors import BadInput, NotFound
from ...model.expression import Term
from .bits import BitRows
from .information import Information
from .subsumers import Subsumers

Floats = NDArray[np.float64]

PAIRWISE = ("jaccard", "resnik", "lin", "jiang-conrath", "in", "simgic")
TOGETHER = ("best-match-average", "average", "maximum")
OF_SETS = ("simgic", "simui")


class Terms:
    """Similarities of named terms under one ontology and one information content (None: only those that need none).

    >>> from goldproof.ontology import Ontology; from goldproof.ontology.entry import Entry
    >>> zoo = Ontology.of([Entry("X:1"), Entry("X:2", parents=("X:1",)), Entry("X:3", parents=("X:1",))])
    >>> from goldproof.ontology.similarity import Told; Terms(Told(zoo)).similarity("X:2", "X:3", "jaccard")
    0.3333333333333333
    """

    def __init__(self, subsumers: Subsumers, information: Information | None = None) -> None:
        self.subsumers = subsumers
        self.information = information
        self._closures: dict[str, frozenset[str]] = {}

    def closure(self, term: str) -> frozenset[str]:
        """The term and all above it."""
        if term not in self._closures:
            expression = Term(term)
            self._closures[term] = frozenset((*self.subsumers.superclasses(expression), self.subsumers.name(expression)))
        return self._closures[term]

    def similarity(self, a: str, b: str, by: str = "jaccard") -> float | None:
        """Of two terms, by one of ``PAIRWISE``; None where it is undefined."""
        one, two = self.closure(a), self.closure(b)
        common = one & two
        if by == "jaccard":
            return len(common) / len(one | two)
        of = self._information(by).of
        if by == "simgic":
            return _ratio(sum(of.get(t, 0.0) for t in common), sum(of.get(t, 0.0) for t in one | two))
        best = max((of[t] for t in common if t in of), default=None)
        if by in ("resnik", "in"):
            most = self._information(by).most
            # Nothing common says nothing in common: the content of a root of everything.
            return 0.0 if best is None and self._known(a, b) else None if best is None else best if by == "resnik" else _ratio(best, most)
        of_a, of_b = (of.get(self.subsumers.name(Term(x))) for x in (a, b))
        if of_a is None or of_b is None:
            return None
        shared = best or 0.0
        if by == "lin":
            return _ratio(2 * shared, of_a + of_b) if of_a + of_b else float(one == two)
        return 1 / (1 + (of_a - shared) + (of_b - shared))

    def best_common(self, a: str, b: str) -> str | None:
        """The common superclass with the highest information content (the first by name of several)."""
        of = self._information("the best common superclass").of
        return min((t for t in self.closure(a) & self.closure(b) if t in of), key=lambda t: (-of[t], t), default=None)

    def of_sets(self, a: Collection[str], b: Collection[str], by: str = "best-match-average", of: str = "lin") -> float | None:
        """Of two sets of terms: ``simgic``, ``simui``, or one of ``TOGETHER`` over the pairs' similarity ``of``."""
        if not a or not b:
            return None
        if by in OF_SETS:
            one, two = (frozenset().union(*map(self.closure, s)) for s in (a, b))
            if by == "simui":
                return len(one & two) / len(one | two)
            content = self._information(by).of
            return _ratio(sum(content.get(t, 0.0) for t in one & two), sum(content.get(t, 0.0) for t in one | two))
        pairs = [[self.similarity(x, y, of) for y in b] for x in a]
        if any(value is None for row in pairs for value in row):
            return None
        table = np.array(pairs, dtype=np.float64)
        return put_together(table, by)

    def jaccard(self, a: Sequence[str], b: Sequence[str]) -> Floats:
        """Of many pairs at once, as columns."""
        if len(a) != len(b):
            raise BadInput(f"{len(a)} terms paired with {len(b)}")
        number = {term: i for i, term in enumerate(dict.fromkeys((*a, *b)))}
        rows = [np.fromiter(map(number.__getitem__, side), dtype=np.int64, count=len(side)) for side in (a, b)]
        return self.table(list(number)).jaccard(*rows)

    def matrix(self, a: Sequence[str], b: Sequence[str]) -> Floats:
        """Jaccard of each of ``a`` (rows) with each of ``b`` (columns)."""
        number = {term: i for i, term in enumerate(dict.fromkeys((*a, *b)))}
        one, two = (np.array([number[term] for term in side], dtype=np.int64) for side in (a, b))
        return self.table(list(number)).jaccard(np.repeat(one, len(two)), np.tile(two, len(one))).reshape(len(one), len(two))

    def table(self, terms: Sequence[str]) -> BitRows:
        """The closures of terms as rows of bits, for who asks about the same terms again."""
        return BitRows([{self._numbers.setdefault(t, len(self._numbers)) for t in self.closure(term)} for term in terms])

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {}

    def why(self, *terms: str) -> str:
        """Why a similarity of these terms is undefined."""
        if not terms:
            return "a set without members"
        of = self.information.of if self.information is not None else {}
        missing = [t for t in terms if self.subsumers.name(Term(t)) not in of]
        return f"no annotation falls under {', '.join(missing)}" if missing else "nothing to divide by: the information content of all terms is 0"

    def _known(self, *terms: str) -> bool:
        of = self._information("resnik").of
        return all(self.subsumers.name(Term(t)) in of for t in terms)

    def _information(self, by: str) -> Information:
        if by not in (*PAIRWISE, *OF_SETS, "the best common superclass"):
            raise NotFound(f"no similarity of terms is called {by!r}", remedy="there are: " + ", ".join(dict.fromkeys((*PAIRWISE, *OF_SETS))))
        if self.information is None:
            raise BadInput(f"{by} needs information content", remedy="give a corpus of annotations, or one of: seco, zhou, sanchez")
        return self.information


def put_together(table: Floats, by: str) -> float:
    """One value from the similarities of all pairs of two sets' members (rows, columns)."""
    how: dict[str, Callable[[Floats], float]] = {
        "best-match-average": lambda t: float(t.max(axis=1).mean() + t.max(axis=0).mean()) / 2,
        "average": lambda t: float(t.mean()),
        "maximum": lambda t: float(t.max()),
    }
    if by not in how:
        raise NotFound(f"no similarity of sets is called {by!r}", remedy="there are: " + ", ".join((*TOGETHER, *OF_SETS)))
    return how[by](table)


def _ratio(above: float, below: float) -> float | None:
    return above / below if below > 0 else None
