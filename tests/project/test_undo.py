"""Undo and redo are events, go back over bulk actions as one, and never over somebody else's work."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goldproof.errors import NotFound
from goldproof.model import Corpus, Mention, Source, Span
from goldproof.project import Conflict, Project, Refused, What

from .conftest import FINGERS, PALATE, corpus


def judged(project: Project, unit: str = "one") -> object:
    return project.standing("ann", unit).judged


def test_back_and_forth(project: Project) -> None:
    project.judge("ann", "one", [FINGERS], actor="ann")
    project.judge("ann", "one", [PALATE], actor="ann")
    before = project.verify().events
    project.undo(actor="ann")
    assert judged(project) == (FINGERS,)
    project.undo(actor="ann")
    assert judged(project) is None
    project.redo(actor="ann")
    project.redo(actor="ann")
    assert judged(project) == (PALATE,)
    with pytest.raises(NotFound, match="nothing to redo"):
        project.redo(actor="ann")
    assert project.verify(deep=True).events == before + 4
    assert project.standing("ann", "one").version == 6


def test_a_new_action_ends_redoing(project: Project) -> None:
    project.judge("ann", "one", [FINGERS], actor="ann")
    project.undo(actor="ann")
    project.judge("ann", "two", [PALATE], actor="ann")
    with pytest.raises(NotFound):
        project.redo(actor="ann")
    project.undo(actor="ann")
    project.undo(actor="ann")  # the layer that ann made
    assert [la.name for la in project.layers()] == ["finder", "rated"]
    with pytest.raises(NotFound, match="nothing to undo"):
        project.undo(actor="ann")


def test_a_bulk_action_is_undone_as_one(project: Project) -> None:
    project.judge("ann", "one", [FINGERS], actor="ann")
    saved = project.judge_all("ann", {"one": [PALATE], "two": [], "p1": []}, actor="ann")
    assert saved.events == 3
    assert {e.bulk for e in project.history(operation=saved.operation)} == {saved.operation}
    undone = project.undo(actor="ann")
    assert undone.events == 3
    assert (judged(project), judged(project, "two"), judged(project, "p1")) == ((FINGERS,), None, None)
    project.redo(actor="ann")
    assert (judged(project), judged(project, "two"), judged(project, "p1")) == ((PALATE,), (), ())


def test_withdrawals_comments_and_flags(project: Project) -> None:
    project.judge("ann", "one", [FINGERS], actor="ann")
    project.withdraw("ann", "one", actor="ann")
    project.comment("hm", unit="one", actor="ann")
    project.flag("ann", "one", actor="ann")
    project.undo(actor="ann")
    assert project.unsure() == ()
    project.undo(actor="ann")
    assert project.comments() == ()
    project.undo(actor="ann")
    assert judged(project) == (FINGERS,)
    for _ in range(3):
        project.redo(actor="ann")
    assert (judged(project), len(project.comments()), project.unsure()) == (None, 1, (("ann", "one"),))


def test_an_import_goes_and_comes_back(place: str) -> None:
    with Project.create(place) as project:
        project.take(corpus())
        project.undo()
        assert project.corpus() == Corpus()
        assert project.counts() == dict.fromkeys(("document", "unit", "study", "split"), 0)
        project.redo()
        assert project.corpus() == corpus()
        project.undo()
        project.take(corpus())
        assert project.corpus() == corpus()
        assert project.verify(deep=True).whole


def test_an_import_that_others_build_on_stays(project: Project) -> None:
    project.judge("ann", "one", [FINGERS], actor="ann")
    with pytest.raises(Refused, match="unit one was judged since"):
        project.undo()
    project.undo(actor="ann")
    project.take(Corpus.of_texts({"three": "x"}))
    project.undo()
    project.undo()
    assert project.counts()["unit"] == 0


def test_what_somebody_else_changed_is_not_undone(project: Project) -> None:
    project.judge_all("ann", {"one": [FINGERS], "two": [FINGERS]}, actor="ann")
    project.judge("ann", "two", [PALATE], actor="owner")
    before = project.verify().events
    with pytest.raises(Conflict, match="changed since by owner") as told:
        project.undo(actor="ann")
    assert told.value.version == 2
    assert project.verify().events == before  # not even half of it
    project.undo(actor="owner")
    project.undo(actor="ann")
    assert judged(project, "two") is None


def test_administration_is_not_undone(project: Project) -> None:
    project.add_person("bo", "reader")
    project.undo()  # the import
    assert [p.name for p in project.people()] == ["owner", "ann", "bo"]


def test_the_same_undo_is_done_once(project: Project) -> None:
    project.judge("ann", "one", [FINGERS], actor="ann")
    project.judge("ann", "one", [PALATE], actor="ann")
    assert project.undo(actor="ann", operation="u") == project.undo(actor="ann", operation="u")
    assert judged(project) == (FINGERS,)
    assert [e.kind for e in project.history(last=2)] == [What.UNDONE, What.JUDGED]


ACTION = st.tuples(st.sampled_from(["judge", "judge", "bulk", "withdraw", "undo", "undo", "redo"]), st.sampled_from(["a", "b"]), st.integers(0, 2))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(ACTION, max_size=25))
def test_as_two_stacks_would(tmp_path: Path, actions: list[tuple[str, str, int]]) -> None:
    """Against the plainest thing that undoes: copies of the whole state on two stacks."""
    file = tmp_path / "study.db"
    file.unlink(missing_ok=True)
    state: dict[str, int | None] = {}
    past: list[dict[str, int | None]] = []
    future: list[dict[str, int | None]] = []
    with Project.create(file, Corpus.of_texts({"a": "aaaa", "b": "bbbb"})) as project:
        project.add_person("ann", "annotator")
        project.add_layer("ann", "mentions", Source("ann"), actor="owner")
        for what, unit, n in actions:
            said = [Mention((Span(n, n + 1),))]
            if what == "undo":
                if past:
                    future.append(state)
                    state = past.pop()
                    project.undo(actor="ann")
                else:
                    with pytest.raises(NotFound):
                        project.undo(actor="ann")
            elif what == "redo":
                if future:
                    past.append(state)
                    state = future.pop()
                    project.redo(actor="ann")
                else:
                    with pytest.raises(NotFound):
                        project.redo(actor="ann")
            elif what == "withdraw" and state.get(unit) is None:
                with pytest.raises(Refused):
                    project.withdraw("ann", unit, actor="ann")
            else:
                past.append(state)
                future.clear()
                units = ["a", "b"] if what == "bulk" else [unit]
                state = {**state, **dict.fromkeys(units, None if what == "withdraw" else n)}
                project.judge_all("ann", dict.fromkeys(units, None if what == "withdraw" else said), actor="ann")
            stands = {u: ms[0].start for u, ms in project.layers(names=["ann"])[0].items()}
            assert stands == {u: v for u, v in state.items() if v is not None}
        assert project.verify(deep=True).whole
