"""The query as records: a node description, and constraints upon it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..parts import parts


@dataclass(frozen=True)
class Description:
    """Which nodes are meant, by their labels or words. ``text`` is as the query wrote it."""

    text: str
    names: tuple[str, ...] = ()
    exact: frozenset[str] = frozenset()
    expressions: tuple[re.Pattern[str], ...] = ()
    negated: bool = False
    any: bool = False
    _labels: dict[str, bool] = field(default_factory=dict, repr=False, compare=False)
    _words: dict[str, bool] = field(default_factory=dict, repr=False, compare=False)

    def fits(self, label: str) -> bool:
        """Whether a label is meant; remembered, for a treebank has few of them."""
        known = self._labels.get(label)
        if known is None:
            known = self._labels[label] = self.any or (self._written(label) or any(_named(label, n) for n in self.names)) != self.negated
        return known

    def fits_word(self, word: str) -> bool:
        """Whether a word is: names without a small letter are labels only (S is not the word of "S phase")."""
        known = self._words.get(word)
        if known is None:
            spoken = bool(self.exact or self.expressions) or any(map(_small, self.names))
            found = self._written(word) or (word in self.names and _small(word))
            known = self._words[word] = self.any or (spoken and found != self.negated)
        return known

    def _written(self, text: str) -> bool:
        return text in self.exact or any(e.search(text) for e in self.expressions)


def _small(text: str) -> bool:
    return any(character.islower() for character in text)


def _named(label: str, wanted: str) -> bool:
    """A category with at least these function tags and numbers."""
    if label == wanted:
        return True
    has = parts(label)
    if wanted.startswith("-") and not wanted.endswith("-"):
        return set(wanted[1:].split("-")) <= set(has.functions)
    want = parts(wanted)
    return (
        has.category == want.category and set(want.functions) <= set(has.functions)
        and want.index in (None, has.index) and want.gap in (None, has.gap)
    )  # fmt: skip


@dataclass(frozen=True)
class Constraint:
    """A relation to another node, or several alternatives of which one must hold."""

    relation: str = ""
    target: Pattern | None = None
    negated: bool = False
    alternatives: tuple[tuple[Constraint, ...], ...] = ()


@dataclass(frozen=True)
class Pattern:
    """A node: ``number`` is its place in the query, ``name`` what it is called there; a back-reference has ``refers`` instead of a description."""

    number: int
    description: Description
    constraints: tuple[Constraint, ...] = ()
    name: str = ""
    refers: str = ""

    def required(self) -> Iterator[Description]:
        """What has to be in the sentence for this to be found at all."""
        if not self.refers and not self.description.any:
            yield self.description
        for constraint in self.constraints:
            if constraint.target is not None and not constraint.negated:
                yield from constraint.target.required()
