"""What the rules make, and what they leave alone because it is not certain."""

from __future__ import annotations

import pytest

from goldproof.model import Span
from goldproof.suites import Entry, suite
from goldproof.suites.english import american, british, lowered, regular_plural

from .beast import beast


def made(type: str, extra: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] | None = None) -> dict[str, Entry]:
    return {e.text.lower(): e for e in suite(beast(extra), types=[type], per_type=1000).entries}


def test_plurals() -> None:
    found = made("plural")
    assert found["broad thumbs"].base == "broad thumb"
    assert "fingers" in " ".join(found)
    assert "single teeth" not in found, "single is about one"
    assert not any(t.endswith(("swellings", "painses", "pains")) for t in found), "no name shows that there are several"
    assert "broad thumbs and toes" not in found, "and: no one head"


def test_singular_and_plural_are_the_same_names() -> None:
    both = suite(beast(), types=["singular", "plural"], per_type=3, seed=5)
    keys = [[e.key for e in both.entries if e.type == t] for t in ("singular", "plural")]
    assert keys[0] == keys[1]
    assert len(keys[0]) == 3


def test_fused_things_are_not_put_into_the_singular() -> None:
    assert "fused thumb" not in made("singular")


def test_order() -> None:
    found = made("canonical-transformed")
    assert "optic nerve hypoplasia" in found
    assert "thumb hypoplasia" not in found, "no name shows thumb before a head"
    assert found["type ii fused fingers"].base == "fused fingers type II"


def test_adjectives_only_in_pairs_that_the_ontology_shows() -> None:
    quality, entity = made("lexical-variation"), made("adjective")
    assert "hypoplastic thumb" in quality
    assert "renal agenesis" in entity
    assert not any("agenetic" in t for t in quality)
    assert "deviation of the ulna" not in entity, "ulnar deviation is to a side"


def test_coordination_has_every_member_where_the_guideline_puts_it() -> None:
    found = made("coordination")
    tails = found["broad and short finger"]
    assert [(e.concept, e.spans) for e in tails.expected] == [("B:12", ()), ("B:11", (Span(10, 22),))]
    assert tails.document.cut(tails.expected[1].spans) == "short finger"
    assert found["broad/short finger"].expected[1].spans == (Span(6, 18),)
    whole = found["bruise of the ear and snout"]
    assert [e.spans for e in whole.expected] == [(), ()]
    assert {e.concept for e in whole.expected} == {"B:28", "B:29"}
    three = found["agenesis, bruise or hypoplasia of the ear"]
    assert [three.document.cut(m.spans) for m in three.mentions] == [
        "Agenesis, bruise or hypoplasia of the ear", "bruise or hypoplasia of the ear", "hypoplasia of the ear"]  # fmt: skip
    assert "acute or chronic pain" in found, "opposites are joined by or"
    assert not any("bent" in t and "thumb" in t for t in found), "only siblings"


def test_what_is_a_name_itself_is_no_coordination() -> None:
    found = made("coordination", {"B:90": ("broad or short finger", (), ("B:10",))})
    assert "broad and short finger" not in found


def test_a_predicate_only_of_what_it_is_about() -> None:
    found = made("non-canonical")
    assert any(t.startswith("nails ") and t.endswith(" hypoplastic") for t in found)
    assert not any("intestine" in t for t in found), "the large intestine is not large"
    anatomy = made("non-canonical", {"B:92": ("ear", (), ("B:20",)), "B:93": ("small ear", (), ("B:20",)), "B:94": ("pointed ears", (), ("B:20",))})
    assert not any(t.startswith("ears") for t in anatomy), "where an ear is a concept, a small one is a kind of ear"


def test_a_text_that_could_mean_another_concept_is_left_out() -> None:
    names = {e.text for e in suite(beast(), types=["length"], per_type=1000).entries}
    assert "another one" in names
    assert "shared name" not in names
    assert "thumbs broad" not in {t.replace(",", "") for t in made("inverted", {"B:91": ("thumb broad", (), ("B:20",))})}


@pytest.mark.parametrize(("us", "uk"), [
    ("anemia", "anaemia"), ("tumor", "tumour"), ("edema", "oedema"), ("hemorrhage", "haemorrhage"), ("esophageal", "oesophageal"), ("hyperglycemia", "hyperglycaemia"),
    ("apnea", "apnoea"), ("diarrhea", "diarrhoea"), ("fiber", "fibre"), ("generalized", "generalised"), ("leukemia", "leukaemia"), ("hematuria", "haematuria"),
])  # fmt: skip
def test_spelling(us: str, uk: str) -> None:
    assert british(us) == uk
    assert american(uk) == us


@pytest.mark.parametrize("word", ["systemic", "endemic", "hemiparesis", "sized", "medium", "papilledema", "paralysis", "finger", "academia", "horizontal"])
def test_what_has_one_spelling_is_left_alone(word: str) -> None:
    assert british(word) == word
    assert american(word) == word


def test_regular_plurals_and_capitals() -> None:
    assert [regular_plural(w) for w in ("cyst", "body", "ray", "lens", "branch")] == ["cysts", "bodies", "rays", "lenses", "branches"]
    assert [lowered(t) for t in ("Short finger", "IgE level", "X-linked", "Type II", "Small-for-dates")] == [
        "short finger", "IgE level", "X-linked", "type II", "small-for-dates"]  # fmt: skip
