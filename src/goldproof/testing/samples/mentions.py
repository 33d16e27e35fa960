"""Mentions, one or two features at a time, so that a failure says which."""

from __future__ import annotations

from ...model import Attributes, Corpus, Kind, Layer, Mention, Source, Span

TEXT = "Patients had short and broad fingers.\nNo cleft palate — 𝛼-globin was normal."
UNKNOWN = Source("unknown")


def corpus(*mentions: Mention, text: str = TEXT) -> Corpus:
    return Corpus.of_texts({"d1": text}).with_layers(Layer.of("mentions", UNKNOWN, Kind.MENTIONS, {"d1": mentions}))


def at(*words: str, text: str = TEXT, **more: object) -> Mention:
    """A mention of the words where they first stand, one fragment a word."""
    places = [text.index(word) for word in words]
    return Mention(tuple(Span(p, p + len(w)) for p, w in zip(places, words, strict=True)), **more)  # type: ignore[arg-type]


SAMPLES = {
    "nothing there": corpus(),
    "spans": corpus(at("Patients"), at("fingers")),
    "labels": corpus(at("Patients", label="Person"), at("fingers", label="Anatomy")),
    "odd labels": corpus(at("Patients", label="Mention"), at("fingers", label="body part 50%")),
    "concepts": corpus(at("Patients", concepts=("C0030705",)), at("fingers", concepts=("UBERON:0002389",))),
    "label and concept": corpus(at("Patients", label="Person", concepts=("UMLS:C0030705",))),
    "several concepts": corpus(at("short and broad fingers", concepts=("HP:0009381", "HP:0001169"))),
    "discontinuous": corpus(at("short", "fingers", concepts=("HP:0009381",)), at("cleft palate", concepts=("HP:0000175",))),
    "nested": corpus(at("broad fingers", concepts=("HP:0001169",)), at("fingers", concepts=("UBERON:0002389",))),
    "overlapping": corpus(at("short and broad", label="A"), at("broad fingers", label="B")),
    "same twice": corpus(at("fingers", label="A"), at("fingers", label="A"), at("fingers", label="B")),
    "out of order": corpus(at("fingers"), at("Patients")),
    "beyond the basic plane": corpus(at("𝛼-globin", label="Gene"), at("normal", label="State")),
    "without span": corpus(Mention((), label="Topic"), at("Patients")),
    "ids like brat's": corpus(at("Patients", id="T8"), at("fingers", id="T9")),
    "ids": corpus(at("Patients", id="a-1"), at("fingers", id="b 2")),
    "ids on some": corpus(at("Patients", id="T2"), at("fingers")),
    "ids like fresh ones": corpus(at("Patients", id="T1"), at("fingers", id="T2")),
    "note": corpus(at("Patients", attributes=Attributes(note='"C1", see\tFig. 2\nand 3 \\ 4'))),
    "flags": corpus(at("cleft palate", attributes=Attributes(negated=True)), at("normal", attributes=Attributes(uncertain=True))),
    "attributes": corpus(at("Patients", attributes=Attributes({"annotator": "Ann Bo", "certainty": "50 %"}))),
    "many values": corpus(at("Patients", attributes=Attributes(synonym=("a", "b c"), note=("one", "two")))),
    "typed values": corpus(at("Patients", attributes=Attributes(count=3, score=0.5, checked=False))),
    "confidence": corpus(at("Patients", confidence=0.25), at("fingers")),
    "stated otherwise": corpus(at("Patients", stated="patient"), at("fingers", concepts=("UBERON:0002389",), stated="finger")),
    "across a line end": corpus(at("fingers.\nNo", label="Odd")),
    "line ends of Windows": corpus(at("two", text="one\r\ntwo\r\n", label="N"), text="one\r\ntwo\r\n"),
    "everything": corpus(
        at("short", "fingers", label="Phenotype", concepts=("HP:0009381", "HP:0001156"), id="x9", confidence=0.5,
           attributes=Attributes(note="hm", negated=True, kind=("a", "b"))),
        at("broad fingers", label="Phenotype", concepts=("HP:0001169",)),
        at("fingers", label="Anatomy"),
    ),
}  # fmt: skip
