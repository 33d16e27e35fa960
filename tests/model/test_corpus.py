from __future__ import annotations

import pytest

from goldproof.errors import BadInput, NotFound
from goldproof.model import Corpus, Document, Kind, Layer, Mention, Pair, Passage, Source, Span, Unit, whole

ANN = Source("ann")
TEXTS = Corpus.of_texts({"a": "Short fingers.", "b": "Cleft palate."})
LAYER = Layer.of("ann", ANN, Kind.MENTIONS, {"b": (Mention((Span(0, 5),)),), "a": ()})
JUDGED = Corpus(TEXTS.documents, TEXTS.units, (LAYER,), splits={"train": ("a",), "test": ("b",)})


def test_a_document_is_found_under_its_units() -> None:
    assert JUDGED.text_of("a").text == "Short fingers."
    assert JUDGED.span("a") == Span(0, 14)


def test_a_split_is_a_corpus_of_its_own() -> None:
    test = JUDGED.split("test")
    assert [d.id for d in test.documents] == ["b"]
    assert test.layers[0].units == ("b",)
    assert dict(test.splits) == {"train": (), "test": ("b",)}
    with pytest.raises(NotFound, match=r"no split 'dev'.*train, test"):
        JUDGED.split("dev")


def test_a_layer_of_the_same_name_is_replaced_in_place() -> None:
    other = Layer.of("bo", ANN, Kind.MENTIONS, {"a": ()})
    fresh = Layer.of("ann", ANN, Kind.MENTIONS, {"a": ()})
    assert [la.name for la in JUDGED.with_layers(other).layers] == ["ann", "bo"]
    assert [la.units for la in JUDGED.with_layers(other).with_layers(fresh).layers] == [("a",), ("a",)]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Corpus((Document("a", ""), Document("a", "x"))), "two documents are called 'a'"),
        (lambda: Corpus(TEXTS.documents, (TEXTS.units[0], TEXTS.units[0])), "two units are called 'a'"),
        (lambda: Corpus(units=(whole(Document("z", "")),)), "no document 'z'"),
        (lambda: TEXTS.with_layers(Layer.of("x", ANN, Kind.MENTIONS, {"z": ()})), "layer x: no unit 'z'"),
        (lambda: Corpus(TEXTS.documents, TEXTS.units, splits={"dev": ("z",)}), "split dev: no unit 'z'"),
        (lambda: Corpus(TEXTS.documents, TEXTS.units, (LAYER, LAYER)), "two layers are called 'ann'"),
    ],
)
def test_a_corpus_that_does_not_hold_together_is_refused(make: object, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        make()  # type: ignore[operator]


def test_a_pair_keeps_the_documents_that_its_sides_come_from() -> None:
    pairs = (Unit("p", Pair("Short", "Cleft", Passage("a", Span(0, 5)), Passage("b", Span(0, 5)))),)
    corpus = Corpus(TEXTS.documents, TEXTS.units + pairs)
    assert [d.id for d in corpus.only(["p"]).documents] == ["a", "b"]
    with pytest.raises(BadInput, match="is not a passage"):
        corpus.span("p")
