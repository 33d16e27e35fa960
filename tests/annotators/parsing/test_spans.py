"""Trees to spans and back: what is lost are empty categories, function tags and indices, and nothing else."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from goldproof.annotators.syntax.parsing.spans import add_tree, category, spans_of
from goldproof.model import Parse, ParseBuilder, ParseColumns, Sentence, Span, Token
from goldproof.model.parse import Node


def columns(tree: Node, size: int) -> ParseColumns:
    tokens = tuple(Token(Span(2 * i, 2 * i + 1), "x", tag=f"T{i}") for i in range(size))
    return ParseColumns.of([[Parse((Sentence(Span(0, 2 * size), tokens, tree),))]])


def back(spans: list[tuple[int, int, str]], size: int, top: bool) -> Node | None:
    build = ParseBuilder()
    for i in range(size):
        build.token(2 * i, 2 * i + 1, "x", tag=f"T{i}")
    add_tree(build, spans, [f"T{i}" for i in range(size)], top)
    build.end_sentence(0, 2 * size)
    build.end_parse()
    build.end_unit()
    return build.columns().sentence(0).tree


def leaf(i: int) -> Node:
    return Node(f"T{i}", token=i)


def test_by_hand() -> None:
    gone = Node("NP-SBJ", (Node("-NONE-", text="*"),))
    noun = Node("NP-TMP", (leaf(0), leaf(1), leaf(2)))
    tree = Node("", (Node("S", (gone, Node("VP-1", (noun,)), leaf(3))),))
    spans, top = spans_of(columns(tree, 4), 0, {}) or ([], False)
    assert top
    assert sorted(spans) == [(0, 1, ""), (0, 2, ""), (0, 3, "VP NP"), (0, 4, "S"), (1, 2, ""), (2, 3, ""), (3, 4, "")]
    assert back(spans, 4, top) == Node("", (Node("S", (Node("VP", (Node("NP", (leaf(0), leaf(1), leaf(2))),)), leaf(3))),))


def test_one_token_and_a_chain_over_it() -> None:
    tree = Node("", (Node("HEADING", (Node("NP", (leaf(0),)),)),))
    assert spans_of(columns(tree, 1), 0, {}) == ([(0, 1, "HEADING NP")], True)
    assert back([(0, 1, "HEADING NP")], 1, True) == tree


def test_several_trees_of_a_sentence_come_under_one_node() -> None:
    tree = Node("", (Node("NP", (leaf(0), leaf(1))), leaf(2), Node("VP", (leaf(3),))))
    spans, top = spans_of(columns(tree, 4), 0, {}) or ([], False)
    assert back(spans, 4, top) == tree
    assert back([(0, 1, ""), (1, 2, "")], 2, False) == Node("", (leaf(0), leaf(1)))


def test_no_tree_and_a_tree_of_other_tokens() -> None:
    assert spans_of(columns(Node("S", (leaf(1), leaf(0))), 2), 0, {}) is None
    assert spans_of(columns(Node("S", (leaf(0),)), 2), 0, {}) is None


@pytest.mark.parametrize("seed", range(60))
def test_any_tree_comes_back(seed: int) -> None:
    chance = random.Random(seed)
    size = chance.randrange(1, 14)

    def grow(i: int, j: int, depth: int) -> Node:
        if j - i == 1 and (depth > 3 or chance.random() < 0.6):
            return leaf(i)
        cuts = sorted(chance.sample(range(i + 1, j), min(chance.randrange(0, 4), j - i - 1)))
        bounds = [i, *cuts, j]
        if len(bounds) == 2 and j - i > 1 and depth > 3:
            bounds = list(range(i, j + 1))
        return Node(chance.choice(("NP", "VP", "S", "PP")), tuple(grow(a, b, depth + 1) for a, b in pairwise(bounds)))

    inner = grow(0, size, 0)
    tree = Node("", (inner,)) if inner.leaf or chance.random() < 0.5 else inner
    found = spans_of(columns(tree, size), 0, {})
    assert found is not None
    spans, top = found
    assert len(spans) == 2 * size - 1
    chance.shuffle(spans)
    assert back(spans, size, top) == tree


@pytest.mark.parametrize(("label", "due"), [("NP-SBJ-1", "NP"), ("S-TTL-3-FRM", "S"), ("NP=2", "NP"), ("-LRB-", "-LRB-"), ("", ""), ("ADVP|PRT", "ADVP|PRT")])
def test_category(label: str, due: str) -> None:
    assert category(label) == due
