"""The review: choosing rules, levels, ontologies; helpers against brute force; no corpus makes it stumble."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import goldproof as gp
from goldproof.checks import SETTINGS, Guideline, Level, rules
from goldproof.checks.dependencies import cycles
from goldproof.checks.finding import Place, quoted
from goldproof.checks.overlaps import meetings, relation
from goldproof.checks.terms import Terms
from goldproof.errors import BadInput, NotFound
from goldproof.model import Corpus, Document, Passage, Scale, Span, Unit
from goldproof.ontology import Entry, Ontology

from ..formats.samples import SAMPLES
from ..ontology.test_ontology import TOY as TOY_TEXT
from ..strategies import layers
from .makers import TOY, marked, mention, texts

WRONG = marked(mention((0, 4), stated="x"), mention((4, 4)), mention((1, 3), concepts=("HP_77",)))


def names(found: tuple[gp.Finding, ...]) -> set[str]:
    return {f.rule for f in found}


def test_errors_come_first() -> None:
    levels = [f.level.weight for f in gp.check(WRONG)]
    assert levels == sorted(levels, reverse=True)
    assert len(set(levels)) == 3


def test_rules_are_chosen_by_name_and_pattern() -> None:
    assert names(gp.check(WRONG, rules=["span-empty"])) == {"span-empty"}
    assert names(gp.check(WRONG, rules=["span-*"], without=["span-empty"])) == {"span-text", "span-blanks", "span-word"}
    assert names(gp.check(WRONG, without=["*"])) == set()
    with pytest.raises(NotFound, match="--rules"):
        gp.check(WRONG, rules=["nonsense"])
    with pytest.raises(NotFound):
        gp.check(WRONG, without=["nonsense-*"])


def test_levels_can_be_changed_and_cut_off() -> None:
    assert {f.level for f in gp.check(WRONG, least="error")} == {Level.ERROR}
    assert "span-word" not in names(gp.check(WRONG, least="warning"))
    changed = gp.check(WRONG, levels={"span-word": "error", "span-empty": "note"}, least="warning")
    assert "span-empty" not in names(changed)
    assert {f.level for f in changed if f.rule == "span-word"} == {Level.ERROR}
    with pytest.raises(BadInput, match="level"):
        gp.check(WRONG, least="grave")
    with pytest.raises(NotFound):
        gp.check(WRONG, levels={"nonsense": "note"})


def test_ids_are_checked_with_an_ontology_only(tmp_path: Path) -> None:
    assert "id-unknown" not in names(gp.check(WRONG))
    assert "id-unknown" in names(gp.check(WRONG, ontologies=TOY))
    assert "id-unknown" in names(gp.check(WRONG, ontologies=[TOY]))
    (tmp_path / "toy.obo").write_text(TOY_TEXT)
    assert "id-uncovered" in names(gp.check(WRONG, ontologies=tmp_path / "toy.obo"))
    with pytest.raises(BadInput, match="ontology"):
        gp.check(WRONG, guideline=Guideline(below=("HP:1",)))
    with pytest.raises(NotFound, match="HP:5555"):
        gp.check(WRONG, ontologies=TOY, guideline=Guideline(below=("HP:5555",)))


def test_the_settings_of_a_guideline() -> None:
    assert Guideline().with_settings(allow=("crossing",), forbid=("nesting", "several-concepts")) == Guideline(
        crossing=True, nesting=False, several_concepts=False
    )
    for name in SETTINGS:
        assert Guideline().with_settings(allow=(name,)) != Guideline().with_settings(forbid=(name,))
    with pytest.raises(NotFound, match="nesting"):
        Guideline().with_settings(allow=("nonsense",))


def test_the_ontology_with_most_terms_of_a_prefix_answers_for_it() -> None:
    own = Ontology.of([Entry("A:1", "new"), Entry("A:2", obsolete=True, replaced_by=("A:1",)), Entry("B:1", "borrowed")], name="a")
    other = Ontology.of([Entry("B:1", "proper"), Entry("B:2"), Entry("A:2", "stale copy")], name="x/b-basic")
    terms = Terms([other, own])
    assert terms.status("A:2").standing == "obsolete"
    assert terms.label("B:1") == "proper"
    assert terms.covers("B:9")
    assert not terms.covers("C:1")
    assert own.subjects == {"A"}
    assert other.subjects == {"B"}
    assert Ontology.of([Entry("A:1"), Entry("B:1"), *(Entry(f"C:{i}") for i in range(30))], name="merged").subjects == {"C"}


def test_places_are_printed_and_long_texts_cut() -> None:
    assert str(Place()) == ""
    assert str(Place(document="d", span=Span(1, 2))) == "d:1-2"
    assert str(Place("ann")) == "ann"
    assert str(Place("ann", "u", "d", Span(1, 2), "token 3")) == "ann/u:1-2, token 3"
    assert quoted("a\nb") == "'a\\nb'"
    assert len(quoted("x" * 1000)) < 50


fragments = st.lists(st.tuples(st.integers(0, 9), st.integers(1, 5)).map(lambda p: (p[0], p[0] + p[1])), min_size=1, max_size=2)


@given(st.lists(fragments, max_size=6))
def test_meetings_are_those_of_a_comparison_of_all_with_all(mentions: list[list[tuple[int, int]]]) -> None:
    corpus = marked(*(mention(*spans) for spans in mentions))
    found = {(m.how, frozenset((m.one, m.other))) for m in meetings(corpus)}
    shapes = [tuple(sorted(spans)) for spans in mentions]
    expected = set()
    for i, a in enumerate(shapes):
        for j, b in enumerate(shapes[:i]):
            shared = any(set(range(*x)) & set(range(*y)) for x in a for y in b)
            how = relation(a, b) if shared else None
            if how is not None:
                expected.add((how, frozenset((i, j))))
    assert found == expected
    for m in meetings(corpus):
        if m.how == "nested":
            inner, outer = (set().union(*(range(*s) for s in shapes[row])) for row in (m.one, m.other))
            assert inner <= outer


@given(st.lists(st.integers(-1, 9), max_size=9))
def test_cycles_are_found_as_by_walking_from_everywhere(heads: list[int]) -> None:
    def returns(start: int) -> bool:
        i = start
        for _ in heads:
            i = heads[i] - 1
            if not 0 <= i < len(heads):
                return False
            if i == start:
                return True
        return False

    rings = cycles(heads)
    assert sorted(i for ring in rings for i in ring) == [i for i in range(len(heads)) if returns(i)]
    for ring in rings:
        assert ring[0] == min(ring)
        assert all(heads[a] - 1 == b for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))


@settings(max_examples=150, deadline=None)
@given(layers(), st.text(max_size=20), st.booleans())
def test_no_judgement_makes_a_rule_stumble(layer: gp.Layer, text: str, cut: bool) -> None:
    room = Span(0, len(text) // 2) if cut else None
    units = tuple(Unit(u, Passage("d", room), group="g", language="en" if i % 2 else "de") for i, u in enumerate(layer.units))
    corpus = Corpus((Document("d", text),), units, (layer,))
    guideline = Guideline(below=("HP:1",), labels=frozenset({"NP"}), scale=Scale((0.0, 1.0))).with_settings(forbid=tuple(SETTINGS))
    for finding in gp.check(corpus, ontologies=TOY, guideline=guideline):
        assert finding.message
        assert str(finding)


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_samples_of_the_formats_can_be_checked(sample: str) -> None:
    gp.check(SAMPLES[sample], ontologies=TOY)


def test_a_sound_corpus_gives_nothing() -> None:
    assert gp.check(texts(d="All is well.")) == ()
    assert gp.check(marked(mention((0, 8)), mention((10, 33), concepts=("HP:2",))), ontologies=TOY) == ()
    assert gp.check(Corpus()) == ()


def test_rules_are_in_a_stable_order() -> None:
    assert list(rules())[:3] == ["reading", "text-control", "text-replacement"]
