"""Trees edited: every edit gives a new tree, and is refused if the tree would have a fault that it had not.

Nodes are named by their numbers in ``tree.walk()`` (from 0, the top). The words and their order are the text's and stay as they are; what can move is
the constituents over them, and empty categories. Numbers (``NP-1``, ``*T*-1``, ``=1``) go with their nodes: relabelling keeps them, combining joins
them, and where one partner of a pair is deleted the other loses its number.

>>> tree = Node("PP", (Node("IN", token=0), Node("PP", (Node("TO", token=1), Node("NP", (Node("NN", token=2),))))))
>>> [node.label for node in delete(tree, 2).walk()]
['PP', 'IN', 'TO', 'NP', 'NN']
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from ..errors import BadInput
from ..formats.brackets import NOT_A_LABEL, NOTHING
from ..model import Node, Sentence
from .draft import Draft, frozen, thawed
from .faults import faults
from .parts import joined, parts

_NUMBER = re.compile(r"-(\d+)$")


def _edited(tree: Node, change: Callable[[list[Draft]], None]) -> Node:
    """The tree after a change to a draft of it; refused if that has made a fault."""
    top = Draft("", [thawed(tree)])
    nodes = list(top.children[0].walk())
    change(nodes)
    if len(top.children) != 1:
        raise BadInput("the top of a tree cannot be taken apart", remedy="insert a node above what is to be left")
    done = frozen(top.children[0])
    before = set(faults(tree))
    made = next((fault for fault in faults(done) if fault not in before), None)
    if made is not None:
        raise BadInput(f"this edit would leave a tree in which {made}", remedy="see the notes of goldproof.trees.editing")
    return done


def _node(nodes: list[Draft], number: int) -> Draft:
    if not 0 <= number < len(nodes):
        raise BadInput(f"the tree has no node {number}", remedy=f"its nodes are 0 to {len(nodes) - 1}")
    return nodes[number]


def _phrase(node: Draft) -> Draft:
    if node.leaf:
        raise BadInput(f"{node.label} stands over a word, not over nodes", remedy="choose a phrase")
    return node


def relabel(tree: Node, node: int, label: str) -> Node:
    """Another category and function tags. The node keeps its numbers, unless the label has some of its own."""

    def change(nodes: list[Draft]) -> None:
        chosen, new = _node(nodes, node), parts(label)
        if NOT_A_LABEL.search(label) or not label:
            raise BadInput(f"{label!r} cannot be a label", remedy="a label has no blanks and no brackets")
        if (label == NOTHING) != (chosen.text is not None):
            raise BadInput(f"{NOTHING} is the label of empty categories, and of nothing else", remedy="to take an empty category away, delete it")
        old = parts(chosen.label)
        index = old.index if new.index is None else new.index
        gap = old.gap if new.gap is None else new.gap
        chosen.label = label if (new.index, new.gap) == (index, gap) else joined(new.category, new.functions, index, gap)

    return _edited(tree, change)


def tag(tree: Node, node: int, *, add: Iterable[str] = (), drop: Iterable[str] = ()) -> Node:
    """Function tags given and taken: ``tag(tree, 3, add=["SBJ"])``."""

    def change(nodes: list[Draft]) -> None:
        chosen = _node(nodes, node)
        old, gone = parts(chosen.label), set(drop)
        wrong = next((t for t in (*add, *gone) if not re.fullmatch(r"[A-Z][A-Za-z]*", t)), None)
        if wrong is not None:
            raise BadInput(f"{wrong!r} is no function tag", remedy="write it without the dash: SBJ")
        absent = gone - set(old.functions)
        if absent:
            raise BadInput(f"{chosen.label} has no function tag {sorted(absent)[0]}")
        chosen.label = joined(old.category, (*(f for f in old.functions if f not in gone), *(f for f in add if f not in old.functions)), old.index, old.gap)

    return _edited(tree, change)


def insert(tree: Node, first: int, label: str, last: int | None = None) -> Node:
    """A new phrase over a node, or over the sisters from ``first`` to ``last``."""

    def change(nodes: list[Draft]) -> None:
        a = _node(nodes, first)
        b = a if last is None else _node(nodes, last)
        i, j = a.place, b.place
        if a.parent is not b.parent or j < i:
            raise BadInput(f"nodes {first} and {last} are not sisters in this order", remedy="name the first and the last of some sisters")
        assert a.parent is not None
        over, below = a.parent, a.parent.children[i : j + 1]
        del over.children[i : j + 1]
        over.take(i, [Draft(_legal(label), below)])

    return _edited(tree, change)


def insert_empty(tree: Node, parent: int, place: int, text: str, label: str = "") -> Node:
    """An empty category as the child number ``place`` (from 0) of a phrase: ``(-NONE- text)``, under a node with the label if one is given."""

    def change(nodes: list[Draft]) -> None:
        over = _phrase(_node(nodes, parent))
        if not text or NOT_A_LABEL.search(text):
            raise BadInput(f"{text!r} cannot be an empty category", remedy="write it as *, *T*, *T*-1, *PRO*, 0")
        if not 0 <= place <= len(over.children):
            raise BadInput(f"{over.label or 'the top'} has {len(over.children)} children: there is no place {place}")
        made = Draft(NOTHING, text=text)
        over.take(place, [Draft(_legal(label), [made]) if label else made])

    return _edited(tree, change)


def delete(tree: Node, node: int) -> Node:
    """A phrase taken away, its children in its place; an empty category taken away, with what would hold nothing any more. Words stay."""

    def change(nodes: list[Draft]) -> None:
        chosen = _node(nodes, node)
        if chosen.token is not None:
            raise BadInput("a word cannot be deleted from a tree", remedy="change the tokens of the sentence, and its tree after them")
        gone = [chosen]
        if chosen.text is None:
            over, place = chosen.parent, chosen.place
            assert over is not None
            chosen.out()
            over.take(place, chosen.children)
        else:
            while chosen.parent is not None and chosen.parent.parent is not None and len(chosen.parent.children) == 1:
                chosen = chosen.parent
                gone.append(chosen)
            chosen.out()
        _widow({n for one in gone for n in _numbers(one)}, [n for n in nodes if n not in gone])

    return _edited(tree, change)


def move(tree: Node, node: int, parent: int, place: int) -> Node:
    """A node with all below it to another phrase, as its child number ``place`` (from 0, counted without the node itself). The words must stay in their order."""

    def change(nodes: list[Draft]) -> None:
        chosen, over = _node(nodes, node), _phrase(_node(nodes, parent))
        if any(n is over for n in chosen.walk()):
            raise BadInput("a node cannot be moved into itself")
        chosen.out()
        if not 0 <= place <= len(over.children):
            raise BadInput(f"{over.label or 'the top'} has {len(over.children)} children: there is no place {place}")
        over.take(place, [chosen])

    return _edited(tree, change)


def lift(tree: Node, node: int) -> Node:
    """A node raised: from the edge of its parent to the place beside it."""

    def change(nodes: list[Draft]) -> None:
        chosen = _node(nodes, node)
        over = chosen.parent
        if over is None or over.parent is None or over.parent.parent is None:
            raise BadInput("there is nothing above to raise it to", remedy="insert a node above the top first")
        if len(over.children) == 1:
            raise BadInput(f"{over.label} holds nothing else", remedy="delete it instead: its child takes its place")
        at = chosen.place
        if at not in (0, len(over.children) - 1):
            raise BadInput("a node in the middle cannot be raised", remedy="raise what stands beside it first, or split the phrase")
        chosen.out()
        over.parent.take(over.place + (at > 0), [chosen])

    return _edited(tree, change)


def lower(tree: Node, node: int, *, into: str = "left") -> Node:
    """A node lowered into the phrase to its left (as its last child) or right (as its first)."""

    def change(nodes: list[Draft]) -> None:
        chosen = _node(nodes, node)
        if into not in ("left", "right"):
            raise BadInput(f"lower into {into!r}?", remedy="into is left or right")
        sisters, at = ([], 0) if chosen.parent is None else (chosen.parent.children, chosen.place)
        beside = at - 1 if into == "left" else at + 1
        if not 0 <= beside < len(sisters):
            raise BadInput(f"nothing stands to the {into} of it")
        phrase = _phrase(sisters[beside])
        chosen.out()
        phrase.take(len(phrase.children) if into == "left" else 0, [chosen])

    return _edited(tree, change)


def combine(tree: Node, first: int, second: int) -> Node:
    """Two sisters, one right behind the other, made one with the label of the first. Whoever had the number of the second gets that of the first."""

    def change(nodes: list[Draft]) -> None:
        a, b = _phrase(_node(nodes, first)), _phrase(_node(nodes, second))
        if a.parent is None or a.parent is not b.parent or b.place != a.place + 1:
            raise BadInput(f"node {second} is not the sister right behind node {first}")
        mine, theirs = parts(a.label), parts(b.label)
        b.out()
        a.take(len(a.children), b.children)
        if theirs.index is not None:
            if mine.index is None:
                a.label = joined(mine.category, mine.functions, theirs.index, mine.gap)
            else:
                for other in nodes:
                    _renumber(other, theirs.index, mine.index)
        if theirs.gap is not None and mine.gap is None:
            found = parts(a.label)
            a.label = joined(found.category, found.functions, found.index, theirs.gap)

    return _edited(tree, change)


def link(tree: Node, trace: int, antecedent: int) -> Node:
    """A trace and its antecedent given a common number. It stands where the tree's other traces have it: in the trace itself, or on the node above it (as in CRAFT, and where there is no other)."""

    def change(nodes: list[Draft]) -> None:
        bearer, other = _node(nodes, trace), _node(nodes, antecedent)
        leaves = [n for n in bearer.walk() if n.leaf]
        if len(leaves) != 1 or leaves[0].text is None:
            raise BadInput(f"node {trace} is no empty category, nor the node above one")
        empty = leaves[0]
        if _NUMBER.search(empty.text or "") or (empty.parent is not None and parts(empty.parent.label).index is not None):
            raise BadInput("the trace has a number already", remedy="unlink it first")
        if other.leaf or other is empty.parent:
            raise BadInput("the antecedent must be another phrase")
        found = parts(other.label)
        number = found.index
        if number is None:
            number = max((n for node in nodes for n in _numbers(node)), default=0) + 1
            other.label = joined(found.category, found.functions, number, found.gap)
        inside = any(n.text is not None and _NUMBER.search(n.text) for n in nodes)
        if inside or empty.parent is None or not empty.parent.label or len(empty.parent.children) > 1:
            empty.text = f"{empty.text}-{number}"
        else:
            over = parts(empty.parent.label)
            empty.parent.label = joined(over.category, over.functions, number, over.gap)

    return _edited(tree, change)


def unlink(tree: Node, node: int) -> Node:
    """A node without its number. Where only one is left that has the number, it loses it, too."""

    def change(nodes: list[Draft]) -> None:
        chosen = _node(nodes, node)
        numbers = _numbers(chosen)
        if not numbers:
            raise BadInput(f"node {node} has no number")
        for number in numbers:
            _renumber(chosen, number, None)
        _widow(numbers, nodes)

    return _edited(tree, change)


def with_tree(sentence: Sentence, tree: Node) -> Sentence:
    """The sentence with another tree over its tokens; their tags are those of its leaves."""
    labels = {node.token: node.label for node in tree.walk() if node.token is not None}
    if sorted(labels) != list(range(len(sentence.tokens))):
        raise BadInput(f"the tree has leaves for {len(labels)} tokens, the sentence {len(sentence.tokens)}", remedy="the leaves of a tree are the tokens, each once")
    return replace(sentence, tree=tree, tokens=tuple(replace(token, tag=labels[i]) for i, token in enumerate(sentence.tokens)))


def _legal(label: str) -> str:
    if not label or NOT_A_LABEL.search(label) or label == NOTHING:
        raise BadInput(f"{label!r} cannot be the label of a phrase", remedy="a label has no blanks and no brackets")
    return label


def _numbers(node: Draft) -> set[int]:
    if node.text is not None:
        found = _NUMBER.search(node.text)
        return {int(found[1])} if found else set()
    mine = parts(node.label)
    return {n for n in (mine.index, mine.gap) if n is not None}


def _renumber(node: Draft, old: int, new: int | None) -> None:
    if node.text is not None:
        found = _NUMBER.search(node.text)
        if found and int(found[1]) == old:
            node.text = node.text[: found.start()] + ("" if new is None else f"-{new}")
        return
    mine = parts(node.label)
    if old in (mine.index, mine.gap):
        node.label = joined(mine.category, mine.functions, new if mine.index == old else mine.index, new if mine.gap == old else mine.gap)


def _widow(numbers: set[int], nodes: list[Draft]) -> None:
    """A number that only one node has says nothing: it goes."""
    for number in numbers:
        left = [n for n in nodes if number in _numbers(n)]
        if len(left) == 1:
            _renumber(left[0], number, None)
