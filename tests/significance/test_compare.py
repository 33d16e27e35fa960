"""Systems compared: effects and tests by hand and as R prints them, uniform p under the null, and the command."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import goldproof as gp
from goldproof.cli import cli
from goldproof.errors import BadInput, NotFound
from goldproof.model import Corpus, Kind, Layer, Mention, Parse, Rating, Source, Span
from goldproof.signature import Signature
from goldproof.significance import (
    TESTS,
    Sides,
    balance,
    cliffs_delta,
    cohen_d,
    cohen_h,
    compare,
    hedges_g,
    mcnemar,
    odds_ratio,
    paired_d,
    paired_t,
    permute,
    rank_sum,
    sign,
    signed_rank,
)
from tests.measures.test_dependencies import GOLD, sentence, word
from tests.measures.test_items import parses
from tests.measures.test_pairs import ratings


def layer(name: str, *found: str, wrong: str = "") -> Layer:
    """A unit a word: o found, x missed, + found with one too many."""
    judged = {f"u{i}": [Mention((Span(0, 1),))] * (c in "o+") + [Mention((Span(5, 6),))] * (c == "+") for i, c in enumerate("".join(found))}
    return Layer.of(name, Source(name), Kind.MENTIONS, judged)


REF = layer("ref", "o" * 12)
A, B = layer("a", "oooooooooxxx"), layer("b", "oooooxxxx+xx")


def test_a_comparison_by_hand() -> None:
    made = compare(REF, [A, B])[0]
    # a: 9 found of 12. b: 6 found and one too many. Units that differ: 5 (u5-u8 for a, u9 for b with its false alarm).
    assert made.value_a == pytest.approx(2 * 9 / 21)
    assert made.value_b == pytest.approx(2 * 6 / 19)
    assert made.difference == pytest.approx(18 / 21 - 12 / 19)
    assert dict(made.verdict.made_from) == {"method": "exact"}
    assert made.low is not None
    assert made.low < made.difference < (made.high or 0)
    signature = Signature.parse(str(made))
    assert signature.value == made.p
    assert dict(signature.fields)["of"] == "a ~ b"


@pytest.mark.parametrize("test", TESTS)
def test_every_test_has_a_p_or_says_why(test: str) -> None:
    made = compare(REF, [A, B], test=test, draws=200)[0]
    assert made.p is not None
    assert 0 < made.p <= 1
    same = compare(REF, [A, A.called("twin")], test=test, draws=200)[0]
    assert same.p == 1.0 or same.verdict.why, test


def test_units_without_a_judgement_of_one_system_have_no_part() -> None:
    short = A.only(A.units[:6])
    assert {c.verdict.units for c in compare(REF, [A, B, short], draws=50)} == {6}


def test_several_comparisons_are_corrected_together() -> None:
    made = compare(REF, [A, B, layer("c", "x" * 12)], "F1", "R", correction="bonferroni")
    assert len(made) == 6
    for c in made:
        assert c.p == pytest.approx(min(1.0, 6 * (c.verdict.p or 0)))
        assert dict(c.signature.fields)["correction"] == "bonferroni of 6"
    alone = compare(REF, [A, B], correction="bonferroni")[0]
    assert alone.p == alone.verdict.p


def test_sentences_as_units() -> None:
    other = parses("b", Parse((sentence(word(0, "cats", 1, "x"), word(5, "sleep", 0, "root"), word(10, ".", 2, "punct")), sentence(word(12, "so", 0, "root")))))
    made = compare(GOLD, [GOLD.called("a"), other], "LAS", per="sentence")[0]
    assert (made.verdict.units, made.verdict.p) == (2, 1.0)
    macro = compare(GOLD, [GOLD.called("a"), other], "LAS(mean=macro)", per="sentence")[0]
    assert macro.value_b == pytest.approx((2 / 3 + 1) / 2)


def test_what_cannot_be_compared_says_why() -> None:
    one = REF.only(["u0"])
    made = compare(one, [A.only(["u0"]), B.only(["u0"])], test="bootstrap")[0]
    assert (made.p, made.verdict.why) == (None, "one unit cannot be drawn anew")
    assert "no unit was judged" in compare(REF, [A.only([]), B])[0].verdict.why
    nothing = layer("n", "x" * 12)
    assert "divide by" in compare(REF, [nothing, A], "P")[0].verdict.why
    with pytest.raises(NotFound, match="permutation"):
        compare(REF, [A, B], test="chi")
    with pytest.raises(NotFound, match="holm"):
        compare(REF, [A, B], correction="tukey")
    with pytest.raises(BadInput, match="needs 2"):
        compare(REF, [A])


def test_p_is_uniform_under_the_null() -> None:
    """Two systems of the same quality, 300 times: p below .1 in about 10 of 100, below .5 in about half."""
    rng = np.random.default_rng(4)

    def f1(sums: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
        return 2 * sums[..., 0] / (2 * sums[..., 0] + sums[..., 1] + sums[..., 2])

    ps = []
    for seed in range(300):
        a, b = (np.stack([rng.binomial(5, 0.7, 60), rng.poisson(1, 60), rng.poisson(1, 60)], axis=1).astype(float) for _ in range(2))
        ps.append(permute(Sides(a, b, f1), draws=400, seed=seed).p)
    found = np.array(ps, dtype=float)
    assert stats.kstest(found, "uniform").pvalue > 0.001
    assert 10 <= (found < 0.1).sum() <= 55


def test_rank_correlations_by_hand_and_as_scipy() -> None:
    x, y = [1, 2, 3, 4, 4, None, 7], [2, 1, 4, 3, 5, 9, None]
    a, b = ratings("a", *x), ratings("b", *y)
    both = [(p, q) for p, q in zip(x, y, strict=True) if p is not None and q is not None]
    assert gp.score(a, b, "Spearman", draws=0).value == pytest.approx(stats.spearmanr(*zip(*both, strict=True)).statistic)
    assert gp.score(a, b, "Kendall", draws=0).value == pytest.approx(stats.kendalltau(*zip(*both, strict=True)).statistic)
    # 1 2 3 against 2 1 3: one pair of three is turned.
    assert gp.score(ratings("a", 1, 2, 3), ratings("b", 2, 1, 3), "Kendall", draws=0).value == pytest.approx(1 / 3)
    assert gp.score(ratings("a", 1, 2, 3), ratings("b", 2, 1, 3), "Spearman", draws=0).value == pytest.approx(0.5)
    assert "the same" in gp.score(ratings("a", 1, 1), ratings("b", 1, 2), "Spearman").why


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=12))
def test_rank_correlations_with_weights_are_those_of_repeated_rows(rows: list[tuple[int, int, int]]) -> None:
    table = np.array([(1, x, y) for x, y, _ in rows], dtype=float)
    weights = np.array([[w for _, _, w in rows]])
    repeated = np.repeat(table[:, 1:], weights[0], axis=0)
    for name, theirs in (("Spearman", stats.spearmanr), ("Kendall", stats.kendalltau)):
        found = gp.measure(name).values(table, weights)[0]
        if len(repeated) > 1 and np.ptp(repeated[:, 0]) and np.ptp(repeated[:, 1]):
            assert found == pytest.approx(theirs(repeated[:, 0], repeated[:, 1]).statistic, abs=1e-9)
        else:
            assert np.isnan(found)


def test_correlations_of_two_systems_with_people() -> None:
    rng = np.random.default_rng(1)
    people = rng.integers(0, 5, 40).astype(float)
    good, bad = people + rng.normal(0, 0.7, 40), rng.normal(0, 1, 40)
    ref, a, b = (Layer.of(n, Source(n), Kind.RATINGS, {f"p{i}": [Rating(float(v))] for i, v in enumerate(vs)}) for n, vs in (("r", people), ("a", good), ("b", bad)))
    for name in ("Spearman", "Kendall", "Pearson"):
        made = compare(ref, [a, b], name, draws=300)[0]
        assert made.p is not None
        assert made.p < 0.02
        assert made.low is not None
        assert made.low > 0
    assert "single unit" in compare(ref, [a, b], "Spearman", test="wilcoxon")[0].verdict.why


def test_effects_by_hand() -> None:
    assert cohen_d([1, 2, 3], [2, 3, 4]) == pytest.approx(-1)
    assert hedges_g([1, 2, 3], [2, 3, 4]) == pytest.approx(-(1 - 3 / 15))
    assert paired_d([1, 2, 4], [0, 0, 0]) == pytest.approx((7 / 3) / np.std([1, 2, 4], ddof=1))
    assert cohen_h(0.5, 0.5) == 0
    assert cliffs_delta([3, 4], [1, 2]) == 1
    assert cohen_d([1, 1], [1, 1]) is None
    assert paired_d([1, 2], [0, 1]) is None
    assert odds_ratio(3, 0) is None
    assert odds_ratio(9, 3) == pytest.approx((3, 3 * np.exp(-1.959964 * (1 / 9 + 1 / 3) ** 0.5), 3 * np.exp(1.959964 * (1 / 9 + 1 / 3) ** 0.5)))


def test_as_r_prints_them() -> None:
    """R 4: wilcox.test's depression example (V = 40, p = 0.03906), its permeability example (W = 35, p = 0.2544), the sleep data's paired t."""
    first = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
    second = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
    found = signed_rank(first, second)
    assert (found.statistic, found.p) == (40, pytest.approx(0.0390625))
    # The example tests one side, p = 0.1272: two sides are twice that.
    found = rank_sum([0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46], [1.15, 0.88, 0.90, 0.74, 1.21])
    assert (found.statistic, found.p) == (35, pytest.approx(0.2544, abs=5e-5))
    one, two = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0], [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
    found = paired_t(one, two)
    assert (found.statistic, found.p) == (pytest.approx(-4.0621, abs=5e-5), pytest.approx(0.002833, abs=5e-7))
    assert signed_rank(first, second, exact=False).p != signed_rank(first, second).p


def test_mcnemar_in_its_forms() -> None:
    """Agresti's approval ratings (Categorical Data Analysis, 2002, section 10.1): 86 and 150 changed their minds, z squared = 17.36."""
    a, b = [True] * 86 + [False] * 150 + [True] * 794, [False] * 86 + [True] * 150 + [True] * 794
    assert mcnemar(a, b, method="plain").statistic == pytest.approx(17.36, abs=5e-3)
    assert mcnemar(a, b, method="corrected").statistic == pytest.approx(63**2 / 236)
    assert mcnemar(a, b, method="corrected").p == pytest.approx(stats.chi2.sf(63**2 / 236, 1))
    few = [True] * 9 + [False], [False] * 9 + [True]
    assert mcnemar(*few, method="exact").p == pytest.approx(22 / 1024)
    assert mcnemar(*few, method="mid-p").p == pytest.approx(22 / 1024 - 10 / 1024)
    assert sign([1] * 9 + [0], [0] * 9 + [1]).p == pytest.approx(22 / 1024)


def test_balance_of_parts() -> None:
    one = Layer.of("genes", Source("x"), Kind.MENTIONS, {f"d{i}": [Mention((), ("X:1",), "gene")] * n for i, n in enumerate((1, 2, 3, 2, 3, 4))})
    parts = {"release": ["d0", "d1", "d2"], "reserved": ["d3", "d4", "d5"]}
    found = balance([one], parts)[0]
    assert found.means == {"release": 2, "reserved": 3}
    assert found.p == pytest.approx(stats.f_oneway([1, 2, 3], [2, 3, 4]).pvalue)
    assert [b.name for b in balance([one], parts, by="type")] == ["gene"]
    assert [b.name for b in balance([one], parts, by="concept")] == ["X:1"]
    with pytest.raises(BadInput, match="in two parts"):
        balance([one], {"a": ["d0"], "b": ["d0"]})


def test_the_commands(tmp_path: Path) -> None:
    corpus = Corpus.of_texts({f"u{i}": "abcdefgh" for i in range(12)})
    parts = {"one": tuple(f"u{i}" for i in range(6)), "two": tuple(f"u{i}" for i in range(6, 12))}
    gp.save(Corpus(corpus.documents, corpus.units, (REF, A, B), splits=parts), tmp_path / "c.gold.jsonl")
    place = str(tmp_path / "c.gold.jsonl")
    done = CliRunner().invoke(cli, ["compare", place, "--layer", "ref", "--with", "a", "--with", "b", "-m", "F1", "--json", "--seed", "3"])
    assert done.exit_code == 0, done.output
    row = json.loads(done.stdout)[0]
    assert row["difference"] == pytest.approx(18 / 21 - 12 / 19)
    assert CliRunner().invoke(cli, ["compare", place, "--layer", "ref", "--with", "a", "--with", "b", "--alpha", "0.01"], standalone_mode=False).return_value == 1
    done = CliRunner().invoke(cli, ["compare", place, "--layer", "ref", "--with", "a", "--with", "b", "--test", "wilcoxon", "--table", "md"])
    assert "p:signed-rank" in done.output
    done = CliRunner().invoke(cli, ["balance", place, "--layer", "a", "--json"])
    assert json.loads(done.stdout)[0]["mean_two"] == pytest.approx(0.5)
