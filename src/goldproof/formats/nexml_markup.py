"""XML with names inside its values, as NeXML has it: prefixes are resolved on reading and made on writing."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from typing import Any, cast

from ..errors import BadInput
from .nexml_names import META, NEXML, PREFIXES, TYPE
from .xml import attribute_text, element_text
from .xml import inspect_xml as inspect

Attribute = tuple[str, str]
_NAME = re.compile(r"(?:\{([^{}]+)\})?([^\W\d][\w.-]*)")


def resolved(data: bytes, where: object) -> ET.Element:
    """The root element. In ``property``, ``rel`` and ``datatype`` of statements stands the full IRI, in ``xsi:type`` ``{namespace}name``."""
    if not data.strip():
        raise BadInput("the file is empty", where=where)
    inspect(data, where)
    parser: ET.XMLPullParser[Any] = ET.XMLPullParser(("start", "start-ns", "end-ns"))
    scope: dict[str, str] = {}
    outer: list[dict[str, str]] = []
    root: ET.Element | None = None
    try:
        parser.feed(data)
        parser.close()
        for event, what in cast("Iterable[tuple[str, Any]]", parser.read_events()):
            if event == "start":
                root = what if root is None else root
                if what.tag == META:
                    _resolve(what.attrib, scope)
                elif TYPE in what.attrib:
                    what.attrib[TYPE] = _type(what.attrib[TYPE], scope)
            elif event == "start-ns":
                outer.append(scope)
                scope = {**scope, what[0]: what[1]}
            else:
                scope = outer.pop()
    except (ET.ParseError, LookupError, ValueError) as error:
        raise BadInput(f"not well-formed XML: {error}", where=where) from None
    if root is None:
        raise BadInput("XML without an element", where=where)
    return root


def _resolve(attributes: dict[str, str], scope: dict[str, str]) -> None:
    for name in ("property", "rel", "datatype"):
        value = attributes.get(name)
        if value is not None:
            prefix, colon, local = value.strip().partition(":")
            attributes[name] = scope[prefix] + local if colon and prefix in scope else value.strip()
    if TYPE in attributes:
        attributes[TYPE] = _type(attributes[TYPE], scope)


def _type(value: str, scope: dict[str, str]) -> str:
    prefix, colon, local = value.strip().rpartition(":")
    namespace = scope.get(prefix)
    return value.strip() if namespace is None and colon else f"{{{namespace}}}{local}" if namespace else local


class Markup:
    """XML being written: elements with ``{namespace}name`` as their names, prefixes as they come up, indented by two."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._prefixes: dict[str, str] = {}
        self._open: list[str] = []

    def prefix(self, namespace: str) -> str:
        if namespace not in self._prefixes:
            known = PREFIXES.get(namespace)
            self._prefixes[namespace] = known or f"ns{len(self._prefixes) + 1}"
        return self._prefixes[namespace]

    def name(self, name: str) -> str:
        """An element's or attribute's name with its prefix; NeXML's own elements have none."""
        found = _NAME.fullmatch(name)
        if not found:
            raise BadInput(f"{name!r} cannot be the name of an element or attribute")
        return found[2] if found[1] in (None, NEXML) else f"{self.prefix(found[1])}:{found[2]}"

    def property(self, iri: str) -> str:
        """An IRI as prefix and rest, cut behind its last separator."""
        cut = max(iri.rfind(sign) for sign in "#/:") + 1
        return f"{self.prefix(iri[:cut])}:{iri[cut:]}" if cut else iri

    def open(self, name: str, attributes: Iterable[Attribute] = (), text: str = "") -> None:
        tag = self.name(name)
        self._lines.append(f"{'  ' * (len(self._open) + 1)}<{self._tag(tag, attributes)}>{element_text(text)}")
        self._open.append(tag)

    def close(self) -> None:
        tag = self._open.pop()
        self._lines.append(f"{'  ' * (len(self._open) + 1)}</{tag}>")

    def leaf(self, name: str, attributes: Iterable[Attribute] = (), text: str = "") -> None:
        tag = self.name(name)
        end = f">{element_text(text)}</{tag}>" if text else "/>"
        self._lines.append(f"{'  ' * (len(self._open) + 1)}<{self._tag(tag, attributes)}{end}")

    def text(self, text: str) -> None:
        """Text between elements."""
        self._lines.append(element_text(text))

    def _tag(self, tag: str, attributes: Iterable[Attribute]) -> str:
        return tag + "".join([f' {name}="{attribute_text(value)}"' for name, value in attributes])

    def document(self, root: str, attributes: Iterable[Attribute]) -> str:
        """The whole of it inside a root element, which declares every prefix that came up."""
        attributes = list(attributes)
        spaces = [("xmlns", NEXML), *sorted((f"xmlns:{p}", n) for n, p in self._prefixes.items())]
        tag = self._tag(root, [*spaces, *attributes])
        body = "".join([line + "\n" for line in self._lines])
        return f'<?xml version="1.0" encoding="UTF-8"?>\n<{tag}>\n{body}</{root}>\n' if body else f'<?xml version="1.0" encoding="UTF-8"?>\n<{tag}/>\n'
