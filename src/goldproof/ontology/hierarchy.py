"""What stands above and below: walks over a graph of parents, whatever its shape (cycles, several roots, parents that nobody declares)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

Steps = Mapping[str, tuple[str, ...]]


def reached(start: str, steps: Steps) -> frozenset[str]:
    """All that can be reached in one step or more, without the start itself (a cycle leads back to it)."""
    found: set[str] = set()
    waiting = list(steps.get(start, ()))
    while waiting:
        id = waiting.pop()
        if id not in found:
            found.add(id)
            waiting.extend(steps.get(id, ()))
    found.discard(start)
    return frozenset(found)


def distance(start: str, steps: Steps, ends: Iterable[str] = ()) -> int | None:
    """The fewest steps to one of the ends, or to something without a further step if no ends are given; None if there is none."""
    goals = frozenset(ends)
    seen, level, count = {start}, [start], 0
    while level:
        if any(id in goals if goals else not steps.get(id) for id in level):
            return count
        level = [id for id in dict.fromkeys(n for x in level for n in steps.get(x, ())) if id not in seen]
        seen.update(level)
        count += 1
    return None


def paths(start: str, steps: Steps, ends: Iterable[str] = ()) -> Iterator[tuple[str, ...]]:
    """Every way from the start to one of the ends (or to something without a further step), none through a place twice.

    One after the other, because there may be very many: take as many as you need.
    """
    goals = frozenset(ends)
    way = [start]
    open_ = [iter(steps.get(start, ()))]
    on_way = {start}
    if start in goals or (not goals and not steps.get(start)):
        yield (start,)
    # A branch that never comes to an end is left out before it is walked.
    fruitful = frozenset().union(*(reached(g, inverse(steps)) | {g} for g in goals)) if goals else None
    while open_:
        id = next(open_[-1], None)
        if id is None:
            open_.pop()
            on_way.discard(way.pop())
        elif id not in on_way and (fruitful is None or id in fruitful):
            if id in goals or (not goals and not steps.get(id)):
                yield (*way, id)
            way.append(id)
            on_way.add(id)
            open_.append(iter(steps.get(id, ())))


def inverse(steps: Steps) -> dict[str, tuple[str, ...]]:
    """The same graph walked the other way."""
    back: dict[str, list[str]] = {}
    for id, above in steps.items():
        for other in above:
            back.setdefault(other, []).append(id)
    return {id: tuple(below) for id, below in back.items()}


def lowest(ids: Iterable[str], steps: Steps) -> frozenset[str]:
    """Those that stand above no other of them."""
    ids = frozenset(ids)
    # Members of one cycle stand above each other: neither is below, so they stay together.
    above = {id: reached(id, steps) for id in ids}
    return frozenset(id for id in ids if not any(id in above[other] and other not in above[id] for other in ids))


def _rest(steps: Steps) -> dict[str, tuple[str, ...]]:
    """The part of a graph that may hold cycles."""
    back = inverse(steps)
    waiting_for = {id: len(above) for id, above in steps.items()}
    free = list(back.keys() - steps.keys()) + [id for id, many in waiting_for.items() if not many]
    while free:
        id = free.pop()
        waiting_for.pop(id, None)
        for below in back.get(id, ()):
            waiting_for[below] -= 1
            if not waiting_for[below]:
                free.append(below)
    return {id: tuple(a for a in steps[id] if a in waiting_for) for id in waiting_for}


def cycles(steps: Steps) -> tuple[frozenset[str], ...]:
    """Groups of ids each of which stands above all others of its group (and ids that stand above themselves).

    Whatever has nothing above it, then whatever has only such things above it, and so on, is in no cycle: that is nearly always everything. In the rest,
    Tarjan's strongly connected components, without recursion.
    """
    steps = _rest(steps)
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    found: list[frozenset[str]] = []
    for root in steps:
        if root in number:
            continue
        number[root] = low[root] = len(number)
        stack.append(root)
        on_stack.add(root)
        work = [(root, iter(steps.get(root, ())))]
        while work:
            id, rest = work[-1]
            for other in rest:
                if other not in number:
                    number[other] = low[other] = len(number)
                    stack.append(other)
                    on_stack.add(other)
                    work.append((other, iter(steps.get(other, ()))))
                    break
                if other in on_stack:
                    low[id] = min(low[id], number[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[id])
                if low[id] == number[id]:
                    group = set()
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        group.add(member)
                        if member == id:
                            break
                    if len(group) > 1 or id in steps.get(id, ()):
                        found.append(frozenset(group))
    return tuple(found)
