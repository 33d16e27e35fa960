"""Characters as numbers: what is a letter, what a digit, and how a word is written without capitals and accents.

Each code point has one folded code point, so that places in the folded text are places in the text. Tables are filled as characters are met.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.uint32]

OTHER, LETTER, DIGIT, ALONE = 0, 1, 2, 3
"""Not in a word; in words; in numbers; a word of its own (ideographs, kana: written without spaces)."""
_POINTS = 0x110000
_UNKNOWN = 255
# Letters that no decomposition leads to their plain form.
_PLAIN = {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ŀ": "l", "æ": "æ", "œ": "œ", "ß": "ß", "µ": "μ", "ς": "σ"}
_LETTERS = frozenset(("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nl"))
_DIGITS = frozenset(("Nd",))


def codes(text: str) -> Codes:
    """The code points of a text, lone surrogates too."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


@dataclass
class Characters:
    """The two tables. ``accents`` keeps accents in the folded form (for languages where they tell words apart)."""

    accents: bool = False
    kinds: NDArray[np.uint8] = field(default_factory=lambda: np.full(_POINTS, _UNKNOWN, np.uint8))
    folded: Codes = field(default_factory=lambda: np.arange(_POINTS, dtype=np.uint32))

    _plain_kinds: bytearray = field(default_factory=lambda: bytearray(256))
    _plain_folded: bytearray = field(default_factory=lambda: bytearray(256))

    def __post_init__(self) -> None:
        for point in range(128):
            self._learn(chr(point))

    def _learn(self, sign: str) -> None:
        self.kinds[ord(sign)] = kind(sign)
        self.folded[ord(sign)] = ord(fold(sign, self.accents))

        if ord(sign) < 128:
            self._plain_kinds[ord(sign)] = kind(sign)
            self._plain_folded[ord(sign)] = ord(fold(sign, self.accents))

    def of(self, text: str) -> tuple[NDArray[np.uint8], NDArray[Any], NDArray[Any]]:
        """Kinds, folded and raw code points of a text; as bytes where the text is ASCII."""
        if text.isascii():
            plain = text.encode("ascii")
            kinds, folded = plain.translate(self._plain_kinds), plain.translate(self._plain_folded)
            return np.frombuffer(kinds, np.uint8), np.frombuffer(folded, np.uint8), np.frombuffer(plain, np.uint8)
        raw = codes(text)
        kinds_ = self.kinds[raw]
        if (kinds_ == _UNKNOWN).any():
            for sign in set(text):
                if self.kinds[ord(sign)] == _UNKNOWN:
                    self._learn(sign)
            kinds_ = self.kinds[raw]
        return kinds_, self.folded[raw], raw


def kind(sign: str) -> int:
    """What a character is good for in a word."""
    category = unicodedata.category(sign)
    if category in _LETTERS:
        point = ord(sign)
        alone = 0x2E80 <= point <= 0xA4CF or 0xF900 <= point <= 0xFAFF or 0x20000 <= point <= 0x3FFFF
        return ALONE if alone and category == "Lo" else LETTER
    return DIGIT if category in _DIGITS else OTHER


def fold(sign: str, accents: bool = False) -> str:
    """One character for one character: small, and without its accent.

    >>> "".join(map(fold, "ÉLAN Ångström"))
    'elan angstrom'
    """
    small = sign.lower()
    if len(small) != 1:
        small = sign
    if small in _PLAIN:
        return _PLAIN[small]
    if not accents and not small.isascii():
        base = unicodedata.normalize("NFKD", small)
        if base and unicodedata.category(base[0])[0] in "LN" and all(unicodedata.combining(c) for c in base[1:]):
            return base[0]
    return small
