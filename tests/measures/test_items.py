"""Precision, recall and F1 over mentions, phenotypes and parses: by hand, against brute force, and by property."""

from __future__ import annotations

import math
import time
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldproof.errors import BadInput
from goldproof.measures import measure, score
from goldproof.measures.phenotypes import canonical
from goldproof.model import (
    And,
    Kind,
    Layer,
    Mention,
    MentionBuilder,
    Node,
    Parse,
    Phenotype,
    Sentence,
    Some,
    Source,
    Span,
    Term,
    Token,
)


def mentions(name: str, **judged: list[Mention]) -> Layer:
    return Layer.of(name, Source(name), Kind.MENTIONS, judged)


def m(*ends: int, c: str | tuple[str, ...] = "X:1", label: str = "") -> Mention:
    spans = tuple(Span(a, b) for a, b in zip(ends[::2], ends[1::2], strict=True))
    return Mention(spans, (c,) if isinstance(c, str) else c, label)


REF = mentions("ref", u1=[m(0, 5), m(7, 9, c="X:2"), m(0, 5, 10, 12)], u2=[], u3=[m(1, 2)], u4=[])
SYS = mentions("sys", u1=[m(0, 5), m(7, 9, c="X:3"), m(10, 12, 0, 5)], u2=[], u4=[m(3, 4)], u5=[m(0, 1)])


def test_the_units_that_both_judged_are_counted_one_by_one() -> None:
    counts = measure("F1").counts(REF, SYS)
    assert counts.units == ("u1", "u2", "u4")
    assert counts.table.tolist() == [[2, 1, 1], [0, 0, 0], [0, 1, 0]]
    assert counts.table.dtype.kind == "i"


def value(name: str, a: Layer = REF, b: Layer = SYS) -> float | None:
    return score(a, b, name, draws=0).value


def test_values_by_hand() -> None:
    assert value("F1") == 4 / 7
    assert value("P") == 2 / 4
    assert value("R") == 2 / 3
    assert value("F1(on=span)") == 6 / 7
    assert value("F1(mean=macro)") == pytest.approx((2 / 3 + 1 + 0) / 3)
    assert value("F1(mean=macro,empty=0)") == pytest.approx((2 / 3 + 0 + 0) / 3)
    assert value("F1(mean=macro,empty=skip)") == pytest.approx((2 / 3 + 0) / 2)


def test_each_concept_of_a_mention_is_an_item() -> None:
    a, b = mentions("a", u=[m(0, 5, c=("X:1", "X:2"))]), mentions("b", u=[m(0, 5, c=("X:2",)), m(0, 5, c=())])
    assert measure("F1").counts(a, b).table.tolist() == [[1, 1, 1]]


def test_the_same_twice_needs_two_on_the_other_side() -> None:
    a, b = mentions("a", u=[m(0, 5), m(0, 5)]), mentions("b", u=[m(0, 5)])
    assert measure("F1").counts(a, b).table.tolist() == [[1, 0, 1]]


def test_labels() -> None:
    a, b = mentions("a", u=[m(0, 5, label="gene"), m(6, 7)]), mentions("b", u=[m(0, 5, label="gene", c="X:9"), m(6, 7, label="gene")])
    assert value("F1(on=span+label)", a, b) == 0.5


def test_what_is_undefined_says_why() -> None:
    nothing, other = mentions("a", u1=[]), mentions("b", u1=[])
    assert score(nothing, other, "F1(empty=skip)").why.startswith("neither side")
    assert score(nothing, other, "F1").value == 1
    assert score(nothing, other, "F1(empty=0)").value == 0
    found = score(mentions("a", u1=[m(0, 1)]), other, "P")
    assert (found.value, "nothing was found" in found.why) == (None, True)
    apart = score(mentions("a", u1=[]), mentions("b", u2=[]), "F1")
    assert (apart.value, apart.units) == (None, 0)
    assert "no unit was judged by both" in str(apart)


def test_layers_of_another_kind_are_refused() -> None:
    with pytest.raises(BadInput, match="layer a"):
        score(mentions("a", u=[]), mentions("b", u=[]), "LAS")
    with pytest.raises(BadInput, match="span\\+type"):
        score(mentions("a", u=[]), mentions("b", u=[]), "F1(on=eq)")


one = st.builds(
    lambda spans, concepts: Mention(tuple(Span(a, a + n) for a, n in spans), tuple(concepts)),
    st.lists(st.tuples(st.integers(0, 3), st.integers(1, 2)), max_size=2), st.lists(st.sampled_from(["X:1", "X:2"]), max_size=2, unique=True),
)  # fmt: skip
layers = st.dictionaries(st.sampled_from("uvw"), st.lists(one, max_size=4), min_size=1).map(lambda d: mentions("x", **d))


def brute(a: Layer, b: Layer, concepts: bool) -> list[list[int]]:
    def bag(layer: Layer, unit: str) -> Counter[object]:
        return Counter((tuple(sorted(x.spans)), c) for x in layer[unit] for c in ((x.concepts or ("",)) if concepts else ("",)))

    rows = []
    for unit in (u for u in a.units if u in b):
        x, y = bag(a, unit), bag(b, unit)
        rows.append([(x & y).total(), (y - x).total(), (x - y).total()])
    return rows


@given(layers, layers, st.booleans())
def test_counts_are_those_of_a_comparison_of_records(a: Layer, b: Layer, concepts: bool) -> None:
    table = measure("F1(on=span+concept)" if concepts else "F1(on=span)").counts(a, b).table
    assert table.tolist() == brute(a, b, concepts)


@given(layers, layers)
def test_f1_is_symmetric_and_of_a_layer_with_itself_one(a: Layer, b: Layer) -> None:
    assert value("F1", a, b) == value("F1", b, a)
    assert value("P(empty=skip)", a, b) == value("R(empty=skip)", b, a)
    assert value("F1", a, a) == 1


@given(layers, layers, st.sampled_from(["F1", "F1(mean=macro)", "P", "R(empty=skip)"]))
def test_an_interval_holds_no_value_outside_zero_and_one(a: Layer, b: Layer, name: str) -> None:
    found = score(a, b, name, draws=20)
    if found.low is not None and found.high is not None:
        assert 0 <= found.low <= found.high <= 1
    assert (found.value is None) == bool(found.why)


def test_a_million_mentions_in_about_a_second() -> None:
    build = MentionBuilder()
    for unit in range(10_000):
        for i in range(100):
            build.add(((i * 10, i * 10 + 7),), (f"X:{(unit * i) % 4000}",))
        build.end_unit()
    layer = Layer("a", Source("a"), tuple(map(str, range(10_000))), build.columns())
    started = time.perf_counter()
    counts = measure("F1").counts(layer, layer.called("b"))
    assert counts.table.sum(axis=0).tolist() == [1_000_000, 0, 0]
    assert time.perf_counter() - started < 5, "half a second on an idle machine"


E, Q, Z = Term("A:1"), Term("Q:1"), Term("A:2")


def test_phenotypes_slot_by_slot() -> None:
    both = And((E, Some("part_of", Z)))
    turned = And((Some("part_of", Z), E))
    a = Layer.of("a", Source("a"), Kind.PHENOTYPES, {"s": [Phenotype(both, Q), Phenotype(E, Q, Z)], "t": [Phenotype(E)]})
    b = Layer.of("b", Source("b"), Kind.PHENOTYPES, {"s": [Phenotype(turned, Q), Phenotype(E, Q)], "t": [Phenotype(E, None)]})
    assert measure("F1", kind=Kind.PHENOTYPES).counts(a, b).table.tolist() == [[1, 1, 1], [1, 0, 0]]
    assert measure("F1(on=entity)").counts(a, b).table.tolist() == [[2, 0, 0], [1, 0, 0]]
    assert canonical(both) == canonical(turned) != canonical(Some("part_of", Z))


def token(start: int, end: int, head: int | None = None, relation: str | None = None, tag: str = "NN") -> Token:
    return Token(Span(start, end), "x" * (end - start), tag=tag, head=head, relation=relation)


def parse(*tokens: Token, tree: Node | None = None) -> Parse:
    return Parse((Sentence(Span(tokens[0].span.start, tokens[-1].span.end), tokens, tree),))


def parses(name: str, *units: Parse) -> Layer:
    return Layer.of(name, Source(name), Kind.PARSES, {f"u{i}": [p] for i, p in enumerate(units)})


def test_dependencies_by_hand() -> None:
    gold = parse(token(0, 3, 2, "amod"), token(4, 8, 3, "nsubj"), token(9, 12, 0, "root"))
    bad = parse(token(0, 3, 2, "det"), token(4, 8, 3, "nsubj"), token(9, 12, 2, "root"))
    a, b = parses("a", gold), parses("b", bad)
    assert value("LAS", a, b) == pytest.approx(1 / 3)
    assert value("UAS", a, b) == pytest.approx(2 / 3)
    assert value("F1(on=token)", a, b) == 1


def test_dependencies_with_other_tokens() -> None:
    gold = parse(token(0, 3, 2, "amod"), token(4, 8, 0, "root"))
    split = parse(token(0, 3, 3, "amod"), token(4, 6, 3, "x"), token(6, 8, 0, "root"))
    # One of 2 and 3 tokens is at the same place, and its head is not.
    assert value("UAS", parses("a", gold), parses("b", split)) == 0
    assert value("F1(on=token)", parses("a", gold), parses("b", split)) == pytest.approx(2 / 5)


def test_a_parse_without_dependencies_has_no_attachment() -> None:
    plain = parse(token(0, 3))
    assert measure("LAS").counts(parses("a", plain), parses("b", plain)).table.tolist() == [[0, 0, 0]]
    assert value("LAS(empty=skip)", parses("a", plain), parses("b", plain)) is None


def test_brackets_by_hand() -> None:
    def leaf(n: int) -> Node:
        return Node("NN", token=n)

    words = token(0, 1), token(2, 3), token(4, 5)
    a = Node("", (Node("S", (Node("NP-SBJ-1", (leaf(0), leaf(1))), Node("VP", (leaf(2), Node("NP", (Node("-NONE-", text="*T*-1"),))))),),))
    b = Node("", (Node("S", (Node("NP", (leaf(0),)), Node("VP", (leaf(1), leaf(2))))),))
    table = measure("F1(on=bracket)").counts(parses("a", parse(*words, tree=a)), parses("b", parse(*words, tree=b))).table
    # S; NP 0-3 and VP 4-5 against NP 0-1 and VP 2-5. The trace, its NP and the nameless top are no brackets.
    assert table.tolist() == [[1, 2, 2]]


def test_a_head_outside_the_sentence_is_no_crash() -> None:
    far = parses("a", parse(token(0, 1, 99, "x")), parse(token(0, 1, 0, "x")))
    assert math.isclose(value("UAS", far, far) or 0, 1)


def test_nothing_at_all_in_a_layer() -> None:
    empty = Layer.of("a", Source("a"), Kind.PARSES, {"u": []})
    for on in ("bracket", "token", "token+tag", "head", "head+relation"):
        assert measure(f"F1(on={on})").counts(empty, empty).table.tolist() == [[0, 0, 0]]
    none = Layer.of("a", Source("a"), Kind.MENTIONS, {})
    assert measure("F1").counts(none, none).table.shape == (0, 3)
    assert np.isnan(measure("F1(empty=skip)").values(np.zeros((1, 3), int), np.ones((1, 1), int))).all()
