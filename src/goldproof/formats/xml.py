"""XML from strangers: no entities, no deep towers, an error with its line."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from xml.parsers import expat

from ..errors import BadInput
from .files import read_bytes

DEPTH = 200


def read_xml(path: Path) -> ET.Element:
    """The root element of a file."""
    return parse_xml(read_bytes(path), path)


def parse_xml(data: bytes, where: object) -> ET.Element:
    """The root element; refuses entity declarations and external ones, and nesting deeper than 200.

    A first pass with expat does the refusing and finds the line of an error, a second builds the elements: both
    are in C but for the count of the depth, so the price is about a third of the time.
    """
    if not data.strip():
        raise BadInput("the file is empty", where=where)
    _inspect(data, where)
    try:
        return ET.fromstring(data)
    except (ET.ParseError, LookupError, ValueError) as error:
        raise BadInput(f"not well-formed XML: {error}", where=where) from None


def _inspect(data: bytes, where: object) -> None:
    parser = expat.ParserCreate()
    depth = 0

    def start(name: str, attributes: object) -> None:
        nonlocal depth
        depth += 1
        if depth > DEPTH:
            raise BadInput(f"XML nested deeper than {DEPTH} (line {parser.CurrentLineNumber})", where=where)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1

    def entity(*_: object) -> None:
        raise BadInput(
            f"XML with entity declarations is refused (line {parser.CurrentLineNumber})",
            where=where, remedy="remove the DOCTYPE's entities",
        )  # fmt: skip

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.EntityDeclHandler = entity
    parser.UnparsedEntityDeclHandler = entity
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        why = expat.errors.messages[error.code]
        raise BadInput(f"not well-formed XML: {why} (line {error.lineno}, column {error.offset + 1})", where=where) from None
    except (LookupError, ValueError) as error:
        raise BadInput(f"not readable XML: {error}", where=where) from None
