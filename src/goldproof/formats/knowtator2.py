"""Knowtator 2 XML: a knowtator-project with documents, annotations, classes and fragments.

How records look in it: class ids that are CURIEs or IRIs are concepts (IRIs of OBO ontologies as CURIEs: MONDO:0005015), any
other class id is the label, and the classes' names are the attribute ``class``, as written (with the quotes that Protégé puts
around names of several words). ``motivation`` and ``type`` are kept where they are not the usual "" and "identity".
Whatever Knowtator 2 has no place for stands in <attribute> elements inside the annotation, which it passes over.
Ids of fragments are made anew when a file is written. Texts are looked for beside the file, in ``--texts``, and in ../Articles.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path

from ..errors import BadInput
from ..model import Attributes, Corpus, Document, Layer, Mention, MentionBuilder, Scalar, Span, Value, whole
from ..model.curie import curie
from .features import features
from .features.corpora import by_path
from .features.layers import UNKNOWN
from .files import read_document, text_file, write_text
from .format import Format, Reading, Writing
from .knowtator import CONCEPT, GAP, OWN, agree, find_text, numeric, paired, sureness
from .xml import attribute_text, element_text, holdable, read_xml, root_of

FRESH = "goldproof-"
USUAL = "identity"
_CURIE = re.compile(r"([A-Za-z][\w.-]*):([0-9]+)")
DROPS = {
    "graphs": "graphs of relations between annotations (graph-space)",
    "other-elements": "elements that Knowtator 2's own files do not have",
}
_TYPES: dict[str, Callable[[str], Scalar]] = {"string": str, "integer": int, "float": numeric}


def iri(curie: str) -> str:
    """The IRI of a CURIE of the shape that OBO ontologies have, anything else as it is.

    >>> iri("MONDO:0005015"), iri("UMLS:C0030705")
    ('http://purl.obolibrary.org/obo/MONDO_0005015', 'UMLS:C0030705')
    """
    found = _CURIE.fullmatch(curie)
    return f"http://purl.obolibrary.org/obo/{found[1]}_{found[2]}" if found else curie


def _named(id: str) -> str:
    """The concept of a class id: an OBO IRI as its CURIE, anything else as it is."""
    return curie(id) if "://" in id else id


def read(path: Path, reading: Reading) -> Corpus:
    build = MentionBuilder()
    every = reading.options.get("concepts") == "label"
    found: dict[str, tuple[Document, _File | None]] = {}
    for id, (notes, text) in reading.progress(paired(path, reading, ".xml"), "Knowtator 2"):
        if notes is None:
            found.setdefault(id, (Document(id, read_document(text)), None))
            continue
        root = read_xml(notes)
        if root.tag != "knowtator-project":
            raise BadInput(f"not Knowtator 2 XML: the root element is {root.tag}", where=notes)
        folder = id.rpartition("/")[0]
        for e in root:
            if e.tag != "document":
                reading.lost("other-elements", f"{notes}, {e.tag}")
                continue
            name = e.get("id") or re.sub(r"\.txt$", "", e.get("text-file", ""))
            if not name:
                raise BadInput("a document without an id", where=notes)
            own = f"{folder}/{name}" if folder else name
            if found.get(own, (None, None))[1] is not None:
                raise BadInput(f"a second document {own!r}", where=notes)
            place = find_text(notes, (e.get("text-file", ""), name), reading)
            document = Document(own, read_document(place))
            found[own] = document, _File(e, notes, document, reading, every)
    judged: list[str] = []
    documents: list[Document] = []
    for id in sorted(found, key=by_path):
        document, file = found[id]
        documents.append(document)
        if file is not None:
            judged.append(id)
            file.read(build)
            build.end_unit()
    layer = Layer("mentions", UNKNOWN, tuple(judged), build.columns())
    return Corpus(tuple(documents), tuple(map(whole, documents)), (layer,) if judged else ())


class _File:
    """One document's annotations."""

    def __init__(self, root: ET.Element, where: Path, document: Document, reading: Reading, every: bool) -> None:
        self.root, self.where, self.text, self.reading, self.every = root, where, document.text, reading, every

    def read(self, build: MentionBuilder) -> None:
        for number, e in enumerate(self.root, 1):
            if e.tag == "annotation":
                try:
                    self.annotation(e, build)
                except (ValueError, OverflowError):
                    at = f"{self.where}, annotation {e.get('id') or number}"
                    raise BadInput("a place or value that is no number", where=at) from None
            else:
                self.reading.lost("graphs" if e.tag == "graph-space" else "other-elements", f"{self.where}, {e.tag}")

    def annotation(self, annotation: ET.Element, build: MentionBuilder) -> None:
        get = annotation.attrib.get
        id, label = get("id", ""), ""
        concepts: list[str] = []
        spans: list[tuple[int, int]] = []
        covers: list[str] = []
        said: dict[str, list[Scalar]] = {}
        for name, usual in (("annotator", ""), ("motivation", ""), ("type", USUAL)):
            value = get(name, "")
            if value and value != usual:
                said[name] = [value]
        for e in annotation:
            if e.tag == "span":
                spans.append((int(e.attrib.get("start", "?")), int(e.attrib.get("end", "?"))))
                covers.append(e.text or "")
            elif e.tag == "class":
                named = e.get("id", "")
                if named and (self.every or CONCEPT.fullmatch(named)):
                    concepts.append(_named(named))
                elif named:
                    label = named
                title = e.get("label", "")
                if title:
                    said.setdefault("class", []).append(title)
            elif e.tag == "attribute":
                said.setdefault(e.get("name", ""), []).append(_scalar(e.get("type", "string"), e.text or ""))
            else:
                self.reading.lost("other-elements", f"{self.where}, {e.tag}")
        stated: str | None = None
        if not all(agree(c, self.text[max(a, 0) : max(b, 0)]) for c, (a, b) in zip(covers, spans, strict=True)):
            stated = GAP.join(covers)
        own = {name: said.pop(OWN + name) for name in _OWN if OWN + name in said}
        concepts += map(str, own.get("concept", ()))
        label = str(own.get("label", [label])[0])
        id = str(own.get("id", ["" if id.startswith(FRESH) else id])[0])
        stated = str(own["stated"][0]) if "stated" in own else stated
        confidence = sureness(own["confidence"][0]) if "confidence" in own else None
        build.add(spans, concepts, label, id, Attributes({k: tuple(v) for k, v in said.items()}), confidence, stated)


_OWN = ("concept", "label", "id", "stated", "confidence")


def _scalar(kind: str, text: str) -> Scalar:
    if kind == "boolean" and text in ("true", "false"):
        return text == "true"
    if kind not in _TYPES:
        raise ValueError(kind)
    return _TYPES[kind](text)


def write(corpus: Corpus, path: Path, writing: Writing) -> None:
    layer = corpus.layers[0] if corpus.layers else None
    for document in corpus.documents:
        file = text_file(document.id, path, ".txt")
        write_text(file, document.text)
        found = layer.get(document.id) if layer else None
        if found is not None:
            name = document.id.rsplit("/", 1)[-1]
            head = f'    <document id="{attribute_text(name)}" text-file="{attribute_text(file.name)}">'
            write_text(file.with_name(name + ".xml"), _page([head, *_rows(found, document), "    </document>"]))
    if not corpus.documents:
        write_text(path / "empty.xml", _page([]))


def _page(rows: list[str]) -> str:
    head = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'
    return "\n".join([head, "<knowtator-project>", *rows, "</knowtator-project>", ""])


def _rows(mentions: tuple[Mention, ...], document: Document) -> Iterator[str]:
    taken: set[str] = set()
    for number, m in enumerate(mentions, 1):
        free = m.id and m.id not in taken and not m.id.startswith(FRESH)
        id = attribute_text(m.id if free else f"{FRESH}{number}")
        taken.add(m.id)
        rest = dict(m.attributes)
        more: dict[str, Value] = {} if free or not m.id else {OWN + "id": m.id}
        named = "".join(f' {name}="{attribute_text(_taken(rest, name, usual) or usual)}"' for name, usual in (("motivation", ""), ("type", USUAL)))
        yield f'        <annotation annotator="{attribute_text(_taken(rest, "annotator"))}" id="{id}"{named}>'
        yield from _classes(m, rest, more)
        yield from _spans(m, id, document, more)
        more |= {} if m.confidence is None else {OWN + "confidence": m.confidence}
        for name, value in (rest | more).items():
            for one in value if isinstance(value, tuple) else (value,):
                yield f'            <attribute name="{attribute_text(name)}" type="{_KINDS[type(one)]}">{_written(one)}</attribute>'
        yield "        </annotation>"


def _taken(rest: dict[str, Value], name: str, unlike: str = "") -> str:
    """A text that has a place of its own, taken out of the attributes; "" if it is none or would not come back."""
    value = rest.get(name, "")
    if not isinstance(value, str) or value in ("", unlike):
        return ""
    del rest[name]
    return value


def _classes(m: Mention, rest: dict[str, Value], more: dict[str, Value]) -> Iterator[str]:
    ids = [(iri(c), c) for c in m.concepts]
    plain = [a for a, c in ids if CONCEPT.fullmatch(a) and _named(a) == c]
    if len(plain) < len(ids):
        # One that does not look like a class id: all of them stand apart, so that their order stays.
        plain, more[OWN + "concept"] = [], m.concepts
    if m.label and not CONCEPT.fullmatch(m.label):
        plain.append(m.label)
    elif m.label:
        more[OWN + "label"] = m.label
    said = rest.get("class", ())
    titles = said if isinstance(said, tuple) else (said,)
    if titles and len(titles) <= len(plain) and all(isinstance(t, str) and t for t in titles):
        del rest["class"]
    else:
        titles = ()
    for number, id in enumerate(plain):
        title = f' label="{attribute_text(str(titles[number]))}"' if number < len(titles) else ""
        yield f'            <class id="{attribute_text(id)}"{title}/>'


def _spans(m: Mention, id: str, document: Document, more: dict[str, Value]) -> Iterator[str]:
    covers = [holdable(document.cut((Span(*s),))) for s in m.spans]
    if m.stated is not None:
        stated = m.stated.split(GAP)
        same = len(stated) == len(covers) and all(map(agree, stated, [document.cut((s,)) for s in m.spans]))
        if len(stated) != len(covers) or same:
            more[OWN + "stated"] = m.stated
        else:
            covers = stated
    for number, ((start, end), text) in enumerate(zip(m.spans, covers, strict=True), 1):
        yield f'            <span end="{end}" id="{id}-{number}" start="{start}">{element_text(text)}</span>'


_KINDS = {str: "string", bool: "boolean", int: "integer", float: "float"}


def _written(value: Scalar) -> str:
    return element_text(value) if isinstance(value, str) else str(value).lower()


def sniff(path: Path, start: bytes) -> bool:
    return root_of(start)[0] == "knowtator-project"


KNOWTATOR2 = Format(
    name="knowtator2",
    title="Knowtator 2 XML",
    suffixes=(".knowtator2",),
    keeps=features("mentions", "passages", "not-judged", "mention-*", "text-lines", "empty-layers"),
    sniff=sniff,
    read=read,
    write=write,
    holder="folder",
    drops=DROPS,
    options={"concepts": "label: the class of each mention is its concept id, whatever it looks like"},
    see="https://github.com/UCDenver-ccp/Knowtator-2.0",
)
