"""A tree that can be changed, while it is: the frozen one is thawed and frozen again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..model import Node


class Draft:
    """A node that knows its parent. Two are equal only if they are one."""

    __slots__ = ("children", "label", "parent", "text", "token")

    def __init__(self, label: str, children: Iterable[Draft] = (), *, token: int | None = None, text: str | None = None) -> None:
        self.label, self.token, self.text = label, token, text
        self.parent: Draft | None = None
        self.children: list[Draft] = []
        self.take(0, children)

    @property
    def leaf(self) -> bool:
        return self.token is not None or self.text is not None

    @property
    def place(self) -> int:
        """The place among its sisters."""
        assert self.parent is not None
        return next(i for i, child in enumerate(self.parent.children) if child is self)

    def take(self, place: int, nodes: Iterable[Draft]) -> None:
        """Have these as children, from a place on."""
        nodes = list(nodes)
        for node in nodes:
            node.parent = self
        self.children[place:place] = nodes

    def out(self) -> None:
        """Leave the parent."""
        assert self.parent is not None
        del self.parent.children[self.place]
        self.parent = None

    def walk(self) -> Iterator[Draft]:
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))


def thawed(tree: Node) -> Draft:
    """A draft of a tree, of any depth."""
    top = Draft(tree.label, token=tree.token, text=tree.text)
    stack = [(tree, top)]
    while stack:
        node, draft = stack.pop()
        made = [Draft(child.label, token=child.token, text=child.text) for child in node.children]
        draft.take(0, made)
        stack += zip(node.children, made, strict=True)
    return top


def frozen(top: Draft) -> Node:
    """The tree that a draft has become."""
    done: dict[int, Node] = {}
    for draft in reversed(list(top.walk())):
        done[id(draft)] = Node(draft.label, tuple(done[id(child)] for child in draft.children), draft.token, draft.text)
    return done[id(top)]
