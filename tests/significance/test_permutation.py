from __future__ import annotations

import csv
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldproof.errors import BadInput
from goldproof.significance import Sides, averaged, bootstrap, permute


def f1(sums: np.ndarray) -> np.ndarray:
    below = 2 * sums[..., 0] + sums[..., 1] + sums[..., 2]
    return np.where(below > 0, 2 * sums[..., 0] / np.where(below > 0, below, 1), np.nan)


counts = st.lists(st.tuples(*[st.integers(0, 4)] * 6), min_size=1, max_size=7)


def sides(rows: list[tuple[int, ...]]) -> Sides:
    table = np.array(rows, dtype=float)
    return Sides(table[:, :3], table[:, 3:], f1)


def by_hand(s: Sides) -> float:
    """Every swap of every unit, one by one."""
    observed, hits = abs(s.difference), 0
    for swap in product([False, True], repeat=s.units):
        mask = np.array(swap)[:, None]
        a, b = np.where(mask, s.b, s.a).sum(axis=0), np.where(mask, s.a, s.b).sum(axis=0)
        hits += not abs(f1(a) - f1(b)) < observed - 1e-12
    return hits / 2**s.units


@given(counts)
def test_exact_is_every_swap_tried(rows: list[tuple[int, ...]]) -> None:
    s = sides(rows)
    if s.difference == s.difference:
        assert permute(s).p == pytest.approx(by_hand(s))


@given(counts)
@settings(max_examples=20, deadline=None)
def test_drawn_comes_near_exact(rows: list[tuple[int, ...]]) -> None:
    s = sides(rows)
    if s.difference == s.difference:
        drawn = permute(s, exact_up_to=0, draws=20_000, seed=3)
        if np.any(s.a != s.b):
            assert drawn.p == pytest.approx(by_hand(s), abs=0.02)


def test_identical_systems_have_p_one() -> None:
    table = np.array([[3.0, 1, 2], [0, 0, 1]])
    assert permute(Sides(table, table, f1)).p == 1.0
    assert bootstrap(Sides(table, table, f1)).p == 1.0


def test_the_same_seed_gives_the_same_p_and_another_another() -> None:
    rng = np.random.default_rng(5)
    s = Sides(rng.integers(0, 9, (60, 3)).astype(float), rng.integers(0, 9, (60, 3)).astype(float), f1)
    assert permute(s, seed=1).p == permute(s, seed=1).p
    assert permute(s, seed=1).p != permute(s, seed=2).p
    assert bootstrap(s, seed=1) == bootstrap(s, seed=1)
    assert dict(permute(s, seed=2).made_from) == {"draws": "10000", "seed": "2"}


def test_many_single_vectors_and_many_equal_ones_have_the_same_null() -> None:
    """Bits for groups of one and binomials for groups of many are two ways to the same distribution."""
    rng = np.random.default_rng(2)
    a, b = rng.integers(0, 2, (400, 3)).astype(float), rng.integers(0, 2, (400, 3)).astype(float)
    grouped = permute(Sides(a, b, f1), draws=40_000).p
    noise = rng.normal(0, 1e-9, a.shape)
    assert grouped == pytest.approx(permute(Sides(a + noise, b - noise, f1), draws=40_000).p, abs=0.02)


def test_means_over_units() -> None:
    a, b = np.array([0.9, 0.5, np.nan]), np.array([0.4, 0.5, 0.8])
    assert averaged(a, b).difference == pytest.approx(0.7 - 1.7 / 3)


def test_undefined_says_why() -> None:
    nothing = np.zeros((3, 3))
    assert permute(Sides(nothing, nothing, f1)).why == "a value is undefined"
    assert bootstrap(Sides(nothing[:1], nothing[:1], f1)).why == "one unit cannot be drawn anew"
    with pytest.raises(BadInput, match="same units"):
        Sides(nothing, nothing[:2], f1)


def test_bootstrap_interval_holds_the_difference_as_often_as_it_says() -> None:
    """Planted difference of means 0.1: the 90 % interval covers it in about 90 of 100 studies."""
    rng = np.random.default_rng(11)
    held = 0
    for seed in range(200):
        a, b = rng.normal(0.6, 0.2, 80), rng.normal(0.5, 0.2, 80)
        found = bootstrap(averaged(a, b), level=0.9, draws=500, seed=seed)
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 0.1 <= found.high
    assert 165 <= held <= 195


@pytest.mark.data
def test_the_exact_case_of_the_reference_data(data: Path) -> None:
    with (data / "ratings/reference/permutation_exact_12.csv").open() as file:
        rows = [tuple(int(x) for x in row) for row in list(csv.reader(file))[1:]]
    with (data / "ratings/reference/expected.csv").open() as file:
        expected = {r["statistic"]: float(r["expected"]) for r in csv.DictReader(file) if r["dataset"] == "permutation_exact_12"}
    found = permute(sides(rows))
    assert found.statistic == pytest.approx(expected["abs_dF"], abs=1e-8)
    assert found.p == pytest.approx(expected["p_two_sided"], abs=1e-8)
