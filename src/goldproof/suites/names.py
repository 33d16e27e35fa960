"""The names of an ontology, and what they show about its language: which words are heads, which stand before a head, which are pairs."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from ..ontology import Entry, Ontology, Scope
from .english import ARTICLES, PREPOSITIONS, american, irregular_plural, irregular_singular, regular_plural

_WORD = re.compile(r"[^\W_]+")
_UNFIT = frozenset(("abbreviation", "obsolete_synonym"))
_FOREIGN = ("german", "french", "dutch", "spanish", "italian", "czech", "japanese", "chinese", "portuguese", "turkish", "latin")
_STOP = PREPOSITIONS | ARTICLES


@dataclass(frozen=True, slots=True)
class Name:
    """One name of one concept. ``scope`` is empty for the label."""

    text: str
    concept: str
    scope: str = ""
    kind: str = ""

    @property
    def words(self) -> list[str]:
        return self.text.split()


@dataclass(frozen=True)
class Names:
    """Names of the concepts of a branch that tests are made from (``chosen``), and of all others (``every``), which nothing may be taken for."""

    ontology: Ontology
    concepts: tuple[str, ...]
    every: tuple[Name, ...] = field(repr=False)

    @staticmethod
    def of(ontology: Ontology, concepts: Iterable[str]) -> Names:
        return Names(ontology, tuple(concepts), tuple(n for e in ontology.current for n in _names(e)))

    @cached_property
    def chosen(self) -> tuple[Name, ...]:
        """Labels and exact synonyms of the branch, in English, unmistakable, of a form that a text could have."""
        mine = set(self.concepts)
        return tuple(n for n in self.every if n.concept in mine and n.scope in ("", Scope.EXACT.value) and n.kind not in _UNFIT
                     and not n.kind.lower().startswith(_FOREIGN) and _fit(n.text) and self.means(n.text) == {n.concept})  # fmt: skip

    @cached_property
    def _by_key(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for n in self.every:
            found[key(n.text)].add(n.concept)
        return found

    @cached_property
    def _by_bag(self) -> dict[frozenset[str], set[str]]:
        found: dict[frozenset[str], set[str]] = defaultdict(set)
        for n in self.every:
            found[self.bag(n.text)].add(n.concept)
        return found

    def means(self, text: str) -> set[str]:
        """The concepts that have this name, but for capitals and punctuation."""
        return self._by_key.get(key(text), set())

    @cached_property
    def _exact(self) -> frozenset[tuple[str, str]]:
        return frozenset((n.text.casefold(), n.concept) for n in self.every)

    def lists(self, text: str, concept: str) -> bool:
        """The concept has this very name, but for capitals."""
        return (text.casefold(), concept) in self._exact

    def close(self, text: str) -> set[str]:
        """The concepts that have a name of the same words, but for their order, their number, their spelling, articles and prepositions."""
        return self._by_bag.get(self.bag(text), set())

    def bag(self, text: str) -> frozenset[str]:
        return frozenset(singular_like(american(w)) for w in _WORD.findall(text.casefold()) if w not in _STOP)

    @cached_property
    def heads(self) -> Counter[str]:
        """How often each word is the head of a name: the last word, or the last before the first preposition. Small letters."""
        return Counter(h for n in self.every if (h := head(n.text)) is not None)

    @cached_property
    def before_of(self) -> Counter[str]:
        """How often each word stands first in ``A of the B``, alone."""
        return Counter(parts[0].lower() for n in self.every if (parts := of_phrase(n.text)) is not None)

    @cached_property
    def behind_of_the(self) -> Counter[str]:
        """How often each phrase stands behind ``of the`` to the end of a name."""
        return Counter(parts[2] for n in self.every if (parts := of_phrase(n.text)) is not None and parts[1])

    @cached_property
    def premodifiers(self) -> Counter[str]:
        """How often each phrase begins a name of one more word that is a head elsewhere: ``optic nerve`` in ``Optic nerve hypoplasia``."""
        return Counter(" ".join(w[:-1]).lower() for n in self.every if 1 < len(w := n.words) < 6 and not _STOP & set(map(str.lower, w)))

    @cached_property
    def tails(self) -> Counter[str]:
        """How often each word is the last of a name of several words without a preposition."""
        return Counter(w[-1].lower() for n in self.every if len(w := n.words) > 1 and not _STOP & set(map(str.lower, w)))

    @cached_property
    def followers(self) -> Mapping[str, set[str]]:
        """The words, without their number, that follow each two first words of a name."""
        found: dict[str, set[str]] = defaultdict(set)
        for n in self.every:
            if len(w := n.text.lower().split()) > 2:
                found[f"{w[0]} {w[1]}"].add(singular_like(w[2]))
        return found

    def plural(self, word: str) -> str:
        """The plural of a noun, where it is sure that it has one: a known irregular one, or a regular one that is the head of another name."""
        if found := irregular_plural(word):
            return found
        many = regular_plural(word)
        return many if self.heads[many] and self.heads[word] and word.isalpha() else ""

    def singular(self, word: str) -> str:
        """The singular of a plural, where it is sure to be one."""
        if found := irregular_singular(word):
            return found
        candidates = [word[:-3] + "y"] if word.endswith("ies") else [word[:-1], word[:-2]] if word.endswith("s") and not word.endswith("ss") else []
        return next((one for one in candidates if one and regular_plural(one) == word and self.heads[one] and self.heads[word] and one.isalpha()), "")

    def siblings(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Each parent in the branch with its children in the branch."""
        mine = set(self.concepts)
        for concept in self.concepts:
            below = tuple(sorted(c for c in self.ontology.children(concept) if c in mine))
            if len(below) > 1:
                yield concept, below


def _names(entry: Entry) -> Iterator[Name]:
    if entry.label:
        yield Name(entry.label, entry.id)
    seen = {entry.label}
    for s in entry.synonyms:
        if s.text and s.text not in seen:
            seen.add(s.text)
            yield Name(s.text, entry.id, s.scope.value, s.kind)


def _fit(text: str) -> bool:
    return "obsolete" not in text.lower() and text == " ".join(text.split()) and any(c.isalpha() for c in text)


@lru_cache(1 << 18)
def key(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))


@lru_cache(1 << 16)
def singular_like(word: str) -> str:
    """A word without what makes a plural, for comparing only."""
    word = irregular_singular(word) or word
    if len(word) > 3 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def head(text: str) -> str | None:
    """The head of a name: its last word, or the last before the first preposition; None if that is not a plain word.

    >>> head("Short middle phalanx of the thumb"), head("Broad thumb"), head("Brachydactyly type A1"), head("Seizures, focal")
    ('phalanx', 'thumb', None, None)
    """
    place = head_place(text)
    return None if place is None else text.split()[place].lower()


def head_place(text: str) -> int | None:
    """Which word of the name is its head."""
    words = text.split()
    if any(c in text for c in ",;:()[]/") or {"and", "or"} & set(words):
        return None
    place = next((i for i, w in enumerate(words) if w.lower() in PREPOSITIONS), len(words)) - 1
    if place < 0 or not words[place].isalpha() or words[place].isupper() or (place and not words[place].islower()):
        return None
    if any(w.lower() in ("type", "grade", "stage", "class") for w in words):
        return None
    return place


@lru_cache(1 << 16)
def of_phrase(text: str) -> tuple[str, str, str] | None:
    """``A of the B`` as A, "the" or nothing, and B (small letters at its beginning as they are); A one plain word, B without a preposition.

    >>> of_phrase("Hypoplasia of the optic nerve"), of_phrase("Loss of hair"), of_phrase("Short phalanx of the thumb")
    (('Hypoplasia', 'the', 'optic nerve'), ('Loss', '', 'hair'), None)
    """
    words = text.split()
    if len(words) < 3 or words[1] != "of" or not words[0].isalpha() or any(c in text for c in ",;:()[]/"):
        return None
    article = "the" if words[2] == "the" else ""
    rest = words[3:] if article else words[2:]
    if not rest or any(w.lower() in _STOP for w in rest):
        return None
    return words[0], article, " ".join(rest)
