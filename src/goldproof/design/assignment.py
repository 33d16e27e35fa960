"""Who judges what: every unit to k of n raters, with even loads and with every pair of raters sharing about as many units.

Where there are few sets of k raters, whole rounds use every set once, so loads and pairs come out equal; what is left over (and everything, where there
are too many sets) is dealt unit by unit to the set that has shared least so far.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from ..errors import BadInput
from ..model import Corpus

_SETS = 20_000


@dataclass(frozen=True)
class Plan:
    """``judges[unit]`` are the raters of a unit, in the order in which they were drawn."""

    judges: Mapping[str, tuple[str, ...]]
    raters: tuple[str, ...]
    per_unit: int
    seed: int
    corpus: Corpus | None = None

    @property
    def loads(self) -> dict[str, int]:
        """How many units each rater has."""
        counts = dict.fromkeys(self.raters, 0)
        for raters in self.judges.values():
            for rater in raters:
                counts[rater] += 1
        return counts

    @property
    def overlaps(self) -> dict[tuple[str, str], int]:
        """How many units each pair of raters shares."""
        counts = dict.fromkeys(combinations(self.raters, 2), 0)
        place = {rater: i for i, rater in enumerate(self.raters)}
        for raters in self.judges.values():
            for a, b in combinations(sorted(raters, key=place.__getitem__), 2):
                counts[a, b] += 1
        return counts

    def units_of(self, rater: str) -> tuple[str, ...]:
        """A rater's units in a random order of their own: two raters never go through the units alike."""
        mine = [unit for unit, raters in self.judges.items() if rater in raters]
        order = np.random.default_rng([self.seed, self.raters.index(rater)]).permutation(len(mine))
        return tuple(mine[i] for i in order)


def assign(
    units: Corpus | Sequence[str],
    raters: Sequence[str],
    per_unit: int,
    *,
    seed: int = 1,
    cannot: Mapping[str, Collection[str]] | None = None,
    everybody: Collection[str] = (),
) -> Plan:
    """A plan for the units, or for those of a corpus: each goes to ``per_unit`` raters, loads differ by one at most, pairs of raters share about as many.

    ``cannot`` are units that a rater must not see (rater -> units): the author of a text, another language. ``everybody`` are units that all raters judge,
    such as those of a training round; they count for nobody's load.
    """
    if isinstance(units, Corpus):
        plan = assign([u.id for u in units.units], raters, per_unit, seed=seed, cannot=cannot, everybody=everybody)
        return replace(plan, corpus=units)
    raters = tuple(raters)
    if not raters:
        raise BadInput("no raters")
    if len(set(raters)) != len(raters):
        raise BadInput("a rater is named twice")
    if len(set(units)) != len(units):
        raise BadInput("a unit is named twice")
    if not 1 <= per_unit <= len(raters):
        raise BadInput(f"{per_unit} raters a unit of {len(raters)} raters", remedy="choose between 1 and the number of raters")
    barred = {rater: frozenset(ids) for rater, ids in (cannot or {}).items()}
    for rater in barred:
        if rater not in raters:
            raise BadInput(f"no rater is called {rater!r}", remedy="there are: " + ", ".join(raters))
    known = set(units)
    for unit in (*everybody, *(u for ids in barred.values() for u in ids)):
        if unit not in known:
            raise BadInput(f"no unit {unit!r}", remedy="is it among the units that are assigned?")
    together = set(everybody)
    chance = np.random.default_rng(seed)
    order = [i for i in chance.permutation(len(units)).tolist() if units[i] not in together]
    deal = _Deal(len(raters), per_unit, chance)
    free = not any(barred.values())
    judges: dict[str, tuple[str, ...]] = {u: tuple(r for r in raters if u not in barred.get(r, ())) for u in together}
    left = order
    if free and deal.sets is not None:
        rounds = len(order) // len(deal.sets)
        for start in range(rounds):
            dealt = order[start * len(deal.sets) : (start + 1) * len(deal.sets)]
            for unit, number in zip(dealt, chance.permutation(len(deal.sets)).tolist(), strict=True):
                judges[units[unit]] = tuple(raters[r] for r in deal.take(deal.sets[number]))
        left = order[rounds * len(deal.sets) :]
    for unit in left:
        allowed = [i for i, rater in enumerate(raters) if units[unit] not in barred.get(rater, ())]
        if len(allowed) < per_unit:
            raise BadInput(f"only {len(allowed)} raters may see it, {per_unit} are needed", where=f"unit {units[unit]}")
        judges[units[unit]] = tuple(raters[r] for r in deal.least_shared(allowed))
    return Plan({unit: judges[unit] for unit in units}, raters, per_unit, seed)


class _Deal:
    """What has been dealt so far: loads and shared units."""

    def __init__(self, raters: int, per_unit: int, chance: np.random.Generator) -> None:
        self.per_unit, self.chance = per_unit, chance
        self.loads = np.zeros(raters, dtype=np.int64)
        self.shared = np.zeros((raters, raters), dtype=np.int64)
        many = math.comb(raters, per_unit) > _SETS
        self.sets = None if many else [tuple(c) for c in combinations(range(raters), per_unit)]

    def take(self, chosen: tuple[int, ...]) -> tuple[int, ...]:
        """Deal a unit to a set; the order within it is drawn."""
        rows = list(chosen)
        self.loads[rows] += 1
        self.shared[np.ix_(rows, rows)] += 1
        return tuple(rows[i] for i in self.chance.permutation(len(rows)))

    def least_shared(self, allowed: list[int]) -> tuple[int, ...]:
        """The raters with the least to do, one after the other, each the one who has shared least with those before."""
        chosen: list[int] = []
        while len(chosen) < self.per_unit:
            open_ = [r for r in allowed if r not in chosen]
            load = self.loads[open_]
            lightest = [r for r, amount in zip(open_, load.tolist(), strict=True) if amount == load.min()]
            together = self.shared[np.ix_(lightest, chosen)].sum(axis=1) if chosen else np.zeros(len(lightest), dtype=np.int64)
            best = [r for r, amount in zip(lightest, together.tolist(), strict=True) if amount == together.min()]
            chosen.append(best[int(self.chance.integers(len(best)))])
        return self.take(tuple(chosen))
