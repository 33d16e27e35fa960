"""goldproof harmonise from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import goldproof as gp
from goldproof.cli import cli
from goldproof.errors import GoldproofError
from goldproof.model import Corpus, Kind, Layer, Mention, Source, Span

TEXT = "for adult patients with"


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, ["harmonise", *map(str, words)], catch_exceptions=True)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    def layer(name: str, a: int, b: int) -> Layer:
        return Layer.of(name, Source(name), Kind.MENTIONS, {"u": [Mention((Span(a, b),), ("X:1",))]})

    gp.save(Corpus.of_texts({"u": TEXT}).with_layers(layer("ann", 10, 18), layer("bo", 10, 18), layer("cy", 4, 18)), tmp_path / "c.gold.jsonl")
    return tmp_path / "c.gold.jsonl"


def test_a_table_in_a_pipe(corpus: Path) -> None:
    done = run(corpus, "-r", "centroid(2,2)")
    assert done.stdout.splitlines() == ["unit\tsays\tvotes\tof", 'u\t10-18 "patients" X:1 exact=2\t3\t3']
    assert "by centroid(first=2,second=2) from ann, bo, cy: 1 mentions on 1 of 1 units" in done.stderr
    assert '"adult patients"' in run(corpus, "-r", "centroid(2,1)").stdout


def test_a_corpus_is_written(corpus: Path, tmp_path: Path) -> None:
    assert run(corpus, "-o", tmp_path / "out.gold.jsonl", "--json").exit_code == 0
    made = gp.load(tmp_path / "out.gold.jsonl")
    assert [la.name for la in made.layers] == ["ann", "bo", "cy", "harmonised"]
    run(corpus, "-o", tmp_path / "only.gold.jsonl", "--only", "--name", "h")
    assert [la.name for la in gp.load(tmp_path / "only.gold.jsonl").layers] == ["h"]


def test_weights_and_rules(corpus: Path) -> None:
    done = run(corpus, "-r", "majority", "--weight", "cy=5")
    assert '"adult patients"' in done.stdout
    assert "weights: ann 0.4286, bo 0.4286, cy 2.1429" in done.stderr
    listed = json.loads(run("--rules", "--json").stdout)
    assert {"centroid", "majority", "median", "mean", "borda", "kemeny", "dawid-skene", "mace", "unanimous"} == {row["rule"] for row in listed}


def test_into_a_project(corpus: Path, tmp_path: Path) -> None:
    with gp.Project.create(tmp_path / "study.db", gp.load(corpus)):
        pass
    done = run(tmp_path / "study.db", "--save", "--json")
    assert json.loads(done.stdout)["saved"] is True, done.output
    with gp.Project.open(tmp_path / "study.db") as project:
        (layer,) = project.layers(names=["harmonised"])
    assert layer["u"][0].attributes["votes"] == 3
    assert layer.source.settings["layers"] == ("ann", "bo", "cy")


def test_what_is_wrong_is_one_line(corpus: Path) -> None:
    for words in ((corpus, "-r", "centroid(9,1)"), (corpus, "-r", "median"), (corpus, "--layer", "zed"), (corpus, "--save"), (), (corpus, "--weight", "ann=x")):
        done = run(*words)
        assert done.exit_code != 0
        assert isinstance(done.exception, (GoldproofError, SystemExit))
