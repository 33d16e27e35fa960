"""Ontologies -> who knows what stands above an expression."""

from __future__ import annotations

from collections.abc import Container, Iterable

from ...model.expression import Expression, canonical
from ..ontology import Ontology
from ..reasoning import Reasoner
from .subsumers import Subsumers

THING = "owl:Thing"


class Reasoned:
    """Superclasses by a reasoner: named classes, and ``OP some U`` for the relations OP that are asked for (and U among the ``fillers``, if given).

    owl:Thing stands above everything and says nothing: it is left out.
    """

    def __init__(self, reasoner: Reasoner, relations: Iterable[str] = (), fillers: Container[str] | None = None) -> None:
        self.reasoner = reasoner
        self.relations = frozenset(relations)
        self.fillers = fillers

    def superclasses(self, expression: Expression) -> frozenset[str]:
        found = {name for name in self.reasoner.superclasses(expression) if name != THING}
        for relation, filler in self.reasoner.some_subsumers(expression) if self.relations else ():
            if relation in self.relations and filler != THING and (self.fillers is None or filler in self.fillers):
                found.add(f"({relation} some ({filler}))")
        return frozenset(found)

    def name(self, expression: Expression) -> str:
        return canonical(expression)


def reasoned(ontologies: Ontology | Iterable[Ontology], relations: Iterable[str] = ()) -> Subsumers:
    """Whoever knows the superclasses under ontologies, with ``OP some U`` for the relations."""
    return Reasoned(Reasoner(*([ontologies] if isinstance(ontologies, Ontology) else ontologies)), relations)
