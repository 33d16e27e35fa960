"""One ranking out of several.

- ``borda``: options by their mean place (tied options share the mean of their places), weighted if wanted; equal means are tied.
- ``kemeny``: the order that the fewest pairs of options of all judges contradict (Kemeny 1959; a judge's tie contradicts either order by a half;
  what all judges tie stays tied). Found exactly for up to 12 options, by the best order of each set of them; for more by improving Borda's order until no move of one option helps. Of several
  best orders that nearest to Borda's.

``votes`` is how many judges put the options in just this order, ``of`` how many there are; ``distance`` (kemeny) is the share of pairs contradicted.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ..model import Attributes, Kind, Ranking
from .rule import WEIGHTS, Ballot, Cast, Rule, told

EXACT = 12
Judges = list[tuple[float, Ranking]]


def borda(ballot: Ballot) -> Cast:
    return Cast({unit: [_told(_by_means(judges), judges)] for unit, judges in _judges(ballot).items()})


def kemeny(ballot: Ballot) -> Cast:
    out = {}
    for unit, judges in _judges(ballot).items():
        classes = _never_apart([o for group in _by_means(judges) for o in sorted(group)], judges)
        sizes = np.array([len(c) for c in classes], np.float64)
        against = _against([c[0] for c in classes], judges) * np.outer(sizes, sizes)
        order = _exact(against) if len(classes) <= EXACT else _improved(against)
        pairs = sum(w * len(r.places) * (len(r.places) - 1) / 2 for w, r in judges)
        cost = sum(float(against[a, b]) for i, a in enumerate(order) for b in order[i + 1 :])
        groups = tuple(classes[i] for i in order)
        out[unit] = [_told(groups, judges, distance=round(cost / pairs, 6) if pairs else 0.0)]
    return Cast(out)


def _judges(ballot: Ballot) -> dict[str, Judges]:
    out: dict[str, Judges] = {}
    for unit in ballot.units:
        said = [(ballot.weights[j], r) for j, rankings in ballot.judged(unit).items() for r in rankings]
        if said:
            out[unit] = said
    return out


def _by_means(judges: Judges) -> tuple[tuple[str, ...], ...]:
    """Groups of options by their mean place."""
    sums: dict[str, list[float]] = {}
    for weight, ranking in judges:
        for option, place in ranking.places.items():
            mine = sums.setdefault(option, [0.0, 0.0])
            mine[0] += weight * place
            mine[1] += weight
    means: dict[float, list[str]] = {}
    for option, (places, weight) in sums.items():
        means.setdefault(round(places / weight, 9) if weight else float("inf"), []).append(option)
    return tuple(tuple(sorted(means[m])) for m in sorted(means))


def _never_apart(options: Sequence[str], judges: Judges) -> list[tuple[str, ...]]:
    """The options in classes: what every judge ties stays tied (to put it in some order would contradict them all)."""
    classes: dict[tuple[float | None, ...], list[str]] = {}
    for option in options:
        classes.setdefault(tuple(r.places.get(option) for _, r in judges), []).append(option)
    return [tuple(c) for c in classes.values()]


def _against(options: Sequence[str], judges: Judges) -> NDArray[np.float64]:
    """``[a, b]``: the weight of the judges whom it contradicts to put a before b."""
    out = np.zeros((len(options), len(options)))
    for weight, ranking in judges:
        places = ranking.places
        for a, b in combinations(range(len(options)), 2):
            if options[a] in places and options[b] in places:
                one, two = places[options[a]], places[options[b]]
                before = 0.5 if one == two else float(one > two)
                out[a, b] += weight * before
                out[b, a] += weight * (1 - before)
    return out


def _exact(against: NDArray[np.float64]) -> list[int]:
    """The best order of every set of options, from small sets to large: its last one costs what the others before it contradict."""
    n = len(against)
    best = np.full(1 << n, np.inf)
    last = np.zeros(1 << n, np.int64)
    best[0] = 0
    for some in range(1, 1 << n):
        members = [i for i in range(n) if some >> i & 1]
        for i in reversed(members):  # of equal orders that which leaves Borda's last option last
            rest = some & ~(1 << i)
            cost = best[rest] + float(against[[j for j in members if j != i], i].sum())
            if cost < best[some] - 1e-12:
                best[some], last[some] = cost, i
    order: list[int] = []
    some = (1 << n) - 1
    while some:
        order.append(int(last[some]))
        some &= ~(1 << order[-1])
    return order[::-1]


def _improved(against: NDArray[np.float64]) -> list[int]:
    """Borda's order, with one option moved at a time while that helps."""
    order = list(range(len(against)))

    def cost(o: Sequence[int]) -> float:
        return sum(float(against[a, b]) for i, a in enumerate(o) for b in o[i + 1 :])

    now, better = cost(order), True
    while better:
        better = False
        for i in range(len(order)):
            for j in range(len(order)):
                moved = [x for x in order if x != order[i]]
                moved.insert(j, order[i])
                found = cost(moved)
                if found < now - 1e-9:
                    order, now, better = moved, found, True
    return order


def _told(groups: tuple[tuple[str, ...], ...], judges: Judges, **more: float) -> Ranking:
    bare = [frozenset(g) for g in groups]
    votes = sum(w for w, r in judges if [frozenset(g) for g in r.groups] == bare)
    return Ranking(groups, Attributes(votes=told(votes), of=len(judges), **more))


BORDA = Rule("borda", "by mean place", frozenset({Kind.RANKINGS}), (WEIGHTS,), borda, "de Borda 1781")
KEMENY = Rule("kemeny", "the order that contradicts the fewest pairs", frozenset({Kind.RANKINGS}), (WEIGHTS,), kemeny, "Kemeny 1959")
