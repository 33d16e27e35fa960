"""The axioms of an OWL file: those inside the fragment become ours, of the others it is counted
which constructs stood in the way, once an axiom.

Taken as what they amount to: equivalent and chained properties, disjoint unions, complements on the right (disjointness), unions on the left
wherever they stand (one axiom a member), and the parts of an intersection on the right one by one, so that one part outside
the fragment does not take the others with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any

from ...model.expression import And, Expression, Some, Term
from ..axioms import NOTHING, Axiom, Axioms, Disjoint, Domain, Equivalent, Or, Subclass, Subrole
from .names import Names

DEPTH = 60
"""How deep a class expression may nest (as in Manchester syntax): what is deeper is left out."""
MEMBERS = 256
"""Into how many expressions the unions inside one may be multiplied out."""

_SILENT = frozenset(
    (
        "OntologyID", "DocIRI", "OntologyAnnotation", "Import", "AnnotationAssertion", "SubAnnotationPropertyOf", "AnnotationPropertyDomain",
        "AnnotationPropertyRange", "DeclareClass", "DeclareObjectProperty", "DeclareAnnotationProperty", "DeclareDataProperty",
        "DeclareNamedIndividual", "DeclareDatatype",
    )
)  # fmt: skip


class Outside(Exception):
    """A construct that the fragment does not have. It is no error, only the way out."""


class Logic:
    """Collects axioms; ``take`` is given one component of py-horned-owl after the other."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._terms: dict[str, Term] = {}
        self._axioms: list[Axiom] = []
        self._left_out: Counter[str] = Counter()
        self._in_the_way: set[str] = set()
        self._takers: dict[str, Callable[[Any], None]] = {
            "SubClassOf": self._subclass,
            "EquivalentClasses": self._equivalent,
            "DisjointClasses": self._disjoint,
            "DisjointUnion": self._disjoint_union,
            "SubObjectPropertyOf": self._subrole,
            "EquivalentObjectProperties": self._same_roles,
            "TransitiveObjectProperty": self._transitive,
            "ObjectPropertyDomain": self._domain,
        }

    def take(self, kind: str, component: Any) -> None:
        """Turn a component into axioms, or count it."""
        taker = self._takers.get(kind)
        if taker is not None:
            try:
                taker(component)
            except Outside as out:
                self._in_the_way.add(str(out))
            if self._in_the_way:
                self._left_out.update(self._in_the_way)
                self._in_the_way.clear()
        elif kind not in _SILENT:
            self._left_out[kind] += 1

    def axioms(self) -> Axioms:
        """All that was taken, in an order that does not depend on the file's."""
        ordered = sorted(dict.fromkeys(self._axioms), key=_key)
        return Axioms(tuple(ordered), dict(sorted(self._left_out.items())))

    # The axioms, one by one.

    def _subclass(self, component: Any) -> None:
        left, right = component.sub, component.sup
        if type(left).__name__ == type(right).__name__ == "Class":
            self._axioms.append(Subclass(self._term(left), self._term(right)))
        else:
            self._below(self._left(left), right)

    def _below(self, left: Expression | Or, right: Any) -> None:
        """``left`` is all the parts of ``right``: each that can be said is said."""
        for part in _conjuncts(right):
            try:
                if type(part).__name__ == "ObjectComplementOf":
                    self._apart(left, part.first)
                else:
                    self._axioms.append(Subclass(left, self._right(part)))
            except Outside as out:
                self._in_the_way.add(str(out))

    def _apart(self, left: Expression | Or, right: Any) -> None:
        for one, other in product(_members(left), _members(self._left(right))):
            self._axioms.append(Disjoint((one, other)))

    def _equivalent(self, component: Any) -> None:
        parts = component.first
        whole: list[Expression | Or] = []
        for part in parts:
            try:
                # A union may stand as a part of its own, and nowhere inside another.
                whole.append(self._left(part) if type(part).__name__ == "ObjectUnionOf" else self._right(part))
            except Outside:
                self._in_halves(parts)
                return
        self._axioms.append(Equivalent(tuple(whole)))

    def _in_halves(self, parts: list[Any]) -> None:
        """What part by part is still true if not every part can be said: the fragment may have one direction and not the other."""
        lefts: list[tuple[Any, Expression | Or]] = []
        for part in parts:
            try:
                lefts.append((part, self._left(part)))
            except Outside as out:
                self._in_the_way.add(str(out))
        for part, left in lefts:
            for other in parts:
                if other is not part:
                    self._below(left, other)

    def _disjoint(self, component: Any) -> None:
        self._axioms.append(Disjoint(tuple(map(self._right, component.first))))

    def _disjoint_union(self, component: Any) -> None:
        parts = tuple(map(self._right, component.second))
        self._axioms += [Equivalent((self._term(component.first), Or(parts))), Disjoint(parts)]

    def _subrole(self, component: Any) -> None:
        sub = component.sub
        chain = tuple(map(self._role, sub)) if isinstance(sub, list) else (self._role(sub),)
        self._axioms.append(Subrole(chain, self._role(component.sup)))

    def _same_roles(self, component: Any) -> None:
        roles = tuple(map(self._role, component.first))
        self._axioms += [Subrole((a,), b) for a in roles for b in roles if a != b]

    def _transitive(self, component: Any) -> None:
        role = self._role(component.first)
        self._axioms.append(Subrole((role, role), role))

    def _domain(self, component: Any) -> None:
        self._axioms.append(Domain(self._role(component.ope), self._right(component.ce)))

    # Class expressions.

    def _term(self, named: Any) -> Term:
        iri = str(named.first)
        term = self._terms.get(iri)
        if term is None:
            term = self._terms[iri] = Term(self._names[iri])
        return term

    def _role(self, role: Any) -> str:
        if type(role).__name__ != "ObjectProperty":
            raise Outside(type(role).__name__)
        return self._names[str(role.first)]

    def _right(self, given: Any, deep: int = 0) -> Expression:
        """An expression without unions: what may stand on either side."""
        kind = type(given).__name__
        if deep > DEPTH:
            raise Outside(f"nested deeper than {DEPTH}")
        if kind == "Class":
            return self._term(given)
        if kind == "ObjectSomeValuesFrom":
            return Some(self._role(given.ope), self._right(given.bce, deep + 1))
        if kind == "ObjectIntersectionOf":
            return _and(self._right(part, deep + 1) for part in given.first)
        if kind == "ObjectUnionOf" and len(given.first) == 1:
            return self._right(given.first[0], deep + 1)
        raise Outside(kind)

    def _left(self, given: Any) -> Expression | Or:
        """What may stand on the left: unions anywhere inside are multiplied out into one on top."""
        members = list(dict.fromkeys(self._alternatives(given, 0)))
        if not members:
            return Term(NOTHING)
        return members[0] if len(members) == 1 else Or(tuple(members))

    def _alternatives(self, given: Any, deep: int) -> list[Expression]:
        kind = type(given).__name__
        if deep > DEPTH:
            raise Outside(f"nested deeper than {DEPTH}")
        if kind == "ObjectUnionOf":
            return [one for part in given.first for one in self._alternatives(part, deep + 1)]
        if kind == "ObjectSomeValuesFrom":
            role = self._role(given.ope)
            return [Some(role, one) for one in self._alternatives(given.bce, deep + 1)]
        if kind == "ObjectIntersectionOf":
            parts = [self._alternatives(part, deep + 1) for part in given.first]
            size = 1
            for part in parts:
                size *= len(part)
                if size > MEMBERS:
                    raise Outside(f"unions of more than {MEMBERS} members")
            return [_and(chosen) for chosen in product(*parts)]
        return [self._right(given, deep)]


def _and(parts: Iterable[Expression]) -> Expression:
    """The intersection, with intersections inside it taken apart; of one part, the part."""
    flat = dict.fromkeys(one for part in parts for one in (part.parts if isinstance(part, And) else (part,)))
    if not flat:
        raise Outside("empty ObjectIntersectionOf")
    return And(tuple(flat)) if len(flat) > 1 else next(iter(flat))


def _conjuncts(given: Any, deep: int = 0) -> Iterator[Any]:
    if type(given).__name__ == "ObjectIntersectionOf" and deep <= DEPTH:
        for part in given.first:
            yield from _conjuncts(part, deep + 1)
    else:
        yield given


def _members(given: Expression | Or) -> tuple[Expression, ...]:
    return given.parts if isinstance(given, Or) else (given,)


def _key(axiom: Axiom) -> tuple[str, ...]:
    match axiom:
        case Subclass(sub, sup):
            return "Subclass", _said(sub), str(sup)
        case Equivalent(parts):
            return "Equivalent", *map(_said, parts)
        case Disjoint(parts):
            return "Disjoint", *map(str, parts)
        case Subrole(chain, sup):
            return "Subrole", sup, *chain
        case Domain(role, of):
            return "Domain", role, str(of)


def _said(given: Expression | Or) -> str:
    return " or ".join(map(str, given.parts)) if isinstance(given, Or) else str(given)
