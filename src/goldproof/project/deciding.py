"""Opening a queue, deciding its items, freezing what was released: as plans, like everything that people do."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import BadInput, NotFound
from ..model import Kind, Layer
from ..model.plain import judgements_of, plain_rows, scale_plain, source_plain
from . import schema
from .batch import Batch, Draft
from .deeds import MANY, draft_on, layer_draft, plain
from .events import Event, What, canonical, named, written
from .queues import CHOICES, OPEN, Item, Verdict, chunks, composed, decision_of, item_plain
from .refusals import Conflict, Refused
from .tables import Row

FRESH: Row = {"version": 0, "judged": None, "stands": 0, "unsure": False}


@dataclass(frozen=True)
class Opening:
    """A queue to be. ``proposal`` is put into the project if it is not there; ``agreed`` are the units about which there is nothing to decide."""

    name: str
    gold: Layer
    proposal: Layer
    lanes: Sequence[Layer]
    items: Sequence[Item]
    seed: int


def open_queue(batch: Batch, actor: str, opening: Opening) -> Iterator[Draft]:
    """The gold layer with what is agreed on, and the items of the queue. ``opening.gold`` holds the agreed units."""
    tables, name = batch.tables, named(opening.name, "queue")
    if tables.get(schema.queue, name) is not None:
        raise BadInput("is there already", where=f"queue {name}", remedy="choose another name")
    if tables.get(schema.layer, named(opening.gold.name, "layer")) is not None:
        raise BadInput("is there already", where=f"layer {opening.gold.name}", remedy="choose another name for the queue")
    if not opening.items and not opening.gold.units:
        raise BadInput("there is nothing to decide and nothing agreed on", where=f"queue {name}")
    for lane in opening.lanes:
        _as_it_stands(batch, lane)
    if tables.get(schema.layer, opening.proposal.name) is None:
        yield from _whole_layer(batch, opening.proposal)
    else:
        _as_it_stands(batch, opening.proposal)
    yield from _whole_layer(batch, opening.gold)
    head = {"layer": opening.gold.name, "kind": opening.gold.kind.value, "proposal": opening.proposal.name, "lanes": [la.name for la in opening.lanes], "seed": opening.seed}
    yield from _items(batch, name, head, [item_plain(item) for item in opening.items])


def revise(batch: Batch, actor: str, queue: str, name: str, layer: str) -> Iterator[Draft]:
    """A new queue and a new layer that begin where another queue stands: how something released is corrected, under a new name."""
    tables = batch.tables
    old = tables.get(schema.queue, queue)
    if old is None:
        raise NotFound(f"no queue {queue!r} in this project")
    if tables.get(schema.queue, named(name, "queue")) is not None or tables.get(schema.layer, named(layer, "layer")) is not None:
        raise BadInput("is there already", where=f"queue {name}", remedy="choose another name")
    source = tables.get(schema.layer, old["layer"])
    assert source is not None
    said = {"kind": source["kind"], "source": json.loads(source["source"]), "scale": source["scale"] and json.loads(source["scale"])}
    yield layer_draft(layer, said)
    head_row = {**source, "name": layer}
    tables.load(schema.current, old["layer"])
    for row in sorted(tables.all(schema.current, old["layer"]), key=lambda r: r["place"]):
        if row["judged"] is not None:
            yield draft_on(What.JUDGED, head_row, row["unit"], FRESH, said=json.loads(row["judged"]), payload=row["judged"])
    items = []
    for row in sorted(tables.all(schema.item, queue), key=lambda r: r["place"]):
        item = {"key": row["key"], "unit": row["unit"], "cause": row["cause"], "matters": row["matters"], **json.loads(row["body"])}
        if row["choice"]:
            stands = decision_of(row, queue)
            item["decision"] = {k: v for k, v in stands.items() if k not in ("queue", "item", "seq")} | {"event": row["decided"]}
        items.append(item)
    yield from _items(batch, name, {**json.loads(old["said"]), "layer": layer, "revises": queue}, items)


def _items(batch: Batch, name: str, head: Mapping[str, Any], items: Sequence[Mapping[str, Any]]) -> Iterator[Draft]:
    seen: set[str] = set()
    for item in items:
        if item["key"] in seen:
            raise BadInput("two items of this key", where=f"item {item['key']} of queue {name}")
        seen.add(item["key"])
        if batch.tables.get(schema.member, "unit", item["unit"]) is None:
            raise NotFound(f"no unit {item['unit']!r} in this project", where=f"item {item['key']} of queue {name}")
    for start, part in chunks(items):
        said: dict[str, Any] = {"queue": name, "from": start, "items": list(part)}
        yield Draft(What.QUEUED, said | ({"head": dict(head)} if start == 0 else {}), layer=str(head["layer"]))


def _whole_layer(batch: Batch, layer: Layer) -> Iterator[Draft]:
    said = {"kind": layer.kind.value, "source": source_plain(layer.source), "scale": scale_plain(layer.scale)}
    yield layer_draft(named(layer.name, "layer"), said)
    row = batch.tables.get(schema.layer, layer.name)
    assert row is not None
    at = layer.columns.offsets.tolist()
    for unit, start, stop in zip(layer.units, at, at[1:], strict=False):
        yield draft_on(What.JUDGED, row, unit, FRESH, said=plain_rows(layer.columns, start, stop))


def _as_it_stands(batch: Batch, layer: Layer) -> None:
    """What was compared must be what the project holds: a decision could not be traced otherwise."""
    row = batch.tables.get(schema.layer, layer.name)
    if row is None:
        raise NotFound(f"no layer {layer.name!r} in this project", remedy="import it first: what is decided is traced to it")
    batch.tables.load(schema.current, layer.name)
    at = layer.columns.offsets.tolist()
    for unit, start, stop in zip(layer.units, at, at[1:], strict=False):
        stands = batch.tables.get(schema.current, layer.name, unit)
        if stands is None or stands["judged"] != canonical(plain_rows(layer.columns, start, stop)):
            raise BadInput(f"unit {unit} is judged otherwise in the project", where=f"layer {layer.name}", remedy="compare the layers as they stand: project.layers()")


def decide(batch: Batch, actor: str, queue: str, verdicts: Sequence[Verdict], *, seconds: float | None = None) -> Iterator[Draft]:
    """Decide items of a queue; a unit of which all items are decided is judged in the queue's layer."""
    head = batch.tables.get(schema.queue, queue)
    if head is None:
        raise NotFound(f"no queue {queue!r} in this project")
    if not verdicts:
        raise BadInput("nothing to decide", where=f"queue {queue}")
    layer = batch.judging(head["layer"], actor, deciding=True)
    units = _units(batch, queue, len(verdicts))
    for verdict in verdicts:
        row = batch.tables.get(schema.item, queue, verdict.item)
        if row is None:
            raise NotFound(f"no item {verdict.item!r}", where=f"queue {queue}")
        if verdict.base is not None and verdict.base != row["decided"]:
            raise Conflict(f"was decided since, by {row['actor']}" if row["decided"] else "is open again", version=row["decided"], where=f"item {verdict.item}")
        said = _said(verdict, row, Kind(layer["kind"]), actor)
        yield _decided(batch, layer, queue, row, said, units(row["unit"]), seconds)


def _said(verdict: Verdict, row: Row, kind: Kind, actor: str) -> dict[str, Any]:
    where = f"item {verdict.item}"
    if verdict.choice not in CHOICES:
        raise BadInput(f"no choice {verdict.choice!r}", where=where, remedy="there are: " + ", ".join(CHOICES))
    for words, what in ((verdict.reason, "reason"), (verdict.cause, "cause")):
        written(words, what)
    if verdict.choice == "skip":
        if row["choice"] not in OPEN:
            raise Refused("is decided already", where=where)
        if not verdict.reason.strip():
            raise BadInput("a skip needs a reason", where=where)
        skipped = [name for name in json.loads(row["decision"]).get("skipped", ()) if name != actor]
        return {"choice": "skip", "reason": verdict.reason, "skipped": [*skipped, actor], "unsure": verdict.unsure, "chosen": []}
    # As records and back: what is no judgement of this kind is refused, and equal judgements are the same text.
    try:
        chosen = plain(kind, judgements_of(kind, [dict(x) for x in verdict.chosen]), where)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError):
        raise BadInput(f"what is decided is no judgement of the kind {kind.value}", where=where) from None
    said: dict[str, Any] = {"choice": verdict.choice, "chosen": chosen, "cause": verdict.cause or row["cause"], "unsure": verdict.unsure}
    more = {"reason": verdict.reason, "layers": list(verdict.layers), "rule": verdict.rule, "whole": verdict.whole}
    return said | {k: v for k, v in more.items() if v}


def _decided(
    batch: Batch, layer: Row, queue: str, row: Row, said: dict[str, Any], unit: Sequence[str], seconds: float | None
) -> Draft:
    stands = batch.tables.get(schema.current, layer["name"], row["unit"]) or FRESH
    fresh = {**row, "choice": said["choice"], "decision": canonical(said)}
    judged = _together(batch, layer, queue, unit, fresh)
    payload = {"queue": queue, "item": row["key"], **said, "before": decision_of(row, queue), "judged": judged}
    return draft_on(What.DECIDED, layer, row["unit"], stands, said=payload, seconds=seconds)


def _together(batch: Batch, layer: Row, queue: str, keys: Iterable[str], fresh: Row) -> list[Any] | None:
    rows = [fresh if key == fresh["key"] else batch.tables.get(schema.item, queue, key) for key in keys]
    found = composed(Kind(layer["kind"]), [row for row in rows if row is not None])
    if found is not None and layer["kind"] in (Kind.RATINGS, Kind.RANKINGS, Kind.PARSES) and len(found) > 1:
        raise BadInput(f"{len(found)} {layer['kind']} of one unit", where=f"unit {fresh['unit']}")
    return found


def _units(batch: Batch, queue: str, many: int) -> Any:
    """A function from a unit to the keys of its items; which they are never changes."""
    if many <= MANY:
        return lambda unit: schema.item_keys(batch.connection, queue, unit)
    batch.tables.load(schema.item, queue)
    keys: dict[str, list[str]] = {}
    for row in batch.tables.all(schema.item, queue):
        keys.setdefault(row["unit"], []).append(row["key"])
    return lambda unit: keys[unit]


def take_back(batch: Batch, actor: str, event: Event) -> Draft:
    """The inverse of a decision: what was decided before stands again, if anything was, and the unit's judgement follows from it."""
    return _turned(batch, actor, event, What.UNDONE, event.said["before"], expected=event.seq)


def decide_again(batch: Batch, actor: str, event: Event) -> Draft:
    said = {k: v for k, v in event.said.items() if k not in ("before", "judged")}
    stands = said | {"actor": event.actor, "time": event.time, "seq": event.seq}
    return _turned(batch, actor, event, What.REDONE, stands, expected=event.said["before"]["seq"])


def _turned(batch: Batch, actor: str, event: Event, kind: What, stands: dict[str, Any], *, expected: int) -> Draft:
    queue, key = event.said["queue"], event.said["item"]
    layer = batch.judging(event.layer or "", actor, deciding=True)
    row = batch.tables.get(schema.item, queue, key)
    if row is None or row["decided"] != expected:
        raise Conflict(f"was decided since by {row['actor'] if row else 'nobody'}", where=f"item {key}", version=row["decided"] if row else 0)
    fresh = {**row, "choice": stands["choice"], "decision": canonical({k: v for k, v in stands.items() if k not in ("queue", "item", "actor", "time", "seq")})}
    judged = _together(batch, layer, queue, schema.item_keys(batch.connection, queue, row["unit"]), fresh)
    current = batch.tables.get(schema.current, layer["name"], row["unit"]) or FRESH
    said = {"of": event.seq, "was": event.kind.value, "item": stands, "judged": judged, "stands": stands["seq"]}
    return draft_on(kind, layer, row["unit"], current, said=said, prior=False)


def nothing_decided(batch: Batch, event: Event) -> None:
    """A queue can go as long as nobody has decided anything in it."""
    queue = event.said["queue"]
    if any(row["decided"] > event.seq for row in batch.tables.all(schema.item, queue)):
        raise Refused("has decisions already", where=f"queue {queue}", remedy="undo them first")


def release(batch: Batch, said: Mapping[str, Any]) -> Iterator[Draft]:
    """Layers become a release: they are not written any more. Its version is taken for good."""
    version = named(str(said["version"]), "release")
    may_release(batch, version, said["layers"])
    yield Draft(What.RELEASED, dict(said))


def may_release(batch: Batch, version: str, layers: Iterable[str]) -> None:
    if batch.tables.get(schema.release, version) is not None:
        raise Refused("is released already, and a release is never changed in place", where=f"release {version}", remedy="give the new release a new version")
    for name in layers:
        if batch.tables.get(schema.layer, name) is None:
            raise NotFound(f"no layer {name!r} in this project")
