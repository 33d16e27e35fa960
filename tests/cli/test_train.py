"""goldproof train: a table, a model, and never half of one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from goldproof.annotators import models
from goldproof.benchmark.training import Study, folds, mean, plan
from goldproof.cli import cli
from goldproof.errors import BadInput
from goldproof.formats import save

from ..annotators.lessons import corpus


@pytest.fixture
def lessons(tmp_path: Path) -> Path:
    path = tmp_path / "lessons.gold.jsonl"
    save(corpus(), path)
    return path


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, ["train", *map(str, words)], catch_exceptions=True)


def test_a_study_of_sentences(lessons: Path, tmp_path: Path) -> None:
    done = run("sentences", lessons, "--folds", 2, "--curve", "2,4", "--set", "epochs=3", "--set", "least=1", "-o", tmp_path / "m.model", "--json")
    assert done.exit_code == 0, done.output
    rows = json.loads(done.stdout)
    assert [row["model"] for row in rows] == ["as delivered", "retrained", "fold 1", "fold 2", "mean of folds", "of 2 documents", "of 4 documents"]
    assert [row["learnt from"] for row in rows] == [60, 5, 2, 3, 2, 2, 4]
    assert [row["tested on"] for row in rows][:4] == ["development", "development", "fold 1", "fold 2"]
    assert all(0 <= row["F"] <= 1 for row in rows)
    assert rows[4]["F"] == pytest.approx((rows[2]["F"] + rows[3]["F"]) / 2)
    assert models.load(tmp_path / "m.model").card["documents"] == 5


def test_gold_and_raw_input(lessons: Path) -> None:
    done = run("tags", lessons, "--set", "epochs=2", "--set", "least=1", "--json")
    rows = json.loads(done.stdout)
    assert [(row["model"], row["input"]) for row in rows] == [("as delivered", "gold"), ("as delivered", "raw"), ("retrained", "gold"), ("retrained", "raw")]
    assert rows[2]["token F"] == 1


def test_a_file_that_is_there_is_kept(lessons: Path, tmp_path: Path) -> None:
    (tmp_path / "m.model").write_text("mine")
    done = run("sentences", lessons, "-o", tmp_path / "m.model")
    assert "is there already" in str(done.exception)
    assert (tmp_path / "m.model").read_text() == "mine"


@pytest.mark.parametrize(("words", "said"), [
    (("poems",), "no task is called"), (("tags", "--curve", "x"), "numbers of documents"), (("tags", "--layer", "silver"), "no layer"),
    (("sentences", "--folds", "9", "--set", "epochs=1"), "9 folds of 5 documents"), (("sentences", "--set", "x=1"), "no setting is called"),
])  # fmt: skip
def test_bad_input(words: tuple[str, ...], said: str, lessons: Path) -> None:
    done = run(words[0], lessons, *words[1:])
    assert done.exit_code != 0
    assert said in f"{done.exception} {done.output}"


def test_folds_are_consecutive_documents_in_the_order_of_their_ids() -> None:
    lessons = corpus(6)
    assert folds(["d4", "d1", "d0", "d3", "d2"], lessons, 2) == [("d0", "d1", "d2"), ("d3", "d4")]
    assert [len(part) for part in folds([f"d{i}" for i in range(6)], lessons, 4)] == [2, 2, 1, 1]


def test_what_is_tested_on_is_not_trained_on() -> None:
    from dataclasses import replace

    lessons = corpus(3)
    mixed = replace(lessons, splits={"train": ("d0", "d1"), "development": ("d1",)})
    with pytest.raises(BadInput, match="both train and development"):
        plan(mixed, mixed.layer("gold"))
    assert plan(replace(lessons, splits={}), lessons.layer("gold")).train == ("d0", "d1", "d2")


def test_from_the_library() -> None:
    study = Study.of(models.trainer("sentences"), corpus(4), settings={"epochs": "2", "least": "1"})
    rows = list(study.cross_validated(3))
    assert mean(rows).learnt == 2
    assert all(row.rate > 0 for row in rows)
    assert rows[0].signatures["F"].startswith("F1|")


def test_an_outside_tool_is_trained_by_its_command(lessons: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tagger that gives every word the tag that it had last."""
    monkeypatch.setenv("GOLDPROOF_CACHE", str(tmp_path / "cache"))
    (tmp_path / "learn.py").write_text("import json, sys\njson.dump(dict(w.rsplit('_', 1) for w in open(sys.argv[1]).read().split()), open(sys.argv[2], 'w'))\n")
    (tmp_path / "run.py").write_text(
        "import json, sys\nknown = json.load(open(sys.argv[1]))\nfor line in sys.stdin: print(' '.join(w + '_' + known.get(w, 'NN') for w in line.split()))\n"
    )
    (tmp_path / "tool.toml").write_text("""
name = "last"
makes = "tags"
needs = "tokens"
input = "tokens"
output = "tagged"
command = ["{python}", "{here}/run.py", "{model}"]
needs_files = ["model"]
[settings]
model = ""
[train]
command = ["{python}", "{here}/learn.py", "{input}", "{model}"]
input = "tagged"
""")
    done = run("tags", lessons, "--tool", tmp_path / "tool.toml", "-o", tmp_path / "last.json", "--json")
    assert done.exit_code == 0, f"{done.output} {done.exception}"
    rows = {(row["model"], row["input"]): row["F"] for row in json.loads(done.stdout)}
    assert rows["retrained", "gold"] == 1
    assert json.loads((tmp_path / "last.json").read_text())["mouse"] == "NN"
    wrong = run("tokens", lessons, "--tool", tmp_path / "tool.toml")
    assert "makes tags, not tokens" in str(wrong.exception)
