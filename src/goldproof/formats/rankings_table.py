"""Tables of rankings (CSV, TSV, XLSX): one row an item and judge, one column an option with its place.

::

    item  judge  A  B    C
    q1    ann    1  2.5  2.5
    q1    bo     2  1    3

The least number is the best, equal numbers are tied (any numbers will do; places, tied ones with their mean, are written). An empty cell
is an option that was not ranked, a row of empty cells a judge who ranked nothing. ``question`` is the question about the options,
``options`` their names in order as a JSON list, where that is not the order of the columns; ``A: text`` and ``A: source`` are an
option's text and maker, ``attribute:NAME`` what was noted with a ranking, ``group`` and ``unit:NAME`` are of the item; an option whose name
means something else is ``option:NAME``. A row without a judge only describes the item.

The long form, one row an option (columns ``option`` and ``rank``), is read too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from ..errors import BadInput
from ..model import Choice, Corpus, Kind, Layer, Option, Ranking, Unit
from .features import features
from .format import Format, Reading, Writing
from .rankings_columns import JUDGED, OPTIONS, QUESTION, SOURCE, TEXT, RankingsColumns, column_of
from .raters import ATTRIBUTE, rater_of, said_by, unit_attributes, unit_columns
from .ratings_columns import VALUE
from .sheets import Row, cell_of, first_rows, number, read_rows, write_rows


def read(path: Path, reading: Reading) -> Corpus:
    rows = read_rows(path, sheet=reading.options.get("sheet", ""))
    if not rows:
        raise BadInput("an empty table", where=path)
    columns = RankingsColumns.of(rows[0])
    if columns.item < 0 or columns.judge < 0:
        raise BadInput("not a table of rankings", where=path, remedy="it has a column item, a column judge and one for each option")
    body = [(n, row) for n, row in enumerate(rows[1:], 2) if any(cell.strip() for cell in row)]
    table = _Reader(path, reading, columns)
    return table.long(body) if columns.long else table.wide(body)


class _Reader:
    """A table being read: the options of each unit and the rankings of each judge as they come up."""

    def __init__(self, path: Path, reading: Reading, columns: RankingsColumns) -> None:
        self.path = path
        self.reading = reading
        self.columns = columns
        self.options: dict[str, dict[str, Option]] = {}
        self.facts: dict[str, Unit] = {}
        self.judged: dict[str, dict[str, list[Ranking]]] = {}

    def wide(self, rows: list[tuple[int, Row]]) -> Corpus:
        columns = self.columns
        listed: dict[str, list[str]] = {}
        for n, row in rows:
            where = f"{self.path}, row {n}"
            judge, item = columns.cell(row, columns.judge).strip(), columns.cell(row, columns.item).strip()
            if judge:
                self.judged.setdefault(judge, {})
            if not item:
                if not judge:
                    raise BadInput("a row without item and judge", where=where)
                continue
            ranks = {name: value for name, place in columns.ranks.items() if (value := _rank(columns.cell(row, place), where)) is not None}
            self._unit(item, row, where)
            if columns.cell(row, columns.options):
                listed[item] = _list(columns.cell(row, columns.options), where)
            for name in [name for name in columns.ranks if name in ranks or columns.cell(row, columns.texts.get(name, -1))
                         or columns.cell(row, columns.sources.get(name, -1))]:  # fmt: skip
                text = columns.cell(row, columns.texts.get(name, -1))
                self._option(item, Option(name, text, columns.cell(row, columns.sources.get(name, -1))), where)
            if judge:
                found = self.judged[judge].setdefault(item, [])
                attributes = unit_attributes(row, columns.attributes)
                if ranks or attributes or columns.cell(row, columns.judged).strip() == "empty":
                    found.append(Ranking(_groups(ranks), attributes))
        for options in self.options.values():
            order = {name: i for i, name in enumerate(columns.ranks)}
            if not all(o.id in order for o in options.values()):
                continue
            ordered = sorted(options.values(), key=lambda o: order[o.id])
            options.clear()
            options.update((o.id, o) for o in ordered)
        return self._corpus(listed)

    def long(self, rows: list[tuple[int, Row]]) -> Corpus:
        columns = self.columns
        ranks: dict[tuple[str, str], dict[str, float]] = {}
        for n, row in rows:
            where = f"{self.path}, row {n}"
            judge, item = columns.cell(row, columns.judge).strip(), columns.cell(row, columns.item).strip()
            option = columns.cell(row, columns.option).strip()
            if not item or not option:
                raise BadInput("a row without item or option", where=where)
            self._unit(item, row, where)
            self._option(item, Option(option, columns.cell(row, columns.texts.get("", -1)), columns.cell(row, columns.sources.get("", -1))), where)
            value = _rank(columns.cell(row, columns.rank), where)
            if unit_attributes(row, columns.attributes):
                self.reading.lost("remarks-on-options", where)
            if judge:
                found = ranks.setdefault((judge, item), {})
                if option in found:
                    raise BadInput(f"{judge} ranks {option!r} twice", where=where)
                if value is not None:
                    found[option] = value
        for (judge, item), found in ranks.items():
            self.judged.setdefault(judge, {})[item] = [Ranking(_groups(found))] if found else []
        return self._corpus({})

    def _unit(self, item: str, row: Row, where: str) -> None:
        columns = self.columns
        fresh = Unit(item, Choice((), columns.cell(row, columns.question)), columns.cell(row, columns.group), attributes=unit_attributes(row, columns.unit))
        known = self.facts.setdefault(item, fresh)
        self.options.setdefault(item, {})
        if known != fresh and fresh != Unit(item, Choice(())):
            self.reading.lost("items-at-odds", where)

    def _option(self, item: str, option: Option, where: str) -> None:
        known = self.options[item].setdefault(option.id, option)
        if known != option and (option.text or option.source):
            if known.text or known.source:
                self.reading.lost("items-at-odds", where)
            else:
                self.options[item][option.id] = option

    def _corpus(self, listed: dict[str, list[str]]) -> Corpus:
        units: list[Unit] = []
        for id, unit in self.facts.items():
            options, order = self.options[id], listed.get(id)
            chosen = options.values() if order is None else [options.get(name, Option(name, "")) for name in order]
            assert isinstance(unit.content, Choice)
            units.append(Unit(id, Choice(tuple(chosen), unit.content.question), unit.group, attributes=unit.attributes))
        layers: list[Layer] = []
        order_in = {u.id: {o.id: i for i, o in enumerate(u.content.options)} for u in units if isinstance(u.content, Choice)}
        for judge, found in self.judged.items():
            name, source = said_by(judge, Kind.RANKINGS)
            judged = {item: [_in_order(r, order_in[item]) for r in rankings] for item, rankings in found.items()}
            layers.append(Layer.of(name, source, Kind.RANKINGS, judged))
        return Corpus(units=tuple(units), layers=tuple(layers))


def _in_order(ranking: Ranking, order: dict[str, int]) -> Ranking:
    """Tied options in the order of their unit's options: a table of places has no other."""
    groups = tuple(tuple(sorted(group, key=lambda o: (order.get(o, len(order)), o))) for group in ranking.groups)
    return Ranking(groups, ranking.attributes)


def _list(cell: str, where: str) -> list[str]:
    """The options of a unit in order."""
    try:
        names = json.loads(cell)
    except (ValueError, RecursionError):
        names = None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise BadInput(f"not a JSON list of options: {cell[:40]}", where=where)
    return names


def _rank(cell: str, where: str) -> float | None:
    cell = cell.strip()
    if cell in ("", "NA", "NaN"):
        return None
    value = number(cell)
    if value is None:
        raise BadInput(f"not a place: {cell[:40]!r}", where=where, remedy="places are numbers, the best the least")
    return value


def _groups(ranks: dict[str, float]) -> tuple[tuple[str, ...], ...]:
    ordered = sorted(ranks, key=ranks.__getitem__)
    return tuple(tuple(group) for _, group in groupby(ordered, key=ranks.__getitem__))


def write(corpus: Corpus, path: Path, writing: Writing) -> None:
    layers = corpus.of_kind(Kind.RANKINGS)
    units = [(u, u.content) for u in corpus.units if isinstance(u.content, Choice)]
    names = list(dict.fromkeys(o.id for _, choice in units for o in choice.options))
    names += [o for layer in layers for _, found in layer.items() for r in found for group in r.groups for o in group]
    names = list(dict.fromkeys(names))
    rows = list(_rows(units, layers, names))
    columns = list(dict.fromkeys(("item", "judge", *map(column_of, names), *(name for row in rows for name in row))))
    write_rows(path, [columns, *([row.get(name, "") for name in columns] for row in rows)])


def _rows(units: Sequence[tuple[Unit, Choice]], layers: Sequence[Layer], names: list[str]) -> Iterator[dict[str, str]]:
    ranked: dict[str, set[str]] = {}
    for layer in layers:
        for id, found in layer.items():
            ranked.setdefault(id, set()).update(o for r in found for group in r.groups for o in group)
    described = [_described(unit, choice, names, ranked.get(unit.id, set())) for unit, choice in units]
    seen = list(dict.fromkeys(u for layer in layers for u in layer.units))
    # Nothing to describe, and the items come up in their own order: then the rows of the judges say it all.
    if any(len(row) > 1 for row in described) or seen != [unit.id for unit, _ in units]:
        yield from described
    for layer in layers:
        judge = rater_of(layer)
        if not layer.units:
            yield {"judge": judge}
        for unit, found in layer.items():
            for ranking in found or (None,):
                yield {"item": unit, "judge": judge, **({} if ranking is None else _places(ranking))}


def _described(unit: Unit, choice: Choice, names: list[str], ranked: set[str]) -> dict[str, str]:
    """A row that describes an item: it has more than one cell where places do not say everything."""
    if not unit.id or unit.id != unit.id.strip():
        raise BadInput("a name that a table cannot hold", where=f"unit {unit.id!r}", remedy="rename the unit")
    row = {"item": unit.id, **unit_columns(unit)}
    if choice.question:
        row[QUESTION] = choice.question
    for option in choice.options:
        row |= {f"{column_of(option.id)}{end}": text for end, text in ((TEXT, option.text), (SOURCE, option.source)) if text}
    ids = [o.id for o in choice.options]
    shown = ranked | {o.id for o in choice.options if o.text or o.source}
    if ids != [name for name in names if name in shown]:
        row[OPTIONS] = json.dumps(ids, ensure_ascii=False)
    return row


def _places(ranking: Ranking) -> dict[str, str]:
    if not ranking.groups and not ranking.attributes:
        return {JUDGED: "empty"}
    cells = {column_of(option): f"{place:g}" for option, place in ranking.places.items()}
    return cells | {ATTRIBUTE + name: cell_of(value) for name, value in ranking.attributes.items()}


def sniff(path: Path, start: bytes) -> bool:
    rows = first_rows(path, start)
    if not rows or not RankingsColumns.of(rows[0]).rankings:
        return False
    columns = RankingsColumns.of(rows[0])
    places = [columns.rank] if columns.long else list(columns.ranks.values())
    cells = [columns.cell(row, place).strip() for row in rows[1:] for place in places]
    return not {c.strip().casefold() for c in rows[0]} & VALUE and all(not c or number(c) is not None or c in ("NA", "NaN") for c in cells)


RANKINGS_TABLE = Format(
    name="rankings-table",
    title="table of rankings (CSV, TSV, XLSX)",
    suffixes=(".rankings.csv", ".rankings.tsv", ".rankings.xlsx"),
    keeps=features(
        "rankings", "several-rankings", "choices", "groups", "unit-attributes", "not-judged", "layer-unit-order", "source", "layer-names",
        "ranking-*", "empty-layers",
    )
    - {"ranking-tie-order"},
    sniff=sniff,
    read=read,
    write=write,
    drops={
        "items-at-odds": "an item or option that is described in two ways (the first is kept)",
        "remarks-on-options": "remarks on single options in the long form",
    },
    options={"sheet": "the sheet of a workbook to read (the first if not given)"},
)  # fmt: skip
