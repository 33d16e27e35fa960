"""Two homes for every project: a SQLite file, and a PostgreSQL of Debian's that is started for these tests alone."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest

from goldproof.model import (
    Corpus,
    Document,
    Kind,
    Layer,
    Maker,
    Mention,
    Pair,
    Rating,
    Scale,
    Source,
    Span,
    Unit,
    whole,
)
from goldproof.project import Project

ONE, TWO = Document("one", "Short fingers."), Document("two", "Cleft palate.")
FINGERS, PALATE = Mention((Span(6, 13),), label="Anatomy"), Mention((Span(6, 12),), label="Anatomy")


def corpus() -> Corpus:
    """Two texts and three pairs; a recogniser's mentions, a rater's ratings."""
    units = (whole(ONE), whole(TWO), *(Unit(f"p{i}", Pair(f"left {i}", f"right {i}")) for i in (1, 2, 3)))
    found = Layer.of("finder", Source("finder", Maker.SYSTEM, "1.0"), Kind.MENTIONS, {"one": (FINGERS,), "two": ()})
    rated = Layer.of("rated", Source("rita", round="1", guideline="2"), Kind.RATINGS, {"p2": (Rating(3),)}, scale=Scale((0, 1, 2, 3, 4)))
    return Corpus((ONE, TWO), units, (found, rated), splits={"train": ("one", "p1")}, licence="CC0-1.0", provenance="ours")


@dataclass(frozen=True)
class Cluster:
    port: int
    binaries: Path

    def url(self, database: str) -> str:
        return f"postgresql://goldproof@127.0.0.1:{self.port}/{database}"

    def sql(self, database: str, statement: str) -> None:
        import psycopg

        with psycopg.connect(self.url(database), autocommit=True) as connection:
            connection.execute(statement.encode())


def binaries() -> Path | None:
    """The folder with initdb and postgres: Debian keeps it out of the PATH."""
    found = [p.parent for p in Path("/usr/lib/postgresql").glob("*/bin/postgres")]
    if found:
        return max(found, key=lambda p: float(p.parent.name))
    return Path(shutil.which("postgres") or "").resolve().parent if shutil.which("postgres") and shutil.which("initdb") else None


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL on a free port of 127.0.0.1, in a folder of its own; gone when the tests are."""
    folder_of = binaries()
    why = "PostgreSQL is not installed (Debian: apt-get install -y postgresql)" if folder_of is None else ""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        why = "psycopg is not installed (pip install 'goldproof[postgres]')"
    if why or folder_of is None:
        if os.environ.get("GOLDPROOF_REQUIRE_POSTGRES") == "1":
            pytest.fail(why)
        pytest.skip(why)
    room = Path(tempfile.mkdtemp(prefix="goldproof-pg-"))
    server: subprocess.Popen[bytes] | None = None
    try:
        who = _unprivileged(room)
        data, log = room / "data", room / "log"
        made = subprocess.run(
            [folder_of / "initdb", "-D", data, "-A", "trust", "-U", "goldproof", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"],
            capture_output=True, text=True, cwd=room, check=False, **who,
        )  # fmt: skip
        assert made.returncode == 0, made.stderr
        port = _free_port()
        with log.open("wb") as out:
            server = subprocess.Popen(
                [folder_of / "postgres", "-D", data, "-p", str(port), "-k", room, "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=100",
                 "-c", "fsync=off"],  # it is the clients that are killed in the tests, never the server
                stdout=out, stderr=out, cwd=room, **who,
            )  # fmt: skip
        yield _answering(Cluster(port, folder_of), server, log)
    finally:
        if server is not None:
            server.send_signal(signal.SIGINT)  # fast shutdown
            server.wait(30)
        shutil.rmtree(room, ignore_errors=True)


def _unprivileged(room: Path) -> dict[str, object]:
    """PostgreSQL does not run as root: then as postgres, or as nobody."""
    if os.geteuid() != 0:
        return {}
    import pwd

    names = {p.pw_name for p in pwd.getpwall()}
    who = "postgres" if "postgres" in names else "nobody"
    shutil.chown(room, who)
    room.chmod(0o700)
    return {"user": who, "group": pwd.getpwnam(who).pw_gid, "extra_groups": []}


def _free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def _answering(cluster: Cluster, server: subprocess.Popen[bytes], log: Path) -> Cluster:
    import psycopg

    end = time.monotonic() + 60
    while True:
        try:
            psycopg.connect(cluster.url("postgres")).close()
        except psycopg.OperationalError:
            assert server.poll() is None and time.monotonic() < end, log.read_text(errors="replace")  # noqa: PT018
            time.sleep(0.05)
        else:
            return cluster


NUMBERS = count(1)


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where a project can be made: a file that is not there yet, an empty database."""
    if request.param == "sqlite":
        yield str(tmp_path / "study.db")
        return
    cluster: Cluster = request.getfixturevalue("cluster")
    name = f"study{next(NUMBERS)}"
    cluster.sql("postgres", f"CREATE DATABASE {name}")
    yield cluster.url(name)
    cluster.sql("postgres", f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def project(place: str) -> Iterator[Project]:
    """A project with some material and ann, an annotator with a layer of her own."""
    with Project.create(place, corpus(), name="toy") as made:
        made.add_person("ann", "annotator")
        made.add_layer("ann", "mentions", Source("ann"), actor="ann")
        yield made


def sql(project: Project, *statements: str) -> None:
    """What somebody could do to the tables beside the program."""
    with project._engine.execution_options(writes=True).begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)


def unguarded(project: Project, *statements: str) -> None:
    """The same, by somebody who takes the triggers away first."""
    postgres = project._place.path is None
    names = ("event", "document", "unit", "study", "split")
    off = [f'ALTER TABLE "{n}" DISABLE TRIGGER ALL' for n in names] if postgres else [
        f"DROP TRIGGER {n}_no_{what}" for n in names for what in ("update", "delete")]  # fmt: skip
    sql(project, *off, *statements)
