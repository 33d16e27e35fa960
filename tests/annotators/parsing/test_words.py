"""Words as numbers, where a sentence stands, and what is kept of parameters."""

from __future__ import annotations

import doctest
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldproof.annotators.syntax.parsing import lexicon, sentences, spans, surroundings
from goldproof.annotators.syntax.parsing.batches import cut, padded
from goldproof.annotators.syntax.parsing.lexicon import BEGIN, END, FIRST, PAD, UNKNOWN, Lexicon, shape
from goldproof.annotators.syntax.parsing.packing import packed, unpacked

from .nets import LEXICON


@pytest.mark.parametrize("module", [lexicon, spans, surroundings], ids=lambda m: m.__name__.rpartition(".")[2])
def test_examples(module: object) -> None:
    failed, tried = doctest.testmod(module)  # type: ignore[arg-type]
    assert tried
    assert not failed


def test_a_sentence_by_hand() -> None:
    numbers = LEXICON.look_up(["The", "mice", "sees"], ["DT", None, "XYZ"], "w-n")
    words, beginnings, pairs, endings, shapes, tags = numbers.T
    assert [words[0], words[-1]] == [BEGIN, END]
    assert LEXICON.lists["words"][words[1] - FIRST] == "the"
    assert words[2] == UNKNOWN
    assert LEXICON.lists["shapes"][shapes[0] - FIRST] == "\nw-n"
    assert LEXICON.lists["shapes"][shapes[1] - FIRST] == "Xx"
    assert tags[2] == tags[3] == UNKNOWN
    assert LEXICON.lists["endings"][endings[3] - FIRST] == "ees"
    assert (beginnings[2], pairs[2]) == (UNKNOWN, UNKNOWN)


def test_rare_words_are_left_out() -> None:
    made, often = Lexicon.of([(["a", "a", "b"], ["X", "X", "Y"], "")])
    assert made.lists["words"] == ["a"]
    assert often.tolist() == [0] * FIRST + [2]
    assert sorted(made.lists["tags"]) == ["X", "Y"]


@settings(max_examples=30)
@given(st.text(max_size=12))
def test_any_form_has_pieces(form: str) -> None:
    assert len(shape(form)) <= 8 + len(form)
    assert LEXICON.look_up([form], [None]).shape == (3, 6)


@settings(max_examples=40)
@given(st.lists(st.integers(1, 30), max_size=40), st.integers(1, 100))
def test_every_sentence_is_in_one_batch(lengths: list[int], tokens: int) -> None:
    parts = cut(lengths, tokens)
    assert sorted(i for part in parts for i in part) == list(range(len(lengths)))
    assert all(len(part) == 1 or len(part) * (max(lengths[i] for i in part) + 2) <= tokens for part in parts)


def test_shorter_sentences_are_padded() -> None:
    numbers, mask, lengths = padded([LEXICON.look_up(["it"], ["PRP"]), LEXICON.look_up(["The", "mouse"], ["DT", "NN"])])
    assert numbers.shape == (4, 2, 6)
    assert (numbers[3, 0] == PAD).all()
    assert mask.sum(axis=0).tolist() == [3, 4]
    assert lengths.tolist() == [1, 2]


@settings(max_examples=30)
@given(st.integers(1, 1000), st.sampled_from(["heads", "spans"]), st.data())
def test_pieces_of_long_sentences_are_all_of_it(size: int, task: str, data: st.DataObject) -> None:
    forms = [data.draw(st.sampled_from(["x", "x", "x", "."])) if size < 40 else "x" if i % 7 else ";" for i in range(size)]
    pieces = sentences.pieces_of(forms, task)
    assert pieces[0][0] == 0
    assert pieces[-1][1] == size
    assert all(a[1] == b[0] for a, b in pairwise(pieces))
    assert all(0 < b - a <= sentences.LONGEST[task] for a, b in pieces)
    assert len(pieces) == 1 or size > sentences.LONGEST[task]


def test_a_long_sentence_is_cut_behind_a_stop() -> None:
    forms = ["x"] * 400
    forms[120] = "."
    assert sentences.pieces_of(forms, "heads")[0] == (0, 121)
    assert sentences.pieces_of(["x"] * 400, "spans")[0] == (0, 150)
    assert sentences.pieces_of(["x"] * 200, "spans") == [(0, 200)]
    assert len(sentences.pieces_of(["x"] * 200, "heads")) == 2


def test_bytes_with_a_scale_are_near_enough() -> None:
    values = np.random.default_rng(7).normal(size=(300, 20)).astype(np.float32) * np.arange(1, 21, dtype=np.float32)
    kept = packed({"m": values, "v": values[0]})
    assert kept["m"].dtype == np.int8
    assert kept["v"].dtype == np.float16
    found = unpacked(kept)
    assert set(found) == {"m", "v"}
    assert np.abs(found["m"] - values).max() <= np.abs(values).max() / 250
    assert all(np.array_equal(unpacked(packed(found))[name], found[name]) for name in found)


@pytest.mark.parametrize("text", ["", "\n\n", " ", "x"])
def test_surroundings_of_next_to_nothing(text: str) -> None:
    assert len(surroundings.surroundings(text, [0], [len(text)])) == 1
