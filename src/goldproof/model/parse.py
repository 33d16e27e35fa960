"""Sentences, tokens, trees and dependencies of a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .attributes import NONE, Attributes
from .text import Span


@dataclass(frozen=True, slots=True)
class Token:
    """A token with its place in the document. None in a field: the source says nothing about it.

    ``tag`` is the fine tag (Penn, XPOS), ``coarse`` the universal one (UPOS). ``head`` counts the tokens of
    the sentence from 1; 0 is the root. ``extra`` keeps the columns that have no field here
    ("misc", "deps", "phead", "pdeprel", ...).
    """

    span: Span
    form: str
    lemma: str | None = None
    tag: str | None = None
    coarse: str | None = None
    features: Attributes = NONE
    head: int | None = None
    relation: str | None = None
    extra: Attributes = NONE


# The parts of a treebank label: category, then function tags and indices (-1 identity, =1 gapping) in any order (S-TTL-3-FRM).
# Labels such as -LRB- or -NONE- begin with the dash and are one category.
_LABEL = re.compile(r"(?P<category>-[^-=]+-|[^-=]+)(?P<rest>(?:-[A-Z][A-Za-z]*|[-=]\d+)*)$")


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a tree. ``label`` is exactly as written ("NP-SBJ-1"); its parts are properties.

    A leaf has a ``token`` (number in its sentence, from 0), or ``text`` if it is an empty category ("*T*-1").
    """

    label: str
    children: tuple[Node, ...] = ()
    token: int | None = None
    text: str | None = None

    @property
    def leaf(self) -> bool:
        return self.token is not None or self.text is not None

    @property
    def empty(self) -> bool:
        """An empty category: it stands for no token."""
        return self.text is not None

    @property
    def category(self) -> str:
        found = _LABEL.match(self.label)
        return found["category"] if found else self.label

    @property
    def functions(self) -> tuple[str, ...]:
        found = _LABEL.match(self.label)
        return tuple(re.findall(r"-([A-Z][A-Za-z]*)", found["rest"])) if found else ()

    @property
    def index(self) -> int | None:
        """The number that an empty category refers to (NP-SBJ-1)."""
        return self._number("-")

    @property
    def gap(self) -> int | None:
        """The number of the template constituent in gapping (NP=1)."""
        return self._number("=")

    def _number(self, sign: str) -> int | None:
        found = _LABEL.match(self.label)
        numbers = re.findall(rf"{sign}(\d+)", found["rest"]) if found else []
        return int(numbers[0]) if numbers else None

    def walk(self) -> Iterator[Node]:
        """This node and all below it, parents first, left to right."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))


@dataclass(frozen=True, slots=True)
class Multiword:
    """A surface token that stands for several words: ``words`` counts from 1, both ends included (CoNLL-U 3-4)."""

    words: tuple[int, int]
    form: str
    span: Span
    extra: Attributes = NONE


@dataclass(frozen=True, slots=True)
class Blank:
    """An empty word of an enhanced dependency graph (CoNLL-U 8.1): after word ``after``, number ``number``."""

    after: int
    number: int
    token: Token


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence: its place, tokens, and where there is one its tree."""

    span: Span
    tokens: tuple[Token, ...] = ()
    tree: Node | None = None
    multiwords: tuple[Multiword, ...] = ()
    blanks: tuple[Blank, ...] = ()
    attributes: Attributes = NONE


@dataclass(frozen=True, slots=True)
class Parse:
    """The syntax of one unit."""

    sentences: tuple[Sentence, ...] = ()

    @property
    def tokens(self) -> Iterator[Token]:
        for sentence in self.sentences:
            yield from sentence.tokens
