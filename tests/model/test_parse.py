from __future__ import annotations

import pytest

from goldproof.model import Kind, Layer, Node, Parse, Sentence, Source, Span, Token


@pytest.mark.parametrize(
    ("label", "category", "functions", "index", "gap"),
    [
        ("NP", "NP", (), None, None),
        ("NP-SBJ-1", "NP", ("SBJ",), 1, None),
        ("S-ADV-FRM", "S", ("ADV", "FRM"), None, None),
        ("NP=2", "NP", (), None, 2),
        ("S-TTL-3-FRM", "S", ("TTL", "FRM"), 3, None),
        ("NP-SBJ=2", "NP", ("SBJ",), None, 2),
        ("-LRB-", "-LRB-", (), None, None),
        ("-NONE-", "-NONE-", (), None, None),
        ("PRP$", "PRP$", (), None, None),
        ("ADVP|PRT", "ADVP|PRT", (), None, None),
        ("WHNP-12", "WHNP", (), 12, None),
        ("", "", (), None, None),
        ("--", "--", (), None, None),
        (":", ":", (), None, None),
    ],
)
def test_parts_of_a_treebank_label(label: str, category: str, functions: tuple[str, ...], index: int | None, gap: int | None) -> None:
    node = Node(label)
    assert (node.category, node.functions, node.index, node.gap) == (category, functions, index, gap)


def test_a_tree_walks_from_the_top_and_from_the_left() -> None:
    tree = Node("S", (Node("NP", (Node("NN", token=0),)), Node("VP", (Node("VB", token=1), Node("-NONE-", text="*")))))
    assert [n.label for n in tree.walk()] == ["S", "NP", "NN", "VP", "VB", "-NONE-"]


def test_a_tower_of_ten_thousand_nodes_goes_into_columns_and_comes_out() -> None:
    node = Node("NN", token=0)
    for _ in range(10_000):
        node = Node("X", (node,))
    parse = Parse((Sentence(Span(0, 1), (Token(Span(0, 1), "a"),), node),))
    layer = Layer.of("p", Source("p"), Kind.PARSES, {"d": (parse,)})
    (back,) = layer["d"]
    tree = back.sentences[0].tree
    assert sum(1 for _ in tree.walk()) == 10_001
