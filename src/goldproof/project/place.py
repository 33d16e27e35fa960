"""Where a project lives: a SQLite file or a PostgreSQL database; how to connect to it, and how to name it without its password."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from ..errors import BadInput, Missing, NotFound, masked

TIMEOUT = 30
"""Seconds to wait for a lock of the database's own."""

FAILURES = (SQLAlchemyError, sqlite3.Error, UnicodeEncodeError)
"""What a database raises: SQLite's own where SQLAlchemy does not stand between, the last where a name holds what no text may hold."""

MAGIC = b"SQLite format 3\0"


class Place:
    """A parsed place. ``path`` is the file of a SQLite project, None for PostgreSQL."""

    def __init__(self, place: str | Path) -> None:
        self.path: Path | None = None
        if isinstance(place, Path) or not is_url(place):
            self.path = Path(place)
            self.url = URL.create("sqlite+pysqlite", database=str(self.path))
        else:
            self.url = _postgres(place)

    def __str__(self) -> str:
        """The place, fit to be printed: a password is never in it."""
        if self.path is not None:
            return str(self.path)
        url = self.url.set(drivername="postgresql")
        if "password" in url.query:
            url = url.update_query_dict({"password": "***"})
        return url.render_as_string(hide_password=True)

    def engine(self) -> Engine:
        """Connections to an existing or a new database."""
        if self.path is not None:
            # Readers come in any number; each has a connection of its own, and WAL lets them read while one writes.
            engine = create_engine(self.url, max_overflow=-1, connect_args={"timeout": TIMEOUT, "check_same_thread": False})
            event.listen(engine, "connect", _sqlite_connected)
            event.listen(engine, "begin", _sqlite_begins)
            return engine
        try:
            import psycopg  # noqa: F401  a clear line if it is not there
        except ImportError:
            raise Missing("psycopg", extra="postgres", need="a project in PostgreSQL") from None
        return create_engine(self.url, pool_pre_ping=True, max_overflow=30)

    def must_exist(self) -> None:
        if self.path is None:
            return
        if not self.path.exists():
            raise NotFound("no such project", where=self.path, remedy=f"make one with: goldproof new {self.path}")
        if not is_project_file(self.path):
            raise BadInput("is not a goldproof project", where=self.path)

    @contextmanager
    def telling(self) -> Iterator[None]:
        """Whatever the database refuses is told in one line, without the password."""
        try:
            yield
        except FAILURES as error:
            raise self.told(error) from None

    def told(self, error: Exception) -> BadInput:
        if isinstance(error, UnicodeEncodeError):
            return BadInput("half a character (a lone surrogate) in a name", where=self)
        cause = str(getattr(error, "orig", None) or error).strip().split("\n")[0]
        if self.url.password:
            cause = cause.replace(str(self.url.password), "***")
        return BadInput(f"the database says: {cause}", where=self)


def is_url(place: object) -> bool:
    return isinstance(place, str) and "://" in place


def is_project_file(path: Path) -> bool:
    """A SQLite file, by its first bytes."""
    try:
        if not path.is_file():  # to open a pipe would be to wait for whoever writes into it
            return False
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def _postgres(place: str) -> URL:
    try:
        url = make_url(place)
    except (ArgumentError, ValueError):
        raise BadInput("not an address of a database", where=masked(place),
                       remedy="write postgresql://user:password@host:port/database") from None  # fmt: skip
    if url.drivername not in ("postgresql", "postgres", "postgresql+psycopg"):
        raise BadInput(f"projects live in SQLite files and PostgreSQL, not in {url.drivername}", where=masked(place))
    return url.set(drivername="postgresql+psycopg")


def _sqlite_connected(connection: sqlite3.Connection, _record: Any) -> None:
    # Python's sqlite3 would begin transactions by itself, too late and only for some statements: we say BEGIN.
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {TIMEOUT * 1000}")
    # FULL: a commit has reached the disk before it is acknowledged, also if the power fails.
    connection.execute("PRAGMA synchronous = FULL")


def _sqlite_begins(connection: Connection) -> None:
    # A writer takes the write lock at once: a transaction that reads first and writes later could find it taken.
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")
