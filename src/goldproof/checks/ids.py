"""Ids of concepts, in mentions and in phenotypes, against ontologies and the guideline."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from ..model import Corpus, Kind, Layer, Passage, Span
from ..model.curie import curie, is_curie, prefix
from ..model.expression import terms as terms_of
from ..ontology import Standing
from .finding import Level, Place, quoted
from .rule import Context, Found, rule


@dataclass(frozen=True, slots=True)
class Use:
    """An id that a layer uses, how often, and where."""

    layer: Layer
    id: str
    count: int
    where: Callable[[], Iterator[Place]]

    def places(self) -> Iterator[Place]:
        return self.where()


def uses(corpus: Corpus) -> tuple[Use, ...]:
    """Every id that a layer uses, each once a layer."""
    found: list[Use] = []
    for layer in corpus.layers:
        if layer.kind == Kind.MENTIONS:
            found.extend(_of_mentions(corpus, layer))
        elif layer.kind == Kind.PHENOTYPES:
            found.extend(_of_phenotypes(layer))
    return tuple(found)


def _of_mentions(corpus: Corpus, layer: Layer) -> Iterator[Use]:
    columns = layer.mentions
    mention_of = np.repeat(np.arange(len(columns)), np.diff(columns.concept_offsets))
    unit_of = np.searchsorted(columns.offsets, np.arange(len(columns)), side="right") - 1
    order = np.argsort(columns.concepts, kind="stable")
    cuts = np.flatnonzero(np.diff(columns.concepts[order])) + 1

    def places(rows: list[int]) -> Iterator[Place]:
        for row in rows:
            unit = layer.units[int(unit_of[row])]
            content = corpus.unit(unit).content
            mention = columns.row(row)
            span = Span(mention.start, mention.end) if mention.spans else None
            yield Place(layer.name, unit, content.document if isinstance(content, Passage) else "", span)

    for group in np.split(order, cuts) if len(order) else []:
        rows = mention_of[group].tolist()
        yield Use(layer, columns.names[columns.concepts[group[0]]], len(rows), partial(places, rows))


def _of_phenotypes(layer: Layer) -> Iterator[Use]:
    columns = layer.phenotypes
    ids = [tuple(dict.fromkeys(terms_of(e))) for e in columns.expressions]
    unit_of = (np.searchsorted(columns.offsets, np.arange(len(columns)), side="right") - 1).tolist()
    places: dict[str, dict[Place, None]] = {}
    for slot, numbers in (("entity", columns.entity), ("quality", columns.quality), ("related entity", columns.related)):
        for row, number in enumerate(numbers.tolist()):
            for id in ids[number] if number >= 0 else ():
                places.setdefault(id, {})[Place(layer.name, layer.units[unit_of[row]], item=slot)] = None
    for id, where in places.items():
        yield Use(layer, id, len(where), partial(iter, tuple(where)))


def provisional(id: str) -> bool:
    """Whether an id was given for the time being: UBERONTEMP:..., .../provisional/..."""
    return prefix(curie(id)).upper().endswith("TEMP") or "provisional" in id.lower()


@rule("id-empty", "concepts without an id", Level.ERROR)
def empty(corpus: Corpus, context: Context) -> Found:
    for use in context.once(uses, corpus):
        if not use.id.strip():
            for place in use.places():
                yield place, "the id of a concept is empty", "name the concept, or leave the id away"


@rule("id-form", "ids that are written in another way than as a CURIE", Level.NOTE)
def form(corpus: Corpus, context: Context) -> Found:
    told: dict[str, list[Use]] = {}
    for use in context.once(uses, corpus):
        if curie(use.id) != use.id:
            told.setdefault(use.layer.name, []).append(use)
    for written in told.values():
        first, count = written[0], sum(use.count for use in written)
        yield next(first.places()), f"{quoted(first.id)} is {curie(first.id)}: {count} ids of this layer are written so", "they are understood all the same"


@rule("id-no-curie", "ids that are not a prefix, a colon and a local part", Level.ERROR, needs="ontologies")
def no_curie(corpus: Corpus, context: Context) -> Found:
    for use in context.once(uses, corpus):
        id = use.id
        # A web address or a relation's name may be an id of the ontology all the same.
        if id.strip() and not is_curie(curie(id)) and context.terms.status(id).standing is Standing.UNKNOWN:
            meant = context.terms.named(id)
            for place in use.places():
                yield place, f"{quoted(id)} is not an id", f"it is the name of {meant}" if meant else "ids look like HP:0000118"


@rule("id-unknown", "ids that the ontologies do not know", Level.ERROR, needs="ontologies")
def unknown(corpus: Corpus, context: Context) -> Found:
    for use in context.once(uses, corpus):
        id = use.id
        if context.terms.covers(id) and context.terms.status(id).standing is Standing.UNKNOWN:
            for place in use.places():
                yield place, f"{id} is not in the ontology", "is it a slip of the pen, or from another version?"


@rule("id-uncovered", "ids of a kind that none of the ontologies is about: they were not checked", Level.NOTE, needs="ontologies")
def uncovered(corpus: Corpus, context: Context) -> Found:
    found: dict[tuple[str, str], list[Use]] = {}
    for use in context.once(uses, corpus):
        known = context.terms.status(use.id).standing is not Standing.UNKNOWN
        if is_curie(curie(use.id)) and not known and not provisional(use.id) and not context.terms.covers(use.id):
            found.setdefault((use.layer.name, prefix(curie(use.id))), []).append(use)
    for (_, start), strange in found.items():
        first, count = strange[0], sum(use.count for use in strange)
        message = f"{first.id}: no ontology here is about {start} ({count} such ids in this layer)"
        yield next(first.places()), message, "give the ontology with --ontology, or correct the prefix"


@rule("id-obsolete", "obsolete ids", Level.WARNING, needs="ontologies")
def obsolete(corpus: Corpus, context: Context) -> Found:
    for use in context.once(uses, corpus):
        id = use.id
        status = context.terms.status(id)
        if status.standing is Standing.OBSOLETE:
            if status.id:
                remedy = f"use {_labelled(context, status.id)}"
            elif status.consider:
                remedy = "consider " + ", ".join(_labelled(context, other) for other in status.consider)
            else:
                remedy = "it has no replacement: choose another term"
            for place in use.places():
                yield place, f"{_labelled(context, id)} is obsolete", remedy


@rule("id-alternative", "ids that were merged into others", Level.NOTE, needs="ontologies")
def alternative(corpus: Corpus, context: Context) -> Found:
    for use in context.once(uses, corpus):
        id = use.id
        status = context.terms.status(id)
        if status.standing is Standing.ALTERNATIVE:
            merged = [_labelled(context, other) for other in ((status.id,) if status.id else status.consider)]
            for place in use.places():
                yield place, f"{id} was merged into {' or '.join(merged)}", "use the primary id"


@rule("id-elsewhere", "concepts that do not lie below the terms that the guideline names (below)", Level.ERROR, needs="ontologies")
def elsewhere(corpus: Corpus, context: Context) -> Found:
    roots = context.guideline.below
    if not roots:
        return
    allowed = context.terms.below(roots)
    for use in context.once(uses, corpus):
        id = use.id
        status = context.terms.status(id)
        if status.id and status.id not in allowed:
            for place in use.places():
                yield place, f"{_labelled(context, id)} is not below {' or '.join(roots)}", "take it away, or widen the guideline"


@rule("id-provisional", "ids that were given for the time being", Level.WARNING)
def provisionally(corpus: Corpus, context: Context) -> Found:
    for use in context.once(uses, corpus):
        id = use.id
        if provisional(id):
            for place in use.places():
                yield place, f"{id} is provisional", "let an ontology curator resolve it"


def _labelled(context: Context, id: str) -> str:
    label = context.terms.label(id)
    return f"{id} ({label})" if label else id
