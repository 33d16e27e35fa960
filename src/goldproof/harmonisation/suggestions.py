"""Suggestions: what annotators begin with. Several recognisers' layers by low thresholds, since a wrong one is sooner rejected than a missing one found;
and in the other languages of a parallel unit, what was decided in one (Kors et al. 2015, steps 1 and 4).

A concept that is curated in one language and not suggested in another is looked for among everything that any single recogniser found there: two sources, of
which one is people, are enough. If none has it, it is offered without a place, with the words that it has where it was curated: the annotator marks the place
or drops it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ..checks.groups import parallel
from ..contracts import Annotator
from ..errors import BadInput
from ..model import Attributes, Corpus, Kind, Layer, Maker, Mention, Source
from .harmonise import harmonise

FIRST, SECOND = 2, 1
Curated = Mapping[str, Mapping[str, tuple[str, str]]]
"""Unit -> concept that another language of its group has -> that language, its words there."""


def suggest(
    corpus: Corpus, sources: Iterable[Annotator | Layer | str], rule: str = "", *, curated: Layer | None = None, offer: bool = True, name: str = "suggestions"
) -> Layer:  # fmt: skip
    """One layer of suggestions, of recognisers (or their layers, or their names: ``concepts:hp.obo``) for all units of the corpus.

    ``rule`` is ``centroid(2,1)``, of one source ``centroid(1,1)``, if it is not given. ``curated`` is a layer that people decided in some language: what it
    says of a unit is suggested in the parallel units that it did not judge. ``offer=False`` leaves out what has no place there. A suggestion that is
    curated elsewhere says so (``curated``: the language, ``words``: how it is called there).
    """
    layers = _layers(corpus, sources)
    if not layers and curated is None:
        raise BadInput("nobody suggests anything", remedy="name recognisers, or a curated layer")
    rule = rule or f"centroid({min(FIRST, len(layers))},{SECOND})"
    found = harmonise(layers, rule, corpus=corpus, name=name) if layers else Layer.of(name, Source("curated"), Kind.MENTIONS, {})
    settings: dict[str, str | tuple[str, ...]] = {"layers": tuple(la.name for la in layers)}
    said = dict(found.items())
    if curated is not None:
        if curated.kind is not Kind.MENTIONS:
            raise BadInput(f"holds {curated.kind.value}, and mentions are suggested", where=f"layer {curated.name}")
        settings["curated"] = curated.name
        wanted = elsewhere(corpus, curated)
        loose = harmonise(layers, "centroid(1,1)", corpus=corpus) if layers else None
        for unit in corpus.units:
            if unit.id in wanted:
                any_found = loose.get(unit.id) or () if loose else ()
                said[unit.id] = _supported(said.get(unit.id, ()), any_found, wanted[unit.id], offer)
    order = [u.id for u in corpus.units if u.id in said]
    source = Source(found.source.name, Maker.RULE, ontology=found.source.ontology, settings=Attributes(settings))
    return Layer.of(name, source, Kind.MENTIONS, {u: said[u] for u in order})


def _layers(corpus: Corpus, sources: Iterable[Annotator | Layer | str]) -> list[Layer]:
    from ..annotators.opening import annotator

    out: list[Layer] = []
    for source in sources:
        made = source if isinstance(source, Layer) else (annotator(source) if isinstance(source, str) else source).annotate(corpus)
        if made.kind is not Kind.MENTIONS:
            raise BadInput(f"says {made.kind.value}, and mentions are suggested", where=f"source {made.name}")
        taken = {la.name for la in out}
        fresh = made.name if made.name not in taken else next(f"{made.name}-{n}" for n in range(2, len(out) + 3) if f"{made.name}-{n}" not in taken)
        out.append(made if fresh == made.name else made.called(fresh))
    return out


def elsewhere(corpus: Corpus, curated: Layer) -> Curated:
    """For each unit that the layer did not judge, what it says in other languages of the unit's group. A group that it judged nowhere is not there."""
    out: dict[str, dict[str, tuple[str, str]]] = {}
    for languages in parallel(corpus).values():
        told: dict[str, tuple[str, str]] = {}
        judged = False
        for language, units in languages.items():
            for unit in units:
                mentions = curated.get(unit.id)
                judged = judged or mentions is not None
                for m in mentions or ():
                    words = corpus.text_of(unit.id).cut(m.spans, " … ") if m.spans else ""
                    for c in m.concepts:
                        told.setdefault(c, (language, words))
        if judged:
            out.update({u.id: told for units in languages.values() for u in units if u.id not in curated})
    return out


def _supported(found: Iterable[Mention], loose: Iterable[Mention], wanted: Mapping[str, tuple[str, str]], offer: bool) -> tuple[Mention, ...]:
    out = [_marked(m, wanted) for m in found]
    there = {c for m in out for c in m.concepts}
    for m in loose:
        if any(c in wanted and c not in there for c in m.concepts):
            concepts = tuple(c for c in m.concepts if c in wanted and c not in there)
            out.append(_marked(replace(m, concepts=concepts), wanted))
    there = {c for m in out for c in m.concepts}
    out.sort(key=lambda m: (m.start, m.end, m.concepts))
    if offer:
        out += [_marked(Mention((), (c,)), wanted) for c in wanted if c not in there]
    return tuple(out)


def _marked(m: Mention, wanted: Mapping[str, tuple[str, str]]) -> Mention:
    about = [wanted[c] for c in m.concepts if c in wanted]
    if not about:
        return m
    language, words = about[0]
    return replace(m, attributes=m.attributes.but(curated=language, **({"words": words} if words else {})))
