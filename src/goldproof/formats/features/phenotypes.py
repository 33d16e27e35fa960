"""Features of phenotypes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ...model import NONE, And, Attributes, Corpus, Expression, Kind, Layer, Phenotype, Some, Term
from .feature import Feature, first, mapped


def on_phenotypes(corpus: Corpus, change: Callable[[Phenotype], Phenotype | None]) -> Corpus:
    def every(layer: Layer) -> Layer:
        judged = {unit: [p for p in map(change, found) if p is not None] for unit, found in layer.items()}
        return Layer.of(layer.name, layer.source, Kind.PHENOTYPES, judged)

    return mapped(corpus, Kind.PHENOTYPES, every)


def _feature(name: str, what: str, has: Callable[[Phenotype], object], change: Callable[[Phenotype], Phenotype | None]) -> Feature:
    def rows(layer: Layer) -> Iterator[int]:
        return (i for i, p in enumerate(layer.phenotypes.rows()) if has(p))

    return Feature(
        f"phenotype-{name}", what,
        lambda corpus: first(corpus, Kind.PHENOTYPES, lambda layer: [i for i in [next(rows(layer), None)] if i is not None]),
        lambda corpus: on_phenotypes(corpus, change),
    )  # fmt: skip


def _slots(p: Phenotype) -> tuple[Expression | None, ...]:
    return p.entity, p.quality, p.related


def _genus(e: Expression | None) -> Expression | None:
    """The first named class of a composed expression."""
    match e:
        case And(parts) if parts:
            return _genus(parts[0])
        case Some(_, filler):
            return _genus(filler)
        case Term():
            return e
        case _:
            return None


def _each(p: Phenotype, change: Callable[[Expression | None], Expression | None]) -> Phenotype:
    return replace(p, entity=change(p.entity), quality=change(p.quality), related=change(p.related))


PHENOTYPES = (
    _feature("empty", "phenotypes without a term in any slot", lambda p: not any(_slots(p)),
             lambda p: p if any(_slots(p)) else None),
    _feature("composed", "slots composed of several terms (stripped: the genus)",
             lambda p: any(isinstance(e, And | Some) for e in _slots(p)), lambda p: _each(p, _genus)),
    _feature("related", "a related entity", lambda p: p.related is not None, lambda p: replace(p, related=None)),
    _feature("labels", "labels given beside the ids", lambda p: any(k.endswith(" label") for k in p.attributes),
             lambda p: replace(p, attributes=p.attributes.without(*(k for k in p.attributes if k.endswith(" label"))))),
    _feature("attributes", "counts, measurements, descriptions, notes, scores",
             lambda p: any(not k.endswith(" label") for k in p.attributes),
             lambda p: replace(p, attributes=Attributes({k: v for k, v in p.attributes.items() if k.endswith(" label")}))),
    _feature("unmatched", "text for which no term was found", lambda p: bool(p.unmatched),
             lambda p: replace(p, unmatched=NONE)),
)  # fmt: skip
