"""From the rows of a table of ratings to units and layers."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from ..errors import BadInput, NotFound
from ..model import Content, Document, Kind, Layer, Maker, Pair, Passage, Rating, Scale, Unit
from ..model.plain import attributes_of
from .files import read_document
from .format import Reading
from .raters import said_by, scale_from, unit_attributes
from .ratings_columns import RatingsColumns, looks_rated
from .sheets import Row, number, value_of


class RatingsReader:
    """A table being read: units as they come up, then the layers about them."""

    def __init__(self, path: Path, reading: Reading, columns: RatingsColumns, missing: frozenset[str]) -> None:
        self.path = path
        self.reading = reading
        self.columns = columns
        self.missing = missing
        self.units: dict[str, Unit] = {}
        self.texts: dict[str, str] = {}
        self.contents: dict[Content, str] = {}

    def documents(self) -> tuple[Document, ...]:
        return tuple(Document(id, self._text(id)) for id, unit in self.units.items() if isinstance(unit.content, Passage))

    def _text(self, id: str) -> str:
        if self.reading.texts is None or self.texts[id]:
            return self.texts[id]
        file = self.reading.texts / f"{id}.txt"
        if not file.is_file():
            raise NotFound(f"no text for the item {id!r}", where=file)
        return read_document(file)

    def wide(self, rows: list[tuple[int, Row]]) -> list[Layer]:
        columns = self.columns
        wrong = looks_rated([row for _, row in rows], columns)
        if wrong:
            raise BadInput(f"the column {wrong!r} does not look like ratings", where=self.path,
                           remedy="say which columns do: -o raters=NAME,NAME")  # fmt: skip
        judged: dict[str, dict[str, tuple[Rating, ...]]] = {name: {} for name in columns.raters}
        scales: set[str] = set()
        for n, row in rows:
            id = self._new(row, n)
            scales.add(columns.cell(row, columns.scale).strip())
            for name, place in columns.raters.items():
                rating = self._rating(columns.cell(row, place))
                if rating is not None:
                    judged[name][id] = (rating,)
        if len(scales) > 1:
            raise BadInput("two scales in one column", where=self.path)
        scale = scale_from(scales.pop(), self.path) if any(scales) else None
        return [self._layer(name, found, {}, scale, set()) for name, found in judged.items()]

    def long(self, rows: list[tuple[int, Row]]) -> list[Layer]:
        columns = self.columns
        judged: dict[tuple[str, ...], dict[str, list[Rating]]] = {}
        for n, row in rows:
            rater = columns.cell(row, columns.rater).strip()
            key = (rater, *(columns.cell(row, place) for place in (*columns.source.values(), columns.scale)))
            if rater:
                judged.setdefault(key, {})
            if columns.item >= 0 and not columns.cell(row, columns.item).strip():
                if not rater:
                    raise BadInput("a row without item and rater", where=f"{self.path}, row {n}")
                continue
            id = self._again(row, n)
            if not rater:
                continue
            found = judged[key].setdefault(id, [])
            rating = self._rating(columns.cell(row, columns.value))
            if rating is not None:
                found.append(replace(rating, reasons=_reasons(columns.cell(row, columns.reasons)), attributes=unit_attributes(row, columns.others)))
            elif columns.cell(row, columns.reasons) or unit_attributes(row, columns.others):
                self.reading.lost("remarks-without-value", f"{self.path}, row {n}")
        taken: set[str] = set()
        return [
            self._layer(key[0], {u: tuple(r) for u, r in found.items()}, dict(zip(columns.source, key[1:], strict=False)),
                        scale_from(key[-1], self.path) if key[-1].strip() else None, taken)
            for key, found in judged.items()
        ]  # fmt: skip

    def _layer(self, rater: str, judged: dict[str, tuple[Rating, ...]], details: dict[str, str], scale: Scale | None, taken: set[str]) -> Layer:
        name, source = said_by(rater, Kind.RATINGS)
        plain = name
        again = 2
        while name in taken:
            name, again = f"{plain}-{again}", again + 1
        taken.add(name)
        try:
            source = replace(source, **{k: _detail(k, v) for k, v in details.items() if v})  # type: ignore[arg-type]
        except (ValueError, TypeError, AttributeError, RecursionError):
            raise BadInput(f"not what can be said of a rater: {details}", where=self.path) from None
        return Layer.of(name, source, Kind.RATINGS, judged, scale=scale)

    def _new(self, row: Row, n: int) -> str:
        id = self.columns.cell(row, self.columns.item).strip() or str(len(self.units) + 1)
        if id in self.units:
            raise BadInput(f"the item {id!r} stands twice", where=f"{self.path}, row {n}", remedy="in the long form the table names a rater and a value")
        self._add(id, row)
        return id

    def _again(self, row: Row, n: int) -> str:
        """The unit of a row of the long form, which may have been there before."""
        id = self.columns.cell(row, self.columns.item).strip()
        if not id:
            content = self._content("", row)
            id = self.contents.setdefault(content, str(len(self.units) + 1))
        known = self.units.get(id)
        if known is None:
            self._add(id, row)
            return id
        content = self._content(id, row)
        said = content != Pair("", "") if isinstance(content, Pair) else bool(self.columns.cell(row, self.columns.text))
        if said and (content != known.content or (isinstance(content, Passage) and self.texts[id] != self.columns.cell(row, self.columns.text))):
            self.reading.lost("texts-at-odds", f"{self.path}, row {n}")
        return id

    def _add(self, id: str, row: Row) -> None:
        columns = self.columns
        self.units[id] = Unit(id, self._content(id, row), columns.cell(row, columns.group), attributes=unit_attributes(row, columns.unit))
        self.texts[id] = columns.cell(row, columns.text)

    def _content(self, id: str, row: Row) -> Content:
        columns = self.columns
        left, right = columns.cell(row, columns.left), columns.cell(row, columns.right)
        if columns.left < 0 or columns.right < 0 or (columns.text >= 0 and not left and not right):
            return Passage(id)
        return Pair(left, right)

    def _rating(self, cell: str) -> Rating | None:
        cell = cell.strip()
        if cell in self.missing:
            return None
        value = number(cell)
        if value is not None:
            return Rating(value)
        word = value_of(cell)
        return Rating(word if isinstance(word, str) else cell)


def _reasons(cell: str) -> tuple[str, ...]:
    value = value_of(cell)
    return tuple(map(str, value)) if isinstance(value, tuple) else (str(value),) if cell else ()


def _detail(field: str, cell: str) -> object:
    return Maker(cell) if field == "kind" else attributes_of(json.loads(cell)) if field == "settings" else cell
