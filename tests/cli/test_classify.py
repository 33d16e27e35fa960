"""goldproof classify, as it is typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from goldproof.cli import cli
from goldproof.ontology import Ontology

TOY = """\
format-version: 1.4
ontology: toy

[Term]
id: T:1
name: limb

[Term]
id: T:2
name: arm
is_a: T:1
relationship: part_of T:9

[Term]
id: T:3
name: forelimb
intersection_of: T:1
intersection_of: part_of T:9

[Term]
id: T:9
name: front half

[Typedef]
id: part_of
name: part of
is_transitive: true
is_symmetric: false
range: T:9
"""


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GOLDPROOF_CACHE", "off")
    path = tmp_path / "toy.obo"
    path.write_text(TOY)
    return path


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, ["classify", *map(str, words)])


def test_the_hierarchy_with_what_was_inferred(toy: Path) -> None:
    done = run(toy)
    assert done.exit_code == 0, done.output
    assert "T:2\tarm\tT:3\tforelimb\tinferred" in done.stdout.splitlines()
    assert "T:3\tforelimb\tT:1\tlimb\tinferred" in done.stdout.splitlines()
    assert "T:1\tlimb\towl:Thing\t\troot" in done.stdout.splitlines()
    assert "left out: 1 range" in done.stderr
    assert "4 classes, 0 groups" in done.stderr
    assert [row["id"] for row in json.loads(run(toy, "--inferred", "--json").stdout)] == ["T:2", "T:3"]


def test_what_stands_above_and_below_an_expression(toy: Path) -> None:
    above = run(toy, "-e", "limb and ('part of' some 'front half')", "--some", "--json")
    assert {(r["relation"], r["id"], r["said"]) for r in json.loads(above.stdout)} == {
        ("", "T:1", "above"), ("", "T:3", "equivalent"), ("", "owl:Thing", "above"), ("part_of", "T:9", "above"), ("part_of", "owl:Thing", "above"),
    }  # fmt: skip
    below = run(toy, "-e", "part_of some T:9", "--below")
    assert [line.split("\t")[2] for line in below.stdout.splitlines()[1:]] == ["T:2", "T:3"]


def test_what_cannot_be_is_exit_one(toy: Path) -> None:
    assert run(toy, "--unsatisfiable").exit_code == 0
    toy.write_text(TOY + "\n[Term]\nid: T:4\nname: odd\nis_a: T:1\nis_a: T:9\ndisjoint_from: T:1\n")
    done = run(toy, "--unsatisfiable")
    assert (done.exit_code, done.stdout.splitlines()[1:]) == (1, ["T:4\todd\towl:Nothing\t\tinferred"])
    assert run(toy, "-e", "T:4").exit_code == 1


def test_written_to_a_file(toy: Path, tmp_path: Path) -> None:
    for suffix in ("obo", "tsv", "json"):
        out = tmp_path / f"out.{suffix}"
        assert run(toy, "-o", out).exit_code == 0
        assert run(toy, "-o", out).exit_code != 0, "what is there already is not overwritten"
        assert run(toy, "-o", out, "--force").exit_code == 0
    assert Ontology(tmp_path / "out.obo").parents("T:2") == ("T:3",)
    assert (tmp_path / "out.tsv").read_text().splitlines()[0] == "id\tlabel\tparent\tparent_label\tsaid"
    assert len(json.loads((tmp_path / "out.json").read_text())) == 4


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("-o", "out.doc"), "must end in .obo, .tsv or .json"),
        (("--some",), "--some goes with --expression"),
        (("-e", "T:1", "--inferred"), "does not go with --expression"),
        (("-e", "T:1", "-o", "x.obo"), "write this as .tsv or .json"),
        (("-e", "limb and"), "a class expected"),
        (("-e", "leg"), "no term is called 'leg'"),
        (("-e", "limb and (near some limb)"), "no relation is called 'near'"),
    ],
)
def test_bad_words_get_one_line(toy: Path, words: tuple[str, ...], expected: str) -> None:
    done = run(toy, *words)
    assert done.exit_code != 0
    assert expected in str(done.exception) + done.output


def test_not_an_ontology(tmp_path: Path) -> None:
    (tmp_path / "page.owl").write_text("<html><body>Not found</body></html>")
    assert "page.owl" in str(run(tmp_path / "page.owl").exception)
