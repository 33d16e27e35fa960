"""Thesauri in SKOS, as RDF/XML, Turtle or N-Triples.

Labels are names in their languages (``prefLabel`` preferred, ``altLabel`` and ``hiddenLabel`` beside it, labels of SKOS-XL too), ``broader`` and ``narrower`` the
hierarchy, schemes vocabularies, collections groups. A concept's id is its ``notation`` if all have one and no two the same, else its address.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from pathlib import Path

from ...errors import BadInput
from ...formats.files import decode, read_bytes, unpacked
from ...formats.xml import parse_xml
from ...model.curie import curie
from ..terminology import Row, Terminology
from .turtle import RDF, Object, Statement, statements

SKOS = "http://www.w3.org/2004/02/skos/core#"
XL = "http://www.w3.org/2008/05/skos-xl#"
_XML = "http://www.w3.org/XML/1998/namespace"
_LABELS = {"prefLabel": "preferred", "altLabel": "exact", "hiddenLabel": "exact"}


def read_skos(path: Path) -> Terminology:
    """A terminology from such a file (gzipped too)."""
    data = unpacked(read_bytes(path), path).removeprefix(b"\xef\xbb\xbf")
    said = _of_xml(parse_xml(data, path)) if data.lstrip().startswith(b"<?xml") or b"<rdf:RDF" in data[:4096] else statements(decode(data, path), path)
    made = Terminology.of(_rows(said), name=path.name.removesuffix(".gz"))
    if not len(made.names):
        raise BadInput("no concepts of SKOS with labels in it", where=path)
    return made


def _rows(said: Iterable[Statement]) -> Iterator[Row]:
    labels: dict[str, list[tuple[str, Object]]] = {}
    literal: dict[str, Object] = {}
    above: dict[str, dict[str, None]] = {}
    schemes: dict[str, str] = {}
    members: dict[str, list[str]] = {}
    titles: dict[str, str] = {}
    notations: dict[str, str] = {}
    concepts: dict[str, None] = {}
    for subject, verb, object_ in said:
        space, local = _parted(verb)
        if space == XL and local == "literalForm":
            literal[subject] = object_
        elif space == XL and local in _LABELS:
            labels.setdefault(subject, []).append((local, object_))
        elif verb == RDF + "type" and object_.value == SKOS + "Concept":
            concepts[subject] = None
        elif space == SKOS and local in _LABELS and object_.is_text:
            labels.setdefault(subject, []).append((local, object_))
            titles.setdefault(subject, object_.value)
        elif space == SKOS and local in ("broader", "broaderGeneric", "broaderTransitive"):
            above.setdefault(subject, {})[object_.value] = None
        elif space == SKOS and local in ("narrower", "narrowerTransitive"):
            above.setdefault(object_.value, {})[subject] = None
        elif space == SKOS and local in ("inScheme", "topConceptOf"):
            schemes.setdefault(subject, object_.value)
        elif space == SKOS and local == "member":
            members.setdefault(object_.value, []).append(subject)
        elif space == SKOS and local == "notation":
            notations.setdefault(subject, object_.value)
    # Where nothing is said to be a concept, whatever has a label and is no collection or scheme is one.
    sets = {collection for held in members.values() for collection in held} | set(schemes.values())
    known = list(concepts) or [s for s in labels if s not in sets]
    short = all(notations.get(c) for c in known) and len({notations[c] for c in known}) == len(known)
    id_of = {c: notations[c] if short else curie(c) for c in known}
    for concept in known:
        groups = "|".join(titles.get(g) or _last(g) for g in members.get(concept, ()))
        parents = "|".join(id_of[p] for p in above.get(concept, ()) if p in id_of)
        scheme = schemes.get(concept, "")
        source = (titles.get(scheme) or _last(scheme)) if scheme else ""
        for how, label in sorted(labels.get(concept, ()), key=lambda pair: pair[0] != "prefLabel"):
            text = label if label.is_text else literal.get(label.value)
            if text is not None and text.value.strip():
                yield Row(id_of[concept], " ".join(text.value.split()), text.language.lower(), how == "prefLabel", groups, parents, "", source, _LABELS[how])


def _parted(address: str) -> tuple[str, str]:
    at = max(address.rfind("#"), address.rfind("/")) + 1
    return address[:at], address[at:]


def _last(address: str) -> str:
    return re.split(r"[/#]", address.rstrip("/#"))[-1] if address else ""


def _of_xml(root: ET.Element) -> Iterator[Statement]:
    """The statements of RDF/XML: nodes with properties, nested nodes among them."""
    blank = iter(range(1 << 30))
    base = root.get(f"{{{_XML}}}base", "")

    def address(value: str) -> str:
        return value if re.match(r"[A-Za-z][\w+.-]*:", value) else base + value

    def named(node: ET.Element) -> str:
        if (about := node.get(f"{{{RDF}}}about")) is not None:
            return address(about)
        if (id := node.get(f"{{{RDF}}}ID")) is not None:
            return address("#" + id)
        return "_:" + (node.get(f"{{{RDF}}}nodeID") or f"x{next(blank)}")

    def told(node: ET.Element, subject: str, language: str) -> Iterator[Statement]:
        language = node.get(f"{{{_XML}}}lang", language)
        if node.tag != f"{{{RDF}}}Description":
            yield subject, RDF + "type", Object(_joined(node.tag))
        for key, value in node.attrib.items():
            if key.startswith("{") and not key.startswith((f"{{{RDF}}}", f"{{{_XML}}}")):
                yield subject, _joined(key), Object(value, True, language)
        for part in node:
            verb = _joined(part.tag)
            resource = part.get(f"{{{RDF}}}resource")
            if resource is not None:
                yield subject, verb, Object(address(resource))
            elif (shared := part.get(f"{{{RDF}}}nodeID")) is not None:
                yield subject, verb, Object("_:" + shared)
            elif part.get(f"{{{RDF}}}parseType") == "Resource":
                inner = f"_:x{next(blank)}"
                yield subject, verb, Object(inner)
                yield from told(ET.Element(f"{{{RDF}}}Description"), inner, language)
            elif len(part):
                for inner_node in part:
                    inner = named(inner_node)
                    yield subject, verb, Object(inner)
                    yield from told(inner_node, inner, part.get(f"{{{_XML}}}lang", language))
            else:
                yield subject, verb, Object(part.text or "", True, part.get(f"{{{_XML}}}lang", language))

    for node in root:
        yield from told(node, named(node), root.get(f"{{{_XML}}}lang", ""))


def _joined(tag: str) -> str:
    return tag[1:].replace("}", "", 1) if tag.startswith("{") else tag
