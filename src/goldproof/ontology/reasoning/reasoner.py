"""The reasoner: what follows from ontologies about any class expression.

    reasoner = Reasoner(uberon, pato, bspo)
    reasoner.superclasses("UBERON:0002102 and (BFO:0000050 some UBERON:0000033)")

**For many expressions** ask by number. ``row(expression)`` is the frozen set of the numbers of all named classes above the expression (itself
and owl:Thing among them) and ``some_row(expression)`` that of the numbers of all ``OP some U`` above it. The numbers of classes and of
``OP some U`` are two sequences of small integers that begin at 0 and only ever grow; ``reasoner.name(number)`` and ``reasoner.some_name(number)``
give back the id and the pair. Rows are worked out once and kept until something is added.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from ...formats import manchester
from ...model.expression import And, Expression, Some, Term
from ..axioms import Axiom, Axioms, Disjoint, Domain, Equivalent, Subclass, Subrole
from ..entry import Contents
from .rules import BOTTOM, Rules
from .saturation import Saturation


class HasContents(Protocol):
    """An ontology."""

    @property
    def contents(self) -> Contents: ...


Source = HasContents | Contents | Axioms | Iterable[Axiom]


class Reasoner:
    """EL reasoning over one ontology or several, only as far as asked, and nothing twice.

    >>> from goldproof.ontology.axioms import Subclass
    >>> limb, arm, hand = Term("X:limb"), Term("X:arm"), Term("X:hand")
    >>> reasoner = Reasoner([Subclass(arm, limb), Subclass(hand, Some("part_of", arm))])
    >>> sorted(reasoner.superclasses("X:arm"))
    ['X:arm', 'X:limb', 'owl:Thing']
    >>> reasoner.is_subsumed("X:hand", "part_of some X:limb")
    True

    Expressions are given as such or as text in Manchester syntax. A class that no axiom speaks of is only itself.
    """

    def __init__(self, *sources: Source) -> None:
        self._rules = Rules()
        self._saturation = Saturation(self._rules)
        self._left_out: dict[str, int] = {}
        self._pairs: list[tuple[str, str]] = []
        self._pair_numbers: dict[tuple[int, int], int] = {}
        self._rows: dict[int, frozenset[int]] = {}
        self._some_rows: dict[int, frozenset[int]] = {}
        self.add(*sources)

    def add(self, *sources: Source | Axiom) -> None:
        """Take in more axioms, or a whole ontology. What is known stays: only what follows anew is worked out, when it is asked for."""
        for source in sources:
            if isinstance(source, Subclass | Equivalent | Disjoint | Subrole | Domain):
                self._rules.add(source)
            else:
                self._take(source)
        self._rows.clear()
        self._some_rows.clear()

    def _take(self, source: Source) -> None:
        contents = source if isinstance(source, Contents) else getattr(source, "contents", None)
        if contents is not None:
            for entry in contents.entries:
                if entry.sort == "Term" and not entry.obsolete:
                    self._rules.number(entry.id)
                elif entry.sort == "Typedef":
                    self._rules.roles.number(entry.id)
            source = contents.axioms
        if isinstance(source, Axioms):
            for kind, count in source.left_out.items():
                self._left_out[kind] = self._left_out.get(kind, 0) + count
            source = source.axioms
        for axiom in source:  # type: ignore[union-attr]
            self._rules.add(axiom)

    @property
    def left_out(self) -> Mapping[str, int]:
        """Axioms that are outside the fragment, or half outside, counted by what stands in the way."""
        both = dict(self._left_out)
        for kind, count in self._rules.left_out.items():
            both[kind] = both.get(kind, 0) + count
        return dict(sorted(both.items()))

    # By name.

    def superclasses(self, expression: Expression | str) -> frozenset[str]:
        """The ids of all named classes above the expression, a class itself and owl:Thing among them.

        Of something that cannot be, every class that is known.
        """
        return frozenset(map(self.name, self.row(expression)))

    def some_subsumers(self, expression: Expression | str) -> frozenset[tuple[str, str]]:
        """All ``OP some U`` above the expression, as pairs of relation and named class. Of something that cannot be, only what is stated."""
        return frozenset(map(self.some_name, self.some_row(expression)))

    def is_subsumed(self, expression: Expression | str, by: Expression | str) -> bool:
        """Whether everything that is ``expression`` is ``by``."""
        number, by = self._number(expression), _parsed(by)
        supers = self._saturation.context(number)
        return BOTTOM in supers or self._holds(number, by)

    def is_satisfiable(self, expression: Expression | str) -> bool:
        """Whether there can be such a thing at all."""
        return BOTTOM not in self._saturation.context(self._number(expression))

    def equivalents(self, expression: Expression | str) -> frozenset[str]:
        """The ids of all named classes that say the same as the expression, a class itself among them."""
        expression = _parsed(expression)
        return frozenset(id for id in self.superclasses(expression) if self.is_subsumed(Term(id), expression))

    def subclasses(self, expression: Expression | str) -> frozenset[str]:
        """The ids of all named classes below the expression, a class itself among them, but not owl:Nothing. The first call works out every class."""
        by = _parsed(expression)
        return frozenset(self.name(n) for n in self._all() if n != BOTTOM and (BOTTOM in self._supers(n) or self._holds(n, by)))

    def unsatisfiable(self) -> frozenset[str]:
        """The ids of the classes that nothing can be (owl:Nothing apart). The first call works out every class."""
        return frozenset(self.name(n) for n in self._all() if n != BOTTOM and BOTTOM in self._supers(n))

    @property
    def classes(self) -> tuple[str, ...]:
        """The ids of all classes that an axiom speaks of or an ontology declares, owl:Thing and owl:Nothing among them."""
        return tuple(map(self.name, self._rules.known))

    # By number.

    def row(self, expression: Expression | str) -> frozenset[int]:
        """The numbers of all named classes above the expression."""
        number = self._number(expression)
        found = self._rows.get(number)
        if found is None:
            supers, names = self._saturation.context(number), self._rules.names
            found = self._rows[number] = frozenset([n for n in supers if names[n]] + (list(self._rules.known) if BOTTOM in supers else []))
        return found

    def some_row(self, expression: Expression | str) -> frozenset[int]:
        """The numbers of all ``OP some U`` above the expression: wherever a link by a relation below OP leads, all that stands there."""
        number = self._number(expression)
        found = self._some_rows.get(number)
        if found is None:
            self._saturation.context(number)
            found = self._some_rows[number] = frozenset(self._some(number))
        return found

    def number(self, id: str) -> int:
        """The number of a named class in rows."""
        return self._rules.asked(Term(manchester.canonical(id)))

    def name(self, number: int) -> str:
        """The id of a class in a row."""
        return self._rules.names[number]

    def some_name(self, number: int) -> tuple[str, str]:
        """The relation and the class of a number in ``some_row``."""
        return self._pairs[number]

    # Inside.

    def _number(self, expression: Expression | str) -> int:
        return self._rules.asked(_parsed(expression))

    def _all(self) -> Iterator[int]:
        for number in tuple(self._rules.known):
            self._saturation.context(number)
            yield number

    def _supers(self, number: int) -> set[int]:
        return self._saturation.context(number)

    def _holds(self, number: int, by: Expression) -> bool:
        """Whether ``by`` is true of the context: of the contexts together, as of a model in which nothing is that need not be."""
        match by:
            case Term():
                return self._rules.asked(by) in self._supers(number)
            case And(parts):
                return all(self._holds(number, part) for part in parts)
            case Some(relation, filler):
                below = self._rules.roles.below[self._role(relation)]
                links = self._saturation.links[number]
                return any(self._holds(y, filler) for r, ys in links.items() if r in below for y in ys)

    def _role(self, relation: str) -> int:
        number = self._rules.roles.number(relation)
        self._saturation.refresh()
        return number

    def _some(self, number: int) -> Iterator[int]:
        roles, names = self._rules.roles, self._rules.names
        supers = self._saturation.supers
        for r, ys in self._saturation.links[number].items():
            ids: set[int] = set()
            for y in ys:
                ids |= supers[y] or set()
            for op in roles.above[r]:
                if roles.names[op]:
                    for u in ids:
                        if names[u]:
                            yield self._pair(op, u)

    def _pair(self, role: int, number: int) -> int:
        key = (role, number)
        found = self._pair_numbers.get(key)
        if found is None:
            found = self._pair_numbers[key] = len(self._pairs)
            self._pairs.append((self._rules.roles.names[role], self._rules.names[number]))
        return found


def _parsed(expression: Expression | str) -> Expression:
    return manchester.canonical_ids(manchester.parse(expression)) if isinstance(expression, str) else expression
