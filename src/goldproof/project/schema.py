"""The tables, and how an older project is brought up to them.

Migrations are a numbered list of functions and nothing more: each is a few statements that both databases understand,
there is one straight line of versions, and an outside tool with its own configuration and folder of scripts would have to
travel inside the wheel to do the same. A migration is never changed once it has been released; a new one is added.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    Index,
    Integer,
    MetaData,
    Select,
    Table,
    Text,
    inspect,
    select,
)  # fmt: skip

from ..errors import BadInput
from .events import ORIGIN, Event, event_of, now

metadata = MetaData()


def _text(name: str, *, key: bool = False) -> Column[str]:
    return Column(name, Text, primary_key=key, nullable=False)


migration = Table("migration", metadata, Column("number", Integer, primary_key=True), _text("applied"))

# What is true: events, and the contents that they name by checksum. Only ever added to.
event = Table(
    "event", metadata,
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("operation", Text, nullable=False, unique=True), _text("bulk"), _text("actor"), _text("kind"),
    Column("layer", Text), Column("unit", Text), Column("base", Integer), Column("version", Integer), Column("prior", BigInteger),
    _text("payload"), _text("guideline"), _text("ontology"), _text("round"), Column("seconds", Float(53)),
    _text("time"), _text("previous"), _text("hash"),
    Index("event_bulk", "bulk"), Index("event_actor", "actor", "seq"), Index("event_unit", "unit", "layer"),
)  # fmt: skip


def _contents(name: str) -> Table:
    return Table(name, metadata, _text("sha256", key=True), _text("body"))


document, unit, study, split = map(_contents, ("document", "unit", "study", "split"))
CONTENTS = {table.name: table for table in (document, unit, study, split)}
KEPT = (event, *CONTENTS.values())

# The last event: a chain that was cut short at its end does not reach it. Its row is what writers in PostgreSQL queue at.
head = Table("head", metadata, Column("id", Integer, primary_key=True, autoincrement=False),
             Column("seq", BigInteger, nullable=False), _text("hash"))  # fmt: skip

# What stands now: derived from the events, made again from them by ``Project.rebuild``.
member = Table(
    "member", metadata, _text("what", key=True), _text("id", key=True), _text("sha256"),
    Column("place", Integer, nullable=False), Column("seq", BigInteger, nullable=False),
)  # fmt: skip
layer = Table("layer", metadata, _text("name", key=True), _text("kind"), _text("source"), Column("scale", Text),
              Column("seq", BigInteger, nullable=False))  # fmt: skip
current = Table(
    "current", metadata, _text("layer", key=True), _text("unit", key=True),
    Column("version", Integer, nullable=False), Column("judged", Text), Column("count", Integer),
    Column("stands", BigInteger, nullable=False), Column("place", BigInteger, nullable=False),
    Column("unsure", Boolean, nullable=False), _text("actor"), _text("time"), Column("seq", BigInteger, nullable=False),
    Index("current_unit", "unit"),
)  # fmt: skip
comment = Table(
    "comment", metadata, Column("seq", BigInteger, primary_key=True, autoincrement=False), Column("layer", Text),
    Column("unit", Text), _text("actor"), _text("text"), _text("time"), Column("retracted", Boolean, nullable=False),
)  # fmt: skip
person = Table("person", metadata, _text("name", key=True), _text("role"), _text("title"), Column("seq", BigInteger, nullable=False))
round = Table("round", metadata, _text("name", key=True), _text("guideline"), _text("opened"), _text("closed"),
              Column("seq", BigInteger, nullable=False))  # fmt: skip
guideline = Table("guideline", metadata, _text("version", key=True), _text("text"), _text("sha256"), _text("changed"), _text("actor"),
                  _text("time"), Column("seq", BigInteger, nullable=False))  # fmt: skip
setting = Table("setting", metadata, _text("name", key=True), _text("value"), Column("seq", BigInteger, nullable=False))

queue = Table("queue", metadata, _text("name", key=True), _text("layer"), _text("said"), _text("actor"), _text("time"),
              Column("seq", BigInteger, nullable=False))  # fmt: skip
item = Table(
    "item", metadata, _text("queue", key=True), _text("key", key=True),
    Column("place", Integer, nullable=False), _text("unit"), _text("cause"), Column("matters", Float(53), nullable=False), _text("body"),
    _text("choice"), _text("decision"), Column("unsure", Boolean, nullable=False), _text("actor"), _text("time"),
    Column("decided", BigInteger, nullable=False), Column("seq", BigInteger, nullable=False),
    Index("item_place", "queue", "place"), Index("item_unit", "queue", "unit"),
)  # fmt: skip
release = Table("release", metadata, _text("version", key=True), _text("said"), _text("actor"), _text("time"), Column("seq", BigInteger, nullable=False))

DERIVED = (member, layer, current, comment, person, round, guideline, setting, queue, item, release)

# Who looks at which item, until when: forgotten when it has passed, so it is neither an event nor derived from any.
lease = Table("lease", metadata, _text("queue", key=True), _text("item", key=True), _text("actor"), _text("until"))


def _first(connection: Connection) -> None:
    metadata.create_all(connection, tables=[migration, head, *KEPT, *DERIVED[:8]])
    for table in KEPT:
        for statement in _guards(table, connection.dialect.name):
            connection.exec_driver_sql(statement)
    connection.execute(head.insert().values(id=1, seq=0, hash=ORIGIN))


def _queues(connection: Connection) -> None:
    metadata.create_all(connection, tables=[queue, item, release, lease])


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (_first, _queues)
VERSION = len(MIGRATIONS)


def _guards(table: Table, dialect: str) -> list[str]:
    """Triggers that refuse to change or delete a row, whoever asks."""
    name = table.name
    if dialect == "sqlite":
        refuse = f"BEGIN SELECT RAISE(ABORT, 'the rows of {name} are never changed'); END"
        out = [f"CREATE TRIGGER {name}_no_{what.lower()} BEFORE {what} ON {name} {refuse}" for what in ("UPDATE", "DELETE")]
        if table is event:
            # INSERT OR REPLACE would delete without asking the trigger above.
            known = "SELECT 1 FROM event WHERE seq = NEW.seq OR operation = NEW.operation"
            out.append(f"CREATE TRIGGER event_no_replace BEFORE INSERT ON event WHEN EXISTS ({known}) {refuse}")
        return out
    return [
        f"CREATE FUNCTION {name}_never_changed() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION 'the rows of {name} are never changed'; END $$",
        f"CREATE TRIGGER {name}_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON \"{name}\" "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {name}_never_changed()",
    ]


def events(connection: Connection, query: Select[Any]) -> list[Event]:
    """The events that a query over their table finds."""
    return [event_of(dict(row)) for row in connection.execute(query).mappings()]


def item_keys(connection: Connection, queue_name: str, unit_id: str) -> list[str]:
    """The keys of a unit's items in a queue."""
    return list(connection.scalars(select(item.c.key).where(item.c.queue == queue_name, item.c.unit == unit_id)))


def create(connection: Connection, where: object) -> None:
    """All tables in an empty database."""
    taken = sorted(set(inspect(connection).get_table_names()) & set(metadata.tables))
    if taken:
        is_project = {"migration", "event", "head"} <= set(taken)
        raise BadInput("holds a project already" if is_project else f"has tables of its own called {', '.join(taken)}",
                       where=where, remedy="give the project a database of its own")  # fmt: skip
    migrate(connection)


def migrate(connection: Connection, since: int = 0) -> None:
    """Bring the tables from one version up to this one."""
    for number, step in enumerate(MIGRATIONS[since:], since + 1):
        step(connection)
        connection.execute(migration.insert().values(number=number, applied=now()))


def version(connection: Connection, where: object) -> int:
    """The version of a project's tables; refused where there is no project, and where it is newer than this program."""
    if not {"migration", "event", "head"} <= set(inspect(connection).get_table_names()):
        raise BadInput("is not a goldproof project", where=where)
    found = max(connection.scalars(select(migration.c.number)), default=0)
    if found > VERSION:
        raise BadInput(f"was made by a newer goldproof (tables of version {found}; this one knows {VERSION})", where=where,
                       remedy="install a newer goldproof")  # fmt: skip
    return found
