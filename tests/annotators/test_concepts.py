"""The recogniser, case by case, on a small ontology of our own writing."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldproof as gp
from goldproof.annotators import Recogniser
from goldproof.ontology import Entry

from .toy import ontology


@pytest.fixture(scope="module")
def toy() -> Recogniser:
    return gp.concepts(ontology())


def found(recogniser: Recogniser, text: str) -> set[tuple[str, str]]:
    return {(text[m.start : m.end], m.concepts[0]) for m in recogniser.find(text)}


@pytest.mark.parametrize(("text", "expected"), [
    ("Hypoplastic nails.", {("Hypoplastic nails", "T:2")}),
    ("the kidney was small; renal hypoplasia", {("renal hypoplasia", "T:10")}),
    ("hypoplastic kidneys", {("hypoplastic kidneys", "T:10")}),
    ("short-finger", {("short-finger", "T:4")}),
    ("nails were hypoplastic", {("nails were hypoplastic", "T:2")}),
    ("anaemia", {("anaemia", "T:12")}),
    ("anemia, severe", {("anemia, severe", "T:13")}),
    ("an anemia, severe", {("anemia, severe", "T:13"), ("anemia", "T:12")}),
    ("fusion of toe II", {("fusion of toe II", "T:20")}),
    ("fusion of the 2nd toe", {("fusion of the 2nd toe", "T:20")}),
    ("severe pain", set()),
    ("ASD and asd", {("ASD", "T:14")}),
    ("two intracranial meningiomas", {("intracranial meningiomas", "T:18"), ("meningiomas", "T:17")}),
    ("Intracranial meningiomas.", {("Intracranial meningiomas", "T:18")}),
    ("A type A1 brachydactyly", {("type A1 brachydactyly", "T:6"), ("brachydactyly", "T:4")}),
    ("brachydactyly type A2", {("brachydactyly", "T:4")}),
    ("shortfinger", set()),
    ("short. finger", set()),
    ("", set()),
])  # fmt: skip
def test_plain_names_and_their_variants(toy: Recogniser, text: str, expected: set[tuple[str, str]]) -> None:
    assert found(toy, text) == expected


@pytest.mark.parametrize(("text", "expected"), [
    ("palmar and plantar pits", {("palmar and plantar pits", "T:8"), ("plantar pits", "T:9")}),
    ("palmar/plantar pits", {("palmar/plantar pits", "T:8"), ("plantar pits", "T:9")}),
    ("palmar and/or plantar pits", {("palmar and/or plantar pits", "T:8"), ("plantar pits", "T:9")}),
    ("a renal agenesis or hypoplasia", {("renal agenesis", "T:11"), ("renal agenesis or hypoplasia", "T:10")}),
    ("renal agenesis or hypoplasia", {("renal agenesis or hypoplasia", "T:11"), ("renal agenesis or hypoplasia", "T:10")}),
    ("short and broad fingers", {("short and broad fingers", "T:4"), ("broad fingers", "T:5")}),
    ("The fingers are short and broad", {("fingers are short", "T:4"), ("fingers are short and broad", "T:5")}),
    ("anemia, seizures and broad fingers", {("anemia", "T:12"), ("seizures", "T:19"), ("broad fingers", "T:5")}),
])  # fmt: skip
def test_coordinations(toy: Recogniser, text: str, expected: set[tuple[str, str]]) -> None:
    assert found(toy, text) == expected


def test_coordinations_in_pieces() -> None:
    text = "palmar and plantar pits"
    mention = gp.concepts(ontology(), spans="discontinuous").find(text)[0]
    assert [text[a:b] for a, b in mention.spans] == ["palmar", "pits"]
    assert mention.concepts == ("T:8",)


def test_abbreviations_that_a_text_defines(toy: Recogniser) -> None:
    text = "Brachydactyly type A1 (BDA1) is rare. BDA1 is dominant."
    assert [text[m.start : m.end] for m in toy.find(text) if m.concepts == ("T:6",)] == ["Brachydactyly type A1", "BDA1", "BDA1"]
    # The text says that it means something else by the letters.
    assert found(toy, "Alpha storage disease (ASD) is rare. ASD is not a defect.") == set()


def test_attributes(toy: Recogniser) -> None:
    def said(text: str) -> dict[str, object]:
        return dict(toy.find(text)[0].attributes)

    assert said("There were no seizures.") == {"negated": True}
    assert said("Seizures were not observed.") == {"negated": True}
    assert said("Seizures and no pain") == {}
    assert said("Possible seizures in the mother") == {"uncertain": True}
    assert said("His mother had seizures") == {"family": True}
    assert said("Maternal seizures") == {"family": True}
    assert said("No fever. Seizures.") == {}


@pytest.mark.parametrize(("nesting", "expected"), [
    ("all", {"T:18", "T:17"}), ("longest", {"T:18"}), ("guideline", {"T:18", "T:17"}), ("nested-unless-ancestor", {"T:18", "T:17"}),
])  # fmt: skip
def test_nesting(nesting: str, expected: set[str]) -> None:
    assert {c for _, c in found(gp.concepts(ontology(), nesting=nesting), "with intracranial meningiomas")} == expected


def test_every_mention_explains_itself(toy: Recogniser) -> None:
    mention = toy.find("palmar and plantar pits", explain=True)[0]
    assert (mention.attributes["name"], mention.attributes["rule"]) == ("Palmar pit", "coordination")


def test_a_corpus_as_one_layer_with_places_in_its_documents(toy: Recogniser) -> None:
    document = gp.Document("d", "Anemia. Broad fingers.")
    units = (gp.Unit("u1", gp.Passage("d", gp.Span(8, 22))), gp.Unit("u2", gp.Passage("d", gp.Span(0, 7))), gp.Unit("u3", gp.Passage("d", gp.Span(6, 7))))
    layer = toy.annotate(gp.Corpus((document,), units))
    assert [(u, [(m.start, m.end, m.concepts) for m in ms]) for u, ms in layer.items()] == [
        ("u1", [(8, 21, ("T:5",))]), ("u2", [(0, 6, ("T:12",))]), ("u3", []),
    ]  # fmt: skip
    assert layer.source.version
    assert layer.source.ontology == "1"


def test_a_long_text_gives_what_its_parts_give(toy: Recogniser) -> None:
    sentence = "Short and broad fingers, no anaemia (mild); intracranial meningiomas. "
    one = toy.find(sentence)
    text = sentence * 20_000
    many = toy.annotate(gp.Corpus.of_texts({"long": text})).mentions
    assert len(many) == 20_000 * len(one)
    starts = many.starts.reshape(20_000, len(one)) - np.arange(20_000)[:, None] * len(sentence)
    assert (starts == [m.start for m in one]).all()


def test_processes_give_what_one_gives(toy: Recogniser) -> None:
    words = "short broad finger fingers nail hypoplastic and palmar plantar pits anemia no".split()
    drawn = random.Random(7)
    corpus = gp.Corpus.of_texts({f"d{i}": " ".join(drawn.choices(words, k=400)) for i in range(1200)})
    assert toy.annotate(corpus, jobs=2) == toy.annotate(corpus)


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("short broad fingers \n.,/-()’éß"), st.characters(categories=["Cs"])), max_size=80))
def test_any_text_is_read_and_the_text_of_every_mention_is_found_again(text: str) -> None:
    whole = f"{text}. Broad fingers.{text[::-1]}"
    mentions = _TOY.find(whole)
    assert "Broad fingers" in {whole[m.start : m.end] for m in mentions}
    for m in mentions:
        assert m.concepts[0] in {c for other in _TOY.find(whole[m.start : m.end]) for c in other.concepts}


_TOY = gp.concepts(ontology())


@pytest.mark.parametrize("text", ["x" * 1_000_000, "שלום broad fingers עולם", "\0\x01broad fingers\x7f", "\ud800 broad fingers \udfff", "ｂｒｏａｄ broad fingers", "broad fingers" + "\n" * 9])
def test_odd_texts(toy: Recogniser, text: str) -> None:
    places = {(m.start, m.end) for m in toy.find(text)}
    at = text.find("broad fingers")
    assert places == ({(at, at + 13)} if at >= 0 else set())


def test_bad_input() -> None:
    with pytest.raises(gp.NotFound, match="no preset is called 'best'"):
        gp.concepts(ontology(), "best")
    with pytest.raises(gp.NotFound, match="no switch is called 'speed'"):
        gp.concepts(ontology(), speed=2)
    with pytest.raises(gp.BadInput, match="nesting=some"):
        gp.concepts(ontology(), nesting="some")
    with pytest.raises(gp.NotFound, match="T:99"):
        gp.concepts(ontology(), subtree="T:99")


@pytest.mark.parametrize(("text", "said"), [
    ("Hearing aids; seizures were ruled out.", "negated"), ("CT ruled out meningiomas", "negated"), ("to rule out seizures", "uncertain"), ("We cannot exclude seizures", "uncertain"),
    ("He had not only seizures", ""), ("free of seizures", "negated"), ("a seizure-free year", "negated"), ("non-anemic", "negated"), ("unclear whether he had seizures", "uncertain"),
    ("a family history of seizures", "family"), ("seizures, later no pain", ""), ("Seizures resolved", "historical"), ("previous seizures", "historical"), ("not all had seizures", ""),
    ("no pain, but seizures", ""), ("without pain and with seizures", ""), ("No other signs except seizures", ""),
])  # fmt: skip
def test_cues_of_two_words_and_hyphens(toy: Recogniser, text: str, said: str) -> None:
    (mention,) = toy.find(text)
    assert "/".join(k for k, _ in mention.attributes.items()) == said


def test_a_text_that_is_one_name_says_one_thing_and_prose_all_that_stands_in_it(toy: Recogniser) -> None:
    assert found(toy, "intracranial meningioma") == {("intracranial meningioma", "T:18")}
    assert found(toy, "an intracranial meningioma") == {("intracranial meningioma", "T:18"), ("meningioma", "T:17")}
    assert found(toy, "palmar and plantar pits") == {("palmar and plantar pits", "T:8"), ("plantar pits", "T:9")}


def test_order_is_held_to_where_a_preset_says_so() -> None:
    strict = gp.concepts(ontology(), order=False)
    assert found(strict, "a hypoplastic nail") == {("hypoplastic nail", "T:2")}
    assert found(strict, "nails were hypoplastic") == set()


def test_misspellings_as_an_option(toy: Recogniser) -> None:
    slips = gp.concepts(ontology(), misspellings=True)
    assert found(toy, "a brachydactlyy") == set()
    (mention,) = slips.find("a brachydactlyy", explain=True)
    assert (mention.start, mention.end, mention.attributes["rule"]) == (2, 15, "misspelling")
    assert found(slips, "an intracrannial meningoma") == {("intracrannial meningoma", "T:18"), ("meningoma", "T:17")}
    assert found(slips, "a meningitis") == set()


def test_broader_concepts_as_an_option() -> None:
    one, two = (gp.concepts(ontology(), ancestors=n).find("a brachydactyly type A1", explain=True) for n in (1, 2))
    assert {(m.concepts[0], m.attributes["rule"]) for m in one if m.start == 2 and m.end == 23} == {("T:6", "name"), ("T:4", "broader")}
    assert {m.concepts[0] for m in two if m.end == 23} == {"T:6", "T:4", "T:3"}


def test_names_without_what_goes_without_saying() -> None:
    lines = [("Dysgenesis of the cerebellar vermis", "1"), ("Aplasia of the cerebellar vermis", "2"), ("Cyst of the cerebellar vermis", "3"), ("Odd keratocysts of the jaw", "4"), ("Odd mood", "5")]
    made = gp.Ontology.of([Entry(f"X:{n}", label) for label, n in lines], name="toy")
    full, short = gp.concepts(made), gp.concepts(made, ellipsis=False)
    assert found(full, "a dysgenesis of the vermis") == {("dysgenesis of the vermis", "X:1")}
    assert found(full, "some odd keratocysts") == {("odd keratocysts", "X:4")}
    assert found(short, "a dysgenesis of the vermis, odd keratocysts") == set()
    assert found(full, "a cerebellar cyst") == set()


@pytest.mark.parametrize(("text", "expected"), [
    # Over a hyphen or a comma words stay in their order; a made name gives way to a real one that it only overlaps.
    ("nail dysplasia-hypoplastic finger", set()),
    ("finger, short", {("finger, short", "T:4")}),
    ("in order", set()),
    ("pits of the palms, and manifestations", set()),
])  # fmt: skip
def test_what_only_looks_like_a_name(toy: Recogniser, text: str, expected: set[tuple[str, str]]) -> None:
    assert {x for x in found(toy, f"There were {text}.") if x[1] != "T:7"} == expected


@pytest.mark.parametrize(("text", "name", "rule", "variants"), [
    ("a hypoplastic nail", "Hypoplastic nail", "name", None),
    ("nails were hypoplastic", "Hypoplastic nail", "name", "nails = nail"),
    ("a kidney hypoplasia", "Hypoplasia of the kidney", "name", None),
    ("a hypoplastic kidney", "Hypoplasia of the kidney", "name", "hypoplastic = hypoplasia"),
    ("broad finger anomalies", "Broad finger", "name", None),
    ("short and broad fingers", "Short finger", "coordination", "fingers = finger"),
    ("fusion of toe II", "Fusion of the second toe", "name", "ii = second"),
])  # fmt: skip
def test_explanations_say_which_name_which_rule_and_which_variants(toy: Recogniser, text: str, name: str, rule: str, variants: str | None) -> None:
    mention = toy.find(text, explain=True)[0]
    assert mention.attributes["name"] == name
    assert (mention.attributes["rule"], mention.attributes.get("variants")) == (rule, variants)
