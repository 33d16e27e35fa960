"""goldproof similarity from the command line: sources, terms, sets, bad input."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from goldproof.cli import cli
from goldproof.errors import GoldproofError
from goldproof.signature import Signature

OBO = """format-version: 1.2
data-version: zoo/2026
ontology: zoo

[Term]
id: Z:1
name: part

[Term]
id: Z:2
name: fin
is_a: Z:1

[Term]
id: Z:4
name: pelvic fin
is_a: Z:2

[Term]
id: Z:5
name: anal fin
is_a: Z:2

[Term]
id: Q:1
name: present
"""
HEADER = "Character\tCharacter Label\tState Symbol\tState Label\tEntity ID\tEntity Label\tQuality ID\tQuality Label\tRelated Entity ID\tRelated Entity Label\n"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "zoo.obo").write_text(OBO)
    for name, rows in {"ann": [(0, "Z:4", "Q:1"), (1, "Z:4", "")], "bo": [(0, "Z:5", "Q:1"), (1, "Z:4", "Q:1")]}.items():
        (tmp_path / f"{name}.tsv").write_text(HEADER + "".join(f"1\tfin\t{s}\tstate {s}\t{e}\t\t{q}\t\t\t\n" for s, e, q in rows))
    (tmp_path / "lists.tsv").write_text("expression\tsubsumers\nZ:4\tZ:2|Z:1\nZ:5\tZ:2\nZ:5\tZ:1\nQ:1 and (inheres_in some Z:4)\tQ:1\n")
    return tmp_path


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, ["similarity", *map(str, words)], catch_exceptions=True)


def table(done: Result) -> list[dict[str, str]]:
    assert done.exit_code == 0, done.output + str(done.exception)
    return list(csv.DictReader(done.stdout.splitlines(), delimiter="\t"))


def test_two_sources(place: Path) -> None:
    rows = table(run(place / "ann.tsv", place / "bo.tsv", "--ontology", place / "zoo.obo"))
    assert [row["measure"] for row in rows] == ["PP", "PR", "Jsim", "In"]
    # E x Q: two of four; above the whole expression stands the quality alone. In state 1 ann's EQ has no quality.
    assert float(rows[2]["mean"]) == pytest.approx((3 / 5) / 2)
    signature = Signature.parse(rows[2]["signature"])
    assert ("ontology", "zoo/2026") in signature.fields
    assert ("of", "ann ~ bo") in signature.fields
    assert ("corpus", "3 annotations") in signature.fields


def test_by_state_by_eq_by_entity_and_by_what_was_deposited(place: Path) -> None:
    sides = (place / "ann.tsv", place / "bo.tsv", "--ontology", place / "zoo.obo")
    assert [(row["unit"], row["of test"], row["Jsim"]) for row in table(run(*sides, "--by", "state"))] == [("1/0", "1", "0.6"), ("1/1", "1", "0")]
    assert [row["Jsim"] for row in table(run(*sides, "--by", "eq"))] == ["0.6", "0"]
    assert [row["Jsim"] for row in table(run(*sides, "--by", "eq", "--part", "entity"))] == ["0.5", "1"]
    # The entity's three superclasses beside three products and one quality.
    deposited = json.loads(run(*sides, "--by", "eq", "--mode", "deposited", "--per", "lines", "--json").stdout)
    assert [row["Jsim"] for row in deposited] == [0.6, 0.0]


def test_superclasses_from_elsewhere(place: Path) -> None:
    rows = table(run(place / "ann.tsv", place / "bo.tsv", "--subsumers", place / "lists.tsv", "--by", "eq"))
    # The whole expression of bo's is in no list: nothing stands above it.
    assert [row["Jsim"] for row in rows] == ["0.4", "0"]
    (place / "broken.tsv").write_text("Z:4\tZ:2\tZ:1\n")
    done = run(place / "ann.tsv", place / "bo.tsv", "--subsumers", place / "broken.tsv")
    assert isinstance(done.exception, GoldproofError)
    assert "broken.tsv, line 1: not an expression" in str(done.exception)


def test_more_annotations_move_the_information(place: Path) -> None:
    sides = (place / "ann.tsv", place / "bo.tsv", "--ontology", place / "zoo.obo", "--by", "eq")
    (place / "cy.tsv").write_text(HEADER + "1\tfin\t0\tstate 0\tZ:1\t\tQ:1\t\t\t\n")
    alone, beside = (table(run(*sides, *more))[0]["In"] for more in ((), ("--corpus", place / "cy.tsv")))
    # All three annotations are of fins, three of four with the part beside: 1 - ln 3 / ln 4.
    assert (alone, beside) == ("0", "0.2075")


def test_terms_each_with_each_and_sets(place: Path) -> None:
    rows = table(run("Z:4", "Z_5", "Z:2", "--ontology", place / "zoo.obo"))
    assert [(row["a"], row["b"], row["jaccard"], row["best_common"]) for row in rows] == [
        ("Z:4", "Z:5", "0.5", "Z:2 fin"), ("Z:4", "Z:2", "0.6667", "Z:2 fin"), ("Z:5", "Z:2", "0.6667", "Z:2 fin"),
    ]  # fmt: skip
    (row,) = table(run("Z:4,Z:5", "Z:2", "--ontology", place / "zoo.obo", "--of", "jaccard"))
    assert float(row["best-match-average"]) == pytest.approx(2 / 3, abs=1e-4)
    assert row["simui"] == "0.5"
    (row,) = table(run("Z:4", "Z:5", "--ontology", place / "zoo.obo", "--corpus", place / "ann.tsv"))
    assert (row["lin"], row["undefined_because"]) == ("", "no annotation falls under Z:5")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("Z:4", "Z:5"), "which ontology?"),
        (("Z:4", "--ontology", "zoo.obo"), "one term"),
        (("--ontology", "zoo.obo"), "name two sources"),
        (("Z:4", "Z:9", "--ontology", "zoo.obo"), "no term 'Z:9'"),
        (("Z:4", "Z:5", "--ontology", "zoo.obo", "--ic", "corpus"), "needs annotations"),
        (("Z:4", "Z:5", "--ontology", "nowhere.obo"), "nowhere.obo: no such file"),
        (("ann.tsv", "bo.tsv", "--ontology", "zoo.obo", "--layer", "x"), "no layer 'x'"),
        (("ann.tsv", "zoo.obo", "--ontology", "zoo.obo"), "zoo.obo"),
    ],
)
def test_bad_input_is_told_in_a_line(place: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str) -> None:
    monkeypatch.chdir(place)
    done = run(*words)
    assert done.exit_code != 0
    text = done.output if isinstance(done.exception, SystemExit) else str(done.exception)
    assert said in text
    assert "Traceback" not in text
