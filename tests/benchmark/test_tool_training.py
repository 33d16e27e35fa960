"""goldproof train with an outside tool: the study runs as with a trainer of ours."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import goldproof as gp
from goldproof.cli import cli

from .test_bench import says

WORDS = [[(0, 3, "CD"), (4, 7, "CD"), (7, 8, ".")], [(9, 14, "CD"), (15, 19, "CD"), (20, 24, "CD"), (24, 25, ".")], [(26, 29, "CD"), (29, 30, ".")]]


def test_a_tool_is_trained_over_folds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDPROOF_CACHE", str(tmp_path / "cache"))
    from .test_bench import TEXT

    units = [f"d{i}" for i in range(5)]
    gold = says("treebank", dict.fromkeys(units, WORDS))
    corpus = replace(gp.Corpus.of_texts(dict.fromkeys(units, TEXT)), layers=(gold,), splits={"train": tuple(units[:4]), "development": tuple(units[4:])})
    gp.save(corpus, tmp_path / "c.gold.jsonl")
    (tmp_path / "learn.py").write_text(
        "import json, sys\nknown = {}\nfor line in open(sys.argv[1]):\n    for w in line.split():\n        f, _, t = w.rpartition('_'); known[f] = t\njson.dump(known, open(sys.argv[2], 'w'))\n"
    )
    (tmp_path / "use.py").write_text("import json, sys\nknown = json.load(open(sys.argv[1]))\nfor l in sys.stdin: print(' '.join(w + '_' + known.get(w, 'X') for w in l.split()))\n")
    (tmp_path / "t.toml").write_text(
        'name = "t"\nmakes = "tags"\nneeds = "tokens"\ninput = "tokens"\noutput = "tagged"\ncommand = ["{python}", "{here}/use.py", "{model}"]\n'
        '[settings]\nmodel = ""\n[train]\ninput = "tagged"\ncommand = ["{python}", "{here}/learn.py", "{input}", "{model}"]\n'
    )
    done = CliRunner().invoke(cli, ["train", "tags", str(tmp_path / "c.gold.jsonl"), "--layer", "treebank", "--tool", str(tmp_path / "t.toml"), "--folds", "2", "--json",
                                    "-o", str(tmp_path / "my.model")], standalone_mode=False)  # fmt: skip
    if done.exception is not None:
        raise done.exception
    rows = json.loads(done.stdout)
    mine = [r for r in rows if "t" in str(r["model"]) and r.get("input") == "gold" and r.get("learnt from")]
    assert any(str(r["tested on"]).startswith("dev") for r in mine)
    assert all(r["F"] == 1 for r in mine if r.get("F") is not None)
    assert (tmp_path / "my.model").is_file()
    again = gp.external(tmp_path / "t.toml", model=tmp_path / "my.model")
    assert [t.tag for t in again.annotate(corpus.without_layers("treebank"), given=gold)["d0"][0].tokens][:3] == ["CD", "CD", "."]
