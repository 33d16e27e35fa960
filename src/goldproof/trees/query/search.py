"""Queries put to trees: to one, or to a whole treebank, of which only the sentences are looked at that have what the query needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...model import Layer, Node, ParseColumns
from ..outline import Outline, Show, of_tree, outline_of
from .pattern import Constraint, Description, Pattern
from .query import Query, query
from .relations import RELATIONS, name_of, nth

Mask = NDArray[np.bool_]
Found = Mapping[int, int]
"""Number of the node in the query -> node of the tree."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A node that a query is about, and one way in which the rest of the query holds.

    ``sentence`` counts from 1 in its unit; ``nodes`` are rows of the ``tree``, in the order of the query, each with its label or word.
    """

    unit: str
    sentence: int
    tree: Outline
    nodes: tuple[tuple[int, str], ...]

    @property
    def node(self) -> int:
        return self.nodes[0][0]

    @property
    def text(self) -> str:
        """The words of the sentence."""
        return " ".join(self.tree.forms)


def search(wanted: str | Query, trees: Layer | Node | Outline, *, show: Show | None = None) -> Iterator[Hit]:
    """Every node that a query finds, once each, in the order of the text.

    >>> tree = Node("S", (Node("NP-SBJ", (Node("NN", token=0),)), Node("VP", (Node("VB", token=1),))))
    >>> [hit.nodes for hit in search("NP $. VP", tree)]
    [((1, 'NP-SBJ'), (3, 'VP'))]
    """
    asked = query(wanted) if isinstance(wanted, str) else wanted
    if not isinstance(trees, Layer):
        outline = trees if isinstance(trees, Outline) else of_tree(trees)
        yield from _hits(asked, "", 1, outline, None)
        return
    c = trees.parses
    units = np.repeat(np.arange(len(trees.units)), np.diff(c.sentence_offsets[c.offsets]))
    begins = c.sentence_offsets[c.offsets][:-1]
    places = _places(asked.pattern.description, c)
    chosen = _chosen(asked, c, places)
    for s in show(chosen, "trees") if show else chosen:
        found, unit = outline_of(c, s), int(units[s])
        if found is not None:
            yield from _hits(asked, trees.units[unit], int(s - begins[unit]) + 1, found, _rows(c, places, s))


def _places(wanted: Description, c: ParseColumns) -> tuple[Mask, Mask, Mask]:
    """Which nodes, tokens and empty categories a description fits."""
    labels, words = np.zeros(len(c.names) + 1, bool), np.zeros(len(c.names) + 1, bool)
    labels[:-1] = [wanted.fits(name) for name in c.names]
    words[:-1] = [wanted.fits_word(name) for name in c.names]
    return labels[c.labels], words[c.forms], words[c.empties]


def _chosen(asked: Query, c: ParseColumns, places: tuple[Mask, ...]) -> list[int]:
    """The sentences that have all that the query needs."""
    good = c.node_offsets[1:] > c.node_offsets[:-1]
    for wanted in (None, *asked.pattern.required()):
        nodes, tokens, empties = places if wanted is None else _places(wanted, c)
        good &= (_counts(nodes | empties, c.node_offsets) + _counts(tokens, c.token_offsets)) > 0
    return [int(s) for s in np.flatnonzero(good)]


def _counts(fits: Mask, offsets: NDArray[np.int64]) -> NDArray[np.int64]:
    total = np.concatenate(([0], np.cumsum(fits)))
    return total[offsets[1:]] - total[offsets[:-1]]


def _rows(c: ParseColumns, places: tuple[Mask, ...], s: int) -> list[int]:
    """The nodes of a sentence that the first description fits: rows, and behind them words."""
    a, b = int(c.node_offsets[s]), int(c.node_offsets[s + 1])
    t, u = int(c.token_offsets[s]), int(c.token_offsets[s + 1])
    nodes, tokens, empties = places
    rows = np.flatnonzero(nodes[a:b]).tolist()
    if tokens[t:u].any() or empties[a:b].any():
        leaves = c.leaves[a:b]
        words = np.concatenate((tokens[t:u], [False]))[leaves] | empties[a:b]
        rows += (np.flatnonzero(words) + (b - a)).tolist()
    return rows


def _hits(asked: Query, unit: str, sentence: int, o: Outline, rows: Iterable[int] | None) -> Iterator[Hit]:
    pattern = asked.pattern
    if rows is None:
        rows = [node for node in (*range(len(o)), *(leaf + len(o) for leaf in o.leaves)) if _fits(pattern.description, o, node)]
    names = {name: number for number, name in asked.names.items()}
    for row in rows:
        found = next(_solutions(o, row, pattern, {}, names), None)
        if found is not None:
            chosen = dict.fromkeys(found[number] for number in sorted(found))
            yield Hit(unit, sentence, o, tuple((node if node < len(o) else node - len(o), name_of(o, node)) for node in chosen))


def _fits(wanted: Description, o: Outline, node: int) -> bool:
    return wanted.fits(o.labels[node]) if node < len(o.labels) else wanted.fits_word(o.word(node - len(o.labels)))


def _solutions(o: Outline, node: int, pattern: Pattern, found: Found, names: Mapping[str, int]) -> Iterator[Found]:
    """The ways in which a pattern holds of a node, given what was found before."""
    if pattern.refers:
        if found.get(names[pattern.refers]) != node:
            return
    elif not _fits(pattern.description, o, node):
        return
    else:
        found = {**found, pattern.number: node}
    yield from _all(o, node, pattern.constraints, 0, found, names)


def _all(o: Outline, node: int, constraints: tuple[Constraint, ...], place: int, found: Found, names: Mapping[str, int]) -> Iterator[Found]:
    if place == len(constraints):
        yield found
        return
    constraint = constraints[place]
    ways = _ways(o, node, constraint, found, names)
    if constraint.negated:
        if next(ways, None) is None:
            yield from _all(o, node, constraints, place + 1, found, names)
        return
    for way in ways:
        yield from _all(o, node, constraints, place + 1, way, names)


def _ways(o: Outline, node: int, constraint: Constraint, found: Found, names: Mapping[str, int]) -> Iterator[Found]:
    if constraint.target is None:
        for alternative in constraint.alternatives:
            yield from _all(o, node, alternative, 0, found, names)
        return
    relation = RELATIONS.get(constraint.relation) or nth(constraint.relation)
    assert relation is not None
    for other in relation(o, node):
        yield from _solutions(o, other, constraint.target, found, names)
