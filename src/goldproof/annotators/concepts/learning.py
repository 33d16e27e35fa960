"""What an ontology's own names teach: which words it uses for one another.

Where two exact names of one concept differ in a word or two and in nothing else, these stand for each other. A pair that several concepts
show is taken to hold for all names: *absence* and *aplasia*, *wide* and *broad*, *little* and *fifth*.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from .index import Bags, Rows, Vocabulary
from .names import EXACT, MADE, Name

Side = tuple[int, ...]
MOST_NAMES = 12
"""Names of one concept that are compared with one another."""


def substitutions(b: Bags, words: Vocabulary, names: Sequence[Name], least: int) -> dict[tuple[Side, Side], int]:
    """Pairs of one or two wide clusters that stand for each other, both ways round, and how many concepts show it."""
    wide = words.root[b.near].tolist()
    starts = np.append(b.first, len(b.near)).tolist()
    of: dict[str, set[Side]] = defaultdict(set)
    for i, name in enumerate(names):
        if name.rank <= EXACT and not name.cased and 0 < b.size[i] <= 8:
            of[name.concept].add(tuple(sorted(wide[starts[i] : starts[i + 1]])))
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
    return {pair: n for pair, n in shown.items() if n >= least}


def _difference(one: Side, other: Side) -> tuple[Side, Side]:
    left, right = list(one), list(other)
    for x in one:
        if x in right:
            right.remove(x)
            left.remove(x)
    return tuple(left), tuple(right)


def substituted(b: Bags, rows: Rows, words: Vocabulary, pairs: dict[tuple[Side, Side], int], rule: int, first_of: dict[int, int]) -> Rows:
    """Rows for every name that has one side of a pair, with the other side in its place."""
    wide = words.root[b.near]
    order = np.argsort(wide, kind="stable")
    sorted_wide, owners = wide[order], b.owner[order]
    cut = {int(w): (int(a), int(z)) for w, a, z in zip(*_runs(sorted_wide), strict=True)}
    parts: list[Rows] = []

    def having(side: Side) -> np.ndarray:  # type: ignore[type-arg]
        found = [np.unique(owners[slice(*cut[w])]) for w in side if w in cut]
        if len(found) < len(side):
            return np.zeros(0, np.int64)
        return found[0] if len(found) == 1 else np.intersect1d(found[0], found[1])

    def value(side: Side) -> np.uint64:
        with np.errstate(over="ignore"):
            return np.uint64(sum(int(words.wide[first_of[w]]) for w in side) & ((1 << 64) - 1))

    for (left, right), n in sorted(pairs.items(), key=lambda item: (-item[1], item[0])):
        for one, other in ((left, right), (right, left)):
            at = having(one)
            at = at[(b.size[at] > len(one)) & (rows.rank[at] <= EXACT)]
            if not len(at):
                continue
            r = rows.take(at)
            parts.append(Rows(b.loose[at] - value(one) + value(other), r.concept, r.name, np.full(len(at), rule, np.uint8),
                              r.rank + (MADE + 10 + max(0, 40 - n)), r.flags, r.size - len(one) + len(other)))  # fmt: skip
    if not parts:
        return rows.take(np.zeros(0, np.int64))
    return Rows(*(np.concatenate([getattr(p, f) for p in parts]) for f in ("bag", "concept", "name", "rule", "rank", "flags", "size")))


def _runs(values: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    starts = np.flatnonzero(np.concatenate(([True], values[1:] != values[:-1]))) if len(values) else np.zeros(0, np.int64)
    return values[starts], starts, np.append(starts[1:], len(values))
