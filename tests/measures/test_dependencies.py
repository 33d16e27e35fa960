"""Attachment, tags, sentences: by hand, with other tokens, and on the development articles with arcs moved."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldproof as gp
from goldproof.measures import measure, score
from goldproof.model import Kind, Layer, Multiword, Parse, Sentence, Source, Span, Token

from .test_items import parses, token, value


def sentence(*tokens: Token, multiwords: tuple[Multiword, ...] = ()) -> Sentence:
    return Sentence(Span(tokens[0].span.start, tokens[-1].span.end), tokens, None, multiwords)


def word(start: int, form: str, head: int, relation: str, tag: str = "NN") -> Token:
    return Token(Span(start, start + len(form)), form, tag=tag, head=head, relation=relation)


GOLD = parses("gold", Parse((sentence(word(0, "cats", 2, "nsubj"), word(5, "sleep", 0, "root"), word(10, ".", 2, "punct")), sentence(word(12, "so", 0, "root")))))
SYS = parses("sys", Parse((sentence(word(0, "cats", 2, "obj"), word(5, "sleep", 0, "root"), word(10, ".", 1, "punct")), sentence(word(12, "so", 0, "root")))))


def test_by_hand() -> None:
    # cats: head right, label wrong; sleep right; the stop: label right, head wrong; so right.
    assert (value("LAS", GOLD, SYS), value("UAS", GOLD, SYS), value("LS", GOLD, SYS)) == (2 / 4, 3 / 4, 3 / 4)
    assert (value("LAS(punct=left-out)", GOLD, SYS), value("UAS(punct=left-out)", GOLD, SYS)) == (2 / 3, 1)
    assert value("LAS(mean=trees)", GOLD, SYS) == pytest.approx((1 / 3 + 1) / 2)
    assert value("LAS(mean=macro)", GOLD, SYS) == 2 / 4


def test_subtypes() -> None:
    a, b = (parses(n, Parse((sentence(word(0, "a", 0, r)),))) for n, r in (("a", "acl:relcl"), ("b", "acl")))
    assert (value("LAS", a, b), value("LAS(subtypes=cut)", a, b)) == (0, 1)


def test_words_of_a_multiword_token_are_aligned_by_their_forms() -> None:
    """'vámonos al mar', CoNLL-U's example: vamos nos a el mar against a system that leaves 'al' in one piece and knows no 'nos'."""
    whole, al = Span(0, 7), Span(8, 10)
    gold = sentence(Token(whole, "vamos", head=0, relation="root"), Token(whole, "nos", head=1, relation="obj"), Token(al, "a", head=5, relation="case"),
                    Token(al, "el", head=5, relation="det"), word(11, "mar", 1, "obl"),
                    multiwords=(Multiword((1, 2), "vámonos", whole), Multiword((3, 4), "al", al)))  # fmt: skip
    sys = sentence(Token(whole, "vamos", head=0, relation="root"), Token(al, "al", head=3, relation="case"), word(11, "mar", 1, "obl"))
    a, b = parses("a", Parse((gold,))), parses("b", Parse((sys,)))
    # Aligned: vamos and mar; both are right. Words: 5 and 3.
    assert measure("LAS").counts(a, b).table.tolist() == [[2, 1, 3]]
    assert value("LAS", a, b) == pytest.approx(2 * 2 / 8)
    turned = sentence(replace(gold.tokens[0]), replace(gold.tokens[1]), Token(al, "el", head=5, relation="det"), Token(al, "a", head=5, relation="case"),
                      gold.tokens[4], multiwords=gold.multiwords)  # fmt: skip
    # 'a el' against 'el a': one of the two can be aligned.
    assert measure("LAS").counts(a, parses("c", Parse((turned,)))).table.tolist() == [[4, 1, 1]]
    assert value("LAS", a, a) == 1


def test_tags_and_tags_that_the_reference_has() -> None:
    a = parses("a", Parse((sentence(word(0, "a", 0, "r", "NN"), word(2, "b", 1, "r", "VB"), word(4, "c", 1, "r", "NN")),)))
    b = parses("b", Parse((sentence(word(0, "a", 0, "r", "NN"), word(2, "b", 1, "r", "VERB"), word(4, "c", 1, "r", "VB")),)))
    assert value("F1(on=token+tag)", a, b) == pytest.approx(1 / 3)
    assert value("F1(on=token+known-tag)", a, b) == 1 / 2
    assert measure("F1(on=token+known-tag)").counts(a, b).table.tolist() == [[1, 1, 1]]


def test_sentences_by_their_words_not_their_white_space() -> None:
    loose = Layer.of("b", Source("b"), Kind.PARSES, {"u0": [Parse((Sentence(Span(0, 12), SYS["u0"][0].sentences[0].tokens), Sentence(Span(11, 15), SYS["u0"][0].sentences[1].tokens)))]})
    assert value("F1(on=sentence)", GOLD, loose) == 1
    joined = Layer.of("c", Source("c"), Kind.PARSES, {"u0": [Parse((Sentence(Span(0, 14)),))]})
    assert measure("F1(on=sentence)").counts(GOLD, joined).table.tolist() == [[0, 1, 2]]


trees = st.lists(st.tuples(st.integers(0, 4), st.sampled_from("xy")), min_size=1, max_size=4)


@given(st.lists(st.tuples(trees, trees).map(lambda p: (p[0], (p[1] * 4)[: len(p[0])])), min_size=1, max_size=3))
def test_with_equal_words_scores_are_shares_of_words(found: list[tuple[list[tuple[int, str]], list[tuple[int, str]]]]) -> None:
    sides = []
    for side in (0, 1):
        start, made = 0, []
        for pair in found:
            rows = pair[side]
            made.append(sentence(*(token(start + 2 * i, start + 2 * i + 1, min(h, len(rows)), r) for i, (h, r) in enumerate(rows))))
            start += 2 * len(rows)
        sides.append(parses("ab"[side], Parse(tuple(made))))
    right = [(min(h, len(a)) == min(k, len(a)), r == q) for a, b in found for (h, r), (k, q) in zip(a, b, strict=True)]
    assert value("UAS", *sides) == pytest.approx(np.mean([x for x, _ in right]))
    assert value("LS", *sides) == pytest.approx(np.mean([y for _, y in right]))
    assert value("LAS", *sides) == pytest.approx(np.mean([x and y for x, y in right]))


@pytest.mark.data
def test_the_development_articles_with_arcs_moved(data: Path) -> None:
    """LTH's conversion of the seven development articles, with every tenth head and every seventh label changed: counted by numpy alone."""
    files = sorted((data / "craft/lth").glob("*dev*"))
    assert files, "no development file"
    corpus = gp.load(files[0], format="conllx")
    layer = corpus.layers[0]
    columns = layer.parses
    size = len(columns.heads)
    heads, relations = columns.heads.copy(), columns.relations.copy()
    moved, renamed = np.arange(size) % 10 == 0, np.arange(size) % 7 == 0
    # A new head that is surely another: the root's dependents go to word 1 or 2, all others to the root.
    heads[moved] = np.where(heads[moved] == 0, 1, 0)
    relations[renamed] = (relations[renamed] + 1) % len(columns.names)
    other = replace(layer, name="moved", columns=replace(columns, heads=heads, relations=relations))
    lengths = np.diff(columns.token_offsets)
    assert len(lengths) == 2780
    for name, right in (("UAS", ~moved), ("LS", ~renamed), ("LAS", ~moved & ~renamed)):
        assert score(layer, other, name, draws=0).value == pytest.approx(right.mean(), abs=1e-12)
        shares = np.add.reduceat(right, columns.token_offsets[:-1]) / lengths
        assert score(layer, other, f"{name}(mean=trees)", draws=0).value == pytest.approx(shares.mean(), abs=1e-12)
