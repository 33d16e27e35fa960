"""Words that turn what is said around them: not there, perhaps there, in somebody else, in former times.

After NegEx and ConText (Chapman et al. 2001; Harkema et al. 2009): a cue works forwards or backwards over a few words, never across the end of a
sentence or one of the words that end a thought.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from .stream import COMMA, HARD, HYPHEN, Stream, word_hash
from .table import Table

NEGATED, UNCERTAIN, FAMILY, HISTORICAL = 1, 2, 4, 8
ATTRIBUTES = {NEGATED: "negated", UNCERTAIN: "uncertain", FAMILY: "family", HISTORICAL: "historical"}
STOPS, STOPS_BACK = 16, 32
FIRST = 1 << 16
"""The first word of a cue of two."""
_BACK = 8
"""Cues that work backwards have their bit shifted by this much."""
AHEAD, BEHIND = 8, 5
"""How many words a cue reaches forwards, and backwards."""
_TWO = np.uint64(3)
_AHEAD = (1 << _BACK) - 1

_FORWARD = {
    NEGATED: "no not without never nor neither none deny denies denied denying lack lacks lacked lacking absence exclude excludes excluded excluding negative nonexistent cannot",
    UNCERTAIN: "possible possibly probable probably suspected suspicion suspicious suspect likely may might could suggest suggests suggested suggesting suggestive questionable presumed presumable presumably putative uncertain equivocal apparent query perhaps maybe whether unclear unlikely",
    FAMILY: "mother father brother sister brothers sisters sibling siblings parent parents grandmother grandfather grandparents aunt uncle cousin cousins maternal paternal relative relatives mothers fathers sib sibs",
    HISTORICAL: "history previous previously prior past former formerly ago",
}  # fmt: skip
_BACKWARD = {
    NEGATED: "absent excluded denied negative not never", UNCERTAIN: "suspected questionable possible possibly probable uncertain unclear equivocal unlikely", HISTORICAL: "resolved remitted",
}  # fmt: skip
_STOPS_BACK = "and or with in on of without"
_STOPS = "but however although though except besides apart whereas while yet nevertheless which who because therefore thus showed revealed"
# Two words that say together what neither says alone; the bits work forwards from the second word, shifted ones backwards from the first. 0: the two say nothing.
_PAIRS: dict[str, int] = {
    **dict.fromkeys(("ruled out", "rules out", "ruling out"), NEGATED | NEGATED << _BACK),
    **dict.fromkeys(("free of", "free from", "instead of", "rather than"), NEGATED),
    **dict.fromkeys(("rule out", "differential diagnosis", "cannot exclude", "not exclude", "not excluded", "not ruled", "can not"), UNCERTAIN | UNCERTAIN << _BACK),
    **dict.fromkeys(("family history", "family member", "family members", "affected relatives"), FAMILY),
    **dict.fromkeys(("has resolved", "have resolved", "had resolved", "now resolved", "since resolved"), HISTORICAL << _BACK),
    **dict.fromkeys(("not only", "not all", "not every", "not necessarily", "no change", "no changes", "no increase", "not always", "no doubt", "without doubt"), 0),
    **dict.fromkeys(("and with", "but with", "other than", "apart from"), STOPS),
}


@cache
def _table() -> Table:
    bits: dict[str, int] = {}
    for bit, words in _FORWARD.items():
        for word in words.split():
            bits[word] = bits.get(word, 0) | bit
    for bit, words in _BACKWARD.items():
        for word in words.split():
            bits[word] = bits.get(word, 0) | bit << _BACK
    for words, bit in ((_STOPS, STOPS | STOPS_BACK), (_STOPS_BACK, STOPS_BACK)):
        for word in words.split():
            bits[word] = bits.get(word, 0) | bit
    for pair in _PAIRS:
        word = pair.split()[0]
        bits[word] = bits.get(word, 0) | FIRST
    return Table.of(word_hash(list(bits)), np.array(list(bits.values()), np.int32))


def attributes(s: Stream, first: NDArray[np.int64], last: NDArray[np.int64]) -> NDArray[np.uint8]:
    """For the words from each ``first`` to behind each ``last``: the bits of what the cues around them say."""
    if not len(first) or not len(s):
        return np.zeros(len(first), np.uint8)
    cues = _pairs(s, _table().get(s.hashes))
    # Once the gap behind the word looked at ends the sentence nothing further left counts.
    at = first[:, None] - np.arange(1, AHEAD + 1)
    place = np.maximum(at, 0)
    word = np.maximum(cues[place], 0)
    going = np.logical_and.accumulate((at >= 0) & (s.gaps[place + 1] < HARD) & (word & STOPS == 0), axis=1)
    out = np.bitwise_or.reduce(word & (STOPS - 1), axis=1, where=going)
    at = last[:, None] + np.arange(BEHIND)
    place = np.minimum(at, len(s) - 1)
    word = np.maximum(cues[place], 0)
    going = np.logical_and.accumulate((at < len(s)) & (s.gaps[place] < COMMA) & (word & STOPS_BACK == 0), axis=1)
    out |= np.bitwise_or.reduce(word >> _BACK & (STOPS - 1), axis=1, where=going)
    out[_by_hyphen(s, first, last)] |= NEGATED
    return np.asarray(out, np.uint8)


def _pairs(s: Stream, cues: NDArray[np.int32]) -> NDArray[np.int32]:
    """The cues with those of two words put in, and what their words say alone taken out."""
    at = np.flatnonzero((cues[:-1] > 0) & (cues[:-1] & FIRST != 0))
    at = at[s.gaps[at + 1] < COMMA]
    bits = _pair_table().get(s.hashes[at] * _TWO + s.hashes[at + 1])
    at, bits = at[bits >= 0], bits[bits >= 0]
    cues[at] = np.where(bits >> _BACK > 0, (bits >> _BACK) << _BACK, -1)
    cues[at + 1] = np.where(bits & _AHEAD > 0, bits & _AHEAD, -1)
    return cues


@cache
def _pair_table() -> Table:
    words = [pair.split() for pair in _PAIRS]
    one, other = word_hash([a for a, _ in words]), word_hash([b for _, b in words])
    return Table.of(one * _TWO + other, np.array(list(_PAIRS.values()), np.int32))


def _by_hyphen(s: Stream, first: NDArray[np.int64], last: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Mentions with *non-* before or *-free* behind."""
    non, free = _hyphened()
    before = (s.gaps[first] == HYPHEN) & (first > 0) & (s.hashes[np.maximum(first - 1, 0)] == non)
    behind = (s.gaps[last] == HYPHEN) & (s.hashes[np.minimum(last, len(s) - 1)] == free)
    return np.asarray(before | behind)


@cache
def _hyphened() -> tuple[np.uint64, np.uint64]:
    non, free = word_hash(["non", "free"])
    return non, free
