"""One transaction of the writer: works are planned one after the other, each on what the one before left, and written together."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select, update

from ..errors import BadInput, NotFound
from . import schema
from .chain import rebuild
from .derive import derive
from .events import Event, What, canonical, event_of, named, now, seal
from .people import OWN_LAYERS_ONLY, RIGHTS, Role
from .refusals import Refused
from .tables import Row, Tables


@dataclass(frozen=True, slots=True)
class Draft:
    """An event to be. ``payload`` is the canonical JSON of ``said``, where it was made beforehand."""

    kind: What
    said: Any = None
    payload: str = ""
    layer: str | None = None
    unit: str | None = None
    base: int | None = None
    version: int | None = None
    prior: int | None = None
    guideline: str = ""
    ontology: str = ""
    round: str = ""
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Saved:
    """The acknowledgement of a work: it is on the disk. ``version`` is the unit's new version, where there is one unit.

    The same operation asked for again gets the same answer.
    """

    operation: str
    seq: int
    version: int | None
    events: int
    time: str
    hash: str


@dataclass(frozen=True, slots=True)
class Work:
    """What somebody wants done as one: ``plan`` reads the batch and yields drafts, or raises and then nothing of it is done.

    ``actor`` may be empty: the first owner then. ``kinds`` are the kinds of event that it may yield first: an operation id
    that was used for something else is refused. ``layer`` and ``unit`` are set where it is about one unit.
    """

    operation: str
    actor: str
    kinds: tuple[What, ...]
    plan: Callable[[Batch, str], Iterator[Draft]]
    layer: str | None = None
    unit: str | None = None


class Batch:
    """The events and rows of one transaction."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.tables = Tables(connection)
        # In PostgreSQL writers of all processes queue here; in SQLite the transaction itself is exclusive.
        self._seq, self._hash = connection.execute(select(schema.head.c.seq, schema.head.c.hash).with_for_update()).one()
        self._written = self._seq
        self._done: dict[str, list[Event]] = {}

    def expect(self, works: list[Work]) -> None:
        """Read what these works will ask for, once for all of them."""
        if not works:
            return
        operations = [work.operation for work in works]
        query = select(schema.event).where(schema.event.c.bulk.in_(operations)).order_by(schema.event.c.seq)
        self._done.update({operation: [] for operation in operations})
        for event in schema.events(self.connection, query):
            self._done[event.bulk].append(event)
        units = [(work.layer, work.unit) for work in works if work.unit is not None]
        self.tables.expect(schema.member, [("unit", unit) for _, unit in units])
        self.tables.expect(schema.current, units)

    def do(self, work: Work) -> Saved:
        """Plan a work and take its events in, all or none."""
        actor = work.actor or self.owner()
        if "#" in named(work.operation, "operation"):
            raise BadInput("a # in an operation id: it numbers the events of a bulk action", where=f"operation {work.operation}")
        known = self._known(work, actor)
        if known:
            return saved(known)
        if What.UNDONE in work.kinds or What.REDONE in work.kinds:
            self.flush()  # they are planned by queries over the events
        mark, before, made = self.tables.mark(), (self._seq, self._hash), list[Event]()
        time = now()
        try:
            for draft in work.plan(self, actor):
                made.append(self._add(work.operation, actor, draft, len(made), time))
        except BaseException:
            self.tables.back(mark)
            self._seq, self._hash = before
            raise
        if not made:
            return Saved(work.operation, self._seq, None, 0, time, self._hash)
        self._done[work.operation] = made
        return saved(made)

    def flush(self) -> None:
        """Write what is not written yet."""
        if self._seq != self._written:
            self.connection.execute(update(schema.head).values(seq=self._seq, hash=self._hash))
            self._written = self._seq
        self.tables.flush()

    def rebuild(self) -> None:
        """Make everything derived again."""
        self.flush()
        rebuild(self.connection)
        self.tables = Tables(self.connection)

    def judging(self, layer: str, actor: str, *, deciding: bool = False) -> Row:
        """The layer, if that person may write in it now. A layer with a queue is written by its decisions (``deciding``), a released one by nobody."""
        row = self.may_judge(layer, actor)
        self.not_frozen(layer, deciding=deciding)
        return row

    def may_judge(self, layer: str, actor: str) -> Row:
        """The layer, if that person may judge in it at all: it is there, theirs or they are more than an annotator, and its round is open."""
        row = self.tables.get(schema.layer, layer)
        if row is None:
            raise NotFound(f"no layer {layer!r} in this project")
        source = row_source(row)
        if self.role(actor) in OWN_LAYERS_ONLY and source.get("name") != actor:
            raise Refused(f"{actor} may write in layers of their own only", where=f"layer {layer}")
        self.open_round(source.get("round", ""))
        return row

    def not_frozen(self, layer: str, *, deciding: bool = False) -> None:
        """Refused where the layer was released, or is written by the decisions of a queue."""
        for release in self.tables.all(schema.release):
            if layer in json.loads(release["said"])["layers"]:
                raise Refused(f"was released in {release['version']}, and what is released does not change", where=f"layer {layer}",
                              remedy="revise it: goldproof adjudicate STUDY --revise QUEUE --as NAME, and release that under a new version")  # fmt: skip
        if not deciding and any(queue["layer"] == layer for queue in self.tables.all(schema.queue)):
            raise Refused("is decided through its queue", where=f"layer {layer}", remedy="goldproof adjudicate STUDY")

    def open_round(self, name: str) -> None:
        found = self.tables.get(schema.round, name) if name else None
        if found is not None and found["closed"]:
            raise Refused("is closed", where=f"round {name}", remedy="open it again to go on judging in it")

    def role(self, actor: str) -> Role:
        row = self.tables.get(schema.person, actor)
        if row is None:
            raise NotFound(f"no person {actor!r} in this project", remedy="an owner or manager can add people")
        return Role(row["role"])

    def owner(self) -> str:
        """The first owner: in whose name things are done if no other is given."""
        owners = [row for row in self.tables.all(schema.person) if row["role"] == Role.OWNER]
        return str(min(owners, key=lambda row: row["seq"])["name"])

    def _add(self, operation: str, actor: str, draft: Draft, number: int, time: str) -> Event:
        if draft.kind is not What.CREATED:
            role = self.role(actor)
            if draft.kind not in RIGHTS[role]:
                raise Refused(f"{actor} is {'an' if role[0] in 'aeiou' else 'a'} {role}: this is not for them ({draft.kind})")
        row = {
            "seq": self._seq + 1, "operation": f"{operation}#{number}" if number else operation, "bulk": operation,
            "actor": actor, "kind": draft.kind.value, "layer": draft.layer, "unit": draft.unit, "base": draft.base,
            "version": draft.version, "prior": draft.prior, "payload": draft.payload or canonical(draft.said),
            "guideline": draft.guideline, "ontology": draft.ontology, "round": draft.round,
            "seconds": None if draft.seconds is None else float(draft.seconds), "time": time, "previous": self._hash,
        }  # fmt: skip
        row["hash"] = seal(row)
        event = event_of(row)
        self.tables.put(schema.event, {**row, "kind": event.kind.value})
        derive(event, draft.said, self.tables)
        self._seq, self._hash = event.seq, event.hash
        return event

    def _known(self, work: Work, actor: str) -> list[Event]:
        """The events of an operation that was done before."""
        if work.operation not in self._done:
            self.expect([work])
        found = self._done[work.operation]
        if found and (
            found[0].actor != actor or found[0].kind not in work.kinds
            or (work.unit is not None and (found[0].layer, found[0].unit) != (work.layer, work.unit))
        ):  # fmt: skip
            raise BadInput("this operation id was used for something else", where=f"operation {work.operation}",
                           remedy="take a new id for every new action")  # fmt: skip
        return found


def saved(events: list[Event]) -> Saved:
    last = events[-1]
    return Saved(last.bulk, last.seq, last.version if len(events) == 1 else None, len(events), last.time, last.hash)


def row_source(row: Row) -> dict[str, str]:
    found: dict[str, str] = json.loads(row["source"])
    return found
