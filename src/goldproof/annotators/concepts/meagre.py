"""Names that say too little to be looked for: letters and numbers, and those of which leaving words out leaves too little.

*Be cell* (a cell that produces bombesin) without its copula is *cell*, *S-methylation* without its letter *methylation*, *bundle of His* a bundle: each would be found
where something else is said. *The brain* and *very rare* are what they are without their first word.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...text.stream import Stream, word_hash
from ...text.variants.functions import COPULAS

_LAST = ord("Z")


def meagre(s: Stream, content: NDArray[np.bool_], names: int, language: str) -> NDArray[np.bool_]:
    """Which names are; ``content`` says of each word of ``s`` whether it counts."""
    ends = np.append(s.documents[1:], len(s))
    owner = np.repeat(np.arange(names), ends - s.documents)
    size = s.ends - s.starts
    first = s.raw[s.starts]
    plain = first < 128
    digits = plain & (first < 58)
    letter = plain & (size == 1)
    left = np.bincount(owner[content], minlength=names)
    # One letter, or nothing but a number.
    little = np.ones(names, bool)
    little[owner[~letter & ~digits]] = False
    little &= left <= 1
    begins = np.zeros(len(s), bool)
    begins[s.documents[s.documents < len(s)]] = True
    copula = np.isin(s.hashes, word_hash(sorted(COPULAS.get(language, frozenset())))) if language in COPULAS else np.zeros(len(s), bool)
    telling = ~content & (letter | copula | (plain & (first <= _LAST) & ~digits & ~begins))
    gone = np.zeros(names, bool)
    gone[owner[telling]] = True
    return np.asarray(little | (gone & (left == 1)))
