"""What an ontology's own names teach: which words it uses for one another.

Where two exact names of one concept differ in a word or two and in nothing else, these stand for each other. A pair that several concepts
show is taken to hold for all names: *absence* and *aplasia*, *wide* and *broad*, *little* and *fifth*.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from .index import FIELDS, Bags, Long, Rows, Vocabulary
from .names import EXACT, MADE, Names

Side = tuple[int, ...]
Pairs = Mapping[tuple[Side, Side], int]
MOST_NAMES = 12
"""Names of one concept that are compared with one another."""


def substitutions(b: Bags, words: Vocabulary, names: Names, least: int, never: frozenset[int]) -> dict[tuple[Side, Side], int]:
    """Pairs of one or two wide clusters that stand for each other, and how many concepts show it. ``never`` are clusters that stand for themselves only."""
    wide = words.root[b.near].tolist()
    starts = np.append(b.first, len(b.near)).tolist()
    of: dict[int, set[Side]] = defaultdict(set)
    usable = np.flatnonzero((names.rank <= EXACT) & ~names.cased & (b.size > 0) & (b.size <= 8)).tolist()
    concept = names.concept.tolist()
    for i in usable:
        of[concept[i]].add(tuple(sorted(wide[starts[i] : starts[i + 1]])))
    shown: Counter[tuple[Side, Side]] = Counter()
    for variants in of.values():
        if len(variants) < 2:
            continue
        seen: set[tuple[Side, Side]] = set()
        for one, other in combinations(sorted(variants)[:MOST_NAMES], 2):
            left, right = _difference(one, other)
            if 0 < len(left) <= 2 and 0 < len(right) <= 2 and len(one) > len(left) and len(other) > len(right):
                seen.add((left, right) if left < right else (right, left))
        shown.update(seen)
    return {pair: n for pair, n in shown.items() if n >= least and never.isdisjoint(pair[0] + pair[1])}


def _difference(one: Side, other: Side) -> tuple[Side, Side]:
    left, right = list(one), list(other)
    for x in one:
        if x in right:
            right.remove(x)
            left.remove(x)
    return tuple(left), tuple(right)


def substituted(b: Bags, rows: Rows, words: Vocabulary, pairs: Pairs, rule: int) -> Rows:
    """Rows for every name that has one side of a pair, with the other side in its place."""
    wide = words.root[b.near]
    order = np.argsort(wide, kind="stable")
    owners = b.owner[order]
    cut = _runs(wide[order])
    first_of: dict[int, int] = {}
    for i, w in enumerate(words.root.tolist()):
        first_of.setdefault(w, i)
    parts: list[Rows] = []

    def having(side: Side) -> Long:
        found = [np.unique(owners[slice(*cut[w])]) for w in side if w in cut]
        if len(found) < len(side):
            return np.zeros(0, np.int64)
        return found[0] if len(found) == 1 else np.intersect1d(found[0], found[1])

    def value(side: Side) -> np.uint64:
        return np.uint64(sum(int(words.wide[first_of[w]]) for w in side) & ((1 << 64) - 1))

    for (left, right), n in sorted(pairs.items(), key=lambda item: (-item[1], item[0])):
        for one, other in ((left, right), (right, left)):
            at = having(one)
            at = at[(b.size[at] > len(one)) & (rows.rank[at] <= EXACT)]
            if len(at):
                r = rows.take(at)
                with np.errstate(over="ignore"):
                    bag = b.loose[at] - value(one) + value(other)
                rank = (r.rank + (MADE + 10 + max(0, 40 - n))).astype(np.int32)
                parts.append(Rows(bag, r.concept, r.name, np.full(len(at), rule, np.uint8), rank, r.flags, r.size - len(one) + len(other)))
    return Rows(*(np.concatenate([getattr(p, f) for p in parts]) for f in FIELDS)) if parts else rows.take(np.zeros(0, np.int64))


def _runs(values: NDArray[np.int32]) -> dict[int, tuple[int, int]]:
    starts = np.flatnonzero(np.concatenate(([True], values[1:] != values[:-1]))) if len(values) else np.zeros(0, np.int64)
    stops = np.append(starts[1:], len(values))
    return {int(w): (int(a), int(z)) for w, a, z in zip(values[starts], starts, stops, strict=True)}
