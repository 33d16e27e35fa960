"""Bracketed trees taken apart: a scanner of our own, because those of nltk and others make an object a node and recurse."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from ..errors import BadInput
from .alignment import BRACKETS, meant
from .columns import line_at

# Tokens of CRAFT hold U+200A and U+2009: only the blanks of ASCII part them.
_PIECE = re.compile(
    r"\([ \t\r\n\f\v]*([^ \t\r\n\f\v()]*)(?:[ \t\r\n\f\v]+([^ \t\r\n\f\v()]+)[ \t\r\n\f\v]*\))?|(\))|([^ \t\r\n\f\v()]+)"
)
_LINE_END = re.compile(r"[^\n]*")
NOTHING = "-NONE-"
NOT_A_LABEL = re.compile(r"[ \t\r\n\f\v()]")
_NAME = re.compile("|".join(BRACKETS))
_QUOTES = ("``", "''")
Row = tuple[str, int] | tuple[str, int, int] | tuple[str, int, str]


@dataclass(slots=True)
class Tree:
    """A tree: its nodes in pre-order (label, parent, and for a leaf the number of its token or the text of an empty category),
    its tokens as written with the labels over them, the comments before it, where it begins and ends in the file, and how many trees it was made of."""

    at: int
    nodes: list[Row] = field(default_factory=list)
    leaves: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    end: int = 0
    several: int = 1


def trees(text: str, where: object) -> Iterator[Tree]:
    """The trees of a file, in linear time and whatever their depth.

    A word beside brackets, or without a label of its own, is a leaf without a label; ``(NP the)`` is a leaf with the label NP. Lines
    between trees that begin with # ; % or * are comments.
    """
    tree = Tree(0)
    stack: list[int] = []
    begin, comments = 0, list[str]()
    while begin >= 0:
        scan, begin = _PIECE.finditer(text, begin), -1
        for found in scan:
            kind = found.lastindex
            if kind == 1:
                if not stack:
                    tree = Tree(found.start(), comments=comments)
                    comments = []
                nodes = tree.nodes
                nodes.append((found[1], stack[-1] if stack else -1))
                stack.append(len(nodes) - 1)
                continue
            if kind == 2:
                if not stack:
                    tree = Tree(found.start(), comments=comments)
                    comments = []
                label, leaf = found[1], found[2]
                parent = stack[-1] if stack else -1
                if label == NOTHING:
                    tree.nodes.append((label, parent, leaf))
                else:
                    tree.nodes.append((label, parent, len(tree.leaves)))
                    tree.leaves.append(leaf)
                    tree.tags.append(label)
                if stack:
                    continue
            elif kind == 3:
                if not stack:
                    raise BadInput("a bracket is closed that was not opened", where=f"{where}, line {line_at(text, found.start())}")
                stack.pop()
                if stack:
                    continue
            elif stack:
                tree.nodes.append(("", stack[-1], len(tree.leaves)))
                tree.leaves.append(found[4])
                tree.tags.append("")
                continue
            else:
                start = text.rfind("\n", 0, found.start()) + 1
                if found[4][0] not in "#;%*" or text[start : found.start()].strip():
                    raise BadInput(f"{found[4]!r} stands outside of all brackets", where=f"{where}, line {line_at(text, found.start())}")
                line = _LINE_END.match(text, found.start())
                comments.append(line[0].strip())  # type: ignore[index]  # it matches nothing, too
                begin = line.end()  # type: ignore[union-attr]
                break
            tree.end = found.end()
            yield tree
    if stack:
        raise BadInput(
            f"{len(stack)} brackets are still open at the end of the tree that begins here",
            where=f"{where}, line {line_at(text, tree.at)}",
        )


@lru_cache(65536)
def leaf_of(form: str, tag: str | None) -> str:
    """How a token is written in a tree: round brackets by name (others only where they are the whole token), quotes by their tag.

    >>> leaf_of("(", "-LRB-"), leaf_of("f(x)", "NN"), leaf_of('"', "''"), leaf_of("[", "-LRB-")
    ('-LRB-', 'f-LRB-x-RRB-', "''", '[')
    """
    if form == '"' and tag in _QUOTES:
        return tag
    return form.replace("(", "-LRB-").replace(")", "-RRB-")


def form_of(leaf: str, tag: str | None) -> str:
    """The text of a leaf where nothing but the tree is known.

    >>> form_of("-LRB-", "-LRB-"), form_of("1\\\\/2", "CD"), form_of("''", "POS")
    ('(', '1/2', "''")
    """
    if leaf in _QUOTES:
        return '"' if tag in _QUOTES else leaf
    return _NAME.sub(lambda found: BRACKETS[found[0]], leaf).replace("\\/", "/").replace("\\*", "*") if "-" in leaf or "\\" in leaf else leaf


def sound_leaf(leaf: str, form: str) -> bool:
    """Whether a leaf can be written, and is found again where the form stands in the text."""
    return not NOT_A_LABEL.search(leaf) and (leaf == form or meant(leaf).fullmatch(form) is not None)
