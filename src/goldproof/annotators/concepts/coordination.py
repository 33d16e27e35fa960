"""Names that share a word with a neighbour: *palmar and plantar pits*, *renal agenesis or dysgenesis*, *anal, renal, limb and ear anomalies*.

Around each conjunction, comma or slash, bags are looked up from which the words between are left out. A shared end: the words before the
sign and those at the end of the list. A shared beginning: the words at the beginning of the list and those behind the sign; there the
first member has to be a name itself.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...text.stream import COMMA, ENCLOSING, HARD, JOINED, SLASH, Stream, word_hash
from .building import COORDINATED
from .index import CASED, Index
from .windows import NOTHING, Content, Found, Numbers

CONJUNCTIONS = {"en": ("and", "or"), "de": ("und", "oder"), "fr": ("et", "ou"), "nl": ("en", "of"), "es": ("y", "e", "o", "u"), "it": ("e", "ed", "o")}
MEMBER, LIST, SHARED = 3, 8, 3
"""Words of a member, words left out, shared words: at most."""


def coordinated(index: Index, s: Stream, c: Content, whole: Found, words: NDArray[np.uint64]) -> Found:
    """Candidates with words left out. ``whole`` are the plain ones, ``words`` the hashes of the conjunctions."""
    left, right = _signs(s, c, words)
    if not len(left):
        return NOTHING
    hard = np.concatenate(([0], np.cumsum(s.gaps[:-1] >= HARD)))
    closed = np.concatenate(([0], np.cumsum(s.gaps[:-1] == ENCLOSING)))
    known = np.concatenate(([0], np.cumsum(c.cluster > 0)))
    n = len(c.at)
    first, last = np.searchsorted(c.at, whole.first), np.searchsorted(c.at, whole.last)
    joins = np.concatenate(([0], np.cumsum(np.isin(s.hashes[c.at], words) | (s.gaps[c.at] == SLASH))))
    # For each word: where the shortest name that ends before it begins, and where the last name that ends by it begins.
    begins = np.full(n + 1, -1, np.int64)
    np.maximum.at(begins, last, first)
    inside = np.maximum.accumulate(begins)
    longest = np.full(n + 1, n, np.int64)
    np.minimum.at(longest, last, first)
    found: list[tuple[Numbers, Numbers, NDArray[np.int32], Numbers, Numbers]] = []

    def look(p0: Numbers, p1: Numbers, q0: Numbers, q1: Numbers) -> None:
        """Content words p0..p1 and q0..q1 (behind the last) as one name."""
        good = (p0 >= 0) & (q1 <= n)
        p0, p1, q0, q1 = p0[good], p1[good], q0[good], q1[good]
        good = (known[p1] - known[p0] == p1 - p0) & (known[q1] - known[q0] == q1 - q0)
        a, z = c.at[p0], c.at[q1 - 1]
        good &= (hard[z + 1] == hard[a + 1]) & (closed[z + 1] == closed[a + 1])
        p0, p1, q0, q1 = p0[good], p1[good], q0[good], q1[good]
        if not len(p0):
            return
        row = index.close.get(c.near[p1] - c.near[p0] + c.near[q1] - c.near[q0])
        rest = np.flatnonzero(row < 0)
        row[rest] = index.loose.get((c.wide[p1] - c.wide[p0] + c.wide[q1] - c.wide[q0])[rest])
        hit = np.flatnonzero(row >= 0)
        if len(hit):
            found.append((p0[hit], p1[hit], row[hit], q0[hit], q1[hit]))

    for member in range(1, MEMBER + 1):
        for out in range(1, LIST + 1):
            for shared in range(1, SHARED + 1):
                # member | sign ... | shared end: some name has to end where this one does.
                q0 = right + out
                q1 = q0 + shared
                ok = q1 <= n
                le, q0, q1 = left[ok], q0[ok], q1[ok]
                # The list ends with a name that holds the shared words; a conjunction or slash stands in
                # the list; no name ends within it, nor with the member itself.
                ok = (longest[q1] <= q0) & (longest[q1] > le) & (joins[q0] > joins[le + 1]) & (inside[q0] <= le) & (begins[le + 1] < 0)
                look(le[ok] + 1 - member, le[ok] + 1, q0[ok], q1[ok])
    firsts: dict[int, list[int]] = {}
    for a, z in zip(first.tolist(), last.tolist(), strict=True):
        firsts.setdefault(z, []).append(a)
    heads = [(a, int(r)) for le, r in zip((left + 1).tolist(), right.tolist(), strict=True) for a in firsts.get(le, ())]
    if heads:
        begin = np.array([a for a, _ in heads], np.int64)
        behind = np.array([r for _, r in heads], np.int64)
        # Behind the sign only a part of a name may stand: no name begins there that is as long as the member or longer.
        reach = np.zeros(n + 1, np.int64)
        np.maximum.at(reach, first, last)
        for shared in range(1, SHARED + 1):
            for member in range(1, MEMBER + 1):
                ok = (reach[behind] < behind + member) & (joins[behind] + (s.gaps[c.at[behind]] == SLASH) > joins[begin])
                look(begin[ok], begin[ok] + shared, behind[ok], behind[ok] + member)
    if not found:
        return NOTHING
    p0, p1, row, q0, q1 = (np.concatenate([f[k] for f in found]) for k in range(5))
    ok = (p1 < q0) & ((index.rows.flags[row] & CASED) == 0)
    p0, p1, row, q0, q1 = p0[ok], p1[ok], row[ok], q0[ok], q1[ok]
    made = Found(c.at[p0], c.at[q1 - 1] + 1, row, np.full(len(row), COORDINATED, np.uint8), c.at[p1 - 1] + 1, c.at[q0])
    good = (s.gaps[made.first] != JOINED) & (s.gaps[made.last] != JOINED)
    return _fullest(made.take(good))


def _fullest(f: Found) -> Found:
    """Of those with the same gap's end or beginning the one with the most words."""
    words = (f.skip - f.first) + (f.last - f.back)
    order = np.lexsort((f.last - f.first, -words, f.last, f.back > f.skip, f.skip))
    # One for each member that something is left out behind; one for each place where something is left out before.
    f = f.take(order)
    key = np.stack((f.skip, f.last), axis=1)
    _, one = np.unique(key, axis=0, return_index=True)
    return f.take(np.sort(one))


def _signs(s: Stream, c: Content, words: NDArray[np.uint64]) -> tuple[Numbers, Numbers]:
    """Content words before and behind each conjunction, comma, slash."""
    joins = np.isin(s.hashes[c.at], words)
    at = np.flatnonzero(joins)
    gap = s.gaps[c.at]
    marks = np.flatnonzero((gap == COMMA) | (gap == SLASH))
    marks = marks[marks > 0]
    marks = marks[~joins[marks] & ~joins[marks - 1]]
    left, right = np.concatenate((at - 1, marks - 1)), np.concatenate((at + 1, marks))
    good = (left >= 0) & (right < len(c.at))
    left, right = left[good], right[good]
    # "and/or" is one sign.
    left = np.where(joins[left], left - 1, left)
    right = np.where(joins[right], right + 1, right)
    good = (left >= 0) & (right < len(c.at))
    left, right = left[good], right[good]
    good = (c.cluster[left] > 0) & (right > left)
    pairs = np.unique(np.stack((left[good], right[good]), axis=1), axis=0) if good.any() else np.zeros((0, 2), np.int64)
    return pairs[:, 0], pairs[:, 1]


def conjunctions(language: str) -> NDArray[np.uint64]:
    """The hashes of a language's conjunctions."""
    return word_hash(CONJUNCTIONS.get(language, CONJUNCTIONS["en"]))
