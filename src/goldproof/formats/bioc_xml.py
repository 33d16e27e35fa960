"""BioC XML, by its first DTD (offset and id are elements); the second (they are attributes) is read too. See :mod:`.bioc`.

A DOCTYPE that names BioC.dtd is fine and is not fetched; entities are refused. Characters that XML cannot hold stand as U+FFFD in a
text, and what they are in the infon ``goldproof:characters`` beside it.
"""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

from ..errors import BadInput
from ..model import Corpus
from .bioc import KEEPS, OPTIONS, Annotation, Collection, Infons, Item, Section
from .bioc_reading import read_all
from .bioc_writing import collection_of
from .features import features
from .files import files_below
from .format import Format, Reading, Writing
from .offsets import chosen
from .values import OURS, as_text, of_text
from .xml import attribute_text, element_text, holdable, read_xml, root_of

DROPS = {
    "relations": "relations between annotations",
    "several-collections": "what a second collection says of itself",
    "other-elements": "elements that are not of BioC",
}
_PARTS = {
    "collection": {"source", "date", "key", "version", "infon", "document"},
    "document": {"id", "infon", "passage", "annotation", "relation"},
    "passage": {"infon", "offset", "text", "sentence", "annotation", "relation"},
    "sentence": {"infon", "offset", "text", "annotation", "relation"},
    "annotation": {"infon", "location", "text"},
}


def read(path: Path, reading: Reading) -> Corpus:
    """A file, or all .xml files below a folder."""
    files = files_below(path, ".xml")
    return read_all(((_Tree(file, reading).collection(), file) for file in reading.progress(files, "bioc-xml")), reading)


class _Tree:
    """One file: its elements as BioC's parts."""

    def __init__(self, path: Path, reading: Reading) -> None:
        self.path, self.reading = path, reading

    def collection(self) -> Collection:
        root = read_xml(self.path)
        if root.tag == "document":
            return Collection(documents=(self._item(root),))
        if root.tag != "collection":
            raise BadInput(f"not BioC XML (its root is {root.tag})", where=self.path)
        infons = self._infons(root)
        version = root.findtext("version")
        if version:
            infons["bioc:version"] = version
        source, date, key = (root.findtext(name) or "" for name in ("source", "date", "key"))
        items = self.reading.progress(root.findall("document"), self.path.name)
        return Collection(source, date, key, infons, map(self._item, items))

    def _item(self, element: ET.Element) -> Item:
        id = element.findtext("id") or element.get("id")
        if not id:
            raise BadInput("a document without an id", where=self.path)
        where = f"document {id}"
        return Item(
            id, self._infons(element, where), [self._section(p, where) for p in element.findall("passage")],
            [self._annotation(a, where) for a in element.findall("annotation")],
        )  # fmt: skip

    def _section(self, element: ET.Element, where: str) -> Section:
        infons = self._infons(element, where)
        text = element.findtext("text")
        odd = infons.pop(OURS + "characters", None)
        if odd is not None and text is not None:
            text = self._restored(text, str(odd), where)
        offset = element.findtext("offset") or element.get("offset")
        return Section(
            self._int(offset, f"{element.tag} without an offset", where), text, infons,
            [self._annotation(a, where) for a in element.findall("annotation")],
            [self._section(s, where) for s in element.findall("sentence")],
        )  # fmt: skip

    def _annotation(self, element: ET.Element, where: str) -> Annotation:
        infons = self._infons(element, where)
        raw = element.findtext("text")
        text = None if raw is None else of_text("", raw)
        places = [
            (self._int(x.get("offset"), "a location without an offset", where), self._int(x.get("length"), "a location without a length", where))
            for x in element.findall("location")
        ]
        return Annotation(element.get("id", ""), infons, places, text if isinstance(text, str) else raw)

    def _infons(self, element: ET.Element, where: str = "") -> Infons:
        """The infons of an element; whatever else it holds is told."""
        infons: Infons = {}
        for child in element:
            if child.tag == "infon":
                key = child.get("key", "")
                infons[key] = of_text(key, child.text or "")
            elif child.tag not in _PARTS[element.tag]:
                self.reading.lost("other-elements", f"{self.path}, {where or 'collection'}: {child.tag}")
            elif child.tag == "relation":
                self.reading.lost("relations", f"{self.path}, {where}")
        return infons

    def _int(self, text: str | None, what: str, where: str) -> int:
        try:
            return int(text or "")
        except ValueError:
            raise BadInput(what if not text else f"not a number: {text[:40]}", where=f"{self.path}, {where}") from None

    def _restored(self, text: str, odd: str, where: str) -> str:
        out = list(text)
        try:
            for place, character in json.loads(odd).items():
                out[int(place)] = character
            return "".join(out)
        except (ValueError, IndexError, AttributeError, TypeError, RecursionError):
            raise BadInput("goldproof:characters does not fit the text", where=f"{self.path}, {where}") from None


def write(corpus: Corpus, path: Path, writing: Writing) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as out:
        for line in _lines(collection_of(corpus, chosen(writing))):
            out.write(line)
            out.write("\n")


def _lines(collection: Collection) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE collection SYSTEM "BioC.dtd">\n<collection>'
    yield _element("source", collection.source) + _element("date", collection.date) + _element("key", collection.key)
    if collection.infons:
        yield _written(collection.infons)
    for item in collection.documents:
        yield f"<document>{_element('id', item.id)}{_written(item.infons)}"
        for passage in item.passages:
            yield from _passage("passage", passage)
        yield "</document>"
    yield "</collection>"


def _passage(tag: str, section: Section) -> Iterator[str]:
    infons, text = section.infons, section.text
    if text is not None and holdable(text) != text:
        odd = {i: c for i, (c, held) in enumerate(zip(text, holdable(text), strict=True)) if c != held}
        infons, text = infons | {OURS + "characters": json.dumps(odd)}, holdable(text)
    body = "" if text is None else _element("text", text)
    yield f"<{tag}>{_written(infons)}<offset>{section.offset}</offset>{body}"
    for sentence in section.sentences:
        yield from _passage("sentence", sentence)
    for a in section.annotations:
        places = "".join(f'<location offset="{offset}" length="{length}"/>' for offset, length in a.locations)
        said = _element("text", as_text("", a.text or ""))
        yield f'<annotation id="{attribute_text(a.id)}">{_written(a.infons)}{places}{said}</annotation>'
    yield f"</{tag}>"


def _written(infons: Infons) -> str:
    return "".join(f'<infon key="{attribute_text(k)}">{element_text(as_text(k, v))}</infon>' for k, v in infons.items())


def _element(tag: str, text: str) -> str:
    return f"<{tag}>{element_text(text)}</{tag}>"


def sniff(path: Path, start: bytes) -> bool:
    root, _ = root_of(start)
    return root in ("collection", "document") and (b"<passage" in start or b"<source" in start)


BIOC_XML = Format(
    name="bioc-xml",
    title="BioC XML",
    suffixes=(".bioc.xml",),
    keeps=features(*KEEPS),
    sniff=sniff,
    read=read,
    write=write,
    drops=DROPS,
    options=OPTIONS,
    see="https://bioc.sourceforge.net",
)
