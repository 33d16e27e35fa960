"""Names without what they can do without: *odontogenic keratocyst* for *odontogenic keratocysts of the jaw*, *happy disposition* for *conspicuously happy disposition*,
*dysgenesis of the vermis* for *dysgenesis of the cerebellar vermis*.

Left out is a place behind the thing, an adverb before it, or a word that the names of the terminology almost always have before another (there is no vermis
but the cerebellar one). What is left stands for the name if every other name of the terminology that has all its words belongs to the same concept or to
one below it.
"""

from __future__ import annotations

import re
from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from ...text.stream import stream
from .index import CASED, Bags, Hashes, Rows, Vocabulary, bags
from .names import EXACT, MADE, Names

MOST = 7
"""So many words a name has at most that may lose one."""
FEWEST, ALMOST = 3, 0.85
"""A word goes without saying before another if so many concepts, and so large a share of them, have it there."""
_PLACE = re.compile(r"(?P<left>[^\W_]+(?:[ -][^\W_]+)+) (?:of|in|on|at|from) (?:the |both )?[^\W\d_]+", re.IGNORECASE)
_ADVERB = re.compile(r"(?!abnormal|typical|atypical|poor|partial|part|incomplete|complete|increasing|decreasing|excessive|usual|highly|newly|early|only|family)[^\W\d_]{3,}ly (?P<left>[^\W_]+(?:[ -][^\W_]+)+)", re.IGNORECASE)
_JOINS = re.compile(r"\b(?:and|or|of|in|on|at|to|with|without|not|no|than|abnormal\w*|age|level|concentration)\b", re.IGNORECASE)


def elliptic(b: Bags, every: Rows, words: Vocabulary, names: Names, never: Collection[int], rule: int) -> Rows:
    """Rows for the names that can do without a word; those of the wide clusters ``never`` they cannot do without."""
    texts: list[str] = []
    owner: list[int] = []
    for i in np.flatnonzero((names.rank <= EXACT) & (b.size >= 3) & (b.size <= MOST) & ((every.flags & CASED) == 0)).tolist():
        for pattern in (_PLACE, _ADVERB):
            found = pattern.fullmatch(names.texts[i])
            if found and not _JOINS.search(found["left"]):
                texts.append(found["left"])
                owner.append(i)
    at = np.array(owner, np.int64)
    left = bags(stream(texts), words, len(texts))
    word = _implied(b, words, names)
    word = word[~np.isin(words.root[b.near[word]], list(never)) & (names.rank[b.owner[word]] <= EXACT) & ((every.flags[b.owner[word]] & CASED) == 0)]
    bag = np.concatenate((left.loose, b.loose[b.owner[word]] - words.wide[b.near[word]]))
    at = np.concatenate((at, b.owner[word]))
    size = np.concatenate((left.size, b.size[b.owner[word]] - 1))
    good = (size >= 2) & (size == b.size[at] - 1)
    good[good] = _owners(b, words, names, bag[good]) == names.concept[at[good]]
    at = at[good]
    r = every.take(at)
    rank = (r.rank + np.int32(MADE + 60)).astype(np.int32)
    return Rows(bag[good], r.concept, r.name, np.full(len(at), rule, np.uint8), rank, r.flags, size[good].astype(np.int32))


def _implied(b: Bags, words: Vocabulary, names: Names) -> NDArray[np.int64]:
    """Places of words that go without saying: of all concepts whose names have the word behind, nearly all have it there."""
    wide = words.root[b.near].astype(np.int64)
    concept = names.concept[b.owner].astype(np.int64)
    sure = names.rank[b.owner] <= EXACT
    many = np.int64(wide.max(initial=0) + 1)
    total = len(names.concepts)
    having = np.bincount(np.unique(wide[sure] * total + concept[sure]) // total, minlength=int(many))
    place = np.flatnonzero(sure[:-1] & (b.owner[1:] == b.owner[:-1])) if len(wide) else np.zeros(0, np.int64)
    pair = wide[place] * many + wide[place + 1]
    kinds, which = np.unique(pair, return_inverse=True)
    together = np.bincount(np.unique(which.reshape(-1) * np.int64(total) + concept[place]) // total, minlength=len(kinds))
    behind = having[kinds % many]
    goes = (behind >= FEWEST) & (together >= ALMOST * behind)
    return place[goes[which.reshape(-1)] & (b.size[b.owner[place]] >= 3) & (b.size[b.owner[place]] <= MOST)]


def _owners(b: Bags, words: Vocabulary, names: Names, wanted: Hashes) -> NDArray[np.int64]:
    """For each bag the one concept of those with a name that has all its words and one or two more, if the others are below it; otherwise -1."""
    wide = words.wide[b.near]
    size, loose = b.size[b.owner], b.loose[b.owner]
    end = (np.append(b.first, len(size)))[b.owner + 1]
    place = np.arange(len(size))
    here = (size >= 3) & (size <= MOST + 1)
    sought = np.unique(wanted)
    bag, concept = [b.loose], [names.concept]
    for step in range(MOST + 1):
        some = np.flatnonzero(here & (place + step < end))
        value = loose[some] - wide[some] - (wide[some + step] if step else np.uint64(0))
        hit = np.isin(value, sought)
        bag.append(value[hit])
        concept.append(names.concept[b.owner[some[hit]]])
    return _highest(np.concatenate(bag), np.concatenate(concept), names, wanted)


def _highest(bag: Hashes, concept: NDArray[np.int32], names: Names, wanted: Hashes) -> NDArray[np.int64]:
    order = np.lexsort((concept, bag))
    bag, concept = bag[order], concept[order]
    begin, end = np.searchsorted(bag, wanted), np.searchsorted(bag, wanted, side="right")
    out = np.full(len(wanted), -1, np.int64)
    for i, (a, z) in enumerate(zip(begin.tolist(), end.tolist(), strict=True)):
        some = set(concept[a:z].tolist())
        best = min(some, key=lambda c: len(names.above[c]) if names.above else 0, default=-1)
        if len(some) == 1 or (names.above and all(c == best or best in names.above[c] for c in some)):
            out[i] = best
    return out
