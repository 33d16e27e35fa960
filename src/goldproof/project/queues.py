"""Queues of things to decide: what an item is, what a decision says, and the judgements that a unit's decisions make together.

A queue fills one layer, its gold. Units about which everybody agrees are judged in it when it is opened; any other unit is judged as soon
as the last of its items is decided, and no longer when one of them is taken back. Each decision is an event that holds what was on the table.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, delete, func, select

from ..errors import BadInput, NotFound
from ..model import Kind
from . import schema
from .events import Event, canonical, named, now
from .tables import Row, Tables

Plain = Mapping[str, Any]
_i = schema.item.c
CHOICES = ("take", "keep", "none", "edit", "skip")
OPEN = ("", "skip")
"""Choices that decide nothing."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What some layers say at one place, as plain values."""

    judged: tuple[Plain, ...]
    layers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to decide: a place of a unit where layers differ. ``matters`` orders the queue.

    ``proposed`` is what the proposal says there; None if it says nothing about the unit at all. ``rest`` is what the proposal says in the unit
    outside of all its items: the first item of a unit carries it.
    """

    key: str
    unit: str
    cause: str
    matters: float
    proposed: tuple[Plain, ...] | None
    readings: tuple[Reading, ...]
    rest: tuple[Plain, ...] = ()
    detail: str = ""
    place: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Head:
    """A queue: the layer that it fills, what was proposed, between which layers. ``seed`` shuffles the readings of each item."""

    name: str
    layer: str
    kind: Kind
    proposal: str
    lanes: tuple[str, ...]
    seed: int
    actor: str
    time: str
    event: int
    revises: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What somebody decides about an item. ``base`` is the event of the decision that they saw (0: none): if another stands, Conflict.

    ``whole``: ``chosen`` is all that is to be said about the unit, whatever its other items say.
    """

    item: str
    choice: str
    chosen: Sequence[Plain] = ()
    cause: str = ""
    reason: str = ""
    unsure: bool = False
    layers: tuple[str, ...] = ()
    rule: str = ""
    whole: bool = False
    base: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """An item as it stands in its queue. ``number`` is its place in the order; ``decided`` the event of its decision, 0 if there is none."""

    number: int
    item: Item
    choice: str
    chosen: tuple[Plain, ...]
    cause: str
    reason: str
    unsure: bool
    layers: tuple[str, ...]
    rule: str
    actor: str
    time: str
    decided: int
    skipped: tuple[str, ...] = field(default=())

    @property
    def open(self) -> bool:
        return self.choice in OPEN


# What stands ------------------------------------------------------------------------------------------------------------


def put_queue(event: Event, said: Any, seq: int, tables: Tables) -> None:
    """A queue's head, and items of it: it comes in several events where it is long."""
    head = said.get("head")
    if head is not None:
        tables.put(schema.queue, {"name": said["queue"], "layer": head["layer"], "said": canonical(head), "actor": event.actor, "time": event.time,
                                  "seq": seq})  # fmt: skip
    for place, item in enumerate(said["items"], said["from"]):
        decision = item.get("decision")
        body = {k: v for k, v in item.items() if k not in ("key", "unit", "cause", "matters", "decision")}
        tables.put(schema.item, {
            "queue": said["queue"], "key": item["key"], "place": place, "unit": item["unit"], "cause": item["cause"], "matters": float(item["matters"]),
            "body": canonical(body), "choice": decision["choice"] if decision else "", "decision": canonical(decision or {}),
            "unsure": bool(decision and decision.get("unsure")), "actor": decision["actor"] if decision else "", "time": decision["time"] if decision else "",
            "decided": decision["event"] if decision else 0, "seq": seq})  # fmt: skip


def drop_queue(seq: int, tables: Tables) -> None:
    for table, key in ((schema.item, ("queue", "key")), (schema.queue, ("name",))):
        for row in list(tables.all(table)):
            if row["seq"] == seq:
                tables.drop(table, *(row[k] for k in key))


def put_decision(event: Event, said: Any, tables: Tables) -> None:
    """The decision in an event, or the one that stands again after an undo."""
    row = tables.get(schema.item, said["queue"], said["item"])
    if row is None:
        raise KeyError(f"no item {said['item']}")
    decision = {k: v for k, v in said.items() if k not in ("queue", "item", "judged", "before", "seq", "actor", "time")}
    tables.put(schema.item, {
        **row, "choice": said["choice"], "decision": canonical(decision), "unsure": bool(said.get("unsure")),
        "actor": said.get("actor", event.actor), "time": said.get("time", event.time), "decided": said.get("seq", event.seq)})  # fmt: skip


def decision_of(row: Row, queue: str) -> dict[str, Any]:
    """What stands of an item, in the form in which :func:`put_decision` takes it back."""
    return {"queue": queue, "item": row["key"], **json.loads(row["decision"]), "choice": row["choice"], "unsure": bool(row["unsure"]),
            "actor": row["actor"], "time": row["time"], "seq": row["decided"]}  # fmt: skip


def composed(kind: Kind, rows: Iterable[Row]) -> list[Any] | None:
    """What the decisions of a unit's items make together; None while one of them is open."""
    ordered = sorted(rows, key=lambda row: row["place"])
    if any(row["choice"] in OPEN for row in ordered):
        return None
    said = [json.loads(row["decision"]) for row in ordered]
    for one in said:
        if one.get("whole"):
            return list(one["chosen"])
    out = [x for row in ordered for x in json.loads(row["body"]).get("rest", ())]
    out += [x for one in said for x in one["chosen"]]
    match kind:
        case Kind.MENTIONS:
            return sorted(out, key=lambda m: (m["spans"], m.get("concepts", []), m.get("label", "")))
        case Kind.PARSES:
            sentences = sorted((s for parse in out for s in parse["sentences"]), key=lambda s: s["span"])
            return [{"sentences": sentences}] if out else []
    return out


# Reading ----------------------------------------------------------------------------------------------------------------


def heads(connection: Connection) -> tuple[Head, ...]:
    return tuple(head_of(row._asdict()) for row in connection.execute(select(schema.queue).order_by(schema.queue.c.seq)))


def head_of(row: Row) -> Head:
    said = json.loads(row["said"])
    return Head(row["name"], row["layer"], Kind(said["kind"]), said["proposal"], tuple(said["lanes"]), said["seed"], row["actor"], row["time"],
                row["seq"], said.get("revises", ""))  # fmt: skip


def head(connection: Connection, name: str) -> Head:
    found = heads(connection)
    chosen = [h for h in found if h.name == name] if name else list(found[-1:] if len(found) == 1 else ())
    if not chosen:
        have = ", ".join(h.name for h in found) or "none"
        what = f"no queue {name!r} in this project" if name else "which queue?" if found else "no queue in this project"
        raise NotFound(what, remedy=f"there are: {have}" if found else "open one first: goldproof adjudicate STUDY --open NAME")
    return chosen[0]


def entries(connection: Connection, queue: str, *, key: str | None = None, unit: str | None = None) -> list[Entry]:
    """The items of a queue in their order, as they stand."""
    query = select(schema.item).where(_i.queue == queue).order_by(_i.place)
    for column, value in ((_i.key, key), (_i.unit, unit)):
        if value is not None:
            query = query.where(column == value)
    return [entry_of(row._asdict()) for row in connection.execute(query)]


def order(connection: Connection, queue: str, actor: str, late: Iterable[str]) -> list[str]:
    """The keys of the open items as they are offered to somebody: what they skipped, and what is ``late``, comes last."""
    behind = set(late)
    rows = connection.execute(select(_i.key, _i.place, _i.choice, _i.decision).where(_i.queue == queue, _i.choice.in_(OPEN)).order_by(_i.place)).all()
    skipped = {row.key for row in rows if row.choice and actor in json.loads(row.decision).get("skipped", ())}
    return [row.key for row in sorted(rows, key=lambda r: (r.key in behind, r.key in skipped, r.place))]


def tally(connection: Connection, queue: str) -> tuple[int, int, int, int]:
    """Items, open, of them skipped, unsure."""
    n = select(func.count()).select_from(schema.item).where(_i.queue == queue)
    counted = (n, n.where(_i.choice.in_(OPEN)), n.where(_i.choice == "skip"), n.where(_i.unsure.is_(True)))
    every, left, skipped, unsure = (int(connection.scalar(query) or 0) for query in counted)
    return every, left, skipped, unsure


def entry_of(row: Row) -> Entry:
    body, said = json.loads(row["body"]), json.loads(row["decision"])
    proposed, place = body["proposed"], body.get("where")
    item = Item(
        row["key"], row["unit"], row["cause"], row["matters"], None if proposed is None else tuple(proposed),
        tuple(Reading(tuple(r["judged"]), tuple(r["layers"])) for r in body["readings"]), tuple(body.get("rest", ())), body.get("detail", ""),
        None if place is None else (place[0], place[1]),
    )  # fmt: skip
    return Entry(
        row["place"], item, row["choice"], tuple(said.get("chosen", ())), said.get("cause", ""), said.get("reason", ""), bool(row["unsure"]),
        tuple(said.get("layers", ())), said.get("rule", ""), row["actor"], row["time"], row["decided"], tuple(said.get("skipped", ())),
    )  # fmt: skip


def releases(connection: Connection) -> list[dict[str, Any]]:
    """What was released: what each RELEASED event said, with its actor, time and number."""
    rows = connection.execute(select(schema.release).order_by(schema.release.c.seq))
    return [json.loads(row.said) | {"actor": row.actor, "time": row.time, "event": row.seq} for row in rows]


# Who looks at what --------------------------------------------------------------------------------------------------------

_l = schema.lease.c


def claim(connection: Connection, queue: str, keys: Sequence[str], actor: str, minutes: float) -> str | None:
    """The first of the items that nobody else looks at, taken for this person; what they looked at before is let go."""
    time = now()
    until = (datetime.now(UTC) + timedelta(minutes=minutes)).isoformat(timespec="microseconds").replace("+00:00", "Z")
    connection.execute(delete(schema.lease).where((_l.until < time) | ((_l.queue == queue) & (_l.actor == actor))))
    taken = set(connection.scalars(select(_l.item).where(_l.queue == queue)))
    free = next((key for key in keys if key not in taken), None)
    if free is not None:
        connection.execute(schema.lease.insert().values(queue=queue, item=free, actor=actor, until=until))
    return free


def let_go(connection: Connection, queue: str, actor: str) -> None:
    connection.execute(delete(schema.lease).where(_l.queue == queue, _l.actor == actor))


def claims(connection: Connection, queue: str) -> dict[str, str]:
    """Items that somebody looks at now: key -> who."""
    return {row.item: row.actor for row in connection.execute(select(schema.lease).where(_l.queue == queue, _l.until >= now()))}


# Plain values ---------------------------------------------------------------------------------------------------------------


def item_plain(item: Item) -> dict[str, Any]:
    if not item.unit or not isinstance(item.matters, (int, float)):
        raise BadInput("an item needs a unit and a number for how much it matters", where=f"item {item.key}")
    out: dict[str, Any] = {
        "key": named(item.key, "item"), "unit": item.unit, "cause": item.cause, "matters": round(float(item.matters), 6),
        "proposed": None if item.proposed is None else list(item.proposed),
        "readings": [{"judged": list(r.judged), "layers": list(r.layers)} for r in item.readings],
    }  # fmt: skip
    extra = {"rest": list(item.rest), "detail": item.detail, "where": list(item.place) if item.place else None}
    return out | {k: v for k, v in extra.items() if v}


def chunks(items: Sequence[Any], size: int = 200) -> Iterator[tuple[int, Sequence[Any]]]:
    for start in range(0, max(len(items), 1), size):
        yield start, items[start : start + size]
