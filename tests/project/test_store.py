"""A project holds what it was given, and says no in one line."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

import goldproof as gp
from goldproof.errors import BadInput, NotFound
from goldproof.model import Attributes, Corpus, Kind, Layer, Mention, Rating, Source, Span
from goldproof.project import Conflict, Project, Refused
from goldproof.project import schema as schema

from ..formats.samples import SAMPLES
from .conftest import FINGERS, PALATE, corpus, sql


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_corpus_taken_in_comes_out_the_same(sample: str, tmp_path: Path) -> None:
    with Project.create(tmp_path / "study.db", SAMPLES[sample]) as project:
        assert project.corpus() == SAMPLES[sample]
        assert project.verify(deep=True).whole


@pytest.mark.parametrize("sample", ["everything", "tree and dependencies", "matrix", "reasons", "tied", "awkward text", "splits"])
def test_in_both_databases(sample: str, place: str) -> None:
    with Project.create(place) as project:
        project.take(SAMPLES[sample])
    with Project.open(place) as project:
        assert project.corpus() == SAMPLES[sample]
        assert project.verify(deep=True).whole


def test_the_public_name() -> None:
    """The public one is the store, and what later rooms of the street do with it."""
    assert issubclass(gp.Project, Project)
    assert {"queue", "release", "trace"} <= set(vars(gp.Project))


def test_facts_of_a_new_project_stay(place: str) -> None:
    with Project.create(place, name="mine", licence="CC-BY-4.0") as project:
        taken = project.take(Corpus(name="theirs", licence="CC-BY-4.0", version="3", attributes=Attributes(year=2026)))
        made = project.corpus()
        assert (made.name, made.licence, made.version, made.attributes) == ("mine", "CC-BY-4.0", "3", Attributes(year=2026))
        assert taken.notes == ("the project's name stays: mine, not theirs",)


def test_what_is_there_is_not_made_again(place: str) -> None:
    Project.create(place, name="first").close()
    with pytest.raises(BadInput, match="already"):
        Project.create(place, name="second")
    with Project.open(place) as project:
        assert project.settings() == {"name": "first"}


def test_a_project_that_cannot_be_made_leaves_nothing(tmp_path: Path) -> None:
    bad = Corpus.of_texts({"a": "x"}).with_layers(
        Layer.of("l", Source("s"), Kind.MENTIONS, {"a": (Mention((Span(0, 1),), attributes=Attributes(n=float("inf"))),)}))  # fmt: skip
    with pytest.raises(BadInput, match="not finite"):
        Project.create(tmp_path / "study.db", bad)
    with pytest.raises(BadInput):
        Project.create(tmp_path / "study.db", owner=" ")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_project(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="no such project"):
        Project.open(tmp_path / "none.db")
    for name, data in (("text", b"hello"), ("empty", b""), ("broken", b"SQLite format 3\0" + b"x" * 5000)):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(BadInput) as told:
            Project.open(tmp_path / name)
        assert name in str(told.value)
        assert "\n" not in str(told.value)
        assert (tmp_path / name).read_bytes() == data
    with pytest.raises(BadInput):
        Project.open(tmp_path)
    sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE event (x)").connection.close()
    with pytest.raises(BadInput, match="not a goldproof project"):
        Project.open(tmp_path / "other.db")


def test_a_newer_project_is_refused(project: Project, place: str) -> None:
    sql(project, f"INSERT INTO migration VALUES ({schema.VERSION + 1}, 'later')")
    with pytest.raises(BadInput, match=f"newer goldproof .tables of version {schema.VERSION + 1}"):
        Project.open(place)


def test_an_older_project_is_brought_up(project: Project, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    project.close()
    step = (*schema.MIGRATIONS, lambda c: c.exec_driver_sql("CREATE TABLE later (x INTEGER)"))
    monkeypatch.setattr(schema, "MIGRATIONS", step)
    monkeypatch.setattr(schema, "VERSION", len(step))
    with Project.open(place) as newer:
        sql(newer, "INSERT INTO later VALUES (1)")
    with Project.open(place) as again:
        assert again.corpus().documents == corpus().documents


def test_a_password_is_never_shown() -> None:
    for url in ("postgresql://ann:geheim@127.0.0.1:1/study", "postgresql://ann@127.0.0.1:1/study?password=geheim",
                "postgresql://ann:geheim@[bad/study", "mysql://ann:geheim@h/study"):  # fmt: skip
        with pytest.raises(gp.GoldproofError) as told:
            Project.open(url)
        assert "geheim" not in str(told.value)
        assert "***" in str(told.value)


def test_a_judgement_stands_and_its_history_stays(project: Project) -> None:
    first = project.judge("ann", "one", [FINGERS], actor="ann", seconds=12.5)
    second = project.judge("ann", "one", [], actor="ann", base=1)
    assert (first.version, second.version) == (1, 2)
    assert project.standing("ann", "one").judged == ()
    project.withdraw("ann", "one", actor="ann")
    assert project.standing("ann", "one").judged is None
    assert project.standing("ann", "two").version == 0
    judged = list(project.history(unit="one", layer="ann"))
    assert [(e.kind.value, e.base, e.version, e.seconds) for e in judged] == [
        ("withdrawn", 2, 3, None), ("judged", 1, 2, None), ("judged", 0, 1, 12.5)]  # fmt: skip
    assert project.layers(names=["ann"])[0].units == ()


def test_a_stale_version_is_refused(project: Project) -> None:
    project.judge("ann", "one", [FINGERS], actor="ann")
    with pytest.raises(Conflict, match="version 1, not 0") as told:
        project.judge("ann", "one", [], actor="ann", base=0)
    assert told.value.version == 1
    assert project.standing("ann", "one").judged == (FINGERS,)


def test_the_same_operation_is_done_once_and_answered_twice(project: Project) -> None:
    first = project.judge("ann", "one", [FINGERS], actor="ann", operation="op-1", base=0)
    project.judge("ann", "one", [], actor="ann")
    assert project.judge("ann", "one", [FINGERS], actor="ann", operation="op-1", base=0) == first
    assert project.standing("ann", "one").judged == ()
    taken = project.take(Corpus.of_texts({"x": "y"}), operation="op-2")
    assert project.take(Corpus.of_texts({"x": "y"}), operation="op-2") == taken
    assert taken.documents == 1


def test_an_operation_id_belongs_to_one_action(project: Project) -> None:
    project.judge("ann", "one", [FINGERS], actor="ann", operation="op-1")
    for wrong in (
        lambda: project.judge("ann", "two", [], actor="ann", operation="op-1"),
        lambda: project.judge("ann", "one", [FINGERS], actor="owner", operation="op-1"),
        lambda: project.withdraw("ann", "one", actor="ann", operation="op-1"),
        lambda: project.judge("ann", "one", [], actor="ann", operation="\n"),
    ):
        with pytest.raises(BadInput):
            wrong()


def test_judgements_must_fit_their_layer(project: Project) -> None:
    before = project.verify().events
    for wrong, error in (
        (lambda: project.judge("ann", "one", [Rating(1)], actor="ann"), BadInput),
        (lambda: project.judge("rated", "p1", [Rating(1), Rating(2)]), BadInput),
        (lambda: project.judge("ann", "three", [], actor="ann"), NotFound),
        (lambda: project.judge("none", "one", []), NotFound),
        (lambda: project.judge("ann", "one", [Mention((Span(0, 1),), attributes=Attributes(x=float("nan")))]), BadInput),
        (lambda: project.judge("ann", "one", [Mention((Span(0, 1),), label="\ud800")]), BadInput),
        (lambda: project.judge("ann", "one", [Mention((Span(0, 2**40),))]), BadInput),
        (lambda: project.judge("ann", "one", [], seconds=-1.0), BadInput),
        (lambda: project.withdraw("ann", "one"), Refused),
        (lambda: project.add_layer("x", "opinions", Source("x")), BadInput),
        (lambda: project.add_layer("ann", "mentions", Source("x")), BadInput),
        (lambda: project.judge_all("ann", {"one": [], "three": []}), NotFound),
        (lambda: project.comment(" "), BadInput),
        (lambda: project.comment("a\0b"), BadInput),
        (lambda: project.comment("a\udc80b"), BadInput),
        (lambda: project.comment("a", operation="x#1"), BadInput),
        (lambda: project.comment("a", operation="\ud800"), BadInput),
        (lambda: project.comment("a", actor="\ud800"), BadInput),
        (lambda: project.judge("ann", "\ud800", []), BadInput),
        (lambda: project.judge("ann", "a\0", []), (BadInput, NotFound)),
        (lambda: project.standing("ann\ud800", "one"), BadInput),
        (lambda: project.corpus(units=["\ud800"]), BadInput),
        (lambda: project.add_person("bo", "reader", title="\0"), BadInput),
        (lambda: project.publish_guideline("1", "\0"), BadInput),
        (lambda: project.set("x", float("nan")), BadInput),
        (lambda: project.set("x", object()), BadInput),
    ):
        with pytest.raises(error):
            wrong()
    assert project.verify().events == before
    assert project.standing("ann", "one").version == 0


def test_layers_of_a_kind_or_a_round(project: Project) -> None:
    assert [la.name for la in project.mentions()] == ["finder", "ann"]
    assert [la.name for la in project.layers(round="1")] == ["rated"]
    assert project.ratings() == (corpus().layer("rated"),)
    assert project.phenotypes() == project.parses() == project.rankings() == ()
    with pytest.raises(NotFound, match="there are: finder, rated, ann"):
        project.layers(names=["nobody"])


def test_some_units_only(project: Project) -> None:
    made = project.corpus(units=["two", "p2"], layers=["finder", "rated"])
    assert made == project.corpus(layers=["finder", "rated"]).only(["two", "p2"])
    with pytest.raises(NotFound, match="no unit 'x'"):
        project.corpus(units=["x"])


def test_comments_flags_settings(project: Project) -> None:
    project.comment("Is this a finger?", unit="one", layer="ann", actor="ann")
    project.flag("ann", "one", actor="ann")
    project.set("blind", True)
    assert [(c.actor, c.text, c.unit) for c in project.comments(unit="one")] == [("ann", "Is this a finger?", "one")]
    assert project.unsure() == (("ann", "one"),)
    assert project.standing("ann", "one").judged is None
    project.judge("ann", "one", [PALATE], actor="ann", base=0)
    assert project.standing("ann", "one").unsure
    project.flag("ann", "one", False, actor="ann")
    assert project.unsure() == ()
    assert project.settings()["blind"] is True


def test_progress_and_who_did_what(project: Project) -> None:
    project.judge("ann", "one", [FINGERS, PALATE], actor="ann", seconds=2)
    project.judge("ann", "two", [], actor="ann", seconds=3)
    rows = {p.layer: p for p in project.progress()}
    assert (rows["ann"].judged, rows["ann"].nothing, rows["ann"].judgements) == (2, 1, 2)
    assert (rows["rated"].by, rows["rated"].round, rows["rated"].judged) == ("rita", "1", 1)
    assert project.counts() == {"document": 2, "unit": 5, "study": 0, "split": 1}
    assert [(t.kind, t.count, t.seconds) for t in project.tally() if t.actor == "ann"] == [
        ("judged", 2, 5.0), ("layer created", 1, None)]  # fmt: skip


def test_a_closed_project_saves_nothing(project: Project) -> None:
    project.close()
    with pytest.raises(BadInput, match="closed"):
        project.judge("ann", "one", [])
