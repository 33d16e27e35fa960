"""What may tell the tag of a token."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ....model import Layer
from ...learning.hashing import Hashes, feature
from ..words import around, aspects

Long = NDArray[np.int64]

# Offset -> aspects of the word there that are features by themselves.
ALONE: dict[int, tuple[str, ...]] = {
    0: ("form", "lower", "shape", "brief", "end1", "end2", "end3", "end4", "end5", "begin1", "begin2", "begin3", "begin4", "signs", "last"),
    -1: ("lower", "end2", "end3", "brief"), 1: ("lower", "end2", "end3", "brief"), -2: ("lower", "end3"), 2: ("lower", "end3"), -3: ("lower",), 3: ("lower",),
}  # fmt: skip
# Aspects of several words that are one feature together.
TOGETHER: tuple[tuple[tuple[int, str], ...], ...] = (
    ((-1, "lower"), (0, "lower")), ((0, "lower"), (1, "lower")), ((-1, "lower"), (1, "lower")), ((-1, "end2"), (0, "end3")), ((0, "end3"), (1, "end2")),
    ((-2, "lower"), (-1, "lower")), ((1, "lower"), (2, "lower")), ((-1, "brief"), (0, "brief"), (1, "brief")), ((-1, "lower"), (0, "end3")),
    ((0, "end3"), (1, "lower")), ((-1, "lower"), (0, "brief")), ((0, "brief"), (1, "lower")), ((-1, "lower"), (0, "lower"), (1, "lower")),
)  # fmt: skip


@dataclass(frozen=True)
class Words:
    """The tokens of a layer: ``word`` are numbers of its different forms (``names``), ``first`` and ``behind`` each token's sentence, ``document`` its unit."""

    names: tuple[str, ...]
    word: Long
    first: Long
    behind: Long
    document: Long

    def at(self, offset: int) -> Long:
        """The number of the word so many places on; that of no word is one more than there are."""
        return around(self.word, self.first, self.behind, offset, len(self.names))

    def batches(self, size: int) -> Iterator[Words]:
        """Words of whole units, about ``size`` of them at a time."""
        begins = np.flatnonzero(np.diff(self.document, prepend=-1))
        chosen = begins[np.flatnonzero(np.diff(begins // size, prepend=-1))].tolist()
        for a, b in pairwise([*chosen, len(self.word)]):
            yield Words(self.names, self.word[a:b], self.first[a:b] - a, self.behind[a:b] - a, self.document[a:b])


def words_of(layer: Layer) -> Words:
    columns = layer.parses
    used, number = np.unique(columns.forms, return_inverse=True)
    count = np.diff(columns.token_offsets)
    sentence = np.repeat(np.arange(len(layer.units)), np.diff(columns.sentence_offsets[columns.offsets]))
    first, behind = np.repeat(columns.token_offsets[:-1], count), np.repeat(columns.token_offsets[1:], count)
    return Words(tuple(columns.names[i] for i in used.tolist()), number.reshape(-1).astype(np.int64), first, behind, np.repeat(sentence, count))


def alone(seen: dict[str, Hashes], offset: int) -> Hashes:
    """The features of each different word as the neighbour at an offset."""
    return np.stack([feature(100 * (offset + 4) + i, seen[aspect]) for i, aspect in enumerate(ALONE[offset])], axis=1)


def together(words: Words, seen: dict[str, Hashes]) -> Hashes:
    """The features that are made of several words."""
    places = {offset: words.at(offset) for offset in (-2, -1, 0, 1, 2)}
    return np.stack([feature(1000 + i, *(seen[aspect][places[o]] for o, aspect in parts)) for i, parts in enumerate(TOGETHER)], axis=1)


def first_round(words: Words) -> Hashes:
    """All that the first round sees of each token."""
    seen = aspects(words.names)
    return np.concatenate([*(alone(seen, offset)[words.at(offset)] for offset in ALONE), together(words, seen)], axis=1)


def second_round(words: Words, seen: dict[str, Hashes], tags: Long, classes: int) -> Hashes:
    """What the second round sees besides: the tags that the first round gave, here, around, and to the same word elsewhere in the document."""
    t = {o: around(tags, words.first, words.behind, o, classes) for o in (-3, -2, -1, 0, 1, 2, 3)}
    lower, end3, brief, before, behind = seen["lower"][words.word], seen["end3"][words.word], seen["brief"][words.word], seen["lower"][words.at(-1)], seen["lower"][words.at(1)]
    usual = _usual(words, seen["lower"][words.word], tags, classes)
    exact = _usual(words, words.word.astype(np.uint32), tags, classes)
    rows = [
        feature(2000, t[-1]), feature(2001, t[1]), feature(2002, t[-2], t[-1]), feature(2003, t[1], t[2]), feature(2004, t[-1], t[1]), feature(2005, t[-1], lower),
        feature(2006, lower, t[1]), feature(2007, t[-1], lower, t[1]), feature(2008, t[-2], t[-1], t[1], t[2]), feature(2009, t[-1], end3), feature(2010, end3, t[1]),
        feature(2011, t[0]), feature(2012, t[0], t[-1]), feature(2013, t[0], t[1]), feature(2014, t[0], lower), feature(2015, t[0], t[-1], t[1]),
        feature(2016, usual), feature(2017, usual, t[0]), feature(2018, usual, brief), feature(2019, exact), feature(2020, exact, usual, t[0]),
        feature(2021, t[-3], t[-2], t[-1]), feature(2022, t[1], t[2], t[3]), feature(2023, t[-1], behind), feature(2024, before, t[1]), feature(2025, t[-2], lower),
        feature(2026, lower, t[2]), feature(2027, t[-2], t[-1], lower), feature(2028, lower, t[1], t[2]), feature(2029, t[-2], t[-1], t[0], t[1], t[2]),
        feature(2030, t[-1], brief, t[1]), feature(2031, t[-1], end3, t[1]),
    ]  # fmt: skip
    return np.stack(rows, axis=1)


def _usual(words: Words, form: Hashes, tags: Long, classes: int) -> Long:
    """The tag that the first round gave most often to the other tokens of the document with the same form; ``classes`` where there is no other."""
    if not len(tags):
        return tags
    _, group = np.unique(words.document.astype(np.uint64) << np.uint64(32) | form.astype(np.uint64), return_inverse=True)
    group = group.reshape(-1)
    pair, pair_of, count = np.unique(group * (classes + 1) + tags, return_inverse=True, return_counts=True)
    pair_of = pair_of.reshape(-1)
    owner = pair // (classes + 1)
    # For each group its most and second most frequent tag; a token does not count for itself.
    order = np.lexsort((pair, -count, owner))
    start = np.searchsorted(owner[order], np.arange(int(group.max()) + 1))
    top = order[start]
    second = np.where(np.append(owner[order], -1)[np.minimum(start + 1, len(order))] == owner[top], order[np.minimum(start + 1, len(order) - 1)], -1)
    mine_top, mine_second = top[group], second[group]
    others = np.where(mine_top == pair_of, count[mine_top] - 1, count[mine_top])
    rival = np.where(mine_second >= 0, count[mine_second], 0)
    chosen = np.where((others >= rival) & (others > 0), pair[mine_top] % (classes + 1), np.where(mine_second >= 0, pair[mine_second] % (classes + 1), classes))
    return np.asarray(chosen, np.int64)
