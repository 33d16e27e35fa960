"""Two sets of mentions of one unit, set side by side: what is the same falls out, what overlaps is paired, the rest stands alone."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence

from ..model import Mention, Span
from ..ontology import Ontology
from .cause import Cause, Finding
from .relation import relation

SAID = ("negated", "uncertain", "historical", "family")
"""Attributes that change what a mention says."""


def pair_mentions(mine: Sequence[Mention], proposed: Sequence[Mention], ontology: Ontology | None = None) -> Iterator[Finding]:
    """First the same place and concepts, then the same concept, then the same place, then any overlap."""
    left, right = list(mine), list(proposed)

    def take(alike: Callable[[Mention, Mention], bool]) -> Iterator[tuple[Mention, Mention]]:
        for a in list(left):
            fitting = [b for b in right if alike(a, b)]
            if fitting:
                b = min(fitting, key=lambda b: apart(a, b))
                left.remove(a)
                right.remove(b)
                yield a, b

    deque(take(lambda a, b: core(a) == core(b)), maxlen=0)
    for a, b in take(lambda a, b: _place(a) == _place(b) and set(a.concepts) == set(b.concepts)):
        other = [name for name in SAID if a.attributes.get(name, False) != b.attributes.get(name, False)]
        if other:
            yield Finding(Cause.ATTRIBUTE, a, b, 1.0, ", ".join(f"{name}: {_yes(a, name)}, not {_yes(b, name)}" for name in other))
        elif a.label != b.label:
            yield Finding(Cause.LABEL, a, b, 1.0, f"{a.label or 'none'}, not {b.label or 'none'}")
    for a, b in take(lambda a, b: _overlap(a, b) and set(a.concepts) == set(b.concepts)):
        yield Finding(Cause.FRAGMENT if len(a.spans) != len(b.spans) else Cause.BOUNDARY, a, b, apart(a, b), _ends(a, b))
    for alike in (lambda a, b: _place(a) == _place(b), _overlap):
        for a, b in take(alike):
            cause, size = relation(a.concepts, b.concepts, ontology)
            yield Finding(cause, a, b, size, "" if _place(a) == _place(b) else _ends(a, b))
    yield from (Finding(Cause.EXTRA, a, None) for a in left)
    yield from (Finding(Cause.MISSED, None, b) for b in right)


def core(m: Mention) -> tuple[object, ...]:
    """What makes two mentions the same: places, concepts, label, and what changes their meaning. Votes, notes and ids are not in it."""
    return tuple(_place(m)), tuple(sorted(m.concepts)), m.label, *(m.attributes.get(name, False) for name in SAID)


def apart(a: Mention, b: Mention) -> float:
    """The share of the characters of both that only one has."""
    if not (a.spans or b.spans):
        return 1.0
    both = sum(max(0, min(x.end, y.end) - max(x.start, y.start)) for x in a.spans for y in b.spans)
    every = sum(s.length for s in (*a.spans, *b.spans)) - both
    return 1 - both / every if every > 0 else 1.0


def _place(m: Mention) -> list[Span]:
    return sorted(m.spans)


def _overlap(a: Mention, b: Mention) -> bool:
    return any(x.overlaps(y) for x in a.spans for y in b.spans) or not (a.spans or b.spans)


def _ends(a: Mention, b: Mention) -> str:
    """How far the ends were moved, in characters."""
    moved = [f"{name} {by:+d}" for name, by in (("start", a.start - b.start), ("end", a.end - b.end)) if by]
    return ", ".join(moved) or "inside"


def _yes(m: Mention, name: str) -> str:
    return "yes" if m.attributes.get(name, False) else "no"
