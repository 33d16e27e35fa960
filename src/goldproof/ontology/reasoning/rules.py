"""Axioms as rules over numbers: the normal form of EL.

    told          A <= B                      a class in a context brings others
    joint         A and B <= C                kept under both sides
    links         A <= r some B               a class in a context makes a link to the context of B
    led           r some B <= C               a link to a context that holds B brings C
    apart         A, B, ... disjoint          two in one context: Nothing

See Baader, Brandt, Lutz: Pushing the EL envelope (IJCAI 2005); Kazakov, Kroetzsch, Simancik: The incredible ELK (J. Autom. Reasoning 2014).
Parts of expressions that need a number get one without a name. Equal parts share it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from ...model.expression import And, Expression, Some, Term
from ..axioms import NOTHING, THING, Axiom, Disjoint, Domain, Equivalent, Or, Subclass, Subrole
from .roles import Roles

TOP, BOTTOM = 0, 1
"""The numbers of owl:Thing and owl:Nothing."""


class Rules:
    """All rules, by the number of the class that sets them off.

    ``known`` are the named classes of axioms and ontologies, as against those that only a question named; ``active`` the classes
    that do more than bring others; ``dirty`` those that have got a new rule since it was last emptied.
    """

    def __init__(self) -> None:
        self.roles = Roles()
        self.names: list[str] = []
        self.numbers: dict[str, int] = {}
        self.told: list[list[int]] = []
        self.joint: list[dict[int, list[int]]] = []
        self.links: list[list[tuple[int, int]]] = []
        self.apart: list[list[int]] = []
        self.led: list[tuple[int, int, int]] = []
        self.groups: list[frozenset[int]] = []
        self.known: dict[int, None] = {}
        self.active: set[int] = {BOTTOM}
        self.dirty: set[int] = set()
        self.left_out: Counter[str] = Counter()
        self._lefts: dict[tuple[int, ...], int] = {}
        self._rights: dict[Expression, int] = {}
        self._seen: set[Axiom] = set()
        self._asking = False
        assert (self.number(THING), self.number(NOTHING)) == (TOP, BOTTOM)

    def number(self, name: str) -> int:
        """The number of a named class, a new one if it was not known."""
        found = self.numbers.get(name)
        if found is None:
            found = self.numbers[name] = self._new(name)
        if not self._asking:
            self.known[found] = None
        return found

    def asked(self, given: Expression) -> int:
        """The number of an expression in a question: its classes do not become known by it."""
        self._asking = True
        try:
            return self.right(given)
        finally:
            self._asking = False

    def _new(self, name: str = "") -> int:
        self.names.append(name)
        self.told.append([])
        self.joint.append({})
        self.links.append([])
        self.apart.append([])
        return len(self.names) - 1

    def add(self, axiom: Axiom) -> None:
        """Make rules of an axiom; one that was added before changes nothing."""
        if axiom in self._seen:
            return
        self._seen.add(axiom)
        match axiom:
            case Subclass(sub, sup):
                self._subclass(sub, sup)
            case Equivalent(parts):
                self._equivalent(parts)
            case Disjoint(parts):
                self._disjoint(parts)
            case Subrole(chain, sup):
                self.roles.add(chain, sup)
            case Domain(role, of):
                self._subclass(Some(role, Term(THING)), of)

    def _equivalent(self, parts: tuple[Expression | Or, ...]) -> None:
        """Every part is the first that is no union, and the first is every other that is none."""
        plain = [part for part in parts if not isinstance(part, Or)]
        if len(plain) < len(parts):
            self.left_out["ObjectUnionOf"] += 1
        if not plain:
            return
        for part in parts:
            if part is not plain[0]:
                self._subclass(part, plain[0])
                if not isinstance(part, Or):
                    self._subclass(plain[0], part)

    def _subclass(self, sub: Expression | Or, sup: Expression) -> None:
        if isinstance(sub, Or):
            for part in sub.parts:
                self._subclass(part, sup)
            return
        for part in _flat(sup):
            if isinstance(part, Some):
                number = self._left(sub)
                self.links[number].append((self.roles.number(part.relation), self.right(part.filler)))
                self.active.add(number)
                self.dirty.add(number)
            else:
                self._imply(sub, self.number(part.id))

    def _imply(self, sub: Expression, target: int) -> None:
        match sub:
            case Term(id):
                number = self.number(id)
                self.told[number].append(target)
                self.dirty.add(number)
            case Some(relation, filler):
                number = self._left(filler)
                self.led.append((self.roles.number(relation), number, target))
                self.active.add(number)
                self.dirty.add(number)
                self.roles.closed = False
            case And():
                # TOP goes without saying.
                numbers = sorted({self._left(part) for part in _flat(sub)} - {TOP})
                if len(numbers) < 2:
                    self._one_of(numbers, target)
                    return
                first = numbers[0]
                for number in numbers[1:-1]:
                    first = self._both(first, number)
                self._join(first, numbers[-1], target)

    def _one_of(self, numbers: list[int], target: int) -> None:
        number = numbers[0] if numbers else TOP
        self.told[number].append(target)
        self.dirty.add(number)

    def _join(self, first: int, second: int, target: int) -> None:
        self.joint[first].setdefault(second, []).append(target)
        self.joint[second].setdefault(first, []).append(target)
        self.active.update((first, second))
        self.dirty.update((first, second))

    def _both(self, first: int, second: int) -> int:
        key = (first, second)
        if key not in self._lefts:
            self._lefts[key] = self._new()
            self._join(first, second, self._lefts[key])
        return self._lefts[key]

    def _left(self, given: Expression) -> int:
        """The number that a context gets when it is known to be ``given``."""
        match given:
            case Term(id):
                return self.number(id)
            case Some(relation, filler):
                role, inner = self.roles.number(relation), self._left(filler)
                key = (-1, role, inner)
                if key not in self._lefts:
                    self._lefts[key] = self._new()
                    self._imply(given, self._lefts[key])
                return self._lefts[key]
            case And():
                numbers = sorted({self._left(part) for part in _flat(given)} - {TOP})
                if not numbers:
                    return TOP
                first = numbers[0]
                for number in numbers[1:]:
                    first = self._both(first, number)
                return first

    def right(self, given: Expression) -> int:
        """The number of something that is ``given``: what follows from it follows, it follows from nothing."""
        if isinstance(given, Term):
            return self.number(given.id)
        found = self._rights.get(given)
        if found is None:
            found = self._rights[given] = self._new()
            for part in _flat(given):
                if isinstance(part, Some):
                    self.links[found].append((self.roles.number(part.relation), self.right(part.filler)))
                    self.active.add(found)
                else:
                    self.told[found].append(self.number(part.id))
        return found

    def _disjoint(self, parts: Iterable[Expression]) -> None:
        numbers = [self._left(part) for part in parts]
        for number, times in Counter(numbers).items():
            if times > 1:
                self._one_of([number], BOTTOM)
        each = sorted(set(numbers))
        if len(each) == 2:
            self._join(each[0], each[1], BOTTOM)
        elif len(each) > 2:
            for number in each:
                self.apart[number].append(len(self.groups))
            self.groups.append(frozenset(each))
            self.active.update(each)
            self.dirty.update(each)


def _flat(given: Expression) -> Iterator[Term | Some]:
    """The parts of an intersection, of intersections in it too."""
    if isinstance(given, And):
        for part in given.parts:
            yield from _flat(part)
    else:
        yield given
