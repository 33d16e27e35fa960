"""What may tell whether a piece is in a mention: the pieces and words around it, their tags, the rest of the document, and gazetteers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...learning.hashing import Hashes, feature
from ..words import around, aspects
from .pieces import Pieces

Long = NDArray[np.int64]
_SHARES = np.array([0.02, 0.2, 0.5, 0.8, 0.95])


@dataclass(frozen=True, eq=False)
class Lexicon:
    """For each word of the training documents (by the hash of its form), in how many of them it stands, and what share of it is in mentions."""

    keys: Hashes
    documents: NDArray[np.uint8]
    shares: NDArray[np.uint8]

    def buckets(self, words: Hashes) -> NDArray[np.uint32]:
        """Of each word how often it was in a mention, and in how many documents it was met: one number."""
        if not len(self.keys):
            return np.zeros(len(words), np.uint32)
        place = np.minimum(np.searchsorted(self.keys, words), len(self.keys) - 1)
        hit = self.keys[place] == words
        return np.where(hit, _bucket(self.documents[place].astype(np.int64), self.shares[place] / 255), 0).astype(np.uint32)


def _bucket(documents: Long, share: NDArray[np.float64]) -> NDArray[np.uint32]:
    return np.where(documents > 0, 1 + np.searchsorted(_SHARES, share) * 4 + np.minimum(documents, 4) - 1, 0).astype(np.uint32)


@dataclass(frozen=True)
class Seen:
    """Pieces with what is worked out once. ``document`` is that of each piece."""

    pieces: Pieces
    document: Long
    word_hash: Hashes

    @staticmethod
    def of(pieces: Pieces, documents: Long) -> Seen:
        """``documents`` is the number of the document of each unit."""
        table = aspects(pieces.words)["form"]
        return Seen(pieces, documents[pieces.unit[pieces.sentence]] if len(pieces.unit) else pieces.piece, table[pieces.word])


def lexicon(seen: Seen, inside: NDArray[np.bool_]) -> tuple[Lexicon, NDArray[np.uint32]]:
    """The lexicon of labelled pieces, and for each of them its bucket in the lexicon of all *other* documents."""
    words, word = np.unique(seen.word_hash, return_inverse=True)
    word = word.reshape(-1)
    pair, of, count = np.unique(word * (int(seen.document.max()) + 1) + seen.document, return_inverse=True, return_counts=True)
    of = of.reshape(-1)
    held = np.bincount(of, inside, minlength=len(pair))
    owner = pair // (int(seen.document.max()) + 1)
    documents = np.bincount(owner, minlength=len(words))
    total, within = np.bincount(owner, count, minlength=len(words)), np.bincount(owner, held, minlength=len(words))
    whole = Lexicon(words, np.minimum(documents, 255).astype(np.uint8), np.rint(255 * within / np.maximum(total, 1)).astype(np.uint8))
    others = documents[word] - 1
    share = (within[word] - held[of]) / np.maximum(total[word] - count[of], 1)
    return whole, _bucket(others, np.rint(255 * share) / 255)


def features(seen: Seen, known: NDArray[np.uint32], hits: NDArray[np.uint32]) -> Hashes:
    """``known`` are buckets of the lexicon, ``hits`` what gazetteers say of each piece (0: nothing)."""
    p = seen.pieces
    if not len(p.piece):
        return np.zeros((0, 1), np.uint32)
    n = len(p.names)
    sentence = p.sentence
    first, behind = p.offsets[:-1][sentence], p.offsets[1:][sentence]
    part, whole = aspects(p.names), aspects(p.words)
    at = {o: around(p.piece, first, behind, o, n) for o in range(-3, 4)}
    before, after = _word_at(p, first, behind)
    here, tags, nth, left = p.word, p.tags, np.minimum(p.nth, 5), np.minimum(p.left, 5)
    tag = {o: around(tags.astype(np.int64), first, behind, o, 0) for o in (-1, 1)}
    word = {-2: before[1], -1: before[0], 0: here, 1: after[0], 2: after[1]}
    low = {o: whole["lower"][w] for o, w in word.items()}
    known_near = {o: around(known.astype(np.int64), first, behind, o, 99) for o in (-1, 1)}
    hit_near = {o: around(hits.astype(np.int64), first, behind, o, 99) for o in (-1, 1)}
    next_usual, last_usual, often = _company(seen, low[0], low[1], low[-1])
    spaced = np.append(p.starts[1:] != p.ends[:-1], True)
    glued = np.concatenate(([False], ~spaced[:-1])).astype(np.uint32)
    place = nth * 8 + left
    rows = [
        *(feature(10 + o, part["lower"][w]) for o, w in at.items()), *(feature(20 + o, part["brief"][w]) for o, w in at.items() if abs(o) < 3),
        feature(30, part["form"][at[0]]), feature(31, part["end3"][at[0]]), feature(32, part["end2"][at[0]]), feature(33, part["begin3"][at[0]]), feature(34, part["shape"][at[0]], place),
        feature(35, part["lower"][at[-1]], part["lower"][at[0]]), feature(36, part["lower"][at[0]], part["lower"][at[1]]), feature(37, part["lower"][at[-1]], part["lower"][at[1]]),
        feature(38, part["lower"][at[0]], glued, spaced.astype(np.uint32)), feature(39, part["brief"][at[-1]], part["brief"][at[0]], part["brief"][at[1]], glued, spaced.astype(np.uint32)),
        feature(50, whole["form"][here]), feature(51, whole["form"][here], place), feature(52, whole["brief"][here], place), feature(53, whole["shape"][here], place),
        feature(54, whole["end3"][here], place), feature(55, whole["end4"][here], left), feature(56, whole["begin3"][here], nth), feature(57, whole["begin4"][here], nth),
        *(feature(60 + o, low[o], nth == 0) for o in (-2, -1, 1, 2)), *(feature(65 + o, whole["end3"][word[o]]) for o in (-1, 1)),
        feature(70, low[-1], low[0], place), feature(71, low[0], low[1], place), feature(72, low[-1], low[1]), feature(73, whole["brief"][here], low[1], nth), feature(74, whole["brief"][here], low[-1], nth),
        feature(80, tags, nth), feature(81, tag[-1], tags, tag[1], nth), feature(82, tags, low[1]),
        feature(90, known, nth), feature(91, known, place, whole["brief"][here]), feature(92, known_near[-1], known, known_near[1], glued), feature(93, known, part["lower"][at[0]]), feature(94, known, low[1]),
        feature(100, next_usual, nth), feature(101, last_usual, nth), feature(102, next_usual, whole["brief"][here], nth), feature(103, often, whole["brief"][here], nth),
        feature(104, known, next_usual), feature(110, hits), feature(111, hit_near[-1], hits, hit_near[1]), feature(112, hits, known), feature(113, hits, low[1]),
        feature(120, np.zeros(len(here), np.uint32)),
    ]  # fmt: skip
    return np.stack(rows, axis=1)


def _word_at(p: Pieces, first: Long, behind: Long) -> tuple[tuple[Long, Long], tuple[Long, Long]]:
    """The two tokens before and the two behind the token of each piece, in its sentence."""
    outside = len(p.words)

    def seek(place: Long) -> Long:
        inside = (place >= first) & (place < behind)
        return np.where(inside, p.word[np.clip(place, 0, len(p.word) - 1)], outside)

    here = np.arange(len(p.piece))
    one = here - p.nth - 1
    two = np.where(one >= first, one - p.nth[np.clip(one, 0, None)] - 1, -1)
    on = here + p.left + 1
    more = np.where(on < behind, on + p.left[np.clip(on, 0, len(p.left) - 1)] + 1, len(p.left))
    return (seek(one), seek(two)), (seek(on), seek(more))


def _company(seen: Seen, word: Hashes, after: Hashes, before: Hashes) -> tuple[Hashes, Hashes, Long]:
    """What follows and what precedes a word most often in its document, and how often it stands there."""
    _, group, count = np.unique(seen.document.astype(np.uint64) << np.uint64(32) | word.astype(np.uint64), return_inverse=True, return_counts=True)
    group = group.reshape(-1)

    def usual(other: Hashes) -> Hashes:
        pair, number = np.unique(group.astype(np.uint64) << np.uint64(32) | other.astype(np.uint64), return_counts=True)
        owner = (pair >> np.uint64(32)).astype(np.int64)
        order = np.lexsort((pair, -number, owner))
        top = order[np.searchsorted(owner[order], np.arange(len(count)))]
        return (pair[top] & np.uint64(0xFFFFFFFF)).astype(np.uint32)[group]

    return usual(after), usual(before), np.searchsorted([2, 4, 8, 16, 64], count[group], side="right")
