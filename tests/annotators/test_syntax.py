"""Trained sentences, tokens and tags: they learn, they come back from their files, and their places are right whatever the text."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given as supposing
from hypothesis import settings
from hypothesis import strategies as st

import goldproof as gp
from goldproof.annotators import models
from goldproof.annotators.learning.hashing import feature, of_word, runs
from goldproof.annotators.learning.softmax import Pace, fit
from goldproof.annotators.learning.weights import Weights
from goldproof.annotators.opening import annotator
from goldproof.annotators.syntax.chunks import of_texts
from goldproof.annotators.syntax.preparation import bare
from goldproof.contracts import Model, Trainer
from goldproof.errors import BadInput
from goldproof.measures import score
from goldproof.model import Corpus, Document, Layer, Passage, Span, Unit

from .lessons import corpus

TASKS = ("sentences", "tokens", "tags")
QUICK = {"least": "1", "epochs": "12"}


def start(layer: Layer, task: str) -> Layer | None:
    return None if task == "sentences" else bare(layer, task)


@pytest.mark.parametrize("task", TASKS)
def test_a_model_learns_what_it_is_shown_and_comes_back_from_its_file(task: str, tmp_path: Path) -> None:
    lessons = corpus()
    lines: list[str] = []
    trainer = models.trainer(task)
    assert isinstance(trainer, Trainer)
    model = trainer.train(lessons.split("train"), settings=QUICK, progress=lines.append)
    assert isinstance(model, Model)
    assert lines
    test = lessons.split("development")
    gold = test.layer("gold")
    made = model.annotate(test, given=start(gold, task))
    assert score(gold, made, f"F1(on={'token+tag' if task == 'tags' else task[:-1]})", draws=0).value == 1
    model.save(tmp_path / "m")
    again = models.load(tmp_path / "m")
    assert again.annotate(test, given=start(gold, task)).agrees(made)
    card = again.card
    assert card["task"] == task
    assert (card["documents"], card["seed"], card["settings"], card["interrupted"]) == (5, 7, QUICK, False)
    assert 0 < max(card["held out"].values()) <= 1


@pytest.mark.parametrize("task", TASKS)
def test_the_same_seed_gives_the_same_model(task: str, tmp_path: Path) -> None:
    found = []
    for name in "ab":
        model = models.trainer(task).train(corpus(3), settings={"epochs": "2", "least": "1"}, seed=3)
        model.save(tmp_path / name)
        found.append(models.read(tmp_path / name))
    assert all(np.array_equal(found[0].arrays[k], found[1].arrays[k]) for k in found[0].arrays)


@pytest.mark.parametrize("task", TASKS)
def test_held_out_documents_are_not_learnt_from(task: str) -> None:
    lessons = corpus()
    model = models.trainer(task).train(lessons.split("train"), held_out=lessons.split("development"), settings=QUICK)
    assert model.card["documents"] == 5
    assert model.card["data"] == models.trainer(task).train(lessons.split("train"), settings=QUICK).card["data"]


@pytest.mark.parametrize(("settings", "said"), [({"poems": "1"}, "no setting is called poems"), ({"epochs": "many"}, "not a number"), ({"epochs": "0"}, "too small")])
def test_settings_that_are_not_there_or_not_numbers(settings: dict[str, str], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        models.trainer("sentences").train(corpus(2), settings=settings)


def test_there_must_be_something_to_learn_from() -> None:
    with pytest.raises(BadInput, match="0 layers of parses"):
        models.trainer("tokens").train(Corpus.of_texts({"a": "Text."}))
    lessons = corpus(2)
    with pytest.raises(BadInput, match="no tags"):
        models.trainer("tags").train(lessons.with_layers(bare(lessons.layer("gold"), "tags")))


def test_one_document_is_enough_and_a_model_without_candidates_works() -> None:
    texts = Corpus.of_texts({"a": "no end"})
    made = models.shipped("sentences").annotate(texts)
    for task in TASKS:
        model = models.trainer(task).train(corpus(1), settings={"epochs": "1"})
        assert model.annotate(texts, given=start(models.prepared(texts, made, "tokens"), task)).count == 1


def test_an_interrupted_training_keeps_what_it_has() -> None:
    def stop(line: str) -> None:
        if line.startswith("epoch 2"):
            raise KeyboardInterrupt

    for task in ("sentences", "tags"):
        model = models.trainer(task).train(corpus(4), settings={"epochs": "5", "least": "1"}, progress=stop)
        assert model.card["interrupted"] is True
        assert model.annotate(corpus(1)).count == 1


# Places.

ODD = {
    "empty": "", "blank": " \n\t ", "no end": "no sentence end", "spaces": "\u00a0a\u2009b\u200ac\u3000d.\u2028E", "thin edges": "\u200a\u2020Xp\u200a TTD\u200a\u200a", "only thin": "a \u200a b",
    "astral": "𝔐ice 🐁🐁. Ünï\u0301 ﬁsh (ﬂy).", "surrogate": "a\ud800b. C", "nul": "a\0b.\r\nC\x1fd", "right to left": "שלום עולם. مرحبا.", "combining": "e\u0301\u0301a. B\u0301",
    "signs": "....!!??) \"'( - -- +/-", "cjk": "小鼠。大鼠", "zero width": "a\u200bb\ufeffc", "cannot": "cannot CANNOT annot cann ot",
}  # fmt: skip


def whole_tokens(texts: Corpus, layer: Layer) -> None:
    """Every character that is no white space stands in exactly one token of one sentence; nothing begins or ends with white space."""
    for unit, (parse,) in layer.items():
        text, place = texts.text_of(unit).text, texts.span(unit)
        covered: list[int] = []
        for sentence in parse.sentences:
            assert sentence.tokens
            assert sentence.span.start <= sentence.tokens[0].span.start < sentence.tokens[-1].span.end <= sentence.span.end
            assert text[slice(*sentence.span)].strip(" \n")
            for token in sentence.tokens:
                assert token.form == text[slice(*token.span)]
                assert token.form.strip() == token.form != ""
                covered += range(*token.span)
        assert len(set(covered)) == len(covered)
        assert covered == sorted(covered)
        assert not set(covered) ^ {i for i in range(*place) if not text[i].isspace()} - {i for i in covered if text[i].isspace()}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_odd_texts(text: str) -> None:
    texts = Corpus.of_texts({"a": "Before.", "x": text, "z": "After it."})
    layer = models.prepared(texts, None, "tags")
    whole_tokens(texts, layer)
    assert [len(p.sentences) for _, (p,) in layer.items()][::2] == [1, 1]
    assert (layer.parses.tags >= 0).all()


@supposing(st.lists(st.text(st.one_of(st.sampled_from(list(" .\n(-)'A1b\u200a\u00e9")), st.characters()), max_size=40), min_size=1, max_size=3))
@settings(max_examples=60)
def test_places_are_right_whatever_the_text(parts: list[str]) -> None:
    texts = Corpus.of_texts({str(i): part for i, part in enumerate(parts)})
    whole_tokens(texts, models.prepared(texts, None, "tokens"))


def test_passages_of_a_document_are_cut_by_themselves() -> None:
    text = "Mice slept. They ate. No more."
    units = (Unit("late", Passage("d", Span(12, 21))), Unit("early", Passage("d", Span(0, 11))), Unit("part", Passage("d", Span(3, 15))))
    texts = Corpus((Document("d", text),), units)
    layer = models.prepared(texts, None, "tokens")
    assert list(layer.units) == ["late", "early", "part"]
    whole_tokens(texts, layer)
    assert [text[slice(*s.span)] for u in ("late", "early", "part") for p in layer[u] for s in p.sentences] == ["They ate.", "Mice slept.", "e slept.", "The"]


def test_lines() -> None:
    layer = models.shipped("sentences").annotate(Corpus.of_texts({"a": "A heading\n\nMice slept and\nwoke again.\nThey ate.\nMethods\nWe fed them."}))
    text = "A heading\n\nMice slept and\nwoke again.\nThey ate.\nMethods\nWe fed them."
    assert [text[slice(*s.span)] for s in layer["a"][0].sentences] == ["A heading", "Mice slept and\nwoke again.", "They ate.", "Methods", "We fed them."]


def test_a_forgotten_space_behind_a_stop() -> None:
    text = "The mice had been seen.Then they were lost, e.g. by C.elegans and v.Baer in www.Mice.org."
    layer = models.shipped("sentences").annotate(Corpus.of_texts({"a": text}))
    assert next(text[slice(*s.span)] for s in layer["a"][0].sentences) == "The mice had been seen."


def test_batches_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from goldproof.annotators.syntax.mentions import recogniser
    from goldproof.annotators.syntax.tags import tagger

    texts = corpus(4)
    given = bare(texts.layer("gold"), "tags")
    names = ("tags", "mentions-SO")
    whole = [models.shipped(name).annotate(texts, given=given) for name in names]
    monkeypatch.setattr(tagger, "_BATCH", 10)
    monkeypatch.setattr(recogniser, "_BATCH", 10)
    for name, layer in zip(names, whole, strict=True):
        assert models.shipped(name).annotate(texts, given=given).agrees(layer)


def test_a_sentence_of_a_hundred_thousand_tokens() -> None:
    begin = time.process_time()
    texts = Corpus.of_texts({"long": "mice (10%) " * 20_000})
    layer = models.prepared(texts, None, "tags")
    assert (len(layer.parses.sentence_starts), len(layer.parses.starts)) == (1, 100_000)
    assert time.process_time() - begin < 20


# What is given stays.

def test_given_sentences_tokens_and_tags_are_honoured() -> None:
    lessons = corpus(2)
    gold = lessons.layer("gold")
    flipped = replace(gold, columns=replace(gold.parses, tags=np.where(np.arange(len(gold.parses.tags)) % 2, -1, gold.parses.tags)))
    tagged = models.shipped("tags").annotate(lessons, given=flipped)
    was = [t.tag for _, (p,) in gold.items() for s in p.sentences for t in s.tokens]
    now = [t.tag for _, (p,) in tagged.items() for s in p.sentences for t in s.tokens]
    assert now[::2] == was[::2]
    assert all(now)
    assert models.shipped("tokens").annotate(lessons, given=gold).agrees(gold)
    assert models.shipped("sentences").annotate(lessons, given=gold).agrees(gold)
    half = Corpus(lessons.documents, lessons.units)
    made = models.shipped("tokens").annotate(half, given=bare(gold, "tokens").only(["d1"]))
    assert list(made.units) == ["d0", "d1"]
    assert made.parses.sentence_offsets[-1] - made.parses.sentence_offsets[-2] == len(gold["d1"][0].sentences)


def test_bare_layers_have_only_what_a_task_may_see() -> None:
    gold = corpus(1).layer("gold")
    assert (bare(gold, "tags").parses.tags == -1).all()
    assert len(bare(gold, "tokens").parses.starts) == 0
    assert bare(gold, "tokens")["d0"][0].sentences[0].span == gold["d0"][0].sentences[0].span


# The machinery.

def test_hashes_depend_on_values_and_places() -> None:
    values = np.array([7, 8, 9, 7, 8, 8, 7], np.uint32)
    numbers = runs(values, np.array([0, 3, 5, 2]), np.array([2, 5, 7, 2]))
    assert numbers[0] == numbers[1] != numbers[2]
    assert len({*numbers.tolist()}) == 3
    assert feature(1, values)[0] != feature(2, values)[0]
    assert of_word("mouse") == 0xC0E58E4E or of_word("mouse") == of_word("mouse")
    assert (feature(3, np.arange(100_000)) != 0).all()


def test_weights_keep_their_order_and_leave_out_what_is_small() -> None:
    keys = np.array([9, 5, 7], np.uint32)
    weights = Weights.of(keys, np.array([[1.27, -1.27], [0.001, 0.0], [0.5, 0.0]]), small=0.01)
    assert weights.keys.tolist() == [7, 9]
    scores = weights.scores(np.array([[9, 7], [5, 0], [8, 9]], np.uint32))
    assert scores == pytest.approx(np.array([[1.77, -1.27], [0, 0], [1.27, -1.27]]), abs=0.01)
    read = Weights.read("w", weights.arrays("w"))
    assert np.array_equal(read.scores(keys[:, None]), weights.scores(keys[:, None]))


def test_regression_finds_what_there_is_and_nothing_in_noise() -> None:
    chance = np.random.default_rng(1)
    x = chance.integers(0, 2, (600, 6))
    y = x[:, 0] | x[:, 1]
    features = np.stack([feature(i, x[:, i]) for i in range(6)], axis=1)
    good = fit(features, y, 2, Pace(epochs=20), held_out=(features, y))
    noise = fit(features, chance.permutation(y), 2, Pace(epochs=20), held_out=(features, y))
    assert good.right[-1] == 1
    assert max(noise.right) < 0.9


def test_chunks_of_texts() -> None:
    chunks = of_texts(["Two  words\n\nb", "", " one\u00a0 "])
    assert [(a, b, u) for a, b, u in zip(chunks.starts.tolist(), chunks.ends.tolist(), chunks.unit.tolist(), strict=True)] == [(0, 3, 0), (5, 10, 0), (12, 13, 0), (16, 19, 2)]
    assert chunks.lines.tolist() == [0, 2, 9, 9]


# The models that are shipped.

@pytest.mark.parametrize("task", [*TASKS, "mentions-PR", "mentions-SO"])
def test_shipped_models_are_small_and_say_what_they_are_made_from(task: str) -> None:
    path = models.SHIPPED / f"{task}.model"
    assert path.stat().st_size < 3_500_000
    card: Any = models.shipped(task).card
    assert (card["task"], card["corpus"], card["licence"], card["documents"]) == (task.partition("-")[0], "craft", "CC BY 3.0", 60)


@pytest.mark.data
def test_the_shipped_models_on_the_development_articles(data: Path) -> None:
    """Seven articles that nothing was trained or tuned on."""
    test = gp.corpus("craft", data / "craft", layers=("treebank", "PR", "SO")).split("development")
    gold = test.layer("treebank")
    raw = models.prepared(test.without_layers("treebank", "PR", "SO"), None, "tags")
    found = {on: score(gold, raw, f"F1(on={on})", draws=0).value or 0 for on in ("sentence", "token", "token+tag")}
    assert found["sentence"] >= 0.995
    assert found["token"] >= 0.995
    assert found["token+tag"] >= 0.97
    tagged = models.shipped("tags").annotate(test, given=bare(gold, "tags"))
    assert (score(gold, tagged, "F1(on=token+tag)", draws=0).value or 0) >= 0.978
    for concepts, least in (("PR", 0.72), ("SO", 0.92)):
        found_mentions = annotator(f"mentions:{concepts}").annotate(test.without_layers(concepts), given=raw)  # type: ignore[call-arg]
        assert (score(test.layer(concepts), found_mentions, "F1(match=strict,on=span)", draws=0).value or 0) >= least
