"""Tables of ratings (CSV, TSV, XLSX): one row an item and one column a rater, or in the long form one row a rating.

::

    item  left               right                 ann  bo
    1     Fnr binds the DNA  FNR is bound by DNA   3    2.5

Which column is what is told by its name (see ratings_columns.py) or by options. An empty cell is an item that was not rated. A column
is a layer by the rater of its name; ``second round (ann)`` is a layer of that name by ann, and a column ``ratings`` is by nobody known.

An item with two texts is a pair, an item with one text is a document. Where the table has no text, as tables of published
ratings have none, an item is a document of its name without text; ``--texts FOLDER`` takes the texts from ``NAME.txt``.

Written is one column a rater where that says everything, else the long form: a row for each item with its texts, then a row for
each rating with its reasons, attributes, and what is known of the rater.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ..errors import BadInput
from ..model import Corpus, Kind, Layer, Maker, Pair, Passage, Rating, Source, Unit
from ..model.plain import attributes_plain
from .features import features
from .format import Format, Reading, Writing
from .raters import ATTRIBUTE, rater_of, scale_from, scale_text, unit_columns
from .ratings_columns import (
    LONGEST_WORD,
    MISSING,
    SOURCE,
    columns_of,
    guessed,
    special,
)  # fmt: skip
from .ratings_read import RatingsReader
from .sheets import cell_of, first_rows, number, read_rows, write_rows


def read(path: Path, reading: Reading) -> Corpus:
    options = reading.options
    rows = read_rows(path, sheet=options.get("sheet", ""))
    if not rows:
        raise BadInput("an empty table", where=path)
    columns = columns_of(rows[0], options, path)
    missing = MISSING | {word.strip() for word in options.get("missing", "").split(",")}
    table = RatingsReader(path, reading, columns, missing)
    body = list(enumerate(rows[1:], 2))
    if max(columns.item, columns.left, columns.text) < 0 and not body:
        raise BadInput("neither a column that names an item nor a row", where=path, remedy="the first row names the columns, then a row an item")
    if max(columns.item, columns.left, columns.text) >= 0:
        body = [(n, row) for n, row in body if any(cell.strip() for cell in row)]
    layers = table.long(body) if columns.long else table.wide(body)
    if options.get("scale"):
        layers = [replace(layer, scale=scale_from(options["scale"])) for layer in layers]
    return Corpus(table.documents(), tuple(table.units.values()), tuple(layers))


def write(corpus: Corpus, path: Path, writing: Writing) -> None:
    layers = corpus.of_kind(Kind.RATINGS)
    form = writing.options.get("form", "")
    if form not in ("", "wide", "long"):
        raise BadInput(f"form={form}", remedy="form=wide or form=long")
    units = [u for u in corpus.units if isinstance(u.content, Pair | Passage)]
    why = _not_wide(units, layers)
    if form == "wide" and why:
        raise BadInput(f"one column a rater cannot hold {why}", where=path, remedy="leave form=wide out")
    rows = list(_long(corpus, units, layers) if why or form == "long" else _wide(corpus, units, layers))
    columns = list(dict.fromkeys(name for row in rows for name in row))
    order = ["item", "left", "right", "text", "group"]
    columns.sort(key=lambda name: order.index(name) if name in order else len(order))
    write_rows(path, [columns, *([row.get(name, "") for name in columns] for row in rows[1:])])


def _not_wide(units: Sequence[Unit], layers: Sequence[Layer]) -> str:
    """What the form of one column a rater has no place for; empty if nothing."""
    place = {unit.id: i for i, unit in enumerate(units)}
    for layer in layers:
        if layer.source != Source(layer.source.name):
            return f"version or round of {layer.source.name}"
        if layer.scale != layers[0].scale or (layer.scale is not None and not units):
            return "scales of their own"
        places = [place[u] for u in layer.units]
        if places != sorted(places):
            return f"an order of its own of the layer {layer.name}"
        for unit, found in layer.items():
            if len(found) != 1 or found[0].reasons or found[0].attributes or len(_cell(found[0])) > LONGEST_WORD:
                return f"what {layer.name} says of {unit} beside a value"
    return ""


def _wide(corpus: Corpus, units: Sequence[Unit], layers: Sequence[Layer]) -> Iterator[dict[str, str]]:
    """A first row with every column, then the rows."""
    raters = {rater_of(layer, special): layer for layer in layers}
    scale = layers[0].scale if layers else None
    more = {} if scale is None else {"scale": scale_text(scale)}
    rows = [_item(corpus, unit) for unit in units]
    yield dict.fromkeys((name for row in rows or [{"item": ""}] for name in row), "") | dict.fromkeys((*raters, *more), "")
    for unit, row in zip(units, rows, strict=True):
        found = {name: layer.get(unit.id) for name, layer in raters.items()}
        yield row | {name: _cell(ratings[0]) for name, ratings in found.items() if ratings} | more


def _long(corpus: Corpus, units: Sequence[Unit], layers: Sequence[Layer]) -> Iterator[dict[str, str]]:
    yield dict.fromkeys(("item", "rater", "value"), "")
    for unit in units:
        yield _item(corpus, unit)
    for layer in layers:
        said = {"rater": rater_of(layer), **_source(layer.source), **({} if layer.scale is None else {"scale": scale_text(layer.scale)})}
        if not layer.units:
            yield said
        for id, found in layer.items():
            for rating in found or (None,):
                yield {"item": id, **said, **({} if rating is None else _said(rating))}


def _item(corpus: Corpus, unit: Unit) -> dict[str, str]:
    match unit.content:
        case Pair(left, right):
            texts = {"left": left, "right": right}
        case Passage(document):
            text = corpus.document(document).text
            texts = {"text": text} if text else {}
        case _:
            texts = {}
    if not unit.id or unit.id != unit.id.strip():
        raise BadInput("a name that a table cannot hold", where=f"unit {unit.id!r}", remedy="rename the unit")
    return {"item": unit.id, **texts, **unit_columns(unit)}


def _said(rating: Rating) -> dict[str, str]:
    cells = {"value": _cell(rating)}
    if rating.reasons:
        cells["reasons"] = cell_of(rating.reasons if len(rating.reasons) > 1 else rating.reasons[0])
    for name, value in rating.attributes.items():
        plain = name == name.strip() and name and not special(name)
        cells[name if plain else ATTRIBUTE + name] = cell_of(value)
    return cells


def _source(source: Source) -> dict[str, str]:
    names = {field: name for name, field in SOURCE.items()}
    cells = {names[field]: getattr(source, field) for field in ("version", "round", "guideline", "ontology") if getattr(source, field)}
    if source.kind != Maker.PERSON:
        cells[names["kind"]] = source.kind.value
    if source.settings:
        cells[names["settings"]] = json.dumps(attributes_plain(source.settings), ensure_ascii=False)
    return cells


def _cell(rating: Rating) -> str:
    value = rating.value
    if isinstance(value, str):
        plain = value == value.strip() and value not in MISSING and number(value) is None and not value.startswith('"')
        return value if plain else json.dumps(value, ensure_ascii=False)
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else cell_of(float(value))


def sniff(path: Path, start: bytes) -> bool:
    rows = first_rows(path, start)
    return bool(rows) and guessed(rows)


RATINGS_TABLE = Format(
    name="ratings-table",
    title="table of ratings (CSV, TSV, XLSX)",
    suffixes=(".ratings.csv", ".ratings.tsv", ".ratings.xlsx"),
    keeps=features(
        "ratings", "several-ratings", "pairs", "passages", "document-order", "groups", "unit-attributes", "not-judged", "layer-unit-order",
        "source", "source-details", "layer-names", "rating-*", "scale", "text-lines", "empty-layers",
    ),
    sniff=sniff,
    read=read,
    write=write,
    drops={
        "texts-at-odds": "an item that has two different texts (the first is kept)",
        "remarks-without-value": "reasons or remarks of a rater who gave no value",
    },
    options={
        "id": "the column that names the item", "left": "the column with the first text", "right": "the column with the second text",
        "text": "the column with the only text", "raters": "the columns with ratings, NAME,NAME (all that remain if not given)",
        "scale": "the scale, 0-4 or none,some,all", "missing": "words for an item that was not rated (beside nothing, NA and NaN)",
        "sheet": "the sheet of a workbook to read (the first if not given)", "form": "how to write: wide (one column a rater) or long",
    },
)  # fmt: skip
