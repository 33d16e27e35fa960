"""What stands now, as rows in memory over the rows of the database: read as needed, written together, taken back if refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import Connection, Table, delete, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import Insert

from .schema import DERIVED, KEPT

Row = dict[str, Any]
Key = tuple[Any, ...]
_ABSENT: Any = object()
KEYS = {table.name: tuple(c.name for c in table.primary_key) for table in (*KEPT, *DERIVED)}


class Tables:
    """Rows by primary key. Without a connection everything is in memory only (that is how a rebuild is compared).

    A row is never changed in place: ``put`` replaces it. ``mark`` and ``back`` undo what was put since.
    """

    def __init__(self, connection: Connection | None = None) -> None:
        self._connection = connection
        self._rows: dict[str, dict[Key, Row | None]] = {t.name: {} for t in (*KEPT, *DERIVED)}
        self._changed: dict[str, dict[Key, None]] = {name: {} for name in self._rows}
        self._complete: set[tuple[str, Any]] = set()
        self._journal: list[tuple[str, Key, Any, bool]] = []

    def get(self, table: Table, *key: Any) -> Row | None:
        """The row of that key, None if there is none."""
        rows = self._rows[table.name]
        row = rows.get(key, _ABSENT)
        if row is _ABSENT:
            row = None if self._knows_all(table, key[0]) else self._read(table, key)
            rows[key] = row
        return row  # type: ignore[no-any-return]

    def put(self, table: Table, row: Row) -> None:
        self._set(table, tuple([row[name] for name in KEYS[table.name]]), row)

    def drop(self, table: Table, *key: Any) -> None:
        self._set(table, key, None)

    def load(self, table: Table, first: Any = None) -> None:
        """Read all rows at once (with that first part of the key), where many will be asked for."""
        if self._connection is None or self._knows_all(table, first):
            return
        query = select(table) if first is None else select(table).where(next(iter(table.primary_key)) == first)
        names = KEYS[table.name]
        rows = self._rows[table.name]
        for row in self._connection.execute(query).mappings():
            rows.setdefault(tuple(row[n] for n in names), dict(row))
        self._complete.add((table.name, first))

    def expect(self, table: Table, keys: Iterable[Key]) -> None:
        """Read some rows in one query, where they will be asked for one by one."""
        assert self._connection is not None
        rows = self._rows[table.name]
        unread = [key for key in dict.fromkeys(keys) if key not in rows]
        if not unread:
            return
        found = self._connection.execute(select(table).where(tuple_(*table.primary_key).in_(unread))).mappings()
        rows.update(dict.fromkeys(unread))
        rows.update({tuple([row[name] for name in KEYS[table.name]]): dict(row) for row in found})

    def all(self, table: Table, first: Any = None) -> Iterator[Row]:
        """Every row (with that first part of the key), by key."""
        self.load(table, first)
        rows = self._rows[table.name]
        for key in sorted(k for k in rows if first is None or k[0] == first):
            row = rows[key]
            if row is not None:
                yield row

    def mark(self) -> int:
        return len(self._journal)

    def back(self, mark: int) -> None:
        """Take back everything that was put or dropped since the mark."""
        while len(self._journal) > mark:
            name, key, old, changed = self._journal.pop()
            if old is _ABSENT:
                del self._rows[name][key]
            else:
                self._rows[name][key] = old
            if not changed:
                del self._changed[name][key]

    def flush(self) -> None:
        """Write what changed."""
        assert self._connection is not None
        for table in (*KEPT, *DERIVED):
            changed, rows = self._changed[table.name], self._rows[table.name]
            fresh = [row for key in changed if (row := rows[key]) is not None]
            gone = [key for key in changed if rows[key] is None]
            for key in gone:
                same = [column == value for column, value in zip(table.primary_key, key, strict=True)]
                self._connection.execute(delete(table).where(*same))
            if fresh:
                self._connection.execute(_writing(table, self._connection.dialect.name), fresh)
            changed.clear()
        self._journal.clear()

    def _knows_all(self, table: Table, first: Any) -> bool:
        return self._connection is None or not self._complete.isdisjoint({(table.name, None), (table.name, first)})

    def _read(self, table: Table, key: Key) -> Row | None:
        assert self._connection is not None
        same = [column == value for column, value in zip(table.primary_key, key, strict=True)]
        row = self._connection.execute(select(table).where(*same)).mappings().first()
        return None if row is None else dict(row)

    def _set(self, table: Table, key: Key, row: Row | None) -> None:
        name = table.name
        changed = key in self._changed[name]
        self._journal.append((name, key, self._rows[name].get(key, _ABSENT), changed))
        self._rows[name][key] = row
        self._changed[name][key] = None


def _writing(table: Table, dialect: str) -> Insert:
    """Events are inserted, contents inserted where they are not known yet, derived rows inserted or replaced."""
    if table is KEPT[0]:
        return table.insert()
    insert: Any = sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
    if table in KEPT:
        return insert.on_conflict_do_nothing()  # type: ignore[no-any-return]
    rest = {c.name: insert.excluded[c.name] for c in table.columns if not c.primary_key}
    return insert.on_conflict_do_update(index_elements=list(table.primary_key), set_=rest)  # type: ignore[no-any-return]
