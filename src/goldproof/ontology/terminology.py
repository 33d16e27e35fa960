"""Terminologies that come as tables: concepts with names in one language or several, and what group they belong to.

A CSV or TSV file with a row a name (``id``, ``name`` and, if there are, ``language``, ``type``, ``group``, ``parent``), or a row a concept with its
synonyms in one cell, separated by ``|``. The columns are found by their headings, in any order; further ones are left alone.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput
from ..formats.files import read_text

HEADINGS: dict[str, tuple[str, ...]] = {
    "id": ("id", "concept", "concept_id", "code", "cui", "curie", "identifier"),
    "name": ("name", "label", "term", "text", "string", "str", "preferred", "preferred_name"),
    "language": ("language", "lang", "lat"),
    "type": ("type", "scope", "kind", "tty", "name_type"),
    "group": ("group", "semantic_group", "semantic_type", "category", "sty"),
    "parent": ("parent", "parents", "is_a", "broader"),
    "synonyms": ("synonyms", "synonym", "alternative_names", "aliases"),
}
PREFERRED = frozenset(("preferred", "pt", "label", "main", "pref", "preflabel", "preferred_name"))


@dataclass(frozen=True)
class Terminology:
    """``owner[i]`` is the number of the concept that name i belongs to; ``language[i]`` a number of ``languages``; ``preferred[i]``: the concept's own name."""

    name: str
    concepts: tuple[str, ...]
    names: Sequence[str]
    owner: NDArray[np.int32]
    preferred: NDArray[np.bool_]
    language: NDArray[np.int16]
    languages: tuple[str, ...]
    groups: tuple[str, ...]
    parents: tuple[tuple[str, ...], ...]

    def __len__(self) -> int:
        return len(self.concepts)

    def __repr__(self) -> str:
        return f"Terminology({self.name!r}, {len(self.concepts)} concepts, {len(self.names)} names, languages: {', '.join(filter(None, self.languages)) or 'not said'})"

    @staticmethod
    def of(rows: Iterable[tuple[str, str, str, bool, str, str]], *, name: str = "") -> Terminology:
        """From rows of id, name, language, preferred, group, parents (separated by ``|``)."""
        number: dict[str, int] = {}
        groups: list[str] = []
        parents: list[tuple[str, ...]] = []
        tongues: dict[str, int] = {}
        names: list[str] = []
        owner: list[int] = []
        preferred: list[bool] = []
        language: list[int] = []
        named: set[int] = set()
        for id, text, tongue, main, group, above in rows:
            at = number.get(id)
            if at is None:
                at = number[id] = len(number)
                groups.append(group)
                parents.append(())
            if group and not groups[at]:
                groups[at] = group
            if above:
                parents[at] = tuple(dict.fromkeys((*parents[at], *(p.strip() for p in above.split("|") if p.strip()))))
            if text:
                names.append(text)
                owner.append(at)
                # Where nobody says which name is the concept's own, it is the first.
                preferred.append(main or at not in named)
                named.add(at)
                language.append(tongues.setdefault(tongue.lower(), len(tongues)))
        return Terminology(
            name, tuple(number), names, np.array(owner, np.int32), np.array(preferred, bool), np.array(language, np.int16), tuple(tongues) or ("",), tuple(groups), tuple(parents)
        )


def read_terminology(path: str | Path) -> Terminology:
    """A terminology from a CSV or TSV file (gzipped too)."""
    path = Path(path)
    text = read_text(path)
    head = text.split("\n", 1)[0]
    separator = "\t" if head.count("\t") >= head.count(",") and "\t" in head else ";" if head.count(";") > head.count(",") else ","
    lines = csv.reader(text.splitlines(), delimiter=separator) if separator != "\t" else csv.reader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    titles = [h.strip().lower().replace(" ", "_") for h in next(lines, [])]
    at = {what: next((i for i, t in enumerate(titles) if t in known), -1) for what, known in HEADINGS.items()}
    if at["id"] < 0 or at["name"] < 0:
        raise BadInput("no columns of ids and names in the first line", where=path, remedy="name them id and name (further: language, type, synonyms, group, parent)")
    made = Terminology.of(_rows(lines, at, path), name=path.name.removesuffix(".gz"))
    if not made.names:
        raise BadInput("no names in it", where=path)
    return made


def _rows(lines: Iterator[list[str]], at: dict[str, int], path: Path) -> Iterator[tuple[str, str, str, bool, str, str]]:
    most = max(at["id"], at["name"])
    get = {what: i for what, i in at.items() if i >= 0}
    for number, line in enumerate(lines, 2):
        if not line or not any(line):
            continue
        if len(line) <= most:
            raise BadInput(f"{len(line)} cells, but ids and names are in columns {at['id'] + 1} and {at['name'] + 1}", where=f"{path}, line {number}")
        cell = {what: line[i].strip() if i < len(line) else "" for what, i in get.items()}
        if not cell["id"]:
            raise BadInput("no id", where=f"{path}, line {number}")
        kind = cell.get("type", "").lower()
        rest = cell.get("language", ""), not kind or kind in PREFERRED, cell.get("group", ""), cell.get("parent", "")
        first = not kind and "synonyms" not in get
        yield cell["id"], cell["name"], rest[0], rest[1] and not first, *rest[2:]
        for other in cell.get("synonyms", "").split("|"):
            if other.strip():
                yield cell["id"], other.strip(), rest[0], False, "", ""
