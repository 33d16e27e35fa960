"""Parquet (https://parquet.apache.org), for layers with millions of judgements: a folder of tables that pandas, DuckDB and R open too.

::

    x.parquet/corpus.json            name, licence, splits, studies, and what each layer is
              documents.parquet      a row a document
              units.parquet          a row a unit; "judged: NAME" counts its judgements in a layer, null where it was not judged
              1-NAME.mentions.parquet      a row a mention (phenotype, rating, ranking), in the order of the units
              2-NAME.sentences.parquet     of parses a row a sentence, and beside it .tokens.parquet and .nodes.parquet

Columns go straight into the tables and back, no record is made. Attributes and composed expressions are JSON text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import BadInput, Missing
from ..model import Corpus, Document, Kind, Layer, Passage, Span, Unit
from ..model.plain import (
    attributes_of,
    attributes_plain,
    scale_of,
    scale_plain,
    source_of,
    source_plain,
    study_of,
    study_plain,
    unit_of,
    unit_plain,
)
from .features import EVERYTHING
from .files import read_text, write_text
from .format import Format, Reading, Writing
from .parquet_layers import Table, columns, encode, noted, numbers, read_notes, tables, text_column, texts

FORMAT = "goldproof parquet 1"


def write(corpus: Corpus, path: Path, writing: Writing) -> None:
    arrow()
    import pyarrow as pa

    try:
        _write(corpus, path)
    except (pa.ArrowException, UnicodeError, ValueError, OverflowError) as error:
        raise BadInput(f"cannot be written as Parquet: {error}", where=path) from None


def _write(corpus: Corpus, path: Path) -> None:
    head = {"format": FORMAT, "name": corpus.name, "version": corpus.version, "licence": corpus.licence, "provenance": corpus.provenance,
            "attributes": attributes_plain(corpus.attributes), "splits": {k: list(v) for k, v in corpus.splits.items()},
            "studies": list(map(study_plain, corpus.studies))}  # fmt: skip
    documents = corpus.documents
    _save(path / "documents.parquet", {
        "id": texts(d.id for d in documents), "text": texts(d.text for d in documents), "language": texts(d.language for d in documents),
        "title": texts(d.title for d in documents), "attributes": texts(noted(d.attributes) for d in documents),
    })  # fmt: skip
    units: dict[str, Any] = {
        "id": texts(u.id for u in corpus.units),
        "document": texts(u.content.document if isinstance(u.content, Passage) else None for u in corpus.units),
        "start": _whole(_cut(u)[0] for u in corpus.units), "end": _whole(_cut(u)[1] for u in corpus.units),
        "group": texts(u.group for u in corpus.units), "language": texts(u.language for u in corpus.units),
        "attributes": texts(noted(u.attributes) for u in corpus.units), "content": texts(map(_content, corpus.units)),
    }  # fmt: skip
    layers: list[dict[str, Any]] = []
    order = [u.id for u in corpus.units]
    for number, layer in enumerate(corpus.layers, 1):
        stem = f"{number}-{re.sub(r'[^A-Za-z0-9_-]+', '-', layer.name)[:60]}"
        about: dict[str, Any] = {"name": layer.name, "kind": layer.kind.value, "source": source_plain(layer.source), "file": stem}
        about |= {} if layer.scale is None else {"scale": scale_plain(layer.scale)}
        if [u for u in order if u in layer] != list(layer.units):
            about["units"] = list(layer.units)
        counts = dict(zip(layer.units, np.diff(layer.columns.offsets).tolist(), strict=True))
        units[f"judged: {layer.name}"] = _whole(counts.get(u) for u in order)
        for name, table in tables(layer).items():
            _save(path / f"{stem}.{name}.parquet", table)
        layers.append(about)
    _save(path / "units.parquet", units)
    write_text(path / "corpus.json", encode({k: v for k, v in head.items() if v} | {"layers": layers}) + "\n")


def arrow() -> None:
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise Missing("pyarrow", extra="parquet", need="Parquet") from None


def _save(path: Path, columns: Mapping[str, Any]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.table(dict(columns)), path, compression="zstd")


def _whole(values: Iterable[int | None]) -> Any:
    import pyarrow as pa

    return pa.array(list(values), pa.int64())


def _cut(unit: Unit) -> tuple[int | None, int | None]:
    span = unit.content.span if isinstance(unit.content, Passage) else None
    return span or (None, None)


def _content(unit: Unit) -> str | None:
    """What the unit is if it is not a passage, as the native format writes it."""
    return None if isinstance(unit.content, Passage) else encode(unit_plain(Unit("", unit.content)))


def read(path: Path, reading: Reading) -> Corpus:
    arrow()
    import pyarrow as pa

    if path.is_file():
        raise BadInput("one file of several; the Parquet form is a folder", where=path, remedy=f"name its folder, {path.parent}")
    where = path / "corpus.json"
    try:
        head = json.loads(read_text(where))
        if not isinstance(head, dict) or head.get("format") != FORMAT:
            raise BadInput(f"does not say {FORMAT!r}")
        where = path / "documents.parquet"
        documents = _documents(_open(where))
        where = path / "units.parquet"
        table = _open(where)
        units = _units(table)
        layers: list[Layer] = []
        for about in reading.progress(head["layers"], "Parquet"):
            where = path / f"{about['file']}.*.parquet"
            layers.append(_layer(about, path, table, units))
        where = path / "corpus.json"
        return Corpus(
            documents, units, tuple(layers), tuple(map(study_of, head.get("studies", ()))),
            {name: tuple(ids) for name, ids in head.get("splits", {}).items()}, head.get("name", ""), head.get("version", ""),
            head.get("licence", ""), head.get("provenance", ""), attributes_of(head.get("attributes")),
        )  # fmt: skip
    except BadInput as error:
        raise BadInput(error.what, where=f"{where}, {error.where}" if error.where and error.where != str(where) else where, remedy=error.remedy) from None
    except RecursionError:
        raise BadInput("nested too deeply", where=where) from None
    except KeyError as error:
        raise BadInput(f"no column or field {error}", where=where) from None
    except (pa.ArrowException, OSError, ValueError, TypeError, IndexError, AttributeError, OverflowError) as error:
        raise BadInput(f"not a goldproof table: {error}", where=where) from None


def _open(path: Path) -> Table:
    import pyarrow.parquet as pq

    if not path.is_file():
        raise BadInput("no such file")
    with pq.ParquetFile(path) as file:
        table = file.read()
    return dict(zip(table.column_names, table.columns, strict=True))


def _documents(table: Table) -> tuple[Document, ...]:
    found = zip(*(text_column(table[name]) for name in ("id", "text", "language", "title", "attributes")), strict=True)
    return tuple(Document(id, text, language, title, _notes(said)) for id, text, language, title, said in found)


def _notes(text: str) -> Any:
    return read_notes(text) if text else attributes_of(None)


def _units(table: Table) -> tuple[Unit, ...]:
    columns = [text_column(table[name]) for name in ("id", "document", "group", "language", "attributes", "content")]
    starts, ends = table["start"].to_pylist(), table["end"].to_pylist()
    units: list[Unit] = []
    for id, document, group, language, said, content, start, end in zip(*columns, starts, ends, strict=True):
        if content:
            what = unit_of({"id": id} | json.loads(content)).content
        else:
            what = Passage(document, None if start is None else Span(int(start), int(end)))
        units.append(Unit(id, what, group, language, _notes(said)))
    return tuple(units)


def _layer(about: Any, path: Path, units: Table, every: tuple[Unit, ...]) -> Layer:
    name, stem = about["name"], about["file"]
    if not re.fullmatch(r"[A-Za-z0-9_-]+", stem):
        raise BadInput(f"a layer in a file called {stem!r}")
    counts = numbers(units[f"judged: {name}"], -1)
    judged = {u.id: n for u, n in zip(every, counts.tolist(), strict=True) if n >= 0}
    order = about.get("units", list(judged))
    if set(order) != set(judged):
        raise BadInput(f"units of layer {name!r} that do not agree with units.parquet")
    made = columns(Kind(about["kind"]), {u: judged[u] for u in order}, lambda kind: _open(path / f"{stem}.{kind}.parquet"))
    return Layer(name, source_of(about["source"]), tuple(order), made, scale_of(about.get("scale")))


def sniff(path: Path, start: bytes) -> bool:
    return start.startswith(b"PAR1")


PARQUET = Format(
    name="parquet",
    title="Parquet tables",
    suffixes=(".parquet",),
    keeps=EVERYTHING,
    sniff=sniff,
    read=read,
    write=write,
    holder="folder",
    extra="parquet",
    see="https://parquet.apache.org",
)
