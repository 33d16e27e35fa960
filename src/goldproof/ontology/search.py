"""Terms by the words of their names, as somebody types them: begun words, in any order, with a slip of the finger.

An index from every word of every name to the names it stands in, its words sorted so that those that begin alike stand together. Candidates are fetched unranked,
from the rarest of the words that were typed, and ranked after.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from .entry import Scope

_WORD = re.compile(r"\w+")
_MANY = 4000
"""So many candidates are ranked at most; single letters fit a tenth of an ontology."""
_HOW = ("exact", "begins", "words", "similar")
NOBODY: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Found:
    """A term that fits, and by which of its names. ``how``: "exact", "begins", "words" or "similar"."""

    id: str
    label: str
    name: str
    how: str


class Searcher:
    """``depth`` gives how deep a term stands, for the order of terms that fit alike."""

    def __init__(self, labels: Iterable[tuple[str, str]], synonyms: Iterable[tuple[str, str, Scope]], depth: Callable[[str], int] = lambda _: 0) -> None:
        self._labels = dict(labels)
        self._names = [(id, name, 0) for id, name in self._labels.items()]
        scopes = {scope: n for n, scope in enumerate((Scope.EXACT, Scope.NARROW, Scope.RELATED, Scope.BROAD), 1)}
        self._names += [(id, text, scopes[scope]) for id, text, scope in synonyms]
        self._depth = depth

    @cached_property
    def _index(self) -> tuple[list[str], list[list[int]]]:
        """Every word, sorted, and the names it stands in."""
        found: dict[str, list[int]] = {}
        for number, (_, name, _) in enumerate(self._names):
            for word in set(words(name)):
                found.setdefault(word, []).append(number)
        return sorted(found), [found[word] for word in sorted(found)]

    def search(self, text: str, *, most: int = 20, used: Mapping[str, int] = NOBODY) -> tuple[Found, ...]:
        typed = words(text)
        if not typed or most < 1:
            return ()
        numbers = self._with_all([self._begun(word) for word in typed])
        if not numbers:
            numbers = self._with_all([self._begun(word) or self._close(word) for word in typed])
        whole = " ".join(typed)
        ranked: dict[str, tuple[tuple[int, ...], int]] = {}
        for number in numbers:
            id, name, scope = self._names[number]
            said = " ".join(words(name))
            how = 0 if said == whole else 1 if said.startswith(whole) else 2 if self._fits(typed, said) else 3
            rank = (how, -used.get(id, 0), scope, len(said))
            if id not in ranked or rank < ranked[id][0]:
                ranked[id] = rank, number
        # How deep a term stands is looked up for the few that are shown.
        best = sorted(ranked.items(), key=lambda item: (item[1][0], item[0]))[: most * 3]
        # With a slip, the name that is about as long as the text is likelier meant than the general one.
        best.sort(key=lambda item: (item[1][0][:3], self._depth(item[0]) if item[1][0][0] < 3 else abs(item[1][0][3] - len(whole)), item[1][0][3], item[0]))
        return tuple(Found(id, self._labels.get(id, ""), self._names[number][1], _HOW[rank[0]]) for id, (rank, number) in best[:most])

    def _begun(self, word: str) -> list[int]:
        """The places in the index of the words that begin so."""
        all_, _ = self._index
        at = bisect_left(all_, word)
        end = bisect_left(all_, word + "\U0010ffff", lo=at)
        return list(range(at, end))

    def _close(self, word: str) -> list[int]:
        """The places of words that are one slip away (a letter more, less, another, or two exchanged) behind the same first letter, where the word is long enough to tell."""
        if len(word) < 4:
            return []
        all_, _ = self._index
        return [place for place, other in enumerate(all_) if abs(len(other) - len(word)) <= 1 and other[:1] == word[:1] and _one_slip(word, other)]

    def _with_all(self, places: list[list[int]]) -> list[int]:
        """The names in which a word of each group stands."""
        _, numbers = self._index
        if not all(places):
            return []
        # The rarest first, so that the sets stay small.
        groups = sorted(places, key=lambda group: sum(len(numbers[p]) for p in group))
        found = {n for p in groups[0] for n in numbers[p]}
        for group in groups[1:]:
            found &= {n for p in group for n in numbers[p]}
        return sorted(found, key=lambda n: (self._names[n][2], len(self._names[n][1])))[:_MANY]

    @staticmethod
    def _fits(typed: list[str], said: str) -> bool:
        return all(any(other.startswith(word) for other in said.split()) for word in typed)


def words(name: str) -> list[str]:
    """The words of a name, small and without accents.

    >>> words("Ménière's disease (left)")
    ['meniere', 's', 'disease', 'left']
    """
    if not name.isascii():
        name = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return _WORD.findall(name.replace("_", " ").casefold())


def _one_slip(a: str, b: str) -> bool:
    if len(a) > len(b):
        a, b = b, a
    at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), len(a))
    if len(a) < len(b):
        return a[at:] == b[at + 1 :]
    return a[at + 1 :] == b[at + 1 :] or (a[at + 2 :] == b[at + 2 :] and a[at : at + 2] == b[at : at + 2][::-1])
