"""The words of many texts as arrays: where each stands, a 64-bit hash of its folded form, and what stands between it and the word before.

A word is a run of letters or a run of digits (*BDA1* is two words, *L4* too). Its hash is a sum of its letters, eight at a time, each eight times a
number of its own, modulo 2^64, and mixed; taken for all words at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .characters import ALONE, OTHER, Characters

Hashes = NDArray[np.uint64]
Places = NDArray[np.int64]
Kinds = NDArray[np.uint8]

# What stands between two words.
PLAIN, JOINED, HYPHEN, COMMA, SLASH, ENCLOSING, HARD = range(7)
"""White space; nothing at all; a hyphen; a comma; a slash; brackets, colons, quotation marks; the end of a sentence, a paragraph, a text."""

_MIX = np.uint64(0xD6E8FEB86659FD93)
_EIGHTS = (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0xC2B2AE3D27D4EB4F)
_PLANES = (1, 0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53)
_KEEP = np.array([(1 << 8 * n) - 1 for n in range(9)], np.uint64)
"""How much of eight characters belongs to a word of which n are left."""
_BLOCK = 1 << 15
"""Words hashed at once: letters beyond ASCII take sixteen bytes each on the way."""
_GAP = np.full(0x110000, PLAIN, np.uint8)
_STOP = 99
for _signs, _gap in (("-‐‑‒–−", HYPHEN), (",،、，", COMMA), ("/", SLASH), ("()[]{}:\"“”«»=<>|+*&%#", ENCLOSING), (";!?。！？؟", HARD), (".", _STOP), ("\0", HARD)):
    for _sign in _signs:
        _GAP[ord(_sign)] = _gap


def gap_of(sign: str) -> int:
    """What a single sign between two words says; a number beyond those for a full stop, which is decided where it stands."""
    return int(_GAP[ord(sign)])


@dataclass(frozen=True)
class Stream:
    """``starts`` and ``ends`` are places in ``text``, the texts one after the other with a NUL between; ``gaps[i]`` stands before word i.

    At ``hyphens`` stand the words that only a hyphen parts from the word before.
    ``gaps`` has one more than there are words: what stands after the last one is HARD. ``documents[i]`` is the word that text i begins with.
    """

    text: str
    raw: NDArray[Any]
    starts: Places
    ends: Places
    hashes: Hashes
    gaps: Kinds
    documents: Places
    begins: Places
    hyphens: Places

    def __len__(self) -> int:
        return len(self.starts)

    def word(self, i: int) -> str:
        return self.text[self.starts[i] : self.ends[i]]


@cache
def characters() -> Characters:
    """The tables of characters, made when they are first needed and shared."""
    return Characters()


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
    hashes = _hashed(folded, starts, ends)
    documents = np.searchsorted(starts, begins).astype(np.int64)
    gaps = _gaps(raw, starts, ends, documents)
    hyphens = np.flatnonzero(gaps[:-1] == HYPHEN) if len(starts) else np.zeros(0, np.int64)
    hyphens = hyphens[starts[hyphens] - ends[hyphens - 1] == 1]
    return Stream(text, raw, starts, ends, hashes, gaps, documents, begins, hyphens)


def _hashed(folded: NDArray[Any], starts: Places, ends: Places) -> Hashes:
    """The hashes of words. A code point has three bytes; where the second and third are 0 in all letters they add nothing."""
    total = np.zeros(len(starts), np.uint64)
    planes = 1 if folded.dtype == np.uint8 or not len(folded) or folded.max() < 256 else 3
    for plane in range(planes):
        letters = folded if folded.dtype == np.uint8 else ((folded >> np.uint32(8 * plane)) & np.uint32(255)).astype(np.uint8)
        padded = np.zeros(len(letters) + 8, np.uint8)
        padded[: len(letters)] = letters
        eights = np.ndarray((len(letters) + 1,), "<u8", padded, 0, (1,))
        at, left = starts, ends - starts
        part = (eights[at] & _KEEP[np.minimum(left, 8)]) * np.uint64(_EIGHTS[0])
        word = np.arange(0)
        step = 1
        while True:
            # Words longer than eight letters are few, longer than sixteen very few.
            longer = np.flatnonzero(left > 8)
            if not len(longer):
                break
            word = longer if step == 1 else word[longer]
            at, left = at[longer] + 8, left[longer] - 8
            part[word] += (eights[at] & _KEEP[np.minimum(left, 8)]) * np.uint64(_EIGHTS[step % 4] + 2 * step & (1 << 64) - 1)
            step += 1
        total += part * np.uint64(_PLANES[plane])
    return mixed(total + (ends - starts).astype(np.uint64))


def _edges(kinds: Kinds, n: int) -> tuple[Places, Places]:
    if not n:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    change = np.empty(n + 1, bool)
    change[0] = change[n] = True
    np.not_equal(kinds[1:], kinds[:-1], out=change[1:n])
    if kinds.max() == ALONE:
        alone = kinds == ALONE
        change[:n] |= alone
        change[1:] |= alone
    edges = np.flatnonzero(change)
    inside = kinds[edges[:-1]] != OTHER
    return edges[:-1][inside], edges[1:][inside]


def _gaps(raw: NDArray[Any], starts: Places, ends: Places, documents: Places) -> Kinds:
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
    if len(words) > _BLOCK:
        return np.concatenate([word_hash(words[a : a + _BLOCK]) for a in range(0, len(words), _BLOCK)])
    _, folded, _ = characters().of("\0".join(words))
    lengths = np.fromiter(map(len, words), np.int64, len(words))
    ends = np.cumsum(lengths + 1) - 1
    return _hashed(folded, ends - lengths, ends)
