"""Constituents to dependencies by head rules.

Every phrase has a head word: that of the child which the table of its category prefers. From the bottom up, the head words of the other
children are hung on it, with four exceptions that the LTH scheme makes (Johansson & Nugues 2007; Choi & Palmer 2010):

- *Coordination*: conjunct, mark and conjunction form a chain from left to right, and the first conjunct stands for the phrase.
- *Apposition* (NP , NP): the second hangs on the first, not on the head.
- *Gapping* (=1): the gapped constituent hangs on its template (-1), with the label GAP.
- *Punctuation* moves up until no other arc crosses its own.

What is the head of what, and which label it gets, is data: see :mod:`.scheme`. Empty categories take part and are left out at the end; where
one has dependents they go to its own head. Traces are not followed. With the scheme ``lth`` the result is equal, token by token, to the
dependencies that the paper's converter makes of CRAFT.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ..errors import BadInput
from ..model import Kind, Layer, Maker, Node, ParseColumns
from ..model.columns.interning import Interner
from .conversion import Conversion
from .outline import Outline, Show, of_tree, outlines
from .scheme import scheme

# The label of what hangs on the root for want of anything better.
LOOSE = "DEP"


class Arc(NamedTuple):
    """The head of a token (counted from 1, 0 the root) and the label of the arc."""

    head: int
    relation: str


def dependencies_of(tree: Node | Outline, forms: Sequence[str] = (), *, by: str = "lth") -> tuple[Arc, ...]:
    """The head and label of every token of a tree. Some labels depend on words: give the tokens' ``forms``.

    >>> dt, cat, slept = (Node(label, token=i) for i, label in enumerate(("DT", "NN", "VBD")))
    >>> dependencies_of(Node("S", (Node("NP-SBJ", (dt, cat)), Node("VP", (slept,)))), ["The", "cat", "slept"])
    (Arc(head=2, relation='NMOD'), Arc(head=3, relation='SBJ'), Arc(head=0, relation='ROOT'))
    """
    outline = tree if isinstance(tree, Outline) else of_tree(tree, forms)
    return _arcs(Conversion(outline, scheme(by)))


def with_dependencies(layer: Layer, *, by: str = "lth", trees: bool = False, show: Show | None = None) -> Layer:
    """A layer of trees with the heads and labels that they imply. ``trees=False`` leaves the trees themselves out; sentences without one keep what they have."""
    if layer.kind is not Kind.PARSES:
        raise BadInput(f"the layer {layer.name} has {layer.kind.value}, not parses", remedy="choose a layer with trees")
    c, rules = layer.parses, scheme(by)
    names: Interner[str] = Interner((name, i) for i, name in enumerate(c.names))
    heads, relations = c.heads.tolist(), c.relations.tolist()
    found: Iterable[tuple[int, Outline | None]] = enumerate(outlines(layer))
    at = c.token_offsets.tolist()
    for s, outline in show(list(found), "dependencies") if show else found:
        if outline is not None:
            a, b = at[s], at[s + 1]
            arcs = _arcs(Conversion(outline, rules))
            if len(arcs) != b - a:
                raise BadInput(f"the tree has {len(arcs)} leaves and the sentence {b - a} tokens", where=f"{layer.name}, sentence {s + 1} of all", remedy="goldproof check finds such trees")
            heads[a:b] = [arc.head for arc in arcs]
            relations[a:b] = [names[arc.relation] for arc in arcs]
    columns = replace(c, heads=np.array(heads, np.int32), relations=np.array(relations, np.int32), names=names.values_in_order())
    source = replace(layer.source, kind=Maker.RULE, settings=layer.source.settings.but(dependencies=rules.name))
    return replace(layer, source=source, columns=columns if trees else bare(columns))


def bare(c: ParseColumns) -> ParseColumns:
    """The same without trees."""
    none = np.zeros(0, np.int32)
    return replace(c, node_offsets=np.zeros_like(c.node_offsets), labels=none, parents=none, leaves=none, empties=none)


def _arcs(done: Conversion) -> tuple[Arc, ...]:
    """What is left when the empty categories are gone and the punctuation has settled."""
    tree = done.tree
    place: dict[int, int] = {}
    for i, leaf in enumerate(tree.leaves):
        if tree.tokens[leaf] >= 0:
            place[i] = len(place) + 1
    heads, relations = [], []
    for i in place:
        head, seen = done.head[i], {i}
        while head >= 0 and head not in place and head not in seen:
            seen.add(head)
            head = done.head[head]
        heads.append(place.get(head, 0))
        relations.append(done.relation[i] or LOOSE)
    _settle(heads, relations, done.rules.labels["punctuation"])
    _root(heads, relations, done.rules.labels["root"])
    return tuple(map(Arc, heads, relations))


def _settle(heads: list[int], relations: Sequence[str], mark: str) -> None:
    """Punctuation whose arc another arc would cross hangs where that one hangs, from left to right."""
    marks = [j for j, relation in enumerate(relations, 1) if relation == mark]
    for i, (head, relation) in enumerate(zip(heads, relations, strict=True), 1):
        if relation != mark:
            low, high = min(i, head), max(i, head)
            for j in marks[bisect_right(marks, low) : bisect_left(marks, high)]:
                if not low <= heads[j - 1] <= high:
                    heads[j - 1] = head or i


def _root(heads: list[int], relations: list[str], root: str) -> None:
    """One root that everything is below, whatever the tree was (never needed for CRAFT): further roots and circles hang on the first root."""
    roots = [i for i, head in enumerate(heads, 1) if head == 0]
    first = roots[0] if roots else 1
    safe = {0}
    for i in [first, *range(1, len(heads) + 1)] if heads else []:
        path: dict[int, None] = {}
        at = last = i
        while at not in safe and at not in path:
            path[at] = None
            at, last = heads[at - 1], at
        if (at not in safe or (at == 0 and path)) and i != first:
            heads[last - 1] = first
        elif at not in safe:
            heads[first - 1] = 0
        safe.update(path)
    for i, head in enumerate(heads):
        if head == 0:
            relations[i] = root
