"""A project: people judge units in layers, every save an event, every event kept.

>>> import goldproof as gp
>>> with gp.Project.create("study.db", name="fingers") as project:            # doctest: +SKIP
...     project.take(gp.load("abstracts/"))
...     project.add_person("ann", "annotator")
...     project.add_layer("ann", "mentions", gp.Source("ann"), actor="ann")
...     project.judge("ann", "doc1", [gp.Mention((gp.Span(0, 13),))], actor="ann")
...     project.layers()
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from uuid import uuid4

from sqlalchemy import Connection, Engine

from ..errors import BadInput
from ..formats.files import replacing
from ..model import Corpus, Judgement, Kind, Layer, Scale, Source
from ..version import __version__
from . import chain, contents, deciding, deeds, intake, queues, reading, schema, undo
from .batch import Batch, Draft, Saved, Work
from .events import Event, What, named
from .guidelines import Guideline
from .people import Person, Role
from .place import Place
from .rounds import Round
from .writer import Writer

Plan = Callable[[Batch, str], Iterator[Draft]]


@dataclass(frozen=True, slots=True)
class Taken:
    """What an import brought (what was there already is not counted), and what of it was left out and why."""

    saved: Saved
    documents: int
    units: int
    studies: int
    splits: int
    layers: int
    judged: int
    notes: tuple[str, ...] = ()


class Project:
    """An open project. Any number of threads may share it; reading never waits for writing.

    One process at a time writes a SQLite file: it takes the lock with its first save (or with ``writing=True``) and
    keeps it until ``close``. In PostgreSQL several processes may write.

    Every method that saves returns when its commit has reached the disk. ``operation`` is an id of the caller's own
    making: asked for twice, it is done once and answered twice. ``actor`` is who does it, the first owner if not given.
    """

    def __init__(self, place: Place, engine: Engine) -> None:
        """Use :meth:`create` or :meth:`open`."""
        self._place = place
        self._engine = engine
        # A reader sees one moment of the project from its first query to its last, however much is saved meanwhile.
        self._reader = engine if place.path is not None else engine.execution_options(isolation_level="REPEATABLE READ")
        self._writer = Writer(place, engine)

    @classmethod
    def create(
        cls, place: str | Path, corpus: Corpus | None = None, *, name: str = "", licence: str = "", owner: str = "owner"
    ) -> Self:
        """A new project in a file or database that holds none yet; with a corpus in it, if one is given."""
        where = Place(place)
        named(owner, "person")
        made = None if corpus is None else intake.ready(corpus)
        if where.path is None:
            engine = where.engine()
            with where.telling(), engine.begin() as connection:
                _first(connection, where, name, licence, owner, made)
            return cls(where, engine)
        if where.path.exists():
            raise BadInput("is there already", where=where, remedy="choose another name; a project is never written over")
        # Made beside its place and put there whole: an interrupted start leaves nothing behind.
        with replacing(where.path) as fresh:
            beside = Place(fresh)
            engine = beside.engine()
            with where.telling():
                with engine.connect() as connection:
                    connection.connection.driver_connection.execute("PRAGMA journal_mode = WAL")  # type: ignore[union-attr]
                with engine.execution_options(writes=True).begin() as connection:
                    _first(connection, where, name, licence, owner, made)
            engine.dispose()
        return cls(where, where.engine())

    @classmethod
    def open(cls, place: str | Path, *, writing: bool = False) -> Self:
        """An existing project. ``writing`` takes the lock now, rather than with the first save."""
        where = Place(place)
        where.must_exist()
        engine = where.engine()
        project = cls(where, engine)
        try:
            with where.telling():
                with engine.begin() as connection:
                    version = schema.version(connection, where)
                if version < schema.VERSION:
                    project._writer.do(lambda batch: schema.migrate(batch.connection, version))
            if writing:
                project._writer.start()
        except BaseException:
            project.close()
            raise
        return project

    def close(self) -> None:
        """Finish what is being saved, let go of the lock."""
        self._writer.close()
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Project({str(self._place)!r})"

    @property
    def where(self) -> str:
        """The place of the project, without a password."""
        return str(self._place)

    # Saving -----------------------------------------------------------------------------------------------------------

    def take(self, corpus: Corpus, *, actor: str = "", operation: str = "") -> Taken:
        """Import a corpus: what is new of its records and layers, in one transaction. The same again changes nothing."""
        made = intake.ready(corpus)
        saved = self._do((What.IMPORTED, What.LAYER, What.JUDGED), lambda b, who: intake.take_in(b, who, made), actor, operation)
        with self._reading() as connection:
            n = reading.taken(connection, saved.operation)
        return Taken(saved, n["document"], n["unit"], n["study"], n["split"], n["layer"], n["judged"], tuple(made.notes))

    def add_layer(
        self, name: str, kind: Kind | str, source: Source, *, scale: Scale | None = None, actor: str = "", operation: str = ""
    ) -> Saved:
        """A layer with nothing in it yet."""
        try:
            chosen = Kind(kind)
        except ValueError:
            raise BadInput(f"no kind of judgement {kind!r}", remedy="there are: " + ", ".join(Kind)) from None
        return self._do((What.LAYER,), lambda b, who: deeds.add_layer(b, who, name, chosen, source, scale), actor, operation)

    def judge(
        self, layer: str, unit: str, judged: Sequence[Judgement], *, base: int | None = None, seconds: float | None = None,
        actor: str = "", operation: str = "",
    ) -> Saved:  # fmt: skip
        """Judge a unit; () means that nothing is there. ``base`` is the version that the judge has seen: if another stands, Conflict."""
        return self._do(
            (What.JUDGED,), lambda b, who: deeds.judge(b, who, layer, {unit: judged}, base=base, seconds=seconds), actor, operation, layer, unit
        )

    def judge_all(
        self, layer: str, judged: Mapping[str, Sequence[Judgement] | None], *, actor: str = "", operation: str = ""
    ) -> Saved:
        """Judge many units as one action, which is undone as one. None takes a judgement back."""
        return self._do((What.JUDGED, What.WITHDRAWN), lambda b, who: deeds.judge(b, who, layer, judged), actor, operation)

    def withdraw(self, layer: str, unit: str, *, base: int | None = None, actor: str = "", operation: str = "") -> Saved:
        """Take a judgement back: the unit is not judged."""
        return self._do((What.WITHDRAWN,), lambda b, who: deeds.judge(b, who, layer, {unit: None}, base=base), actor, operation, layer, unit)

    def comment(self, text: str, *, unit: str | None = None, layer: str | None = None, actor: str = "", operation: str = "") -> Saved:
        return self._do((What.COMMENTED,), lambda b, who: deeds.comment(b, text, unit, layer), actor, operation)

    def flag(self, layer: str, unit: str, unsure: bool = True, *, actor: str = "", operation: str = "") -> Saved:
        """Say that one is unsure of a unit, or no longer."""
        return self._do((What.FLAGGED,), lambda b, who: deeds.flag(b, who, layer, unit, unsure), actor, operation, layer, unit)

    def open_queue(self, opening: deciding.Opening, *, actor: str = "", operation: str = "") -> Saved:
        """A queue of items to decide, with the layer that its decisions fill; see :meth:`goldproof.Project.queue`."""
        return self._do((What.LAYER,), lambda b, who: deciding.open_queue(b, who, opening), actor, operation)

    def revise(self, queue: str, name: str, *, layer: str = "", actor: str = "", operation: str = "") -> Saved:
        """A new queue, with a layer of its own, that begins where another one stands: for a new version of something released."""
        return self._do((What.LAYER,), lambda b, who: deciding.revise(b, who, queue, name, layer or name), actor, operation)

    def decide(
        self, queue: str, verdicts: Sequence[queues.Verdict], *, seconds: float | None = None, actor: str = "", operation: str = ""
    ) -> Saved:
        """Decide items of a queue as one action, which is undone as one."""
        return self._do((What.DECIDED,), lambda b, who: deciding.decide(b, who, queue, verdicts, seconds=seconds), actor, operation)

    def claim(self, queue: str, keys: Sequence[str], *, actor: str, minutes: float = 10) -> str | None:
        """The first of the items that nobody else looks at; it is this person's until they claim another or the time is up."""
        return self._writer.do(lambda batch: queues.claim(batch.connection, queue, keys, actor, minutes))

    def let_go(self, queue: str, *, actor: str) -> None:
        """This person looks at nothing any more."""
        self._writer.do(lambda batch: queues.let_go(batch.connection, queue, actor))

    def record_release(self, said: Mapping[str, Any], *, actor: str = "", operation: str = "") -> Saved:
        """Layers became a release; see :meth:`goldproof.Project.release`. From now on they are not written."""
        return self._do((What.RELEASED,), lambda b, _who: deciding.release(b, said), actor, operation)

    def undo(self, *, queue: str = "", actor: str = "", operation: str = "") -> Saved:
        """Undo the actor's last action that is not undone yet, by inverse events; with ``queue``, only if it is a decision of that queue."""
        return self._do((What.UNDONE,), lambda b, who: undo.undo(b, who, queue=queue), actor, operation)

    def redo(self, *, queue: str = "", actor: str = "", operation: str = "") -> Saved:
        """Do again what the actor undid last."""
        return self._do((What.REDONE,), lambda b, who: undo.redo(b, who, queue=queue), actor, operation)

    def add_person(self, name: str, role: Role | str, *, title: str = "", actor: str = "", operation: str = "") -> Saved:
        chosen = _role(role)
        return self._do((What.PERSON,), lambda b, who: deeds.person(b, who, name, chosen, title, new=True), actor, operation)

    def change_role(self, name: str, role: Role | str, *, actor: str = "", operation: str = "") -> Saved:
        chosen = _role(role)
        return self._do((What.ROLE,), lambda b, who: deeds.person(b, who, name, chosen, None, new=False), actor, operation)

    def open_round(self, name: str, *, guideline: str = "", actor: str = "", operation: str = "") -> Saved:
        return self._do((What.OPENED,), lambda b, who: deeds.open_round(b, name, guideline), actor, operation)

    def close_round(self, name: str, *, actor: str = "", operation: str = "") -> Saved:
        return self._do((What.CLOSED,), lambda b, who: deeds.close_round(b, name), actor, operation)

    def publish_guideline(self, version: str, text: str, *, actor: str = "", operation: str = "") -> Saved:
        return self._do((What.GUIDELINE,), lambda b, who: deeds.publish(b, version, text), actor, operation)

    def set(self, name: str, value: Any, *, actor: str = "", operation: str = "") -> Saved:
        """A setting of the project's: any value that JSON can say."""
        return self._do((What.SETTING,), lambda b, who: deeds.set_value(b, name, value), actor, operation)

    def rebuild(self) -> None:
        """Make everything that was derived from the events again."""
        self._writer.do(lambda batch: batch.rebuild())

    # Reading ----------------------------------------------------------------------------------------------------------

    def corpus(
        self, *, layers: Iterable[str] | None = None, round: str | None = None, units: Sequence[str] | None = None
    ) -> Corpus:
        """The project as a corpus: all of it, or some layers, a round's layers, some units."""
        with self._reading() as c:
            return contents.corpus(c, contents.layers(c, names=layers, round=round, units=units), units)

    def layers(self, kind: Kind | str = "", *, names: Iterable[str] | None = None, round: str | None = None) -> tuple[Layer, ...]:
        """Layers as they stand now."""
        with self._reading() as c:
            return contents.layers(c, names=names, kind=kind, round=round)

    def mentions(self) -> tuple[Layer, ...]:
        return self.layers(Kind.MENTIONS)

    def phenotypes(self) -> tuple[Layer, ...]:
        return self.layers(Kind.PHENOTYPES)

    def ratings(self) -> tuple[Layer, ...]:
        return self.layers(Kind.RATINGS)

    def parses(self) -> tuple[Layer, ...]:
        return self.layers(Kind.PARSES)

    def rankings(self) -> tuple[Layer, ...]:
        return self.layers(Kind.RANKINGS)

    def standing(self, layer: str, unit: str) -> reading.Standing:
        """What stands for a unit in a layer, with the version to base the next judgement on."""
        with self._reading() as c:
            return reading.standing(c, layer, unit)

    def history(
        self, *, unit: str | None = None, layer: str | None = None, actor: str | None = None, operation: str | None = None,
        last: int | None = None,
    ) -> list[Event]:  # fmt: skip
        """Events, the last first: of a unit, a layer, a person, an operation, or all."""
        with self._reading() as c:
            return reading.history(c, unit=unit, layer=layer, actor=actor, operation=operation, last=last)

    def tally(self) -> list[reading.Tally]:
        """Who did what, and how often."""
        with self._reading() as c:
            return reading.tally(c)

    def progress(self) -> list[reading.Progress]:
        """How far each layer is."""
        with self._reading() as c:
            return reading.progress(c)

    def counts(self) -> dict[str, int]:
        """How many documents, units, studies and splits there are."""
        with self._reading() as c:
            return reading.counts(c)

    def heads(self) -> tuple[queues.Head, ...]:
        """The queues of the project, in the order in which they were opened."""
        with self._reading() as c:
            return queues.heads(c)

    def head(self, queue: str = "") -> queues.Head:
        """One queue; the only one if no name is given."""
        with self._reading() as c:
            return queues.head(c, queue)

    def entries(self, queue: str, *, key: str | None = None, unit: str | None = None) -> list[queues.Entry]:
        """The items of a queue as they stand, in their order."""
        with self._reading() as c:
            return queues.entries(c, queue, key=key, unit=unit)

    def order(self, queue: str, *, actor: str = "", late: Iterable[str] = ()) -> list[str]:
        """The keys of the open items of a queue, in the order in which they are offered to somebody."""
        with self._reading() as c:
            return queues.order(c, queue, actor, late)

    def queue_tally(self, queue: str) -> tuple[int, int, int, int]:
        """How many items a queue has, how many of them are open, skipped, unsure."""
        with self._reading() as c:
            return queues.tally(c, queue)

    def claims(self, queue: str) -> dict[str, str]:
        """Items that somebody looks at now, and who."""
        with self._reading() as c:
            return queues.claims(c, queue)

    def releases(self) -> list[dict[str, Any]]:
        """What was released: version, id, layers, by whom and when."""
        with self._reading() as c:
            return queues.releases(c)

    def people(self) -> tuple[Person, ...]:
        with self._reading() as c:
            return reading.people(c)

    def rounds(self) -> tuple[Round, ...]:
        with self._reading() as c:
            return reading.rounds(c)

    def guidelines(self) -> tuple[Guideline, ...]:
        with self._reading() as c:
            return reading.guidelines(c)

    def comments(self, *, unit: str | None = None, layer: str | None = None) -> tuple[reading.Comment, ...]:
        with self._reading() as c:
            return reading.comments(c, unit, layer)

    def unsure(self) -> tuple[tuple[str, str], ...]:
        """Layer and unit wherever somebody is unsure."""
        with self._reading() as c:
            return tuple(reading.unsure(c))

    def settings(self) -> dict[str, Any]:
        """Settings and facts (name, licence, ...) as they stand."""
        with self._reading() as c:
            return contents.settings(c)

    def verify(self, *, deep: bool = False) -> chain.Verdict:
        """Check the chain of events; if ``deep``, contents and derived tables as well."""
        with self._reading() as c:
            return chain.verify(c, deep=deep)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._place.telling(), self._reader.begin() as connection:
            yield connection

    def _do(self, kinds: tuple[What, ...], plan: Plan, actor: str, operation: str, layer: str | None = None, unit: str | None = None) -> Saved:
        # The id is made here: a work that is tried twice stays one operation.
        return self._writer.save(Work(operation or uuid4().hex, actor, kinds, plan, layer, unit))


def _first(connection: Connection, where: Place, name: str, licence: str, owner: str, made: intake.Intake | None) -> None:
    """The tables and the first events: the project is made, somebody owns it, and it holds a corpus if one is given."""
    schema.create(connection, where)
    batch = Batch(connection)
    facts = {k: v for k, v in (("name", name), ("licence", licence)) if v}
    said = {"project": uuid4().hex, "goldproof": __version__, "facts": facts, "owner": owner}
    batch.do(Work(uuid4().hex, owner, (What.CREATED,), lambda _b, _who: iter([Draft(What.CREATED, said)])))
    if made is not None:
        batch.do(Work(uuid4().hex, owner, (What.IMPORTED, What.LAYER, What.JUDGED), lambda b, who: intake.take_in(b, who, made)))
    batch.flush()


def _role(role: Role | str) -> Role:
    try:
        return Role(role)
    except ValueError:
        raise BadInput(f"no role {role!r}", remedy="there are: " + ", ".join(Role)) from None
