"""Krippendorff's alpha against published values, against its definition, and where it is undefined."""

from __future__ import annotations

import csv
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from goldproof.agreement import krippendorff
from goldproof.agreement.alpha import LEVELS
from goldproof.errors import BadInput

# Krippendorff 2011, section B: two observers, twelve nominal values.
TWELVE = np.array([[1, 2], [1, 1], [2, 2], [2, 2], [4, 2], [3, 3], [3, 3], [3, 3], [5, 5], [4, 4], [4, 4], [1, 4]], float)


def read(path: Path) -> NDArray[np.float64]:
    """A table of numbers, or of words as any numbers."""
    with path.open(newline="") as file:
        rows = list(csv.reader(file))[1:]
    words = sorted({cell for row in rows for cell in row if cell})
    def number(cell: str) -> float:
        try:
            return float(cell) if cell else np.nan
        except ValueError:
            return float(words.index(cell))
    return np.array([[number(cell) for cell in row] for row in rows])


@pytest.mark.data
def test_every_published_alpha(data: Path) -> None:
    with (data / "ratings/reference/expected.csv").open(newline="") as file:
        expected = [row for row in csv.DictReader(file) if row["statistic"] == "alpha"]
    assert len(expected) > 8
    for row in expected:
        files = list((data / "ratings/reference").glob(f"{row['dataset']}.csv"))
        if "counts" in row["dataset"]:
            counts = read(files[0]).astype(int)
            table = np.array([np.repeat(np.arange(len(c)), c) for c in counts], float)
        else:
            table = read(files[0])
        found = krippendorff(table, row["variant"] or "nominal").value
        assert found == pytest.approx(float(row["expected"]), abs=float(row["tol"])), row


@pytest.mark.data
def test_hayes_and_krippendorff_2007(data: Path) -> None:
    table = read(data / "ratings/reference/hayes-krippendorff-2007.csv")
    found = [round(krippendorff(table, level).value or 0, 4) for level in ("nominal", "ordinal", "interval")]
    assert found == [0.4765, 0.7598, 0.7574]


@pytest.mark.data
def test_the_corpus_of_the_paper(data: Path) -> None:
    table = read(data / "ratings/regulondb-similarity.csv")[:, -3:]
    assert table.shape == (171, 3)
    assert round(krippendorff(table, "ordinal").value or 0, 5) == 0.74517


def test_the_example_of_1970() -> None:
    assert krippendorff(TWELVE).value == pytest.approx(0.691964, abs=5e-7)


def by_definition(table: NDArray[np.float64], level: str) -> float:
    """The two double sums, as they stand in the paper."""
    units = [row[~np.isnan(row)] for row in table]
    units = [row for row in units if len(row) > 1]
    values = np.concatenate(units)
    distinct, counts = np.unique(values, return_counts=True)

    def d2(x: float, y: float) -> float:
        if level == "nominal":
            return float(x != y)
        if level == "interval":
            return (x - y) ** 2
        if level == "ratio":
            return 0.0 if x + y == 0 else ((x - y) / (x + y)) ** 2
        low, high = np.searchsorted(distinct, sorted((x, y)))
        return float((counts[low : high + 1].sum() - (counts[low] + counts[high]) / 2) ** 2)

    n = len(values)
    observed = sum(d2(x, y) / (len(row) - 1) for row in units for x in row for y in row) / n
    expected = sum(d2(x, y) for x in values for y in values) / (n * (n - 1))
    return 1 - observed / expected


tables = arrays(float, st.tuples(st.integers(1, 6), st.integers(2, 4)), elements=st.sampled_from([0.0, 1.0, 2.0, 5.0, np.nan]))


@given(tables, st.sampled_from(LEVELS))
def test_it_is_its_definition(table: NDArray[np.float64], level: str) -> None:
    found = krippendorff(table, level)
    pairable = table[(~np.isnan(table)).sum(axis=1) > 1]
    if np.unique(pairable[~np.isnan(pairable)]).size < 2:
        assert found.value is None
        assert found.why
    else:
        assert found.value == pytest.approx(by_definition(table, level), abs=1e-9)


@given(tables, st.sampled_from(LEVELS), st.randoms(use_true_random=False))
def test_who_is_who_and_which_is_first_does_not_matter(table: NDArray[np.float64], level: str, random: object) -> None:
    turned = table[::-1, ::-1]
    a, b = krippendorff(table, level).value, krippendorff(turned, level).value
    assert (a is None) == (b is None)
    assert a is None or a == pytest.approx(b, abs=1e-12)


def test_perfect_agreement_is_one() -> None:
    for level in LEVELS:
        assert krippendorff(np.array([[1.0, 1, 1], [3, 3, np.nan], [2, 2, 2]]), level).value == 1


def test_undefined_says_why() -> None:
    assert "no unit has two" in krippendorff(np.array([[1.0, np.nan], [np.nan, 2]])).why
    assert "no unit has two" in krippendorff(np.zeros((0, 3))).why
    assert "the same" in krippendorff(np.ones((4, 3)), "interval").why


def test_ratio_refuses_what_has_no_ratio() -> None:
    with pytest.raises(BadInput, match="negative"):
        krippendorff(np.array([[-1.0, 1.0]]), "ratio")
    with pytest.raises(BadInput, match="nominal, ordinal"):
        krippendorff(TWELVE, "cardinal")


def test_an_origin_far_away_costs_no_digits() -> None:
    assert krippendorff(TWELVE + 1e7, "interval").value == pytest.approx(krippendorff(TWELVE, "interval").value, abs=1e-9)


def test_it_is_linear_in_the_ratings() -> None:
    chance = np.random.default_rng(1)
    table = chance.normal(size=(100_000, 7))
    table[chance.random(table.shape) < 0.3] = np.nan
    started = time.perf_counter()
    for level in ("nominal", "ordinal", "interval"):
        assert krippendorff(table, level).value == pytest.approx(0, abs=0.01)
    assert time.perf_counter() - started < 10, "half a million distinct values, no matrix of pairs"
