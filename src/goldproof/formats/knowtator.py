"""Knowtator 1 XML (the CRAFT corpus, eHOST): a file of annotations beside or away from each text, X.txt.knowtator.xml.

How records look in it: an annotation has its fragments and its text (fragments joined by " ... "), a classMention of the same
id says what it is. A class id that is a CURIE or an IRI is the concept, and its name the attribute ``class``; any other class
is the label (``concepts=label`` takes every class for a concept). The annotator is the attributes ``annotator`` and
``annotator id``, comments are notes, slots are attributes with their types; a slot that leads to another mention holds its id.
What has no place of its own is a slot named "goldproof:...". Ids of slots are made anew when a file is written.
Texts are looked for beside the file and in the folder of ``--texts``; a .txt without annotations was not judged.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from math import isfinite
from pathlib import Path

from ..errors import BadInput
from ..model import Attributes, Corpus, Document, Layer, Mention, MentionBuilder, Scalar, Value, whole
from .features import features
from .features.corpora import by_path
from .features.layers import UNKNOWN
from .files import files_below, name_below, read_document, text_file, write_text
from .format import Format, Reading, Writing
from .xml import attribute_text, element_text, holdable, read_xml, root_of

GAP = " ... "
FRESH = "goldproof_mention_"
OWN = "goldproof:"
SUFFIX = ".txt.knowtator.xml"
CONCEPT = re.compile(r"https?://\S+|[A-Za-z][\w.-]*:[^\s/]\S*")
"""What the id of an ontology class looks like."""
DROPS = {
    "unattached-classes": "class mentions that no annotation refers to",
    "instances": "mentions of instances instead of classes",
    "other-elements": "elements that Knowtator's own files do not have",
}


def numeric(text: str) -> Scalar:
    """A number, or the text where it is none that can be reckoned with (nan, inf)."""
    value = float(text)
    return value if isfinite(value) else text


def sureness(value: Scalar) -> float:
    """A confidence."""
    if not isfinite(float(value)):
        raise ValueError(value)
    return float(value)


def _boolean(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError(text)
    return text == "true"


_SLOTS: dict[str, Callable[[str], Scalar]] = {
    "stringSlotMention": str, "integerSlotMention": int, "floatSlotMention": numeric, "booleanSlotMention": _boolean, "complexSlotMention": str,
}  # fmt: skip


def read(path: Path, reading: Reading) -> Corpus:
    build = MentionBuilder()
    documents: list[Document] = []
    judged: list[str] = []
    every = reading.options.get("concepts") == "label"
    for id, (notes, text) in reading.progress(paired(path, reading, SUFFIX, ".knowtator.xml", ".xml"), "Knowtator"):
        if notes is None:
            documents.append(Document(id, read_document(text)))
            continue
        root = read_xml(notes)
        if root.tag != "annotations":
            raise BadInput(f"not Knowtator XML: the root element is {root.tag}", where=notes)
        source = root.get("textSource", "")
        if not source and not len(root):
            continue  # the sign of a corpus without documents
        document = Document(id, read_document(find_text(notes, (source, text.name), reading)))
        documents.append(document)
        judged.append(id)
        _File(notes, document, reading, every).read(root, build)
        build.end_unit()
    layer = Layer("mentions", UNKNOWN, tuple(judged), build.columns())
    return Corpus(tuple(documents), tuple(map(whole, documents)), (layer,) if judged else ())


def paired(path: Path, reading: Reading, *suffixes: str) -> list[tuple[str, tuple[Path | None, Path]]]:
    """Document ids with their annotation file (None: not judged) and the place where their text would stand beside it."""
    found = [path] if path.is_file() else files_below(path, ".xml", ".txt")
    if not found:
        raise BadInput("the folder holds no .xml files", where=path)
    out: dict[str, tuple[Path | None, Path]] = {}
    for file in found:
        if file.suffix != ".txt" or file == path:
            id = name_below(file, path, *suffixes)
            if out.get(id, (None,))[0] is not None:
                raise BadInput(f"a second file for document {id!r}", where=file)
            out[id] = file, file.with_name(id.rsplit("/", 1)[-1] + ".txt")
        elif reading.texts is None:  # with --texts, the .txt files beside are something else (CRAFT's lists of unused classes)
            out.setdefault(name_below(file, path, ".txt"), (None, file))
    return sorted(out.items(), key=lambda pair: by_path(pair[0]))


def find_text(notes: Path, names: Iterable[str], reading: Reading) -> Path:
    """The text of an annotation file: by one of its names beside it, in --texts, or in Knowtator 2's folder Articles."""
    # A path written on somebody else's computer: only its last part says something here.
    last = [name for name in (n.replace("\\", "/").rsplit("/", 1)[-1] for n in names) if name not in ("", ".", "..") and "\0" not in name]
    rooms = [notes.parent, *([reading.texts] if reading.texts else []), notes.parent.parent / "Articles"]
    for room in rooms:
        for name in last:
            for place in (room / name, room / f"{name}.txt"):
                if len(place.name) < 256 and place != notes and place.is_file():
                    return place
    raise BadInput(
        "no text beside it", where=notes,
        remedy=f"put {last[0] if last else 'the text'} into the same folder, or name a folder with --texts",
    )  # fmt: skip


def agree(stated: str, covered: str) -> bool:
    """Whether the text in a file is the document's, but for what XML does to line ends and cannot hold."""
    if stated == covered:
        return True
    plain = holdable(covered)
    return stated in (plain, plain.replace("\r\n", "\n").replace("\r", "\n"))


class _File:
    """One file of annotations."""

    def __init__(self, where: Path, document: Document, reading: Reading, every: bool) -> None:
        self.where, self.text, self.reading, self.every = where, document.text, reading, every
        self.classes: dict[str, ET.Element] = {}
        self.slots: dict[str, ET.Element] = {}
        self.known: dict[tuple[tuple[str, Value], ...], Attributes] = {}

    def read(self, root: ET.Element, build: MentionBuilder) -> None:
        annotations: list[ET.Element] = []
        for e in root:
            if e.tag == "annotation":
                annotations.append(e)
            elif e.tag == "classMention":
                if self.classes.setdefault(e.get("id", ""), e) is not e:
                    self.lost("unattached-classes", e)
            elif e.tag in _SLOTS:
                self.slots[e.get("id", "")] = e
            elif e.tag == "instanceMention":
                self.lost("instances", e)
            else:
                self.lost("other-elements", e)
        used: set[str] = set()
        number = 0
        try:
            for number, annotation in enumerate(annotations, 1):  # noqa: B007  the errors below name it
                used.add(self.annotation(annotation, build))
        except (TypeError, ValueError, OverflowError):
            raise BadInput("a place or value that is no number", where=f"{self.where}, annotation {number}") from None
        except BadInput as error:
            raise BadInput(error.what, where=f"{self.where}, annotation {number}", remedy=error.remedy) from None
        for id, e in self.classes.items():
            if id not in used:
                self.lost("unattached-classes", e)

    def lost(self, name: str, e: ET.Element) -> None:
        self.reading.lost(name, f"{self.where}, {e.tag} {e.get('id', '')}")

    def annotation(self, annotation: ET.Element, build: MentionBuilder) -> str:
        mention = ""
        stated: str | None = None
        spans: list[tuple[int, int]] = []
        said: list[tuple[str, Value]] = []
        for e in annotation:
            match e.tag:
                case "span":
                    spans.append((int(e.attrib.get("start", "?")), int(e.attrib.get("end", "?"))))
                case "mention":
                    mention = e.get("id", "")
                case "spannedText":
                    stated = e.text or ""
                case "annotator":
                    name, id = e.text or "", e.get("id", "")
                    said += [("annotator", name)] if name else []
                    said += [("annotator id", id)] if id and id != name else []
                case "annotationComment":
                    said += [("note", e.text)] if e.text else []
                case "creationDate":
                    said += [("created", e.text)] if e.text else []
                case _:
                    self.lost("other-elements", e)
        text = self.text
        covered = GAP.join([text[max(a, 0) : max(b, 0)] for a, b in spans])
        if stated is not None and agree(stated, covered):
            stated = None
        own: dict[str, list[Scalar]] = {}
        concepts: tuple[str, ...] = ()
        label = ""
        classed = self.classes.get(mention)
        for e in classed if classed is not None else ():
            if e.tag == "mentionClass":
                id = e.get("id", "")
                if id and (self.every or CONCEPT.fullmatch(id)):
                    concepts = (*concepts, id)
                elif id:
                    label = id
                if e.text and e.text != id:
                    said.append(("class", e.text))
            elif e.tag == "hasSlotMention":
                self.slot(e, said, own)
            else:
                self.lost("other-elements", e)
        if own:
            concepts += tuple(str(c) for c in own.get("concept", ()))
            label = str(own.get("label", [label])[0])
            stated = str(own["stated"][0]) if "stated" in own else stated
        id = str(own.get("id", ["" if mention.startswith(FRESH) else mention])[0])
        confidence = sureness(own["confidence"][0]) if "confidence" in own else None
        build.add(spans, concepts, label, id, self.attributes(tuple(said)), confidence, stated)
        return mention

    def slot(self, e: ET.Element, said: list[tuple[str, Value]], own: dict[str, list[Scalar]]) -> None:
        slot = self.slots.get(e.get("id", ""))
        if slot is None:
            self.reading.warn(f"{self.where}: no slot {e.get('id', '')!r}")
            return
        named = slot.find("mentionSlot")
        name = "" if named is None else named.get("id", "")
        convert = _SLOTS[slot.tag]
        values = [convert(v.get("value") or v.text or "") for v in slot if v.tag.endswith("Value")]
        if name.startswith(OWN) and values:
            own.setdefault(name.removeprefix(OWN), []).extend(values)
        else:
            said.extend((name, value) for value in values)

    def attributes(self, said: tuple[tuple[str, Value], ...]) -> Attributes:
        # Most annotations of a file say the same beside their place: their attributes are made once. (1 == True, hence the types.)
        key = (*said, *[("", str(type(v))) for _, v in said if not isinstance(v, str)])
        found = self.known.get(key)
        if found is None:
            values: dict[str, tuple[Scalar, ...]] = {}
            for name, value in said:
                values[name] = (*values.get(name, ()), *(value if isinstance(value, tuple) else (value,)))
            found = self.known[key] = Attributes(values)
        return found


def write(corpus: Corpus, path: Path, writing: Writing) -> None:
    layer = corpus.layers[0] if corpus.layers else None
    for document in corpus.documents:
        file = text_file(document.id, path, ".txt")
        write_text(file, document.text)
        found = layer.get(document.id) if layer else None
        if found is not None:
            rows = _rows(found, document)
            write_text(file.with_name(file.name + ".knowtator.xml"), _page(file.name, rows))
    if not corpus.documents:
        write_text(path / f"empty{SUFFIX}", _page("", ()))


def _page(source: str, rows: Iterable[str]) -> str:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<annotations textSource="{attribute_text(source)}">', *rows, "</annotations>", ""]
    return "\n".join(lines)


def _rows(mentions: tuple[Mention, ...], document: Document) -> Iterator[str]:
    own = {m.id for m in mentions if m.id}
    taken: set[str] = set()
    classes: list[str] = []
    for number, m in enumerate(mentions, 1):
        free = m.id and m.id not in taken and not m.id.startswith(FRESH)
        id = m.id if free else f"{FRESH}{number}"
        taken.add(id)
        more: dict[str, Value] = {} if free or not m.id else {OWN + "id": m.id}
        rest = dict(m.attributes)
        yield from _annotation(m, id, document, rest, more)
        classes.extend(_class(m, id, rest, more, own))
    yield from classes


def _annotation(m: Mention, id: str, document: Document, rest: dict[str, Value], more: dict[str, Value]) -> Iterator[str]:
    covered = document.cut(m.spans, GAP)
    if m.stated is not None and agree(m.stated, covered):
        more[OWN + "stated"] = m.stated
    name = _taken(rest, "annotator")
    name_id = _taken(rest, "annotator id", name)
    yield f'  <annotation>\n    <mention id="{attribute_text(id)}" />'
    if name or name_id:
        yield f'    <annotator id="{attribute_text(name_id or name)}">{element_text(name)}</annotator>'
    for start, end in m.spans:
        yield f'    <span start="{start}" end="{end}" />'
    yield f"    <spannedText>{element_text(holdable(covered) if m.stated is None else m.stated)}</spannedText>"
    notes = rest.get("note", ())
    every = notes if isinstance(notes, tuple) else (notes,)
    if every and all(isinstance(n, str) and n for n in every):
        del rest["note"]
        for note in every:
            yield f"    <annotationComment>{element_text(str(note))}</annotationComment>"
    created = _taken(rest, "created")
    if created:
        yield f"    <creationDate>{element_text(created)}</creationDate>"
    yield "  </annotation>"


def _taken(rest: dict[str, Value], name: str, unlike: Value = "") -> str:
    """A text that has a place of its own, taken out of the attributes; "" if it is none or would not come back."""
    value = rest.get(name, "")
    if not isinstance(value, str) or not value or value == unlike:
        return ""
    del rest[name]
    return value


def _class(m: Mention, id: str, rest: dict[str, Value], more: dict[str, Value], ids: set[str]) -> Iterator[str]:
    concepts, label = m.concepts, m.label
    if concepts and CONCEPT.fullmatch(concepts[0]):
        named, concepts = concepts[0], concepts[1:]
    elif label and not CONCEPT.fullmatch(label):
        named, label = label, ""
    else:
        named = ""
    more |= {OWN + "concept": concepts} if concepts else {}
    more |= {OWN + "label": label} if label else {}
    more |= {} if m.confidence is None else {OWN + "confidence": m.confidence}
    title = _taken(rest, "class", named) if named else ""
    slots: list[str] = []
    links: list[str] = []
    for name, value in (rest | more).items():
        values = value if isinstance(value, tuple) else (value,)
        link = not name.startswith(OWN) and all(v in ids for v in values)
        for kind, group in groupby(values, lambda v: "complex" if link else _KINDS[type(v)]):  # noqa: B023  used at once
            slot = attribute_text(f"{id}_slot_{len(links) + 1}")
            links.append(f'    <hasSlotMention id="{slot}" />')
            inner = "".join(f'\n    <{kind}SlotMentionValue value="{_value(v)}" />' for v in group)
            slots.append(f'  <{kind}SlotMention id="{slot}">\n    <mentionSlot id="{attribute_text(name)}" />{inner}\n  </{kind}SlotMention>')
    yield f'  <classMention id="{attribute_text(id)}">'
    yield f'    <mentionClass id="{attribute_text(named)}">{element_text(title or named)}</mentionClass>'
    yield from links
    yield "  </classMention>"
    yield from slots


_KINDS = {str: "string", bool: "boolean", int: "integer", float: "float"}


def _value(value: Scalar) -> str:
    return attribute_text(value) if isinstance(value, str) else str(value).lower()


def sniff(path: Path, start: bytes) -> bool:
    name, tag = root_of(start)
    return name == "annotations" and (b"textSource" in tag or b"<mention " in start)


KNOWTATOR = Format(
    name="knowtator",
    title="Knowtator 1 XML",
    suffixes=(".knowtator",),
    keeps=features("mentions", "passages", "not-judged", "mention-*", "text-lines", "empty-layers"),
    sniff=sniff,
    read=read,
    write=write,
    holder="folder",
    drops=DROPS,
    options={"concepts": "label: the class of each mention is its concept id, whatever it looks like"},
    see="https://knowtator.sourceforge.net",
)
