"""Trees as spans: without empty categories and function tags, chains of single children as one label, two children everywhere.

A node of more than two children is split from the left: (NP (DT the) (JJ old) (NN mouse)) has a span without a label over *the old*. What comes out for
a sentence of ``n`` tokens are its ``n`` tokens (label: the chain of nodes over this token alone, mostly none) and ``n - 1`` longer spans.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....model import ParseBuilder, ParseColumns
from ....model.parse import Node

NOTHING = ""
CHAIN = " "
"""Between the labels of a chain, the upper first; no label has a blank in it."""
Spans = list[tuple[int, int, str]]


@dataclass(frozen=True, slots=True)
class _Cut:
    label: str
    start: int
    end: int


def category(label: str) -> str:
    """A label without function tags and indices: NP of NP-SBJ-1.

    >>> category("NP-SBJ-1"), category("-LRB-"), category("")
    ('NP', '-LRB-', '')
    """
    return Node(label).category


def spans_of(columns: ParseColumns, s: int, cut: dict[int, str]) -> tuple[Spans, bool] | None:
    """The spans of the tree of a sentence, and whether a node without a label stands over all of it. None: no tree, or one whose leaves are not the tokens.

    ``cut`` keeps the categories of label numbers between calls.
    """
    n0, n1 = columns.node_offsets[s : s + 2].tolist()
    size = int(columns.token_offsets[s + 1] - columns.token_offsets[s])
    labels, parents = columns.labels[n0:n1].tolist(), columns.parents[n0:n1].tolist()
    leaves, empties = columns.leaves[n0:n1].tolist(), columns.empties[n0:n1].tolist()
    if not size or [x for x in leaves if x >= 0] != list(range(size)):
        return None
    names = columns.names
    children: list[list[int]] = [[] for _ in labels]
    start, end = [0] * len(labels), [0] * len(labels)
    # Backwards: everything below a node is known before the node. What holds no token is nobody's child.
    for i in range(len(labels) - 1, -1, -1):
        if leaves[i] >= 0:
            start[i], end[i] = leaves[i], leaves[i] + 1
        elif empties[i] >= 0 or not children[i]:
            continue
        else:
            children[i].reverse()
            start[i], end[i] = start[children[i][0]], end[children[i][-1]]
        if parents[i] >= 0:
            children[parents[i]].append(i)
    top = names[labels[0]] == "" and leaves[0] < 0
    spans: Spans = []
    stack = [(0, "")]
    while stack:
        i, chain = stack.pop()
        if leaves[i] >= 0:
            spans.append((start[i], end[i], chain))
            continue
        if not (i == 0 and top):
            if labels[i] not in cut:
                cut[labels[i]] = category(names[labels[i]])
            chain = f"{chain}{CHAIN}{cut[labels[i]]}" if chain else cut[labels[i]]
        below = children[i]
        if len(below) == 1:
            stack.append((below[0], chain))
            continue
        spans.append((start[i], end[i], chain))
        spans += [(start[i], end[child], NOTHING) for child in below[1:-1]]
        stack += [(child, "") for child in reversed(below)]
    return spans, top


def add_tree(build: ParseBuilder, spans: Sequence[tuple[int, int, str]], tags: Sequence[str | None], top: bool) -> None:
    """The nodes of the current sentence, from spans as :func:`spans_of` gives them, in any order; ``tags`` are the labels of its leaves.

    A sentence that no label spans whole has a node without a label over it.
    """
    size = len(tags)
    rows: list[tuple[str, int] | tuple[str, int, int]] = []
    open_: list[tuple[int, int]] = []
    if top or not any(a == 0 and b == size and label for a, b, label in spans):
        rows.append(("", -1))
        open_.append((0, size))
    for start, end, chain in sorted(spans, key=lambda x: (x[0], -x[1])):
        while open_ and open_[-1][1] <= start:
            open_.pop()
        parent = open_[-1][0] if open_ else -1
        for label in chain.split(CHAIN) if chain else ():
            rows.append((label, parent))
            parent = len(rows) - 1
        if chain:
            open_.append((parent, end))
        if end - start == 1:
            rows.append((tags[start] or "", parent, start))
    build.nodes(rows)
