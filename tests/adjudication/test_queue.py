"""The queue: what is asked, in which order, what a decision does, how it is undone, who may not collide with whom, and where everything comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import goldproof as gp
from goldproof.adjudication import Decision, Queue, apply, preview
from goldproof.adjudication.rules import RULES
from goldproof.errors import BadInput, GoldproofError, NotFound
from goldproof.gold import Project
from goldproof.model import Attributes, Layer, Mention, Rating, Source, Span
from goldproof.project import Conflict, Refused

from ..project.conftest import cluster, place  # noqa: F401  fixtures: SQLite and PostgreSQL
from .toys import ONTOLOGY, m, study


def opened(project: Project, seed: int = 1, name: str = "gold") -> Queue:
    layers = project.layers("mentions", names=("ann", "bo", "cy"))
    proposal = gp.harmonise(layers, "centroid(2,2)", corpus=project.corpus(layers=()), name=f"{name}-proposal")
    return project.queue(gp.differences(layers, proposal, ontology=ONTOLOGY), name=name, seed=seed, actor="dee")


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with study(str(tmp_path / "study.db")) as made:
        yield made


@pytest.fixture
def queue(project: Project) -> Queue:
    return opened(project)


def number(queue: Queue, key: str, *mentions: Mention) -> int:
    """The number of the reading that says this."""
    wanted = [(x.spans, x.concepts) for x in mentions]
    return next(r.number for r in queue.card(key).readings if [(x.spans, x.concepts) for x in r.judged] == wanted)


def test_what_is_asked(queue: Queue) -> None:
    """Worked by hand: five places where somebody says otherwise, none where all agree."""
    keys = {e.item.key: e.item.cause for e in queue.entries()}
    assert keys == {"edges@9-23": "boundary", "two@0-12": "concept-general", "two@17-27": "boundary", "again@0-12": "concept-general", "extra@12-16": "extra"}
    assert queue.project.standing("gold", "agreed").judged == queue.project.layers(names=("gold-proposal",))[0]["agreed"]
    assert queue.project.standing("gold", "two").judged is None, "not judged while something in it is open"


def test_what_matters_most_comes_first(queue: Queue) -> None:
    """One of three says otherwise: an extra mention 1/3; a parent 1/3 of 1 - J({1,2}, {1}) = 1/6; ends by the share of characters not shared."""
    matters = {e.item.key: e.item.matters for e in queue.entries()}
    assert matters["extra@12-16"] == pytest.approx(1 / 3, abs=1e-6)
    assert matters["two@0-12"] == pytest.approx(0.5 / 3, abs=1e-6)
    assert matters["two@17-27"] == pytest.approx(0.6 * (1 - 4 / 10) / 3, abs=1e-6)
    order = [e.item.key for e in queue.entries()]
    assert order == sorted(order, key=lambda key: -matters[key])


def test_a_card_hides_who_says_what(queue: Queue) -> None:
    card = queue.card("two@17-27")
    assert sorted(r.votes for r in card.readings) == [1, 2]
    assert not re.search(r"\b(ann|bo|cy)\b", repr(card))
    assert card.text[slice(*card.where or (0, 0))] == "small eyes"


def test_the_seed_shuffles(project: Project) -> None:
    queues = [opened(project, seed, f"gold{seed}") for seed in range(8)]
    orders = {tuple(r.votes for r in q.card("two@17-27").readings) for q in queues}
    assert orders == {(1, 2), (2, 1)}
    assert [r.judged for r in queues[3].card("two@17-27").readings] == [r.judged for r in queues[3].card("two@17-27").readings]


def test_each_choice_and_what_it_makes(queue: Queue) -> None:
    project = queue.project
    queue.decide("two@0-12", number(queue, "two@0-12", m(0, 12, "X:1")), cause="concept-general", reason="the guideline", actor="dee")
    assert project.standing("gold", "two").judged is None
    queue.decide("two@17-27", "keep", actor="dee")
    first, second = project.standing("gold", "two").judged or ()
    assert (first.spans, first.concepts) == ((Span(0, 12),), ("X:1",))
    assert first.attributes == Attributes(decided="concept-general", votes=1, of=3)
    assert second.attributes["votes"] == 2, "what is kept keeps its votes"
    queue.decide("extra@12-16", "none", reason="eyes are no phenotype", actor="dee")
    assert project.standing("gold", "extra").judged == ()
    queue.decide("edges@9-23", "edit", [m(16, 22, "X:1")], actor="dee")
    (edited,) = project.standing("gold", "edges").judged or ()
    assert (edited.spans, edited.attributes["votes"]) == ((Span(16, 22),), 0)
    queue.decide("again@0-12", "skip", reason="ask", actor="dee")
    assert project.standing("gold", "again").judged is None
    assert (queue.progress().decided, queue.progress().open, queue.progress().skipped) == (4, 1, 1)
    assert project.verify(deep=True).whole


def test_undo_and_redo_one_and_all(queue: Queue) -> None:
    project = queue.project
    queue.decide("extra@12-16", "none", actor="dee")
    queue.decide("extra@12-16", "keep", actor="dee")
    queue.undo(actor="dee")
    assert [e.choice for e in queue.entries(unit="extra")] == ["none"], "what stood before stands again"
    queue.undo(actor="dee")
    assert project.standing("gold", "extra").judged is None
    queue.redo(actor="dee")
    queue.redo(actor="dee")
    assert [e.choice for e in queue.entries(unit="extra")] == ["keep"]
    queue.undo(actor="dee")
    queue.undo(actor="dee")
    with pytest.raises(Refused, match="no decision of this queue"):
        queue.undo(actor="dee")
    assert queue.progress().decided == 0
    assert project.verify(deep=True).whole
    before = project.corpus()
    project.rebuild()
    assert project.corpus() == before


def test_two_decisions_of_one_unit_are_undone_apart(queue: Queue) -> None:
    queue.decide("two@0-12", "keep", actor="dee")
    queue.decide("two@17-27", "none", actor="eve")
    assert len(queue.project.standing("gold", "two").judged or ()) == 1
    queue.undo(actor="dee")
    assert queue.project.standing("gold", "two").judged is None
    assert {e.item.key: e.choice for e in queue.entries(unit="two")} == {"two@0-12": "", "two@17-27": "none"}
    queue.redo(actor="dee")
    assert len(queue.project.standing("gold", "two").judged or ()) == 1
    assert queue.project.verify(deep=True).whole


def test_two_adjudicators_do_not_collide(place: str) -> None:  # noqa: F811
    with study(place) as project:
        queue = opened(project)
        one, two = queue.next("dee"), queue.next("eve")
        assert one is not None
        assert two is not None
        assert one.key != two.key
        again = queue.next("dee")
        assert again is not None
        assert again.key == one.key, "what somebody looked at is theirs until they decide"
        queue.decide(one.key, "keep", base=one.base, actor="dee")
        with pytest.raises(Conflict, match="decided since, by dee"):
            queue.decide(one.key, "none", base=one.base, actor="eve")
        queue.let_go("eve")
        free = queue.next("dee")
        assert free is not None
        assert free.key == two.key
        assert queue.next("eve", minutes=-1) is not None
        while (card := queue.next("dee")) is not None:
            queue.decide(card.key, "keep" if card.proposed is not None else 1, actor="dee")
        assert queue.progress().open == 0
        assert project.verify(deep=True).whole
        project.rebuild()
        assert project.verify(deep=True).whole


def test_what_was_skipped_comes_last_for_who_skipped_it(queue: Queue) -> None:
    first = queue.next("dee")
    assert first is not None
    queue.decide(first.key, "skip", reason="ask ann", actor="dee")
    assert [c.key for c in [queue.next("dee")] if c] != [first.key]
    mine = queue.next("eve")
    assert mine is not None
    assert mine.key == first.key, "eve did not skip it"
    for e in queue.entries("open"):
        if e.item.key != first.key:
            queue.decide(e.item.key, "keep", actor="dee")
    queue.let_go("eve")
    last = queue.next("dee")
    assert last is not None
    assert (last.key, last.reason) == (first.key, "ask ann")


def test_the_same_operation_is_done_once(queue: Queue) -> None:
    one = queue.decide("extra@12-16", "none", actor="dee", operation="a")
    assert queue.decide("extra@12-16", "none", actor="dee", operation="a") == one


def test_rules_preview_apply_and_undo(queue: Queue) -> None:
    shown = preview(queue, "edge-space")
    assert str(shown) == "1 differ in edge white space only"
    assert [(r.item.key, r.decided) for r in shown.rows] == [("edges@9-23", ('10-22 "short digits" X:2',))]
    assert queue.progress().decided == 0, "a preview does nothing"
    apply(queue, shown, actor="dee")
    (entry,) = queue.entries(unit="edges")
    assert (entry.rule, entry.reason) == ("edge-space", "rule edge-space: differ in edge white space only")
    shown = preview(queue, "keep")
    assert len(shown.rows) == 4
    queue.decide("extra@12-16", "none", actor="eve")
    with pytest.raises(Conflict):
        apply(queue, shown, actor="dee")
    assert queue.progress().decided == 2, "nothing of it was done"
    assert apply(queue, preview(queue, "keep"), actor="dee").events == 3
    queue.undo(actor="dee")
    assert queue.progress().decided == 2
    with pytest.raises(BadInput, match="applies to none"):
        apply(queue, preview(queue, "edge-space"), actor="dee")


def test_every_rule_by_hand(queue: Queue) -> None:
    said = {r.name: sorted(row.item.key for row in preview(queue, r.name, ontology=ONTOLOGY).rows) for r in RULES if queue.head.kind in r.kinds}
    every = sorted(e.item.key for e in queue.entries())
    assert said == {
        "edge-space": ["edges@9-23"], "edge-punctuation": ["edges@9-23"], "all-but-one": [k for k in every if k != "edges@9-23"],
        "most": [k for k in every if k != "edges@9-23"], "specific": ["again@0-12", "two@0-12"], "longest": ["edges@9-23", "two@17-27"],
        "shortest": ["edges@9-23", "two@17-27"], "same": [], "keep": every,
    }  # fmt: skip
    chosen = {name: preview(queue, name, ontology=ONTOLOGY, unit="two").rows for name in ("specific", "longest", "shortest")}
    assert [r.decided for name in chosen for r in chosen[name]] == [('0-12 "Short digits" X:2',), ('17-27 "small eyes" X:3',), ('23-27 "eyes" X:3',)]
    with pytest.raises(BadInput, match="--ontology"):
        preview(queue, "specific")
    with pytest.raises(NotFound, match="no rule 'step' decides mentions"):
        preview(queue, "step")


def test_the_same_words_are_decided_as_before(queue: Queue) -> None:
    """Short digits stand in two texts, marked in the same two ways."""
    queue.decide("two@0-12", number(queue, "two@0-12", m(0, 12, "X:1")), actor="dee")
    (row,) = preview(queue, "same").rows
    assert (row.item.key, row.decided) == ("again@0-12", ('0-12 "Short digits" X:1',))


def test_ratings_by_step(project: Project) -> None:
    layers = project.layers("ratings")
    found = gp.differences(layers, gp.harmonise(layers, "median", name="median"))
    queue = project.queue(found, name="rates", actor="dee")
    assert [e.item.key for e in queue.entries()] == ["p3", "p2"], "four steps apart before one"
    assert queue.entries()[0].item.matters == pytest.approx((0.5 + 0.5) / 3)
    assert [r.item.key for r in preview(queue, "step").rows] == ["p2"]
    queue.decide("p3", "edit", [Rating(3)], actor="dee")
    assert [r.value for r in project.standing("rates", "p3").judged or ()] == [3]
    with pytest.raises(BadInput, match="2 ratings of one unit"):
        queue.decide("p3", "edit", [Rating(3), Rating(4)], actor="dee")


def test_whole_units_from_decisions(queue: Queue) -> None:
    queue.decide_unit([Decision("two", "as cy", take="cy"), Decision("edges", "new", judged=(m(10, 15),)), Decision("extra", "none")], actor="dee")
    project = queue.project
    assert [x.concepts for x in project.standing("gold", "two").judged or ()] == [("X:1",), ("X:3",)]
    assert [x.spans for x in project.standing("gold", "edges").judged or ()] == [(Span(10, 15),)]
    assert project.standing("gold", "extra").judged == ()
    queue.decide_unit([Decision("two", "all of it", judged=(m(6, 12),))], actor="dee")
    assert [x.spans for x in project.standing("gold", "two").judged or ()] == [(Span(6, 12),)]
    queue.undo(actor="dee")
    assert len(project.standing("gold", "two").judged or ()) == 2
    assert project.verify(deep=True).whole
    with pytest.raises(NotFound, match="nothing is to be decided"):
        queue.decide_unit([Decision("agreed", "x", take="cy")], actor="dee")
    with pytest.raises(BadInput, match="no layer 'zoe'"):
        queue.decide_unit([Decision("two", "x", take="zoe")], actor="dee")


def test_every_gold_judgement_can_be_traced(queue: Queue) -> None:
    """Each has an event that exists, says it, and names the layers that really say it."""
    project = queue.project
    while (card := queue.next("dee")) is not None:
        queue.decide(card.key, 1, reason=f"because of {card.key}", unsure=card.unit == "two", actor="dee")
    corpus = project.corpus()
    gold = corpus.layer("gold")
    assert set(gold.units) == {u.id for u in corpus.units} - {"p1", "p2", "p3"}
    for unit, judged in gold.items():
        traces = [t for t in project.trace(unit) if t.judged is not None]
        assert sorted(map(repr, (t.judged for t in traces))) == sorted(map(repr, judged))
        for t in traces:
            event = next(e for e in project.history() if e.seq == t.event)
            assert event.kind == ("judged" if unit == "agreed" else "queue opened" if t.how == "agreed" else "decided")
            really = {n for n in ("ann", "bo", "cy") if any(x.spans == t.judged.spans and x.concepts == t.judged.concepts for x in corpus.layer(n)[unit])}
            assert set(t.layers) == really
            assert t.votes == len(really)
            assert (t.reason == "") == (t.how == "agreed")
            assert t.unsure == (unit == "two")


def test_what_was_decided_away_is_told_too(queue: Queue) -> None:
    queue.decide("extra@12-16", "none", reason="no phenotype", actor="dee")
    (found,) = queue.project.trace("extra")
    assert (found.judged, found.how, found.reason, found.others[0][0]) == (None, "none", "no phenotype", "ann")


def test_a_queue_can_go_while_nothing_is_decided(queue: Queue) -> None:
    project = queue.project
    queue.decide("extra@12-16", "none", actor="eve")
    with pytest.raises(Refused, match="decisions already"):
        project.undo(actor="dee")
    queue.undo(actor="eve")
    project.undo(actor="dee")
    assert project.heads() == ()
    assert "gold" not in [la.name for la in project.layers()]
    project.redo(actor="dee")
    assert project.queue().progress().items == 5
    assert project.verify(deep=True).whole


def test_the_gold_layer_is_written_by_decisions_only(queue: Queue) -> None:
    with pytest.raises(Refused, match="decided through its queue"):
        queue.project.judge("gold", "two", [], actor="dee")
    source = queue.project.layers(names=("gold",))[0].source
    forged = queue.project.corpus(layers=()).with_layers(Layer.of("gold", source, queue.head.kind, {"two": [m(0, 1)]}))
    with pytest.raises(Refused, match="decided through its queue"):
        queue.project.take(forged)
    assert queue.project.take(queue.project.corpus()).saved.events == 0, "the same again is fine"


def test_what_is_refused(project: Project, queue: Queue) -> None:
    layers = project.layers("mentions", names=("ann", "bo", "cy"))
    other = [layers[0].called("zoe"), *layers[1:]]
    proposal = gp.harmonise(layers, "centroid(2,2)", corpus=project.corpus(layers=()), name="p")
    changed = Layer.of("ann", layers[0].source, layers[0].kind, {"two": [m(0, 3)]})
    for refused, why in (
        (lambda: project.queue(gp.differences(other, proposal), name="new"), "no layer 'zoe'"),
        (lambda: project.queue(gp.differences([changed], proposal), name="new"), "judged otherwise in the project"),
        (lambda: project.queue(gp.differences(layers, proposal), name="gold"), "is there already"),
        (lambda: project.queue(gp.differences(layers, proposal), name=""), "needs a name"),
        (lambda: project.queue("none"), "no queue 'none'"),
        (lambda: queue.decide("none", "keep"), "no item 'none'"),
        (lambda: queue.decide("two@0-12", 9), "no reading 9"),
        (lambda: queue.decide("two@0-12", 0), "no reading 0"),
        (lambda: queue.decide("two@0-12", "maybe"), "no choice 'maybe'"),
        (lambda: queue.decide("two@0-12", "edit"), "says what is judged"),
        (lambda: queue.decide("two@0-12", "edit", [Rating(3)]), "no judgement of the kind mentions"),
        (lambda: queue.decide("two@0-12", "skip"), "needs a reason"),
        (lambda: queue.entries("some"), "no state"),
        (lambda: project.trace("none"), "no unit"),
        (lambda: project.queue(gp.differences(layers, proposal), name="new", actor="nobody"), "no person"),
    ):
        with pytest.raises(GoldproofError, match=why):
            refused()
    assert len(project.heads()) == 1
    project.add_person("ron", "reader")
    with pytest.raises(Refused, match="reader"):
        queue.decide("two@0-12", "keep", actor="ron")


def test_an_older_project_gets_its_queues(tmp_path: Path) -> None:
    """A project of the first version of the tables: they are brought up when it is opened."""
    from sqlalchemy import create_engine, text

    with study(str(tmp_path / "old.db")):
        pass
    engine = create_engine(f"sqlite:///{tmp_path / 'old.db'}")
    with engine.begin() as connection:
        for name in ("queue", "item", "release", "lease"):
            connection.execute(text(f"DROP TABLE {name}"))
        connection.execute(text("DELETE FROM migration WHERE number = 2"))
    engine.dispose()
    with Project.open(tmp_path / "old.db") as project:
        assert opened(project).progress().items == 5
        assert project.verify(deep=True).whole


def test_concepts_on_one_side_become_items(tmp_path: Path) -> None:
    from goldproof.adjudication.onesided import one_sided
    from goldproof.model import Corpus, Document, Kind, Passage, Unit

    documents = (Document("en", "Short digits, small eyes.", "en"), Document("de", "Kurze Finger, kleine Augen.", "de"))
    units = tuple(Unit(d.id, Passage(d.id), "g/1", d.language) for d in documents)
    said = {"en": [m(0, 12), m(14, 24, "X:3")], "de": [m(0, 12)]}
    with Project.create(tmp_path / "s.db", Corpus(documents, units, (Layer.of("gold", Source("gold"), Kind.MENTIONS, said),))) as project:
        layer = project.layers(names=("gold",))[0]
        queue = project.sides(one_sided(project.corpus(), layer), layer, name="across")
        assert [(e.item.key, e.item.cause) for e in queue.entries()] == [("de~X:3", "one-sided"), ("en~X:3", "one-sided")]
        assert "en: small eyes" in queue.card("de~X:3").detail
        queue.decide("de~X:3", "edit", [m(14, 26, "X:3")], actor="owner")
        queue.decide("en~X:3", "keep", actor="owner")
        assert [x.concepts for x in project.standing("across", "de").judged or ()] == [("X:2",), ("X:3",)]
        assert len(project.standing("across", "en").judged or ()) == 2
        queue.decide("en~X:3", "none", actor="owner")
        assert [x.concepts for x in project.standing("across", "en").judged or ()] == [("X:2",)]
        assert project.verify(deep=True).whole
