"""Other ids in the judgements of a layer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ..model import And, Expression, Kind, Layer, Mention, Phenotype, Some, Term
from ..model.curie import curie

Use = Callable[[str, str], str | None]
"""(unit, id) -> the id to write, None to take it away."""
SLOTS = ("entity", "quality", "related")


@dataclass
class Effect:
    """What a rewriting did: judgements changed, taken away because nothing was left, and become the same as another of their unit."""

    changed: int = 0
    emptied: int = 0
    same: int = 0


@dataclass(frozen=True, slots=True)
class Words:
    """The words of an expression: as it is ``written`` so that it can be read again, and as it is ``spoken`` with every label."""

    written: Callable[[Expression], str]
    spoken: Callable[[Expression], str]


def rewritten(layer: Layer, use: Use, effect: Effect, words: Words) -> Layer:
    """The layer with other ids. ``words`` are for tables that keep labels beside the ids.

    A mention of which no concept is left goes; a slot of a phenotype that loses a term is unmatched, with what it said. Judgements that a merge has made
    the same become one. A layer that nothing touches is given back as it is.
    """
    if layer.kind not in (Kind.MENTIONS, Kind.PHENOTYPES):
        return layer
    one = _mention if layer.kind == Kind.MENTIONS else _phenotype
    judged: dict[str, tuple[Any, ...]] = {}
    before = effect.changed, effect.emptied
    for unit, judgements in layer.items():
        fresh: list[Any] = []
        touched = False
        for judgement in judgements:
            made = one(judgement, partial(use, unit), words)
            if made == judgement:
                fresh.append(judgement)
                continue
            touched = True
            if made is None:
                effect.emptied += 1
                continue
            effect.changed += 1
            fresh.append(made)
        if touched:
            alone = list(dict.fromkeys(fresh))
            effect.same += len(fresh) - len(alone)
            fresh = alone
        judged[unit] = tuple(fresh)
    if before == (effect.changed, effect.emptied):
        return layer
    return Layer.of(layer.name, layer.source, layer.kind, judged, scale=layer.scale)


def _mention(mention: Mention, use: Callable[[str], str | None], words: Words) -> Mention | None:
    fresh = [new for id in mention.concepts if (new := use(id)) is not None]
    if fresh == list(mention.concepts):
        return mention
    # Of two that are the same now, the first stays as it is written.
    alone: dict[str, str] = {}
    for id in fresh:
        alone.setdefault(curie(id), id)
    return replace(mention, concepts=tuple(alone.values())) if alone else None


def _phenotype(phenotype: Phenotype, use: Callable[[str], str | None], words: Words) -> Phenotype:
    slots: dict[str, Expression | None] = {}
    attributes, unmatched = phenotype.attributes, phenotype.unmatched
    for name in SLOTS:
        expression: Expression | None = getattr(phenotype, name)
        slots[name] = fresh = expression if expression is None else _expression(expression, use)
        if fresh == expression:
            continue
        label = _label_of(name, attributes)
        if fresh is None:
            said = str(attributes.get(label) or words.spoken(expression)) if expression is not None else ""
            unmatched = unmatched.but(**{name: said.strip("'")})
            attributes = attributes.without(label)
        elif label in attributes:
            attributes = attributes.but(**{label: words.written(fresh)})
    return replace(phenotype, **slots, attributes=attributes, unmatched=unmatched)


def _label_of(slot: str, attributes: Any) -> str:
    """The attribute in which a table keeps the words of a slot."""
    return next((name for name in (f"{slot} label", f"{slot} entity label") if name in attributes), f"{slot} label")


def _expression(expression: Expression, use: Callable[[str], str | None]) -> Expression | None:
    """The expression with other ids; None if one of them is taken away, because what is left would say something else."""
    match expression:
        case Term(id):
            new = use(id)
            return None if new is None else expression if curie(id) == new else Term(new)
        case Some(relation, filler):
            role, inner = use(relation), _expression(filler, use)
            if role is None or inner is None:
                return None
            return Some(relation if curie(relation) == role else role, inner)
        case And(parts):
            fresh = [_expression(part, use) for part in parts]
            if any(part is None for part in fresh):
                return None
            # Two parts may have become the same.
            alone = tuple(dict.fromkeys(part for part in fresh if part is not None))
            return alone[0] if len(alone) == 1 < len(parts) else And(alone)
