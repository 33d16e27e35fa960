"""Phenotypes: what is wrong in an Entity-Quality statement by itself. What wants an ontology to be seen is in consistency.py."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..model import And, Corpus, Expression, Kind, Layer, Phenotype, Some, State
from .finding import Level, Place, quoted
from .rule import Context, Found, rule


def stated(corpus: Corpus) -> Iterator[tuple[Layer, str, int, Phenotype]]:
    """Every phenotype, with its number in its unit."""
    for layer in corpus.of_kind(Kind.PHENOTYPES):
        for unit, phenotypes in layer.items():
            for number, phenotype in enumerate(phenotypes, 1):
                yield layer, unit, number, phenotype


def place(layer: Layer, unit: str, number: int, slot: str = "") -> Place:
    return Place(layer.name, unit, item=f"EQ {number}, {slot}" if slot else f"EQ {number}")


@rule("state-empty", "states without a phenotype", Level.WARNING)
def state_empty(corpus: Corpus, context: Context) -> Found:
    for layer in corpus.of_kind(Kind.PHENOTYPES):
        for unit, phenotypes in layer.items():
            if not phenotypes:
                content = corpus.unit(unit).content
                what = f": {quoted(content.state_text)}" if isinstance(content, State) and content.state_text else ""
                yield Place(layer.name, unit), f"no phenotype{what}", "annotate it, or say why it cannot be"


@rule("phenotype-no-entity", "phenotypes without an entity", Level.WARNING)
def no_entity(corpus: Corpus, context: Context) -> Found:
    for layer, unit, number, phenotype in stated(corpus):
        if phenotype.entity is None and "entity" not in phenotype.unmatched:
            yield place(layer, unit, number), f"no entity ({phenotype})", "name what it is about"


@rule("phenotype-no-quality", "phenotypes without a quality", Level.WARNING)
def no_quality(corpus: Corpus, context: Context) -> Found:
    for layer, unit, number, phenotype in stated(corpus):
        if phenotype.quality is None and "quality" not in phenotype.unmatched:
            yield place(layer, unit, number), f"no quality ({phenotype})", "say how it is"


@rule("phenotype-unmatched", "phenotypes with text for which no term was found", Level.WARNING)
def unmatched(corpus: Corpus, context: Context) -> Found:
    for layer, unit, number, phenotype in stated(corpus):
        for slot, text in phenotype.unmatched.items():
            yield place(layer, unit, number, slot), f"no term for {quoted(str(text))}", "find one, or propose one"


@rule("phenotype-differentiae", "slots with more than one differentia (may be okay)", Level.NOTE)
def differentiae(corpus: Corpus, context: Context) -> Found:
    for layer, unit, number, phenotype in stated(corpus):
        for slot, expression in slots(phenotype):
            count = most_differentiae(expression)
            if count > 1:
                yield place(layer, unit, number, slot), f"{count} differentiae: {expression}", "may be okay; is a nested one meant?"


def slots(phenotype: Phenotype) -> list[tuple[str, Expression]]:
    slots = (("entity", phenotype.entity), ("quality", phenotype.quality), ("related entity", phenotype.related))
    return [(name, slot) for name, slot in slots if slot is not None]


def most_differentiae(expression: Expression) -> int:
    """The most restrictions that stand side by side anywhere in an expression."""
    most = 0
    waiting = [expression]
    while waiting:
        match waiting.pop():
            case And(parts):
                most = max(most, sum(isinstance(part, Some) for part in parts))
                waiting.extend(parts)
            case Some(_, filler):
                most = max(most, 1)
                waiting.append(filler)
            case _:
                pass
    return most


@rule("phenotype-twice", "a state with the same phenotype twice", Level.WARNING)
def twice(corpus: Corpus, context: Context) -> Found:
    for layer in corpus.of_kind(Kind.PHENOTYPES):
        for unit, phenotypes in layer.items():
            times = Counter((p.entity, p.quality, p.related, _told_apart(p)) for p in phenotypes)
            for (entity, quality, related, _), count in times.items():
                if count > 1:
                    same = Phenotype(entity, quality, related)
                    yield Place(layer.name, unit), f"stands {count} times: {same}", "keep one"


def _told_apart(phenotype: Phenotype) -> object:
    """What makes two phenotypes of the same terms different statements."""
    return phenotype.unmatched, *(phenotype.attributes.get(name) for name in ("count", "measurement", "unit", "negated"))
