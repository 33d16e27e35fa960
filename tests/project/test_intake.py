"""Importing: merged by id, refused where the same id says something else, whole or not at all."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from goldproof.errors import BadInput
from goldproof.formats import load
from goldproof.model import (
    Attributes,
    Character,
    Corpus,
    Document,
    Kind,
    Layer,
    Mention,
    Passage,
    Rating,
    Source,
    Span,
    Study,
    Symbol,
    Unit,
    whole,
)  # fmt: skip
from goldproof.project import Project

from .conftest import FINGERS, ONE, PALATE, corpus


def layer(name: str = "finder", source: Source | None = None, **judged: tuple[Mention, ...]) -> Layer:
    return Layer.of(name, source or corpus().layer("finder").source, Kind.MENTIONS, judged)


def test_the_same_again_changes_nothing(project: Project) -> None:
    before, head = project.corpus(), project.verify().head
    taken = project.take(corpus())
    assert (taken.documents, taken.units, taken.layers, taken.judged, taken.saved.events) == (0, 0, 0, 0, 0)
    assert project.corpus() == before
    assert project.verify().head == head


def test_more_comes_to_what_is_there(project: Project) -> None:
    three = Document("three", "Broad thumbs.")
    more = Corpus((ONE, three), (whole(ONE), whole(three)), (layer(three=(FINGERS,), one=(FINGERS,)), layer("bo", Source("bo"), one=())))
    taken = project.take(more)
    assert (taken.documents, taken.units, taken.layers, taken.judged) == (1, 1, 1, 2)
    made = project.corpus()
    assert [d.id for d in made.documents] == ["one", "two", "three"]
    assert dict(made.layer("finder").items()) == {"one": (FINGERS,), "two": (), "three": (FINGERS,)}
    assert dict(made.layer("bo").items()) == {"one": ()}


WRONG = {
    "another text": lambda c: replace(c, documents=(replace(ONE, text="Long fingers."), c.documents[1])),
    "another place": lambda c: replace(c, units=(Unit("one", Passage("one", Span(0, 5))), *c.units[1:])),
    "judged otherwise": lambda c: replace(c, layers=(layer(one=(PALATE,)),)),
    "judged where nothing was": lambda c: replace(c, layers=(layer(two=(PALATE,)),)),
    "somebody else's layer": lambda c: replace(c, layers=(layer(source=Source("eve"), one=()),)),
    "another kind": lambda c: replace(c, layers=(Layer.of("finder", c.layer("finder").source, Kind.RATINGS, {"p1": (Rating(1),)}),)),
    "another scale": lambda c: replace(c, layers=(replace(c.layer("rated"), scale=None),)),
    "another split": lambda c: replace(c, splits={"train": ("two",)}),
    "no finite number": lambda c: replace(c, layers=(layer("new", one=(Mention((), confidence=float("inf")),)),)),
    "half a character": lambda c: replace(c, documents=(*c.documents, Document("new", "\udc80"))),
    "a name with a line end": lambda c: replace(c, documents=(*c.documents, Document("a\nb", ""))),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_does_not_fit_is_refused_and_nothing_of_it_is_taken(name: str, project: Project) -> None:
    before, head = project.corpus(), project.verify().head
    fresh = Document("fresh", "New.")
    bad = WRONG[name](corpus())
    with pytest.raises(BadInput) as told:
        project.take(replace(bad, documents=(fresh, *bad.documents), units=(whole(fresh), *bad.units)))
    assert "\n" not in str(told.value)
    assert project.verify(deep=True).head == head
    assert project.corpus() == before


def test_details_that_differ_are_told(project: Project) -> None:
    other = replace(corpus(), documents=(replace(ONE, title="On fingers", language="en"), corpus().documents[1]))
    assert project.take(other).notes == ("document one: the project's language, title stay as they are",)
    unit = replace(corpus(), units=(replace(corpus().units[0], group="g"), *corpus().units[1:]))
    assert project.take(unit).notes == ("unit one: the project's group stay as they are",)
    assert project.corpus().document("one") == ONE


def test_studies_are_the_same_if_their_wording_is(place: str) -> None:
    study = Study("s", "A", (Character("c1", "Fin", (Symbol("0", "round"),)),))
    with Project.create(place, Corpus(studies=(study,))) as project:
        assert project.take(Corpus(studies=(replace(study, title="B", attributes=Attributes(x=1)),))).notes
        with pytest.raises(BadInput):
            project.take(Corpus(studies=(replace(study, characters=(Character("c1", "Fin", (Symbol("0", "oval"),)),)),)))
        assert project.corpus().studies == (study,)


def test_a_withdrawn_unit_may_come_again_and_goes_to_the_end(project: Project) -> None:
    project.withdraw("finder", "one")
    assert project.take(corpus()).judged == 1
    assert project.layers(names=["finder"])[0].units == ("two", "one")


def test_many_units(tmp_path: Path) -> None:
    """In one transaction, within seconds; and out again."""
    text = Document("d", "fingers " * 1000)
    units = tuple(Unit(f"u{i}", Passage("d", Span(8 * (i % 1000), 8 * (i % 1000) + 7))) for i in range(20_000))
    judged = {u.id: (Mention((u.content.span,), concepts=("UBERON:0002389",)),) if i % 3 else () for i, u in enumerate(units)}  # type: ignore[union-attr,arg-type]
    big = Corpus((text,), units, (Layer.of("finder", Source("finder"), Kind.MENTIONS, judged),))  # type: ignore[arg-type]
    begun = time.process_time()
    with Project.create(tmp_path / "study.db", big) as project:
        assert project.corpus() == big
        assert project.verify().events == 20_003
        assert time.process_time() - begun < 20  # measured: 3 (and 13 for 100,000 units)
        begun = time.perf_counter()
        project.judge("finder", "u5", [])
        assert time.perf_counter() - begun < 1  # a save does not grow with the project


@pytest.mark.data
def test_craft_concepts_in_seconds(data: Path, tmp_path: Path) -> None:
    texts = sorted((data / "craft/articles/txt").glob("*.txt"))[:20]
    found = Corpus.of_texts({t.stem: t.read_bytes().decode() for t in texts})
    layers = [Layer.of(f"set {n}", Source(f"set {n}"), Kind.MENTIONS, {
        d.id: tuple(Mention((Span(i, i + 5),), concepts=(f"X:{i}",)) for i in range(0, len(d.text) - 5, 50)) for d in found.documents})
        for n in range(3)]  # fmt: skip
    begun = time.process_time()
    with Project.create(tmp_path / "study.db", found.with_layers(*layers)) as project:
        assert time.process_time() - begun < 20
        assert project.corpus() == found.with_layers(*layers)


@pytest.mark.data
def test_mantra_goes_in_and_comes_out(data: Path, place: str) -> None:
    found = load(data / "mantra/German")
    with Project.create(place, found) as project:
        assert project.corpus() == found
        project.rebuild()
        assert project.corpus() == found
        assert project.verify(deep=True).whole
