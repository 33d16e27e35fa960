"""Words that turn what is said around them: not there, perhaps there, in somebody else, in former times.

After NegEx and ConText (Chapman et al. 2001; Harkema et al. 2009): a cue works forwards or backwards over a few words, never across the end of a
sentence or one of the words that end a thought.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from .stream import COMMA, HARD, Stream, word_hash
from .table import Table

NEGATED, UNCERTAIN, FAMILY, HISTORICAL = 1, 2, 4, 8
ATTRIBUTES = {NEGATED: "negated", UNCERTAIN: "uncertain", FAMILY: "family", HISTORICAL: "historical"}
STOPS, STOPS_BACK = 16, 32
_BACK = 8
"""Cues that work backwards have their bit shifted by this much."""
AHEAD, BEHIND = 8, 5
"""How many words a cue reaches forwards, and backwards."""

_FORWARD = {
    NEGATED: "no not without never nor neither none deny denies denied denying lack lacks lacked lacking absence exclude excludes excluded excluding negative nonexistent cannot",
    UNCERTAIN: "possible possibly probable probably suspected suspicion suspicious suspect likely may might could suggest suggests suggested suggesting suggestive questionable presumed presumable presumably putative uncertain equivocal apparent query perhaps maybe",
    FAMILY: "mother father brother sister brothers sisters sibling siblings parent parents grandmother grandfather grandparents aunt uncle cousin cousins maternal paternal relative relatives mothers fathers sib sibs",
    HISTORICAL: "history previous previously prior past former formerly ago",
}  # fmt: skip
_BACKWARD = {NEGATED: "absent excluded denied negative unlikely not never", UNCERTAIN: "suspected questionable possible possibly probable uncertain unclear equivocal"}
_STOPS_BACK = "and or with in on of without"
_STOPS = "but however although though except whereas while yet nevertheless which who because therefore thus showed revealed"


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
    return Table.of(word_hash(list(bits)), np.array(list(bits.values()), np.int32))


def attributes(s: Stream, first: NDArray[np.int64], last: NDArray[np.int64]) -> NDArray[np.uint8]:
    """For the words from each ``first`` to behind each ``last``: the bits of what the cues around them say."""
    if not len(first) or not len(s):
        return np.zeros(len(first), np.uint8)
    cues = _table().get(s.hashes)
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
    out |= np.bitwise_or.reduce(word >> _BACK, axis=1, where=going)
    return np.asarray(out, np.uint8)
