from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldproof.design import (
    assign,
    bins_of,
    draw,
    draw_balanced,
    draw_from_sources,
    folds,
    partition,
    read_plan,
    sample,
    write_plan,
)
from goldproof.design.power import (
    f1_deviation,
    for_correlation,
    for_mean,
    for_paired_difference,
    for_share,
    power_of_correlation,
)  # fmt: skip
from goldproof.design.simulation import deviation_of_difference, simulated_power
from goldproof.errors import BadInput, NotFound
from goldproof.measures import measure
from goldproof.model import Corpus, Document, Kind, Layer, Pair, Rating, Source, Unit, whole

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
    sources = ["a"] * 200 + ["b"] * 200
    strata = ["low", "high"] * 200
    drawn = draw_from_sources(sources, strata, {"a": 0.4, "b": 0.6}, 171, seed=1)
    assert Counter(sources[i] for i in drawn) == {"a": 68, "b": 103}
    assert Counter((sources[i], strata[i]) for i in drawn)["a", "low"] == 34, "each source is balanced by itself"
    with pytest.raises(BadInput, match="source b"):
        draw_from_sources(sources[:220], strata[:220], {"a": 0.4, "b": 0.6}, 171)
    with pytest.raises(BadInput, match="no source 'c'"):
        draw_from_sources(sources, strata, {"c": 1.0}, 171)


def test_bins_hold_their_upper_end() -> None:
    assert bins_of([0, 0.24, 0.25, 0.5, 1.0], 4) == [0, 0, 1, 2, 3]
    assert bins_of([2, 2], 4) == [0, 0]


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
    assert Counter(unit.language for unit in chosen.units) == {"en": 4, "de": 4}
    assert len(chosen.documents) == 8
    assert not {u.id for u in chosen.units} & {u.id for u in sample(corpus, 8, exclude=[u.id for u in chosen.units]).units}
    for wish, says in (({"by": "colour"}, "no unit says its colour"), ({"bins": "score:3"}, "no number 'score'"), ({"bins": "score"}, "not bins"),
                       ({"shares": {"a": 1.0}}, "which sources"), ({"exclude": ["zz"]}, "no unit 'zz'")):  # fmt: skip
        with pytest.raises((BadInput, NotFound), match=says):
            sample(corpus, 8, **wish)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="30 of 25 units"):
        sample(corpus, 30)


def test_bins_of_a_layer_of_scores() -> None:
    units = tuple(Unit(f"p{i}", Pair("x", str(i))) for i in range(100))
    scores = Layer.of("score", Source("cosine"), Kind.RATINGS, {u.id: [Rating((i % 100) ** 2 / 1e4)] for i, u in enumerate(units)})
    chosen = sample(Corpus((), units, (scores,)), 20, bins="score:5:0:1")
    assert Counter(min(int(r[0].value * 5), 4) for _, r in chosen.layer("score").items()) == {0: 4, 1: 4, 2: 4, 3: 4, 4: 4}
    with pytest.raises(BadInput, match="score outside"):
        sample(Corpus((), units, (scores,)), 20, bins="score:5:0:0.5")


def test_whole_groups() -> None:
    units = tuple(Unit(f"p{i}", Pair("x", str(i)), group=f"g{i // 3}") for i in range(30))
    chosen = sample(Corpus((), units), 4, groups=True)
    assert set(Counter(u.group for u in chosen.units).values()) == {3}
    assert len(chosen.units) == 12


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


def test_the_parts_of_craft() -> None:
    articles = [f"a{i:02}" for i in range(67)]
    seven = articles[3::10]
    made = partition(articles, {"development": seven}, folds=5, in_order=True)
    assert [len(p) for p in made.parts.values()] == [7, 12, 12, 12, 12, 12]
    assert made.parts["fold-1"] == tuple(a for a in articles if a not in seven)[:12]
    assert made.seed is None
    counted = partition(articles, {"development": 7, "train": 0.8, "test": 0.2}, seed=4)
    assert {name: len(p) for name, p in counted.parts.items()} == {"development": 7, "train": 48, "test": 12}


@given(st.integers(5, 60), st.floats(0, 1), st.integers(0, 5), st.integers(0, 4), st.integers(0, 9))
def test_nothing_is_in_two_parts_and_folds_take_the_rest(n: int, share: float, number: int, count: int, seed: int) -> None:
    ids = [f"d{i}" for i in range(n)]
    try:
        made = partition(ids, {"a": share, "b": number}, folds=count if count > 1 else 0, seed=seed)
    except BadInput:
        return
    dealt = [d for part in made.parts.values() for d in part]
    assert len(set(dealt)) == len(dealt)
    assert len(made.parts["b"]) == number
    if count > 1:
        assert sorted(dealt) == sorted(ids)
        sizes = [len(p) for name, p in made.parts.items() if name.startswith("fold")]
        assert max(sizes) - min(sizes) <= 1


def test_parts_that_cannot_be() -> None:
    for parts, more, says in (({"a": 0.9, "b": 0.2}, {}, "add up to 1.1"), ({"a": 99}, {}, "want 99 documents"), ({"a": -1}, {}, "a part of -1"), ({}, {}, "no parts"),
                              ({"a": ["zz"]}, {}, "no document 'zz'"), ({"a": ["d1"], "b": ["d1"]}, {}, "in two parts"), ({}, {"folds": 1}, "1 folds"),
                              ({"a": 8}, {"folds": 3}, "2 documents are left")):  # fmt: skip
        with pytest.raises(BadInput, match=says):
            partition([f"d{i}" for i in range(10)], parts, **more)  # type: ignore[arg-type]


def test_a_training_round_is_everybodys_and_nobodys_load(tmp_path: Path) -> None:
    plan = assign(UNITS, list("abcdefg"), 3, seed=7, everybody=UNITS[:10])
    assert all(plan.judges[u] == tuple("abcdefg") for u in UNITS[:10])
    rest = {u: j for u, j in plan.judges.items() if u not in UNITS[:10]}
    loads = Counter(r for judges in rest.values() for r in judges)
    assert max(loads.values()) - min(loads.values()) <= 1
    write_plan(plan, tmp_path / "plan.tsv")
    assert read_plan(tmp_path / "plan.tsv") == {r: plan.units_of(r) for r in plan.raters}
    with pytest.raises(BadInput, match="no unit 'zz'"):
        assign(UNITS, ["a", "b"], 1, everybody=["zz"])


def test_simulated_power_is_what_the_formula_promises_and_the_level_where_there_is_nothing() -> None:
    rng = np.random.default_rng(5)
    tp = rng.binomial(10, 0.7, 300)
    better = np.minimum(10, tp + rng.binomial(2, 0.3, 300) - rng.binomial(1, 0.2, 300))
    a, b = (np.stack([t, rng.binomial(3, 0.5, 300), 10 - t], axis=1).astype(float) for t in (better, tp))
    f1 = measure("F1")
    difference = float(f1.values(a, np.ones((1, 300), int))[0] - f1.values(b, np.ones((1, 300), int))[0])
    units = for_paired_difference(difference, deviation_of_difference(a, b, f1.values))
    assert simulated_power(a, b, f1.values, units) == pytest.approx(0.8, abs=0.07)
    assert deviation_of_difference(a, b, f1.values) == pytest.approx(f1_deviation(a, b), rel=0.1)
    # Two systems that are the same but for chance are found different as often as the level says.
    swapped = np.where(np.arange(300)[:, None] % 2 == 0, a, b), np.where(np.arange(300)[:, None] % 2 == 0, b, a)
    assert simulated_power(*swapped, f1.values, 200) < 0.12
