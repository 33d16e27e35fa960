"""Names that share a word with a neighbour: *palmar and plantar pits*, *renal agenesis or dysgenesis*, *anal, renal, limb and ear anomalies*.

Around each conjunction, comma or slash, bags are looked up from which the words between are left out. A shared end: the words before the
sign and those at the end of the list. A shared beginning: the words at the beginning of the list and those behind the sign; there the
first member has to be a name itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ...text.stream import COMMA, ENCLOSING, HARD, JOINED, SLASH, Hashes, Stream, word_hash
from .building import COORDINATED
from .index import CASED, Index
from .windows import NOTHING, Content, Flags, Found, Numbers, adjectives, dangling

CONJUNCTIONS = {"en": ("and", "or"), "de": ("und", "oder"), "fr": ("et", "ou"), "nl": ("en", "of"), "es": ("y", "e", "o", "u"), "it": ("e", "ed", "o")}
MEMBER, LIST, SHARED, SHARED_END = 3, 8, 3, 5
"""Words of a member, words left out, shared words at the beginning, at the end: at most."""


@dataclass(frozen=True)
class _Ground:
    """What has to be known of each content word k. ``hard``, ``closed``, ``joins``, ``known``: how many ends of sentences, brackets, conjunctions,
    known words stand up to it. Of the plain names that end with word k - 1: ``begins`` the last beginning, ``longest`` the first; ``reach``: where the
    longest name from k on ends; ``inside``: the last beginning of any name that ends before k."""

    hard: Numbers
    closed: Numbers
    joins: Numbers
    known: Numbers
    begins: Numbers
    longest: Numbers
    reach: Numbers
    inside: Numbers
    first: Numbers
    last: Numbers


@dataclass(frozen=True)
class _Parts:
    """Two runs of content words, p0..p1 and q0..q1 (behind the last), that may be one name; ``ending``: the second is the shared one."""

    p0: Numbers
    p1: Numbers
    q0: Numbers
    q1: Numbers
    ending: Flags

    def take(self, rows: Numbers | Flags) -> _Parts:
        return _Parts(self.p0[rows], self.p1[rows], self.q0[rows], self.q1[rows], self.ending[rows])

    def __add__(self, other: _Parts) -> _Parts:
        return _Parts(
            np.concatenate((self.p0, other.p0)), np.concatenate((self.p1, other.p1)), np.concatenate((self.q0, other.q0)), np.concatenate((self.q1, other.q1)),
            np.concatenate((self.ending, other.ending)),
        )  # fmt: skip


def coordinated(index: Index, s: Stream, c: Content, whole: Found, words: Hashes) -> Found:
    """Candidates with words left out. ``whole`` are the plain ones, ``words`` the hashes of the conjunctions."""
    joins = _among(s.hashes[c.at], words)
    to = _to(s, c)
    left, right = _signs(s, c, joins, to)
    if not len(left) or not len(whole):
        return NOTHING
    g = _ground(s, c, whole, joins, to)
    left, right = _near_names(index, c, g, left, right)
    parts = _ends(index, c, g, left, right) + _beginnings(s, c, g, left, right)
    parts, row = _looked_up(index, c, g, parts)
    if not len(row):
        return NOTHING
    keep = (parts.p1 < parts.q0) & ((index.rows.flags[row] & CASED) == 0)
    keep[parts.ending] &= _supported(g, parts.take(parts.ending))
    keep[~parts.ending] &= _begun(index, s, c, parts.take(~parts.ending), row[~parts.ending])
    parts, row = parts.take(keep), row[keep]
    made = Found(c.at[parts.p0], c.at[parts.q1 - 1] + 1, row, np.full(len(row), COORDINATED, np.uint8), c.at[parts.p1 - 1] + 1, c.at[parts.q0])
    # What has a name of its own as it stands is no coordination.
    size = len(s) + 1
    own, plain = made.first * size + made.last, np.sort(whole.first * size + whole.last)
    keep = plain[np.searchsorted(plain, own).clip(max=len(plain) - 1)] != own
    keep &= (s.gaps[made.first] != JOINED) & (s.gaps[made.last] != JOINED) & ~dangling(s, made)
    return _fullest(made.take(keep))


def conjunctions(language: str) -> Hashes:
    """The hashes of a language's conjunctions."""
    return _hashes(CONJUNCTIONS.get(language.split("-")[0], CONJUNCTIONS["en"]))


@cache
def _hashes(words: tuple[str, ...]) -> Hashes:
    return word_hash(words)


def _among(hashes: Hashes, words: Hashes) -> Flags:
    found = np.zeros(len(hashes), bool)
    for word in words:
        found |= hashes == word
    return found


def _to(s: Stream, c: Content) -> Numbers:
    """The content words right behind a *to* that stands right behind another: "mild to moderate"."""
    word = np.flatnonzero(s.hashes == _hashes(("to",))[0])
    at = np.searchsorted(c.at, word)
    good = (at > 0) & (at < len(c.at))
    word, at = word[good], at[good]
    return np.asarray(at[(c.at[at] == word + 1) & (c.at[at - 1] == word - 1)])


def _signs(s: Stream, c: Content, joins: Flags, to: Numbers) -> tuple[Numbers, Numbers]:
    """Content words before and behind each conjunction, comma, slash."""
    at = np.flatnonzero(joins)
    gap = s.gaps[c.at]
    marks = np.flatnonzero((gap == COMMA) | (gap == SLASH))
    marks = marks[marks > 0]
    marks = marks[~joins[marks] & ~joins[marks - 1]]
    left, right = np.concatenate((at - 1, marks - 1, to - 1)), np.concatenate((at + 1, marks, to))
    good = (left >= 0) & (right < len(c))
    left, right = left[good], right[good]
    # "and/or" is one sign.
    left = np.where(joins[left], left - 1, left)
    right = np.where(joins[right], right + 1, right)
    good = (left >= 0) & (right < len(c)) & (c.cluster[left] > 0) & (right > left)
    pairs = np.sort(left[good] * np.int64(len(c) + 1) + right[good])
    pairs = pairs[np.concatenate(([True], pairs[1:] != pairs[:-1]))] if len(pairs) else pairs
    return pairs // (len(c) + 1), pairs % (len(c) + 1)


def _ground(s: Stream, c: Content, whole: Found, joins: Flags, to: Numbers) -> _Ground:
    n = len(c)
    between = joins | (s.gaps[c.at] == SLASH)
    between[to] = True
    # An adjective before its noun names nothing of its own here: "cautious and dystonic gait".
    whole = whole.take(~adjectives(s, whole))
    place = np.zeros(len(s), np.int64)
    place[c.at] = np.arange(n)
    first, last = place[whole.first], place[whole.last - 1] + 1
    begins = np.full(n + 1, -1, np.int64)
    np.maximum.at(begins, last, first)
    longest = np.full(n + 1, n, np.int64)
    np.minimum.at(longest, last, first)
    reach = np.zeros(n + 1, np.int64)
    np.maximum.at(reach, first, last)
    # Behind the last word of the stream everything ends.
    end = np.append(c.at, len(s))
    return _Ground(
        np.cumsum(s.gaps == HARD)[end], np.cumsum(s.gaps == ENCLOSING)[end], _counted(between), _counted(c.cluster > 0), begins, longest, reach,
        np.maximum.accumulate(begins), first, last,
    )  # fmt: skip


def _near_names(index: Index, c: Content, g: _Ground, left: Numbers, right: Numbers) -> tuple[Numbers, Numbers]:
    """The signs that a name ends at, or soon behind."""
    ends = g.begins >= 0
    ends[1:] |= index.words.root[c.cluster] == index.general
    so_far = np.cumsum(ends)
    soon = so_far[np.minimum(right + LIST + SHARED_END, len(c))] > so_far[right]
    keep = soon | (g.begins[left + 1] >= 0)
    return left[keep], right[keep]


def _counted(flags: Flags) -> Numbers:
    return np.concatenate(([0], np.cumsum(flags)))


def _ends(index: Index, c: Content, g: _Ground, left: Numbers, right: Numbers) -> _Parts:
    """member | sign ... | shared end. No name ends with the member or within the list, and a conjunction or slash stands in it."""
    n = len(c)
    general = index.words.root[np.append(c.cluster, 0)] == index.general
    some = g.begins[left + 1] < 0
    left, right = left[some], right[some]
    # A list of one word, of two, ...: as long as nothing ends it. All lengths at once, since each call costs more than what it does.
    q0 = right[:, None] + np.arange(1, LIST + 1)
    last = np.minimum(q0, n - 1)
    goes = (q0 < n) & (g.inside[last] <= left[:, None]) & (g.hard[last] == g.hard[left][:, None]) & (g.closed[last] == g.closed[left][:, None])
    i, out = np.logical_and.accumulate(goes, axis=1).nonzero()
    le, q0 = left[i], q0[i, out]
    listed = g.joins[q0] > g.joins[le + 1]
    le, q0 = le[listed], q0[listed]
    ends = q0[:, None] + np.arange(1, SHARED + 1)
    q1 = np.minimum(ends, n)
    # The list ends with a name that holds the shared words; or they are one word that is said of anything ("anomalies").
    named = (g.longest[q1] <= q0[:, None]) & (g.longest[q1] > le[:, None])
    named[:, 0] |= general[q0]
    i, more = (named & (ends <= n)).nonzero()
    le, q0, q1 = le[i], q0[i], q1[i, more]
    members = np.repeat(np.arange(1, MEMBER + 1), len(le))
    le, q0, q1 = np.tile(le, MEMBER), np.tile(q0, MEMBER), np.tile(q1, MEMBER)
    return _Parts(le + 1 - members, le + 1, q0, q1, np.ones(len(le), bool))


def _beginnings(s: Stream, c: Content, g: _Ground, left: Numbers, right: Numbers) -> _Parts:
    """shared beginning | ... sign | member. A name ends before the sign; behind it stands only a part of one."""
    order = np.argsort(g.last, kind="stable")
    begin, behind = _pairs(left + 1, right, g.last[order], g.first[order])
    # The conjunction of a list may stand behind a later member: "anomalies of branchial arches, kidneys and ears".
    later = np.minimum(behind + LIST, len(c))
    later = np.where(g.hard[later] == g.hard[behind], later, behind)
    ok = (g.joins[later] + (s.gaps[c.at[behind]] == SLASH) > g.joins[begin]) & (g.hard[behind] == g.hard[begin]) & (g.closed[behind] == g.closed[begin])
    begin, behind = begin[ok], behind[ok]
    sizes = np.array([(a, b) for a in range(1, SHARED + 1) for b in range(1, MEMBER + 1)], np.int64)
    p0, q0 = np.tile(begin, len(sizes)), np.tile(behind, len(sizes))
    shared, member = np.repeat(sizes[:, 0], len(begin)), np.repeat(sizes[:, 1], len(begin))
    ok = (g.reach[q0] < q0 + member) & (q0 + member <= len(c))
    p0, q0, shared, member = p0[ok], q0[ok], shared[ok], member[ok]
    return _Parts(p0, p0 + shared, q0, q0 + member, np.zeros(len(p0), bool))


def _pairs(wanted: Numbers, value: Numbers, keys: Numbers, items: Numbers) -> tuple[Numbers, Numbers]:
    """For sorted keys with items: every item whose key is wanted, with the value it is wanted for."""
    low, high = np.searchsorted(keys, wanted), np.searchsorted(keys, wanted, side="right")
    count = high - low
    at = np.repeat(low - np.concatenate(([0], np.cumsum(count)[:-1])), count) + np.arange(count.sum())
    return items[at], np.repeat(value, count)


def _looked_up(index: Index, c: Content, g: _Ground, p: _Parts) -> tuple[_Parts, NDArray[np.int32]]:
    """Those that are names, and the rows of them."""
    ok = (p.p0 >= 0) & (p.q1 <= len(c))
    p = p.take(ok)
    ok = (g.known[p.p1] - g.known[p.p0] == p.p1 - p.p0) & (g.known[p.q1] - g.known[p.q0] == p.q1 - p.q0)
    ok &= (g.hard[p.q1 - 1] == g.hard[p.p0]) & (g.closed[p.q1 - 1] == g.closed[p.p0])
    p = p.take(ok)
    row = index.close.get(c.near[p.p1] - c.near[p.p0] + c.near[p.q1] - c.near[p.q0])
    rest = np.flatnonzero(row < 0)
    row[rest] = index.loose.get((c.wide[p.p1] - c.wide[p.p0] + c.wide[p.q1] - c.wide[p.q0])[rest])
    hit = row >= 0
    return p.take(hit), row[hit]


def _supported(g: _Ground, p: _Parts) -> Flags:
    """Whether the list ends with a name that holds the shared words, or two of its members make names with them."""
    _, which = np.unique(p.q1, return_inverse=True)
    members = np.unique(np.stack((which.reshape(-1), p.p1), axis=1), axis=0)
    return np.asarray((g.longest[p.q1] <= p.q0) | (np.bincount(members[:, 0], minlength=len(p.q1))[which.reshape(-1)] > 1))


def _begun(index: Index, s: Stream, c: Content, p: _Parts, row: NDArray[np.int32]) -> Flags:
    """Whether the shared beginning is one: a preposition stands behind it (*pits of the palms and soles*), or the name itself ends as the member does
    (*preauricular pit or tag*). What is said of anything is no member (*stenosis and manifestations*)."""
    behind = c.at[np.minimum(p.p1, len(c) - 1)] - c.at[p.p1 - 1] > 1
    general = (p.q1 - p.q0 == 1) & (index.words.root[c.cluster[p.q0]] == index.general)
    out: Flags = np.asarray(behind & ~general)
    for i in np.flatnonzero(~behind & ~general).tolist():
        own = index.sequence(int(row[i]))
        out[i] = bool(own) and own[-1] == index.words.root[c.cluster[p.q1[i] - 1]]
    return out


def _fullest(f: Found) -> Found:
    """Of those with the same gap's end or beginning the one with the most words."""
    words = (f.skip - f.first) + (f.last - f.back)
    f = f.take(np.lexsort((f.last - f.first, -words, f.last, f.skip)))
    fresh = np.ones(len(f), bool)
    fresh[1:] = (f.skip[1:] != f.skip[:-1]) | (f.last[1:] != f.last[:-1])
    f = f.take(fresh)
    # And of those that only end differently the longest: "thick/thin upper lip" gives way to "thick/thin upper lip vermilion".
    f = f.take(np.lexsort((-f.last, f.back, f.skip, f.first)))
    fresh = np.ones(len(f), bool)
    fresh[1:] = (f.first[1:] != f.first[:-1]) | (f.skip[1:] != f.skip[:-1]) | (f.back[1:] != f.back[:-1])
    return f.take(fresh)
