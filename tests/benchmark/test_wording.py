"""How the words of a text lie to a name: one example for each wording, and rules about words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldproof.benchmark.wording import CHANGES, WORDINGS, wording
from goldproof.benchmark.words import derived, inflected, mistyped

# text, names, wording, changes
CASES = [
    ("Short Finger", ["short finger"], "name", ()),
    ("finger-short", ["finger short"], "punctuation", ("punctuation",)),
    ("café spots", ["cafe spots"], "punctuation", ("punctuation",)),
    ("hairloss", ["hair loss"], "punctuation", ("punctuation",)),
    ("loss of the hair", ["loss of hair"], "stop-words", ("stop-words",)),
    ("type two", ["type II"], "numeral", ("numeral",)),
    ("anaemia", ["anemia"], "spelling", ("spelling",)),
    ("short fingers", ["short finger"], "inflection", ("inflection",)),
    ("fused vertebrae", ["fusing vertebra"], "inflection", ("inflection",)),
    ("hair loss", ["loss of hair"], "order", ("stop-words", "order")),
    ("brachydactyly, type C", ["type C brachydactyly"], "order", ("punctuation", "order")),
    ("hypoplasia of the nails", ["hypoplastic nail"], "derivation", ("stop-words", "derivation")),
    ("micorcephaly", ["microcephaly"], "typing-error", ()),
    ("BCCs", ["basal cell carcinoma"], "abbreviation", ()),
    ("NF-1", ["neurofibromas"], "abbreviation", ()),
    ("short and broad fingers", ["broad finger"], "coordination", ()),
    ("aplastic/hypoplastic nails", ["aplastic nail"], "coordination", ()),
    ("cysts", ["jaw cyst"], "elliptic", ()),
    ("large jaw cysts", ["jaw cyst"], "extra-words", ()),
    ("painful cysts", ["jaw cyst"], "paraphrase", ()),
    ("deaf", ["hearing loss"], "other-words", ()),
    ("anything", [], "unknown-concept", ()),
]


@pytest.mark.parametrize(("text", "names", "kind", "changes"), CASES)
def test_wordings(text: str, names: list[str], kind: str, changes: tuple[str, ...]) -> None:
    found = wording(text, names)
    assert (found.kind, found.changes) == (kind, changes)


def test_every_wording_is_shown() -> None:
    assert {kind for _, _, kind, _ in CASES} == set(WORDINGS)


def test_the_nearest_of_several_names_is_told() -> None:
    assert wording("loss of hearing", ["Deafness", "Hearing impairment", "Hearing loss"]).name == "Hearing loss"
    assert wording("nails", ["Small nail bed of thumb", "Nail disease"]).name == "Nail disease"


@pytest.mark.parametrize(("one", "many"), [
    ("finger", "fingers"), ("vertebra", "vertebrae"), ("bronchus", "bronchi"), ("phalanx", "phalanges"), ("metaphysis", "metaphyses"), ("naevus", "naevi"),
    ("cranium", "crania"), ("ganglion", "ganglia"), ("matrix", "matrices"), ("stigma", "stigmata"), ("tooth", "teeth"), ("biopsy", "biopsies"),
    ("iris", "irides"), ("cortex", "cortices"), ("carcinoma", "carcinomas"), ("child", "children"), ("process", "processes"),
])  # fmt: skip
def test_number(one: str, many: str) -> None:
    assert inflected(one, many)
    assert inflected(many, one)


@pytest.mark.parametrize(("a", "b"), [
    ("stenosis", "stenotic"), ("atrophy", "atrophic"), ("absent", "absence"), ("anemic", "anemia"), ("short", "shortening"), ("femur", "femoral"),
    ("vertebral", "vertebra"), ("retarded", "retardation"), ("deaf", "deafness"), ("ataxia", "ataxic"), ("paralysis", "paralytic"), ("epileptic", "epilepsy"),
])  # fmt: skip
def test_derivation(a: str, b: str) -> None:
    if a == "femur":
        assert not derived(a, b), "femur and femoral share three letters: only a list would know"
        return
    assert derived(a, b)
    assert derived(b, a)


@pytest.mark.parametrize(("a", "b"), [
    ("hypotonia", "hypertonia"), ("hand", "head"), ("carpal", "tarsal"), ("radial", "radius bone"), ("brachydactyly", "brachycephaly"), ("macrocephaly", "microcephaly"),
])  # fmt: skip
def test_what_is_not_the_same(a: str, b: str) -> None:
    assert not inflected(a, b)
    assert not derived(a, b)
    assert not mistyped(a, b) or (a, b) == ("macrocephaly", "microcephaly"), "one letter apart, and another thing: a typing error is a guess"


@given(st.text(max_size=20), st.lists(st.text(max_size=20), max_size=3))
def test_any_text_has_a_wording(text: str, names: list[str]) -> None:
    found = wording(text, names)
    assert found.kind in WORDINGS
    assert set(found.changes) <= set(CHANGES)


@given(st.text(min_size=1, max_size=20))
def test_a_text_is_its_own_name(text: str) -> None:
    assert wording(text, [text]).kind in ("name", "unknown-concept")
