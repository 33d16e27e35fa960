"""Tables: what a reader sees is rounded, aligned and escaped; what a program reads is exact."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from goldproof.errors import BadInput
from goldproof.measures import Figure
from goldproof.report import Table
from goldproof.report.tables import text

F = Figure("AC2(weights=ordinal)", 0.8696534, 171, ("a", "b"), low=0.83994, high=0.89936)
NONE = Figure("AC2(weights=ordinal)", None, 0, why="no unit has two ratings")
TABLE = Table(
    "Agreement & more", ("rater", "AC2", "W", "p", "n"),
    [("ann_1", F, -0.5, 7.86e-18, 171), ("bo|x", NONE, 0.25, 0.04, 12), ("cy", None, None, None, 0)], best={"W": "high"},
)  # fmt: skip


def test_markdown() -> None:
    assert TABLE.write("md").splitlines() == [
        "Agreement & more",
        "",
        "| rater |                  AC2 |         W |        p |   n |",
        "|-------|---------------------:|----------:|---------:|----:|",
        "| ann_1 | 0.870 [0.840, 0.899] |    −0.500 | 7.86e-18 | 171 |",
        "| bo\\|x |            undefined | **0.250** |    0.040 |  12 |",
        "| cy    |                    – |         – |        – |   0 |",
        "",
        f"<!-- {F} -->",
        f"<!-- {NONE} -->",
    ]


def test_latex_is_booktabs_and_escaped() -> None:
    tex = TABLE.write("tex")
    assert r"\begin{tabular}{lrrrr}" in tex
    assert r"\caption{Agreement \& more}" in tex
    assert r"ann\_1 & 0.870 [0.840, 0.899] &" in tex
    assert r"$-$0.500" in tex
    assert r"$7.86\times10^{-18}$" in tex
    assert r"\textbf{0.250}" in tex
    assert f"% {F}" in tex
    assert tex.count(r"\begin") == tex.count(r"\end") == 2
    nasty = Table("", ("a",), [(r"\input{x} $1 50% #2 ~ ^ {",)]).write("tex")
    assert r"\textbackslash{}input\{x\} \$1 50\% \#2 \textasciitilde{} \textasciicircum{} \{" in nasty


def test_tsv_and_csv_are_exact_and_have_the_ends_of_intervals() -> None:
    rows = list(csv.reader(TABLE.write("csv").splitlines()))
    assert rows[0] == ["rater", "AC2", "AC2 low", "AC2 high", "W", "p", "n"]
    assert [float(x) for x in rows[1][1:]] == [0.8696534, 0.83994, 0.89936, -0.5, 7.86e-18, 171]
    assert rows[3] == ["cy", "", "", "", "", "", "0"]
    assert TABLE.write("tsv").splitlines()[2].split("\t") == ["bo|x", "", "", "", "0.25", "0.04", "12"]
    assert Table("", ("a",), [("x\ty\nz",)]).write("tsv") == "a\nx y z\n"


def test_best_is_what_the_printed_digits_tell() -> None:
    table = Table("", ("x", "y"), [(0.8001, 3.0), (0.8004, 2.0), (0.7, 2.0)], best={"x": "high", "y": "low"})
    assert table.bold == {(0, 0), (1, 0), (1, 1), (2, 1)}
    with pytest.raises(BadInput, match="best of 'z'"):
        Table("", ("x",), [(1.0,)], best={"z": "high"}).write("md")


def test_records_make_a_table() -> None:
    table = Table.of("t", [{"a": 1}, {"a": 2, "b": "x"}], digits=1)
    assert (table.columns, table.rows) == (("a", "b"), [(1, None), (2, "x")])
    assert Table.of("t", [{"a": 1, "b": 2}], ("b",)).rows == [(2,)]


@pytest.mark.parametrize(
    ("cell", "expected"), [(True, "yes"), (1e-9, "1.00e-09"), (-0.0004, "-4.00e-04"), (float("nan"), "–"), (float("inf"), "∞"), (("a", 1), "a, 1"), (1234, "1234")]
)
def test_cells(cell: object, expected: str) -> None:
    assert text(cell) == expected


def test_files_by_suffix(tmp_path: Path) -> None:
    for name in ("a.md", "a.tex", "a.tsv", "a.csv"):
        TABLE.save(tmp_path / name)
        assert (tmp_path / name).read_text() == TABLE.write(name[2:])
    with pytest.raises(BadInput, match=r"\.docx"):
        TABLE.save(tmp_path / "a.docx")
    with pytest.raises(BadInput, match="styles: md"):
        TABLE.write("html")


def test_a_table_of_nothing() -> None:
    empty = Table("none", ("a", "b"), [])
    assert empty.write("tsv") == "a\tb\n"
    assert r"a & b \\" in empty.write("tex")
    assert "| a" in empty.write("md")
