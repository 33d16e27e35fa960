"""The query language: by hand, against definitions, over whole layers, and its words for what it cannot read."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings

from goldproof.errors import BadInput
from goldproof.formats import load
from goldproof.model import Layer, Node
from goldproof.trees.outline import Outline, outlines
from goldproof.trees.query import query, search
from goldproof.trees.query.relations import RELATIONS, children, parent

from .drawn import any_tree, tree

#     0  1 2         3        4  5          6    7      8      9  10        11 12     13  14     15
T = "(S (S (NP-SBJ-1 (DT the) (NN DNA)) (VP (VBZ is) (VP (VBN cut) (NP-1 (-NONE- *))))) (CC and) (S (NP-SBJ (PRP it)) (VP (VBZ is) (JJ due))))"
#  rows: 0 S, 1 S, 2 NP-SBJ-1, 3 DT, 4 NN, 5 VP, 6 VBZ, 7 VP, 8 VBN, 9 NP-1, 10 -NONE-, 11 CC, 12 S, 13 NP-SBJ, 14 PRP, 15 VP, 16 VBZ, 17 JJ
BY_HAND = {
    "S": [0, 1, 12], "NP": [2, 9, 13], "NP-SBJ": [2, 13], "NP-1": [2, 9], "-SBJ": [2, 13], "NP|CC": [2, 9, 11, 13], "__ > NP-SBJ": [3, 4, 14],
    '"NP-SBJ"': [13], "/^V/ > VP": [6, 7, 8, 16], "!NP|VP > S": [1, 11, 12], "/^VB|^NP-1/": [6, 8, 9, 16],
    "due": [17], "is": [6, 16], '"DNA"': [4], "DNA": [], "/dna/i": [4], "/dna/": [], "/^\\*/": [10],
    "S < CC": [0], "S > S": [1, 12], "S << cut": [0, 1], "NP > (S > S)": [2, 13], "VBN >> VP": [8], "VBN > (VP > VP)": [8],
    "S <, NP": [1, 12], "NP >, S": [2, 13], "S <- VP": [1, 12], "VP >- S": [5, 15], "S <2 CC": [0], "S <-2 CC": [0], "CC >2 S": [11], "CC >-2 S": [11],
    "NP <: PRP": [13], "PRP >: NP": [14], "NP <: __": [9, 13], "S <<, the": [0, 1], "S <<- due": [0, 12], "the >>, S": [3], "JJ >>- S": [17],
    "NP $ VP": [2, 13], "NP $. VP": [2, 13], "VP $, NP": [5, 15], "S $.. S": [1], "S $,, S": [12], "CC $ S": [11], "NP !$ VP": [9],
    "DT . NN": [3], "NN , DT": [4], "NN . is": [4], "CC .. due": [11], "due ,, CC": [17], "VP . CC": [5, 7], "NP . VP": [2, 13], "NN . (VP < VP)": [4],
    "NP !< NN": [9, 13], "S !<< CC": [1, 12], "S < NP < VP": [1, 12], "S < NP & < VP": [1, 12], "S < (VP < VP)": [1], "S < VP < VP": [1, 12],
    "VP [< VP | < JJ]": [5, 15], "VP ![< VP | < JJ]": [7], "VP [< VBZ !< VP | < VBN]": [7, 15], "(NP)": [2, 9, 13], "(S < CC)": [0], "NP < (/^P/ < it)": [13],
    "NP ~ NP": [2, 9], "NP-SBJ ~ (NP < -NONE-)": [2], "VP=x < (VBZ , (NP $ =x))": [5, 15], "S=x < (S $.. (S > =x))": [0], "NP=x !~ (NP << =x)": [2, 9, 13],
}  # fmt: skip


@pytest.mark.parametrize("text", BY_HAND)
def test_by_hand(text: str) -> None:
    assert [hit.node for hit in search(text, tree(T))] == BY_HAND[text]


def test_the_nodes_of_a_hit_are_those_of_the_query_in_its_order() -> None:
    (hit,) = search("VP < (JJ < due) , NP", tree(T))
    assert hit.nodes == ((15, "VP"), (17, "JJ"), (17, "due"), (13, "NP-SBJ"))
    assert (hit.sentence, hit.text) == (1, "the DNA is cut and it is due")


def test_a_word_is_no_category() -> None:
    found = tree("(NP (NN S) (NN COX-2))")
    assert [h.node for h in search("S", found)] == []
    assert [h.node for h in search('"S"', found)] == [1]
    assert [h.node for h in search("NN ~ __", found)] == []


def test_records_are_searched_too() -> None:
    assert [h.node for h in search("NP", Node("S", (Node("NP", (Node("NN", token=0),)),)))] == [1]


# Each relation by its definition, over every pair of nodes.


def _span(o: Outline, node: int) -> range:
    leaf = node if node < len(o) else node - len(o)
    return range(o.firsts[leaf], o.ends[leaf])


def _ancestors(o: Outline, node: int) -> list[int]:
    found = [parent(o, node)]
    while found[-1] >= 0:
        found.append(parent(o, found[-1]))
    return found[:-1]


def _row(o: Outline, node: int) -> list[int]:
    return list(children(o, parent(o, node))) if parent(o, node) >= 0 else [node]


def _holds(o: Outline, sign: str, a: int, b: int) -> bool:
    """A definition of the relations that shares nothing with theirs but the parent and children of a node."""
    if sign.startswith(">"):
        return _holds(o, sign.replace(">", "<"), b, a)
    mine, theirs = _span(o, a), _span(o, b)
    over, row = a in _ancestors(o, b), _row(o, b)
    sisters = a != b and a in row and parent(o, a) == parent(o, b)
    match sign:
        case "<":
            return parent(o, b) == a
        case "<<":
            return over
        case "<,":
            return parent(o, b) == a and row[0] == b
        case "<-":
            return parent(o, b) == a and row[-1] == b
        case "<:":
            return parent(o, b) == a and len(row) == 1
        case "<<,":
            return over and all(_row(o, n)[0] == n for n in [b, *_ancestors(o, b)] if a in _ancestors(o, n))
        case "<<-":
            return over and all(_row(o, n)[-1] == n for n in [b, *_ancestors(o, b)] if a in _ancestors(o, n))
        case "." | ",":
            if not (mine and theirs):
                return False
            return mine[-1] + 1 == theirs[0] if sign == "." else theirs[-1] + 1 == mine[0]
        case ".." | ",,":
            if not (mine and theirs):
                return False
            return mine[-1] < theirs[0] if sign == ".." else theirs[-1] < mine[0]
        case "$":
            return sisters
        case "$." | "$,":
            return sisters and row.index(b) - row.index(a) == (1 if sign == "$." else -1)
        case "$..":
            return sisters and row.index(a) < row.index(b)
        case "$,,":
            return sisters and row.index(a) > row.index(b)
    raise AssertionError(sign)


@settings(max_examples=40)
@given(any_tree())
def test_every_relation_is_what_its_definition_says(o: Outline) -> None:
    nodes = [*range(len(o)), *(leaf + len(o) for leaf in o.leaves)]
    for sign, relation in RELATIONS.items():
        if sign != "~":
            found = {(a, b) for a in nodes for b in relation(o, a)}
            assert found == {(a, b) for a, b in product(nodes, nodes) if _holds(o, sign, a, b)}, sign


@pytest.mark.parametrize("text", ["NP", "due", "/^\\*/", "S !<< -SBJ", "NP < -NONE-", "__ < due", "VP [< VP | < JJ]", "!S > S", "is > VBZ", "NP !< DT"])
def test_a_layer_gives_what_its_sentences_give(tmp_path: Path, text: str) -> None:
    lines = [f"( {T} )", "( (NP (NN x)) )", "( (S (NP-SBJ (-NONE- *T*-1)) (VP (VB go))) )", "(FRAG (JJ due) (VBZ is))"]
    (tmp_path / "a.tree").write_text("\n".join(lines[:3]))
    (tmp_path / "b.tree").write_text("\n".join(lines[3:]))
    layer = load(tmp_path, format="penn").layers[0]
    one_by_one = [hit.nodes for outline in outlines(layer) if outline is not None for hit in search(text, outline)]
    together = list(search(text, layer))
    assert [hit.nodes for hit in together] == one_by_one
    assert {(hit.unit, hit.sentence) for hit in together} <= {("a", 1), ("a", 2), ("a", 3), ("b", 1)}


@pytest.mark.parametrize(("text", "says"), [
    ("", "something stands where a node should be at its end"),
    ("NP <", "where a node should be"),
    ("NP < (VP", "where a bracket should close"),
    ("NP )", "one too many"),
    ("NP VP", "one too many"),
    ("NP < VP]", "one too many"),
    ("NP [< VP", "where a relation or ] should be"),
    ("NP [ | < VP]", "where a relation or ] should be"),
    ("NP ! VP", "where a relation should be"),
    ("NP < /(/", "no regular expression"),
    ("NP < =x", "no node is named =x"),
    ("NP=x < VP=x", "two nodes are named =x"),
    ("!__", "no node at all"),
    ("NP <0 VP", "is no relation"),
    ("NP < /unclosed", "cannot be read"),
])  # fmt: skip
def test_what_cannot_be_read(text: str, says: str) -> None:
    with pytest.raises(BadInput, match=says.replace("]", "\\]").replace("=x", "=x")):
        query(text)


@pytest.mark.data
def test_the_whole_treebank(data: Path, treebank: Layer) -> None:
    """What can be counted in the files without a query is what the query finds."""
    layer = treebank
    files = [p.read_text("utf-8") for p in sorted((data / "craft/structural-annotation/treebank/penn").glob("*.tree"))]
    assert sum(1 for _ in search("-NONE- < /^\\*T\\*/", layer)) == sum(text.count("(-NONE- *T*)") for text in files)
    assert sum(1 for _ in search("IN < due", layer)) == sum(text.count("(IN due)") for text in files)
    assert sum(1 for _ in search("IN < due $. (__ < to)", layer)) == sum(text.count("(IN due) (IN to)") + text.count("(IN due) (TO to)") for text in files)
