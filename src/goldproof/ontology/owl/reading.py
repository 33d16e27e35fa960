"""Opening an OWL file: which syntax it is in, what must not reach the parser, and the parser's refusals in one line."""

from __future__ import annotations

import re
import tempfile
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ...errors import BadInput
from ...formats.files import decode, read_bytes, unpacked
from ...formats.xml import inspect_xml, root_of
from ..entry import Contents
from ..pause import collector_paused
from .entries import Drafts
from .logic import Logic
from .names import OBO, OWL, Names, local


class Syntax(StrEnum):
    """The ways to write OWL that are read. The values are py-horned-owl's names."""

    RDF_XML = "rdf"
    OWL_XML = "owx"
    FUNCTIONAL = "ofn"
    MANCHESTER = "omn"


_SPOKEN = {
    Syntax.RDF_XML: "RDF/XML",
    Syntax.OWL_XML: "OWL/XML",
    Syntax.FUNCTIONAL: "OWL functional syntax",
    Syntax.MANCHESTER: "OWL Manchester syntax",
}
# Comments and blank lines, then the first word that gives a text away.
_FUNCTIONAL = re.compile(rb"(?>(?:\s+|#[^\n]*\n)*)(?:Prefix|Ontology)\s*\(")
_MANCHESTER = re.compile(rb"(?>(?:\s+|#[^\n]*\n)*)(?:Prefix|Ontology):")
_DOCTYPE = re.compile(rb"<!DOCTYPE[^\[>]*(?:\[(?P<inside>.*?)\]\s*)?>", re.DOTALL)
_ENTITY = re.compile(rb"<!ENTITY\s+(?P<name>[\w.-]+)\s+(?:\"(?P<a>[^\"&%]*)\"|'(?P<b>[^'&%]*)')\s*>")
_REFERENCE = re.compile(rb"&([A-Za-z_][\w.-]*);")
_BUILT_IN = frozenset((b"amp", b"lt", b"gt", b"quot", b"apos"))
_PLACE = re.compile(r"Byte(?:Position|Span)\((\d+)")
_LINE = re.compile(r"line_col: Pos\(\((\d+), (\d+)\)\)")
_SAID = re.compile(r'(?:ValidityError|Msg|UnrecognizedEntity)\((?:[\d.]+, )?"((?:[^"\\]|\\.)*)"')
_MISMATCHED = re.compile(r'expected: "([^"]*)", found: "([^"]*)"')
_BAD_IRI = re.compile(r'InvalidIri \{ iri: "([^"]*)"')


def syntax(start: bytes) -> Syntax | None:
    """The syntax of a file by its first bytes, None if it is not OWL in one of them.

    >>> str(syntax(b"Prefix(:=<http://example.org/>)")), syntax(b"format-version: 1.2")
    ('ofn', None)
    """
    start = start.removeprefix(b"\xef\xbb\xbf")
    name, _ = root_of(start)
    if name == "RDF":
        return Syntax.RDF_XML
    if name == "Ontology" and b"http://www.w3.org/2002/07/owl#" in start:
        return Syntax.OWL_XML
    if _FUNCTIONAL.match(start):
        return Syntax.FUNCTIONAL
    return Syntax.MANCHESTER if _MANCHESTER.match(start) else None


def read(path: str | Path) -> Contents:
    """The contents of an OWL file, gzipped or not."""
    path = Path(path)
    return parse(unpacked(read_bytes(path), path), path)


def parse(data: bytes, where: object) -> Contents:
    """The contents of the bytes of an OWL file; ``where`` names it in messages, and is its name where it has none."""
    if not data.strip():
        raise BadInput("the file is empty", where=where)
    data = data.removeprefix(b"\xef\xbb\xbf")
    written = syntax(data[:65536])
    if written is None:
        turtle = data.lstrip()[:7].lower() in (b"@prefix", b"prefix ")
        what = "Turtle, which is not read" if turtle else "not an OWL ontology: neither RDF/XML, OWL/XML, functional nor Manchester syntax"
        raise BadInput(what, where=where, remedy="convert it, for example with: robot convert --input in.ttl --output out.owl" if turtle else "")
    if written in (Syntax.RDF_XML, Syntax.OWL_XML):
        data = _without_entities(data, where)
        _see_whole(data, where)
    with collector_paused():
        return _contents(_components(data, written, where), written, where)


def _components(data: bytes, written: Syntax, where: object) -> list[Any]:
    import pyhornedowl

    horned: Any = pyhornedowl
    # From a file: the parser reads it without a second copy of the text in Python.
    with tempfile.TemporaryDirectory(prefix="goldproof-") as folder:
        path = Path(folder) / f"ontology.{written}"
        path.write_bytes(data)
        try:
            opened = horned.open_ontology_from_file(str(path), str(written), horned.IndexCreationStrategy.Explicit)
            components: list[Any] = opened.get_components()
        except ValueError as error:
            raise _refusal(str(error), data, written, where) from None
        except BaseException as error:
            # A panic of the Rust parser is not an Exception.
            if type(error).__name__ != "PanicException":
                raise
            raise _refusal("", data, written, where) from None
    return components


def _contents(components: list[Any], written: Syntax, where: object) -> Contents:
    names = Names()
    drafts, logic = Drafts(names), Logic(names)
    iri = version = ""
    header: dict[str, list[str]] = {}
    imports: list[str] = []
    facts: list[tuple[str, Any, Any]] = []
    # Taken apart from its end, so that what is done with makes room for what is made.
    while components:
        whole = components.pop()
        component = whole.component
        kind = type(component).__name__
        if kind == "AnnotationAssertion":
            drafts.annotate(component, whole)
        elif kind == "OntologyID":
            iri, version = str(component.iri or ""), str(component.viri or "")
        elif kind == "OntologyAnnotation":
            note = component.first
            value = getattr(note.av, "literal", None)
            about = str(note.ap.first)
            tag = local(about) if about.startswith(("http://www.geneontology.org/", OWL)) else names[about]
            header.setdefault(tag, []).append(str(note.av) if value is None else value)
        elif kind == "Import":
            imports.append(str(component.first))
        elif kind in ("DataPropertyAssertion", "ObjectPropertyAssertion"):
            facts.append((kind, component, whole))
        else:
            drafts.take(kind, component)
            logic.take(kind, component)
    for kind, component, whole in facts:
        if not drafts.take_mistaken(component, whole):
            logic.take(kind, component)
    entries, axioms = drafts.entries(), logic.axioms()
    if not entries and not axioms.axioms and not iri:
        raise BadInput(f"no ontology in it, though it looks like {_SPOKEN[written]}", where=where)
    plain = {tag: tuple(sorted(values)) for tag, values in sorted(header.items())}
    warnings = tuple(f"imports {name}, which is not read: give that file too if its terms are needed" for name in sorted(imports))
    stated = _short(version) or (plain.get("versionInfo") or plain.get("data-version") or ("",))[0]
    return Contents(_name(iri, where), stated, entries, MappingProxyType(plain), warnings, axioms)


def _name(iri: str, where: object) -> str:
    """``uberon`` for http://purl.obolibrary.org/obo/uberon.owl, else the last word of the IRI, else of the file."""
    name = iri.removeprefix(OBO) if iri.startswith(OBO) else local(iri)
    name = name or Path(str(where)).name.removesuffix(".gz").removesuffix(".zip")
    return re.sub(r"\.(owl|owx|ofn|omn|rdf|xml|obo)$", "", name)


def _short(version: str) -> str:
    """``uberon/releases/2015-05-25`` for the version IRI of an OBO ontology: what data-version says in its OBO file."""
    return version.removeprefix(OBO).rpartition("/")[0] if version.startswith(OBO) and version.endswith(".owl") else version


def _without_entities(data: bytes, where: object) -> bytes:
    """The data with the entities of its DOCTYPE put in. Old OWL files are full of ``&owl;Thing``; entities inside entities are refused."""
    found = _DOCTYPE.search(data, 0, 65536)
    if found is None:
        return data
    inside = found["inside"] or b""
    entities = {e["name"]: e["a"] if e["a"] is not None else e["b"] for e in _ENTITY.finditer(inside)}
    if inside.count(b"<!ENTITY") != len(entities) or any(len(value) > 1000 for value in entities.values()):
        raise BadInput("its DOCTYPE has entities that are more than a short text", where=where, remedy="remove the DOCTYPE's entities")

    def put_in(reference: re.Match[bytes]) -> bytes:
        return reference[0] if reference[1] in _BUILT_IN else entities.get(reference[1], reference[0])

    return data[: found.start()] + _REFERENCE.sub(put_in, data[found.end() :])


def _see_whole(data: bytes, where: object) -> None:
    """Refuse a file that ends too early, which the parser of RDF/XML would take for all there is."""
    name, _ = root_of(data[:65536])
    end = data[-4096:].rstrip()
    while end.endswith(b"-->"):
        end = end[: end.rfind(b"<!--")].rstrip() if b"<!--" in end else b""
    if not re.search(rb"(?:</(?:[\w.-]+:)?%b\s*>|/>)$" % name.encode(), end):
        inspect_xml(data, where)  # says what is wrong, and where


def _refusal(text: str, data: bytes, written: Syntax, where: object) -> BadInput:
    """What the parser says, in one line, with the line of the file."""
    if written in (Syntax.RDF_XML, Syntax.OWL_XML):
        inspect_xml(data, where)
    else:
        decode(data, where)
    place, line = _PLACE.search(text), _LINE.search(text)
    number = data.count(b"\n", 0, int(place[1])) + 1 if place else int(line[1]) if line else 0
    if iri := _BAD_IRI.search(text):
        what = f"{iri[1]!r} is not an IRI"
    elif tags := _MISMATCHED.search(text):
        what = f"</{tags[1]}> expected, </{tags[2]}> found"
    elif said := _SAID.search(text):
        what = said[1].replace('\\"', '"')
    elif line:
        text = data.split(b"\n", number)[number - 1].decode("utf-8", "replace")[int(line[2]) - 1 :]
        what = f"unexpected {text[:40]!r}" if text.strip() else "the file ends too early" if number > data.rstrip().count(b"\n") else "unexpected end of line"
    else:
        what = "the parser gives up"
    return BadInput(f"not readable as {_SPOKEN[written]}: {what}" + (f" (line {number})" if number else ""), where=where)
