"""Who may do what, rounds that close, guidelines that say what changed."""

from __future__ import annotations

import hashlib

import pytest

from goldproof.errors import BadInput, NotFound
from goldproof.model import Corpus, Source
from goldproof.project import Project, Refused, Role, What
from goldproof.project.guidelines import changed, parts
from goldproof.project.people import RIGHTS

from .conftest import FINGERS

# Every kind of event, and somebody who tries to make one.
TRIES = {
    What.IMPORTED: lambda p, who: p.take(Corpus.of_texts({f"by {who}": "x"}), actor=who),
    What.LAYER: lambda p, who: p.add_layer(f"of {who}", "mentions", Source(who), actor=who),
    What.JUDGED: lambda p, who: p.judge(f"{who}'s", "one", [FINGERS], actor=who),
    What.WITHDRAWN: lambda p, who: p.withdraw(f"{who}'s", "two", actor=who),
    What.COMMENTED: lambda p, who: p.comment("hm", actor=who),
    What.FLAGGED: lambda p, who: p.flag(f"{who}'s", "one", actor=who),
    What.PERSON: lambda p, who: p.add_person(f"friend of {who}", "annotator", actor=who),
    What.ROLE: lambda p, who: p.change_role("ann", "reader", actor=who),
    What.OPENED: lambda p, who: p.open_round("2", actor=who),
    What.CLOSED: lambda p, who: p.close_round("1", actor=who),
    What.GUIDELINE: lambda p, who: p.publish_guideline("1", "x", actor=who),
    What.SETTING: lambda p, who: p.set("x", 1, actor=who),
}


@pytest.mark.parametrize("kind", TRIES)
@pytest.mark.parametrize("role", Role)
def test_each_role_does_what_it_may_and_no_more(role: Role, kind: What, tmp_path: object) -> None:
    with Project.create(f"{tmp_path}/study.db", Corpus.of_texts({"one": "Short fingers.", "two": ""})) as project:
        project.add_person("ann", "annotator")
        project.add_person("me", role)
        project.open_round("1")
        project.add_layer("me's", "mentions", Source("me"))
        project.judge("me's", "two", [])
        before = project.verify().events
        if kind in RIGHTS[role]:
            TRIES[kind](project, "me")
            assert project.history(last=1)[0].kind is kind
        else:
            with pytest.raises(Refused, match=f"me is an? {role}"):
                TRIES[kind](project, "me")
            assert project.verify().events == before


def test_an_annotator_writes_in_layers_of_their_own_only(project: Project) -> None:
    for wrong in (
        lambda: project.judge("finder", "one", [], actor="ann"),
        lambda: project.flag("finder", "one", actor="ann"),
        lambda: project.add_layer("new", "mentions", Source("bo"), actor="ann"),
    ):
        with pytest.raises(Refused, match="layers of their own only"):
            wrong()
    assert "new" not in [la.name for la in project.layers()]
    project.judge("ann", "one", [], actor="ann")


def test_nobody_acts_who_is_not_there(project: Project) -> None:
    for act in (lambda: project.judge("ann", "one", [], actor="bo"), lambda: project.comment("x", actor="bo"), lambda: project.undo(actor="bo")):
        with pytest.raises(NotFound, match="bo"):
            act()


def test_owners_make_owners_and_one_remains(project: Project) -> None:
    project.add_person("max", "manager", title="Max M.")
    for wrong in (
        lambda: project.add_person("eve", "owner", actor="max"),
        lambda: project.change_role("max", "owner", actor="max"),
        lambda: project.change_role("owner", "reader", actor="max"),
        lambda: project.change_role("owner", "reader"),
    ):
        with pytest.raises(Refused):
            wrong()
    project.change_role("max", "owner")
    project.change_role("owner", "reader", actor="max")
    assert [(p.name, p.role, p.title) for p in project.people()] == [
        ("owner", "reader", ""), ("ann", "annotator", ""), ("max", "owner", "Max M.")]  # fmt: skip
    project.comment("done in the name of the owner there is now")
    assert project.history(last=1)[0].actor == "max"
    with pytest.raises(BadInput, match="there are: owner, manager"):
        project.add_person("eve", "king")
    with pytest.raises(BadInput, match="already"):
        project.add_person("ann", "reader")
    with pytest.raises(NotFound):
        project.change_role("eve", "reader")


def test_a_closed_round_takes_no_more(project: Project) -> None:
    project.publish_guideline("g1", "# Rules\nx")
    project.open_round("1", guideline="g1")
    project.judge("rated", "p1", [])
    project.close_round("1")
    for wrong in (lambda: project.judge("rated", "p1", []), lambda: project.undo(),
                  lambda: project.add_layer("late", "mentions", Source("x", round="1"))):  # fmt: skip
        with pytest.raises(Refused, match="round 1: is closed"):
            wrong()
    project.judge("ann", "one", [], actor="ann")  # of no round
    project.open_round("1")
    project.judge("rated", "p1", [])
    assert [(r.name, r.guideline, r.open) for r in project.rounds()] == [("1", "g1", True)]
    with pytest.raises(BadInput, match="open already"):
        project.open_round("1")
    with pytest.raises(NotFound):
        project.close_round("2")
    with pytest.raises(NotFound, match="no guideline"):
        project.open_round("2", guideline="g9")


def test_events_know_round_guideline_and_ontology(project: Project) -> None:
    project.add_layer("bo", "mentions", Source("bo", round="2", guideline="g3", ontology="hp 2025"))
    project.judge("bo", "one", [])
    event = project.history(last=1)[0]
    assert (event.round, event.guideline, event.ontology) == ("2", "g3", "hp 2025")


def test_a_guideline_says_what_changed(project: Project) -> None:
    project.publish_guideline("1", "Intro.\n# Spans\nMinimal.\n## Heads\nNone.\n# Old\nGone.")
    project.publish_guideline("2", "Intro.\n# Spans\nMaximal.\n## Heads\nNone.\n# New\nHere.")
    one, two = project.guidelines()
    assert one.changed == ("(beginning)", "Spans", "Heads", "Old")
    assert two.changed == ("Spans", "New", "Old")
    assert two.checksum == hashlib.sha256(two.text.encode()).hexdigest()
    with pytest.raises(BadInput, match="published already"):
        project.publish_guideline("2", "other")


def test_parts_of_a_text() -> None:
    assert parts("") == {"": ""}
    assert parts("# A\nx\n# A\ny") == {"": "", "A": "x", "A (2)": "y"}
    assert changed("# A\nx", "# A\nx\n") == []
    assert changed("", "# Empty") == ["Empty"]
    assert changed("# Empty", "") == ["Empty"]
