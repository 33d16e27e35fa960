"""Two sets of phenotypes of one unit, set side by side slot by slot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..model import Phenotype
from ..model.expression import canonical, terms
from ..ontology import Ontology
from .cause import Cause, Finding
from .relation import relation

SLOTS = ("entity", "quality", "related")
PRIVATE = ("note", "annotator", "votes", "of", "exact", "open", "decided", "score")
"""Attributes that say nothing about the phenotype."""


def pair_phenotypes(mine: Sequence[Phenotype], proposed: Sequence[Phenotype], ontology: Ontology | None = None) -> Iterator[Finding]:
    """The same EQs fall out, those with most slots in common are paired, the rest stands alone."""
    left, right = list(mine), list(proposed)
    for same in (3, 2, 1):
        for a in list(left):
            b = next((b for b in right if common(a, b) >= same), None)
            if b is not None:
                left.remove(a)
                right.remove(b)
                yield from _of_two(a, b, ontology)
    yield from (Finding(Cause.EXTRA, a, None) for a in left)
    yield from (Finding(Cause.MISSED, None, b) for b in right)


def _of_two(a: Phenotype, b: Phenotype, ontology: Ontology | None) -> Iterator[Finding]:
    if b.attributes.get("open", ()):
        yield Finding(Cause.OPEN, a, b, 1.0, f"no majority: {', '.join(_several(b.attributes['open']))}")
        return
    other = [slot for slot in SLOTS if text(a, slot) != text(b, slot)]
    if other:
        told = [_slot(a, b, slot, ontology) for slot in other]
        yield Finding(Cause.SLOT, a, b, max(size for _, size in told) * len(other) / 3, "; ".join(words for words, _ in told))
    elif core(a) != core(b):
        names = {**_said(a), **_said(b)}
        differ = [name for name in names if _said(a).get(name) != _said(b).get(name)] or ["unmatched"]
        yield Finding(Cause.ATTRIBUTE, a, b, 1.0, ", ".join(differ))


def _slot(a: Phenotype, b: Phenotype, slot: str, ontology: Ontology | None) -> tuple[str, float]:
    x, y = getattr(a, slot), getattr(b, slot)
    if x is None or y is None:
        return f"{slot}: {'not filled' if x is None else 'filled'}", 1.0
    cause, size = relation(terms(x), terms(y), ontology)
    return f"{slot}: {cause.removeprefix('concept-')}", size


def core(p: Phenotype) -> tuple[object, ...]:
    """What makes two phenotypes the same: their slots, what stayed unmatched, and what was counted or measured."""
    return *(text(p, slot) for slot in SLOTS), p.unmatched, tuple(_said(p).items())


def _said(p: Phenotype) -> dict[str, object]:
    return dict(p.attributes.without(*PRIVATE).items())


def common(a: Phenotype, b: Phenotype) -> int:
    """Slots that say the same; none if neither entity nor quality does."""
    same = [text(a, slot) == text(b, slot) for slot in SLOTS]
    filled = any(same[i] and text(a, SLOTS[i]) for i in (0, 1))
    return sum(same) if filled or (all(same)) else 0


def text(p: Phenotype, slot: str) -> str:
    expression = getattr(p, slot)
    return "" if expression is None else canonical(expression)


def _several(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, tuple) else (str(value),)
