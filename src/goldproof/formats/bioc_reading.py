"""From BioC to a corpus."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import isfinite
from typing import TypeVar

from ..errors import BadInput, GoldproofError
from ..model import Attributes, Corpus, Document, Layer, MentionBuilder, Passage, Source, Span, Unit, Value
from ..model.plain import attributes_of, source_of
from .bioc import (
    CONFIDENCE,
    IDENTIFIER,
    PASSAGES,
    TYPE,
    Annotation,
    Collection,
    Infons,
    Item,
    Section,
    concepts_of,
    disagreement,
    identifier_of,
    item_text,
    section_text,
)  # fmt: skip
from .features.layers import UNKNOWN
from .format import Reading
from .offsets import UNITS, Offsets, chosen
from .values import OURS, inner

T = TypeVar("T")
ANONYMOUS = "mentions"


@dataclass
class _Maker:
    """A layer in the making."""

    name: str
    source: Source
    judged: list[str] = field(default_factory=list)
    build: MentionBuilder = field(default_factory=MentionBuilder)


class Reader:
    """Takes collections one after the other, then gives the corpus."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.unit = chosen(reading)
        self.keys = [k for k in reading.options.get("concepts", IDENTIFIER).split(",") if k]
        self.by = reading.options.get("layers", "")
        units = reading.options.get("units", "documents")
        if units not in ("documents", "passages"):
            raise BadInput(f"units={units} is not one of documents, passages")
        self.cut = units == "passages"
        self.documents: list[Document] = []
        self.units: list[Unit] = []
        self.makers: dict[str, _Maker] = {}
        self.facts: Infons | None = None
        self.splits: dict[str, tuple[str, ...]] = {}
        self.order: list[str] = []
        self.present: list[str] = []
        self.default = ANONYMOUS
        self.hinted = False

    def take(self, collection: Collection, where: object) -> None:
        infons = dict(collection.infons)
        heads = self._ours(infons, "layers", list, where)
        self.present = [] if self.by else [ANONYMOUS] if heads is None else [self._declare(head, where) for head in heads]
        self.default = self.present[0] if self.present else ANONYMOUS
        for name, units in (self._ours(infons, "splits", dict, where) or {}).items():
            self.splits[name] = (*self.splits.get(name, ()), *map(str, units))
        self.order += map(str, self._ours(infons, "units", list, where) or [])
        facts = infons | {k: v for k, v in (("source", collection.source), ("date", collection.date), ("key", collection.key)) if v}
        if self.facts is None:
            self.facts = facts
        elif self.facts != facts:
            self.reading.lost("several-collections", where)
        for item in collection.documents:
            try:
                self._take(item)
            except GoldproofError as error:
                raise BadInput(error.what, where=f"{where}, document {item.id}", remedy=error.remedy) from None

    def _declare(self, head: object, where: object) -> str:
        match head:
            case {"name": str(name), "source": dict(source)}:
                try:
                    self.makers.setdefault(name, _Maker(name, source_of(source)))
                except (TypeError, ValueError, AttributeError):
                    pass
                else:
                    return name
        raise BadInput("goldproof:layers is not a list of layers", where=where)

    def corpus(self) -> Corpus:
        facts = dict(self.facts or {})
        provenance = str(facts.pop("source", ""))
        named = {name: str(facts.pop(name)) for name in ("name", "version", "licence") if isinstance(facts.get(name), str) and facts[name]}
        layers = tuple(Layer(m.name, m.source, tuple(m.judged), m.build.columns()) for m in self.makers.values())
        units = tuple(self.units)
        if self.order and sorted(self.order) == sorted(u.id for u in units):
            place = {id: i for i, id in enumerate(self.order)}
            units = tuple(sorted(units, key=lambda u: place[u.id]))
            layers = tuple(layer.only(self.order) for layer in layers)
        attributes = Attributes({inner(k): v for k, v in facts.items()})
        return Corpus(tuple(self.documents), units, layers, (), self.splits, provenance=provenance, attributes=attributes, **named)

    def _take(self, item: Item) -> None:
        text = item_text(item, self.unit)
        at = Offsets(text, self.unit)
        infons = dict(item.infons)
        title, language = (self._text(infons, name) for name in ("title", "language"))
        loose = infons.pop(OURS + "units", None) == "none"
        own = self._ours(infons, "unit", dict, "") or {}
        judged = self._ours(infons, "judged", list, "")
        attributes = {inner(k): v for k, v in infons.items()}
        ids = {id(a): a.id for a in item.every()}
        numbered = list(ids.values()) == [str(n) for n in range(1, len(ids) + 1)]
        if loose or self.cut or any(OURS + "unit" in p.infons for p in item.passages):
            units = self._parts(item, text, at, language, loose=loose)
        else:
            if not simple(item, text):
                attributes[PASSAGES] = structure(item, at, self.unit)
            unit = Unit(item.id, Passage(item.id), str(own.get("group", "")), str(own.get("language", language)), attributes_of(own.get("attributes")))
            units = [(unit, judged, list(item.every()))]
        self.documents.append(Document(item.id, text, language, title, Attributes(attributes)))
        wrong = 0
        for unit, names, marks in units:
            self.units.append(unit)
            wrong += self._judge(unit, names, marks, text, at, numbered)
        if wrong and not self.hinted and not text.isascii():
            self._hint(item, wrong)

    def _parts(self, item: Item, text: str, at: Offsets, language: str, *, loose: bool) -> list[tuple[Unit, list[str] | None, list[Annotation]]]:
        """Passages as units. One without a mark, in a document where others have it, is only text."""
        out: list[tuple[Unit, list[str] | None, list[Annotation]]] = []
        for number, passage in enumerate(item.passages, 1):
            infons = dict(passage.infons)
            name = infons.pop(OURS + "unit", None)
            if name is None and not list(passage.every()) and (loose or not self.cut):
                continue
            start = at.inward(passage.offset)
            span: Span | None = Span(start, start + len(section_text(passage, self.unit)))
            if infons.pop(OURS + "span", None) == "document":
                span = None
            judged = self._ours(infons, "judged", list, "")
            group, spoken = infons.pop(OURS + "group", ""), infons.pop(OURS + "language", language)
            said = {inner(k): v for k, v in infons.items()}
            if passage.sentences:
                said["bioc:sentences"] = tuple(_json(_facts(s, at, self.unit)) for s in passage.sentences)
            unit = Unit(str(name) if name is not None else f"{item.id}/{number}", Passage(item.id, span), str(group), str(spoken), Attributes(said))
            out.append((unit, judged, list(passage.every())))
        for annotation in item.annotations:
            if not out:
                out.append((Unit(item.id, Passage(item.id), language=language), None, []))
            first = min((at.inward(o) for o, _ in annotation.locations), default=0)
            spans = [u.content.span if isinstance(u.content, Passage) else None for u, _, _ in out]
            home = next((i for i, span in enumerate(spans) if span is None or span.start <= first < span.end), 0)
            out[home][2].append(annotation)
        return out

    def _judge(self, unit: Unit, names: list[str] | None, annotations: list[Annotation], text: str, at: Offsets, numbered: bool) -> int:
        """Adds the annotations to their layers; how many disagree with the text."""
        found: dict[str, list[Annotation]] = {}
        for annotation in annotations:
            of = str(annotation.infons.pop(self.by or OURS + "layer", ""))
            found.setdefault(of or self.default, []).append(annotation)
        # Of layers told apart by an infon nobody says what they judged: only where they said something.
        said = set(found).union(self.present if names is None else names)
        for name in [*self.present, *found]:
            if name not in self.makers:
                self.makers[name] = _Maker(name, UNKNOWN if name == ANONYMOUS else Source(name))
        wrong = 0
        for name, maker in self.makers.items():
            if name in said:
                maker.judged.append(unit.id)
                for annotation in sorted(found.get(name, ()), key=_order):
                    wrong += self._add(annotation, maker.build, text, at, numbered)
                maker.build.end_unit()
        return wrong

    def _add(self, annotation: Annotation, build: MentionBuilder, text: str, at: Offsets, numbered: bool) -> bool:
        infons = annotation.infons
        infons.pop(OURS + "order", None)
        spans = [(at.inward(start), at.inward(start + length)) for start, length in annotation.locations]
        concepts: list[str] = []
        for key in self.keys:
            raw = infons.get(key)
            if raw is not None:
                named = concepts_of(raw)
                concepts += named if key == IDENTIFIER else [c for c in named if c not in concepts]
                if key == IDENTIFIER and named and identifier_of(named) == raw:
                    del infons[key]
        id = str(infons.pop(OURS + "id", "" if numbered else annotation.id))
        label, confidence = self._text(infons, TYPE), _number(infons.get(CONFIDENCE))
        if confidence is not None:
            del infons[CONFIDENCE]
        stated = None if annotation.text is None else disagreement(text, spans, annotation.text)
        build.add(spans, concepts, label, id, Attributes({inner(k): v for k, v in infons.items()}), confidence, stated)
        return stated is not None

    def _hint(self, item: Item, wrong: int) -> None:
        """Says so where another unit of offsets would make a document agree with its annotations."""
        for unit in UNITS:
            if unit == self.unit:
                continue
            try:
                text = item_text(item, unit)
                at = Offsets(text, unit)
                left = sum(
                    disagreement(text, [(at.inward(o), at.inward(o + n)) for o, n in a.locations], a.text) is not None
                    for a in item.every() if a.text is not None
                )  # fmt: skip
            except GoldproofError:
                continue
            if left < wrong:
                self.hinted = True
                self.reading.warn(
                    f"document {item.id}: {wrong} annotations disagree with the text, {left} would with -o offsets={unit}"
                )
                return

    @staticmethod
    def _ours(infons: Infons, name: str, kind: type[T], where: object) -> T | None:
        raw = infons.pop(OURS + name, None)
        if raw is None:
            return None
        try:
            value = json.loads(str(raw))
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, kind):
            raise BadInput(f"goldproof:{name} is not what goldproof writes", where=where)
        return value

    @staticmethod
    def _text(infons: Infons, name: str) -> str:
        found = infons.get(name)
        if isinstance(found, str) and found:
            del infons[name]
            return found
        return ""


def simple(item: Item, text: str) -> bool:
    """One passage that is all of the text and says nothing else."""
    if len(item.passages) != 1:
        return not item.passages
    (one,) = item.passages
    return (one.text or "") == text and not one.infons and not one.sentences and one.offset == 0


def structure(item: Item, at: Offsets, unit: str) -> tuple[str, ...]:
    """The passages as JSON objects: offset and length in code points, infons, sentences."""
    return tuple(_json(_facts(passage, at, unit)) for passage in item.passages)


def _facts(section: Section, at: Offsets, unit: str) -> dict[str, object]:
    out: dict[str, object] = {"offset": at.inward(section.offset), "length": len(section_text(section, unit))}
    if section.infons:
        out["infons"] = {k: list(v) if isinstance(v, tuple) else v for k, v in section.infons.items()}
    if section.sentences:
        out["sentences"] = [_facts(sentence, at, unit) for sentence in section.sentences]
        if section.text is not None:
            out["text"] = True
    return out


def _json(plain: object) -> str:
    return json.dumps(plain, ensure_ascii=False)


def _order(annotation: Annotation) -> int:
    order = annotation.infons.get(OURS + "order", 0)
    return int(order) if isinstance(order, (int, str)) and str(order).isdecimal() else 0


def _number(raw: Value | None) -> float | None:
    if isinstance(raw, bool) or not isinstance(raw, (str, int, float)):
        return None
    try:
        number = float(raw)
    except (ValueError, OverflowError):
        return None
    return number if isfinite(number) else None


def read_all(collections: Iterable[tuple[Collection, object]], reading: Reading) -> Corpus:
    reader = Reader(reading)
    for collection, where in collections:
        reader.take(collection, where)
    return reader.corpus()
