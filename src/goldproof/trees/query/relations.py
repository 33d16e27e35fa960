"""The relations of the query language, each from one node to all that stand in it.

Rows of an outline are the nodes; the word (or empty category) of leaf ``i`` is node ``len(outline) + i``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ..outline import Outline
from ..parts import parts

Relation = Callable[[Outline, int], Iterable[int]]


def name_of(o: Outline, node: int) -> str:
    """The label of a node; the word, if it is one."""
    return o.labels[node] if node < len(o.labels) else o.word(node - len(o.labels))


def children(o: Outline, node: int) -> Iterable[int]:
    n = len(o.labels)
    if node >= n:
        return ()
    return o.children[node] or ((node + n,) if o.ends[node] > o.firsts[node] else ())


def parent(o: Outline, node: int) -> int:
    n = len(o.labels)
    return node - n if node >= n else o.parents[node]


def _parents(o: Outline, node: int) -> Iterable[int]:
    above = parent(o, node)
    return (above,) if above >= 0 else ()


def _above(o: Outline, node: int) -> Iterator[int]:
    node = parent(o, node)
    while node >= 0:
        yield node
        node = o.parents[node]


def _below(o: Outline, node: int) -> Iterator[int]:
    n = len(o.labels)
    if node >= n:
        return
    yield from o.below(node)
    yield from (leaf + n for leaf in o.leaves[o.firsts[node] : o.ends[node]])


def _span(o: Outline, node: int) -> tuple[int, int]:
    node = node - len(o.labels) if node >= len(o.labels) else node
    return o.firsts[node], o.ends[node]


def _everything(o: Outline) -> Iterator[int]:
    yield from range(len(o.labels))
    yield from (leaf + len(o.labels) for leaf in o.leaves)


def _beside(holds: Callable[[tuple[int, int], tuple[int, int]], bool]) -> Relation:
    """The nodes whose spans (none of them empty) stand so to that of a node."""

    def found(o: Outline, node: int) -> Iterator[int]:
        mine = _span(o, node)
        if mine[0] < mine[1]:
            for other in _everything(o):
                theirs = _span(o, other)
                if theirs[0] < theirs[1] and holds(mine, theirs):
                    yield other

    return found


def _sisters(choose: Callable[[int, int], bool]) -> Relation:
    def found(o: Outline, node: int) -> Iterator[int]:
        above = parent(o, node)
        if above >= 0:
            row = list(children(o, above))
            place = row.index(node)
            yield from (other for i, other in enumerate(row) if i != place and choose(place, i))

    return found


def _edge(last: bool) -> Relation:
    def found(o: Outline, node: int) -> Iterator[int]:
        row = list(children(o, node))
        while row:
            yield row[-1 if last else 0]
            row = list(children(o, row[-1 if last else 0]))

    return found


def _edge_of(last: bool) -> Relation:
    def found(o: Outline, node: int) -> Iterator[int]:
        above = parent(o, node)
        while above >= 0:
            row = list(children(o, above))
            if row[-1 if last else 0] != node:
                return
            yield above
            node, above = above, o.parents[above]

    return found


def _numbers(o: Outline, node: int) -> set[int]:
    found = parts(name_of(o, node))
    if node >= len(o.labels):
        # An empty category that has its own number, as in *T*-1; a word like COX-1 has none.
        leaf = node - len(o.labels)
        tail = name_of(o, node).rpartition("-")[2]
        return {int(tail)} if o.tokens[leaf] < 0 and tail.isdecimal() else set()
    return {n for n in (found.index, found.gap) if n is not None}


def _alike(o: Outline, node: int) -> Iterator[int]:
    mine = _numbers(o, node)
    if mine:
        yield from (other for other in _everything(o) if other != node and mine & _numbers(o, other))


def _nth(number: int) -> Relation:
    def found(o: Outline, node: int) -> Iterable[int]:
        row = list(children(o, node))
        place = number - 1 if number > 0 else len(row) + number
        return (row[place],) if 0 <= place < len(row) else ()

    return found


def _nth_of(number: int) -> Relation:
    below = _nth(number)

    def found(o: Outline, node: int) -> Iterable[int]:
        return [above for above in _parents(o, node) if node in below(o, above)]

    return found


def _only(o: Outline, node: int) -> Iterable[int]:
    row = list(children(o, node))
    return row if len(row) == 1 else ()


def _only_of(o: Outline, node: int) -> Iterable[int]:
    return [above for above in _parents(o, node) if len(list(children(o, above))) == 1]


RELATIONS: dict[str, Relation] = {
    "<": children, ">": _parents, "<<": _below, ">>": _above, "<,": _nth(1), ">,": _nth_of(1), "<-": _nth(-1), ">-": _nth_of(-1),
    "<:": _only, ">:": _only_of, "<<,": _edge(False), ">>,": _edge_of(False), "<<-": _edge(True), ">>-": _edge_of(True),
    ".": _beside(lambda a, b: a[1] == b[0]), ",": _beside(lambda a, b: b[1] == a[0]),
    "..": _beside(lambda a, b: a[1] <= b[0]), ",,": _beside(lambda a, b: b[1] <= a[0]),
    "$": _sisters(lambda a, b: True), "$.": _sisters(lambda a, b: b == a + 1), "$,": _sisters(lambda a, b: b == a - 1),
    "$..": _sisters(lambda a, b: b > a), "$,,": _sisters(lambda a, b: b < a), "~": _alike,
}  # fmt: skip


def nth(sign: str) -> Relation | None:
    """The relation to a numbered child: <2, <-2, >2, >-2."""
    number = sign[1:]
    if sign[:1] not in "<>" or not number.lstrip("-").isdecimal() or int(number) == 0:
        return None
    return _nth(int(number)) if sign[0] == "<" else _nth_of(int(number))
