"""Agreement of layers: pairs and their mean, coefficients, groups, and what is undefined or refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import goldproof as gp
from goldproof.agreement import agree, kendall
from goldproof.errors import BadInput, NotFound
from goldproof.model import Corpus, Kind, Layer, Maker, Mention, Pair, Ranking, Rating, Scale, Source, Span, Unit
from goldproof.signature import Signature

from .test_alpha import read


def raters(*rows: tuple[float | str | None, ...], scale: Scale | None = None, round: str = "") -> list[Layer]:
    out = []
    for r in range(len(rows[0])):
        judged = {f"p{i}": [Rating(row[r])] for i, row in enumerate(rows) if row[r] is not None}  # type: ignore[arg-type]
        out.append(Layer.of(f"r{r}{round}", Source(f"r{r}", round=round), Kind.RATINGS, judged, scale=scale))
    return out


def marked(name: str, units: str, *ends: int) -> Layer:
    return Layer.of(name, Source(name), Kind.MENTIONS, {u: [Mention((Span(0, e),), ("X:1",)) for e in ends] for u in units})


def test_each_pair_and_the_mean_of_the_pairs() -> None:
    found = agree([marked("a", "uv", 1, 2), marked("b", "uv", 1, 2), marked("c", "u", 1)], "F1", draws=50)
    assert [(f.sides, f.value, f.units) for f in found[:3]] == [
        (("a", "b"), 1, 2), (("a", "c"), pytest.approx(2 / 3), 1), (("b", "c"), pytest.approx(2 / 3), 1),
    ]  # fmt: skip
    assert found[3].value == pytest.approx((1 + 2 / 3 + 2 / 3) / 3)
    assert found[3].sides == ("a", "b", "c")
    assert "mean-of-pairs:3" in found[3].origin
    assert found[1].low is None, "one unit has no interval"


def test_the_same_seed_the_same_interval() -> None:
    layers = raters((1, 2), (2, 2), (3, 3), (0, 1), (4, 4))
    one, two, three = (agree(layers, "alpha(level=interval)", seed=s, interval="bootstrap")[0] for s in (1, 1, 2))
    assert (one.low, one.high) == (two.low, two.high) != (three.low, three.high)
    assert one.low is not None
    assert one.value is not None
    assert one.high is not None
    assert one.low <= one.value <= one.high
    assert Signature.parse(str(one)).value == one.value


def test_the_level_comes_from_the_scale() -> None:
    layers = raters((1, 2), (2, 2), (3, 3), scale=Scale((1, 2, 3), level="interval"))
    assert agree(layers, "alpha")[0].measure == "alpha(level=interval)"
    assert agree(raters((1, 2), (2, 2)), "alpha")[0].measure == "alpha(level=ordinal)"


def test_words_on_a_scale_have_their_order() -> None:
    rows = (("low", "high"), ("mid", "mid"), ("high", "high"))
    scale = Scale(("low", "mid", "high"))
    numbers = raters((0, 2), (1, 1), (2, 2))
    assert agree(raters(*rows, scale=scale), "alpha")[0].value == agree(numbers, "alpha")[0].value
    assert agree(raters(*rows), "alpha(level=nominal)")[0].value == pytest.approx(agree(numbers, "alpha(level=nominal)")[0].value)
    with pytest.raises(BadInput, match="no scale"):
        agree(raters(*rows), "alpha")


def test_by_round_takes_layers_apart() -> None:
    first, second = raters((1, 3), (2, 2), round="1"), raters((1, 1), (2, 2), round="2")
    found = agree([*first, *second], "alpha(level=nominal)", by="round")
    assert [(f.group, f.value) for f in found] == [("round=1", pytest.approx(1 - 3 * 2 / (16 - 6))), ("round=2", 1)]


def test_by_language_takes_units_apart_and_rules_are_no_raters() -> None:
    layers = [marked("a", "uv", 1), marked("b", "u", 1), replace(marked("h", "uv", 1), source=Source("h", Maker.RULE))]
    units = (Unit("u", Pair("", ""), language="en"), Unit("v", Pair("", ""), language="de"))
    found = agree(Corpus(units=units, layers=tuple(layers)), "F1", by="language")
    assert [(f.group, f.value, f.sides) for f in found] == [("language=en", 1, ("a", "b")), ("language=de", None, ("a", "b"))]
    assert "no unit was judged by both" in found[1].why
    with pytest.raises(BadInput, match="units"):
        agree(layers, "F1", by="language")
    with pytest.raises(NotFound, match="genre"):
        agree(layers, "F1", by="genre", units=units)


def test_what_cannot_agree_is_refused() -> None:
    with pytest.raises(BadInput, match="1 layers"):
        agree([marked("a", "u", 1)])
    with pytest.raises(BadInput, match="mentions and ratings"):
        agree([marked("a", "u", 1), *raters((1, 2))])
    with pytest.raises(BadInput, match="same name"):
        agree([marked("a", "u", 1), marked("a", "u", 2)])
    with pytest.raises(NotFound, match=r"alpha, ICC, W, .*F1"):
        agree(raters((1, 2)), "lambda")
    with pytest.raises(BadInput, match="about ratings"):
        agree([marked("a", "u", 1), marked("b", "u", 1)], "alpha")


def test_without_a_name_what_is_usual() -> None:
    assert agree(raters((1, 2), (2, 2)))[0].measure.startswith("alpha")
    assert agree([marked("a", "u", 1), marked("b", "u", 1)])[0].measure.startswith("F1")
    assert gp.agree is agree


def judges(*rows: str) -> list[Layer]:
    return [
        Layer.of(f"j{i}", Source(f"j{i}"), Kind.RANKINGS, {"q": [Ranking(tuple(tuple(g) for g in row.split()))]}) for i, row in enumerate(rows)
    ]


def test_w_by_hand() -> None:
    # Three judges, places 1 2 3, 1 2 3, 2 1 3: sums 4 5 9, mean 6, S = 14; W = 12 * 14 / (9 * 24).
    assert agree(judges("A B C", "A B C", "B A C"), "W")[0].value == pytest.approx(12 * 14 / (9 * 24))
    assert agree(judges("A B C", "A B C"), "W")[0].value == 1
    # With ties: places 1 2 3 and 1.5 1.5 3: sums 2.5 3.5 6, S = 6.5; T = 6.
    tied = judges("A B C", "AB C")
    assert agree(tied, "W(ties=plain)")[0].value == pytest.approx(12 * 6.5 / (4 * 24))
    assert agree(tied, "W")[0].value == pytest.approx(12 * 6.5 / (4 * 24 - 2 * 6))


def test_w_where_it_is_undefined() -> None:
    assert "ties all" in agree(judges("ABC", "ABC"), "W")[0].why
    assert "two judges" in agree([*judges("A B"), Layer.of("none", Source("none"), Kind.RANKINGS, {})], "W")[0].why
    assert kendall(np.ones((3, 1))).why.startswith("1 raters")
    assert kendall(np.ones((1, 3))).why.startswith("1 things")


@pytest.mark.data
def test_w_of_the_paper_both_ways(data: Path) -> None:
    table = read(data / "ratings/regulondb-similarity.csv")[:, -3:]
    plain, corrected = (kendall(table, ties=t).value for t in ("plain", "corrected"))
    assert (round(plain or 0, 5), round(corrected or 0, 4)) == (0.74081, 0.8395)
