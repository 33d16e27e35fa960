"""Features of a corpus: documents, studies, units of each content, splits, facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from ...model import (
    NONE,
    Choice,
    Content,
    Corpus,
    Document,
    Kind,
    Layer,
    Pair,
    Parse,
    Passage,
    State,
    Study,
    Unit,
    whole,
)  # fmt: skip
from ...model.corpus import NO_SPLITS
from .feature import Feature


def _content(name: str, what: str, type_: type[Content]) -> Feature:
    def present(corpus: Corpus) -> str:
        return next((u.id for u in corpus.units if isinstance(u.content, type_)), "")

    def strip(corpus: Corpus) -> Corpus:
        if not present(corpus):
            return corpus
        kept = corpus.only(u.id for u in corpus.units if not isinstance(u.content, type_))
        emptied = {layer.name for layer, old in zip(kept.layers, corpus.layers, strict=True) if old.units and not layer.units}
        return kept.without_layers(*emptied)

    return Feature(name, what, present, strip)


def _studies(corpus: Corpus) -> str:
    return corpus.studies[0].id if corpus.studies else ""


def _details_of_study(corpus: Corpus) -> str:
    return next((s.id for s in corpus.studies if s != Study(s.id)), "")


def _loose(corpus: Corpus) -> str:
    used = _used(corpus)
    return next((d.id for d in corpus.documents if d.id not in used), "")


def _used(corpus: Corpus) -> set[str]:
    used = {u.content.document for u in corpus.units if isinstance(u.content, Passage)}
    for u in corpus.units:
        if isinstance(u.content, Pair):
            used |= {p.document for p in (u.content.left_from, u.content.right_from) if p is not None}
    return used


def _strip_loose(corpus: Corpus) -> Corpus:
    used = _used(corpus)
    return replace(corpus, documents=tuple(d for d in corpus.documents if d.id in used))


def _whole(corpus: Corpus, unit: Unit) -> bool:
    content = unit.content
    return isinstance(content, Passage) and content == Passage(unit.id)


def _passages(corpus: Corpus) -> str:
    passages = [u for u in corpus.units if isinstance(u.content, Passage)]
    cut = next((u.id for u in passages if not _whole(corpus, u)), "")
    return cut or ("" if [u.id for u in passages] == [d.id for d in corpus.documents] else _loose(corpus))


def _joined(parses: list[object]) -> Parse:
    """The parses of the parts of a document as one."""
    sentences = (s for p in parses if isinstance(p, Parse) for s in p.sentences)
    return Parse(tuple(sorted(sentences, key=lambda s: s.span.start)))


def _strip_passages(corpus: Corpus) -> Corpus:
    """Whole documents as units; the judgements of the passages of a document one after the other."""
    where = {u.id: u.content.document if isinstance(u.content, Passage) else u.id for u in corpus.units}
    facts = {where[u.id]: u for u in reversed(corpus.units) if isinstance(u.content, Passage)}
    order = list(dict.fromkeys(where.values()))

    def unit(id: str) -> Unit:
        if id not in facts:
            return corpus.unit(id)
        if _whole(corpus, facts[id]):
            return facts[id]
        return whole(corpus.document(id))

    def moved(layer: Layer) -> Layer:
        judged: dict[str, list[object]] = {}
        for id, found in layer.items():
            judged.setdefault(where[id], []).extend(found)
        if layer.kind == Kind.PARSES:
            parts = Counter(where[id] for id in layer.units)
            judged = {id: [_joined(found)] if parts[id] > 1 else found for id, found in judged.items()}
        return Layer.of(layer.name, layer.source, layer.kind, judged, scale=layer.scale)  # type: ignore[arg-type]

    splits = {name: tuple(dict.fromkeys(where[u] for u in ids)) for name, ids in corpus.splits.items()}
    return replace(corpus, units=tuple(map(unit, order)), layers=tuple(map(moved, corpus.layers)), splits=splits)


def _document(name: str, what: str, has: Callable[[Document], object], change: Callable[[Document], Document]) -> Feature:
    def present(corpus: Corpus) -> str:
        return next((d.id for d in corpus.documents if has(d)), "")

    def strip(corpus: Corpus) -> Corpus:
        return replace(corpus, documents=tuple(map(change, corpus.documents)))

    return Feature(name, what, present, strip)


def by_path(id: str) -> list[str]:
    """The order in which a folder of files is read: folder by folder, by name."""
    return id.split("/")


def _order(corpus: Corpus) -> str:
    ids = [d.id for d in corpus.documents]
    return next((a for a, b in zip(ids, sorted(ids, key=by_path), strict=True) if a != b), "")


def _sorted(corpus: Corpus) -> Corpus:
    if not _order(corpus):
        return corpus
    documents = tuple(sorted(corpus.documents, key=lambda d: by_path(d.id)))
    place = {d.id: i for i, d in enumerate(documents)}

    def key(unit: Unit) -> int:
        return place[unit.content.document] if isinstance(unit.content, Passage) else len(place)

    units = tuple(sorted(corpus.units, key=key))
    rank = {u.id: i for i, u in enumerate(units)}
    layers = tuple(layer.only(sorted(layer.units, key=rank.__getitem__)) for layer in corpus.layers)
    splits = {name: tuple(sorted(ids, key=rank.__getitem__)) for name, ids in corpus.splits.items()}
    return replace(corpus, documents=documents, units=units, layers=layers, splits=splits)


def _language(corpus: Corpus) -> str:
    document = next((d.id for d in corpus.documents if d.language), "")
    return document or next((u.id for u in corpus.units if u.language), "")


def _strip_language(corpus: Corpus) -> Corpus:
    return replace(
        corpus,
        documents=tuple(replace(d, language="") for d in corpus.documents),
        units=tuple(replace(u, language="") for u in corpus.units),
    )


def _unit(name: str, what: str, has: Callable[[Unit], object], change: Callable[[Unit], Unit]) -> Feature:
    def present(corpus: Corpus) -> str:
        return next((u.id for u in corpus.units if has(u)), "")

    def strip(corpus: Corpus) -> Corpus:
        return replace(corpus, units=tuple(map(change, corpus.units)))

    return Feature(name, what, present, strip)


def _without_places(unit: Unit) -> Unit:
    pair = unit.content
    return replace(unit, content=Pair(pair.left, pair.right)) if isinstance(pair, Pair) else unit


def _has_places(unit: Unit) -> bool:
    return isinstance(unit.content, Pair) and (unit.content.left_from or unit.content.right_from) is not None


def _strip_places_of_pairs(corpus: Corpus) -> Corpus:
    """Also without the documents that only pairs came from."""
    bare = replace(corpus, units=tuple(map(_without_places, corpus.units)))
    gone = _used(corpus) - _used(bare)
    return replace(bare, documents=tuple(d for d in bare.documents if d.id not in gone))


def _facts(corpus: Corpus) -> str:
    for field in ("name", "version", "licence", "provenance"):
        if getattr(corpus, field):
            return field
    return next(iter(corpus.attributes), "")


def _strip_facts(corpus: Corpus) -> Corpus:
    return replace(corpus, name="", version="", licence="", provenance="", attributes=NONE)


CORPUS = (
    _content("passages", "texts, and parts of texts, as units", Passage),
    _content("pairs", "pairs of texts as units", Pair),
    _content("states", "character states as units", State),
    _content("choices", "options to rank as units", Choice),
    Feature("studies", "studies that the units come from", _studies, lambda c: replace(c, studies=())),
    Feature("study-details", "characters, taxa and matrix of a study", _details_of_study,
            lambda c: replace(c, studies=tuple(Study(s.id) for s in c.studies))),
    Feature("parts-of-documents", "units that are parts of a document, and documents without a unit",
            _passages, lambda c: _strip_passages(_strip_loose(c))),
    Feature("loose-documents", "documents of which no unit is a passage", _loose, _strip_loose),
    Feature("document-order", "documents in an order other than that of their ids", _order, _sorted),
    Feature("language", "the language of documents and units", _language, _strip_language),
    _document("document-title", "a document's title", lambda d: d.title, lambda d: replace(d, title="")),
    _document("document-attributes", "what else is said of a document",
              lambda d: d.attributes, lambda d: replace(d, attributes=NONE)),
    _unit("groups", "units that belong together", lambda u: u.group, lambda u: replace(u, group="")),
    _unit("unit-attributes", "what else is said of a unit", lambda u: u.attributes, lambda u: replace(u, attributes=NONE)),
    Feature("pair-places", "where the sides of a pair come from",
            lambda c: next((u.id for u in c.units if _has_places(u)), ""), _strip_places_of_pairs),
    Feature("splits", "named sets of units (train, development, folds)",
            lambda c: next(iter(c.splits), ""), lambda c: replace(c, splits=NO_SPLITS)),
    Feature("corpus-facts", "name, version, licence, provenance of the corpus", _facts, _strip_facts),
)  # fmt: skip
