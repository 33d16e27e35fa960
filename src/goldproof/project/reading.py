"""What happened and how far it is: history, standing judgements, comments, people, rounds, guidelines, progress."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, case, func, select

from ..errors import NotFound
from ..model import Judgement, Kind
from ..model.plain import judgements_of
from . import schema
from .batch import row_source
from .events import Event, What
from .guidelines import Guideline
from .people import Person, Role
from .rounds import Round

_e, _c = schema.event.c, schema.current.c


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands for a unit in a layer. ``judged`` is None if it is not judged, () if nothing is there."""

    version: int
    judged: tuple[Judgement, ...] | None
    unsure: bool
    actor: str
    time: str


@dataclass(frozen=True, slots=True)
class Comment:
    actor: str
    text: str
    unit: str | None
    layer: str | None
    time: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a layer is: units judged, of them with nothing there, judgements, units flagged as unsure, last change."""

    layer: str
    kind: str
    by: str
    round: str
    judged: int
    nothing: int
    judgements: int
    unsure: int
    last: str


@dataclass(frozen=True, slots=True)
class Tally:
    """How often somebody did something."""

    actor: str
    kind: str
    count: int
    first: str
    last: str
    seconds: float | None


def history(
    connection: Connection, *, unit: str | None, layer: str | None, actor: str | None, operation: str | None, last: int | None
) -> list[Event]:
    """Events, the last first."""
    query = select(schema.event).order_by(_e.seq.desc()).limit(last)
    for column, value in ((_e.unit, unit), (_e.layer, layer), (_e.actor, actor), (_e.bulk, operation)):
        if value is not None:
            query = query.where(column == value)
    return schema.events(connection, query)


def standing(connection: Connection, layer: str, unit: str) -> Standing:
    kind = connection.scalar(select(schema.layer.c.kind).where(schema.layer.c.name == layer))
    if kind is None:
        raise NotFound(f"no layer {layer!r} in this project")
    row = connection.execute(select(schema.current).where(_c.layer == layer, _c.unit == unit)).first()
    if row is None:
        return Standing(0, None, False, "", "")
    judged = None if row.judged is None else judgements_of(Kind(kind), json.loads(row.judged))
    return Standing(row.version, judged, row.unsure, row.actor, row.time)


def _number(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0)


def progress(connection: Connection) -> list[Progress]:
    done, there = _c.judged.is_not(None), schema.layer.c
    numbers = {
        row.layer: row for row in connection.execute(
            select(_c.layer, _number(done).label("judged"), _number(done & (_c.count == 0)).label("nothing_there"),
                   func.coalesce(func.sum(_c.count), 0).label("judgements"), _number(_c.unsure.is_(True)).label("unsure"), func.max(_c.time).label("last"))
            .group_by(_c.layer))
    }  # fmt: skip
    out = []
    for row in connection.execute(select(there.name, there.kind, there.source).order_by(there.seq)):
        source, n = row_source(row._asdict()), numbers.get(row.name)
        counts = (int(n.judged), int(n.nothing_there), int(n.judgements), int(n.unsure), n.last) if n else (0, 0, 0, 0, "")
        out.append(Progress(row.name, row.kind, source.get("name", ""), source.get("round", ""), *counts))
    return out


def counts(connection: Connection) -> dict[str, int]:
    """How many documents, units, studies and splits there are."""
    what = schema.member.c.what
    found = {row[0]: row[1] for row in connection.execute(select(what, func.count()).group_by(what))}
    return {name: found.get(name, 0) for name in schema.CONTENTS}


def tally(connection: Connection) -> list[Tally]:
    """Who did what, and how often."""
    query = select(_e.actor, _e.kind, func.count(), func.min(_e.time), func.max(_e.time), func.sum(_e.seconds))
    return [Tally(*row) for row in connection.execute(query.group_by(_e.actor, _e.kind).order_by(_e.actor, _e.kind))]


def people(connection: Connection) -> tuple[Person, ...]:
    p = schema.person.c
    return tuple(Person(row.name, Role(row.role), row.title) for row in connection.execute(select(schema.person).order_by(p.seq, p.name)))


def rounds(connection: Connection) -> tuple[Round, ...]:
    rows = connection.execute(select(schema.round).order_by(schema.round.c.seq))
    return tuple(Round(row.name, row.guideline, row.opened, row.closed) for row in rows)


def guidelines(connection: Connection) -> tuple[Guideline, ...]:
    rows = connection.execute(select(schema.guideline).order_by(schema.guideline.c.seq))
    return tuple(Guideline(r.version, r.text, r.sha256, tuple(json.loads(r.changed)), r.actor, r.time) for r in rows)


def comments(connection: Connection, unit: str | None, layer: str | None) -> tuple[Comment, ...]:
    c = schema.comment.c
    query = select(schema.comment).where(c.retracted.is_(False)).order_by(c.seq)
    for column, value in ((c.unit, unit), (c.layer, layer)):
        if value is not None:
            query = query.where(column == value)
    return tuple(Comment(row.actor, row.text, row.unit, row.layer, row.time) for row in connection.execute(query))


def unsure(connection: Connection) -> Iterator[tuple[str, str]]:
    """Layer and unit wherever somebody is unsure."""
    for row in connection.execute(select(_c.layer, _c.unit).where(_c.unsure.is_(True)).order_by(_c.layer, _c.place)):
        yield row.layer, row.unit


def taken(connection: Connection, operation: str) -> dict[str, int]:
    """What an import brought: how many of each sort of record, layers and judged units."""
    query = select(_e.kind, func.count()).where(_e.bulk == operation).group_by(_e.kind)
    kinds = {row[0]: row[1] for row in connection.execute(query)}
    payload = connection.scalar(select(_e.payload).where(_e.bulk == operation, _e.kind == What.IMPORTED.value))
    said = json.loads(payload) if payload else {}
    records = {what: len(said.get(what, ())) for what in schema.CONTENTS}
    return records | {"layer": kinds.get(What.LAYER.value, 0), "judged": kinds.get(What.JUDGED.value, 0)}
