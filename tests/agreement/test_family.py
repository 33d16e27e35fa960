"""The family of coefficients: by hand, by its properties, where it is undefined, and how its errors compare with resampling."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from goldproof.agreement import CHANCES, COEFFICIENTS, agree, coefficient, intraclass, krippendorff
from goldproof.agreement.rows import rows_of
from goldproof.agreement.weights import WEIGHTS, read_weights, weighting
from goldproof.errors import BadInput, NotFound
from goldproof.measures.naming import parse_call

NAN = np.nan
PERFECT = np.array([[1.0, 1, 1], [3, 3, NAN], [2, 2, 2]])
# Everything a name can say.
NAMES = [
    *(f"{c}(weights={w})" for c in ("percent", "AC2", "Fleiss", "Conger", "BP", "kappa", "pi") for w in WEIGHTS), "AC1", "AC1(category=2)", "Fleiss(category=2)",
    *(f"alpha(level={level})" for level in ("nominal", "ordinal", "interval", "ratio", "circular", "bipolar")), *(f"alpha(weights={w})" for w in WEIGHTS),
    *(f"ICC({form},{k})" for form in "123AC" for k in ("1", "k", "5")), "W", "W(ties=plain)",
]  # fmt: skip


def test_two_raters_by_hand() -> None:
    # 10 units: both say 1 four times, both 2 three times, they differ three times (a says 1 twice). pa = .7.
    table = np.array([[1.0, 1]] * 4 + [[2.0, 2]] * 3 + [[1.0, 2]] * 2 + [[2.0, 1]])
    a, b = 0.6, 0.5
    pi = (a + b) / 2
    expected = {"kappa": a * b + (1 - a) * (1 - b), "pi": pi**2 + (1 - pi) ** 2, "Fleiss": pi**2 + (1 - pi) ** 2, "AC1": 2 * pi * (1 - pi), "BP": 0.5, "percent": 0.0}
    for name, pe in expected.items():
        assert agree(table, name)[0].value == pytest.approx((0.7 - pe) / (1 - pe)), name
    assert agree(table, "Conger")[0].value == agree(table, "kappa")[0].value


@pytest.mark.parametrize("name", NAMES)
def test_every_printed_name_parses_back(name: str) -> None:
    table = np.array([[1.0, 2, 2], [2, 2, 3], [3, 3, 3], [5, 5, 4], [4, 5, 5.0]])
    first = agree(table, name, draws=0)[-1]
    again = agree(table, first.measure, draws=0)[-1]
    assert (again.measure, again.value) == (first.measure, first.value)
    assert first.value is not None, first.why
    assert parse_call(first.measure).name == parse_call(name).name


@pytest.mark.parametrize("name", NAMES)
def test_perfect_agreement_is_one(name: str) -> None:
    table = PERFECT if not name.startswith(("ICC(2", "ICC(3", "ICC(A", "ICC(C", "W")) else PERFECT[[0, 2]]
    if "category" in name or name.startswith("ICC"):
        table = np.repeat(table, 2, axis=0)
    found = agree(table, name, draws=0)[-1]
    assert found.value == pytest.approx(1), found
    assert found.low is None, "nothing varies: there is no interval"


@pytest.mark.parametrize("name", NAMES)
def test_undefined_says_why_and_nothing_crashes(name: str) -> None:
    for table in (np.ones((4, 3)), np.full((4, 3), NAN), np.array([[1.0, 2, 3]]), np.zeros((0, 3)), np.array([[1.0, NAN], [NAN, 2]]), np.array([[1.0, NAN, NAN], [2, NAN, NAN]])):
        if "category" in name and not (table == 2).any():
            with pytest.raises(NotFound, match="no category"):
                agree(table, name)
            continue
        found = agree(table, name, draws=20)
        for f in found:
            assert (f.value is None) == bool(f.why), f
            assert f.value is None or np.isfinite(f.value)
            assert f.value is None or f.value < 1 or "percent" in name, f"a silent 1.0: {f}"


def test_constant_ratings_on_a_scale_are_defined_where_the_scale_tells_of_others() -> None:
    table = np.ones((5, 3))
    scale = np.arange(1.0, 6)
    assert coefficient(table, CHANCES["AC1"][1], categories=scale).value == 1
    assert coefficient(table, CHANCES["BP"][1], categories=scale).value == 1
    assert "all ratings are the same" in coefficient(table, CHANCES["Fleiss"][1], categories=scale).why
    assert "only one category" in coefficient(table, CHANCES["AC1"][1]).why


tables = arrays(float, st.tuples(st.integers(2, 7), st.integers(2, 4)), elements=st.sampled_from([0.0, 1.0, 2.0, 5.0, NAN]))


@given(tables, st.sampled_from(["AC1", "Fleiss", "Conger", "BP", "kappa", "pi", "percent", "alpha(level=nominal)"]))
def test_who_is_who_and_what_categories_are_called_does_not_matter(table: NDArray[np.float64], name: str) -> None:
    renamed = {0.0: 7.0, 1.0: 3.0, 2.0: 9.0, 5.0: 1.0}
    other = np.array([[renamed.get(x, NAN) for x in row] for row in table[::-1, ::-1]])
    a, b = agree(table, name, draws=0)[-1], agree(other, name, draws=0)[-1]
    assert (a.value is None) == (b.value is None)
    assert a.value is None or (a.value, a.error or 0) == pytest.approx((b.value, b.error or 0), abs=1e-9)


@given(tables, st.sampled_from(["AC2(weights=ordinal)", "Fleiss(weights=linear)", "alpha", "ICC(1,1)", "ICC(A,1)", "W", "Conger(weights=quadratic)"]))
def test_two_of_every_unit_agree_as_one(table: NDArray[np.float64], name: str) -> None:
    """Distinct rows are kept once: the price must not show in the value."""
    a, b = agree(table, name, draws=0)[-1], agree(np.concatenate([table, table]), name, draws=0)[-1]
    if name.startswith(("AC2", "Fleiss", "Conger")):
        assert a.value is None or a.value == pytest.approx(b.value, abs=1e-9)
    else:
        assert b.value is None or b.value <= 1 + 1e-12


@given(tables)
def test_rows_are_the_table(table: NDArray[np.float64]) -> None:
    for ordered in (True, False):
        rows = rows_of(table, ordered=ordered)
        rated = table[~np.isnan(table).all(axis=1)]
        assert rows.units == len(rated)
        again = np.where(rows.codes >= 0, rows.places[rows.codes], NAN) if len(rows.places) else np.zeros((0, table.shape[1]))
        again = np.repeat(again, rows.times.astype(int), axis=0)
        a, b = ([tuple(map(repr, line if ordered else np.sort(line))) for line in lines] for lines in (again, rated))
        assert sorted(a) == sorted(b)


def test_continuous_ratings_take_the_other_road_to_the_same_end() -> None:
    chance = np.random.default_rng(3)
    table = np.round(chance.normal(size=(400, 4)), 2)
    table[chance.random(table.shape) < 0.3] = NAN
    for weights in ("identity", "quadratic", "linear"):
        few = weighting(weights, np.unique(table[~np.isnan(table)]))
        vector = chance.random(len(few.places))
        from dataclasses import replace

        assert replace(few, matrix=None).times(vector) == pytest.approx(few.times(vector))
    for level in ("nominal", "ordinal", "interval"):
        assert krippendorff(table, level).value == pytest.approx(krippendorff(table + 1000, level).value, abs=1e-9)


def test_analytic_errors_are_those_of_resampling() -> None:
    """On data of a size where both hold: within a tenth of each other.

    Every unit has two ratings here: Gwet's errors take the number of those that have as given, and are larger than resampling where many have not.
    """
    chance = np.random.default_rng(5)
    truth = chance.integers(0, 5, 400)
    table = np.clip(truth[:, None] + chance.integers(-1, 2, (400, 4)), 0, 4).astype(float)
    table[:, 2:][chance.random((400, 2)) < 0.25] = NAN
    for name in ("percent", "AC1", "AC2", "Fleiss", "Fleiss(weights=linear)", "Conger", "BP", "alpha(level=nominal)", "alpha", "alpha(level=interval)", "ICC(1,1)"):
        call = parse_call(name)
        found = COEFFICIENTS[call.name].of(_ratings(table), _settled(name))
        assert found.error is not None
        drawn = found.resampled(1500, 1)
        assert found.error == pytest.approx(np.nanstd(drawn), rel=0.12), name
        assert np.nanmean(drawn) == pytest.approx(found.value, abs=0.02), name


def _ratings(table: NDArray[np.float64]) -> object:
    from goldproof.agreement.statistic import Ratings

    return Ratings(table, tuple("abcdefg"[: table.shape[1]]))


def _settled(name: str) -> dict[str, str]:
    from goldproof.measures.naming import settle

    call = parse_call(name)
    return settle(call, COEFFICIENTS[call.name].parameters)


def test_the_ordinal_alpha_s_own_error_is_the_jackknife_s() -> None:
    chance = np.random.default_rng(2)
    table = np.clip(chance.integers(0, 5, 80)[:, None] + chance.integers(-1, 2, (80, 3)), 0, 4).astype(float)
    table[chance.random(table.shape) < 0.1] = NAN
    table = table[(~np.isnan(table)).sum(axis=1) > 1]
    each = np.array([krippendorff(np.delete(table, i, 0), "ordinal").value for i in range(len(table))])
    jackknife = np.sqrt((len(each) - 1) / len(each) * ((each - each.mean()) ** 2).sum())
    assert krippendorff(table, "ordinal").error == pytest.approx(jackknife, rel=0.03)


def test_one_way_needs_no_complete_table() -> None:
    chance = np.random.default_rng(4)
    full = chance.integers(0, 5, 60)[:, None] + chance.normal(size=(60, 3))
    sparse = np.full((60, 7), NAN)
    for i, row in enumerate(full):
        sparse[i, chance.choice(7, 3, replace=False)] = row
    for raters in ("1", "k"):
        a, b = intraclass(full, "1", raters), intraclass(sparse, "1", raters)
        assert (a.value, a.p, a.test) == (pytest.approx(b.value), pytest.approx(b.p), b.test)
    assert "by=raters" in intraclass(sparse, "A", "1").why
    unbalanced = np.array([[9.0, 8, NAN], [2, 3, 3], [5, 5, NAN]])
    # By hand: N = 7, k0 = (7 - 17/7) / 2 = 2.2857, grand mean 5; SSB = 2 * 3.5² + 3 * (7/3)² + 0, SSW = .5 + .6667.
    msb, msw, k0 = (2 * 3.5**2 + 3 * (7 / 3) ** 2) / 2, (0.5 + 2 / 3) / 4, (7 - 17 / 7) / 2
    assert intraclass(unbalanced).value == pytest.approx((msb - msw) / (msb + (k0 - 1) * msw))


def test_unknown_names_settings_and_weights_are_refused() -> None:
    table = np.array([[1.0, 2], [2, 2], [3, 3]])
    for name, words in {
        "AC2(weights=cubic)": "no weights are called 'cubic'", "alpha(level=cardinal)": "no level 'cardinal'", "ICC(4,1)": "ICC has no form=4",
        "ICC(1,two)": "mean of 'two' raters", "AC1(weights=linear)": "no setting 'weights'", "W(ties=loose)": "no ties=loose", "Fleiss(weights=linear,category=2)": "weights=identity",
    }.items():  # fmt: skip
        with pytest.raises(BadInput, match=words.replace("(", r"\(")):
            agree(table, name)
    with pytest.raises(NotFound, match="no category is called '9'"):
        agree(table, "AC1(category=9)")
    with pytest.raises(BadInput, match="measure of two layers"):
        agree(table, "F1")
    with pytest.raises(BadInput, match="shape"):
        agree(np.ones(3), "AC1")
    with pytest.raises(BadInput, match="negative"):
        agree(-table, "AC2(weights=ratio)")


def test_weights_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.tsv"
    file.write_text("\t1\t2\t3\n1\t1\t.5\t0\n2\t.5\t1\t.5\n3\t0\t.5\t1\n")
    table = np.array([[1.0, 2], [2, 2], [3, 3], [1, 3], [1, 1]])
    assert agree(table, f"AC2(weights={file})")[0].value == pytest.approx(agree(table, "AC2(weights=linear)")[0].value)
    assert agree(table, f"alpha(level={file})")[0].value == pytest.approx(agree(table, "alpha(weights=linear)")[0].value)
    bad = {
        "\t1\t2\n1\t1\t.5\n2\t.4\t1\n": "differ with its order", "\t1\t2\n1\t1\tx\n": "not a number", "\t1\t2\n1\t1\n": "1 weights for 2", "\t1\n1\t1\n": "category '2'",
        "\t1\t2\n1\t1\t2\n2\t2\t1\n": "between 0 and 1",
    }  # fmt: skip
    for text, words in bad.items():
        file.write_text(text)
        with pytest.raises(BadInput, match=words):
            read_weights(file, ["1", "2"])
    with pytest.raises(NotFound):
        agree(table, "AC2(weights=none.csv)")


def test_pairs_and_raters_of_a_table() -> None:
    table = np.array([[1.0, 1, NAN], [2, 1, NAN], [NAN, 2, 2], [NAN, 3, 2], [NAN, 1, 1]])
    pairs = agree(table, "percent", by="pair", draws=0)
    assert [(f.sides, f.value) for f in pairs] == [(("1", "2"), 0.5), (("1", "3"), None), (("2", "3"), pytest.approx(2 / 3))]
    sets = agree(table, "percent", by="raters", draws=0)
    assert [(f.group, f.value) for f in sets] == [("raters=1+2", 0.5), ("raters=2+3", pytest.approx(2 / 3)), ("raters=mean", pytest.approx((0.5 + 2 / 3) / 2))]


def test_light_s_kappa_is_the_mean_of_cohen_s() -> None:
    table = np.array([[1.0, 1, 1], [2, 1, 2], [2, 2, 2], [1, 1, 2], [2, 2, 2], [1, 2, 1]])
    found = agree(table, "kappa")
    assert len(found) == 4
    assert found[3].value == pytest.approx(np.mean([f.value for f in found[:3]]))
    assert found[3].error is not None


@settings(max_examples=25)
@given(st.integers(0, 2**31))
def test_intervals_hold_the_value(seed: int) -> None:
    chance = np.random.default_rng(seed)
    table = np.clip(chance.integers(0, 4, 30)[:, None] + chance.integers(-1, 2, (30, 3)), 0, 4).astype(float)
    for name in ("AC2", "alpha", "ICC(1,k)", "ICC(A,1)", "W", "Conger"):
        f = agree(table, name, draws=0)[0]
        assert f.value is not None
        assert f.low is not None
        assert f.high is not None
        assert f.low <= f.value <= f.high <= 1
        assert f.p is None or 0 <= f.p <= 1
