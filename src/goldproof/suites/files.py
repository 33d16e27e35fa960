"""A suite as files: ``suite.tsv`` is what is read back, so it may be reviewed and edited; ``suite.json`` says where it came from.

Beside them stand the criteria that it was made by and the suite as a corpus in goldproof's own format (made anew from suite.tsv on ``refresh``).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..errors import BadInput, NotFound
from ..formats.exchange import save
from ..formats.files import read_text, replacing, write_text
from ..version import __version__
from . import criterion
from .criterion import Criteria
from .entry import Entry, Expected
from .suite import Suite

TABLE, ABOUT, CRITERIA, CORPUS = "suite.tsv", "suite.json", "criteria.toml", "corpus.gold.jsonl"
_COLUMNS = ("id", "type", "text", "expected", "labels", "categories", "base", "key", "listed", "keep")


def write(suite: Suite, folder: str | Path, labels: Any = None, *, force: bool = False) -> None:
    """Write the folder, whole or not at all. ``labels`` is the ontology, for a column that helps a reviewer."""
    folder = Path(folder)
    if folder.exists() and force and not (folder / ABOUT).is_file():
        raise BadInput("is not the folder of a suite, and is not replaced", where=folder, remedy="choose another name")
    with replacing(folder, force=force) as fresh:
        fresh.mkdir()
        rows = ["\t".join(_COLUMNS)]
        for e in suite.entries:
            names = "; ".join(dict.fromkeys(labels.label(x.concept) for x in e.expected)) if labels is not None else ""
            cells = (e.id, e.type, e.text, " ".join(map(str, e.expected)), names, " ".join(e.categories), e.base, e.key, "yes" if e.listed else "no", "yes")
            for cell in cells:
                if any(c in cell for c in "\t\n\r"):
                    raise BadInput("a tab or line end in a name cannot stand in a table", where=f"entry {e.id}")
            rows.append("\t".join(cells))
        write_text(fresh / TABLE, "\n".join(rows) + "\n")
        write_text(fresh / CRITERIA, suite.criteria.text)
        write_text(fresh / ABOUT, json.dumps(_about(suite), ensure_ascii=False, indent=1) + "\n")
        save(suite.corpus, fresh / CORPUS, format="native")


def _about(suite: Suite) -> dict[str, Any]:
    return {
        "goldproof_suite": 1, "version": __version__, "ontology": suite.ontology, "root": suite.root, "seed": suite.seed, "made": suite.made or suite.checksum,
        "checksum": suite.checksum, "criteria": suite.criteria.checksum, "types": [c.id for c in suite.criteria.all], "entries": len(suite.entries),
        "categories": dict(suite.categories), "notes": list(suite.notes),
    }  # fmt: skip


def read(folder: str | Path) -> Suite:
    """The suite in a folder as it stands in its table today; what was edited is taken as it is, and its version says so."""
    folder = Path(folder)
    if not folder.is_dir() or not (folder / ABOUT).is_file():
        raise NotFound("no suite here" if folder.is_dir() else "no such folder", where=folder, remedy="make one with goldproof suite ONTOLOGY -o FOLDER")
    about = _plain(folder / ABOUT)
    criteria = criterion.read(folder / CRITERIA)
    known = {c.id for c in criteria.all}
    chosen = [t for t in about["types"] if t in known]
    criteria = Criteria(tuple(c for c in criteria.all if c.id in set(chosen)), criteria.text)
    entries = _entries(folder / TABLE, known)
    return Suite(tuple(entries), criteria, about["categories"], about["ontology"], about["root"], about["seed"], about["made"], tuple(about.get("notes", ())))


def _plain(path: Path) -> dict[str, Any]:
    try:
        about = json.loads(read_text(path, empty=False))
    except json.JSONDecodeError as error:
        raise BadInput(f"not JSON: {error}", where=path) from None
    kinds = {"categories": dict, "ontology": str, "root": str, "seed": int, "made": str, "types": list}
    if not isinstance(about, dict) or about.get("goldproof_suite") != 1:
        raise BadInput("not what goldproof wrote about a suite", where=path)
    for name, kind in kinds.items():
        if not isinstance(about.get(name), kind):
            raise BadInput(f"no {name} in it", where=path)
    return about


def _entries(path: Path, types: set[str]) -> list[Entry]:
    lines = read_text(path, empty=False).replace("\r\n", "\n").split("\n")
    header = lines[0].split("\t")
    for name in ("id", "type", "text", "expected"):
        if name not in header:
            raise BadInput(f"no column {name}", where=path, remedy="its columns: " + ", ".join(_COLUMNS))
    found: list[Entry] = []
    seen: set[str] = set()
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        cells = line.split("\t")
        place = f"{path}, line {number}"
        if len(cells) != len(header):
            raise BadInput(f"{len(cells)} cells in a table of {len(header)} columns", where=place)
        row = dict(zip(header, cells, strict=True))
        if row.get("keep", "yes").strip().lower() in ("no", "false", "0"):
            continue
        found.append(_entry(row, place, types))
        if found[-1].id in seen:
            raise BadInput(f"two entries are called {found[-1].id}", where=place)
        seen.add(found[-1].id)
    if not found:
        raise BadInput("no entry is kept", where=path)
    return found


def _entry(row: dict[str, str], place: str, types: set[str]) -> Entry:
    if not row["id"].strip() or not row["text"].strip() or not row["expected"].split():
        raise BadInput("an entry needs an id, a text and what is expected", where=place)
    if row["type"] not in types:
        raise BadInput(f"no criterion {row['type']!r}", where=place, remedy=f"add it to {CRITERIA}, or give the entry another type")
    try:
        expected = tuple(map(Expected.parse, row["expected"].split()))
    except BadInput as error:
        raise BadInput(error.what, where=place, remedy=error.remedy) from None
    for e in expected:
        if e.spans and e.spans[-1].end > len(row["text"]):
            raise BadInput(f"{e} ends behind the text of {len(row['text'])} characters", where=place)
    return Entry(row["id"].strip(), row["type"], row["text"], expected, tuple(row.get("categories", "").split()), row.get("base", ""), row.get("key", ""),
                 row.get("listed", "") == "yes")  # fmt: skip
