"""The two parsers as models: what is given is honoured, odd input is survived, training keeps its contract."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from goldproof.annotators import models
from goldproof.annotators.syntax.constituents import Constituents
from goldproof.annotators.syntax.dependencies import Dependencies
from goldproof.contracts import Model
from goldproof.errors import BadInput, GoldproofError, NotFound
from goldproof.model import Corpus, Kind, Layer, Maker, Parse, Sentence, Source, Span, Token

from .nets import LEXICON, parser
from .treebank import treebank

QUICK = {
    "epochs": "30", "look": "15", "again": "1", "state": "16", "layers": "1", "arcs": "16", "names": "16", "words": "16", "rate": "0.03", "batch": "400", "average": "0.8",
    "dropout": "0", "inner_dropout": "0.1",
}  # fmt: skip
TASKS = ["dependencies", "constituents"]


def blind(task: str) -> Model:
    """A model that knows nothing."""
    card = {"task": task, "name": task, "top": True}
    return Dependencies(card, parser("heads", LEXICON, ("A", "DEP"))) if task == "dependencies" else Constituents(card, parser("spans", LEXICON, ("", "NP", "S VP")))


def layer_of(*sentences: list[str]) -> tuple[Corpus, Layer]:
    text, rows = "", []
    for forms in sentences:
        begin, tokens = len(text), []
        for form in forms:
            tokens.append(Token(Span(len(text), len(text) + len(form)), form, lemma="l", tag="NN"))
            text += form + " "
        rows.append(Sentence(Span(begin, max(len(text) - 1, begin)), tuple(tokens)))
    corpus = Corpus.of_texts({"d": text})
    return corpus, Layer.of("given", Source("us", Maker.PERSON), Kind.PARSES, {"d": (Parse(tuple(rows)),)})


@pytest.mark.parametrize("task", TASKS)
def test_what_is_given_is_honoured(task: str) -> None:
    corpus = treebank(documents=2, sentences=5)
    given = corpus.layers[0]
    made = blind(task).annotate(corpus, given=given)
    assert (made.name, made.source.kind, made.units) == (task, Maker.SYSTEM, given.units)
    for unit in given.units:
        for old, new in zip(given[unit][0].sentences, made[unit][0].sentences, strict=True):
            if task == "dependencies":
                assert new.tree == old.tree
                assert [replace(t, head=None, relation=None) for t in new.tokens] == [replace(t, head=None, relation=None) for t in old.tokens]
                assert {t.relation for t in new.tokens} <= {"A", "DEP"}
                assert [t.head for t in new.tokens].count(0) == 1
            else:
                assert new.tokens == old.tokens
                assert new.tree is not None
                assert [node.token for node in new.tree.walk() if node.leaf] == list(range(len(new.tokens)))
                assert [node.label for node in new.tree.walk() if node.leaf] == [t.tag for t in new.tokens]
                assert new.tree.label == ""


@pytest.mark.parametrize("task", TASKS)
def test_nothing_and_odd_characters(task: str) -> None:
    corpus, given = layer_of([], ["\U0001f9ec", "a\u200ab", "e\u0301", "\ufeff"], ["x"], ["\u0660", "İ", "ß" * 50])
    made = blind(task).annotate(corpus, given=given)
    assert [len(s.tokens) for s in made["d"][0].sentences] == [0, 4, 1, 3]
    assert [t.span for t in made["d"][0].tokens] == [t.span for t in given["d"][0].tokens]
    assert made["d"][0].sentences[0].tree is None
    empty = Corpus.of_texts({"d": ""})
    assert blind(task).annotate(empty, given=Layer.of("x", Source("us"), Kind.PARSES, {"d": (Parse(),)})).parses.starts.size == 0


@pytest.mark.parametrize("task", TASKS)
def test_a_very_long_sentence(task: str) -> None:
    forms = ["x" if i % 40 else ";" for i in range(10_000)]
    corpus, given = layer_of(forms, ["x"])
    begun = time.process_time()
    made = blind(task).annotate(corpus, given=given)
    assert time.process_time() - begun < 20
    c = made.parses
    if task == "dependencies":
        heads = c.heads[: len(forms)]
        assert (heads == 0).sum() == 1
        up = heads.copy()
        for _ in range(20):
            up = np.where(up > 0, heads[np.maximum(up, 1) - 1] if _ == 0 else np.append(up, 0)[np.maximum(up, 1) - 1], 0)
        assert not up.any()
    else:
        assert c.leaves[c.leaves >= 0][: len(forms)].tolist() == list(range(len(forms)))


@pytest.mark.parametrize("task", TASKS)
def test_a_file_and_back(task: str, tmp_path: Path) -> None:
    corpus = treebank(documents=2, sentences=5)
    model = blind(task)
    model.save(tmp_path / "m")
    loaded = models.load(tmp_path / "m")
    loaded.save(tmp_path / "again")
    assert (tmp_path / "m").read_bytes() == (tmp_path / "again").read_bytes()
    assert loaded.annotate(corpus, given=corpus.layers[0]).parses.names == model.annotate(corpus, given=corpus.layers[0]).parses.names


def test_half_a_model_is_refused(tmp_path: Path) -> None:
    blind("dependencies").save(tmp_path / "m")
    contents = models.read(tmp_path / "m")
    for arrays in ({k: v for k, v in contents.arrays.items() if k != "heads.both"}, contents.arrays | {"table.words": np.zeros((3, 8), np.int8)}):
        models.write(replace(contents, arrays=arrays), tmp_path / "half")
        with pytest.raises(BadInput, match="not a whole model of dependencies"):
            models.load(tmp_path / "half")


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize(("settings", "said"), [
    ({"colour": "red"}, "no setting is called colour"), ({"epochs": "many"}, "epochs=many: not a number"), ({"epochs": "0"}, "out of range"),
    ({"together": "perhaps"}, "yes or no"), ({"dropout": "1.5"}, "out of range"), ({"rate": "nan"}, "out of range"),
])  # fmt: skip
def test_settings_that_are_none(task: str, settings: dict[str, str], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        models.trainer(task).train(treebank(documents=1, sentences=2), settings=settings)


def test_without_torch_one_line_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(NotFound, match=r"goldproof\[torch\]"):
        models.trainer("dependencies").train(treebank(documents=1, sentences=2))


@pytest.mark.parametrize("task", TASKS)
def test_nothing_to_learn_from(task: str) -> None:
    pytest.importorskip("torch")
    with pytest.raises(GoldproofError, match="to learn from"):
        models.trainer(task).train(treebank(documents=1, sentences=2, heads=False, trees=False))


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("together", ["yes", "no"])
def test_it_learns(task: str, together: str, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    corpus, other = treebank(documents=5, sentences=12), treebank(documents=1, sentences=20, seed=99)
    heard: list[str] = []
    model = models.trainer(task).train(corpus, settings={**QUICK, "together": together}, progress=heard.append)
    assert any("held out" in line for line in heard)
    card = model.card
    assert (card["task"], card["seed"], card["documents"], card["sentences"], card["licence"]) == (task, 7, 5, 60, "CC0-1.0")
    model.save(tmp_path / "m")
    given = other.layers[0]
    made = models.load(tmp_path / "m").annotate(other, given=given)
    if task == "dependencies":
        right = (made.parses.heads == given.parses.heads).mean()
        assert right > 0.95
        assert set(card["held out"]) == {"LAS", "UAS"}
    else:
        # The gold trees have function tags, which are not learnt: 20 of 20 would be alike without them.
        sides = [[sorted((n.category, *_ends(n)) for n in s.tree.walk() if not n.leaf) for s in layer["d0"][0].sentences if s.tree] for layer in (given, made)]
        assert sum(a == b for a, b in zip(*sides, strict=True)) >= 18
        assert card["held out"]["F"] > 0.9


def _ends(node: object) -> tuple[int, int]:
    leaves = [n.token for n in node.walk() if n.token is not None]  # type: ignore[attr-defined]
    return leaves[0], leaves[-1]


def test_the_same_seed_gives_the_same_model_and_another_does_not(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    corpus = treebank(documents=2, sentences=6)
    made = []
    for i, seed in enumerate((1, 1, 2)):
        models.trainer("constituents").train(corpus, settings=QUICK | {"epochs": "2", "look": "1"}, seed=seed).save(tmp_path / f"{i}")
        made.append(models.read(tmp_path / f"{i}").arrays)
    assert all(np.array_equal(made[0][name], made[1][name]) for name in made[0])
    assert not all(np.array_equal(made[0][name], made[2][name]) for name in made[0])


def test_an_interrupted_training_gives_what_it_has() -> None:
    pytest.importorskip("torch")
    corpus = treebank(documents=5, sentences=6)

    def progress(line: str) -> None:
        if line.startswith("epoch 2"):
            raise KeyboardInterrupt

    model = models.trainer("dependencies").train(corpus, settings=QUICK | {"look": "1"}, progress=progress)
    assert model.card["interrupted"] is True
    assert model.annotate(corpus, given=corpus.layers[0]).parses.heads.min() >= 0


def test_heads_are_learnt_from_trees_and_scored_by_them() -> None:
    pytest.importorskip("torch")
    from goldproof.benchmark.training import Study

    corpus = replace(treebank(documents=5, sentences=10, heads=False), splits={"train": ("d0", "d1", "d2", "d3"), "development": ("d4",)})
    study = Study.of(models.trainer("dependencies"), corpus, settings=QUICK)
    model, trials = study.retrained()
    assert model.card["heads"] == "by the scheme lth from the trees"
    assert trials[0].input == "gold"
    assert (trials[0].figures["LAS"] or 0) > 0.9
