"""Making an index from names, as the switches say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ...model.columns.interning import gather
from ...text.stream import stream, word_hash
from ...text.strings import Strings
from ...text.variants import continental, english
from ...text.variants.functions import COPULAS, NEGATIONS, stop_words
from .clusters import Rule
from .compounds import with_compounds
from .ellipsis import elliptic
from .index import LONGEST, Index, Long, Rows, Vocabulary, bags, plain_rows, table, vocabulary
from .learning import substituted, substitutions
from .meagre import meagre
from .names import MADE, Names
from .switches import Switches

RULES = ("name", "derivation", "learnt", "ellipsis", "extension", "coordination", "abbreviation", "inversion", "non-canonical", "misspelling", "broader")
"""What leads from a text to a name; rows and mentions hold the number."""
NAME, DERIVED, LEARNT, ELLIPTIC, EXTENDED, COORDINATED, ABBREVIATED, INVERTED, NONCANONICAL, MISSPELT, BROADER = range(len(RULES))


def build(names: Names, switches: Switches, *, language: str = "en") -> Index:
    """The index of some names in one language."""
    language = language.split("-")[0].lower()
    near, wide = rules(switches, language)
    if switches.compounds and language in continental.LINKS:
        names = with_compounds(names, language, near)
    stops = stop_words(language) if switches.stop_words else frozenset[str]()
    if switches.noncanonical:
        stops |= COPULAS.get(language, frozenset())
    s = stream(list(names.texts))
    words = vocabulary(s, near, wide, stops, numerals=switches.numerals)
    b = bags(s, words, len(names))
    every = plain_rows(s, b, names)
    usable = np.flatnonzero((b.size > 0) & (b.size <= LONGEST) & (names.cased | ~meagre(s, words.of(s) > 0, len(names), language)))
    close, close_rows = table(every.take(usable), depth(names))
    many = usable[b.size[usable] > 1]
    r = every.take(many)
    loose_rows = Rows(b.loose[many], r.concept, r.name, np.full(len(r), DERIVED, np.uint8), r.rank + np.int32(MADE), r.flags, r.size)
    root = words.root
    lengths = np.zeros(int(root.max()) + 2, np.uint32)
    np.bitwise_or.at(lengths, root[b.near], np.uint32(1) << b.size[b.owner].clip(0, 31).astype(np.uint32))
    if switches.learn:
        never = frozenset(int(root[w]) for w in _clusters(words, NEGATIONS | {"abnormality"}))
        pairs = substitutions(b, words, names, switches.learn, never)
        made = substituted(b, every, words, pairs, LEARNT)
        loose_rows = loose_rows + made.take(np.flatnonzero(made.size > 1))
        for left, right in pairs:
            together = np.bitwise_or.reduce(lengths[[*left, *right]])
            lengths[[*left, *right]] |= together
        # A pair of unequal sides makes names of another length: all words of these names have to know it.
        other = np.flatnonzero(made.size != b.size[made.name])
        name, size = made.name[other].astype(np.int64), made.size[other].clip(0, 31).astype(np.uint32)
        word, _ = gather(np.append(b.first, len(b.near)), name)
        np.bitwise_or.at(lengths, root[b.near[word]], np.uint32(1) << np.repeat(size, b.size[name]))
        for left, right in pairs:
            if len(left) != len(right):
                both = [*left, *right]
                lengths[both] |= (lengths[both] << np.uint32(1)) | (lengths[both] >> np.uint32(1))
    if switches.ellipsis:
        never = frozenset(int(root[w]) for w in _clusters(words, NEGATIONS | english.QUALITIES))
        made = elliptic(b, every, words, names, never, ELLIPTIC)
        loose_rows = loose_rows + made
        word, _ = gather(np.append(b.first, len(b.near)), made.name.astype(np.int64))
        np.bitwise_or.at(lengths, root[b.near[word]], np.uint32(1) << np.repeat(made.size, b.size[made.name]).astype(np.uint32))
    loose, loose_rows = table(loose_rows, depth(names))
    # One list of rows: those of the loose table stand behind those of the close one.
    loose = replace(loose, values=np.where(loose.keys != 0, loose.values + len(close_rows), 0).astype(np.int32))
    return Index(words, close, loose, lengths[root], close_rows + loose_rows, Strings.of(list(names.texts)), names.concepts, names.labels, above(names))


def depth(names: Names) -> NDArray[np.int32]:
    """How many concepts stand above each."""
    if not names.above:
        return np.zeros(len(names.concepts), np.int32)
    return np.fromiter(map(len, names.above), np.int32, len(names.above))


def above(names: Names) -> Long:
    """Sorted numbers of concept * (all concepts) + something above it."""
    n = len(names.concepts)
    pairs = [i * n + j for i, over in enumerate(names.above) for j in over]
    return np.sort(np.array(pairs, np.int64))


def rules(switches: Switches, language: str = "en") -> tuple[list[Rule], list[Rule]]:
    """The rules of near clusters and those of wide ones. A language that has no rules of its own has those of English."""
    near: list[Rule] = []
    if language in continental.ENDS:
        if switches.inflection:
            near.append(continental.inflections(language))
        if switches.spelling:
            near.append(continental.spellings(language))
        return near, []
    if switches.inflection:
        near.append(english.inflections)
    if switches.spelling:
        near.append(english.spellings)
        if switches.inflection:
            near.append(english.respelt)
    wide: list[Rule] = []
    if switches.derivation:
        near.append(english.adjectives)
        wide.append(english.derivations)
    if switches.synonyms:
        wide.append(english.synonyms)
    return near, wide


def _clusters(words: Vocabulary, texts: frozenset[str]) -> list[int]:
    found = words.forms.get(word_hash(sorted(texts)))
    return [int(c) for c in found if c > 0]
