"""What follows from the rules, as far as somebody asks.

A context is made for a class when something reaches it: a question, or a link. It holds its superclasses, its links to other contexts and
the links that lead to it, and it is complete when nothing is waiting any more. Everything stays for the next question.

Links go by sets: what a context has got new of one role is looked at in one go. A link is left out where the context has one by a role below
to the same end. Those that a role's transitivity makes are *long*, and some compositions need not look at them
(:class:`~goldproof.ontology.reasoning.roles.Composed`): so the short ones are kept a second time, apart.
"""

from __future__ import annotations

from collections.abc import Set

from .rules import BOTTOM, TOP, Rules

Links = dict[int, set[int]]
Back = dict[int, list[int]]


class Saturation:
    """Contexts by the number of their class. ``supers[x]`` is None as long as nothing has reached ``x``."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.supers: list[set[int] | None] = []
        # By context: the links by role, and back. All of them, and the short ones.
        self.links: list[Links] = []
        self._short: list[Links] = []
        self._back: list[Back] = []
        self._short_back: list[Back] = []
        self._reached: list[int] = []
        self._closures: dict[int, frozenset[int]] = {}
        self._led: list[dict[int, list[int]]] = []
        self._led_by: list[set[int]] = []
        self._domains: list[list[int]] = []
        self._facts: list[tuple[int, int]] = []
        self._edges: list[tuple[int, int, Set[int], bool]] = []

    @property
    def reached(self) -> int:
        """How many contexts there are."""
        return len(self._reached)

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
        rules, roles = self.rules, self.rules.roles
        for _ in range(len(rules.names) - len(self.supers)):
            self.supers.append(None)
            for each in (self.links, self._short, self._back, self._short_back):
                each.append({})
        if not roles.closed:
            self._compile()
            for x in self._reached:
                short = self._short[x]
                for r, ys in self.links[x].items():
                    self._edges += [(x, r, set(short.get(r, ())), False), (x, r, ys - short.get(r, set()), True)]
        for _ in range(len(roles.names) - len(self._led)):
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
                    self._facts += [(x, n) for n in new & rules.active] + [(x, c)]
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

    def _link(self, x: int, r: int, ys: Set[int], long: bool) -> None:
        """Context ``x`` has links to ``ys``; those that say something new are noted and wait to be looked at."""
        below, links = self.rules.roles.below[r], self.links[x]
        new = ys
        for role, known in links.items():
            if role in below:
                new = new - known
                if not new:
                    return
        if new is ys:
            # It may be the set of another context, which goes on growing.
            new = frozenset(ys)
        if r in links:
            links[r] |= new
        else:
            links[r] = set(new)
        supers, back = self.supers, self._back
        for y in new:
            if supers[y] is None:
                self._make(y)
            origins = back[y]
            if r in origins:
                origins[r].append(x)
            else:
                origins[r] = [x]
        if not long:
            self._short[x].setdefault(r, set()).update(new)
            for y in new:
                self._short_back[y].setdefault(r, []).append(x)
        self._edges.append((x, r, new, long))

    def _run(self) -> None:
        facts, edges = self._facts, self._edges
        while facts or edges:
            # Facts first: a link that is looked at late is looked at once.
            if facts:
                self._see_fact(*facts.pop())
            else:
                self._see_links(*edges.pop())

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
            self._link(x, r, {y}, False)
        for group in rules.apart[c]:
            if len(rules.groups[group] & supers) > 1:
                self._add(x, BOTTOM)
        for r, origins in self._back[x].items():
            if c == BOTTOM:
                for w in origins:
                    self._add(w, BOTTOM)
            elif (targets := self._led[r].get(c)) is not None:
                for w in origins:
                    for target in targets:
                        self._add(w, target)

    def _see_links(self, x: int, r: int, ys: Set[int], long: bool) -> None:
        """Context ``x`` turns out to have links to ``ys`` by one role."""
        roles, supers = self.rules.roles, self.supers
        for target in self._domains[r]:
            self._add(x, target)
        led, led_by = self._led[r], self._led_by[r]
        for y in ys:
            there = supers[y]
            assert there is not None
            for c in there & led_by:
                for target in led[c]:
                    self._add(x, target)
            if BOTTOM in there:
                self._add(x, BOTTOM)
        if after := roles.after[r]:
            for y in ys:
                onward, short = self.links[y], self._short[y]
                for s in [s for s in onward if s in after]:
                    for made in after[s]:
                        if (made.first_long or not long) and (ends := onward[s] if made.second_long else short.get(s)):
                            self._link(x, made.role, ends, made.transitive)
        if before := roles.before[r]:
            backs, short_backs = self._back[x], self._short_back[x]
            for q in [q for q in backs if q in before]:
                for made in before[q]:
                    if made.second_long or not long:
                        for w in tuple(backs[q] if made.first_long else short_backs.get(q, ())):
                            self._link(w, made.role, ys, made.transitive)
