"""A small study of three annotators, made so that each place of it is one case."""

from __future__ import annotations

from goldproof.gold import Project
from goldproof.model import (
    Attributes,
    Corpus,
    Document,
    Kind,
    Layer,
    Mention,
    Pair,
    Rating,
    Scale,
    Source,
    Span,
    Unit,
    whole,
)
from goldproof.ontology import Ontology
from goldproof.ontology.entry import Entry

ONTOLOGY = Ontology.of([Entry("X:1", "digit"), Entry("X:2", "short digit", parents=("X:1",)), Entry("X:3", "eye")])
TEXTS = {
    "agreed": "Short digits were seen.",
    "edges": "They had  short digits  again.",
    "two": "Short digits and small eyes.",
    "again": "Short digits and no eyes.",
    "extra": "Nothing but eyes.",
}
SCALE = Scale((0, 1, 2, 3, 4))


def m(start: int, end: int, c: str = "X:2", **said: bool) -> Mention:
    return Mention((Span(start, end),), (c,), attributes=Attributes(said))


SAID = {
    "ann": {"agreed": [m(0, 12)], "edges": [m(10, 22)], "two": [m(0, 12), m(17, 27, "X:3")], "again": [m(0, 12)], "extra": [m(12, 16, "X:3")]},
    "bo": {"agreed": [m(0, 12)], "edges": [m(9, 22)], "two": [m(0, 12), m(23, 27, "X:3")], "again": [m(0, 12, "X:1")], "extra": []},
    "cy": {"agreed": [m(0, 12)], "edges": [m(10, 23)], "two": [m(0, 12, "X:1"), m(17, 27, "X:3")], "again": [m(0, 12)], "extra": []},
}
RATED = {"ann": (0, 1, 4), "bo": (0, 2, 0), "cy": (0, 1, 2)}


def corpus() -> Corpus:
    documents = tuple(Document(name, text, "en") for name, text in TEXTS.items())
    pairs = tuple(Unit(f"p{i}", Pair("left", "right")) for i in (1, 2, 3))
    mentions = tuple(Layer.of(name, Source(name, round="1", guideline="1"), Kind.MENTIONS, said) for name, said in SAID.items())
    ratings = tuple(
        Layer.of(f"{name}-rates", Source(name, round="2"), Kind.RATINGS, {f"p{i}": (Rating(v),) for i, v in enumerate(values, 1)}, scale=SCALE)
        for name, values in RATED.items()
    )
    splits = {"train": ("agreed", "edges"), "test": ("two", "again", "extra")}
    return Corpus(documents, (*map(whole, documents), *pairs), (*mentions, *ratings), splits=splits, name="Digits", licence="CC0-1.0", provenance="ours")


def study(place: str) -> Project:
    """The study as a project with two adjudicators."""
    project = Project.create(place, corpus(), name="Digits", licence="CC0-1.0")
    project.publish_guideline("1", "# Spans\nMinimal.")
    for name in ("dee", "eve"):
        project.add_person(name, "adjudicator")
    return project
