"""How the words of a text lie to the names of the concept that they stand for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from .words import COORDINATORS, STOP, american, derived, inflected, mistyped, number, plain

# What may have to be changed in a name to get the text, the easiest first. Their order decides which of several names a wording.
CHANGES = ("punctuation", "stop-words", "numeral", "spelling", "inflection", "order", "derivation")
_SETS = [frozenset(s) for n in range(len(CHANGES) + 1) for s in combinations(CHANGES, n)]
_SETS.sort(key=lambda s: (len(s), max((CHANGES.index(c) for c in s), default=-1), sorted(map(CHANGES.index, s))))
_TOKEN = re.compile(r"\w+|[^\w\s]")
_ABBREVIATION = re.compile(r"(?=(?:[^A-Z]*[A-Z]){2})[A-Za-z][\w./-]{1,9}|[A-Z]{2,}s?(?:[ -]?[\dIVX]+)?")
Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wording:
    """``kind`` is one of :data:`WORDINGS`; ``changes`` all that differ between the text and ``name``, where that is all that differs."""

    kind: str
    changes: tuple[str, ...] = ()
    name: str = ""


# Every wording: what it means. The first that holds is taken; of several changes the hardest gives its name.
WORDINGS: dict[str, str] = {
    "name": "the text is a name of the concept, but for capitals",
    "punctuation": "the text is a name but for punctuation, hyphens or accents",
    "stop-words": "the text is a name but for words such as of, the, with",
    "numeral": "the text is a name but for a numeral written otherwise (II, 2, two, second)",
    "spelling": "the text is a name in the other English spelling (haemorrhage, hemorrhage)",
    "inflection": "the text is a name with a word in another form (singular, plural, -ed, -ing)",
    "order": "the text is a name with its words in another order",
    "derivation": "the text is a name with a word of the same stem in the place of another (hypoplastic, hypoplasia)",
    "typing-error": "the text is a name but for one letter",
    "abbreviation": "the text is an abbreviation",
    "coordination": "the text coordinates several things (short and broad fingers, aplastic/hypoplastic nails)",
    "elliptic": "every word of the text stands in a name that has more",
    "extra-words": "every word of a name stands in the text, which has more",
    "paraphrase": "the text and a name share a word, and each has others",
    "other-words": "the text shares no word with any name",
    "unknown-concept": "the ontology has no such concept, or it has no name",
}


def wording(text: str, names: Iterable[str], around: str = "") -> Wording:
    """How ``text`` lies to the nearest of the names. ``around`` is what a discontinuous mention reaches over; the text itself if it is empty.

    >>> wording("Hypoplasia of the nails", ["Hypoplastic nail", "Small nail"])
    Wording(kind='derivation', changes=('stop-words', 'derivation'), name='Hypoplastic nail')
    """
    return _wording(text, tuple(dict.fromkeys(names)), around or text)


@lru_cache(65536)
def _wording(text: str, names: Words, around: str) -> Wording:
    said = _tokens(text)
    known = [(name, _tokens(name)) for name in names if _tokens(name)]
    if not known:
        return Wording("unknown-concept")
    if changed := _changed(said, known):
        return changed
    for name, words in known:
        if mistyped("".join(said), "".join(words)):
            return Wording("typing-error", (), name)
    if _ABBREVIATION.fullmatch(text):
        return Wording("abbreviation", (), names[0])
    nearest, shared, said_alone, name_alone = _nearest(said, known)
    if any(t in COORDINATORS for t in _tokens(around)[1:-1]):
        return Wording("coordination", (), nearest)
    if not shared:
        return Wording("other-words", (), nearest)
    return Wording("elliptic" if not said_alone else "extra-words" if not name_alone else "paraphrase", (), nearest)


def _changed(said: Words, known: Sequence[tuple[str, Words]]) -> Wording | None:
    """The fewest and easiest changes that make a name of the text."""
    close = [(name, words) for name, words in known if _same(said, words, frozenset(CHANGES))]
    best: tuple[int, str] | None = None
    for name, words in close:
        rank = next(i for i, changes in enumerate(_SETS) if _same(said, words, changes))
        if best is None or rank < best[0]:
            best = rank, name
    if best is None:
        return None
    changes = tuple(c for c in CHANGES if c in _SETS[best[0]])
    return Wording(changes[-1] if changes else "name", changes, best[1])


def _same(a: Words, b: Words, changes: frozenset[str]) -> bool:
    if "punctuation" in changes and _letters(a) == _letters(b):
        return True
    a, b = _reduced(a, changes), _reduced(b, changes)
    if len(a) != len(b) or not a:
        return False
    alike = _alike(changes)
    if "order" in changes:
        return len(_matched(a, b, alike)) == len(a)
    return all(map(alike, a, b))


@lru_cache(65536)
def _reduced(words: Words, changes: frozenset[str]) -> Words:
    if "punctuation" in changes:
        words = tuple(plain(w) for w in words if w.isalnum() or w in COORDINATORS - {",", ";", "/"})
    if "stop-words" in changes:
        words = tuple(w for w in words if w not in STOP)
    if "numeral" in changes:
        words = tuple(map(number, words))
    if "spelling" in changes:
        words = tuple(map(american, words))
    return words


@lru_cache(256)
def _alike(changes: frozenset[str]) -> Callable[[str, str], bool]:
    rules = [rule for name, rule in (("inflection", inflected), ("derivation", derived)) if name in changes]
    return lambda a, b: a == b or any(rule(a, b) for rule in rules)


def _matched(a: Words, b: Words, alike: Callable[[str, str], bool]) -> dict[int, int]:
    """Words of b (by place) to words of a, each used once, as many as can be (augmenting paths)."""
    partner: dict[int, int] = {}

    def place(i: int, tried: set[int]) -> bool:
        for j in range(len(b)):
            if j not in tried and alike(a[i], b[j]):
                tried.add(j)
                if j not in partner or place(partner[j], tried):
                    partner[j] = i
                    return True
        return False

    for i in range(len(a)):
        place(i, set())
    return partner


def _nearest(said: Words, known: Sequence[tuple[str, Words]]) -> tuple[str, int, int, int]:
    """The name that shares the most words with the text: the name, how many are shared, how many each has alone."""
    every = frozenset(CHANGES)
    text = _content(said)
    best: tuple[tuple[int, int], str, int, int, int] | None = None
    for name, words in known:
        other = _content(words)
        shared = len(_matched(text, other, _alike(every)))
        key = (-shared, len(other) - shared)
        if best is None or key < best[0]:
            best = key, name, shared, len(text) - shared, len(other) - shared
    assert best is not None
    return best[1:]


def _content(words: Words) -> Words:
    return tuple(w for w in _reduced(words, frozenset(CHANGES)) if w not in COORDINATORS)


@lru_cache(65536)
def _letters(words: Words) -> str:
    return "".join(filter(str.isalnum, plain("".join(words))))


@lru_cache(65536)
def _tokens(text: str) -> Words:
    return tuple(_TOKEN.findall(unicodedata.normalize("NFC", text.casefold())))
