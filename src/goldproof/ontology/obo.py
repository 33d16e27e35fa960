"""The OBO format (1.0 to 1.4), read tolerantly.

Our own reader, because the strict ones (pronto, fastobo) refuse files that the ontologies themselves publish. What a line says
is taken if it can be understood at all; a line that cannot be is a warning with its number, and the rest goes on.
See https://owlcollab.github.io/oboformat/doc/GO.format.obo-1_4.html
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from ..errors import BadInput
from ..formats.files import read_bytes, unpacked
from ..model.curie import curie
from .entry import Contents, Entry, Scope, Sort, Synonym
from .obo_axioms import axioms_of, modifiers

_STANZA = re.compile(r"\[([^\]]+)\]\s*(?:!.*)?")
_TEXT = r'"(?:[^"\\]|\\.)*"'
_QUALIFIER = rf'[^\s="{{}},]+\s*=\s*(?:{_TEXT}|[^",{{}}]*)'
# What may follow a value: modifiers in braces, and a comment behind a blank and an exclamation mark.
_TAIL = re.compile(rf"(?:\{{\s*(?:{_QUALIFIER}(?:\s*,\s*{_QUALIFIER})*)?\s*\}}\s*)?(?:(?<=\s)!.*)?$")
_TAIL_BEGINS = re.compile(r"[{!]")
_QUOTED = re.compile(rf"({_TEXT})\s*(.*)", re.DOTALL)
_XREFS = re.compile(rf"\[((?:[^\]\\\"]|\\.|{_TEXT})*)\]")
_XREF = re.compile(rf"(?P<id>(?:[^,\\\"]|\\.)+)|{_TEXT}|.", re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "W": " "}
_SCOPES = {s.value: s for s in Scope}
_SYNONYMS = {"synonym": Scope.RELATED} | {f"{s.value.lower()}_synonym": s for s in Scope}
_SORTS = {s.value: s for s in Sort}
_HEADER = ("format-version", "data-version", "ontology", "default-namespace", "subsetdef", "synonymtypedef")

T = TypeVar("T")
Values = dict[str, list[tuple[int, str]]]
Warn = Callable[[int, str], None]


def read(path: Path) -> Contents:
    """The contents of an .obo file, gzipped or not."""
    return parse(unpacked(read_bytes(path), path), path)


def parse(data: bytes, path: Path) -> Contents:
    """The contents of the bytes of an .obo file; the path is for messages, and for the name of an ontology that has none."""
    _refuse_binary(data, path)
    warnings: list[str] = []

    def warn(line: int, message: str) -> None:
        warnings.append(f"line {line}: {message}")

    header: Values = {}
    found: dict[tuple[Sort, str], Entry] = {}
    stanzas = _stanzas(_lines(data.removeprefix(b"\xef\xbb\xbf"), warn), warn)
    for line, sort, values in stanzas:
        if not sort:
            header = values
        elif sort not in _SORTS:
            warn(line, f"a stanza [{sort}] is not one of {', '.join(_SORTS)}")
        else:
            entry = _entry(line, _SORTS[sort], values, warn)
            if entry is not None:
                key = entry.sort, entry.id
                if key in found:
                    warn(line, f"{entry.id} stands twice: both are taken together")
                    entry = _together(found[key], entry)
                found[key] = entry
    if not found and not any(tag in header for tag in _HEADER):
        raise BadInput("not an ontology: neither OWL, nor OBO Graphs JSON, nor OBO (no header and no [Term] in it)", where=path)
    plain = {tag: tuple(_plain(value) for _, value in values) for tag, values in header.items()}
    for imported in plain.get("import", ()):
        warnings.append(f"imports {imported}, which is not read: give that file too if its terms are needed")
    entries = tuple(found.values())
    return Contents(_name(plain, path), _version(plain), entries, MappingProxyType(plain), tuple(warnings), axioms_of(entries, plain))


def _refuse_binary(data: bytes, path: Path) -> None:
    if not data.strip():
        raise BadInput("the file is empty", where=path)
    if b"\0" in data:
        raise BadInput("a binary file, not an ontology", where=path)


def _lines(data: bytes, warn: Warn) -> Iterator[tuple[int, str]]:
    """Numbered lines; a backslash at the end joins the next; a line that is not UTF-8 is left out with a warning."""
    try:
        lines = data.decode("utf-8").split("\n")
    except UnicodeDecodeError:
        lines = []
        for number, raw in enumerate(data.split(b"\n"), 1):
            try:
                lines.append(raw.decode("utf-8"))
            except UnicodeDecodeError:
                lines.append("")
                warn(number, "not UTF-8 text")
    if b"\r" in data:
        # Windows ends its lines with both, old Macs with a return alone.
        lines = [line.removesuffix("\r") for line in lines] if b"\n" in data else lines[0].split("\r")
    begun, number = "", 0
    for at, line in enumerate(lines, 1):
        if line.endswith("\\") and (len(line) - len(line.rstrip("\\"))) % 2:
            begun, number = begun + line[:-1], number or at
        elif begun:
            yield number, begun + line
            begun, number = "", 0
        else:
            yield at, line
    if begun:
        yield number, begun


def _stanzas(lines: Iterator[tuple[int, str]], warn: Warn) -> Iterator[tuple[int, str, Values]]:
    """The header (with no name), then each stanza: its line, its name, its values by tag."""
    line, sort = 1, ""
    values: Values = {}
    for number, text in lines:
        if not text or text[0] == "!" or text.isspace():
            continue
        if text[0] == "[" and (opened := _STANZA.fullmatch(text.strip())):
            yield line, sort, values
            line, sort, values = number, opened[1], {}
            continue
        tag, sign, value = text.partition(":")
        if not sign or not tag.strip() or " " in tag.strip():
            warn(number, f"not a tag with a value: {text.strip()[:60]!r}")
            continue
        tag, value = tag.strip(), value.strip()
        if tag in values:
            values[tag].append((number, value))
        else:
            values[tag] = [(number, value)]
    yield line, sort, values


def _entry(line: int, sort: Sort, values: Values, warn: Warn) -> Entry | None:
    ids = values.pop("id", [])
    id = _id(ids[0][1]) if ids else ""
    if not id:
        warn(line, f"a [{sort}] without an id")
        return None
    for number, _ in ids[1:]:
        warn(number, f"a second id in the stanza of {id}")

    def one(tag: str, parse: Callable[[str], str]) -> str:
        given = values.pop(tag, [])
        for number, _ in given[1:]:
            warn(number, f"a second {tag} of {id}")
        read = [text for number, value in given[:1] if (text := _tried(parse, value, number, warn)) is not None]
        return read[0] if read else ""

    def some(*tags: str) -> tuple[str, ...]:
        found = [_id(value) for tag in tags for _, value in values.pop(tag, ())]
        return tuple(dict.fromkeys(text for text in found if text)) if found else ()

    def pairs(tag: str, least: int) -> tuple[tuple[str, str], ...]:
        if tag not in values:
            return ()
        found: list[tuple[str, str]] = []
        given = values.pop(tag)
        if special := [(number, value) for number, value in given if "{" in value and modifiers(value)]:
            values[tag] = special  # they become clauses as well
        for number, value in given:
            if "gci_relation" in value and "gci_relation" in modifiers(value):
                continue  # it holds for some of them only
            words = _bare(value).split()
            if not least <= len(words) <= 2:
                warn(number, f"{tag} of {id} is not a relation and a term: {value[:60]!r}")
                continue
            found.append(("" if len(words) == 1 else _unescaped(words[0]), _id(words[-1])))
        return tuple(found)

    narrowed = [(number, value) for number, value in values.get("is_a", ()) if "gci_relation" in value and "gci_relation" in modifiers(value)]
    if narrowed:
        values["is_a"] = [given for given in values["is_a"] if given not in narrowed]
    parents = some("is_a")
    if narrowed:
        values["is_a"] = narrowed  # not of everything that is the class: a clause
    synonyms: list[Synonym] = []
    for tag, scope in _SYNONYMS.items():
        for number, value in values.pop(tag, ()):
            synonym = _tried(partial(_synonym, scope=scope), value, number, warn)
            if synonym is not None:
                synonyms.append(synonym)
    return Entry(
        id,
        one("name", _plain),
        sort,
        namespace=one("namespace", _plain),
        definition=one("def", lambda value: _quoted(value)[0]),
        comment=one("comment", _plain),
        synonyms=tuple(synonyms),
        parents=parents,
        alternatives=some("alt_id"),
        relationships=pairs("relationship", 2),
        genus=pairs("intersection_of", 1),
        xrefs=_xref_tags(values),
        subsets=some("subset"),
        obsolete=one("is_obsolete", _plain).lower() == "true",
        replaced_by=some("replaced_by"),
        consider=some("consider", "use_term"),
        clauses=tuple((tag, value) for tag, given in values.items() for _, value in given),
    )


def _tried(parse: Callable[[str], T], value: str, number: int, warn: Warn) -> T | None:
    try:
        return parse(value)
    except ValueError as error:
        warn(number, f"{error}: {value[:60]!r}")
        return None


def _synonym(value: str, scope: Scope) -> Synonym:
    text, rest = _quoted(value)
    words = rest.partition("[")[0].partition("{")[0].split()
    if words and words[0].upper() in _SCOPES:
        scope = _SCOPES[words.pop(0).upper()]
    return Synonym(text, scope, words[0] if words else "", _xrefs(rest))


def _xrefs(rest: str) -> tuple[str, ...]:
    """The ids of ``[PMID:1 "in words", DOI:2]``."""
    if rest.startswith("[]") or "[" not in rest:
        return ()
    inside = rest.partition("[")[2]
    whole = _XREFS.match("[" + inside)
    inside = whole[1] if whole else inside.rpartition("]")[0]
    return tuple(_unescaped(x["id"].strip()) for x in _XREF.finditer(inside) if x["id"] and x["id"].strip())


def _xref_tags(values: Values) -> tuple[str, ...]:
    found = []
    for tag in ("xref", "xref_analog", "xref_unk", "xref_unknown"):
        for _, value in values.pop(tag, ()):
            found.append(_plain(value).partition(' "')[0])
    return tuple(found)


def _quoted(value: str) -> tuple[str, str]:
    found = _QUOTED.match(value)
    if found is None:
        raise ValueError("no text in quotation marks")
    return _unescaped(found[1][1:-1]), found[2]


def _plain(value: str) -> str:
    """A value in no quotation marks, without modifiers and comment."""
    return _unescaped(_bare(value))


def _bare(value: str) -> str:
    if "!" in value or "{" in value:
        for found in _TAIL_BEGINS.finditer(value):
            at = found.start()
            if value[at - 1 : at] != "\\" and _TAIL.match(value, at):
                return value[:at].rstrip()
    return value


def _id(value: str) -> str:
    """The first word, which is an id; web addresses of the OBO library become CURIEs."""
    word = value.split(None, 1)[0] if " " in value or "\t" in value else value
    if "{" in word:
        word = word.partition("{")[0]
    word = _unescaped(word)
    return curie(word) if "/" in word or ":" not in word else word


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), text) if "\\" in text else text


def _together(a: Entry, b: Entry) -> Entry:
    """Two stanzas of one id: texts of the first that has one, everything that either says."""
    merged: dict[str, object] = {}
    for name in Entry.__slots__:
        x, y = getattr(a, name), getattr(b, name)
        merged[name] = tuple(dict.fromkeys(x + y)) if isinstance(x, tuple) else x or y
    return replace(a, **merged)  # type: ignore[arg-type]


def _name(header: dict[str, tuple[str, ...]], path: Path) -> str:
    named = header.get("ontology", ())
    return (named[0] if named else path.name).removesuffix(".gz").removesuffix(".obo").removesuffix(".owl")


def _version(header: dict[str, tuple[str, ...]]) -> str:
    for tag in ("data-version", "date"):
        if header.get(tag):
            return header[tag][0]
    for value in header.get("property_value", ()):
        if value.startswith("owl:versionInfo "):
            return value.split(" ", 1)[1].split('"')[1] if '"' in value else value.split()[1]
    return ""
