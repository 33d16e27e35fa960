"""A tree as rows: what the query language and the conversion to dependencies walk over, without an object a node."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..model import Layer, Node, ParseColumns, Sentence

# Items, shown as they go by; the second is what is done to them.
Show = Callable[[Iterable[Any], str], Iterable[Any]]


@dataclass(frozen=True, slots=True)
class Outline:
    """Nodes in pre-order. ``tokens`` is the number of a leaf's token (-1: none), ``empties`` the text of an empty category,
    ``firsts`` and ``ends`` the leaves that a node spans (empty categories count), ``forms`` the tokens of the sentence.
    """

    labels: Sequence[str]
    parents: Sequence[int]
    tokens: Sequence[int]
    empties: Sequence[str | None]
    forms: Sequence[str]
    children: Sequence[Sequence[int]]
    firsts: Sequence[int]
    ends: Sequence[int]
    leaves: Sequence[int]

    def __len__(self) -> int:
        return len(self.labels)

    def last(self, node: int) -> int:
        """The number behind the last node of a node's subtree: its nodes are ``range(node, last)``."""
        end = node
        while self.children[end]:
            end = self.children[end][-1]
        return end + 1

    def below(self, node: int) -> range:
        """The nodes below a node, in pre-order."""
        return range(node + 1, self.last(node))

    def above(self, node: int) -> Iterator[int]:
        """The nodes above a node, the nearest first."""
        node = self.parents[node]
        while node >= 0:
            yield node
            node = self.parents[node]

    def text(self, node: int) -> str:
        """The words that a node spans; empty categories as they are written."""
        return " ".join(self.word(leaf) for leaf in self.leaves[self.firsts[node] : self.ends[node]])

    def word(self, leaf: int) -> str:
        token = self.tokens[leaf]
        return self.forms[token] if token >= 0 else self.empties[leaf] or ""


def of_rows(labels: Sequence[str], parents: Sequence[int], tokens: Sequence[int], empties: Sequence[str | None], forms: Sequence[str]) -> Outline:
    """An outline of rows in pre-order."""
    n = len(labels)
    children: list[list[int]] = [[] for _ in range(n)]
    firsts, ends, leaves = [0] * n, [0] * n, list[int]()
    for i, parent in enumerate(parents):
        if parent >= 0:
            children[parent].append(i)
        firsts[i] = len(leaves)
        if tokens[i] >= 0 or empties[i] is not None:
            leaves.append(i)
            ends[i] = len(leaves)
    for i in range(n - 1, -1, -1):
        below = children[i]
        if below:
            ends[i] = ends[below[-1]]
        elif tokens[i] < 0 and empties[i] is None:
            ends[i] = firsts[i]
    return Outline(labels, parents, tokens, empties, forms, children, firsts, ends, leaves)


def of_tree(tree: Node, forms: Sequence[str] = ()) -> Outline:
    """An outline of a tree of records. Its numbers are those of ``tree.walk()``."""
    labels: list[str] = []
    parents: list[int] = []
    tokens: list[int] = []
    empties: list[str | None] = []
    stack = [(tree, -1)]
    while stack:
        node, parent = stack.pop()
        stack += [(child, len(labels)) for child in reversed(node.children)]
        labels.append(node.label)
        parents.append(parent)
        tokens.append(-1 if node.token is None else node.token)
        empties.append(node.text)
    # A token that the caller has no form for has none.
    words = [*forms, *[""] * (max(tokens, default=-1) + 1 - len(forms))]
    return of_rows(labels, parents, tokens, empties, words)


def of_sentence(sentence: Sentence) -> Outline | None:
    return None if sentence.tree is None else of_tree(sentence.tree, [t.form for t in sentence.tokens])


def outline_of(c: ParseColumns, s: int) -> Outline | None:
    """The tree of sentence number ``s`` of all; None where it has none."""
    a, b = c.node_offsets[s : s + 2].tolist()
    if a == b:
        return None
    t, u = c.token_offsets[s : s + 2].tolist()
    names = c.names
    return of_rows(
        [names[n] for n in c.labels[a:b].tolist()], c.parents[a:b].tolist(), c.leaves[a:b].tolist(),
        [None if n < 0 else names[n] for n in c.empties[a:b].tolist()], [names[n] for n in c.forms[t:u].tolist()],
    )  # fmt: skip


def outlines(layer: Layer) -> Iterator[Outline | None]:
    """The tree of every sentence of a layer, in order."""
    c = layer.parses
    for s in range(len(c.node_offsets) - 1):
        yield outline_of(c, s)
