"""Is the chain whole: every event as it was sealed, each after the one before, none missing, contents as their checksums say?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from ..errors import BadInput
from . import schema
from .derive import derive
from .events import ORIGIN, checksum, event_of, seal
from .tables import KEYS, Row, Tables

MOST = 20
"""So many breaks are told; after a break much else does not fit either."""


@dataclass(frozen=True, slots=True)
class Break:
    """A place where the record does not hold. ``seq`` is the event (0: beside the chain)."""

    seq: int
    what: str

    def __str__(self) -> str:
        return f"event {self.seq}: {self.what}" if self.seq else self.what


@dataclass(frozen=True, slots=True)
class Verdict:
    """``head`` is the hash of the last event: noted elsewhere, it proves later that nothing before it was changed."""

    events: int
    head: str
    breaks: tuple[Break, ...]

    @property
    def whole(self) -> bool:
        return not self.breaks

    def __str__(self) -> str:
        return f"whole ({self.events} events)" if self.whole else f"broken at {self.breaks[0]}"


def verify(connection: Connection, *, deep: bool = False) -> Verdict:
    """Check the chain; if ``deep``, the contents and what was derived from the events as well."""
    head = connection.execute(select(schema.head.c.seq, schema.head.c.hash)).one()
    breaks: list[Break] = []
    count = 0
    last: tuple[int, str] = (0, ORIGIN)
    for row in _events(connection):
        breaks += _check(row, *last)
        last = (row["seq"], row["hash"])
        count += 1
        if len(breaks) >= MOST:
            return Verdict(count, head.hash, tuple(breaks[:MOST]))
    breaks += _end(last, head.seq, head.hash)
    if deep and not breaks:
        breaks += _contents(connection)
        breaks += _derived(connection)
    return Verdict(count, head.hash, tuple(breaks[:MOST]))


def _check(row: Row, seq: int, previous: str) -> Iterator[Break]:
    if row["seq"] != seq + 1:
        missing = f"event {seq + 1} is" if row["seq"] == seq + 2 else f"events {seq + 1} to {row['seq'] - 1} are"
        yield Break(row["seq"], f"{missing} missing before it")
    elif row["previous"] != previous:
        yield Break(row["seq"], "does not follow the event before it")
    if seal(row) != row["hash"]:
        yield Break(row["seq"], "was changed after it was sealed")


def _end(last: tuple[int, str], seq: int, hash: str) -> Iterator[Break]:
    if last[0] < seq:
        yield Break(last[0], f"the chain ends here, but there were {seq} events: the end was cut off")
    elif last[0] > seq:
        yield Break(seq, f"the head record ends here, but there are {last[0]} events: some were added beside the program")
    elif last[1] != hash:
        yield Break(seq, "the last event is not the one that the head record names")


def _contents(connection: Connection) -> Iterator[Break]:
    for table in schema.CONTENTS.values():
        found = {}
        for row in _stream(connection, select(table)):
            found[row["sha256"]] = True
            if checksum(row["body"]) != row["sha256"]:
                yield Break(0, f"{table.name} {row['sha256'][:12]} was changed: its text is not that of its checksum")
        named = select(schema.member.c.id, schema.member.c.sha256).where(schema.member.c.what == table.name)
        for row in _stream(connection, named):
            if row["sha256"] not in found:
                yield Break(0, f"{table.name} {row['id']} is missing")


def _derived(connection: Connection) -> Iterator[Break]:
    fresh = replay(connection, Tables())
    for table in schema.DERIVED:
        names = KEYS[table.name]
        stored = {tuple(row[n] for n in names): dict(row) for row in _stream(connection, select(table))}
        made = {tuple(row[n] for n in names): row for row in fresh.all(table)}
        for key in sorted({*stored, *made}, key=repr):
            if stored.get(key) != made.get(key):
                yield Break(0, f"{table.name} {'/'.join(map(str, key))} is not what the events say (rebuild makes it again)")


def replay(connection: Connection, tables: Tables) -> Tables:
    """Derive everything from the events, from the first to the last."""
    for row in _events(connection):
        event = event_of(row)
        try:
            derive(event, event.said, tables)
        except (KeyError, TypeError, ValueError) as error:
            raise BadInput(f"says nothing that this program understands: {error}", where=f"event {event.seq}") from None
    return tables


def rebuild(connection: Connection) -> None:
    """Throw away what was derived and make it again."""
    fresh = replay(connection, Tables())
    for table in schema.DERIVED:
        connection.execute(table.delete())
        rows = list(fresh.all(table))
        if rows:
            connection.execute(table.insert(), rows)


def _events(connection: Connection) -> Iterable[Row]:
    return _stream(connection, select(schema.event).order_by(schema.event.c.seq))


def _stream(connection: Connection, query: Any) -> Iterator[Row]:
    # A few at a time: a large project must not fill the memory.
    for row in connection.execute(query.execution_options(stream_results=True, yield_per=500)).mappings():
        yield dict(row)
