"""Ratings of pairs and rankings of options."""

from __future__ import annotations

from ...model import (
    Attributes,
    Choice,
    Corpus,
    Kind,
    Layer,
    Option,
    Pair,
    Passage,
    Ranking,
    Rating,
    Scale,
    Source,
    Span,
    Unit,
)  # fmt: skip

UNITS = tuple(
    Unit(f"p{i}", Pair(a, b)) for i, (a, b) in enumerate([("Fnr binds.", "FNR is bound."), ("A, \"b\"\tc", "d;e"), ("ß", "x")], 1)
)
SCALE = Scale((0.0, 1.0, 2.0, 3.0, 4.0), ("unrelated", "", "", "", "the same"))


def layer(name: str, judged: dict[str, tuple[Rating, ...]], scale: Scale | None = None, source: Source | None = None) -> Layer:
    return Layer.of(name, source or Source(name), Kind.RATINGS, judged, scale=scale)


def corpus(*layers: Layer) -> Corpus:
    return Corpus(units=UNITS, layers=layers)


def values(*numbers: float) -> dict[str, tuple[Rating, ...]]:
    return {u.id: (Rating(n),) for u, n in zip(UNITS, numbers, strict=False)}


CHOICES = (
    Unit("q1", Choice((Option("A", "fin: round", "gold"), Option("B", "fin: oval", "machine"), Option("C", "fin")), "Which is best?")),
    Unit("q2", Choice((Option("A", "x"), Option("B", "y")))),
)


def rankings(judged: dict[str, tuple[Ranking, ...]]) -> Corpus:
    return Corpus(units=CHOICES, layers=(Layer.of("rankings", Source("unknown"), Kind.RANKINGS, judged),))


SAMPLES = {
    "one rater": corpus(layer("ratings", values(2, 3, 0), source=Source("unknown"))),
    "three raters": corpus(layer("ann", values(2, 3, 0)), layer("bo", values(2.5, 4, 1)), layer("cy", values(0, 0, 0))),
    "not everybody rated all": corpus(layer("ann", values(2, 3)), layer("bo", values(2))),
    "a rating declined": corpus(layer("ann", {**values(2, 3), "p3": ()})),
    "rating words": corpus(layer("ann", {"p1": (Rating("same"),), "p2": (Rating("other"),), "p3": (Rating("same"),)})),
    "reasons": corpus(layer("ann", {"p1": (Rating(2, ("same gene", "other, role")),), "p2": (Rating(1),), "p3": (Rating(1),)})),
    "remarks on ratings": corpus(layer("ann", {**values(2, 3, 1), "p2": (Rating(3, attributes=Attributes(note="hm", seconds=12.5)),)})),
    "scale": corpus(layer("ann", values(2, 3, 0), SCALE)),
    "rounds": corpus(
        layer("ann", values(2, 3, 0), source=Source("ann", round="1", guideline="2")), layer("ann-2", values(2, 2, 0), source=Source("ann", round="2")),
    ),
    "places of pairs": Corpus.of_texts({"d1": "One. Two."}).__class__(
        documents=Corpus.of_texts({"d1": "One. Two."}).documents,
        units=(Unit("p1", Pair("One.", "Two.", Passage("d1", Span(0, 4)), Passage("d1", Span(5, 9)))),),
        layers=(layer("ann", {"p1": (Rating(1),)}),),
    ),
    "rankings": rankings({"q1": (Ranking((("A",), ("C",), ("B",))),), "q2": (Ranking((("B",), ("A",))),)}),
    "two judges": rankings({"q1": (Ranking((("A",), ("C",), ("B",))),), "q2": ()}).with_layers(
        Layer.of("rankings-2", Source("unknown"), Kind.RANKINGS, {"q1": (Ranking((("C",), ("A",), ("B",))),), "q2": ()})),
    "tied": rankings({"q1": (Ranking((("A",), ("C", "B"))),), "q2": ()}),
    "remarks on rankings": rankings({"q1": (Ranking((("A",), ("C",), ("B",)), Attributes(note="none is right")),), "q2": (Ranking((("A",), ("B",))),)}),
}  # fmt: skip
