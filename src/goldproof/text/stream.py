"""The words of many texts as arrays: where each stands, a 64-bit hash of its folded form, and what stands between it and the word before.

A word is a run of letters or a run of digits (*BDA1* is two words, *L4* too). Its hash is a polynomial modulo 2^64, taken for all words at
once as differences of one cumulative sum, so the cost a character is a few nanoseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from .characters import ALONE, OTHER, Characters, Codes

Hashes = NDArray[np.uint64]
Places = NDArray[np.int64]
Kinds = NDArray[np.uint8]

# What stands between two words.
PLAIN, JOINED, HYPHEN, COMMA, SLASH, ENCLOSING, HARD = range(7)
"""White space; nothing at all; a hyphen; a comma; a slash; brackets, colons, quotation marks; the end of a sentence, a paragraph, a text."""

_BASE = 0x9E3779B97F4A7C15
_MIX = np.uint64(0xD6E8FEB86659FD93)
_MASK = (1 << 64) - 1
_GAP = np.full(0x110000, PLAIN, np.uint8)
_STOP = 99
for _signs, _gap in (("-‐‑‒–−", HYPHEN), (",،、，", COMMA), ("/", SLASH), ("()[]{}:\"“”«»=<>|+*&%#", ENCLOSING), (";!?。！？؟", HARD), (".", _STOP), ("\0", HARD)):
    for _sign in _signs:
        _GAP[ord(_sign)] = _gap


@dataclass(frozen=True)
class Stream:
    """``starts`` and ``ends`` are places in ``text``, the texts one after the other with a NUL between; ``gaps[i]`` stands before word i.

    ``joints`` are the hashes of the words at ``hyphens`` put together with the word before, as if no hyphen were there.
    ``gaps`` has one more than there are words: what stands after the last one is HARD. ``documents[i]`` is the word that text i begins with.
    """

    text: str
    raw: Codes
    starts: Places
    ends: Places
    hashes: Hashes
    gaps: Kinds
    documents: Places
    begins: Places
    hyphens: Places
    joints: Hashes

    def __len__(self) -> int:
        return len(self.starts)

    def word(self, i: int) -> str:
        return self.text[self.starts[i] : self.ends[i]]


@cache
def characters() -> Characters:
    """The tables of characters, made when they are first needed and shared."""
    return Characters()


class _Powers:
    """Powers of the base and of its inverse, as far as any text has needed them."""

    def __init__(self) -> None:
        self.up = np.ones(1, np.uint64)
        self.down = np.ones(1, np.uint64)

    def reach(self, n: int) -> tuple[Hashes, Hashes]:
        if len(self.up) < n:
            size = max(n, 1 << 16)
            self.up, self.down = _powers(_BASE, size), _powers(pow(_BASE, -1, 1 << 64), size)
        return self.up[:n], self.down[:n]


def _powers(base: int, n: int) -> Hashes:
    steps = np.full(n, base & _MASK, np.uint64)
    steps[0] = 1
    return np.cumprod(steps, dtype=np.uint64)


_POWERS = _Powers()


def mixed(hashes: Hashes) -> Hashes:
    """All bits of a hash spread over all others."""
    hashes = (hashes ^ (hashes >> np.uint64(32))) * _MIX
    return hashes ^ (hashes >> np.uint64(29))


def stream(texts: Sequence[str]) -> Stream:
    """The words of some texts.

    >>> s = stream(["Type A1 (BDA1)", "Café"]); [s.word(i) for i in range(len(s))], s.gaps.tolist(), s.documents.tolist()
    (['Type', 'A', '1', 'BDA', '1', 'Café'], [6, 0, 1, 5, 1, 6, 6], [0, 5])
    """
    text = "\0".join(texts)
    kinds, folded, raw = characters().of(text)
    n = len(raw)
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    begins = np.concatenate(([0], np.cumsum(lengths[:-1] + 1))) if len(texts) else np.zeros(0, np.int64)
    starts, ends = _edges(kinds, n)
    up, down = _POWERS.reach(n + 1)
    sums = np.zeros(n + 1, np.uint64)
    np.cumsum((folded + np.uint32(1)) * up[:n], out=sums[1:])
    plain = (sums[ends] - sums[starts]) * down[starts]
    hashes = mixed(plain)
    documents = np.searchsorted(starts, begins).astype(np.int64)
    gaps = _gaps(raw, starts, ends, documents)
    hyphens = np.flatnonzero(gaps[:-1] == HYPHEN) if len(starts) else np.zeros(0, np.int64)
    hyphens = hyphens[starts[hyphens] - ends[hyphens - 1] == 1]
    joints = mixed(plain[hyphens - 1] + plain[hyphens] * up[ends[hyphens - 1] - starts[hyphens - 1]])
    return Stream(text, raw, starts, ends, hashes, gaps, documents, begins, hyphens, joints)


def _edges(kinds: Kinds, n: int) -> tuple[Places, Places]:
    if not n:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    change = np.empty(n + 1, bool)
    change[0] = change[n] = True
    np.not_equal(kinds[1:], kinds[:-1], out=change[1:n])
    alone = kinds == ALONE
    if alone.any():
        change[:n] |= alone
        change[1:] |= alone
    edges = np.flatnonzero(change)
    inside = kinds[edges[:-1]] != OTHER
    return edges[:-1][inside], edges[1:][inside]


def _gaps(raw: Codes, starts: Places, ends: Places, documents: Places) -> Kinds:
    n = len(starts)
    gaps = np.full(n + 1, HARD, np.uint8)
    if n < 2:
        return gaps
    length = starts[1:] - ends[:-1]
    first, last = raw[ends[:-1]], raw[starts[1:] - 1]
    left, right = _GAP[first], _GAP[last]
    gap = np.maximum(left, right)
    gap[(left == _STOP) & (length == 1)] = PLAIN
    gap[length == 0] = JOINED
    middle = np.flatnonzero(length > 2)
    if len(middle):
        # The few longer gaps: the strongest sign in them; two line ends are the end of a paragraph.
        begin, stop = ends[:-1][middle], starts[1:][middle]
        flat = np.repeat(begin - np.concatenate(([0], np.cumsum(stop - begin)[:-1])), stop - begin) + np.arange((stop - begin).sum())
        heads = np.concatenate(([0], np.cumsum(stop - begin)[:-1]))
        gap[middle] = np.maximum.reduceat(_GAP[raw[flat]], heads)
    two = np.flatnonzero(length > 1)
    lines = (raw[ends[:-1][two]] == 10) & (raw[starts[1:][two] - 1] == 10)
    gap[two[lines]] = HARD
    gap[gap == _STOP] = HARD
    gaps[1:n] = gap
    gaps[documents[documents < n]] = HARD
    return gaps


def word_hash(words: Sequence[str]) -> Hashes:
    """The hashes of words, each a single run: as :func:`stream` gives them."""
    text = "\0".join(words)
    _, folded, _ = characters().of(text)
    n = len(folded)
    lengths = np.fromiter(map(len, words), np.int64, len(words))
    ends = np.cumsum(lengths + 1) - 1
    starts = ends - lengths
    up, down = _POWERS.reach(n + 1)
    sums = np.zeros(n + 1, np.uint64)
    np.cumsum((folded + np.uint32(1)) * up[:n], out=sums[1:])
    return mixed((sums[ends] - sums[starts]) * down[starts])
