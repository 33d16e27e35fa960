"""XML from strangers: no entities, no deep towers, an error with its line."""

from __future__ import annotations

import re
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
    inspect_xml(data, where)
    try:
        return ET.fromstring(data)
    except (ET.ParseError, LookupError, ValueError) as error:
        raise BadInput(f"not well-formed XML: {error}", where=where) from None


def inspect_xml(data: bytes, where: object) -> None:
    """Refuse what must not reach a parser that builds: entity declarations, deep nesting, what is not well-formed."""
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


# Each part of the prolog is taken whole or not at all (an atomic group): a prolog of a thousand comments takes no longer than it is.
_ROOT = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?>(?:<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>)\s*)*<(?:[\w.-]+:)?([\w.-]+)([^>]*)", re.DOTALL
)
_BAD = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SPECIAL = re.compile("[^\n\t\x20-!#-%'-;=?-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BREAKS = re.compile("[\n\t]")
_IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_IN_ATTRIBUTE = _IN_TEXT | str.maketrans({'"': "&quot;", "\n": "&#10;", "\t": "&#9;"})


def root_of(start: bytes) -> tuple[str, bytes]:
    """The root element's name (without its prefix) and what stands in its tag, from the first bytes of a file; for guessing."""
    found = _ROOT.match(start)
    return (found[1].decode("ascii", "replace"), found[2]) if found else ("", b"")


def holdable(text: str) -> str:
    """The text with U+FFFD for every character that XML cannot hold (most control characters)."""
    return _BAD.sub("\ufffd", text)


def element_text(text: str) -> str:
    """The text as it stands between tags, so that a parser gives back exactly this; refused where XML has no way to say it."""
    return _checked(text).translate(_IN_TEXT) if _SPECIAL.search(text) else text


def attribute_text(text: str) -> str:
    """The text as it stands between the double quotes of an attribute; refused where XML has no way to say it."""
    return _checked(text).translate(_IN_ATTRIBUTE) if _BREAKS.search(text) or _SPECIAL.search(text) else text


def _checked(text: str) -> str:
    bad = _BAD.search(text)
    if bad:
        raise BadInput(f"XML cannot hold the character U+{ord(bad[0]):04X}", where=repr(text[:40]), remedy="choose another format, such as native")
    return text
