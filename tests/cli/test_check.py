"""goldproof check as a user meets it: what it prints where, and how it exits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import goldproof as gp
from goldproof.checks import rules
from goldproof.cli.check import check_command
from goldproof.model import Kind, Layer, Pair, Rating, Source, Unit

from ..checks.makers import mention, parsed, sentence, tree
from ..ontology.toys import TOY


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A brat folder with an error, a warning and a note."""
    (tmp_path / "a.txt").write_text("Red eyes\n")
    (tmp_path / "a.ann").write_text("T1\tX 0 3\tred eyes\nT2\tX 3 8\t eyes\nT3\tX 5 8\tyes\n")
    return tmp_path


def run(*words: object) -> Result:
    return CliRunner().invoke(check_command, [str(word) for word in words])


def table(result: Result) -> list[list[str]]:
    return [line.split("\t") for line in result.stdout.splitlines()]


def test_a_table_on_stdout_and_a_summary_on_stderr(folder: Path) -> None:
    result = run(folder)
    rows = table(result)
    assert rows[0] == ["level", "rule", "place", "message", "remedy"]
    assert [row[:3] for row in rows[1:]] == [
        ["error", "span-text", "mentions/a:0-3"], ["warning", "span-blanks", "mentions/a:3-8"], ["note", "span-word", "mentions/a:5-8"],
    ]  # fmt: skip
    assert result.stderr.splitlines()[-1] == "1 error, 1 warning, 1 note"
    assert result.exit_code == 1


def test_json(folder: Path) -> None:
    result = run(folder, "--json", "--level", "error")
    (finding,) = json.loads(result.stdout)
    assert {k: finding[k] for k in ("level", "rule", "layer", "unit", "document", "start", "end")} == {
        "level": "error", "rule": "span-text", "layer": "mentions", "unit": "a", "document": "a", "start": 0, "end": 3,
    }  # fmt: skip
    assert json.loads(run(folder, "--json", "--rule", "text-*").stdout) == []


def test_exit_codes(folder: Path, tmp_path: Path) -> None:
    assert run(folder).exit_code == 1
    assert run(folder, "--not-rule", "span-text").exit_code == 0
    assert run(folder, "--not-rule", "span-text", "--strict").exit_code == 1
    assert run(folder, "--not-rule", "span-text", "--strict", "--level", "error").exit_code == 0
    assert run(folder, "--as", "span-text=note").exit_code == 0
    sound = run(folder, "--rule", "text-*")
    assert (sound.exit_code, sound.stdout, sound.stderr) == (0, "", "nothing found\n")


@pytest.mark.parametrize("words", [
    ["--rule", "nonsense"], ["--as", "span-text=grave"], ["--as", "span-text"], ["--level", "grave"], ["--allow", "nonsense"],
    ["--ontology", "absent.obo"], ["--below", "HP:1"], ["--scale", "4..0"], ["--scale", "a..b"], ["--labels", "absent.txt"], ["--from", "nonsense"],
])  # fmt: skip
def test_what_cannot_be_done_is_said(folder: Path, words: list[str]) -> None:
    result = run(folder, *words)
    assert result.exit_code != 0
    assert result.stdout == ""
    assert isinstance(result.exception, gp.GoldproofError | SystemExit)


def test_nothing_to_check(tmp_path: Path) -> None:
    assert run().exit_code == 2
    assert isinstance(run(tmp_path / "absent").exception, gp.NotFound)


def test_the_rules_are_listed() -> None:
    rows = table(run("--rules"))
    assert [row[0] for row in rows[1:]] == list(rules())
    assert {r["rule"] for r in json.loads(run("--rules", "--json").stdout)} == set(rules())


def test_the_guideline_on_the_command_line(folder: Path) -> None:
    assert len(table(run(folder, "--rule", "mention-nested", "--forbid", "nesting"))) == 2
    assert run(folder, "--rule", "mention-nested").stdout == ""


def test_ontologies(tmp_path: Path) -> None:
    (tmp_path / "toy.obo").write_text(TOY)
    gp.save(gp.Corpus.of_texts({"d": "Red eyes"}).with_layers(
        Layer.of("ann", Source("ann"), Kind.MENTIONS, {"d": [mention((0, 3), concepts=["TOY:0000009"]), mention((4, 8), concepts=["TOY_0000077"])]})
    ), tmp_path / "c.jsonl", format="native")  # fmt: skip
    words = (tmp_path / "c.jsonl", "--ontology", tmp_path / "toy.obo", "--below", "TOY:0000001", "--level", "error")
    result = run(*words)
    assert [row[1] for row in table(result)[1:]] == ["id-unknown", "id-elsewhere"]
    assert "imports elsewhere.obo" in result.stderr


def test_scales_and_labels(tmp_path: Path) -> None:
    units = (Unit("p", Pair("a", "b")),)
    layer = Layer.of("ann", Source("ann"), Kind.RATINGS, {"p": [Rating(3.0)]})
    gp.save(gp.Corpus(units=units, layers=(layer,)), tmp_path / "r.jsonl", format="native")
    assert run(tmp_path / "r.jsonl", "--scale", "0..3").exit_code == 0
    assert run(tmp_path / "r.jsonl", "--scale", "0..2").exit_code == 1
    assert run(tmp_path / "r.jsonl", "--scale", "0, 1, 3").exit_code == 0
    assert run(tmp_path / "r.jsonl", "--scale", "low,high").exit_code == 1
    gp.save(parsed(sentence(tree=tree("PRP 0", "VBP 1", ". 2"))), tmp_path / "t.jsonl", format="native")
    (tmp_path / "labels").write_text("S\nPRP\nVBP\n.\n")
    assert run(tmp_path / "t.jsonl", "--labels", tmp_path / "labels").exit_code == 0
    (tmp_path / "labels").write_text("S\n")
    assert len(table(run(tmp_path / "t.jsonl", "--labels", tmp_path / "labels"))) == 4


def test_a_project(tmp_path: Path) -> None:
    project = pytest.importorskip("goldproof.project")
    corpus = gp.Corpus.of_texts({"d": "Red eyes"}).with_layers(
        Layer.of("ann", Source("ann"), Kind.MENTIONS, {"d": [mention((0, 99))]})
    )
    with project.Project.create(tmp_path / "study.db") as made:
        made.take(corpus)
    result = run(tmp_path / "study.db")
    assert [row[1:3] for row in table(result)[1:]] == [["span-outside", "ann/d:0-99"]]
    assert result.exit_code == 1
