"""Names in a text: windows of words whose bag of clusters is the bag of a name."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...text.stream import COMMA, HARD, HYPHEN, JOINED, PLAIN, Hashes, Stream, word_hash
from .building import DERIVED, INVERTED
from .index import CASED, CROSSES, LONGEST, Index

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
FEW = 1024
"""So many words are looked at in all lengths at once."""
_SIZES = np.arange(2, LONGEST + 1)
_BITS = (1 << _SIZES).astype(np.uint32)
SKIPPED = 5
"""So many words can stand between two that are looked up together, all but the last of them stop words."""


@dataclass(frozen=True)
class Content:
    """The words of a stream that count. ``at``: their numbers in the stream; ``near``, ``wide``: values added up; ``rest``: how far a run goes on."""

    at: Numbers
    cluster: NDArray[np.int32]
    near: Hashes
    wide: Hashes
    rest: Numbers

    def __len__(self) -> int:
        return len(self.at)


@dataclass(frozen=True)
class Found:
    """Candidates: first word, behind the last word, row of the index, rule, and the words left out, from ``skip`` to ``back`` (equal: none)."""

    first: Numbers
    last: Numbers
    row: NDArray[np.int32]
    rule: NDArray[np.uint8]
    skip: Numbers
    back: Numbers

    def __len__(self) -> int:
        return len(self.first)

    def take(self, rows: Numbers | Flags) -> Found:
        return Found(*(getattr(self, f)[rows] for f in FIELDS))

    @staticmethod
    def of(first: Numbers, last: Numbers, row: NDArray[np.int32], rule: NDArray[np.uint8]) -> Found:
        return Found(first, last, row, rule, last, last)

    def __add__(self, other: Found) -> Found:
        return Found(*(np.concatenate((getattr(self, f), getattr(other, f))) for f in FIELDS))

    def sorted(self) -> Found:
        """By first word, the longest before the shorter ones."""
        return self.take(np.lexsort((self.row, -self.last, self.first)))


FIELDS = ("first", "last", "row", "rule", "skip", "back")
_NONE = np.zeros(0, np.int64)
NOTHING = Found(_NONE, _NONE, _NONE.astype(np.int32), _NONE.astype(np.uint8), _NONE, _NONE)


def content(index: Index, s: Stream, c: NDArray[np.int32] | None = None) -> Content:
    """The words that count, in runs that no unknown word and no end of a sentence breaks. ``c``: their clusters, if they were read otherwise."""
    c = index.words.of(s) if c is None else c
    at = np.flatnonzero(c)
    cluster = c[at]
    n = len(at)
    near = np.zeros(n + 1, np.uint64)
    wide = np.zeros(n + 1, np.uint64)
    np.cumsum(index.words.near[cluster], out=near[1:])
    np.cumsum(index.words.wide[cluster], out=wide[1:])
    rest = np.zeros(n, np.int64)
    if n:
        hard = np.cumsum(s.gaps[:-1] == HARD)[at]
        known = cluster > 0
        stop = np.ones(n + 1, bool)
        stop[1:n] = ~known[1:] | ~known[:-1] | (hard[1:] != hard[:-1]) | (at[1:] - at[:-1] > SKIPPED)
        ends = np.flatnonzero(stop)
        rest = np.repeat(ends[1:], np.diff(ends)) - np.arange(n)
        rest[~known] = 0
    return Content(at, cluster, near, wide, rest)


def windows(index: Index, s: Stream, c: Content) -> Found:
    """Every name that stands in the text in one piece."""
    single = index.single[c.cluster]
    one = np.flatnonzero(single >= 0)
    some, size = _pairs(index.lengths[c.cluster], c.rest)
    # Every name of several words is among the loose ones; what passes may be a close one too, which is better.
    row = index.loose.get(c.wide[some + size] - c.wide[some])
    hit = np.flatnonzero(row >= 0)
    some, size, row = some[hit], size[hit], row[hit]
    close = index.close.get(c.near[some + size] - c.near[some], rare=False)
    first = np.concatenate((c.at[one], c.at[some]))
    last = np.concatenate((c.at[one], c.at[some + (size - 1)])) + 1
    row = np.concatenate((single[one], np.where(close >= 0, close, row)))
    return allowed(index, s, Found.of(first, last, row, index.rows.rule[row]))


def _pairs(mask: NDArray[np.uint32], rest: Numbers) -> tuple[Numbers, Numbers]:
    """Content words and numbers of words, from two on, so that names of that many words may begin with the word and end so many words on."""
    start = np.flatnonzero(rest > 1)
    if len(start) <= FEW:
        # A short text: all lengths at once, since every call costs more than what it does.
        end = start[:, None] + _SIZES - 1
        fits = (rest[start][:, None] >= _SIZES) & (mask[start][:, None] & mask[np.minimum(end, len(mask) - 1)] & _BITS != 0)
        i, n = fits.nonzero()
        return start[i], n + 2
    found: list[Numbers] = []
    for n in range(2, LONGEST + 1):
        start = start[rest[start] >= n]
        found.append(start[(mask[start] & mask[start + (n - 1)] & np.uint32(1 << n)) != 0])
    return np.concatenate(found), np.repeat(np.arange(2, LONGEST + 1), [len(f) for f in found])


def allowed(index: Index, s: Stream, f: Found) -> Found:
    """Without those that begin or end inside a word, cross a comma or bracket that the name has not, or are not in the name's capitals."""
    flags = index.rows.flags[f.row]
    good = (s.gaps[f.first] != JOINED) & (s.gaps[f.last] != JOINED)
    cross = np.cumsum(s.gaps >= COMMA)
    crossing: Numbers = cross[f.last - 1] - cross[f.first]
    # "X, severe": one comma, one word behind it, and the end of the phrase.
    turned = (crossing == 1) & (s.gaps[f.last - 1] == COMMA) & (s.gaps[f.last] >= COMMA) & ((flags & CROSSES) == 0)
    good &= (crossing == 0) | ((flags & CROSSES) != 0) | turned
    good &= ~dangling(s, f)
    # Over a comma or a hyphen words stay in the order of the name: in "ear dysplasia-renal adysplasia" there is no renal dysplasia.
    hyphens = np.cumsum(s.gaps == HYPHEN)
    for i in np.flatnonzero(good & ~turned & ((crossing > 0) | (hyphens[f.last - 1] > hyphens[f.first])) & (f.last - f.first > 1)).tolist():
        good[i] = _in_order(index, s, f, i)
    # "Seizures were absent" is no absence seizure.
    absent = (s.hashes[f.last - 1] == _ABSENT[0]) & (f.last - f.first > 2)
    for i in np.flatnonzero(good & absent).tolist():
        good[i] = _GONE.search(index.names[int(index.rows.name[f.row[i]])]) is not None
    for i in np.flatnonzero(good & ((flags & CASED) != 0)).tolist():
        good[i] = s.text[s.starts[f.first[i]] : s.ends[f.last[i] - 1]] == index.names[index.rows.name[f.row[i]]]
    f.rule[turned] = INVERTED
    return f.take(good)


_ABSENT = word_hash(["absent"])
_GONE = re.compile(r"absent|absence of|missing|lack|aplas|agenes", re.IGNORECASE)


def _in_order(index: Index, s: Stream, f: Found, i: int) -> bool:
    """Whether a candidate ends with the word that its name ends with, or begins with the one that it begins with."""
    own = index.sequence(int(f.row[i]))
    there = index.words.forms.get(s.hashes[[f.first[i], f.last[i] - 1]])
    return bool(own) and (index.words.root[there[0]] == own[0] or index.words.root[there[1]] == own[-1])


def dangling(s: Stream, f: Found) -> Flags:
    """Whether an uncertain name ends with an adjective that belongs to the word behind it: "absence of retinal | hamartomas"."""
    weak = (f.rule >= DERIVED) & (f.last - f.first > 1) & (s.gaps[f.last] == PLAIN)
    at = np.flatnonzero(weak)
    end = s.ends[f.last[at] - 1]
    ends = (s.raw[end - 2].astype(np.int64) | 32) << 8 | (s.raw[end - 1] | 32)
    out = np.zeros(len(f), bool)
    out[at] = np.isin(ends, _ADJECTIVES) & (end - s.starts[f.last[at] - 1] > 3)
    return out


def adjectives(s: Stream, f: Found) -> Flags:
    """Which are one adjective that stands before another word."""
    at = np.flatnonzero((f.last - f.first == 1) & (s.gaps[f.last] == PLAIN) & (s.ends[f.last - 1] - s.starts[f.first] > 3))
    end = s.ends[f.last[at] - 1]
    out = np.zeros(len(f), bool)
    out[at] = np.isin((s.raw[end - 2].astype(np.int64) | 32) << 8 | (s.raw[end - 1] | 32), _ADJECTIVES)
    return out


_ADJECTIVES = np.array([ord(a) << 8 | ord(b) for a, b in ("al", "ic", "ar", "us", "ry", "ac")], np.int64)
