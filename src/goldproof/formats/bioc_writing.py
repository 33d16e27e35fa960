"""From a corpus to BioC."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator

from ..errors import BadInput, GoldproofError
from ..model import Corpus, Document, Layer, Mention, Passage, Span, Unit, Value
from ..model.plain import attributes_plain, source_plain
from .bioc import (
    CONFIDENCE,
    IDENTIFIER,
    PASSAGES,
    RESERVED,
    TYPE,
    Annotation,
    Collection,
    Infons,
    Item,
    Section,
    concepts_of,
    identifier_of,
    item_text,
)  # fmt: skip
from .features.layers import UNKNOWN
from .offsets import Offsets
from .values import OURS, outer

FACTS = ("name", "version", "licence")


def collection_of(corpus: Corpus, unit: str) -> Collection:
    """A collection whose documents are made one by one."""
    infons: Infons = {name: getattr(corpus, name) for name in FACTS if getattr(corpus, name)}
    elements = {"date": "", "key": ""}
    for name, value in corpus.attributes.items():
        if name in elements and isinstance(value, str) and value:
            elements[name] = value
        else:
            infons[outer(name, (*FACTS, *elements, "source"))] = value
    anonymous = [(layer.name, layer.source) for layer in corpus.layers] == [("mentions", UNKNOWN)]
    if not (anonymous and corpus.documents) and (corpus.layers or corpus.documents):
        infons[OURS + "layers"] = _json([{"name": layer.name, "source": source_plain(layer.source)} for layer in corpus.layers])
    parts: dict[str, list[Unit]] = {d.id: [] for d in corpus.documents}
    for one in corpus.units:
        assert isinstance(one.content, Passage)  # every other content is a loss that was agreed to
        parts[one.content.document].append(one)
    if [u.id for units in parts.values() for u in units] != [u.id for u in corpus.units]:
        infons[OURS + "units"] = _json([u.id for u in corpus.units])
    if corpus.splits:
        infons[OURS + "splits"] = _json({name: list(ids) for name, ids in corpus.splits.items()})
    documents = (_item(document, parts[document.id], corpus.layers, unit) for document in corpus.documents)
    return Collection(corpus.provenance, elements["date"], elements["key"], infons, documents)


def _item(document: Document, units: list[Unit], layers: tuple[Layer, ...], unit: str) -> Item:
    at = Offsets(document.text, unit)
    item = Item(document.id)
    if document.title:
        item.infons["title"] = document.title
    if document.language:
        item.infons["language"] = document.language
    said = dict(document.attributes)
    if [(u.id, u.content) for u in units] == [(document.id, Passage(document.id))]:
        (one,) = units
        kept = _kept(said.get(PASSAGES), document, unit)
        if kept is not None:
            del said[PASSAGES]
        item.passages = kept or [Section(0, document.text)]
        facts: dict[str, object] = {"group": one.group} if one.group else {}
        facts |= {"language": one.language} if one.language != document.language else {}
        facts |= {"attributes": attributes_plain(one.attributes)} if one.attributes else {}
        if facts:
            item.infons[OURS + "unit"] = _json(facts)
        item.infons |= _judged(one, layers)
        _place(item, one, layers, document, at)
    else:
        if not units:
            item.infons[OURS + "units"] = "none"
        _cut(item, document, units, layers, at)
    _number(item)
    item.infons = {outer(k, ("title", "language")): v for k, v in said.items()} | item.infons
    return item


def _judged(unit: Unit, layers: tuple[Layer, ...]) -> Infons:
    names = [layer.name for layer in layers if unit.id in layer]
    return {} if len(names) == len(layers) else {OURS + "judged": _json(names)}


def _kept(structure: Value | None, document: Document, unit: str) -> list[Section] | None:
    """The passages that a document had when it was read, if they still make its text."""
    if structure is None:
        return None
    rows = structure if isinstance(structure, tuple) else (structure,)
    at = Offsets(document.text, unit)
    try:
        sections = [_section(json.loads(str(row)), document.text, at) for row in rows]
        fits = item_text(Item(document.id, passages=sections), unit) == document.text
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, GoldproofError):
        return None
    return sections if fits else None


def _section(plain: dict[str, object], text: str, at: Offsets) -> Section:
    start, length = plain["offset"], plain["length"]
    if type(start) is not int or type(length) is not int or not 0 <= start <= start + length <= len(text):
        raise ValueError(plain)
    infons, sentences = plain.get("infons", {}), plain.get("sentences", [])
    if not isinstance(infons, dict) or not isinstance(sentences, list) or not set(plain) <= {"offset", "length", "infons", "sentences", "text"}:
        raise ValueError(plain)
    values = {str(k): tuple(v) if isinstance(v, list) else v for k, v in infons.items()}
    if any(v is None or isinstance(v, dict) or k.startswith(OURS) for k, v in values.items()):
        raise ValueError(plain)
    own = None if sentences and not plain.get("text") else text[start : start + length]
    return Section(at.outward(start), own, values, [], [_section(s, text, at) for s in sentences])


def _place(item: Item, unit: Unit, layers: tuple[Layer, ...], document: Document, at: Offsets) -> None:
    """Annotations into the passage, and the sentence of it, in which they begin."""
    order = sorted(range(len(item.passages)), key=lambda i: item.passages[i].offset)
    starts = [item.passages[i].offset for i in order]
    inner = [[s.offset for s in p.sentences] for p in item.passages]
    for layer in layers:
        places: list[tuple[int, int]] = []
        made: list[Annotation] = []
        for m in layer.get(unit.id) or ():
            start = at.outward(m.start)
            passage = order[max(bisect_right(starts, start) - 1, 0)]
            sentence = max(bisect_right(inner[passage], start) - 1, 0) if inner[passage] == sorted(inner[passage]) else 0
            home = item.passages[passage]
            annotation = _annotation(m, layer, layers, document, at)
            (home.sentences[sentence] if home.sentences else home).annotations.append(annotation)
            places.append((passage, sentence))
            made.append(annotation)
        if places != sorted(places):
            for number, annotation in enumerate(made):
                annotation.infons[OURS + "order"] = str(number)


def _cut(item: Item, document: Document, units: list[Unit], layers: tuple[Layer, ...], at: Offsets) -> None:
    """Each unit is a passage; what no unit covers of the text stands in passages without a mark."""
    text = document.text
    spans: list[Span] = []
    for one in units:
        content = one.content
        assert isinstance(content, Passage)
        span = content.span or Span(0, len(text))
        if not 0 <= span.start <= span.end <= len(text):
            raise BadInput(f"its span {span.start} to {span.end} lies outside the text", where=f"unit {one.id}")
        infons: Infons = {OURS + "unit": one.id}
        if content.span is None:
            infons[OURS + "span"] = "document"
        if one.group:
            infons[OURS + "group"] = one.group
        if one.language != document.language:
            infons[OURS + "language"] = one.language
        infons |= _judged(one, layers) | {outer(k, ()): v for k, v in one.attributes.items()}
        found = [_annotation(m, layer, layers, document, at) for layer in layers for m in layer.get(one.id) or ()]
        item.passages.append(Section(at.outward(span.start), text[span.start : span.end], infons, found))
        spans.append(span)
    in_order = spans == sorted(spans)
    fillers = [Section(at.outward(a), text[a:b]) for a, b in _uncovered(spans, text)]
    item.passages = fillers + item.passages if fillers or item.passages else [Section(0, text)]
    if in_order:
        item.passages.sort(key=lambda p: p.offset)


def _uncovered(spans: list[Span], text: str) -> Iterator[tuple[int, int]]:
    """Parts that no span covers, but for gaps that a reader fills in the same way."""
    reached = 0
    for start, end in sorted(spans):
        if start > reached and text[reached:start].strip("\n"):
            yield reached, start
        reached = max(reached, end)
    if reached < len(text):
        yield reached, len(text)


def _annotation(m: Mention, layer: Layer, layers: tuple[Layer, ...], document: Document, at: Offsets) -> Annotation:
    infons: Infons = {}
    if m.label:
        infons[TYPE] = m.label
    raw = m.attributes.get(IDENTIFIER)
    # An identifier as its source wrote it, where we would write the same concepts otherwise.
    as_read = raw is not None and concepts_of(raw) == m.concepts and not (m.concepts and identifier_of(m.concepts) == raw)
    if as_read and raw is not None:
        infons[IDENTIFIER] = raw
    elif m.concepts:
        infons[IDENTIFIER] = identifier_of(m.concepts)
    if m.confidence is not None:
        infons[CONFIDENCE] = repr(m.confidence)
    for name, value in m.attributes.items():
        if not (as_read and name == IDENTIFIER):
            infons[outer(name, RESERVED)] = value
    if len(layers) > 1:
        infons[OURS + "layer"] = layer.name
    locations = [(at.outward(a), at.outward(b) - at.outward(a)) for a, b in m.spans]
    return Annotation(m.id, infons, locations, document.cut(m.spans) if m.stated is None else m.stated)


def _number(item: Item) -> None:
    """Ids that are unique in the document: the mentions' own where they can be, else 1, 2, ..."""
    every = list(item.every())
    fresh = [str(n) for n in range(1, len(every) + 1)]
    own = [a.id for a in every]
    if all(own) and len(set(own)) == len(own) and own != fresh:
        return
    for annotation, id in zip(every, fresh, strict=True):
        if annotation.id:
            annotation.infons[OURS + "id"] = annotation.id
        annotation.id = id


def _json(plain: object) -> str:
    return json.dumps(plain, ensure_ascii=False)
