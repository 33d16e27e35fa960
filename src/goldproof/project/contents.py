"""The project as a corpus: documents, units, studies, splits and layers as they stand now."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Select, select

from ..errors import NotFound
from ..model import Corpus, Kind, Layer, Passage, State, Unit
from ..model.plain import attributes_of, columns_of, document_of, scale_of, source_of, study_of, unit_of
from . import schema
from .batch import row_source

_c, _m, _l = schema.current.c, schema.member.c, schema.layer.c
CHUNK = 500


def settings(connection: Connection) -> dict[str, Any]:
    return {row.name: json.loads(row.value) for row in connection.execute(select(schema.setting).order_by(schema.setting.c.name))}


def corpus(connection: Connection, layers: Sequence[Layer], units: Sequence[str] | None = None) -> Corpus:
    """All of the project, or some units with their documents and studies and their part of every split."""
    facts = settings(connection)
    chosen = [unit_of(p) for p in _plain(connection, "unit", units)]
    if units is not None:
        at = {unit.id: unit for unit in chosen}
        missing = next((id for id in units if id not in at), None)
        if missing is not None:
            raise NotFound(f"no unit {missing!r} in this project")
        chosen = [at[id] for id in dict.fromkeys(units)]
        wanted = set(at)
        texts, studies = _needed(chosen)
    documents = _plain(connection, "document", None if units is None else texts)
    splits = {p["name"]: tuple(p["units"]) for p in _plain(connection, "split")}
    if units is not None:
        splits = {name: tuple(u for u in ids if u in wanted) for name, ids in splits.items()}
    return Corpus(
        tuple(map(document_of, documents)), tuple(chosen), tuple(layers),
        tuple(map(study_of, _plain(connection, "study", None if units is None else studies))), splits,
        facts.get("name", ""), facts.get("version", ""), facts.get("licence", ""), facts.get("provenance", ""),
        attributes_of(facts.get("attributes")),
    )  # fmt: skip


def layers(
    connection: Connection, *, names: Iterable[str] | None = None, kind: str = "", round: str | None = None,
    units: Sequence[str] | None = None,
) -> tuple[Layer, ...]:  # fmt: skip
    """Layers as they stand, in the order in which they were made."""
    heads = {row.name: row._asdict() for row in connection.execute(select(schema.layer).order_by(_l.seq))}
    wanted = list(heads) if names is None else list(dict.fromkeys(names))
    for name in wanted:
        if name not in heads:
            raise NotFound(f"no layer {name!r} in this project", remedy="there are: " + (", ".join(heads) or "none"))
    return tuple(
        _layer(connection, heads[name], units) for name in wanted
        if (not kind or heads[name]["kind"] == kind) and (round is None or row_source(heads[name]).get("round", "") == round)
    )  # fmt: skip


def _layer(connection: Connection, head: dict[str, Any], units: Sequence[str] | None) -> Layer:
    query = select(_c.unit, _c.judged).where(_c.layer == head["name"], _c.judged.is_not(None)).order_by(_c.place)
    found = [row for part in _parts(query, _c.unit, units) for row in connection.execute(part)]
    if units is not None:
        place = {unit: i for i, unit in enumerate(units)}
        found.sort(key=lambda row: place[row.unit])
    columns = columns_of(Kind(head["kind"]), (json.loads(row.judged) for row in found))
    scale = json.loads(head["scale"]) if head["scale"] else None
    return Layer(head["name"], source_of(json.loads(head["source"])), tuple(row.unit for row in found), columns, scale_of(scale))


def _plain(connection: Connection, what: str, ids: Sequence[str] | None = None) -> list[Any]:
    """Records of one sort as plain values, in the order in which they came."""
    table = schema.CONTENTS[what]
    query = select(_m.seq, _m.place, table.c.body).join_from(schema.member, table, _m.sha256 == table.c.sha256).where(_m.what == what)
    rows = [row for part in _parts(query.order_by(_m.seq, _m.place), _m.id, ids) for row in connection.execute(part)]
    rows.sort(key=lambda row: (row.seq, row.place))
    return [json.loads(row.body) for row in rows]


def _parts(query: Select[Any], column: Any, ids: Sequence[str] | None) -> Iterator[Select[Any]]:
    """The query, or the query for some hundred ids at a time: databases limit how many they take at once."""
    if ids is None:
        yield query
        return
    rest = iter(dict.fromkeys(ids))
    while part := list(islice(rest, CHUNK)):
        yield query.where(column.in_(part))


def _needed(units: Sequence[Unit]) -> tuple[list[str], list[str]]:
    """Ids of the documents and studies that some units come from."""
    texts: dict[str, None] = {}
    studies: dict[str, None] = {}
    for unit in units:
        match unit.content:
            case Passage(document):
                texts[document] = None
            case State(study):
                studies[study] = None
            case content:
                for side in (getattr(content, "left_from", None), getattr(content, "right_from", None)):
                    if side is not None:
                        texts[side.document] = None
    return list(texts), list(studies)
