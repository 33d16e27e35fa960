"""The majority's phenotypes slot by slot, and the median of ratings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldproof.errors import BadInput
from goldproof.harmonisation import harmonise
from goldproof.model import (
    And,
    Attributes,
    Expression,
    Kind,
    Layer,
    Mention,
    Parse,
    Phenotype,
    Rating,
    Scale,
    Sentence,
    Some,
    Source,
    Span,
    Term,
    Token,
)

FIN, TAIL, ROUND, LONG, FUSED = (Term(x) for x in ("A:fin", "A:tail", "Q:round", "Q:long", "Q:fused"))


def curators(*states: list[Phenotype] | None) -> list[Layer]:
    return [Layer.of(f"c{i}", Source(f"c{i}"), Kind.PHENOTYPES, {} if s is None else {"s": s}) for i, s in enumerate(states)]


def eqs(*states: list[Phenotype] | None) -> list[tuple[str, object, object, object]]:
    found = harmonise(curators(*states), "majority")["s"]
    return [(str(p), p.attributes["votes"], p.attributes["of"], p.attributes.get("open", "")) for p in found]


def test_what_a_majority_states_is_taken() -> None:
    assert eqs([Phenotype(FIN, ROUND)], [Phenotype(FIN, ROUND)], [Phenotype(FIN, LONG)]) == [("E: A:fin; Q: Q:round", 2, 3, "")]


def test_slots_are_voted_on_one_by_one() -> None:
    found = eqs([Phenotype(FIN, FUSED, TAIL)], [Phenotype(FIN, FUSED)], [Phenotype(FIN, LONG, TAIL)])
    assert found == [("E: A:fin; Q: Q:fused; RE: A:tail", 2, 3, "")]


def test_a_slot_without_a_majority_stays_open() -> None:
    assert eqs([Phenotype(FIN, ROUND)], [Phenotype(FIN, LONG)]) == [("E: A:fin", 2, 2, "quality")]
    assert eqs([Phenotype(FIN, ROUND)], [Phenotype(TAIL, LONG)]) == []
    assert eqs([Phenotype(FIN, ROUND)], []) == []


def test_eqs_about_the_same_thing_come_together() -> None:
    a = [Phenotype(FIN, ROUND), Phenotype(TAIL, LONG)]
    b = [Phenotype(TAIL, ROUND), Phenotype(FIN, ROUND)]
    c = [Phenotype(TAIL, LONG), Phenotype(FIN, LONG)]
    assert eqs(a, b, c) == [("E: A:fin; Q: Q:round", 2, 3, ""), ("E: A:tail; Q: Q:long", 2, 3, "")]


def test_two_ways_of_writing_are_one_vote() -> None:
    one, two = And((FIN, Some("part_of", TAIL))), And((Some("part_of", TAIL), FIN))
    assert [e[1:] for e in eqs([Phenotype(one, ROUND)], [Phenotype(two, ROUND)])] == [(2, 2, "")]


def test_who_did_not_judge_has_no_vote() -> None:
    assert eqs([Phenotype(FIN, ROUND)], None, None) == [("E: A:fin; Q: Q:round", 1, 1, "")]
    assert "s" not in harmonise(curators(None, None), "majority")


slot: st.SearchStrategy[Expression | None] = st.sampled_from([None, FIN, TAIL])
state = st.lists(st.builds(Phenotype, slot, st.sampled_from([None, ROUND, LONG]), slot), max_size=3, unique=True)


@given(state, st.integers(1, 4))
def test_equal_layers_give_that_layer(judged: list[Phenotype], n: int) -> None:
    found = harmonise(curators(*[judged] * n), "majority")["s"]
    assert {str(p) for p in found} == {str(p) for p in judged}
    assert all((p.attributes["votes"], p.attributes["of"]) == (n, n) for p in found)


@given(st.lists(state, min_size=3, max_size=3), st.permutations(range(3)))
def test_who_comes_first_is_irrelevant(states: list[list[Phenotype]], order: list[int]) -> None:
    layers = curators(*states)
    assert harmonise(layers, "majority").agrees(harmonise([layers[i] for i in order], "majority"))


def raters(*values: float | str | None, scale: Scale | None = None) -> list[Layer]:
    return [Layer.of(f"r{i}", Source(f"r{i}"), Kind.RATINGS, {"p": [] if v is None else [Rating(v)]}, scale=scale) for i, v in enumerate(values)]


def median(*values: float | str | None, rule: str = "median", scale: Scale | None = None) -> Rating | None:
    found = harmonise(raters(*values, scale=scale), rule).get("p")
    return found[0] if found else None


def test_the_median_and_its_votes() -> None:
    assert median(4, 0, 3) == Rating(3, attributes=Attributes(votes=1, of=3))
    assert median(4, None, 3, 3) == Rating(3, attributes=Attributes(votes=2, of=3))
    assert median(None) is None


def test_between_two_middles() -> None:
    values = [r.value for even in ("mean", "low", "high") if (r := median(1, 2, rule=f"median(even={even})"))]
    assert values == [1.5, 1, 2]


def test_words_have_the_order_of_their_scale() -> None:
    scale = Scale(("low", "mid", "high"))
    assert median("high", "low", "mid", scale=scale) == Rating("mid", attributes=Attributes(votes=1, of=3))
    assert harmonise(raters("low", scale=scale)).scale == scale
    with pytest.raises(BadInput, match="no mean"):
        median("low", "high", scale=scale)
    with pytest.raises(BadInput, match="no scale"):
        median("low", "high", "low")


def test_what_all_say_and_nothing_else() -> None:
    def read(name: str, *heads: int) -> Layer:
        judged = {f"s{i}": [Parse((Sentence(Span(0, 1), (Token(Span(0, 1), "x", head=h),)),))] for i, h in enumerate(heads)}
        return Layer.of(name, Source(name), Kind.PARSES, judged)

    found = harmonise([read("a", 0, 1, 2), read("b", 0, 2)])
    assert found.units == ("s0", "s2"), "the last one only a judged, so all who did agree"
    assert found["s0"] == read("a", 0)["s0"]
    assert found.source.name == "unanimous"


def test_order_and_remarks_are_no_difference() -> None:
    one = [Mention((Span(0, 1),), ("X:1",), id="T1", attributes=Attributes(note="hm")), Mention((Span(2, 3),), ("X:2",))]
    layers = [Layer.of(n, Source(n), Kind.MENTIONS, {"u": ms}) for n, ms in (("a", one), ("b", [one[1], Mention((Span(0, 1),), ("X:1",))]))]
    assert harmonise(layers, "unanimous")["u"] == tuple(one)
