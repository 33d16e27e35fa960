"""One sentence as EVALB counts it, step by step.

This is the slow way, for the few sentences that need it: quotation marks that were tagged as something else, and labels that are equal in a chain. It is
also what the fast way is tested against. EVALB is Sekine & Collins 1997, here in the version of 2006 with D. Ellis' treatment of quotation marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from .parameters import Parameters

_QUOTE_WORDS = ("'", '"', "/")
FINE, ERROR, SKIP = 0, 1, 2


class Counted(NamedTuple):
    """``status``: 0 counted, 1 words or lengths differ, 2 the system has no words. ``length`` is that of the reference."""

    status: int
    length: int
    matched: int = 0
    gold: int = 0
    test: int = 0
    crossing: int = 0
    words: int = 0
    tags: int = 0


@dataclass
class Bracket:
    start: int
    end: int
    label: str
    deleted: bool = False
    matched: bool = False


@dataclass
class Quote:
    """A word that may be a quotation mark: its place among the words that count, the bracket that opens next, and the brackets that are open."""

    word: str
    label: str
    index: int
    bracket: int
    ends: tuple[int, ...]


@dataclass
class Side:
    words: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    brackets: list[Bracket] = field(default_factory=list)
    quotes: list[Quote] = field(default_factory=list)
    length: int = 0
    broken: bool = False


Node = tuple[str, int, str | None]
"""Label, parent (number of the node, -1 the top), word: None for a phrase. In pre-order."""


def read_side(nodes: Iterable[Node], p: Parameters) -> Side:
    """What EVALB reads from a line; ``broken`` if it would not understand it (a word without a label)."""
    side, open_, number = Side(), list[tuple[int, int]](), list[int]()
    for label, parent, word in nodes:
        while open_ and open_[-1][0] != parent:
            side.brackets[open_.pop()[1]].end = len(side.words)
        if word is None:
            open_.append((len(number), len(side.brackets)))
            number.append(len(side.brackets))
            side.brackets.append(Bracket(len(side.words), -1, label))
            continue
        number.append(-1)
        side.broken = side.broken or not label
        side.length += label not in p.not_long
        if label in p.quotes and word in _QUOTE_WORDS:
            side.quotes.append(Quote(word, label, len(side.words), len(side.brackets), tuple(b for _, b in open_)))
        if label not in p.delete:
            side.words.append(word)
            side.labels.append(label)
    for _, b in open_:
        side.brackets[b].end = len(side.words)
    return side


def count_sentence(gold: Side, test: Side, p: Parameters) -> Counted:
    length = gold.length
    if not test.words:
        return Counted(SKIP, length)
    if len(gold.words) != len(test.words):
        _mend_quotes(gold, test, p)
    if gold.broken or test.broken or len(gold.words) != len(test.words):
        return Counted(ERROR, length)
    if not all(p.same_word(a, b) for a, b in zip(gold.words, test.words, strict=True)):
        return Counted(ERROR, length)
    for side in (gold, test):
        for b in side.brackets:
            b.deleted = b.start == b.end
            if not b.deleted:
                b.label = category(b.label)
                b.deleted = p.deleted(b.label)
    ours, theirs = ([b for b in side.brackets if not b.deleted] for side in (gold, test))
    matched = 0
    for a in ours:
        for b in theirs:
            if not b.matched and (a.start, a.end) == (b.start, b.end) and (not p.labelled or p.same_label(a.label, b.label)):
                b.matched = True
                matched += 1
                break
    crossing = sum(any(a.start < b.start < a.end < b.end or b.start < a.start < b.end < a.end for a in ours) for b in theirs)
    tags = sum(p.same_label(a, b) for a, b in zip(gold.labels, test.labels, strict=True))
    return Counted(FINE, length, matched, len(ours), len(theirs), crossing, len(gold.words), tags)


def category(label: str) -> str:
    """A label without function tags and indices: up to the first dash or sign of equality.

    >>> [category(x) for x in ("NP-SBJ-1", "NP=2", "ADVP|PRT", "-LRB-")]
    ['NP', 'NP', 'ADVP|PRT', '']
    """
    return label.partition("-")[0].partition("=")[0]


def _mend_quotes(gold: Side, test: Side, p: Parameters) -> None:
    """Where the same word is a deleted quotation mark on one side and something else on the other, it is put back."""
    for i, theirs in enumerate(test.quotes):
        at = theirs.index
        for j, ours in enumerate(gold.quotes):
            if ours.index != at or ours.label == theirs.label:
                continue
            if ours.label in p.delete and theirs.label not in p.delete:
                _put_back(gold, ours)
                for later in gold.quotes[j:]:
                    later.index += 1
            elif theirs.label in p.delete and ours.label not in p.delete:
                _put_back(test, theirs)
                for later in test.quotes[i:]:
                    later.index += 1


def _put_back(side: Side, quote: Quote) -> None:
    side.words.insert(quote.index, quote.word)
    side.labels.insert(quote.index, quote.label)
    for b in side.brackets[quote.bracket :]:
        b.start += 1
        b.end += 1
    for open_ in quote.ends:
        side.brackets[open_].end += 1


def apart(nodes: list[Node]) -> Iterator[Node]:
    """The nodes of a line of several trees, without the nameless node that holds them together here."""
    yield from ((label, parent - 1 if parent > 0 else -1, word) for label, parent, word in nodes[1:])
