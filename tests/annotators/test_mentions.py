"""Trained mentions: pieces, labels and back, the random field against all paths, and what a model finds."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest

from goldproof.annotators import models
from goldproof.annotators.learning.crf import Sequences, best, marginals
from goldproof.annotators.syntax.mentions.labels import decode, encode
from goldproof.annotators.syntax.mentions.pieces import cut, pieces_of
from goldproof.errors import BadInput
from goldproof.measures import score
from goldproof.model import Corpus, Kind, Layer, Mention, Parse, Sentence, Source, Span, Token

from .lessons import corpus as lessons


def parsed(text: str) -> Layer:
    """A layer with one sentence, a token between blanks."""
    tokens, at = [], 0
    for word in text.split(" "):
        tokens.append(Token(Span(at, at + len(word)), word, tag="NN"))
        at += len(word) + 1
    return Layer.of("p", Source("ours"), Kind.PARSES, {"u": (Parse((Sentence(Span(0, len(text)), tuple(tokens)),)),)})


def spans(text: str, *parts: str) -> tuple[Span, ...]:
    return tuple(Span(text.index(p), text.index(p) + len(p)) for p in parts)


@pytest.mark.parametrize(("form", "pieces"), [
    ("Brca2lex1", "Brca 2 lex 1"), ("TGFβ1", "TGF β 1"), ("transmembrane", "trans membrane"), ("transit", "transit"), ("intronless", "intron less"), ("-LRB-", "- LRB -"),
    ("e\u0301a", "e \u0301 a"), ("10\u200a%", "10 %"), ("𝔐2", "𝔐 2"), ("", ""),
])  # fmt: skip
def test_pieces(form: str, pieces: str) -> None:
    assert [form[a:b] for a, b in cut(form)] == pieces.split()


@pytest.mark.parametrize(("text", "found"), [
    ("the Abc1 gene of mice", [("Abc1",), ("mice",)]),
    ("alphaA- and alphaB-crystallin here", [("alphaA", "crystallin"), ("alphaB-crystallin",)]),
    ("rod and cone photoreceptors", [("rod", "photoreceptors"), ("cone photoreceptors",)]),
    ("layer of long cells", [("layer", "cells")]),
    ("Abc1Abc2 side by side", [("Abc1",), ("Abc2",)]),
    ("nothing at all", []),
])  # fmt: skip
def test_labels_say_the_mentions_and_give_them_back(text: str, found: list[tuple[str, ...]]) -> None:
    mentions = [spans(text, *parts) for parts in found]
    layer = Layer.of("m", Source("ours"), Kind.MENTIONS, {"u": [Mention(m) for m in mentions]})
    pieces = pieces_of(parsed(text))
    labels = encode(layer, ["u"], pieces, parted=True)
    assert [s for _, s in decode(labels, pieces)] == sorted(mentions)


def test_of_nested_mentions_the_longest_is_kept_and_odd_edges_do_no_harm() -> None:
    text = "spinal cord cells"
    said = [Mention(spans(text, "cord")), Mention(spans(text, "spinal cord cells")), Mention(spans(text, "ell")), Mention(())]
    pieces = pieces_of(parsed(text))
    labels = encode(Layer.of("m", Source("ours"), Kind.MENTIONS, {"u": said}), ["u"], pieces, parted=False)
    assert decode(labels, pieces) == [(0, spans(text, text))]


def test_a_label_that_goes_on_with_nothing_begins() -> None:
    pieces = pieces_of(parsed("a b c"))
    assert decode(np.array([2, 0, 2]), pieces) == [(0, (Span(0, 1),)), (0, (Span(4, 5),))]


def test_the_field_against_all_paths() -> None:
    """Sum and best over every labelling, by hand: three sequences, of three, one and two places."""
    chance = np.random.default_rng(2)
    scores, moves, begin = chance.normal(size=(6, 3)), chance.normal(size=(3, 3)), chance.normal(size=3)
    s = Sequences.of(np.array([0, 3, 4, 4, 6]))
    total, share, expected = marginals(scores, moves, begin, s)
    label = best(scores, moves, begin, s)
    logs, shares, moved = 0.0, np.zeros((6, 3)), np.zeros((3, 3))
    for a, b in ((0, 3), (3, 4), (4, 6)):
        paths = list(product(range(3), repeat=b - a))
        weight = np.array([begin[p[0]] + sum(scores[a + t, y] for t, y in enumerate(p)) + sum(moves[x, y] for x, y in pairwise(p)) for p in paths])
        assert tuple(label[a:b]) == paths[int(weight.argmax())]
        logs += float(np.log(np.exp(weight).sum()))
        for p, q in zip(paths, np.exp(weight) / np.exp(weight).sum(), strict=True):
            for t, y in enumerate(p):
                shares[a + t, y] += q
            for x, y in pairwise(p):
                moved[x, y] += q
    assert total == pytest.approx(logs)
    assert share == pytest.approx(shares)
    assert expected == pytest.approx(moved)


def marked() -> Corpus:
    """The lessons with every mouse, mice, tail and tails marked."""
    texts = lessons()
    found = {}
    for unit in texts.units:
        text = texts.text_of(unit.id).text
        found[unit.id] = [
            Mention((Span(*m.span()),), ("X:2" if m[0].startswith("tail") else "X:1",)) for m in re.finditer(r"\b(mice|mouse|tails?)\b", text)
        ]
    return texts.with_layers(Layer.of("things", Source("ours"), Kind.MENTIONS, found))


def test_a_model_of_mentions(tmp_path: Path) -> None:
    texts = marked()
    said: list[str] = []
    model = models.trainer("mentions").train(texts.split("train"), layer="things", settings={"least": "1", "rounds": "30"}, progress=said.append)
    test = texts.split("development")
    made = model.annotate(test, given=test.layer("gold"))
    assert score(test.layer("things"), made, "F1(match=strict,on=span+concept)", draws=0).value == 1
    assert model.card["held out"]["F1"] == 1
    model.save(tmp_path / "m")
    again = models.load(tmp_path / "m")
    assert again.annotate(test, given=test.layer("gold")).agrees(made)
    raw = again.annotate(Corpus.of_texts({"a": "The mice slept.", "b": "", "c": "\ud800 \u200a\n"}))
    assert [[m.spans for m in raw[u]] for u in "abc"] == [[(Span(4, 8),)], [], []]
    assert any("strict F" in line for line in said)


def test_an_ontology_as_a_gazetteer(tmp_path: Path) -> None:
    (tmp_path / "x.obo").write_text("format-version: 1.2\nontology: x\n\n[Term]\nid: X:1\nname: mouse\nsynonym: \"mice\" EXACT []\n\n[Term]\nid: X:9\nname: day\n")
    texts = replace(marked(), attributes=marked().attributes.but(**{"unused things": ("X:9",)}))
    wish = {"least": "1", "rounds": "20", "ontology": str(tmp_path / "x.obo")}
    model = models.trainer("mentions").train(texts.split("train"), layer="things", settings=wish)
    assert model.card["gazetteer"] == 1
    model.save(tmp_path / "m")
    (tmp_path / "x.obo").unlink()
    test = texts.split("development")
    assert models.load(tmp_path / "m").annotate(test).agrees(model.annotate(test))


@pytest.mark.parametrize("settings", [{"rounds": "0"}, {"spread": "-1"}, {"least": "x"}, {"parted": "perhaps"}, {"poems": "1"}])
def test_settings_that_cannot_be(settings: dict[str, str]) -> None:
    with pytest.raises(BadInput):
        models.trainer("mentions").train(marked(), layer="things", settings=settings)


def test_an_interrupted_training_of_mentions() -> None:
    def stop(line: str) -> None:
        if "round" in line:
            raise KeyboardInterrupt

    model = models.trainer("mentions").train(marked(), layer="things", settings={"least": "1"}, progress=stop)
    assert model.card["interrupted"] is True
