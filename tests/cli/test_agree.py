"""goldproof agree from the command line: tables, figures, bad input."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from goldproof.cli import cli
from goldproof.errors import GoldproofError

TABLE = "item,left,right,ann,bo,cy\n" + "".join(
    f"{i},left {i},right {i},{a},{b},{c}\n" for i, (a, b, c) in enumerate([(1, 1, 2), (2, 2, 2), (0, 0, ""), (3, 3, 4), (4, 3, 4), (1, 1, 0), (2, 2, 2), (0, 1, 0)])
)


@pytest.fixture
def ratings(tmp_path: Path) -> Path:
    path = tmp_path / "ratings.csv"
    path.write_text(TABLE)
    return path


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, ["agree", *map(str, words)], catch_exceptions=True)


def test_a_table_in_a_pipe_and_json(ratings: Path) -> None:
    done = run(ratings, "-m", "AC2(weights=ordinal)", "-m", "ICC(1,k)")
    rows = list(csv.DictReader(done.stdout.splitlines(), delimiter="\t"))
    assert [row["measure"] for row in rows] == ["AC2(weights=ordinal)", "ICC(1,k)"]
    assert float(rows[0]["se"]) > 0
    found = json.loads(run(ratings, "-m", "ICC(1,k)", "--json").stdout)
    assert found[0]["low"] < found[0]["value"] < found[0]["high"]
    assert found[0]["p"] < 0.01


def test_tables_for_papers(ratings: Path, tmp_path: Path) -> None:
    assert run(ratings, "--by", "pair", "--table", "md").stdout.count("| alpha") == 3
    done = run(ratings, "--by", "raters", "-o", tmp_path / "t.tex")
    assert done.stdout == ""
    assert r"\toprule" in (tmp_path / "t.tex").read_text()


def test_figures(ratings: Path, tmp_path: Path) -> None:
    done = run(ratings, "-m", "alpha", "--by", "pair", "--figure", tmp_path / "h.svg", "--by-rater", tmp_path / "r.svg", "--by-grade", tmp_path / "g.png")
    assert done.exit_code == 0, done.output
    assert "ann and bo" in (tmp_path / "h.svg").read_text()
    assert "ann: 0 25.0 %" in (tmp_path / "r.svg").read_text()
    assert (tmp_path / "g.png").read_bytes().startswith(b"\x89PNG")


def test_files_of_one_rater_each_are_put_together_by_item(tmp_path: Path, ratings: Path) -> None:
    rows = list(csv.reader(TABLE.splitlines()))
    for column in (3, 4):
        (tmp_path / f"{column}.csv").write_text("\n".join(",".join([*row[:3], row[column]]) for row in rows) + "\n")
    one = json.loads(run(tmp_path / "3.csv", tmp_path / "4.csv", "-m", "kappa", "--json").stdout)
    two = json.loads(run(ratings, "--layer", "ann", "--layer", "bo", "-m", "kappa", "--json").stdout)
    assert one[0]["value"] == two[0]["value"]


def test_leave_one_out(ratings: Path) -> None:
    found = json.loads(run(ratings, "--leave-one-out", "-m", "AC2", "--json").stdout)
    assert [r["rater"] for r in found] == ["ann", "bo", "cy"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("-m", "lambda"), "no measure or coefficient"), (("-m", "AC2(weights=cubic)"), "no weights are called"), (("--layer", "zed"), "no layer 'zed'"),
        (("--layer", "ann"), "1 layers"), (("--by", "genre"), "no unit says its genre"), (("--repeats",), "twice"), (("--round", "3"), "0 layers"),
        (("--figure", "x.gif"), "no drawing is written"), (("-o", "x.docx"), "no table is written"), (("--level", "2"), "a level of 2"),
        (("-m", "alpha", "-m", "AC2", "--by", "pair", "--figure", "x.png"), "one coefficient"), (("-m", "LAS"), "is about"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line(ratings: Path, words: tuple[str, ...], says: str) -> None:
    done = run(ratings, *words)
    assert isinstance(done.exception, GoldproofError), done.output
    assert says in str(done.exception)
