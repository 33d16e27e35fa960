"""Agreement by parts: who judged together, classes of mentions, without each rater, with oneself."""

from __future__ import annotations

import numpy as np
import pytest

from goldproof.agreement import agree
from goldproof.agreement.outliers import leave_one_out
from goldproof.agreement.repeats import repeats
from goldproof.errors import BadInput
from goldproof.model import Corpus, Document, Kind, Layer, Mention, Pair, Passage, Rating, Scale, Source, Span, Unit

from .test_agree import raters


def test_groups_of_raters_and_their_mean() -> None:
    layers = raters((1, 1, None), (2, 2, None), (1, 2, None), (None, 3, 3), (None, 2, 1), (None, 1, 1))
    found = agree(layers, "AC2", by="raters", draws=0)
    assert [f.group for f in found] == ["raters=r0+r1", "raters=r1+r2", "raters=mean"]
    assert found[2].value == pytest.approx(np.mean([f.value for f in found[:2]]))
    assert dict(found[0].made_from)["categories"] == "3", "a part has the categories of the whole"
    assert dict(found[2].made_from)["mean-of-groups"] == "2 of 2"
    with pytest.raises(BadInput, match="by two raters"):
        agree(raters((1, None), (None, 2)), "AC2", by="raters")


def test_pairs_have_the_categories_of_the_whole() -> None:
    layers = raters((1, 1, 5), (2, 2, 5), (1, 2, 3))
    assert {dict(f.made_from)["categories"] for f in agree(layers, "AC2", by="pair", draws=0)} == {"4"}
    scaled = raters((1, 1, 5), (2, 2, 5), (1, 2, 3), scale=Scale((1, 2, 3, 4, 5)))
    assert {dict(f.made_from)["categories"] for f in agree(scaled, "AC2", by="pair", draws=0)} == {"5"}


def test_mentions_by_type() -> None:
    def layer(name: str, *labels: str) -> Layer:
        return Layer.of(name, Source(name), Kind.MENTIONS, {"u": [Mention((Span(i, i + 1),), ("X:1",), label) for i, label in enumerate(labels)]})

    found = agree([layer("a", "GENE", "CHED"), layer("b", "GENE", "GENE"), layer("c", "GENE", "CHED")], "F1(on=span)", by="type", draws=0)
    gene = [f for f in found if f.group == "type=GENE"]
    assert [f.value for f in gene] == [pytest.approx(2 / 3), 1, pytest.approx(2 / 3), pytest.approx((1 + 4 / 3) / 3)]
    with pytest.raises(BadInput, match="alpha is not taken by type"):
        agree([layer("a", "GENE"), layer("b", "GENE")], "alpha", by="type")


def noisy(spread: float, seed: int, count: int = 120) -> list[float]:
    truth = np.random.default_rng(0).integers(0, 5, count)
    return np.clip(truth + np.round(np.random.default_rng(seed).normal(0, spread, count)), 0, 4).tolist()


def test_a_rater_who_stands_apart_is_pointed_out_and_others_are_not() -> None:
    columns = [noisy(0.4, 1), noisy(0.4, 2), noisy(0.4, 3), np.random.default_rng(9).integers(0, 5, 120).astype(float).tolist()]
    layers = raters(*zip(*columns, strict=True))
    for name in ("alpha(level=interval)", "AC2", "kappa(weights=linear)"):
        found = leave_one_out(layers, name)
        assert [r.rater for r in found if r.apart] == ["r3"], name
        assert min(found, key=lambda r: r.others or 0).rater == "r3"
        assert found[3].change is not None
        assert found[3].without == pytest.approx(agree(layers[:3], name, draws=0)[-1].value, abs=0.02)
    alike = raters(*zip(*[noisy(0.5, s) for s in range(5)], strict=True))
    assert not any(r.apart for r in leave_one_out(alike, "AC2"))


def test_leaving_out_works_for_measures_of_pairs() -> None:
    def layer(name: str, ends: list[int]) -> Layer:
        return Layer.of(name, Source(name), Kind.MENTIONS, {f"u{i}": [Mention((Span(0, e),), ("X:1",))] for i, e in enumerate(ends)})

    good = list(range(1, 21))
    found = leave_one_out([layer("a", good), layer("b", good), layer("c", [e + (e % 2) for e in good])], "F1")
    assert found[2].without == 1
    assert found[2].change is not None
    assert found[2].change > 0
    assert found[2].apart
    with pytest.raises(BadInput, match="2 raters"):
        leave_one_out([layer("a", good), layer("b", good)])


def test_repeats_over_rounds_and_within_a_group() -> None:
    again = [*raters((1,), (2,), (3,), (1,), round="1"), *raters((1,), (2,), (3,), (3,), round="2")]
    found = repeats(again, "percent")
    assert [(f.group, f.value, f.units) for f in found] == [("rater=r0", 0.75, 4)]
    units = (Unit("a1", Pair("x", "y"), group="a"), Unit("a2", Pair("x", "y"), group="a"), Unit("b1", Pair("x", "z"), group="b"), Unit("b2", Pair("z", "x"), group="b"))
    layer = Layer.of("ann", Source("ann"), Kind.RATINGS, {"a1": [Rating(1.0)], "a2": [Rating(2.0)], "b1": [Rating(2.0)], "b2": [Rating(2.0)]})
    within = repeats(Corpus(units=units, layers=(layer,)), "percent")
    assert [(f.units, f.value) for f in within] == [(1, 0)], "pairs that show something else are no repeats"
    with pytest.raises(BadInput, match="twice"):
        repeats(raters((1, 2), (2, 2)), "percent")


def test_repeats_of_texts() -> None:
    documents = (Document("d1", "a lung"), Document("d2", "a lung"), Document("d3", "a lung"))
    units = tuple(Unit(d.id, Passage(d.id), group="g" if d.id != "d3" else "") for d in documents)
    layer = Layer.of("ann", Source("ann"), Kind.MENTIONS, {d.id: [Mention((Span(2, 6),), ("X:1",))] for d in documents})
    found = repeats(Corpus(documents, units, (layer,)), "F1")
    assert [(f.sides, f.value) for f in found] == [(("ann, time 1", "ann, time 2"), 1)]
