"""The phenotypes of 2018: what holds, how close the rest comes, and that every difference has its reason."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from goldproof.errors import BadInput
from goldproof.reproduce import Reproduction, Row, reproduce
from goldproof.reproduce.phenoscape.authors import friedman_of_sums, rank_sums
from goldproof.reproduce.phenoscape.deposited import lines_behind
from goldproof.reproduce.phenoscape.own import PARTIAL, PROVISIONAL, RELEASE, UNKNOWN, UNLISTED, ZERO


@pytest.fixture(scope="module")
def made(data: Path) -> Reproduction:
    return reproduce("phenoscape", data / "phenoscape")


@pytest.fixture(scope="module")
def rows(made: Reproduction) -> dict[str, Row]:
    assert len({row.id for row in made.rows}) == len(made.rows)
    return {row.id: row for row in made.rows}


PAIRS = [f"{when}/{pair}" for when in ("naive", "knowledge") for pair in ("c1-c2", "c1-c3", "c2-c3")]


@pytest.mark.data
def test_nothing_differs_without_a_reason(made: Reproduction) -> None:
    assert made.unexplained == ()
    assert set(made.drawings) == {"figure3", "figure4", "figure5"}
    assert "deposited 0.658" in made.drawings["figure3"].description


@pytest.mark.data
def test_equations_1_and_2_come_out_in_all_thirteen_comparisons(rows: dict[str, Row]) -> None:
    for equation in ("eq1", "eq2"):
        exact = [row for id, row in rows.items() if id.endswith(f"/{equation}")]
        assert [row.computed for row in exact] == [463] * 13
        published = [row for id, row in rows.items() if "/published-labels/" in id]
        assert [row.computed for row in published] == [463] * 26
        exchanged = [row for id, row in rows.items() if id.endswith(f"/{equation}-as-labelled")]
        assert len(exchanged) == 13
        assert not any(row.holds for row in exchanged)


@pytest.mark.data
def test_the_deposited_jsim_comes_out_of_the_deposited_subsumers(rows: dict[str, Row], made: Reproduction) -> None:
    assert [rows[f"deposited/jsim/{pair}"].computed for pair in PAIRS] == [437, 441, 437, 431, 436, 437]
    # Every pair of EQs that differs is proved to hold a provisional expression whose lists were other ones.
    assert all(rows[f"deposited/jsim/{pair}/proved"].holds and rows[f"deposited/jsim/{pair}/proved"].published for pair in PAIRS)
    listed = made.tables["deposited-states"].rows
    assert len(listed) == 6 * 463 - (437 + 441 + 437 + 431 + 436 + 437)
    assert all(str(row[-1]).startswith("provisional: ") for row in listed)


@pytest.mark.data
def test_the_deposited_nic_counts_lines(rows: dict[str, Row]) -> None:
    assert rows["deposited/nic/between-curators/total"].computed == 49_884_903
    assert rows["deposited/nic/against-gold/total"].computed == 89_635_139
    assert rows["deposited/nic/between-curators/whole"].holds
    assert rows["deposited/nic/against-gold/whole"].holds


@pytest.mark.data
@pytest.mark.parametrize("id", [
    "wilcoxon/c1/pp", "wilcoxon/c1/pr", "wilcoxon/c1/jsim", "wilcoxon/c1/in", "wilcoxon/c2/pr", "wilcoxon/c2/jsim",
    *(f"table5/{step}/{metric}" for step in ("initial-augmented", "augmented-merged") for metric in ("pp", "pr", "jsim", "in")),
    "wilcoxon/human-machine/pr", "wilcoxon/human-machine/in", "exact/mean", "average/human/jsim", "average/machine/jsim", "average/machine/in", "authors/friedman",
    "counts/eqs", "counts/states", "counts/characters", "oracle/named/equal", "oracle/some/equal",
])  # fmt: skip
def test_published_numbers_hold(rows: dict[str, Row], id: str) -> None:
    row = rows[id]
    assert row.published is not None
    assert row.holds, f"{row.published} published, {row.computed} computed"


@pytest.mark.data
def test_our_reasoner_is_as_close_as_the_public_ontologies_allow(rows: dict[str, Row], made: Reproduction) -> None:
    for place in (*(f"figure3/{when}/c{n}" for when in ("naive", "knowledge") for n in (1, 2, 3)), *(f"figure5/{pair}" for pair in PAIRS)):
        row = rows[f"{place}/jsim"]
        assert isinstance(row.published, float)
        assert isinstance(row.computed, float)
        # Hardly more than provisional terms: whatever else differs moves no mean by a hundredth.
        assert row.published - row.computed < 0.1
        moved = {why: float(by) for why, by in re.findall(r"([a-z][a-z0-9 ]+?) \d+ states \(([+-][0-9.]+)\)", row.why)}
        assert "superclasses of another release" in moved, row.why
        assert abs(sum(by for why, by in moved.items() if why != "provisional term")) < 0.012, row.why
    states = made.tables["states"].rows
    reasons = Counter(str(row[-1]) for row in states)
    # Nothing is left without a reason that was looked up.
    assert set(reasons) == {PROVISIONAL, UNKNOWN, ZERO, RELEASE, UNLISTED, PARTIAL}


@pytest.mark.data
def test_the_folder_above_does_as_well_and_another_is_refused(data: Path, tmp_path: Path) -> None:
    from goldproof.reproduce.phenoscape.material import opened

    assert opened(data).folder == data / "phenoscape"
    with pytest.raises(BadInput, match="published-scores"):
        reproduce("phenoscape", tmp_path)


def test_the_printed_mean_ranks_have_one_solution() -> None:
    assert rank_sums() == [(140, 144, 166, 173, 202)]
    statistic, p = friedman_of_sums((140, 144, 166, 173, 202))
    assert statistic == pytest.approx(12 * 2500 / (55 * 30))  # by hand: 25, 21, 1, 8 and 37 from 165, squared and summed
    assert f"{p:.5f}" == "0.00114"


def test_lines_are_found_behind_scores() -> None:
    import math

    scores = [round(1 - math.log(k) / math.log(1_234_567), 12) for k in (2, 3, 5, 8, 40, 41)]
    assert lines_behind(scores) == 1_234_567


def test_a_tiny_number_does_not_hold_by_the_slack_of_a_large_one() -> None:
    assert not Row("p", "p", 1.8e-13, 3.2e-62, 1e-15, why="x").holds
    assert Row("p", "p", 1.8e-13, 1.8e-13 * (1 + 1e-14)).holds
