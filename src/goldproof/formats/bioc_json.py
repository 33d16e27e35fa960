"""BioC JSON, as the library ``bioc`` writes it: a collection, a list of them (PMC), ``{"PubTator3": [documents]}``, documents one a line.

See :mod:`.bioc`. What an object says beside BioC's own keys (``pmid``, ``journal``) is an attribute ``bioc:pmid`` and goes back as it was.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from ..errors import BadInput
from ..model import Corpus
from .bioc import KEEPS, OPTIONS, Annotation, Collection, Infons, Item, Section
from .bioc_reading import read_all
from .bioc_writing import collection_of
from .features import features
from .features.mentions import FLAGS
from .files import files_below, read_text
from .format import Format, Reading, Writing
from .offsets import chosen
from .values import as_json, load_json, of_json

DROPS = {
    "relations": "relations between annotations",
    "several-collections": "what a second collection says of itself",
}
EXTRA = "bioc:"
_COLLECTION = frozenset({"source", "date", "key", "infons", "documents"})
_DOCUMENT = frozenset({"id", "infons", "passages", "annotations", "relations"})
_SECTION = frozenset({"offset", "text", "infons", "sentences", "annotations", "relations"})
_ANNOTATION = frozenset({"id", "infons", "text", "locations"})

Plain = dict[str, object]


def read(path: Path, reading: Reading) -> Corpus:
    """A file, or all .json files below a folder."""
    return read_all(_collections(path, reading), reading)


def _collections(path: Path, reading: Reading) -> Iterator[tuple[Collection, object]]:
    for file in reading.progress(files_below(path, ".json", ".jsonl"), "bioc-json"):
        tree = _Tree(file, reading)
        for plain in tree.roots(read_text(file, empty=False)):
            yield tree.collection(plain), file


class _Tree:
    """One file: its objects as BioC's parts."""

    def __init__(self, path: Path, reading: Reading) -> None:
        self.path, self.reading = path, reading
        self.where: object = path

    def roots(self, text: str) -> Iterator[Plain]:
        """The collections of a file; documents that stand alone are put into one."""
        try:
            loaded = load_json(text, self.path)
        except BadInput:
            lines = [line for line in text.split("\n") if line.strip()]
            if len(lines) < 2 or not all(line.lstrip().startswith("{") for line in lines):
                raise
            loaded = [load_json(line, f"{self.path}, line {number}") for number, line in enumerate(lines, 1)]
        if isinstance(loaded, dict) and isinstance(loaded.get("PubTator3"), list):
            loaded = loaded["PubTator3"]
        rows = loaded if isinstance(loaded, list) else [loaded]
        loose: list[object] = []
        for row in rows:
            if isinstance(row, dict) and "documents" in row:
                yield row
            elif isinstance(row, dict) and "passages" in row:
                loose.append(row)
            else:
                raise BadInput("not BioC JSON (an object with documents or passages)", where=self.path)
        if loose:
            yield {"documents": loose}

    def collection(self, plain: Plain) -> Collection:
        source, date, key = (str(plain.get(name) or "") for name in ("source", "date", "key"))
        items = self.reading.progress(self._list(plain, "documents"), self.path.name)
        return Collection(source, date, key, self._infons(plain, _COLLECTION), map(self._item, items))

    def _item(self, plain: Plain) -> Item:
        id = plain.get("id")
        if not isinstance(id, (str, int)) or id == "":
            raise BadInput("a document without an id", where=self.path)
        self.where = f"{self.path}, document {id}"
        return Item(str(id), self._infons(plain, _DOCUMENT), self._sections(plain, "passages"), self._annotations(plain))

    def _sections(self, plain: Plain, key: str) -> list[Section]:
        return [
            Section(
                self._int(one, "offset"), self._text(one), self._infons(one, _SECTION), self._annotations(one),
                self._sections(one, "sentences") if key == "passages" else [],
            )
            for one in self._list(plain, key)
        ]  # fmt: skip

    def _annotations(self, plain: Plain) -> list[Annotation]:
        if self._list(plain, "relations"):
            self.reading.lost("relations", self.where)
        out: list[Annotation] = []
        for one in self._list(plain, "annotations"):
            places = [(self._int(x, "offset"), self._int(x, "length")) for x in self._list(one, "locations")]
            id = one.get("id")
            out.append(Annotation("" if id is None else str(id), self._infons(one, _ANNOTATION), places, self._text(one)))
        return out

    def _infons(self, plain: Plain, known: frozenset[str]) -> Infons:
        infons = plain.get("infons")
        if infons is None:
            infons = {}
        if not isinstance(infons, dict):
            raise BadInput("infons are not an object", where=self.where)
        out = {k: of_json(k, v) for k, v in infons.items()}
        for key, value in plain.items():
            if key not in known:
                out[EXTRA + key] = of_json(key, value)
        return out

    def _list(self, plain: Plain, key: str) -> list[Plain]:
        found = plain.get(key)
        if found is None:
            return []
        if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
            raise BadInput(f"{key} is not a list of objects", where=self.where)
        return found

    def _int(self, plain: Plain, key: str) -> int:
        found = plain.get(key)
        if isinstance(found, str) and found.isascii() and found.isdigit() and len(found) < 13:
            return int(found)
        if type(found) is not int:
            raise BadInput(f"{key} is not a number", where=self.where)
        return found

    def _text(self, plain: Plain) -> str | None:
        found = plain.get("text")
        if found is not None and not isinstance(found, str):
            raise BadInput("text is not text", where=self.where)
        return found


def write(corpus: Corpus, path: Path, writing: Writing) -> None:
    encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
    collection = collection_of(corpus, chosen(writing))
    head = _object({"source": collection.source, "date": collection.date, "key": collection.key}, collection.infons, _COLLECTION)
    with path.open("w", encoding="utf-8", newline="\n") as out:
        out.write(encode(head)[:-1] + ', "documents": [')
        for number, item in enumerate(collection.documents):
            out.write(",\n" if number else "\n")
            out.write(encode(_item(item)))
        out.write("\n]}\n")


def _object(plain: Plain, infons: Infons, known: frozenset[str]) -> Plain:
    """An object with its infons; what was a key of its own is one again."""
    inside: Plain = {}
    for key, value in infons.items():
        bare = key.removeprefix(EXTRA)
        if bare != key and bare not in known:
            plain[bare] = as_json(bare, value)
        else:
            # BioC's infons are texts: what we know to be a flag is written as one.
            inside[key] = "true" if value is True and key in FLAGS else as_json(key, value)
    return plain | {"infons": inside}


def _item(item: Item) -> Plain:
    passages = [_section(p) | {"sentences": [_section(s) for s in p.sentences]} for p in item.passages]
    return _object({"id": item.id}, item.infons, _DOCUMENT) | {"passages": passages, "annotations": [], "relations": []}


def _section(section: Section) -> Plain:
    annotations: list[Plain] = [
        _object({"id": a.id}, a.infons, _ANNOTATION)
        | {"text": a.text or "", "locations": [{"offset": offset, "length": length} for offset, length in a.locations]}
        for a in section.annotations
    ]
    text = {} if section.text is None else {"text": section.text}
    return _object({"offset": section.offset}, section.infons, _SECTION) | text | {"annotations": annotations, "relations": []}


def sniff(path: Path, start: bytes) -> bool:
    """The keys of BioC, of a collection with much to say of itself only the first."""
    return start.lstrip()[:1] in (b"{", b"[") and b'"infons"' in start and any(key in start for key in (b'"documents"', b'"passages"', b'{"source": '))


BIOC_JSON = Format(
    name="bioc-json",
    title="BioC JSON",
    suffixes=(".bioc.json",),
    keeps=features(*KEEPS),
    sniff=sniff,
    read=read,
    write=write,
    drops=DROPS,
    options=OPTIONS,
    see="https://bioc.sourceforge.net",
)
