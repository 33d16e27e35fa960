"""Roles by number: what stands above and below each, and what two of them in a row come to."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Composed:
    """What two links in a row make: a link by ``role``, and for which kinds of links it is worth looking.

    A link that the transitivity of its role made is *long*: shorter ones stand behind it. An axiom ``q o p <= p`` eats a row of q link by link from
    its end, so that its first link need not be long (``first_long`` is False); ``p o q <= p`` eats it from its beginning (``second_long``).
    Transitivity is both, and one of the two has to be long: the second.
    """

    role: int
    transitive: bool
    first_long: bool
    second_long: bool


@dataclass
class Roles:
    """Numbers of roles, their hierarchy and compositions. ``close`` works out what follows after something was added."""

    names: list[str] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    above: list[frozenset[int]] = field(default_factory=list)
    below: list[frozenset[int]] = field(default_factory=list)
    after: list[dict[int, tuple[Composed, ...]]] = field(default_factory=list)
    """For the first role of a row: second role -> what they come to."""
    before: list[dict[int, tuple[Composed, ...]]] = field(default_factory=list)
    """For the second role: first role -> what they come to."""
    closed: bool = True

    def __post_init__(self) -> None:
        self._told: list[set[int]] = []
        self._rows: dict[tuple[int, int, int], None] = {}
        self._halves: dict[tuple[int, int], int] = {}

    def number(self, name: str) -> int:
        """The number of a role, a new one if it was not known."""
        found = self.numbers.get(name)
        if found is None:
            found = self.numbers[name] = self._new(name)
        return found

    def _new(self, name: str) -> int:
        number = len(self.names)
        self.names.append(name)
        self._told.append(set())
        alone = frozenset((number,))
        self.above.append(alone)
        self.below.append(alone)
        self.after.append({})
        self.before.append({})
        return number

    def add(self, chain: tuple[str, ...], sup: str) -> None:
        """A row of roles comes to ``sup``."""
        numbers, target = [self.number(name) for name in chain], self.number(sup)
        if not numbers:
            return
        while len(numbers) > 2:
            # A longer row goes by roles that nobody named.
            first = (numbers[0], numbers[1])
            if first not in self._halves:
                self._halves[first] = self._new("")
                self._rows[(*first, self._halves[first])] = None
            numbers[:2] = [self._halves[first]]
        if len(numbers) == 1:
            self._told[numbers[0]].add(target)
        else:
            self._rows[(numbers[0], numbers[1], target)] = None
        self.closed = False

    def close(self) -> None:
        """Work out the hierarchy and the compositions anew; there are a few hundred roles at most."""
        self.above = [_reached(number, self._told) for number in range(len(self.names))]
        below: list[set[int]] = [set() for _ in self.names]
        for number, above in enumerate(self.above):
            for sup in above:
                below[sup].add(number)
        self.below = [frozenset(some) for some in below]
        made: dict[tuple[int, int], dict[int, Composed]] = {}
        for first, second, to in self._rows:
            transitive = first == second == to
            for a in self.below[first]:
                for b in self.below[second]:
                    found = made.setdefault((a, b), {})
                    was = found.get(to, Composed(to, False, True, True))
                    # Transitivity of the role goes before other axioms that say the same of the same two.
                    found[to] = Composed(
                        to,
                        was.transitive or transitive,
                        was.first_long and second != to,
                        True if transitive or was.transitive else was.second_long and first != to,
                    )
        for found in made.values():
            for to, how in found.items():
                if not how.first_long and not how.second_long and not how.transitive:
                    found[to] = Composed(to, False, True, False)
        self.after = [{} for _ in self.names]
        self.before = [{} for _ in self.names]
        for (a, b), found in made.items():
            least = tuple(how for to, how in found.items() if not self._needless(to, found))
            self.after[a][b] = self.before[b][a] = least
        self.closed = True

    def _needless(self, role: int, among: dict[int, Composed]) -> bool:
        """Another of them stands truly below the role, and says as much."""
        return any(role in self.above[other] and other not in self.above[role] for other in among if other != role)


def _reached(start: int, steps: list[set[int]]) -> frozenset[int]:
    reached, waiting = {start}, [start]
    while waiting:
        for number in steps[waiting.pop()]:
            if number not in reached:
                reached.add(number)
                waiting.append(number)
    return frozenset(reached)
