"""Terminologies that come as CSV or TSV, and go as TSV.

A row a name (``id``, ``name`` and, if there are, ``language``, ``type``, ``group``, ``semantic_type``, ``vocabulary``, ``parent``), or a row a concept with
its synonyms in one cell, separated by ``|``. The columns are found by their headings, in any order; further ones are left alone.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from ...errors import BadInput
from ...formats.files import replacing
from ..terminology import SCOPES, Row, Terminology
from .lines import first_line, text_of

HEADINGS: dict[str, tuple[str, ...]] = {
    "id": ("id", "concept", "concept_id", "code", "cui", "curie", "identifier"),
    "name": ("name", "label", "term", "text", "string", "str", "preferred", "preferred_name"),
    "language": ("language", "lang", "lat"),
    "kind": ("type", "scope", "kind", "tty", "name_type"),
    "group": ("group", "groups", "semantic_group", "category"),
    "type": ("semantic_type", "semantic_types", "sty", "tui"),
    "vocabulary": ("vocabulary", "source", "sab"),
    "parent": ("parent", "parents", "is_a", "broader"),
    "synonyms": ("synonyms", "synonym", "alternative_names", "aliases"),
}
PREFERRED = frozenset(("preferred", "pt", "label", "main", "pref", "preflabel", "preferred_name"))
COLUMNS = ("id", "name", "language", "type", "group", "semantic_type", "vocabulary", "parent")


def read_table(path: Path) -> Terminology:
    """A terminology from a CSV or TSV file (gzipped too)."""
    head = first_line(path)
    tabs = "\t" in head and head.count("\t") >= head.count(",")
    separator = "\t" if tabs else ";" if head.count(";") > head.count(",") else ","
    with text_of(path) as file:
        lines = csv.reader(file, delimiter=separator, quoting=csv.QUOTE_NONE if tabs else csv.QUOTE_MINIMAL)
        try:
            titles = [h.strip().lower().replace(" ", "_") for h in next(lines, [])]
            at = {what: next((i for i, t in enumerate(titles) if t in known), -1) for what, known in HEADINGS.items()}
            if at["id"] < 0 or at["name"] < 0:
                raise BadInput("no columns of ids and names in the first line", where=path, remedy="name them id and name (further: " + ", ".join(COLUMNS[2:]) + ", synonyms)")
            made = Terminology.of(_rows(lines, at, path), name=path.name.removesuffix(".gz"))
        except csv.Error as error:
            raise BadInput(f"not a sound table: {error}", where=f"{path}, line {lines.line_num}") from None
    if not len(made.names):
        raise BadInput("no names in it", where=path)
    return made


def _rows(lines: Iterator[list[str]], at: dict[str, int], path: Path) -> Iterator[Row]:
    most = max(at["id"], at["name"])
    get = [(what, i) for what, i in at.items() if i >= 0]
    for number, line in enumerate(lines, 2):
        if not line or not any(line):
            continue
        if len(line) <= most:
            raise BadInput(f"{len(line)} cells, but ids and names are in columns {at['id'] + 1} and {at['name'] + 1}", where=f"{path}, line {number}")
        cell = {what: line[i].strip() if i < len(line) else "" for what, i in get}
        if not cell["id"]:
            raise BadInput("no id", where=f"{path}, line {number}")
        kind = cell.get("kind", "").lower()
        # A table that has semantic types and no groups is asked for them by --group too.
        type, group = cell.get("type", ""), cell.get("group", "") if at["group"] >= 0 else cell.get("type", "")
        # Where nothing says what kind of name it is the first one of a concept is its own, or the one that has synonyms beside it.
        preferred = kind in PREFERRED or (not kind and at["synonyms"] >= 0)
        scope = "" if not kind and at["synonyms"] < 0 else kind if kind in SCOPES else "exact"
        language, source = cell.get("language", ""), cell.get("vocabulary", "")
        yield Row(cell["id"], cell["name"], language, preferred, group, cell.get("parent", ""), type, source, scope)
        for other in cell.get("synonyms", "").split("|"):
            if other.strip():
                yield Row(cell["id"], other.strip(), language, False, "", "", "", source, "exact")


def write_table(t: Terminology, path: Path, *, force: bool = False) -> None:
    """A row a name, as TSV; tabs and line ends in a name become blanks."""
    with replacing(path, force=force) as fresh, fresh.open("w", encoding="utf-8", errors="surrogatepass", newline="\n") as file:
        file.write("\t".join(COLUMNS) + "\n")
        for name, owner, scope, language, source in zip(t.names, t.owner.tolist(), t.scope.tolist(), t.language.tolist(), t.vocabulary.tolist(), strict=True):
            cells = (t.concepts[owner], name, t.languages[language], SCOPES[scope], t.groups[owner], t.types[owner], t.vocabularies[source], "|".join(t.parents[owner]))
            file.write("\t".join(" ".join(c.split()) for c in cells) + "\n")
