"""Words that no name has, taken for the one word of a name that they are a slip of the finger away from: *brachydactlyy*.

A slip is one letter too many, one too few, another one, or two changed over. The first letter is right, and the word has seven letters at least;
where two words of the names are as near it is taken for neither. Neighbours meet in what is left of both when a letter is taken away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from ...text.stream import Stream, word_hash
from .index import UNKNOWN, Index, Ints

SHORTEST = 7


@dataclass(frozen=True)
class Misspellings:
    """``near``: a word without one of its letters, or whole -> the words of names that leave it."""

    near: Mapping[str, tuple[str, ...]]
    cluster: Mapping[str, int]

    @staticmethod
    def of(index: Index) -> Misspellings:
        words = sorted({w for name in index.names.all() for w in _letters(name) if len(w) >= SHORTEST - 1})
        clusters = index.words.forms.get(word_hash(words)) if words else np.zeros(0, np.int32)
        near: dict[str, tuple[str, ...]] = {}
        for word in words:
            for left in {word, *_shorter(word)}:
                near[left] = (*near.get(left, ()), word)
        return Misspellings(near, {w: int(c) for w, c in zip(words, clusters.tolist(), strict=True) if c > 0})

    def read(self, s: Stream, cluster: Ints) -> Ints:
        """The clusters of words with the unknown ones that are misspelt put right, in place; the numbers of these words."""
        put: list[int] = []
        unknown = np.flatnonzero((cluster == UNKNOWN) & (s.ends - s.starts >= SHORTEST))
        known: dict[str, int] = {}
        for i in unknown.tolist():
            word = s.word(i).lower()
            if word not in known:
                known[word] = self._meant(word)
            if known[word] > 0:
                cluster[i] = known[word]
                put.append(i)
        return np.array(put, np.int32)

    def _meant(self, word: str) -> int:
        found = {w for left in {word, *_shorter(word)} for w in self.near.get(left, ()) if w[0] == word[0] and slip(word, w)}
        clusters = {self.cluster[w] for w in found if w in self.cluster}
        return clusters.pop() if len(clusters) == 1 else UNKNOWN


def slip(one: str, other: str) -> bool:
    """Whether one slip of the finger makes one word of another.

    >>> slip("anemia", "anemmia"), slip("anemia", "anmeia"), slip("anemia", "enemas")
    (True, True, False)
    """
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    a, b = one[at:], other[at:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])


def _shorter(word: str) -> Iterator[str]:
    for i in range(len(word)):
        yield word[:i] + word[i + 1 :]


def _letters(name: str) -> list[str]:
    return "".join(c if c.isalpha() else " " for c in name.lower()).split()
