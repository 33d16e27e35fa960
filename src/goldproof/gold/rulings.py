"""What people decide about terms that a newer ontology has left open: a table that is written for them, filled in, and read back.

One row a term, tab-separated. ``decision`` is empty (not decided yet), the id to use in its place, ``keep`` or ``drop``; a row
with a ``unit`` decides for that unit alone, before the row without.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import BadInput
from ..formats.files import read_text, save_text
from ..model.curie import curie, is_curie

COLUMNS = ("id", "label", "fate", "uses", "unit", "options", "why", "decision", "reason")
KEEP, DROP = "keep", "drop"


@dataclass(frozen=True, slots=True)
class Ruling:
    """``decision`` is an id, "keep" or "drop". Without a unit it holds everywhere."""

    id: str
    decision: str
    unit: str = ""
    reason: str = ""


def rulings_in(path: str | Path) -> tuple[Ruling, ...]:
    """The decisions in a table; rows without one are passed over."""
    path = Path(path)
    text = read_text(path, empty=False)
    try:
        rows = list(csv.DictReader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE))
    except csv.Error as error:
        raise BadInput(f"not a table: {error}", where=path) from None
    header = text.splitlines()[0].split("\t")
    if missing := [name for name in ("id", "decision") if name not in header]:
        raise BadInput(f"the table has no column {' and no column '.join(missing)}", where=f"{path}, line 1", remedy="keep the header that was written")
    found: dict[tuple[str, str], Ruling] = {}
    for number, row in enumerate(rows, 2):
        where = f"{path}, line {number}"
        values = {name: (value or "").strip() for name, value in row.items() if isinstance(name, str)}
        decision = values["decision"]
        if not decision:
            continue
        if not values["id"]:
            raise BadInput("a decision about no id", where=where)
        if decision.lower() in (KEEP, DROP):
            decision = decision.lower()
        elif not is_curie(curie(decision)):
            raise BadInput(f"{decision!r} is neither an id nor keep nor drop", where=where)
        ruling = Ruling(curie(values["id"]), decision if decision in (KEEP, DROP) else curie(decision), values.get("unit", ""), values.get("reason", ""))
        known = found.setdefault((ruling.id, ruling.unit), ruling)
        if known.decision != ruling.decision:
            raise BadInput(f"{ruling.id} is decided twice: {known.decision} and {ruling.decision}", where=where)
    return tuple(found.values())


def write_table(rows: Iterable[Mapping[str, object]], path: str | Path, columns: Sequence[str] = COLUMNS) -> None:
    """A table for people to fill in: complete, or not there at all."""
    lines = ["\t".join(columns), *("\t".join(" ".join(str(row.get(name, "")).split()) for name in columns) for row in rows)]
    save_text(Path(path), "\n".join(lines) + "\n")
