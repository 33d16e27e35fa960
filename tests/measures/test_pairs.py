"""Pearson over ratings, tau and mean places over rankings, and the bootstrap."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldproof.errors import BadInput
from goldproof.measures import Figure, measure, score
from goldproof.measures.bootstrap import interval, resamplings
from goldproof.measures.rankings import MeanPlace, mean_places
from goldproof.model import Choice, Kind, Layer, Option, Ranking, Rating, Source, Unit
from goldproof.signature import Signature


def ratings(name: str, *values: float | str | None) -> Layer:
    judged = {f"p{i}": [] if v is None else [Rating(v)] for i, v in enumerate(values)}
    return Layer.of(name, Source(name), Kind.RATINGS, judged)


def test_pearson_by_hand() -> None:
    found = score(ratings("a", 1, 2, 3, None, 9), ratings("b", 2, 2, 5, 1, None), "Pearson", draws=0)
    # (1,2) (2,2) (3,5): covariance 3, variances 2 and 6.
    assert found.value == pytest.approx(3 / np.sqrt(2 * 6))


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=20), st.sampled_from([0.0, 1e9]))
def test_pearson_is_numpys_wherever_numpy_has_one(pairs: list[tuple[int, int]], origin: float) -> None:
    x, y = np.array(pairs, float).T
    found = score(ratings("a", *(x + origin)), ratings("b", *y), "Pearson", draws=0)
    if np.ptp(x) and np.ptp(y):
        assert found.value == pytest.approx(np.corrcoef(x, y)[0, 1], abs=1e-9)
    else:
        assert (found.value, "the same" in found.why) == (None, True)


def test_a_word_is_not_a_number() -> None:
    with pytest.raises(BadInput, match="'high'"):
        score(ratings("a", "high"), ratings("b", 1), "Pearson")


def test_one_pair_is_no_correlation() -> None:
    assert "needs 2" in score(ratings("a", 1), ratings("b", 2), "Pearson").why


def judge(name: str, *groups: str) -> Layer:
    judged = {f"q{i}": [Ranking(tuple(tuple(g) for g in text.split()))] if text else [] for i, text in enumerate(groups)}
    return Layer.of(name, Source(name), Kind.RANKINGS, judged)


def test_tau_by_hand() -> None:
    # A B C against B A C: of three pairs two agree.
    assert score(judge("a", "A B C"), judge("b", "B A C"), "tau", draws=0).value == pytest.approx(1 / 3)
    # With A and B tied on one side: 2 concordant, 1 tied in a.
    tied = score(judge("a", "AB C"), judge("b", "B A C"), "tau", draws=0)
    assert tied.value == pytest.approx(2 / np.sqrt(3 * 2))


def test_tau_of_ties_only_is_undefined() -> None:
    assert "ties all" in score(judge("a", "ABC"), judge("b", "A B C"), "tau").why
    assert "no two options" in score(judge("a", ""), judge("b", "A B C"), "tau").why


def test_mean_places() -> None:
    units = [Unit("q0", Choice((Option("A", "x", "gold"), Option("B", "y", "machine"), Option("C", "z", "curator"))))]
    found = mean_places(units, [judge("a", "A B C"), judge("b", "AC B")])
    assert found == (MeanPlace("gold", 1.25, 2), MeanPlace("curator", 2.25, 2), MeanPlace("machine", 2.5, 2))


def test_the_same_seed_gives_the_same_interval_in_any_block_size(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = np.concatenate(list(resamplings(7, draws=50, seed=3)))
    monkeypatch.setattr("goldproof.measures.bootstrap._BLOCK", 20)
    blocks = list(resamplings(7, draws=50, seed=3))
    assert len(blocks) > 10
    assert np.array_equal(np.concatenate(blocks), whole)
    assert (whole.sum(axis=1) == 7).all()


def test_the_interval_of_a_mean_is_that_of_theory() -> None:
    x = np.random.default_rng(5).normal(size=400)
    found = interval(lambda w: w @ x / 400, 400, draws=4000)
    assert found is not None
    half = 1.96 * x.std() / 20
    assert found == pytest.approx((x.mean() - half, x.mean() + half), abs=0.015)


def test_no_interval_where_it_would_say_nothing() -> None:
    assert interval(lambda w: np.zeros(len(w)), 1) is None
    assert interval(lambda w: np.full(len(w), np.nan), 5) is None
    with pytest.raises(BadInput, match="level"):
        interval(lambda w: np.zeros(len(w)), 5, level=95)


def test_a_figure_prints_its_signature_which_parses_back() -> None:
    figure = score(ratings("a", 1, 2, 3, 4), ratings("b", 1, 2, 4, 3), "Pearson", made_from=(("gold", "9f3c21"),))
    signature = Signature.parse(str(figure))
    assert signature.value == figure.value
    assert dict(signature.fields) == {"units": "4", "of": "a ~ b", "gold": "9f3c21", "interval": "0.95", "draws": "1000", "seed": "1"}
    assert "F1|match:strict|on:span+concept|empty:1|mean:micro|units:3|v:" in Figure(str(measure("F1")), 0.5, 3).origin
