"""What follows from the rules, as far as somebody asks.

A context is made for a class when something reaches it: a question, or a link. It holds its superclasses, its links to other contexts and
the links that lead to it, and it is complete when nothing is waiting any more. Everything stays for the next question.
"""

from __future__ import annotations

from collections.abc import Iterator

from .rules import BOTTOM, TOP, Rules

Links = dict[int, set[int]]
Back = dict[int, list[int]]

_NONE: frozenset[int] = frozenset()


class Saturation:
    """Contexts by the number of their class. ``supers[x]`` is None as long as nothing has reached ``x``."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.supers: list[set[int] | None] = []
        self.links: list[Links] = []
        # Links back: those made of others by a role's transitivity stand apart (see roles.Composed).
        self._back: list[Back] = []
        self._back_long: list[Back] = []
        self._reached: list[int] = []
        self._closures: dict[int, frozenset[int]] = {}
        self._led: list[dict[int, list[int]]] = []
        self._led_by: list[set[int]] = []
        self._domains: list[list[int]] = []
        self._facts: list[tuple[int, int]] = []
        self._edges: list[tuple[int, int, int, bool]] = []

    @property
    def reached(self) -> int:
        """How many contexts there are."""
        return len(self._reached)

    def contexts(self) -> Iterator[int]:
        return iter(self._reached)

    def context(self, number: int) -> set[int]:
        """The superclasses of a class, complete. Not to be changed."""
        self.refresh()
        self._make(number)
        self._run()
        found = self.supers[number]
        assert found is not None
        return found

    # What is new in the rules.

    def refresh(self) -> None:
        """Take in rules that were added since; what is known stays, and what follows anew is found from where it begins."""
        rules = self.rules
        while len(self.supers) < len(rules.names):
            self.supers.append(None)
            self.links.append({})
            self._back.append({})
            self._back_long.append({})
        if not rules.roles.closed:
            self._compile()
            for backs, long in ((self._back, False), (self._back_long, True)):
                self._edges += [(x, r, y, long) for y in self._reached for r, xs in backs[y].items() for x in xs]
        while len(self._led) < len(rules.roles.names):
            self._led.append({})
            self._led_by.append(set())
            self._domains.append([])
        if rules.dirty:
            dirty, rules.dirty = rules.dirty, set()
            self._closures.clear()
            for x in self._reached:
                supers = self.supers[x]
                assert supers is not None
                for c in supers & dirty:
                    supers |= (new := self._closure(c) - supers)
                    self._facts += [(x, n) for n in new] + [(x, c)]
        self._run()

    def _compile(self) -> None:
        rules, roles = self.rules, self.rules.roles
        roles.close()
        self._led = [{} for _ in roles.names]
        self._domains = [[] for _ in roles.names]
        for role, filler, target in rules.led:
            for below in roles.below[role]:
                if filler == TOP:
                    self._domains[below].append(target)
                else:
                    self._led[below].setdefault(filler, []).append(target)
        self._led_by = [set(led) for led in self._led]

    def _closure(self, number: int) -> frozenset[int]:
        """The class and all that is told above it."""
        found = self._closures.get(number)
        if found is None:
            told, seen, waiting = self.rules.told, {number}, [number]
            while waiting:
                for sup in told[waiting.pop()]:
                    if sup not in seen:
                        known = self._closures.get(sup)
                        if known is not None:
                            seen |= known
                        else:
                            seen.add(sup)
                            waiting.append(sup)
            found = self._closures[number] = frozenset(seen)
        return found

    # The rules at work.

    def _make(self, number: int) -> None:
        if self.supers[number] is None:
            supers = self.supers[number] = set(self._closure(number) | self._closure(TOP))
            self._reached.append(number)
            self._facts += [(number, c) for c in supers & self.rules.active]

    def _add(self, x: int, c: int) -> None:
        supers = self.supers[x]
        assert supers is not None
        if c not in supers:
            new = self._closure(c) - supers
            supers |= new
            self._facts += [(x, n) for n in new & self.rules.active]

    def _link(self, x: int, r: int, y: int, long: bool) -> None:
        links = self.links[x].get(r)
        if links is None:
            links = self.links[x][r] = set()
        elif y in links:
            return
        links.add(y)
        self._make(y)
        (self._back_long if long else self._back)[y].setdefault(r, []).append(x)
        self._edges.append((x, r, y, long))

    def _run(self) -> None:
        facts, edges = self._facts, self._edges
        while facts or edges:
            if edges:
                self._see_link(*edges.pop())
            else:
                self._see_fact(*facts.pop())

    def _see_fact(self, x: int, c: int) -> None:
        """Context ``x`` turns out to be ``c``."""
        rules, supers = self.rules, self.supers[x]
        assert supers is not None
        if joint := rules.joint[c]:
            # The shorter of the two is gone through.
            for other in [n for n in joint if n in supers] if len(joint) < len(supers) else [n for n in supers if n in joint]:
                for target in joint[other]:
                    self._add(x, target)
        for r, y in rules.links[c]:
            self._link(x, r, y, False)
        for group in rules.apart[c]:
            if len(rules.groups[group] & supers) > 1:
                self._add(x, BOTTOM)
        for backs in (self._back[x], self._back_long[x]):
            for r, origins in backs.items():
                if c == BOTTOM:
                    for w in origins:
                        self._add(w, BOTTOM)
                elif (targets := self._led[r].get(c)) is not None:
                    for w in origins:
                        for target in targets:
                            self._add(w, target)

    def _see_link(self, x: int, r: int, y: int, long: bool) -> None:
        """Context ``x`` turns out to have a link to ``y``; a ``long`` one is made of shorter ones by transitivity."""
        roles, there = self.rules.roles, self.supers[y]
        assert there is not None
        for target in self._domains[r]:
            self._add(x, target)
        led = self._led[r]
        for c in there & self._led_by[r]:
            for target in led[c]:
                self._add(x, target)
        if BOTTOM in there:
            self._add(x, BOTTOM)
        if after := roles.after[r]:
            onward = self.links[y]
            for s in [s for s in onward if s in after]:
                for made in after[s]:
                    if not (long and made.absorbing):
                        for z in tuple(onward[s]):
                            self._link(x, made.role, z, made.transitive)
        if before := roles.before[r]:
            for backs, made_long in ((self._back[x], False), (self._back_long[x], True)):
                for q in [q for q in backs if q in before]:
                    for made in before[q]:
                        if not (made_long and made.absorbing):
                            for w in tuple(backs[q]):
                                self._link(w, made.role, y, made.transitive)
