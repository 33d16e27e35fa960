from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldproof.design import assign, bins, draw, draw_balanced, draw_shares, folds, partition, sample
from goldproof.design.power import (
    f1_deviation,
    for_correlation,
    for_mean,
    for_paired_difference,
    for_share,
    power_of_correlation,
)  # fmt: skip
from goldproof.errors import BadInput
from goldproof.model import Corpus, Document, whole

UNITS = [f"u{i:03}" for i in range(171)]


def test_cohens_table() -> None:
    """Cohen 1992, table 2, alpha .05 two-sided, power .80: r = .10, .30, .50 need 783, 85, 28; Fisher's z gives 29.01 for the last, so 30."""
    assert [for_correlation(r) for r in (0.10, 0.30, 0.50)] == [783, 85, 30]
    assert power_of_correlation(0.30, 85) >= 0.80 > power_of_correlation(0.30, 83)


def test_the_interval_of_a_share_is_as_narrow_as_asked() -> None:
    n = for_share(0.8, 0.03)
    z = 1.959964
    half = [z * np.sqrt(0.16 / m + z * z / (4 * m * m)) / (1 + z * z / m) for m in (n - 1, n)]
    assert half[1] <= 0.03 < half[0]
    assert for_mean(0.2, 0.05) == 62


def test_the_deviation_of_a_difference_of_f1_is_that_of_drawing_again() -> None:
    rng = np.random.default_rng(4)
    a, b = rng.integers(0, 6, (400, 3)).astype(float), rng.integers(0, 6, (400, 3)).astype(float)

    def f1(rows: np.ndarray) -> float:
        tp, fp, fn = rows.sum(axis=0)
        return 2 * tp / (2 * tp + fp + fn)

    drawn = [f1(a[i]) - f1(b[i]) for i in (rng.integers(0, 400, 400) for _ in range(2000))]
    assert f1_deviation(a, b) / np.sqrt(400) == pytest.approx(np.std(drawn), rel=0.1)
    assert for_paired_difference(0.05, f1_deviation(a, b)) > 100


@given(st.integers(2, 8), st.integers(1, 60), st.integers(0, 9), st.data())
@settings(max_examples=60)
def test_loads_differ_by_at_most_one(raters: int, units: int, seed: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(1, raters))
    plan = assign(UNITS[:units], [f"r{i}" for i in range(raters)], k, seed=seed)
    assert all(len(set(judges)) == k for judges in plan.judges.values())
    assert max(plan.loads.values()) - min(plan.loads.values()) <= 1
    assert sum(plan.overlaps.values()) == units * k * (k - 1) // 2


def test_the_papers_design_has_even_pairs() -> None:
    """171 pairs, 3 of 7 raters: 513 judgements, each of the 21 pairs of raters shares 24 or 25 of them."""
    plan = assign(UNITS, list("ABCDEFG"), 3, seed=7)
    assert set(plan.loads.values()) == {73, 74}
    assert set(plan.overlaps.values()) <= {24, 25}
    assert plan == assign(UNITS, list("ABCDEFG"), 3, seed=7)
    assert plan.judges != assign(UNITS, list("ABCDEFG"), 3, seed=8).judges
    assert sorted(plan.units_of("A")) != list(plan.units_of("A"))


def test_many_raters_need_no_list_of_all_sets() -> None:
    plan = assign([f"u{i}" for i in range(3000)], [f"r{i}" for i in range(60)], 5, seed=1)
    assert max(plan.loads.values()) - min(plan.loads.values()) <= 1
    shared = list(plan.overlaps.values())
    assert max(shared) - min(shared) <= 8


def test_a_rater_is_not_given_what_she_must_not_see() -> None:
    plan = assign(UNITS[:30], ["ann", "bo", "cy"], 2, seed=1, cannot={"ann": UNITS[:10]})
    assert not any("ann" in plan.judges[u] for u in UNITS[:10])
    with pytest.raises(BadInput, match="only 1 raters may see it"):
        assign(UNITS[:3], ["ann", "bo"], 2, cannot={"ann": ["u000"]})
    with pytest.raises(BadInput, match="4 raters a unit of 2"):
        assign(UNITS[:3], ["ann", "bo"], 4)


def test_balanced_drawing_takes_what_there_is() -> None:
    strata = ["a"] * 100 + ["b"] * 10 + ["c"] * 3
    drawn = Counter(strata[i] for i in draw_balanced(range(113), strata, 33, seed=2))
    assert drawn == {"a": 20, "b": 10, "c": 3}
    assert Counter(strata[i] for i in draw_balanced(range(113), strata, 9, seed=2)) == {"a": 3, "b": 3, "c": 3}
    assert draw_balanced(range(113), strata, 9, seed=2) == draw_balanced(range(113), strata, 9, seed=2)


def test_shares_from_several_sources() -> None:
    drawn = draw_shares({"a": range(200), "b": range(200)}, {"a": 0.4, "b": 0.6}, 171, seed=1)
    assert {name: len(items) for name, items in drawn.items()} == {"a": 68, "b": 103}
    with pytest.raises(BadInput, match="source b"):
        draw_shares({"a": range(200), "b": range(20)}, {"a": 0.4, "b": 0.6}, 171)


def test_bins_hold_their_upper_end() -> None:
    assert bins([0, 0.24, 0.25, 0.5, 1.0], 4) == [0, 0, 1, 2, 3]
    assert bins([2, 2], 4) == [0, 0]


@given(st.lists(st.integers(), unique=True, max_size=20), st.integers(0, 20), st.integers(0, 99))
def test_drawing_is_without_replacement_and_keeps_the_order(items: list[int], n: int, seed: int) -> None:
    if n > len(items):
        with pytest.raises(BadInput):
            draw(items, n, seed=seed)
        return
    drawn = draw(items, n, seed=seed)
    assert len(set(drawn)) == n
    assert sorted(drawn, key=items.index) == drawn


def test_a_sample_balanced_by_language() -> None:
    documents = [Document(f"{code}{i}", "x", code) for code, n in (("en", 20), ("de", 5)) for i in range(n)]
    corpus = Corpus(tuple(documents), tuple(map(whole, documents)))
    chosen = sample(corpus, 8, by="language", seed=3)
    assert Counter(id[:2] for id in chosen) == {"en": 4, "de": 4}
    with pytest.raises(BadInput, match="no unit has a 'colour'"):
        sample(corpus, 8, by="colour")


def test_folds_in_order_are_the_papers() -> None:
    parts = folds([f"{i:02}" for i in range(60)], 5).parts
    assert [len(p) for p in parts.values()] == [12] * 5
    assert parts["fold-2"][0] == "12"


def test_a_balanced_partition_is_more_even_than_a_blind_one() -> None:
    rng = np.random.default_rng(0)
    ids = [f"d{i}" for i in range(97)]
    counts = {d: {"gene": float(g), "cell": float(c)} for d, g, c in zip(ids, rng.poisson(90, 97), rng.poisson(9, 97), strict=True)}
    shares = {"release": 0.7, "reserved": 0.15, "held": 0.15}

    def worst(parts: dict[str, tuple[str, ...]]) -> float:
        return max(abs(np.mean([counts[d]["gene"] for d in p]) - 90) for p in parts.values())

    blind, even = partition(ids, shares, seed=1), partition(ids, shares, seed=1, counts=counts)
    assert sorted(d for p in even.parts.values() for d in p) == sorted(ids)
    assert [len(p) for p in even.parts.values()] == [68, 15, 14]
    assert worst(dict(even.parts)) < worst(dict(blind.parts))
