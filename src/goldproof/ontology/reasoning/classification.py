"""The inferred hierarchy: for every class, what stands directly above it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..axioms import NOTHING, THING
from .reasoner import Reasoner

Show = Callable[[Sequence[Any], str], Iterable[Any]]


@dataclass(frozen=True)
class Classification:
    """What a reasoner finds of all classes.

    ``parents``: class -> the classes directly above it, owl:Thing if there is no other. Classes that say the same stand in ``equivalents``,
    group by group; above others stands the first of its group. ``unsatisfiable`` classes are nothing at all and in neither.
    """

    parents: Mapping[str, tuple[str, ...]]
    equivalents: tuple[tuple[str, ...], ...] = ()
    unsatisfiable: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Pairs of a class and one directly above it."""
        return ((id, parent) for id, parents in self.parents.items() for parent in parents)


def classify(reasoner: Reasoner, *, show: Show | None = None) -> Classification:
    """The inferred hierarchy over all classes that the reasoner knows. ``show`` wraps the classes as they are gone through (a progress bar)."""
    ids = sorted(set(reasoner.classes) - {THING, NOTHING})
    numbers = {reasoner.number(id): id for id in (*ids, THING)}
    above: dict[int, frozenset[int]] = {}
    unsatisfiable: set[int] = set()
    bottom = reasoner.number(NOTHING)
    for id in show(ids, "classifying") if show is not None else ids:
        number, row = reasoner.number(id), reasoner.row(id)
        if bottom in row:
            unsatisfiable.add(number)
        else:
            above[number] = row
    # The first of each group of classes that are each other stands for the group.
    first: dict[int, int] = {}
    groups: dict[int, list[int]] = {}
    for number, row in above.items():
        group = [other for other in row if other == number or (other in above and number in above[other])]
        head = first[number] = min(group, key=numbers.__getitem__)
        groups.setdefault(head, []).append(number)
    strict = {n: frozenset(first.get(other, other) for other in row) - {first[n]} for n, row in above.items()}
    parents: dict[str, tuple[str, ...]] = {}
    for number, row in strict.items():
        indirect: set[int] = set()
        for other in row:
            if other not in indirect:
                indirect |= strict.get(other, frozenset())
        parents[numbers[number]] = tuple(sorted(numbers[n] for n in row - indirect))
    same = (tuple(sorted(numbers[n] for n in group)) for group in groups.values() if len(group) > 1)
    return Classification(parents, tuple(sorted(same)), tuple(sorted(numbers[n] for n in unsatisfiable)))
