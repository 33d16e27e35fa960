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

from ...text.stream import Hashes, stream
from .index import CASED, Bags, Long, Rows, Vocabulary, bags
from .names import EXACT, MADE, Names

MOST = 7
"""So many words a name has at most that may lose one."""
FEWEST, ALMOST = 3, 0.85
"""A word goes without saying before another if so many concepts, and so large a share of them, have it there."""
_PLACE = re.compile(r"(?P<left>[^\W_]+(?:[ -][^\W_]+)+?) (?:of|in|on|at|from|involving|affecting) [^,;(]+", re.IGNORECASE)
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
    good = (size >= 2) & (size < b.size[at])
    good[good] = _owners(b, words, names, bag[good], at[good])
    at = at[good]
    r = every.take(at)
    rank = (r.rank + np.int32(MADE + 60)).astype(np.int32)
    return Rows(bag[good], r.concept, r.name, np.full(len(at), rule, np.uint8), rank, r.flags, size[good].astype(np.int32))


def _implied(b: Bags, words: Vocabulary, names: Names) -> Long:
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
    return np.asarray(place[goes[which.reshape(-1)] & (b.size[b.owner[place]] >= 3) & (b.size[b.owner[place]] <= MOST)])


def _owners(b: Bags, words: Vocabulary, names: Names, bag: Hashes, owner: Long) -> NDArray[np.bool_]:
    """Whether the concept of each owner stands above (or is) that of every other name that has all words of the bag, which is a part of the owner's."""
    wide = words.root[b.near]
    ends = np.append(b.first, len(wide))
    values = {int(w): int(v) for w, v in zip(words.root.tolist(), words.wide.tolist(), strict=True)}
    having: dict[int, set[int]] = {}
    for w, i in zip(wide.tolist(), b.owner.tolist(), strict=True):
        having.setdefault(w, set()).add(i)
    concept = names.concept.tolist()
    out = np.zeros(len(bag), bool)
    for k, (value, i) in enumerate(zip(bag.tolist(), owner.tolist(), strict=True)):
        own = wide[ends[i] : ends[i + 1]].tolist()
        part = _part(own, [values[w] for w in own], value)
        if part is None:
            continue
        some = set.intersection(*sorted((having[w] for w in part), key=len))
        mine = concept[i]
        out[k] = all(concept[n] == mine or (names.above and mine in names.above[concept[n]]) for n in some)
    return out


def _part(own: list[int], values: list[int], value: int) -> list[int] | None:
    """Which of a name's words a bag has: a run of them, or all but one."""
    for a in range(len(own)):
        total = 0
        for z in range(a, len(own)):
            total = (total + values[z]) & _ALL
            if total == value:
                return own[a : z + 1]
    total = sum(values) & _ALL
    for k, v in enumerate(values):
        if (total - v) & _ALL == value:
            return own[:k] + own[k + 1 :]
    return None


_ALL = (1 << 64) - 1
