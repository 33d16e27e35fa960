"""Tables of scores, classes and categories apart, ids followed, partial credit: by hand on a small ontology."""

from __future__ import annotations

import pytest
from hypothesis import given

from goldproof.errors import BadInput, NotFound
from goldproof.measures import measure, score, scores
from goldproof.measures.hierarchy import Similarity, categories, follow
from goldproof.measures.selection import merged, some
from goldproof.model import Corpus, Document, Kind, Layer, Mention, Passage, Source, Span, Unit
from goldproof.ontology import Ontology
from goldproof.ontology.entry import Entry
from goldproof.signature import Signature

from .test_items import m, mentions
from .test_spans import layers

# T:0 above A and B; A above A1 and A2; A1 above A11; B1 below B and A (two branches).
TOY = Ontology.of([
    Entry("T:0"), Entry("T:A", parents=("T:0",)), Entry("T:B", parents=("T:0",)), Entry("T:A1", parents=("T:A",), alternatives=("T:OLD1",)),
    Entry("T:A2", parents=("T:A",)), Entry("T:A11", parents=("T:A1",)), Entry("T:B1", parents=("T:B", "T:A")),
    Entry("T:GONE", obsolete=True, replaced_by=("T:A2",)), Entry("T:LOST", obsolete=True),
], name="toy", version="1")  # fmt: skip

REF = mentions("ref", u=[m(0, 2, c="T:A1"), m(3, 5, c="T:A2"), m(6, 8, c="T:B1")], v=[m(0, 2, c="T:A11"), m(4, 5, c="T:X")], w=[])
SYS = mentions("sys", u=[m(0, 2, c="T:A1"), m(3, 5, c="T:A1"), m(6, 8, c="T:B1")], v=[m(0, 2, c="T:A2")], w=[m(0, 1, c="T:B")])


def table(*names: str, a: Layer = REF, b: Layer = SYS, **more: object) -> dict[str, float | None]:
    return {f.group: f.value for f in scores(a, b, *names, draws=0, **more)}  # type: ignore[arg-type]


def test_by_concept_and_the_mean_of_the_concepts() -> None:
    found = table("F1", by="concept")
    assert found == {"concept=T:A1": 2 / 3, "concept=T:A11": 0, "concept=T:A2": 0, "concept=T:B": 0, "concept=T:B1": 1, "concept=T:X": 0,
                     "concept=mean": pytest.approx((2 / 3 + 1) / 6)}  # fmt: skip


def test_by_category_counts_a_term_in_every_branch_it_stands_in() -> None:
    assert categories(TOY, ["T:A11", "T:B1", "T:X", "T:0", "T:OLD1"]) == {"T:A11": ("T:A",), "T:B1": ("T:A", "T:B"), "T:X": (), "T:0": (), "T:OLD1": ("T:A",)}
    found = table("F1(on=span)", by="category", ontology=TOY)
    # Branch A: u 3 of 3, v 1 of 1 places; branch B: B1 found, and B in w too much.
    assert found["category=T:A"] == 1
    assert found["category=T:B"] == pytest.approx(2 / 3)
    assert found["category=(none)"] == 0
    assert categories(TOY, ["T:A11"], "T:A") == {"T:A11": ("T:A1",)}
    with pytest.raises(NotFound, match="T:9"):
        categories(TOY, [], "T:9")
    with pytest.raises(BadInput, match="--ontology"):
        scores(REF, SYS, by="category")


@given(layers, layers)
def test_classes_apart_add_up_to_all_where_classes_must_be_the_same(a: Layer, b: Layer) -> None:
    """Labels apart give the counts of on=span+type, whatever the matcher."""
    for how in ("strict", "overlap"):
        whole = measure(f"F1(match={how},on=span+type)").counts(a, b).table.sum(axis=0).tolist()
        by = [measure(f"F1(match={how},on=span)").counts(some(a, labelled(a, t)), some(b, labelled(b, t))).table.sum(axis=0) for t in ("gene", "protein")]
        assert sum(by).tolist() == whole  # type: ignore[attr-defined]
        each = table(f"P(match={how},on=span,empty=skip)", a=a, b=b, by="type")
        for label, sums in zip(("gene", "protein"), by, strict=True):
            if f"type={label}" in each and sums[0] + sums[1]:
                assert each[f"type={label}"] == pytest.approx(sums[0] / (sums[0] + sums[1]))


def labelled(layer: Layer, label: str) -> object:
    columns = layer.mentions
    return columns.labels == (columns.names.index(label) if label in columns.names else -1)


def test_the_parts_of_a_corpus() -> None:
    units = [Unit("u", Passage("d1"), language="en"), Unit("v", Passage("d1"), language="en"), Unit("w", Passage("d2"), language="de")]
    corpus = Corpus((Document("d1", "x" * 9), Document("d2", "x")), tuple(units))
    assert table("F1(on=span)", by="document", units=corpus) == {"document=d1": pytest.approx(8 / 9), "document=d2": 0}
    assert set(table("F1", by="language", units=corpus)) == {"language=en", "language=de"}
    assert set(table("F1", by="unit")) == {"unit=u", "unit=v", "unit=w"}
    with pytest.raises(BadInput, match="give the corpus"):
        table("F1", by="document")
    with pytest.raises(NotFound, match="says no site"):
        table("F1", by="site", units=corpus)


def test_units_put_together_are_documents_with_one_set_of_concepts() -> None:
    units = [Unit("s1", Passage("d", Span(0, 9))), Unit("s2", Passage("d", Span(9, 20)))]
    corpus = Corpus((Document("d", "x" * 20),), tuple(units))
    ref, sys = mentions("r", s1=[m(0, 2)], s2=[m(10, 12)]), mentions("s", s2=[m(10, 11), m(11, 12, c="X:2")], s1=[])
    assert measure("F1(on=concept)").counts(ref, sys).table.tolist() == [[0, 0, 1], [1, 1, 0]]
    assert table("P(on=concept)", a=ref, b=sys, per="document", units=corpus) == {"": 1 / 2}
    assert merged(ref, {"s1": "d", "s2": "d"})["d"] == ref["s1"] + ref["s2"]


def test_ids_are_followed_to_those_of_today_and_the_name_says_so() -> None:
    old = mentions("old", u=[m(0, 2, c="T:OLD1"), m(3, 5, c="T:GONE"), m(6, 8, c="T:LOST"), m(9, 10, c="Z:1")])
    done = follow(old, TOY)
    assert done.changed == {"T:OLD1": "T:A1", "T:GONE": "T:A2"}
    assert (done.obsolete, done.unknown) == (("T:LOST",), ("Z:1",))
    new = mentions("new", u=[m(0, 2, c="T:A1"), m(3, 5, c="T:A2"), m(6, 8, c="T:LOST"), m(9, 10, c="Z:1")])
    assert score(old, new, "F1", draws=0).value == 0.5
    found = score(old, new, "F1(ids=followed)", ontology=TOY, draws=0)
    assert found.value == 1
    assert dict(Signature.parse(str(found)).fields)["ids"] == "followed"
    assert dict(found.made_from)["ontology"] == "1"
    with pytest.raises(BadInput, match="needs an ontology"):
        score(old, new, "F1(ids=followed)")
    assert table("F1(ids=followed)", a=old, b=new, by="category", ontology=TOY)["category=T:A"] == 1


def test_similarities_by_hand() -> None:
    jaccard, wang = Similarity(TOY, "jaccard"), Similarity(TOY, "wang", 0.5)
    # A1: {A1, A, 0}; A2: {A2, A, 0}: 2 of 4 in common.
    assert jaccard.of("T:A1", "T:A2") == 2 / 4
    assert jaccard.of("T:OLD1", "T:A11") == 3 / 4
    assert jaccard.of("T:X", "T:A1") == 0
    assert jaccard.of("T:X", "T:X") == 1
    # S_A1 = 1, .5, .25; S_A2 likewise; in common A and 0: 4 * ... = (.5 + .5 + .25 + .25) / (1.75 + 1.75).
    assert wang.of("T:A1", "T:A2") == pytest.approx(1.5 / 3.5)
    # B1 lies below A and B: S = 1, .5 (A), .5 (B), .25 (0); with A: 1, .5: (.5 + 1 + .25 + .5) / (2.25 + 1.5).
    assert wang.of("T:B1", "T:A") == pytest.approx(2.25 / 3.75)


def test_partial_credit_by_hand() -> None:
    found = measure("F1(credit=jaccard)", ontology=TOY).counts(REF, SYS)
    # u: A1=A1 1, A2~A1 1/2, B1=B1 1. v: A11~A2, {A11,A1,A,0} and {A2,A,0}: 2/5. w: one too many.
    assert found.table.tolist() == [[2.5, 0.5, 0.5], [0.4, pytest.approx(0.6), pytest.approx(1.6)], [0, 1, 0]]
    sets = measure("F1(on=concept,credit=jaccard)", ontology=TOY).counts(REF, SYS)
    # The system's two concepts of u, A1 and B1, go to themselves; A2 of the reference is left with nobody.
    assert sets.table[0].tolist() == [2, 0, 1]
    with pytest.raises(BadInput, match="one-to-one"):
        score(REF, SYS, "F1(credit=wang,align=many-to-many)", ontology=TOY)


def test_several_systems_and_the_usual_measures() -> None:
    found = scores(REF, [SYS, REF.called("twin")], draws=0)
    assert [(f.measure[:2], f.sides[1]) for f in found] == [("P(", "sys"), ("R(", "sys"), ("F1", "sys"), ("P(", "twin"), ("R(", "twin"), ("F1", "twin")]
    assert [f.value for f in found[3:]] == [1, 1, 1]


def test_an_interval_of_the_mean_of_classes_holds_it() -> None:
    found = next(f for f in scores(REF, SYS, "F1", by="concept", draws=200) if f.group == "concept=mean")
    assert found.low is not None
    assert found.high is not None
    assert found.value is not None
    assert found.low <= found.value <= found.high


def test_no_mentions_at_all() -> None:
    nothing = Layer.of("r", Source("r"), Kind.MENTIONS, {"u": []})
    found = scores(nothing, nothing.called("s"), "F1", by="type", draws=0)
    assert [(f.value, f.group) for f in found] == [(None, "type=mean")]
    assert "neither side" in found[0].why
    assert Mention((), ("a",)).spans == ()
