"""The columns of a table of ratings: which is the item, which are its texts, which the raters.

Known by their names (case apart): ``item``, ``unit``, ``pair``, ``id`` or no name at all for the item; ``left``/``right``,
``text1``/``text2``, ``TxtA``/``TxtB``, ``sentence1``/``sentence2`` for a pair, ``text`` or ``sentence`` for one text; ``group``,
``unit:NAME``, ``scale``. A column for the rater and one for the value make the long form. What remains are raters, one a column,
or with ``raters=`` only those.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..errors import BadInput
from .raters import ATTRIBUTE, GROUP, ITEM, RATER, UNIT
from .sheets import Row, number

VALUE = frozenset(("value", "rating", "score", "grade"))
PAIRS = (
    ("left", "right"), ("txta", "txtb"), ("texta", "textb"), ("text a", "text b"), ("text1", "text2"), ("text 1", "text 2"),
    ("sentence1", "sentence2"), ("sentence 1", "sentence 2"), ("sentence a", "sentence b"),
)  # fmt: skip
TEXT = frozenset(("text", "sentence"))
# Column -> the field of the source that it is, in the long form.
SOURCE = {
    "rater kind": "kind", "rater version": "version", "round": "round", "guideline": "guideline", "ontology": "ontology",
    "rater settings": "settings",
}  # fmt: skip
SCALE, REASONS = "scale", "reasons"
_SPECIAL = ITEM | RATER | VALUE | TEXT | {name for pair in PAIRS for name in pair} | {"", "id", GROUP, SCALE, REASONS, *SOURCE}
LONGEST_WORD = 60
FEW_WORDS = 10

_LIKE_RATER = re.compile(r"(?:(?:r|j|rater|judge|coder|annotator|observer|reviewer|expert|position|session|ratings)[ _-]?)?\d{1,3}|[a-z]|ratings", re.IGNORECASE)


def special(name: str) -> bool:
    """Whether a column of this name is something other than a rater."""
    return name.casefold() in _SPECIAL or name.startswith((UNIT, ATTRIBUTE))


@dataclass
class RatingsColumns:
    """Where each column is; -1 for one that is not there."""

    item: int = -1
    left: int = -1
    right: int = -1
    text: int = -1
    rater: int = -1
    value: int = -1
    group: int = -1
    scale: int = -1
    reasons: int = -1
    unit: dict[str, int] = field(default_factory=dict)
    source: dict[str, int] = field(default_factory=dict)
    others: dict[str, int] = field(default_factory=dict)
    raters: dict[str, int] = field(default_factory=dict)

    @property
    def long(self) -> bool:
        return self.rater >= 0 and self.value >= 0

    def cell(self, row: Row, place: int) -> str:
        return row[place] if 0 <= place < len(row) else ""


def columns_of(header: Row, options: Mapping[str, str], where: object = "") -> RatingsColumns:
    """The columns that a header names."""
    names = [cell.strip() for cell in header]
    folded = [name.casefold() for name in names]
    columns = RatingsColumns()
    used: set[int] = set()

    def take(what: str, known: frozenset[str] | tuple[str, ...], option: str = "") -> None:
        wanted = options.get(option, "")
        if wanted and wanted not in names:
            raise BadInput(f"no column {wanted!r}", where=where, remedy="the columns: " + ", ".join(names))
        found = names.index(wanted) if wanted else next((i for i, name in enumerate(folded) if name in known and i not in used), -1)
        setattr(columns, what, found)
        used.add(found)

    pair = next((pair for pair in PAIRS if set(pair) <= set(folded)), ("", ""))
    take("left", pair[:1] if pair[0] else (), "left")
    take("right", pair[1:] if pair[0] else (), "right")
    take("text", TEXT, "text")
    take("item", ITEM | {"id"}, "id")
    if columns.item < 0 and folded and not folded[0]:
        columns.item = 0
        used.add(0)
    take("group", (GROUP,))
    if "raters" not in options and VALUE & set(folded):
        take("rater", RATER)
        take("value", VALUE if columns.rater >= 0 else ())
    take("scale", (SCALE,))
    if columns.long:
        take("reasons", (REASONS,))
        columns.source = {SOURCE[name]: i for i, name in enumerate(folded) if name in SOURCE and i not in used}
        used |= set(columns.source.values())
    wanted = [name.strip() for name in options.get("raters", "").split(",") if name.strip()]
    for name in wanted:
        if name not in names:
            raise BadInput(f"no column {name!r}", where=where, remedy="the columns: " + ", ".join(names))
    for place, name in enumerate(names):
        if place in used or (not name and columns.long):
            continue
        if header[place].startswith(UNIT):
            columns.unit[header[place].removeprefix(UNIT)] = place
        elif columns.long:
            columns.others[header[place].removeprefix(ATTRIBUTE) if name.startswith(ATTRIBUTE) else name] = place
        elif wanted and name not in wanted:
            columns.unit[name] = place
        else:
            again = 2
            while name in columns.raters:
                name, again = f"{names[place]}-{again} ({names[place]})", again + 1
            columns.raters[name] = place
    return columns


def looks_rated(rows: list[Row], columns: RatingsColumns) -> str:
    """Empty if the columns of the raters hold ratings; else the column that does not."""
    for name, place in columns.raters.items():
        cells = [columns.cell(row, place).strip() for row in rows]
        if not name or any(len(cell) > LONGEST_WORD for cell in cells):
            return name or f"number {place + 1}"
    return ""


def guessed(rows: list[Row]) -> bool:
    """Whether rows from the top of a table are ratings, as far as one can tell without being told."""
    if len(rows) < 1 or len({cell.strip() for cell in rows[0]}) < len(rows[0]):
        return False
    header, body = rows[0], rows[1:]
    if {"entity id", "quality id", "state symbol"} & {cell.strip().casefold() for cell in header}:
        return False
    columns = columns_of(header, {})
    if columns.long:
        return max(columns.item, columns.left, columns.text) >= 0
    # A single score of pairs of texts is by nobody known; without texts, a column of that name may be anything.
    unfit = RATER if columns.left >= 0 and columns.right >= 0 else RATER | VALUE
    if not columns.raters or set(map(str.casefold, columns.raters)) & unfit or looks_rated(body, columns):
        return False
    cells = [columns.cell(row, place).strip() for row in body for place in columns.raters.values()]
    words = {cell for cell in cells if cell not in MISSING and number(cell) is None}
    if columns.left >= 0 and columns.right >= 0:
        return True
    if columns.text >= 0 or (columns.item >= 0 and header[columns.item].strip().casefold() in ITEM):
        return len(words) <= FEW_WORDS
    # Numbers alone: by the names of their columns; but rows of one and the same sum are counts by category.
    sums = {sum(number(cell) or 0 for cell in row) for row in body}
    counts = not words and len(body) > 2 and len(sums) == 1 and all(cell.strip() for row in body for cell in row)
    return bool(body) and all(_LIKE_RATER.fullmatch(name) for name in columns.raters) and len(words) <= FEW_WORDS and not counts


MISSING = frozenset(("", "NA", "N/A", "NaN", "nan"))
