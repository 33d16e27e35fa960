"""What stands above an expression: the one question that every similarity asks, and who may answer it.

A reasoner answers it (:class:`Reasoned`), the is_a hierarchy alone does (:class:`Told`), and so do lists that another reasoner left
behind (:class:`Listed`). Names of superclasses are text: ids of classes, and ``(OP some (U))`` for restrictions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Protocol

from ...model.expression import And, Expression, Some, Term, canonical
from ..ontology import Ontology

NONE: frozenset[str] = frozenset()


class Subsumers(Protocol):
    """Whoever knows what stands above an expression."""

    def superclasses(self, expression: Expression, /) -> Collection[str]:
        """The names of everything that subsumes the expression. Whether its own name is among them does not matter."""

    def name(self, expression: Expression, /) -> str:
        """The name under which the expression itself stands among superclasses; expressions that say the same have the same."""


class Ancestors(Protocol):
    """As much of an ontology as is_a alone needs."""

    def __contains__(self, id: object, /) -> bool: ...
    def ancestors(self, id: str, /) -> frozenset[str]: ...


class Told:
    """Superclasses by is_a alone, without a reasoner: good for named terms, and for expressions taken apart as they are written.

    Above ``A and (r some B)`` stand A and all above it, ``r some B``, and ``r some X`` for every X above B. An unknown term
    has nothing above it.
    """

    def __init__(self, ontology: Ancestors) -> None:
        self._ontology = ontology

    def superclasses(self, expression: Expression) -> frozenset[str]:
        match expression:
            case Term(id):
                return self._ontology.ancestors(id) if id in self._ontology else NONE
            case Some(relation, filler):
                return frozenset(f"({relation} some ({above}))" for above in (*self.superclasses(filler), self.name(filler)))
            case And(parts):
                return frozenset(above for part in parts for above in (*self.superclasses(part), self.name(part)))

    def name(self, expression: Expression) -> str:
        if isinstance(expression, Term) and isinstance(self._ontology, Ontology):
            entry = self._ontology.get(expression.id)
            return entry.id if entry is not None else expression.id
        return canonical(expression)


class Listed:
    """Superclasses from lists made elsewhere: name of an expression -> names above it. What is not listed has nothing above it.

    ``name`` makes the name of an expression as the lists write it; by default the expression in its canonical form.
    """

    def __init__(self, lists: Mapping[str, Collection[str]], name: Callable[[Expression], str] = canonical) -> None:
        self.lists = lists
        self._name = name

    def superclasses(self, expression: Expression) -> Collection[str]:
        return self.lists.get(self._name(expression), NONE)

    def name(self, expression: Expression) -> str:
        return self._name(expression)


def relations_in(expressions: Iterable[Expression]) -> tuple[str, ...]:
    """The relations used in the compositions, each once: the paper's "every object property used in post-compositions"."""
    from ...model.expression import relations

    return tuple(sorted({relation for expression in expressions for relation in relations(expression)}))
