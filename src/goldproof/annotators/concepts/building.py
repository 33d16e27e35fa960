"""Making an index from names, as the switches say."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...text.stream import stream
from ...text.variants import english
from .clusters import Rule
from .index import FIELDS, LONGEST, Index, Rows, bags, joined, plain_rows, table, vocabulary
from .learning import substituted, substitutions
from .names import MADE, Name
from .switches import Switches

# The rules that lead from a text to a name, by number.
NAME, DERIVED, LEARNT, ELLIPTIC, EXTENDED, COORDINATED, ABBREVIATED, INVERTED = range(8)


def build(names: Sequence[Name], switches: Switches, *, language: str = "en") -> Index:
    near, wide = rules(switches)
    s = stream([n.text for n in names])
    words, heads = vocabulary(s, near, wide, language)
    b = bags(s, words, len(names))
    concepts = tuple(dict.fromkeys(x.concept for x in names))
    number = {x: i for i, x in enumerate(concepts)}
    every = plain_rows(s, b, names, number)
    usable = np.flatnonzero((b.size > 0) & (b.size <= LONGEST))
    close, close_rows = table(every.take(usable))
    loose_rows = every.take(usable[b.size[usable] > 1])
    loose_rows = Rows(b.loose[usable[b.size[usable] > 1]], loose_rows.concept, loose_rows.name, np.full(len(loose_rows), DERIVED, np.uint8),
                      loose_rows.rank + MADE, loose_rows.flags, loose_rows.size)  # fmt: skip
    root = words.root
    lengths = np.zeros(int(root.max()) + 2, np.uint32)
    np.bitwise_or.at(lengths, root[b.near], np.uint32(1) << b.size[b.owner].clip(0, 31).astype(np.uint32))
    if switches.learn:
        first_of: dict[int, int] = {}
        for i, w in enumerate(root.tolist()):
            first_of.setdefault(w, i)
        pairs = substitutions(b, words, names, switches.learn)
        made = substituted(b, every, words, pairs, LEARNT, first_of)
        made = made.take(np.flatnonzero(made.size > 1))
        loose_rows = joined(loose_rows, made)
        for left, right in pairs:
            for w in (*left, *right):
                for v in (*left, *right):
                    lengths[w] |= lengths[v]
        lengths |= (lengths << np.uint32(1)) | (lengths >> np.uint32(1))
    loose, loose_rows = table(loose_rows)
    rows = joined(close_rows, loose_rows)
    loose = type(loose)(loose.keys, np.where(loose.keys != 0, loose.values + len(close_rows), 0).astype(np.int32), loose.seen)
    return Index(words, close, loose, lengths[root], rows, concepts, tuple(n.text for n in names))


def rules(switches: Switches) -> tuple[list[Rule], list[Rule]]:
    near: list[Rule] = []
    if switches.inflection:
        near.append(english.inflections)
    if switches.spelling:
        near.append(english.spellings)
        if switches.inflection:
            near.append(english.respelt)
    return near, [english.derivations] if switches.derivation else []


__all__ = ["FIELDS", "build", "rules"]
