"""The majority's parse: tags, heads and brackets voted on one by one.

- *Sentences and tokens*: those of more than half of the annotators (or of their weights); who cuts the text otherwise has no vote on it. Without
  such a majority the unit is not judged.
- *Tags, lemmas, features*: what most say; equal votes give the first in the order of the alphabet.
- *Heads*: the tree in which the arcs have the most votes together (Sagae & Lavie 2006; maximum spanning arborescence, Chu & Liu 1965, Edmonds 1967), so
  that the result is always a tree; the relation is what most of those say who have that head.
- *Brackets*: every constituent (label and tokens) that more than half have. Two such are both in the tree of at least one annotator, so they never cross.
  If more than half have the very same tree it is taken as it is, with its empty categories; a tree put together from votes has none.

In the attributes of a sentence: ``of`` how many voted on it, ``votes`` the fewest votes that any head or bracket of it has.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from ..model import Kind, Node, Parse, Sentence, Token
from .arborescence import arborescence
from .rule import SLACK, WEIGHTS, Ballot, Cast, Rule, told

T = TypeVar("T", bound=Hashable)
Readings = Mapping[int, Sentence]
"""Annotator -> the sentence as he read it; all with the same tokens."""
Bracket = tuple[str, int, int]
_VOTED = ("form", "lemma", "tag", "coarse", "features", "extra")


def vote(ballot: Ballot) -> Cast:
    out: dict[str, list[Parse]] = {}
    for unit in ballot.units:
        judged = {j: said[0] for j, said in ballot.judged(unit).items() if said}
        found = _unit(judged, ballot) if judged else None
        if found is not None:
            out[unit] = [found]
    return Cast(out)


def _unit(judged: Mapping[int, Parse], ballot: Ballot) -> Parse | None:
    cut: dict[Hashable, list[int]] = {}
    for j, parse in judged.items():
        cut.setdefault(tuple((s.span, tuple(t.span for t in s.tokens)) for s in parse.sentences), []).append(j)
    who = max(cut.values(), key=ballot.worth)
    if 2 * ballot.worth(who) <= ballot.worth(list(judged)) + SLACK:
        return None
    count = len(judged[who[0]].sentences)
    return Parse(tuple(_sentence({j: judged[j].sentences[i] for j in who}, ballot, len(judged)) for i in range(count)))


def _sentence(readings: Readings, ballot: Ballot, of: int) -> Sentence:
    whole = ballot.worth(list(readings))
    first = readings[min(readings)]
    tokens, least = _tokens(readings, ballot)
    tree, brackets = _tree(readings, ballot, whole)
    fewest = min((n for n in (least, brackets) if n is not None), default=whole)
    attributes = first.attributes.without("votes", "of").but(votes=told(fewest), of=of)
    return replace(first, tokens=tokens, tree=tree, attributes=attributes)


def most(said: Mapping[int, T], ballot: Ballot, key: Callable[[T], object] = str) -> tuple[T, float]:
    """What has the most votes, and how many; of equals the first by ``key``."""
    votes: dict[T, list[int]] = {}
    for j, value in said.items():
        votes.setdefault(value, []).append(j)
    best = min(votes, key=lambda v: (-round(ballot.worth(votes[v]), 9), str(key(v))))
    return best, ballot.worth(votes[best])


def _tokens(readings: Readings, ballot: Ballot) -> tuple[tuple[Token, ...], float | None]:
    out: list[Token] = []
    for i in range(len(readings[min(readings)].tokens)):
        mine = {j: s.tokens[i] for j, s in readings.items()}
        fields: dict[str, Any] = {f: most({j: getattr(t, f) for j, t in mine.items()}, ballot)[0] for f in _VOTED}
        out.append(Token(mine[min(mine)].span, **fields))
    headed = {j: s for j, s in readings.items() if s.tokens and all(t.head is not None for t in s.tokens)}
    if 2 * ballot.worth(list(headed)) <= ballot.worth(list(readings)) + SLACK:
        return tuple(out), None
    n = len(out)
    votes: dict[tuple[int, int], list[int]] = {}
    for j, s in headed.items():
        for i, t in enumerate(s.tokens, 1):
            if t.head is not None and 0 <= t.head <= n and t.head != i:
                votes.setdefault((t.head, i), []).append(j)
    heads = arborescence(n, {arc: ballot.worth(who) for arc, who in votes.items()})
    least = ballot.worth(list(headed))
    for i, head in enumerate(heads, 1):
        who = votes.get((head, i), [])
        least = min(least, ballot.worth(who))
        relation = most({j: headed[j].tokens[i - 1].relation for j in who}, ballot)[0] if who else None
        out[i - 1] = replace(out[i - 1], head=head, relation=relation)
    return tuple(out), least


def _tree(readings: Readings, ballot: Ballot, whole: float) -> tuple[Node | None, float | None]:
    drawn = {j: s.tree for j, s in readings.items() if s.tree is not None}
    if 2 * ballot.worth(list(drawn)) <= whole + SLACK:
        return None, None
    same, votes = most(drawn, ballot, key=repr)
    half = ballot.worth(list(drawn)) / 2
    if votes > half + SLACK:
        return same, votes
    every: dict[int, tuple[list[Bracket], dict[int, str]]] = {j: brackets(tree) for j, tree in drawn.items()}
    said: dict[tuple[Bracket, int], list[int]] = {}
    depth: dict[tuple[Bracket, int], list[float]] = {}
    for j, (mine, _) in every.items():
        times: dict[Bracket, int] = {}
        for place, b in enumerate(mine):
            times[b] = times.get(b, 0) + 1
            said.setdefault((b, times[b]), []).append(j)
            depth.setdefault((b, times[b]), []).append(place)
    kept = {b: ballot.worth(who) for b, who in said.items() if ballot.worth(who) > half + SLACK}
    # Wider ones first; of those over the same tokens, that which mostly stands above.
    order = sorted(kept, key=lambda b: (b[0][1], -b[0][2], sum(depth[b]) / len(depth[b]), b[0][0], b[1]))
    n = len(readings[min(readings)].tokens)
    tags = [most({j: t.get(i, "") for j, (_, t) in every.items()}, ballot)[0] for i in range(n)]
    roots = most({j: tree.label for j, tree in drawn.items()}, ballot)[0]
    return _built([b for b, _ in order], tags, roots), min(kept.values(), default=half)


def brackets(tree: Node) -> tuple[list[Bracket], dict[int, str]]:
    """The constituents over tokens, parents first, and the label of each token's leaf. Empty categories, and what holds nothing else, are left out.

    >>> brackets(Node("S", (Node("NP", (Node("NN", token=0),)), Node("VB", token=1))))
    ([('S', 0, 2), ('NP', 0, 1)], {0: 'NN', 1: 'VB'})
    """
    found: list[Bracket | None] = []
    tags: dict[int, str] = {}

    def visit(node: Node) -> tuple[int, int] | None:
        if node.token is not None:
            tags[node.token] = node.label
            return node.token, node.token + 1
        if node.empty:
            return None
        at = len(found)
        found.append(None)
        places = [p for child in node.children if (p := visit(child)) is not None]
        if not places:
            return None
        found[at] = (node.label, min(a for a, _ in places), max(b for _, b in places))
        return found[at][1:]  # type: ignore[index]

    visit(tree)
    return [b for b in found if b is not None], tags


def _built(order: Sequence[Bracket], tags: Sequence[str], root: str) -> Node:
    """A tree of brackets that do not cross, wider ones first; one node above all."""

    def node(at: int, label: str, start: int, end: int) -> tuple[Node, int]:
        """The constituent, and the number of the next bracket behind it."""
        children: list[Node] = []
        place = start
        while place < end:
            if at < len(order) and order[at][1] == place and order[at][2] <= end:
                child, at = node(at + 1, *order[at])
                place = order_end(child)
                children.append(child)
            else:
                children.append(Node(tags[place], token=place))
                place += 1
        return Node(label, tuple(children)), at

    def order_end(n: Node) -> int:
        while n.token is None:
            n = n.children[-1]
        return n.token + 1

    if order and order[0][1:] == (0, len(tags)):
        return node(1, *order[0])[0]
    return node(0, root, 0, len(tags))[0]


MAJORITY_OF_PARSES = Rule("majority", "the majority's tags, heads and brackets", frozenset({Kind.PARSES}), (WEIGHTS,), vote, "Sagae & Lavie 2006")
