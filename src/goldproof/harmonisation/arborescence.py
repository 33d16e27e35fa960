"""The tree over words in which the arcs weigh most: maximum spanning arborescence (Chu & Liu 1965, Edmonds 1967)."""

from __future__ import annotations

from collections.abc import Mapping

Arc = tuple[int, int]


def arborescence(count: int, votes: Mapping[Arc, float]) -> list[int]:
    """The head of each of the words 1 to count; 0 is above all. ``votes`` weigh arcs (head, word); an arc that nobody named weighs 0, so a tree
    always exists, and it hangs on 0 at one word only where the votes allow: every further root costs more than all votes together. Of equals the
    lower head.

    >>> arborescence(2, {(0, 1): 2, (1, 2): 1, (0, 2): 1})
    [0, 1]
    """
    if count == 0:
        return []
    # One root: try with the root's arcs made dear, which leaves exactly one of them.
    dear = sum(votes.values()) + count + 1
    weights = {(h, w): 0.0 for h in range(count + 1) for w in range(1, count + 1) if h != w}
    for (h, w), n in votes.items():
        weights[h, w] = float(n)
    # The lower head wins among equals: by less than any vote counts.
    tiny = 1e-7 / (count + 1) ** 2
    for h, w in weights:
        weights[h, w] -= tiny * h + (dear if h == 0 else 0)
    heads = _best({w: {h: weights[h, w] for h in range(count + 1) if h != w} for w in range(1, count + 1)})
    return [heads[w] for w in range(1, count + 1)]


def _best(into: dict[int, dict[int, float]]) -> dict[int, int]:
    """Word -> head. ``into[w][h]`` is the weight of the arc from h to w; 0 has none into it."""
    heads = {w: max(arcs, key=lambda h: (arcs[h], -h)) for w, arcs in into.items()}
    cycle = _cycle(heads)
    if not cycle:
        return heads
    ring = set(cycle)
    inside = sum(into[w][heads[w]] for w in cycle)
    new = max(max(into), 0) + 1
    smaller: dict[int, dict[int, float]] = {}
    enters: dict[int, int] = {}
    leaves: dict[int, int] = {}
    for w, arcs in into.items():
        if w in ring:
            continue
        mine = {h: n for h, n in arcs.items() if h not in ring}
        from_ring = {h: n for h, n in arcs.items() if h in ring}
        if from_ring:
            leaves[w] = max(from_ring, key=lambda h: (from_ring[h], -h))
            mine[new] = from_ring[leaves[w]]
        smaller[w] = mine
    into_ring: dict[int, float] = {}
    for w in cycle:
        for h, n in into[w].items():
            gain = n - into[w][heads[w]] + inside
            if h not in ring and gain > into_ring.get(h, float("-inf")):
                into_ring[h], enters[h] = gain, w
    smaller[new] = into_ring
    found = _best(smaller)
    out = {w: heads[w] for w in cycle}
    for w, h in found.items():
        if w == new:
            out[enters[h]] = h
        else:
            out[w] = leaves[w] if h == new else h
    return out


def _cycle(heads: dict[int, int]) -> list[int]:
    seen: set[int] = set()
    for start in heads:
        path: list[int] = []
        at = start
        while at in heads and at not in seen:
            seen.add(at)
            path.append(at)
            at = heads[at]
        if at in path:
            return path[path.index(at) :]
    return []
