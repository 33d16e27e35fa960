"""Entity-Quality tables, one row a phenotype, as Phenex writes them: TSV, CSV or XLSX.

::

    Character  Character Label  State Symbol  State Label  Entity ID  Entity Label  Quality ID  Quality Label  Related Entity ID  ...

Ids are class expressions in Manchester syntax. A row without any id, alone on its state, says that nothing was found there; among other
rows of its state it is a phenotype of which nothing was matched (machines leave such rows). A label without an id is
text for which no term was found (``unmatched``); a label beside an id is the attribute ``entity label``, ``quality label`` or
``related label``. Tables of ten columns without a header line (as machines leave them) are read too.

Further columns are attributes of the phenotype, each under its name; ``Study``, ``Unit``, ``Group`` and ``unit:NAME`` are of the unit,
``unmatched:SLOT`` is text that stayed unmatched beside an id, ``Judged`` says ``no`` for a state that was not judged and ``empty`` for a
lone phenotype of which nothing was matched. They are written only where they say something. ``Category`` (the character categories of the curation
guide) is of the unit.

What is written is not always what was read: ids are CURIEs without spaces around them, rows of one state stand together, there is a
header, and a file ends with a line break. Everything else comes back cell by cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from ..errors import BadInput
from ..model import NONE, Attributes, Corpus, Expression, Kind, Layer, Phenotype, State, Unit, Value
from .features import features
from .features.layers import UNKNOWN
from .format import Format, Reading, Writing
from .manchester import parse, render
from .sheets import Row, cell_of, first_rows, read_rows, tabbed, value_of, write_rows

STANDARD = (
    "Character", "Character Label", "State Symbol", "State Label", "Entity ID", "Entity Label", "Quality ID", "Quality Label",
    "Related Entity ID", "Related Entity Label",
)  # fmt: skip
SLOTS = (("entity", 4), ("quality", 6), ("related", 8))
OWN = ("Study", "Unit", "Group", "Judged")
UNIT, UNMATCHED, ATTRIBUTE = "unit:", "unmatched:", "attribute:"
# Columns of the curation guide that speak of the character, under the names that are in use.
_OF_UNIT = {"category": "category", "character category": "category"}
_KNOWN = {name.casefold(): name for name in (*STANDARD, *OWN)}


@dataclass
class _Table:
    """Where each column of a table is, and what it is."""

    places: dict[str, int] = field(default_factory=dict)
    unit: dict[str, int] = field(default_factory=dict)
    unmatched: dict[str, int] = field(default_factory=dict)
    attributes: dict[str, int] = field(default_factory=dict)

    @staticmethod
    def of(header: Row, where: object) -> _Table:
        table = _Table()
        for place, cell in enumerate(header):
            name = cell.strip()
            known = _KNOWN.get(name.casefold())
            kind, key = (
                (table.places, known) if known
                else (table.unit, _OF_UNIT[name.casefold()]) if name.casefold() in _OF_UNIT
                else (table.unit, cell[len(UNIT) :]) if cell.startswith(UNIT)
                else (table.unmatched, cell[len(UNMATCHED) :]) if cell.startswith(UNMATCHED)
                else (table.attributes, cell.removeprefix(ATTRIBUTE) if name else "")
            )  # fmt: skip
            if not name:
                continue
            if key in kind:
                raise BadInput(f"two columns {cell!r}", where=where, remedy="rename one")
            kind[key] = place
        return table

    def cell(self, row: Row, name: str) -> str:
        place = self.places.get(name, len(row))
        return row[place] if place < len(row) else ""


def read(path: Path, reading: Reading) -> Corpus:
    rows = read_rows(path, sheet=reading.options.get("sheet", ""))
    table, start = _header(rows, path)
    places = [place for place in range(max(map(len, rows))) if place not in _used(table)]
    studies = {table.cell(row, "Study") for row in rows[start:]}
    units: dict[str, Unit] = {}
    judged: dict[str, list[Phenotype]] = {}
    said_empty: set[str] = set()
    expression = cache(parse)
    for number, row in enumerate(rows[start:], start + 1):
        if not any(row):
            continue
        where = f"{path}, row {number}"
        unit = _unit(table, row, len(studies) > 1, where)
        known = units.setdefault(unit.id, unit)
        if known != unit:
            _same(known, unit, where, reading)
        if any(place < len(row) and row[place].strip() for place in places):
            reading.lost("headless-columns", where)
        try:
            phenotype = _phenotype(table, row, expression)
        except BadInput as error:
            raise BadInput(error.what, where=where, remedy=error.remedy) from None
        say = table.cell(row, "Judged").strip().casefold()
        if phenotype != Phenotype() or say != "no":
            judged.setdefault(unit.id, []).append(phenotype)
        if say == "empty":
            said_empty.add(unit.id)
    # A row without an EQ that stands alone says that nothing was found; among others it is an EQ of which nothing was matched.
    judged = {id: [] if judged[id] == [Phenotype()] and id not in said_empty else judged[id] for id in units if id in judged}
    layers = (Layer.of("phenotypes", UNKNOWN, Kind.PHENOTYPES, judged),) if judged else ()
    return Corpus(units=tuple(units.values()), layers=layers)


def _header(rows: list[Row], path: Path) -> tuple[_Table, int]:
    """The columns, and the number of rows that say so."""
    if not rows:
        raise BadInput("an empty table", where=path)
    if _is_header(rows[0]):
        table = _Table.of(rows[0], path)
        missing = [name for name in ("Character", "State Symbol") if name not in table.places]
        if missing:
            raise BadInput("no column " + " or ".join(missing), where=path, remedy="an EQ table has the columns " + ", ".join(STANDARD))
        return table, 1
    if any("Score:[" in cell for cell in rows[0]):
        raise BadInput("raw output of a machine, with scores and alternatives in the cells; not an EQ table", where=path)
    if not _headless(rows):
        raise BadInput("not an EQ table", where=path, remedy="its first line names the columns " + ", ".join(STANDARD))
    return _Table({name: place for place, name in enumerate(STANDARD)}), 0


def _is_header(row: Row) -> bool:
    names = {cell.strip().casefold() for cell in row}
    return {"character", "state symbol"} <= names or {"entity id", "quality id"} <= names


def _headless(rows: list[Row]) -> bool:
    """Ten columns or more, the first a number, ids (with a colon or an underscore) where they belong."""
    some = [row for row in rows[:25] if any(row)]
    return bool(some) and all(
        len(row) >= 9 and row[0].strip().isdigit() and all(":" in row[i] or "_" in row[i] for _, i in SLOTS if i < len(row) and row[i].strip())
        for row in some
    ) and any(row[4].strip() or row[6].strip() for row in some)  # fmt: skip


def _used(table: _Table) -> set[int]:
    return {place for part in (table.places, table.unit, table.unmatched, table.attributes) for place in part.values()}


def _unit(table: _Table, row: Row, several: bool, where: str) -> Unit:
    character, symbol = table.cell(row, "Character").strip(), table.cell(row, "State Symbol").strip()
    study = table.cell(row, "Study")
    if not character:
        raise BadInput("a row without a character", where=where)
    attributes = _values(table.unit, row)
    state = State(study, character, symbol, table.cell(row, "Character Label"), table.cell(row, "State Label"))
    id = table.cell(row, "Unit") or _id(state, several)
    group = value_of(table.cell(row, "Group"))
    return Unit(id, state, character if group == "" and not table.cell(row, "Group") else str(group), attributes=Attributes(attributes))


def _id(state: State, several: bool) -> str:
    """What a unit is called if nothing else is said."""
    return f"{state.study}/{state.character}/{state.symbol}" if several else f"{state.character}/{state.symbol}"


def _same(known: Unit, unit: Unit, where: str, reading: Reading) -> None:
    a, b = known.content, unit.content
    assert isinstance(a, State)
    assert isinstance(b, State)
    if (a.study, a.character, a.symbol) != (b.study, b.character, b.symbol):
        raise BadInput(f"two states are called {known.id!r}", where=where, remedy="give each a name of its own in a column Unit")
    reading.lost("states-at-odds", where)


def _phenotype(table: _Table, row: Row, expression: Callable[[str], Expression]) -> Phenotype:
    slots: dict[str, Expression | None] = {}
    attributes = _values(table.attributes, row)
    unmatched = _values(table.unmatched, row)
    for slot, place in SLOTS:
        text, label = table.cell(row, STANDARD[place]).strip(), table.cell(row, STANDARD[place + 1])
        slots[slot] = expression(text) if text else None
        if label:
            (attributes if text else unmatched)[f"{slot} label" if text else slot] = label
    return Phenotype(slots["entity"], slots["quality"], slots["related"], Attributes(attributes) if attributes else NONE,
                     Attributes(unmatched) if unmatched else NONE)  # fmt: skip


def _values(places: dict[str, int], row: Row) -> dict[str, Value]:
    return {name: value_of(row[place]) for name, place in places.items() if place < len(row) and row[place]}


def write(corpus: Corpus, path: Path, writing: Writing) -> None:
    layer = next(iter(corpus.of_kind(Kind.PHENOTYPES)), None)
    if layer is not None and not layer.units:
        raise BadInput("judged nothing, which this format cannot say", where=f"layer {layer.name}", remedy="leave the layer out")
    rows = list(_rows(corpus, layer))
    extra = list(dict.fromkeys(name for row in rows for name in row if name not in STANDARD))
    extra.sort(key=lambda name: OWN.index(name) if name in OWN else len(OWN))
    # Phenex ends its header, and only that, with a tab.
    end = [""] if tabbed(path) and not extra else []
    table = [[row.get(name, "") for name in (*STANDARD, *extra)] for row in rows]
    write_rows(path, [[*STANDARD, *extra, *end], *table])


def _rows(corpus: Corpus, layer: Layer | None) -> Iterator[dict[str, str]]:
    states = [(u, u.content) for u in corpus.units if isinstance(u.content, State)]
    several = len({state.study for _, state in states}) > 1
    for unit, state in states:
        row = dict(zip(STANDARD, (state.character, state.character_text, state.symbol, state.state_text), strict=False))
        if state.study:
            row["Study"] = state.study
        if unit.id != _id(state, several):
            row["Unit"] = unit.id
        if unit.group != state.character:
            row["Group"] = cell_of(unit.group)
        row |= {UNIT + name: cell_of(value) for name, value in unit.attributes.items()}
        found: Sequence[Phenotype] | None = None if layer is None else layer.get(unit.id)
        if found is None:
            yield row | {"Judged": "no"}
        elif not found:
            yield row
        for phenotype in found or ():
            yield row | (_cells(phenotype) or ({"Judged": "empty"} if found == (Phenotype(),) else {}))


def _cells(p: Phenotype) -> dict[str, str]:
    row: dict[str, str] = {}
    attributes, unmatched = dict(p.attributes), dict(p.unmatched)
    for (slot, place), expression in zip(SLOTS, (p.entity, p.quality, p.related), strict=True):
        if expression is not None:
            row[STANDARD[place]] = render(expression)
        key, said = (slot, unmatched) if expression is None else (f"{slot} label", attributes)
        label = said.get(key)
        if isinstance(label, str) and label:
            row[STANDARD[place + 1]] = label
            del said[key]
    row |= {UNMATCHED + name: cell_of(value) for name, value in unmatched.items()}
    return row | {_column(name): cell_of(value) for name, value in attributes.items()}


def _column(name: str) -> str:
    """The header of an attribute: its name, unless that would be taken for something else."""
    plain = name.strip() == name and name and name.casefold() not in _KNOWN and name.casefold() not in _OF_UNIT
    return name if plain and not name.startswith((UNIT, UNMATCHED, ATTRIBUTE)) else ATTRIBUTE + name


def sniff(path: Path, start: bytes) -> bool:
    rows = first_rows(path, start)
    return bool(rows) and (_is_header(rows[0]) or _headless(rows))


EQ_TABLE = Format(
    name="eq-table",
    title="Entity-Quality table (TSV, CSV, XLSX)",
    suffixes=(".eq.tsv", ".eq.csv", ".eq.xlsx"),
    keeps=features("phenotypes", "states", "several-studies", "state-units", "groups", "unit-attributes", "not-judged", "empty-layers", "phenotype-*")
    - {"phenotype-id-forms"},
    sniff=sniff,
    read=read,
    write=write,
    drops={
        "states-at-odds": "a state that is described in two ways (the first is kept)",
        "headless-columns": "columns without a name",
    },
    options={"sheet": "the sheet of a workbook to read (the first if not given)"},
    see="https://github.com/phenoscape/Phenex",
)  # fmt: skip
