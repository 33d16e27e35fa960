"""Edits by hand; edits that must be refused; and any edit of any tree, which leaves the words alone and makes no fault."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldproof.errors import BadInput
from goldproof.formats import load
from goldproof.model import Node
from goldproof.trees import editing
from goldproof.trees.faults import faults
from goldproof.trees.outline import Outline, of_tree
from goldproof.trees.writing import bracketed

from .drawn import any_tree, tree

WORDS = ("The", "cat", "is", "seen", "by", "us", ".")
S = "(S (NP-SBJ-1 (DT The) (NN cat)) (VP (VBZ is) (VP (VBN seen) (NP-1 (-NONE- *)) (PP (IN by) (NP-LGS (PRP us))))) (. .))"
# 0 S, 1 NP-SBJ-1, 2 DT, 3 NN, 4 VP, 5 VBZ, 6 VP, 7 VBN, 8 NP-1, 9 -NONE-, 10 PP, 11 IN, 12 NP-LGS, 13 PRP, 14 .


def node(outline: Outline) -> Node:
    """An outline as records."""
    made: dict[int, Node] = {}
    for i in range(len(outline) - 1, -1, -1):
        token = outline.tokens[i]
        made[i] = Node(outline.labels[i], tuple(made[c] for c in outline.children[i]), None if token < 0 else token, outline.empties[i])
    return made[0]


def after(change: Callable[[Node], Node], text: str = S, words: tuple[str, ...] = WORDS) -> str:
    return bracketed(of_tree(change(node(tree(text))), words))


def test_relabelling_keeps_the_numbers() -> None:
    assert after(lambda t: editing.relabel(t, 1, "NML-TPC")).startswith("(S (NML-TPC-1 (DT The)")
    assert "(NNP cat)" in after(lambda t: editing.relabel(t, 3, "NNP"))
    assert after(lambda t: editing.tag(t, 10, add=["LOC"])).count("(PP-LOC (IN by)") == 1
    assert after(lambda t: editing.tag(t, 1, add=["TPC"], drop=["SBJ"])).startswith("(S (NP-TPC-1 ")


def test_the_shape() -> None:
    pp = "(PP (IN due) (PP (TO to) (NP (NN age))))"
    words = ("due", "to", "age")
    assert after(lambda t: editing.delete(t, 2), pp, words) == "(PP (IN due) (TO to) (NP (NN age)))"
    assert after(lambda t: editing.insert(t, 1, "X"), pp, words) == "(PP (X (IN due)) (PP (TO to) (NP (NN age))))"
    assert after(lambda t: editing.insert(t, 1, "X", 2), pp, words) == "(PP (X (IN due) (PP (TO to) (NP (NN age)))))"
    assert after(lambda t: editing.insert(t, 0, "S"), pp, words) == f"(S {pp})"
    assert after(lambda t: editing.lift(t, 4), pp, words) == "(PP (IN due) (PP (TO to)) (NP (NN age)))"
    assert after(lambda t: editing.lift(t, 3), pp, words) == "(PP (IN due) (TO to) (PP (NP (NN age))))"
    assert after(lambda t: editing.lower(t, 1, into="right"), pp, words) == "(PP (PP (IN due) (TO to) (NP (NN age))))"
    two = "(NP (NP (DT a) (NN b)) (PP (IN of) (NP (NN c))))"
    assert after(lambda t: editing.combine(t, 1, 4), two, ("a", "b", "of", "c")) == "(NP (NP (DT a) (NN b) (IN of) (NP (NN c))))"
    assert after(lambda t: editing.lower(t, 4), two, ("a", "b", "of", "c")) == "(NP (NP (DT a) (NN b) (PP (IN of) (NP (NN c)))))"
    assert after(lambda t: editing.move(t, 3, 0, 1), two, ("a", "b", "of", "c")) == "(NP (NP (DT a)) (NN b) (PP (IN of) (NP (NN c))))"


def test_empty_categories_and_their_numbers() -> None:
    without = after(lambda t: editing.delete(t, 9))
    assert without == "(S (NP-SBJ (DT The) (NN cat)) (VP (VBZ is) (VP (VBN seen) (PP (IN by) (NP-LGS (PRP us))))) (. .))"
    again = after(lambda t: editing.insert_empty(t, 6, 1, "*", "NP"), without)
    linked = after(lambda t: editing.link(t, 8, 1), again)
    assert linked == S
    assert after(lambda t: editing.unlink(t, 8)) == again
    # Where traces have the number themselves, new ones get it so.
    penn = "(S (NP-SBJ (NN a)) (VP (VB b) (NP (-NONE- *T*-4)) (ADVP (-NONE- *)) (PP-4 (IN c))))"
    made = after(lambda t: editing.link(t, 7, 1), penn, ("a", "b", "c"))
    assert made == "(S (NP-SBJ-5 (NN a)) (VP (VB b) (NP (-NONE- *T*-4)) (ADVP (-NONE- *-5)) (PP-4 (IN c))))"
    # An empty category can go where a word cannot.
    assert after(lambda t: editing.move(t, 8, 4, 0)) == S.replace(" (NP-1 (-NONE- *))", "").replace("(VP (VBZ is)", "(VP (NP-1 (-NONE- *)) (VBZ is)")
    # What had the number of the second gets that of the first.
    pair = "(S (NP-1 (NN a)) (NP-2 (NN b)) (VP (VB c) (NP-1 (-NONE- *)) (NP-2 (-NONE- *))))"
    assert after(lambda t: editing.combine(t, 1, 3), pair, ("a", "b", "c")) == "(S (NP-1 (NN a) (NN b)) (VP (VB c) (NP-1 (-NONE- *)) (NP-1 (-NONE- *))))"


REFUSED: dict[str, tuple[Callable[[Node], Node], str]] = {
    "no such node": (lambda t: editing.relabel(t, 99, "NP"), "has no node 99"),
    "a blank": (lambda t: editing.relabel(t, 1, "N P"), "cannot be a label"),
    "no label": (lambda t: editing.relabel(t, 1, ""), "cannot be a label"),
    "a bracket": (lambda t: editing.insert(t, 1, "N("), "cannot be the label"),
    "a word as nothing": (lambda t: editing.relabel(t, 2, "-NONE-"), "label of empty categories"),
    "nothing as a word": (lambda t: editing.relabel(t, 9, "NN"), "label of empty categories"),
    "a tag with a dash": (lambda t: editing.tag(t, 1, add=["-SBJ"]), "no function tag"),
    "a tag that is not there": (lambda t: editing.tag(t, 1, drop=["LOC"]), "has no function tag LOC"),
    "a word": (lambda t: editing.delete(t, 2), "cannot be deleted"),
    "the top": (lambda t: editing.delete(t, 0), "top of a tree"),
    "order of words": (lambda t: editing.move(t, 1, 4, 1), "word 1 stands behind word 3"),
    "into itself": (lambda t: editing.move(t, 4, 6, 0), "into itself"),
    "into a word": (lambda t: editing.move(t, 1, 5, 0), "over a word"),
    "nothing left": (lambda t: editing.move(t, 13, 10, 2), "NP-LGS holds nothing"),
    "no place": (lambda t: editing.move(t, 1, 4, 9), "no place 9"),
    "no place for nothing": (lambda t: editing.insert_empty(t, 4, 9, "*"), "no place 9"),
    "nothing's text": (lambda t: editing.insert_empty(t, 4, 0, "a b"), "cannot be an empty category"),
    "a trace of nothing": (lambda t: editing.insert_empty(t, 4, 0, "*T*"), r"\*T\* has no number"),
    "a number of its own": (lambda t: editing.relabel(t, 4, "VP-7"), "nothing answers to the number 7"),
    "another number": (lambda t: editing.relabel(t, 1, "NP-SBJ-7"), "nothing answers"),
    "not sisters": (lambda t: editing.insert(t, 1, "X", 5), "not sisters"),
    "sisters the wrong way": (lambda t: editing.insert(t, 4, "X", 1), "not sisters"),
    "the top raised": (lambda t: editing.lift(t, 0), "nothing above"),
    "what is on top raised": (lambda t: editing.lift(t, 1), "nothing above"),
    "an only child raised": (lambda t: editing.lift(t, 13), "holds nothing else"),
    "the middle raised": (lambda t: editing.lift(t, 8), "in the middle"),
    "lowered into a word": (lambda t: editing.lower(t, 4, into="right"), "over a word"),
    "lowered into nothing": (lambda t: editing.lower(t, 1), "nothing stands to the left"),
    "lowered down": (lambda t: editing.lower(t, 1, into="down"), "left or right"),
    "not beside": (lambda t: editing.combine(t, 4, 1), "not the sister right behind"),
    "combined with a word": (lambda t: editing.combine(t, 4, 14), "over a word"),
    "linked twice": (lambda t: editing.link(t, 9, 1), "has a number already"),
    "no trace": (lambda t: editing.link(t, 1, 4), "no empty category"),
    "no number": (lambda t: editing.unlink(t, 4), "has no number"),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_what_would_be_no_tree_is_refused(what: str) -> None:
    change, says = REFUSED[what]
    with pytest.raises(BadInput, match=says):
        after(change)


def test_link_refuses_a_word_as_antecedent() -> None:
    with pytest.raises(BadInput, match="another phrase"):
        after(lambda t: editing.link(t, 3, 1), "(S (NN a) (X (NP (-NONE- *)) (VB b)))", ("a", "b"))


EDITS: list[Callable[[Node, random.Random, int], Node]] = [
    lambda t, r, n: editing.relabel(t, r.randrange(n), r.choice(["NP", "VP-SBJ", "NP-1", "-NONE-"])),
    lambda t, r, n: editing.tag(t, r.randrange(n), add=["LOC"]),
    lambda t, r, n: editing.insert(t, r.randrange(n), "X"),
    lambda t, r, n: editing.insert_empty(t, r.randrange(n), r.randrange(3), r.choice(["*", "*T*-1"]), r.choice(["", "NP"])),
    lambda t, r, n: editing.delete(t, r.randrange(n)),
    lambda t, r, n: editing.move(t, r.randrange(n), r.randrange(n), r.randrange(3)),
    lambda t, r, n: editing.lift(t, r.randrange(n)),
    lambda t, r, n: editing.lower(t, r.randrange(n), into=r.choice(["left", "right"])),
    lambda t, r, n: editing.combine(t, r.randrange(n), r.randrange(n)),
    lambda t, r, n: editing.link(t, r.randrange(n), r.randrange(n)),
    lambda t, r, n: editing.unlink(t, r.randrange(n)),
]


@given(any_tree(), st.randoms(use_true_random=False))
def test_any_edit_leaves_the_words_and_makes_no_fault(outline: Outline, chance: random.Random) -> None:
    now = first = node(outline)
    words = [leaf.token for leaf in first.walk() if leaf.token is not None]
    for _ in range(12):
        try:
            then = chance.choice(EDITS)(now, chance, sum(1 for _ in now.walk()))
        except BadInput:
            continue
        assert [leaf.token for leaf in then.walk() if leaf.token is not None] == words
        assert set(faults(then)) <= set(faults(now))
        now = then
    assert first == node(outline)


def test_a_sentence_gets_the_tags_of_its_new_tree(tmp_path: Path) -> None:
    (tmp_path / "a.tree").write_text("(NP (NN cat))\n")
    (parse,) = load(tmp_path / "a.tree").layers[0]["a"]
    sentence = parse.sentences[0]  # type: ignore[union-attr]
    assert sentence.tree is not None
    changed = editing.with_tree(sentence, editing.relabel(sentence.tree, 1, "NNP"))
    assert (changed.tokens[0].tag, sentence.tokens[0].tag) == ("NNP", "NN")
    with pytest.raises(BadInput, match="leaves for 0 tokens"):
        editing.with_tree(sentence, Node("NP", (Node("-NONE-", text="*"),)))


@pytest.mark.parametrize(("text", "says"), [
    (Node("NP"), "NP holds nothing"), (Node("NP", (Node("NN", token=0), Node("NN", token=0))), "word 1 stands twice"),
    (Node("NP", (Node("NN", text="*"),)), "NN is no label of an empty category"), (Node("NP", (Node("-NONE-", token=0),)), "-NONE- is not over an empty category"),
    (Node("NP", (Node("NN", (Node("NN", token=1),), token=0),)), "NN is a leaf and holds other nodes"), (Node("N P", (Node("NN", token=0),)), "N P  cannot be written in brackets"),
])  # fmt: skip
def test_faults(text: Node, says: str) -> None:
    assert says in list(faults(text))
