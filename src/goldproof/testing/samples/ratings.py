"""Ratings of pairs and rankings of options."""

from __future__ import annotations

from dataclasses import replace

from ...model import (
    Attributes,
    Choice,
    Corpus,
    Document,
    Kind,
    Layer,
    Maker,
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
    "items without texts": Corpus.of_texts({"1": "", "2": ""}).with_layers(layer("r1", {"1": (Rating(1),), "2": (Rating(3),)}), layer("r2", {"2": (Rating(0.1),)})),
    "texts rated": Corpus.of_texts({"b": "Fnr binds\nDNA.", "a": ""}).with_layers(layer("ann", {"b": (Rating(1),), "a": (Rating(2),)})),
    "pairs and texts rated": Corpus(
        Corpus.of_texts({"t1": "Fnr.", "t2": ""}).documents, (*Corpus.of_texts({"t1": "Fnr.", "t2": ""}).units, *UNITS),
        (layer("ann", {"t1": (Rating(1),), "p1": (Rating(2),)}),)),
    "passages rated": Corpus(
        (Document("d", "One. Two."),), (Unit("d/1", Passage("d", Span(0, 4))), Unit("d/2", Passage("d", Span(5, 9)))),
        (layer("ann", {"d/1": (Rating(1),), "d/2": (Rating(2),)}),)),
    "awkward words": corpus(layer("ann", {"p1": (Rating("2"),), "p2": (Rating("NA"),), "p3": (Rating("=1+1"),)}),
                            layer("bo", {"p1": (Rating('"x"'),), "p2": (Rating(" y"),), "p3": (Rating("true"),)}),
                            layer("cy", {"p1": (Rating(-3),), "p2": (Rating("-x" * 40),), "p3": (Rating(1e300),)})),
    "awkward names": corpus(layer("left", values(1)), layer("x (y)", values(2), source=Source("z")), layer("again", values(3), source=Source("ann")),
                            layer("ratings-2", values(1), source=Source("ann")), layer("1", values(1)), layer("own", values(1), source=Source("unknown"))),
    "two ratings of a unit": corpus(layer("ann", {"p1": (Rating(2), Rating(3)), "p2": ()})),
    "all of a rater": corpus(layer("ann", values(2, 3), Scale(("low", "high"), ("", "best"), "nominal"),
                                   Source("ann", Maker.SYSTEM, "1.2", "r1", "g3", "hp:2025", Attributes(limit=3, name="x")))),
    "attributes with awkward names": corpus(layer("ann", {"p1": (Rating(2, (), Attributes({"value": 1, "left": "x", " note ": "2", "unit:a": True, "b": ("1", "2")})),)})),  # type: ignore[arg-type]  # values of several types
    "pairs with groups and attributes": Corpus(
        units=tuple(replace(u, group="g", attributes=Attributes(source="CRAFT", number=i)) for i, u in enumerate(UNITS)), layers=(layer("ann", values(2, 3, 0)),)),
    "ratings in an order of their own": corpus(layer("ann", {"p3": (Rating(1),), "p1": (Rating(2),)})),
    "rated by nobody": corpus(),
    "a rater of nothing": corpus(layer("ann", {}), layer("bo", values(1))),
    "choices with groups": Corpus(units=tuple(replace(c, group="g", attributes=Attributes(round=1)) for c in CHOICES)),
    "options in many orders": Corpus(
        units=(
            Unit("q1", Choice((Option("C", "x"), Option("A", ""), Option("B", "", "gold")))), Unit("q2", Choice((Option("A", ""), Option("C", "")))),
            Unit("q3", Choice((Option("A", ""), Option("judge", "")), "=odd, \"question\"")), Unit("q4", Choice(())),
        ),
        layers=(
            Layer.of("ann", Source("ann"), Kind.RANKINGS, {"q2": (Ranking((("A",),)), Ranking((("C",), ("A",)))), "q1": (Ranking(()),), "q3": ()}),
            Layer.of("again", Source("ann"), Kind.RANKINGS, {"q1": (Ranking((("A", "B"), ("C",)), Attributes(seconds=2.5, unit="x")),), "q3": (Ranking((("judge",),)),)}),
            Layer.of("nobody", Source("nobody"), Kind.RANKINGS, {}),
        )),
}  # fmt: skip
