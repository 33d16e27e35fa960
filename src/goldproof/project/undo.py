"""Undo and redo: the inverse of somebody's last action, as new events. Nothing is ever taken out of the chain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, func, select

from ..errors import NotFound
from . import schema
from .batch import Batch, Draft
from .deciding import decide_again, nothing_decided, take_back
from .deeds import MANY, draft_on
from .events import COLUMNS, UNDOABLE, Event, What, event_of
from .refusals import Conflict, Refused

_e = schema.event.c
_TURNS = (What.UNDONE, What.REDONE)


def undo(batch: Batch, actor: str, *, queue: str = "") -> Iterator[Draft]:
    """Undo the last action of a person that is not undone yet; an action on many units goes as one.

    ``queue``: only if that action is decisions of this queue.
    """
    bulk = _to_undo(batch.connection, actor)
    if bulk is None:
        raise NotFound(f"{actor} has nothing to undo")
    events = _events(batch.connection, bulk)
    _only(events, queue, "undo")
    _prepare(batch, events)
    stood = _stood_before(batch.connection, bulk)
    for event in reversed(events):
        said: dict[str, Any] = {"of": event.seq, "was": event.kind.value}
        match event.kind:
            case What.JUDGED | What.WITHDRAWN:
                before = stood.get(event.seq)
                said |= {"stands": event.prior, "judged": before.said if before and before.kind is What.JUDGED else None}
                yield _turn(batch, actor, What.UNDONE, event, said, expected=event.seq)
            case What.FLAGGED:
                batch.judging(event.layer or "", actor)
                yield _beside(What.UNDONE, event, said | {"unsure": event.said["was"]})
            case What.LAYER:
                if any(row["judged"] is not None for row in batch.tables.all(schema.current, event.layer)):
                    raise Refused("has been judged in since", where=f"layer {event.layer}")
                yield _beside(What.UNDONE, event, said)
            case What.IMPORTED:
                _nothing_builds_on(batch, event)
                yield _beside(What.UNDONE, event, said)
            case What.DECIDED:
                yield take_back(batch, actor, event)
            case What.QUEUED:
                nothing_decided(batch, event)
                yield _beside(What.UNDONE, event, said)
            case _:
                yield _beside(What.UNDONE, event, said)


def redo(batch: Batch, actor: str, *, queue: str = "") -> Iterator[Draft]:
    """Do again what a person undid last, if they did nothing else since."""
    bulk = _to_redo(batch.connection, actor)
    if bulk is None:
        raise NotFound(f"{actor} has nothing to redo")
    events = _events(batch.connection, bulk)
    _only(events, queue, "redo")
    _prepare(batch, events)
    for event in events:
        said: dict[str, Any] = {"of": event.seq, "was": event.kind.value}
        match event.kind:
            case What.JUDGED | What.WITHDRAWN:
                said |= {"stands": event.seq, "judged": event.said if event.kind is What.JUDGED else None}
                yield _turn(batch, actor, What.REDONE, event, said, expected=event.prior)
            case What.FLAGGED:
                batch.judging(event.layer or "", actor)
                yield _beside(What.REDONE, event, said | {"unsure": event.said["unsure"]})
            case What.LAYER:
                if batch.tables.get(schema.layer, event.layer) is not None:
                    raise Refused("is there again already", where=f"layer {event.layer}")
                yield _beside(What.REDONE, event, said | {"said": event.said})
            case What.DECIDED:
                yield decide_again(batch, actor, event)
            case What.QUEUED:
                if batch.tables.get(schema.queue, event.said["queue"]) is not None and "head" in event.said:
                    raise Refused("is there again already", where=f"queue {event.said['queue']}")
                yield _beside(What.REDONE, event, said | {"said": event.said})
            case What.IMPORTED:
                for what in schema.CONTENTS:
                    for id, _ in event.said.get(what, ()):
                        if batch.tables.get(schema.member, what, id) is not None:
                            raise Refused("is there again already", where=f"{what} {id}")
                yield _beside(What.REDONE, event, said | {"said": event.said})
            case _:
                yield _beside(What.REDONE, event, said)


def _turn(batch: Batch, actor: str, kind: What, event: Event, said: Any, *, expected: int | None) -> Draft:
    """The inverse of a judgement, if what it did (or undid) still stands."""
    assert event.layer is not None
    assert event.unit is not None
    head = batch.judging(event.layer, actor)
    row = batch.tables.get(schema.current, event.layer, event.unit)
    if row is None or row["stands"] != expected:
        raise Conflict(f"was changed since by {row['actor'] if row else 'nobody'}", where=f"unit {event.unit} in layer {event.layer}",
                       version=row["version"] if row else 0)  # fmt: skip
    return draft_on(kind, head, event.unit, row, said=said, prior=False)


def _only(events: list[Event], queue: str, what: str) -> None:
    if queue and not all(e.kind is What.DECIDED and e.said["queue"] == queue for e in events):
        raise Refused(f"the last action to {what} is no decision of this queue ({events[0].kind})", where=f"queue {queue}",
                      remedy=f"to {what} it all the same: goldproof {what} STUDY")  # fmt: skip


def _beside(kind: What, event: Event, said: Any) -> Draft:
    return Draft(kind, said, layer=event.layer, unit=event.unit, guideline=event.guideline, ontology=event.ontology, round=event.round)


def _nothing_builds_on(batch: Batch, event: Event) -> None:
    """An import can go only as the last of them, and while nobody has judged its units."""
    members = list(batch.tables.all(schema.member))
    if any(row["seq"] > event.seq for row in members):
        raise Refused("more was imported since", where=f"event {event.seq}", remedy="undo that first")
    units = {row["id"] for row in members if row["what"] == "unit" and row["seq"] == event.seq}
    for row in batch.tables.all(schema.current):
        if row["judged"] is not None and row["unit"] in units:
            raise Refused(f"unit {row['unit']} was judged since", where=f"layer {row['layer']}")


def _prepare(batch: Batch, events: list[Event]) -> None:
    if len(events) > MANY:
        for layer in {e.layer for e in events if e.layer is not None}:
            batch.tables.load(schema.current, layer)


def _to_undo(connection: Connection, actor: str) -> str | None:
    """Back through the actions: each undo skips one more action, each redo one fewer."""
    skip = 0
    for kind, bulk, _ in _back(connection, actor):
        if kind is What.UNDONE:
            skip += 1
        elif kind is What.REDONE:
            skip -= 1
        elif skip <= 0:
            return bulk
        else:
            skip -= 1
        # After "do a, do b, undo, redo" the redo cancels the undo: b is found with skip 0.
    return None


def _to_redo(connection: Connection, actor: str) -> str | None:
    skip = 0
    for kind, _, seq in _back(connection, actor):
        if kind not in _TURNS:
            return None
        if kind is What.REDONE:
            skip += 1
        elif skip:
            skip -= 1
        else:
            of = schema.events(connection, select(schema.event).where(_e.seq == seq))[0].said["of"]
            return schema.events(connection, select(schema.event).where(_e.seq == of))[0].bulk
    return None


def _back(connection: Connection, actor: str) -> Iterator[tuple[What, str, int]]:
    """The undoable actions, undos and redos of a person, the last first: kind, bulk, number of one of its events."""
    kinds = [k.value for k in (*UNDOABLE, *_TURNS)]
    last = select(_e.kind, _e.bulk, _e.seq).where(_e.actor == actor, _e.kind.in_(kinds)).order_by(_e.seq.desc()).limit(1)
    row = connection.execute(last).first()
    while row is not None:
        yield What(row.kind), row.bulk, row.seq
        first = connection.scalar(select(func.min(_e.seq)).where(_e.bulk == row.bulk))
        row = connection.execute(last.where(_e.seq < first)).first()


def _events(connection: Connection, bulk: str) -> list[Event]:
    return schema.events(connection, select(schema.event).where(_e.bulk == bulk).order_by(_e.seq))


def _stood_before(connection: Connection, bulk: str) -> dict[int, Event]:
    """For each event of a bulk the event whose judgement stood before it."""
    mine = schema.event.alias()
    query = select(mine.c.seq.label("mine"), schema.event).join_from(mine, schema.event, mine.c.prior == _e.seq).where(mine.c.bulk == bulk)
    return {row["mine"]: event_of({n: row[n] for n in COLUMNS}) for row in connection.execute(query).mappings()}
