from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from goldproof.errors import BadInput
from goldproof.significance import anderson, anova, correct, friedman, mcnemar, pairs_after, rank_sum, signed_rank
from goldproof.significance.ranks import midranks

grades = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=3, max_size=60)


def test_midranks() -> None:
    assert midranks(np.array([3.0, 1, 3, 2])).tolist() == [3.5, 1, 3.5, 2]


@given(st.permutations(range(1, 9)), st.lists(st.booleans(), min_size=8, max_size=8))
def test_signed_rank_is_every_pattern_of_signs_tried(ranks: list[int], signs: list[bool]) -> None:
    differences = [r if s else -r for r, s in zip(ranks, signs, strict=True)]
    observed = sum(d for d in differences if d > 0)
    sums = [sum(chosen) for size in range(9) for chosen in combinations(ranks, size)]
    low, high = np.mean([s <= observed for s in sums]), np.mean([s >= observed for s in sums])
    assert signed_rank(differences, [0] * 8).p == pytest.approx(min(1.0, 2 * min(low, high)))


@given(grades)
def test_with_ties_as_scipy_with_the_continuity_correction(pairs: list[tuple[int, int]]) -> None:
    a, b = [float(x) for x, _ in pairs], [float(y) for _, y in pairs]
    ours = signed_rank(a, b)
    if any(x != y for x, y in pairs) and dict(ours.made_from)["method"] != "exact":
        theirs = stats.wilcoxon(a, b, correction=True, method="approx").pvalue
        assert ours.p == pytest.approx(theirs) or ours.statistic == ours.units * (ours.units + 1) / 4
    if len({*a, *b}) > 1 and dict(rank_sum(a, b).made_from)["method"] != "exact":
        assert rank_sum(a, b).p == pytest.approx(stats.mannwhitneyu(a, b, method="asymptotic").pvalue)


def test_rank_sum_exactly_as_scipy() -> None:
    rng = np.random.default_rng(3)
    for m, n in ((1, 1), (3, 5), (12, 9), (30, 40)):
        a, b = rng.normal(size=m), rng.normal(size=n)
        assert rank_sum(a, b).p == pytest.approx(stats.mannwhitneyu(a, b, method="exact").pvalue)


def test_effects_at_their_ends() -> None:
    assert rank_sum([4, 5], [1, 2]).effect == 1.0
    assert signed_rank([1, 2, 3], [2, 4, 6]).effect == -1.0
    assert signed_rank([1, 2], [1, 2]).why == "no pair differs"
    assert rank_sum([], [1]).why == "one of the groups is empty"
    assert rank_sum([1, 1], [1, 1]).why == "all values are the same"


def test_sides_of_different_length_are_refused() -> None:
    with pytest.raises(BadInput, match="2 values paired with 1"):
        signed_rank([1, 2], [1])


def test_friedman_as_scipy_with_ties() -> None:
    rng = np.random.default_rng(1)
    table = rng.integers(0, 4, (20, 5)).astype(float)
    assert friedman(table).statistic == pytest.approx(stats.friedmanchisquare(*table.T).statistic)
    assert friedman(np.ones((3, 4))).why == "every judge tied all options"


def test_anderson_by_hand() -> None:
    """Three judges, three options, everybody the same order: N is 3 on the diagonal; n/t = 1; 2/3 * (3 * 4 + 6 * 1) = 12, df 4."""
    found = anderson([[1, 2, 3]] * 3)
    assert found.statistic == pytest.approx(12)
    assert found.p == pytest.approx(stats.chi2.sf(12, 4))
    assert "without ties" in anderson([[1, 1, 3]]).why


def test_anderson_of_evenly_spread_places_is_nothing() -> None:
    assert anderson([[1, 2, 3], [2, 3, 1], [3, 1, 2]]).statistic == pytest.approx(0)


def test_pairs_of_options() -> None:
    table = [[1, 2, 3]] * 10 + [[1, 3, 2]] * 2
    nemenyi = pairs_after(table, ["a", "b", "c"])
    assert [v.sides for v in nemenyi] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert nemenyi[1].p < nemenyi[0].p
    wilcoxon = pairs_after(table, ["a", "b", "c"], by="signed-rank")
    assert dict(wilcoxon[0].made_from)["correction"] == "holm"
    with pytest.raises(BadInput, match="2 names for 3 options"):
        pairs_after(table, ["a", "b"])


def test_corrections_as_r() -> None:
    """R: p.adjust(c(.01, .04, .03, .005), "holm" / "BH" / "bonferroni")."""
    ps = [0.01, 0.04, 0.03, 0.005]
    assert correct(ps, "holm") == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert correct(ps, "bh") == pytest.approx([0.02, 0.04, 0.04, 0.02])
    assert correct(ps, "bonferroni") == pytest.approx([0.04, 0.16, 0.12, 0.02])
    assert correct([], "holm") == []
    with pytest.raises(BadInput, match="not a p-value"):
        correct([1.5], "holm")


def test_anova_as_scipy() -> None:
    groups = [[1.0, 2, 3], [2, 3, 4, 5], [9, 8]]
    assert anova(groups).p == pytest.approx(stats.f_oneway(*groups).pvalue)
    assert "all the same" in anova([[1, 1], [2, 2]]).why


def test_mcnemar_by_hand() -> None:
    """Ten discordant units, 9 to 1: 2 * (1 + 10) / 1024."""
    a, b = [True] * 9 + [False] + [True] * 5, [False] * 9 + [True] + [True] * 5
    assert mcnemar(a, b).p == pytest.approx(22 / 1024)
    assert mcnemar(a, b, method="corrected").statistic == pytest.approx(7**2 / 10)
    assert "no unit" in mcnemar(a, a).why
