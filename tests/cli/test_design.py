"""goldproof sample, partition, assign, power from the command line: the design of a study, and bad wishes."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import goldproof as gp
from goldproof.cli import cli
from goldproof.design import read_plan
from goldproof.errors import GoldproofError


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, [*map(str, words)], catch_exceptions=True)


@pytest.fixture
def pairs(tmp_path: Path) -> tuple[Path, Path]:
    """Candidate pairs of two sources with scores, numbered alike."""
    for name, n in (("fnr", 200), ("general", 400)):
        rows = "".join(f"{i},left {name} {i},right {i},{(i * 37 % 100) / 100}\n" for i in range(n))
        (tmp_path / f"{name}.csv").write_text("item,left,right,score\n" + rows)
    return tmp_path / "fnr.csv", tmp_path / "general.csv"


def test_the_design_of_the_similarity_corpus(pairs: tuple[Path, Path], tmp_path: Path) -> None:
    drawn = tmp_path / "pairs.gold.jsonl"
    done = run("sample", *pairs, "-n", 171, "--share", "fnr=40%", "--share", "general=0.6", "--bins", "score:5:0:1", "--seed", 7, "-o", drawn)
    assert done.exit_code == 0, done.output
    corpus = gp.load(drawn)
    assert not corpus.layers, "raters must not see the scores"
    assert Counter(u.attributes["source"] for u in corpus.units) == {"fnr": 68, "general": 103}
    plan = tmp_path / "plan.tsv"
    done = run("assign", drawn, "-r", "a1,a2,a3,a4", "-r", "a5,a6,a7", "-k", 3, "--seed", 7, "-o", plan, "--sheets", tmp_path / "sheets", "--scale", "0-4")
    assert done.exit_code == 0, done.output
    assert "loads 73 to 74; pairs of raters share 24 to 25" in done.stderr
    orders = read_plan(plan)
    assert sum(map(len, orders.values())) == 513
    assert orders["a1"] != tuple(sorted(orders["a1"]))

    sheet = gp.load(tmp_path / "sheets" / "a1.xlsx")
    assert tuple(u.id for u in sheet.units) == orders["a1"]
    assert sheet.layers[0].units == (), "an empty sheet has judged nothing"
    study = tmp_path / "study.db"
    assert run("new", study).exit_code == 0
    assert run("import", study, drawn).exit_code == 0
    taken = run("import", study, tmp_path / "sheets" / "a1.xlsx", "--as", "a1")
    assert (taken.exit_code, taken.stderr.count("warning")) == (0, 0)


def test_drawing_tells_the_strata_and_leaves_out_what_was_used(pairs: tuple[Path, Path], tmp_path: Path) -> None:
    first = run("sample", pairs[0], "-n", 20, "--bins", "score:4")
    assert len(list(csv.DictReader(first.stdout.splitlines(), delimiter="\t"))) == 20
    assert "score 0 to 0.247: 5 of" in first.stderr
    (tmp_path / "used.tsv").write_text(first.stdout)
    second = json.loads(run("sample", pairs[0], "-n", 100, "--exclude", tmp_path / "used.tsv", "--json").stdout)
    used = {row["unit"] for row in csv.DictReader(first.stdout.splitlines(), delimiter="\t")}
    assert not used & {row["unit"] for row in second["units"]}
    assert run("sample", pairs[0], "-n", 20, "--bins", "score:4").stdout == first.stdout, "the same seed draws the same"


def texts(tmp_path: Path) -> Path:
    (tmp_path / "texts").mkdir()
    for i in range(20):
        (tmp_path / "texts" / f"d{i:02}.txt").write_text("A text. " * (i + 1))
    return tmp_path / "texts"


def test_parts_become_splits(tmp_path: Path) -> None:
    (tmp_path / "dev.txt").write_text("d03\nd07\n")
    done = run("partition", texts(tmp_path), "--part", f"development=@{tmp_path / 'dev.txt'}", "--folds", 3, "--in-order", "-o", tmp_path / "p.gold.jsonl", "--json")
    assert done.exit_code == 0, done.output
    made = json.loads(done.stdout)
    assert made["parts"]["development"] == ["d03", "d07"]
    corpus = gp.load(tmp_path / "p.gold.jsonl")
    assert {name: len(units) for name, units in corpus.splits.items()} == {"development": 2, "fold-1": 6, "fold-2": 6, "fold-3": 6}
    again = run("partition", tmp_path / "p.gold.jsonl", "--part", "fold-1=0.5", "-o", tmp_path / "q.gold.jsonl")
    assert "another split 'fold-1'" in str(again.exception)
    assert not (tmp_path / "q.gold.jsonl").exists()


def test_who_must_not_see_what(tmp_path: Path) -> None:
    units = tmp_path / "units.gold.jsonl"
    languages = [gp.Document(f"{code}{i}", "x", code) for code in ("en", "fr") for i in range(6)]
    gp.save(gp.Corpus.of_texts(languages), units)
    plan = json.loads(run("assign", units, "-r", "ann,bo,cy", "-k", 2, "--cannot", "ann=language:fr", "--json").stdout)["plan"]
    assert {row["unit"][:2] for row in plan if row["rater"] == "ann"} == {"en"}
    assert "only 1 raters may see it" in str(run("assign", units, "-r", "ann,bo", "-k", 2, "--cannot", "ann=language:fr").exception)


def test_power_of_each_kind(tmp_path: Path) -> None:
    assert json.loads(run("power", "correlation", "0.30", "--json").stdout)[0]["units"] == 85
    assert json.loads(run("power", "correlation", "0.30", "-n", 40, "--json").stdout)[0]["power"] < 0.5
    assert json.loads(run("power", "share", 0.8, "--half-width", 0.03, "--json").stdout)[0]["units"] == 682
    ratings = tmp_path / "r.csv"
    ratings.write_text("item,r1,r2\n" + "".join(f"{i},{i % 4},{(i + (i % 5 == 0)) % 4}\n" for i in range(60)))
    wide, narrow = (json.loads(run("power", "interval", ratings, "-m", "AC2", "--half-width", w, "--json").stdout)[0]["units"] for w in (0.1, 0.05))
    assert narrow == pytest.approx(4 * wide, rel=0.1)


def test_power_of_a_difference(tmp_path: Path) -> None:
    from goldproof.model import Kind, Layer, Mention, Source, Span

    def layer(name: str, wrong: int) -> Layer:
        found = {f"d{i}": [Mention((Span(0, 1 if (i * 7 + len(name)) % 10 < wrong else 2),), ("X:1",))] for i in range(80)}
        return Layer.of(name, Source(name), Kind.MENTIONS, found)

    corpus = gp.Corpus.of_texts({f"d{i}": "abc" for i in range(80)}).with_layers(layer("gold", 0), layer("one", 2), layer("three", 4))
    gp.save(corpus, tmp_path / "pilot.gold.jsonl")
    done = run("power", "difference", tmp_path / "pilot.gold.jsonl", "--layer", "gold", "--with", "one", "--with", "three", "-m", "F1", "--json")
    (row,) = json.loads(done.stdout)
    assert row["simulated_power"] == pytest.approx(0.8, abs=0.12), "few units: the formula is a little off, which is why it is simulated"
    smaller = json.loads(run("power", "difference", tmp_path / "pilot.gold.jsonl", "--layer", "gold", "--with", "one", "--with", "three", "--difference", 0.05, "--json").stdout)
    assert smaller[0]["units"] > row["units"]
    assert smaller[0]["simulated_power"] is None


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("sample", "{fnr}", "-n", "500"), "500 of 200 units"), (("sample", "{fnr}", "-n", "5", "--by", "colour"), "no unit says its colour"),
        (("sample", "{fnr}", "-n", "5", "--bins", "score"), "not bins"), (("sample", "{fnr}", "-n", "5", "--share", "fnr=0.4"), "which sources"),
        (("sample", "{fnr}", "{general}", "-n", "5", "--share", "x=1"), "no source 'x'"), (("sample", "nowhere", "-n", "5"), "no such file"),
        (("sample", "{fnr}", "{general}", "-n", "5", "--share", "fnr=much"), "not a number"), (("sample", "{fnr}", "-n", "5", "--exclude", "nothing.txt"), "no such file of ids"),
        (("assign", "{fnr}", "-r", "a,b", "-k", "3"), "3 raters a unit of 2"), (("assign", "{fnr}", "-r", "a,a", "-k", "1"), "named twice"),
        (("assign", "{fnr}", "-r", "a,b", "-k", "1", "--cannot", "z=language:fr"), "no unit says its language"), (("assign", "{fnr}", "-r", "a,b", "-k", "1", "--cannot", "a=fr"), "@FILE"),
        (("partition", "{fnr}", "--part", "a=0.9", "--part", "b=0.2"), "add up to 1.1"), (("partition", "{fnr}", "--part", "a=x"), "write a share"),
        (("partition", "{fnr}"), "no parts to make"), (("partition", "{fnr}", "--folds", "500"), "200 documents are left"),
        (("power", "correlation", "3"), "between 0 and 1"), (("power", "correlation", "0"), "between 0 and 1"), (("power", "share", "0.8", "--half-width", "0"), "half width of 0"),
        (("power", "interval", "{fnr}", "--half-width", "0.1"), "agreement needs 2"),
    ],
)  # fmt: skip
def test_bad_wishes_get_one_line(pairs: tuple[Path, Path], words: tuple[str, ...], says: str) -> None:
    done = run(*(w.format(fnr=pairs[0], general=pairs[1]) for w in words))
    said = f"{done.stderr}{done.exception}"
    assert says in said
    assert done.exit_code == 2 or isinstance(done.exception, GoldproofError), said
