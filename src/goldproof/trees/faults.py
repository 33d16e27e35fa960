"""What makes a tree illegal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from ..formats.brackets import NOT_A_LABEL, NOTHING
from ..model import Node
from .parts import parts

_TRACE = re.compile(r"(\*(?:T|ICH|RNR|EXP|PPA)\*)(?:-(\d+))?$")
_NUMBER = re.compile(r"-(\d+)$")


def faults(tree: Node) -> Iterator[str]:
    """What is wrong with a tree, in words that end "a tree in which ...".

    >>> list(faults(Node("NP", (Node("NN", token=1), Node("NN", token=0)))))
    ['word 1 stands behind word 2']
    """
    seen: list[int] = []
    numbers: Counter[int] = Counter()
    gaps: Counter[int] = Counter()
    for node in tree.walk():
        if node.token is not None:
            seen.append(node.token)
        if node.leaf and node.children:
            yield f"{node.label} is a leaf and holds other nodes"
        if not node.leaf and not node.children:
            yield f"{node.label or 'the top'} holds nothing"
        if (node.label == NOTHING) != node.empty:
            yield f"{node.label} {'is no label of' if node.empty else 'is not over'} an empty category"
        if NOT_A_LABEL.search(node.label) or (node.text is not None and (not node.text or NOT_A_LABEL.search(node.text))):
            yield f"{node.label} {node.text or ''} cannot be written in brackets"
        found = parts(node.label)
        if found.index is not None:
            numbers[found.index] += 1
        if found.gap is not None:
            gaps[found.gap] += 1
        if node.text is not None and (own := _NUMBER.search(node.text)):
            numbers[int(own[1])] += 1
    for a, b in pairwise(seen):
        if b <= a:
            yield f"word {b + 1} stands {'twice' if a == b else f'behind word {a + 1}'}"
    for number, times in (numbers + gaps).items():
        if times == 1:
            yield f"nothing answers to the number {number}"
    yield from _traces(tree)


def _traces(tree: Node) -> Iterator[str]:
    """Traces without a number, neither their own nor of the node above."""
    stack = [(tree, False)]
    while stack:
        node, numbered = stack.pop()
        if node.text is not None and (found := _TRACE.match(node.text)) and found[2] is None and not numbered:
            yield f"{node.text} has no number"
        alone = len(node.children) == 1
        stack += [(child, alone and parts(node.label).index is not None) for child in reversed(node.children)]
