"""Documents, units, layers, splits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...model import (
    Attributes,
    Corpus,
    Document,
    Kind,
    Layer,
    Maker,
    Mention,
    Passage,
    Rating,
    Source,
    Span,
    Unit,
    whole,
)  # fmt: skip
from . import mentions, ratings

UNKNOWN = Source("unknown")
ONE, TWO = Document("one", "Short fingers."), Document("a/two", "Cleft palate.")
PLAIN = Corpus((ONE, TWO), (whole(ONE), whole(TWO)))


def layer(name: str = "mentions", source: Source = UNKNOWN, **judged: tuple[Mention, ...]) -> Layer:
    named = {{"two": "a/two"}.get(k, k): v for k, v in judged.items()}
    return Layer.of(name, source, Kind.MENTIONS, named)


FINGERS, PALATE = Mention((Span(6, 13),), label="Anatomy"), Mention((Span(6, 12),), label="Anatomy")
JUDGED = PLAIN.with_layers(layer(one=(FINGERS,), two=(PALATE,)))


def described(**changes: Any) -> Corpus:
    return replace(JUDGED, documents=(replace(ONE, **changes), TWO))


SAMPLES = {
    "no layer": PLAIN,
    "two documents": JUDGED,
    "not judged": PLAIN.with_layers(layer(one=(FINGERS,))),
    "judged and nothing there": PLAIN.with_layers(layer(one=(FINGERS,), two=())),
    "several layers": PLAIN.with_layers(layer(one=(FINGERS,), two=()), layer("mentions-2", one=(), two=(PALATE,))),
    "named sources": PLAIN.with_layers(layer("ann", Source("ann"), one=(FINGERS,), two=()), layer("bo", Source("bo"), one=(), two=(PALATE,))),
    "a layer with a name of its own": PLAIN.with_layers(layer("diseases", Source("ann"), one=(FINGERS,), two=())),
    "all of a source": PLAIN.with_layers(layer(
        "tool", Source("tool", Maker.SYSTEM, "1.2", "r1", "g3", "hp:2025-01-16", Attributes(longest=True, limit=3)), one=(FINGERS,), two=())),
    "an order of its own": PLAIN.with_layers(layer(two=(PALATE,), one=(FINGERS,))),
    "languages": replace(
        JUDGED, documents=(replace(ONE, language="en"), replace(TWO, language="de")),
        units=(whole(replace(ONE, language="en")), whole(replace(TWO, language="de")))),
    "title": described(title="A case of short fingers"),
    "document attributes": described(attributes=Attributes(year=2012, journal="J Med Genet")),
    "empty document": replace(PLAIN, documents=(ONE, replace(TWO, text=""))),
    "passages": Corpus(
        (Document("d", "One finger. Two palates."),),
        (Unit("d/1", Passage("d", Span(0, 11))), Unit("d/2", Passage("d", Span(12, 24)))),
        (Layer.of("mentions", UNKNOWN, Kind.MENTIONS, {"d/1": (Mention((Span(4, 10),), label="A"),), "d/2": (Mention((Span(16, 23),), label="A"),)}),)),
    "groups": replace(JUDGED, units=(replace(whole(ONE), group="g1"), replace(whole(TWO), group="g1"))),
    "unit attributes": replace(JUDGED, units=(replace(whole(ONE), attributes=Attributes(difficulty="high")), whole(TWO))),
    "a document without a unit": replace(PLAIN, units=(whole(ONE),)),
    "splits": replace(JUDGED, splits={"train": ("one",), "development": ("a/two",), "none": ()}),
    "facts": replace(JUDGED, name="toy", version="1.0", licence="CC0-1.0", provenance="written for the tests", attributes=Attributes(year=2026)),
    "nothing at all": Corpus(),
    "mentions and ratings": Corpus(
        JUDGED.documents, JUDGED.units + ratings.UNITS, (*JUDGED.layers, Layer.of("ratings", UNKNOWN, Kind.RATINGS, {"p1": (Rating(1),)}))),
    "awkward text": mentions.corpus(text="\ufeffa\u2028b\u0085c\x0bd\te\n\n\n"),
}  # fmt: skip
