"""What stands after an event: the one place where events get their meaning, at saving and at rebuilding alike."""

from __future__ import annotations

from typing import Any

from . import schema
from .events import Event, What, canonical
from .people import Role
from .queues import drop_queue, put_decision, put_queue
from .tables import Row, Tables


def derive(event: Event, said: Any, tables: Tables) -> None:
    """Bring the derived tables up to an event. ``said`` is its payload as values."""
    match event.kind:
        case What.JUDGED:
            _judged(event, event.payload, len(said), event.seq, tables)
        case What.DECIDED:
            put_decision(event, said, tables)
            _stands(event, said["judged"], event.seq, tables)
        case What.QUEUED:
            put_queue(event, said, event.seq, tables)
        case What.RELEASED:
            tables.put(schema.release, {"version": said["version"], "said": event.payload, "actor": event.actor, "time": event.time, "seq": event.seq})
        case What.WITHDRAWN:
            _judged(event, None, None, event.seq, tables)
        case What.FLAGGED:
            _flag(event, said["unsure"], tables)
        case What.COMMENTED:
            tables.put(schema.comment, {"seq": event.seq, "layer": event.layer, "unit": event.unit, "actor": event.actor,
                                        "text": said["text"], "time": event.time, "retracted": False})  # fmt: skip
        case What.CREATED:
            tables.put(schema.person, {"name": said["owner"], "role": Role.OWNER.value, "title": "", "seq": event.seq})
            _facts(event.seq, said["facts"], tables)
        case What.IMPORTED:
            _members(event.seq, said, tables)
        case What.LAYER:
            _layer(event.layer, event.seq, said, tables)
        case What.UNDONE | What.REDONE:
            _turned(event, said, tables)
        case What.PERSON | What.ROLE:
            known = tables.get(schema.person, said["name"]) or {"seq": event.seq}
            tables.put(schema.person, {"name": said["name"], "role": said["role"], "title": said["title"], "seq": known["seq"]})
        case What.OPENED:
            tables.put(schema.round, {"name": event.round, "guideline": event.guideline, "opened": event.time, "closed": "",
                                      "seq": event.seq})  # fmt: skip
        case What.CLOSED:
            old = tables.get(schema.round, event.round)
            if old is not None:
                tables.put(schema.round, {**old, "closed": event.time})
        case What.GUIDELINE:
            tables.put(schema.guideline, {
                "version": event.guideline, "text": said["text"], "sha256": said["sha256"], "changed": canonical(said["changed"]),
                "actor": event.actor, "time": event.time, "seq": event.seq})  # fmt: skip
        case What.SETTING:
            tables.put(schema.setting, {"name": said["name"], "value": canonical(said["value"]), "seq": event.seq})


def _turned(event: Event, said: Any, tables: Tables) -> None:
    """An event undone, or done again: its payload says which (``of``), what it was, and what stands now."""
    undone = event.kind is What.UNDONE
    match What(said["was"]):
        case What.JUDGED | What.WITHDRAWN:
            _stands(event, said["judged"], said["stands"], tables)
        case What.DECIDED:
            put_decision(event, said["item"], tables)
            _stands(event, said["judged"], said["stands"], tables)
        case What.QUEUED if undone:
            drop_queue(said["of"], tables)
        case What.QUEUED:
            put_queue(event, said["said"], said["of"], tables)
        case What.FLAGGED:
            _flag(event, said["unsure"], tables)
        case What.COMMENTED:
            old = tables.get(schema.comment, said["of"])
            if old is not None:
                tables.put(schema.comment, {**old, "retracted": undone})
        case What.LAYER if undone:
            tables.drop(schema.layer, event.layer)
        case What.LAYER:
            _layer(event.layer, said["of"], said["said"], tables)
        case What.IMPORTED if undone:
            for table, key in ((schema.member, ("what", "id")), (schema.setting, ("name",))):
                for row in list(tables.all(table)):
                    if row["seq"] == said["of"]:
                        tables.drop(table, *(row[k] for k in key))
        case What.IMPORTED:
            _members(said["of"], said["said"], tables)


def _stands(event: Event, judged: Any, stands: int, tables: Tables) -> None:
    _judged(event, None if judged is None else canonical(judged), None if judged is None else len(judged), stands, tables)


def _judged(event: Event, judged: str | None, count: int | None, stands: int, tables: Tables) -> None:
    row = _row(event, tables)
    # A unit keeps its place in its layer while it is judged; judged anew after a withdrawal it goes to the end.
    fresh = event.kind in (What.JUDGED, What.DECIDED) and judged is not None and row["judged"] is None
    tables.put(schema.current, {
        **row, "version": event.version, "judged": judged, "count": count, "stands": stands,
        "place": event.seq if fresh else row["place"], "actor": event.actor, "time": event.time, "seq": event.seq,
    })  # fmt: skip


def _flag(event: Event, unsure: bool, tables: Tables) -> None:
    tables.put(schema.current, {**_row(event, tables), "unsure": unsure, "actor": event.actor, "time": event.time, "seq": event.seq})


def _row(event: Event, tables: Tables) -> Row:
    return tables.get(schema.current, event.layer, event.unit) or {
        "layer": event.layer, "unit": event.unit, "version": 0, "judged": None, "count": None, "stands": 0,
        "place": event.seq, "unsure": False, "actor": event.actor, "time": event.time, "seq": event.seq,
    }  # fmt: skip


def _members(seq: int, said: Any, tables: Tables) -> None:
    for what in schema.CONTENTS:
        for place, (id, sha256) in enumerate(said.get(what, ())):
            tables.put(schema.member, {"what": what, "id": id, "sha256": sha256, "place": place, "seq": seq})
    _facts(seq, said.get("facts", {}), tables)


def _facts(seq: int, facts: Any, tables: Tables) -> None:
    for name, value in facts.items():
        tables.put(schema.setting, {"name": name, "value": canonical(value), "seq": seq})


def _layer(name: str | None, seq: int, said: Any, tables: Tables) -> None:
    scale = said.get("scale")
    tables.put(schema.layer, {"name": name, "kind": said["kind"], "source": canonical(said["source"]),
                              "scale": None if scale is None else canonical(scale), "seq": seq})  # fmt: skip
