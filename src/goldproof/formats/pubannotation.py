"""PubAnnotation JSON (https://www.pubannotation.org/docs/annotation-format/): one object, a list, a line or a file a document.

::

    {"sourcedb": "PubMed", "sourceid": "1", "text": "No cleft palate.", "project": "ann",
     "denotations": [{"id": "T1", "span": {"begin": 3, "end": 15}, "obj": "Disease"}],
     "attributes": [{"id": "A1", "subj": "T1", "pred": "concept", "obj": "HP:0000175"}]}

The ``obj`` of a denotation is the label ("Mention" where there is none; ``-o concepts=obj`` reads it as the concept). Attributes with
the predicate ``concept`` are concepts, ``confidence`` the confidence, ``ID`` a mention's own id where it cannot stand as the denotation's;
every other one is an attribute. A denotation's ``text`` is what the source states where it disagrees. Several spans (bags) are fragments,
and so are denotations chained by ``_lexicallyChainedTo``. Negation and Speculation among ``modifications`` are negated and uncertain.

A ``project`` is who says it: each is a layer, several are ``tracks`` (``goldproof:source`` holds what its name does not say). A document without ``denotations`` was not judged.
Whatever else an object says (sourcedb, divid, namespaces, blocks) is an attribute of the document and goes back as it was.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..errors import BadInput, GoldproofError
from ..model import Attributes, Corpus, Document, Layer, Mention, MentionBuilder, Source, Unit, Value, whole
from ..model.plain import source_of, source_plain
from .bioc import disagreement
from .features import features
from .features.layers import UNKNOWN
from .files import files_below, read_text, write_text
from .format import Format, Reading, Writing
from .offsets import OPTION, Offsets, chosen
from .values import as_json, inner, load_json, of_json, outer

DROPS = {
    "relations": "relations between denotations",
    "attributes-elsewhere": "attributes and modifications of something that is not a denotation",
}
NO_LABEL = "Mention"
PARTS = ("denotations", "attributes", "relations", "modifications")
KNOWN = frozenset({*PARTS, "text", "sourceid", "project", "goldproof:source", "goldproof:language", "tracks", "title", "language"})
"""Keys of a document that have a place of their own in our records."""
PREDICATES = frozenset({"concept", "confidence", "ID"})
MODIFIED = {"Negation": "negated", "Speculation": "uncertain"}
_LABEL, _MARKED = re.compile("%*Mention"), re.compile("%+Mention")
CHAIN, FRAGMENT = "_lexicallyChainedTo", "_FRAGMENT"

Plain = dict[str, object]


@dataclass
class _Maker:
    """A layer in the making."""

    name: str
    source: Source
    judged: list[str] = field(default_factory=list)
    build: MentionBuilder = field(default_factory=MentionBuilder)


def read(path: Path, reading: Reading) -> Corpus:
    """A file, or all .json files below a folder."""
    unit, as_concept = chosen(reading), _as_concept(reading)
    documents: list[Document] = []
    units: list[Unit] = []
    makers: dict[tuple[str, Source], _Maker] = {}
    for file in files_below(path, ".json", ".jsonl"):
        objects = list(_objects(read_text(file, empty=False), file))
        for number, plain in enumerate(reading.progress(objects, file.name), 1):
            stem = file.name.split(".")[0]
            where = f"{file}, document {number}"
            document = _document(plain, stem if len(objects) == 1 else f"{stem}-{number}", where)
            documents.append(document)
            units.append(replace(whole(document), language=str(plain.get("goldproof:language", document.language))))
            at = Offsets(document.text, unit)
            for track in _tracks(plain, where):
                maker = _maker(track, makers, where)
                if track.get("denotations") is not None:
                    if maker.judged[-1:] == [document.id]:
                        raise BadInput(f"two tracks of the project {maker.name!r}", where=where)
                    maker.judged.append(document.id)
                    try:
                        _add(track, document, at, maker.build, as_concept, reading, where)
                    except GoldproofError as error:
                        raise BadInput(error.what, where=where) from None
                    maker.build.end_unit()
    layers = tuple(Layer(m.name, m.source, tuple(m.judged), m.build.columns()) for m in makers.values())
    return Corpus(tuple(documents), tuple(units), layers)


def _as_concept(reading: Reading) -> bool:
    how = reading.options.get("concepts", "attributes")
    if how not in ("obj", "attributes"):
        raise BadInput(f"concepts={how} is not one of attributes, obj")
    return how == "obj"


def _objects(text: str, where: Path) -> Iterator[Plain]:
    """The documents of a file: one object, a list of them, or one a line."""
    try:
        loaded: object = load_json(text, where)
    except BadInput:
        lines = [line for line in text.split("\n") if line.strip()]
        if len(lines) < 2 or not all(line.lstrip().startswith("{") for line in lines):
            raise
        loaded = [load_json(line, f"{where}, line {number}") for number, line in enumerate(lines, 1)]
    for one in loaded if isinstance(loaded, list) else [loaded]:
        if not isinstance(one, dict) or not isinstance(one.get("text"), str):
            raise BadInput('not PubAnnotation JSON (an object with a "text")', where=where)
        yield one


def _document(plain: Plain, stem: str, where: str) -> Document:
    source, part = plain.get("sourceid"), plain.get("divid")
    id = str(source) if isinstance(source, (str, int)) and source != "" else stem
    if isinstance(part, (str, int)) and not isinstance(part, bool) and part != "":
        id = f"{id}/{part}"
    said = {inner(k): of_json(inner(k), v) for k, v in plain.items() if k not in KNOWN}
    text, title, language = plain["text"], plain.get("title"), plain.get("language")
    for name, value in (("title", title), ("language", language), ("project", plain.get("project", "x"))):
        if name in plain and (not isinstance(value, str) or not value):
            said[name] = of_json(name, value)
    return Document(
        id, str(text), language if isinstance(language, str) else "", title if isinstance(title, str) else "", Attributes(said)
    )


def _tracks(plain: Plain, where: str) -> list[Plain]:
    """What each project says: the object itself where it says something, then its tracks."""
    says = any(plain.get(part) for part in PARTS) or plain.get("denotations") is not None
    own = [plain] if says or (plain.get("tracks") is None and _project(plain)) else []
    return own + _dicts(plain, "tracks", where)


def _project(track: Plain) -> str:
    project = track.get("project")
    return project if isinstance(project, str) else ""


def _maker(track: Plain, makers: dict[tuple[str, Source], _Maker], where: str) -> _Maker:
    name = _project(track)
    source = Source(name) if name else UNKNOWN
    own = track.get("goldproof:source")
    if isinstance(own, dict):
        try:
            source = source_of(own)
        except (ValueError, TypeError, AttributeError):
            raise BadInput("a source that is none of ours", where=where) from None
    name = name or "mentions"
    if (name, source) not in makers:
        taken, fresh, number = {m.name for m in makers.values()}, name, 2
        while fresh in taken:
            fresh, number = f"{name}-{number}", number + 1
        makers[name, source] = _Maker(fresh, source)
    return makers[name, source]


def _dicts(plain: Plain, key: str, where: str) -> list[Plain]:
    found = plain.get(key)
    if found is None:
        return []
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise BadInput(f"{key} is not a list of objects", where=where)
    return found


def _add(track: Plain, document: Document, at: Offsets, build: MentionBuilder, as_concept: bool, reading: Reading, where: str) -> None:
    said: dict[str, list[tuple[str, object]]] = {}
    spans: dict[int, list[tuple[int, int]]] = {}
    every = _dicts(track, "denotations", where)
    place = {str(one["id"]): i for i, one in enumerate(every) if one.get("id") is not None}
    for i, one in enumerate(every):
        spans[i] = [(at.inward(a), at.inward(b)) for a, b in _spans(one.get("span"))]
    chained = _chained(_dicts(track, "relations", where), every, place, reading, where)
    for fragment, whole_ in chained.items():
        spans[whole_] = sorted(spans[whole_] + spans[fragment])
    for attribute in _dicts(track, "attributes", where):
        said.setdefault(str(attribute.get("subj")), []).append((str(attribute.get("pred")), attribute.get("obj")))
    for change in _dicts(track, "modifications", where):
        name = str(change.get("pred"))
        said.setdefault(str(change.get("obj")), []).append((MODIFIED.get(name, name), True))
    if any(of not in place or place[of] in chained for of in said):
        reading.lost("attributes-elsewhere", where)
    kept = [(i, one) for i, one in enumerate(every) if i not in chained]
    numbered = [one.get("id") for _, one in kept] == [f"T{n}" for n in range(1, len(kept) + 1)]
    for i, one in kept:
        id = "" if one.get("id") is None else str(one["id"])
        build.add(spans[i], *_said(one, said.get(id, []) if id else [], "" if numbered else id, as_concept), _stated(one, document.text, spans[i]))


def _spans(plain: object) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    for span in plain if isinstance(plain, list) else [] if plain is None else [plain]:
        begin, end = (span.get("begin"), span.get("end")) if isinstance(span, dict) else (None, None)
        if type(begin) is not int or type(end) is not int:
            raise BadInput("a span without begin and end")
        out.append((begin, end))
    return out


def _chained(
    relations: list[Plain], every: list[Plain], place: dict[str, int], reading: Reading, where: str
) -> dict[int, int]:  # fmt: skip
    """Fragments (by number) and the denotation that each belongs to. Any other relation is lost."""
    towards: dict[int, int] = {}
    for relation in relations:
        part, of = place.get(str(relation.get("obj"))), place.get(str(relation.get("subj")))
        if relation.get("pred") != CHAIN or part is None or of is None or part in towards or every[part].get("obj") != FRAGMENT:
            reading.lost("relations", where)
        else:
            towards[part] = of
    out: dict[int, int] = {}
    for part in towards:
        end, steps = part, 0
        while end in towards:
            end, steps = towards[end], steps + 1
            if steps > len(towards):
                raise BadInput("a chain of fragments that bites its tail")
        out[part] = end
    return out


def _said(
    one: Plain, attributes: list[tuple[str, object]], id: str, as_concept: bool
) -> tuple[tuple[str, ...], str, str, Attributes, float | None]:
    """Concepts, label, id, attributes and confidence of a denotation."""
    concepts: list[str] = []
    confidence: float | None = None
    values: dict[str, tuple[Value, ...]] = {}
    obj = one.get("obj")
    label = obj if isinstance(obj, str) else ""
    more = [(k, v) for k, v in one.items() if k not in ("id", "span", "text", "obj") or (k == "obj" and not isinstance(v, str))]
    for name, value in more + attributes:
        if name == "concept" and isinstance(value, (str, int)):
            concepts.append(str(value))
        elif name == "ID" and isinstance(value, str):
            id = value
        elif name == "confidence" and confidence is None and isinstance(value, (int, float)) and not isinstance(value, bool):
            confidence = float(value)
        else:
            known = of_json(inner(name), value)
            values[inner(name)] = values.get(inner(name), ()) + (known if isinstance(known, tuple) else (known,))
    label = "" if label == NO_LABEL else label[1:] if _MARKED.fullmatch(label) else label
    if as_concept and label:
        concepts, label = [label, *concepts], ""
    return tuple(concepts), label, id, Attributes(values), confidence  # type: ignore[arg-type]


def _stated(one: Plain, text: str, spans: list[tuple[int, int]]) -> str | None:
    said = one.get("text")
    return disagreement(text, spans, said) if isinstance(said, str) else None


def write(corpus: Corpus, path: Path, writing: Writing) -> None:
    unit = chosen(writing)
    encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
    spoken = {u.id: u.language for u in corpus.units}
    rows = [encode(_object(corpus, document, spoken.get(document.id, ""), Offsets(document.text, unit))) for document in corpus.documents]
    write_text(path, rows[0] + "\n" if len(rows) == 1 else "[" + ",".join(f"\n{row}" for row in rows) + "\n]\n")


def _object(corpus: Corpus, document: Document, language: str, at: Offsets) -> Plain:
    said = dict(document.attributes)
    out: Plain = {"sourceid": document.id}
    part = said.get("divid")
    ending = f"/{part}"
    if isinstance(part, (str, int)) and not isinstance(part, bool) and part != "" and as_json("divid", part) == part \
            and document.id.endswith(ending) and document.id != ending:  # fmt: skip
        out = {"sourceid": document.id.removesuffix(ending), "divid": said.pop("divid")}
    out = {outer(k, KNOWN | {"divid"}): as_json(k, v) for k, v in said.items()} | out
    for name in ("title", "language"):
        if getattr(document, name):
            out[name] = getattr(document, name)
    if language != document.language:
        out["goldproof:language"] = language
    out["text"] = document.text
    if len(corpus.layers) == 1:
        return out | _track(corpus.layers[0], document, at)
    return out | ({"tracks": [_track(layer, document, at) for layer in corpus.layers]} if corpus.layers else {})


def _track(layer: Layer, document: Document, at: Offsets) -> Plain:
    anonymous = layer.name == "mentions" and layer.source == UNKNOWN
    out: Plain = {} if anonymous else {"project": layer.name}
    if not anonymous and layer.source != Source(layer.name):
        out["goldproof:source"] = source_plain(layer.source)
    mentions = layer.get(document.id)
    if mentions is None:
        return out
    fresh = [f"T{i}" for i in range(1, len(mentions) + 1)]
    ids = [m.id for m in mentions]
    usable = all(ids) and len(set(ids)) == len(ids) and ids != fresh
    denotations: list[Plain] = []
    attributes: list[Plain] = []
    for m, id in zip(mentions, ids if usable else fresh, strict=True):
        spans = [{"begin": at.outward(a), "end": at.outward(b)} for a, b in m.spans]
        label = NO_LABEL if not m.label else f"%{m.label}" if _LABEL.fullmatch(m.label) else m.label
        denotations.append({"id": id, "span": spans[0] if len(spans) == 1 else spans, "obj": label})
        if m.stated is not None:
            denotations[-1]["text"] = m.stated
        for pred, obj in _attributes(m, usable):
            attributes.append({"id": f"A{len(attributes) + 1}", "subj": id, "pred": pred, "obj": obj})
    return out | {"denotations": denotations} | ({"attributes": attributes} if attributes else {})


def _attributes(m: Mention, usable: bool) -> Iterator[tuple[str, object]]:
    for concept in m.concepts:
        yield "concept", concept
    if m.confidence is not None:
        yield "confidence", m.confidence
    if m.id and not usable:
        yield "ID", m.id
    for name, value in m.attributes.items():
        for one in value if isinstance(value, tuple) else (value,):
            yield outer(name, PREDICATES), as_json(name, one)


def sniff(path: Path, start: bytes) -> bool:
    return (
        start.lstrip(b"\xef\xbb\xbf \r\n\t")[:1] in (b"{", b"[")
        and re.search(rb'"(?:denotations|sourceid|sourcedb|tracks)"\s*:', start) is not None
        and re.search(rb'"(?:passages|documents|infons)"\s*:', start) is None
    )


PUBANNOTATION = Format(
    name="pubannotation",
    title="PubAnnotation JSON",
    suffixes=(".pubannotation.json",),
    keeps=features(
        "mentions", "several-mentions", "passages", "not-judged", "source", "source-details", "layer-names", "document-order", "language",
        "document-title", "document-attributes", "mention*", "text-lines", "spacing", "empty-layers",
    ),
    sniff=sniff,
    read=read,
    write=write,
    drops=DROPS,
    options={"concepts": "obj: the obj of each denotation is its concept id", "offsets": OPTION},
    see="https://www.pubannotation.org/docs/annotation-format/",
)  # fmt: skip
