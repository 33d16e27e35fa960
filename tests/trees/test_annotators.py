"""Treebankers against each other and against gold: brackets, by hand, through the commands that users have."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from goldproof.cli import cli

# Brackets without the stop: S NP VP PP NP and S NP VP; bo has no PP, cy an ADVP instead of it.
ANN = "( (S (NP-SBJ (DT The) (NN cat)) (VP (VBD sat) (PP-LOC (IN on) (NP (DT a) (NN mat)))) (. .)) )\n( (S (NP-SBJ (PRP It)) (VP (VBD slept)) (. .)) )\n"
BO = ANN.replace("(PP-LOC (IN on) (NP (DT a) (NN mat)))", "(IN on) (NP (DT a) (NN mat))")
CY = ANN.replace("(PP-LOC (IN on) (NP (DT a) (NN mat)))", "(ADVP (RB on)) (NP (DT a) (NN mat))")


@pytest.fixture
def room(tmp_path: Path) -> Path:
    for name, trees in (("ann", ANN), ("bo", BO), ("cy", CY)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "d1.tree").write_text(trees)
        (tmp_path / name / "d1.txt").write_text("The cat sat on a mat .\nIt slept .\n")
    return tmp_path


def run(*words: str) -> list[dict[str, object]]:
    done = CliRunner().invoke(cli, [*words, "--draws", "0", "--json"])
    assert done.exit_code == 0, done.output
    rows: list[dict[str, object]] = json.loads(done.stdout)
    return rows


def test_against_gold(room: Path) -> None:
    rows = run("score", str(room / "ann"), str(room / "bo"), str(room / "cy"), "-m", "LB-P(prm=craft)", "-m", "LB-R(prm=craft)")
    assert [row["value"] for row in rows] == [7 / 7, 7 / 8, 7 / 8, 7 / 8]


def test_between_annotators(room: Path) -> None:
    rows = run("agree", *(str(room / name) for name in ("ann", "bo", "cy")), "--by", "pair", "-m", "LB-F(prm=craft)")
    assert [row["value"] for row in rows] == pytest.approx([2 * 7 / 15, 7 / 8, 2 * 7 / 15])
