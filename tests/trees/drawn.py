"""Trees written by hand, and trees of any shape."""

from __future__ import annotations

from hypothesis import strategies as st

from goldproof.formats.brackets import trees
from goldproof.trees.outline import Outline, of_rows

LABELS = st.sampled_from("S NP NP-SBJ VP VP=1 NP-1 NP=1 SBAR PP ADVP-TMP UCP CONJP PRN ADJP-PRD FOO ADVP-ETC".split())
TAGS = st.sampled_from("NN VBZ VB TO IN CC , : . HYPH SYM -LRB- DT RB $ -NONE-".split())


def tree(text: str) -> Outline:
    (found,) = trees(text, "test")
    tokens = [row[2] if len(row) > 2 and isinstance(row[2], int) else -1 for row in found.nodes]
    empties = [row[2] if len(row) > 2 and isinstance(row[2], str) else None for row in found.nodes]
    return of_rows([row[0] for row in found.nodes], [row[1] for row in found.nodes], tokens, empties, found.leaves)


@st.composite
def any_tree(draw: st.DrawFn) -> Outline:
    labels, parents = [draw(LABELS)], [-1]
    size = draw(st.integers(1, 25))

    def grow(parent: int, depth: int) -> None:
        for _ in range(draw(st.integers(1, 4))):
            deeper = depth < 4 and len(labels) < size and draw(st.booleans())
            labels.append(draw(LABELS if deeper else TAGS))
            parents.append(parent)
            if deeper:
                grow(len(labels) - 1, depth + 1)

    grow(0, 0)
    inner = set(parents)
    tokens: list[int] = []
    empties: list[str | None] = []
    words = 0
    for i, label in enumerate(labels):
        leaf, empty = i not in inner, label == "-NONE-"
        empties.append("*T*-1" if leaf and empty else None)
        tokens.append(words if leaf and not empty else -1)
        words += leaf and not empty
    return of_rows(labels, parents, tokens, empties, [f"w{i}" for i in range(words)])
