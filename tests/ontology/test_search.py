"""Terms by the words of their names."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldproof.ontology import Entry, Ontology, Scope, Synonym
from goldproof.ontology.search import Searcher, words

HEART = Ontology.of([
    Entry("X:1", "abnormality of the heart"), Entry("X:2", "septal defect", parents=("X:1",)),
    Entry("X:3", "ventricular septal defect", parents=("X:2",), synonyms=(Synonym("VSD", Scope.EXACT), Synonym("hole in the heart", Scope.RELATED))),
    Entry("X:4", "atrial septal defect", parents=("X:2",)), Entry("X:5", "septal defect, obsolete", obsolete=True),
    Entry("X:6", "heart", parents=()), Entry("X:7", "Ménière's disease"),
])  # fmt: skip


def ids(text: str, ontology: Ontology = HEART, **more: int) -> list[str]:
    return [found.id for found in ontology.search(text, **more)]


def test_begun_words_in_any_order_are_enough() -> None:
    assert ids("sept ventr") == ["X:3"]
    assert ids("defe") == ["X:2", "X:4", "X:3"], "obsolete terms are not found; what stands higher comes first"
    assert ids("meniere") == ["X:7"], "accents need not be typed"
    assert ids("vsd") == ["X:3"]


def test_exact_before_begun_before_words_before_slips() -> None:
    assert [(f.id, f.how) for f in HEART.search("heart")] == [("X:6", "exact"), ("X:1", "words"), ("X:3", "words")]
    assert [(f.id, f.how) for f in HEART.search("septal d")] == [("X:2", "begins"), ("X:4", "words"), ("X:3", "words")]
    assert [(f.id, f.name, f.how) for f in HEART.search("hole haert")] == [("X:3", "hole in the heart", "similar")]
    assert ids("haert") == ["X:6", "X:1", "X:3"], "as long as what was typed"
    assert ids("xyzzy") == ids("") == ids("?!") == []
    assert ids("defe", most=1) == ["X:2"]


def test_what_was_used_more_often_comes_first_among_equals() -> None:
    assert [f.id for f in HEART.search("defe", used={"X:4": 3, "X:2": 1})] == ["X:4", "X:2", "X:3"]


@given(st.lists(st.text("ab c", min_size=1, max_size=8), max_size=8), st.text("ab c", max_size=5))
def test_what_is_found_is_what_a_plain_search_finds(names: list[str], text: str) -> None:
    found = Searcher([(f"X:{n}", name) for n, name in enumerate(names)], []).search(text, most=100)
    typed = words(text)
    expected = {f"X:{n}" for n, name in enumerate(names) if typed and all(any(w.startswith(t) for w in words(name)) for t in typed)}
    assert {f.id for f in found} == expected or (not expected and all(f.how == "similar" for f in found))


@pytest.mark.data
def test_every_current_term_is_found_by_its_label_first(data: Path) -> None:
    hpo = Ontology(data / "hpo/hp-2025-01-16.obo")
    for id in hpo.ids[::150]:
        if id not in hpo.obsolete:
            best = hpo.search(hpo.label(id), most=3)
            assert best[0].how == "exact"
            assert id in {f.id for f in best if f.how == "exact"}
