"""One number, written in different ways: 2, II, two, second."""

from __future__ import annotations

_WORDS = "one two three four five six seven eight nine ten eleven twelve".split()
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
_ROMAN = "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx".split()

NUMERALS: dict[str, str] = {
    **{word: str(i) for i, word in enumerate(_WORDS, 1)},
    **{roman: str(i) for i, roman in enumerate(_ROMAN, 1)},
    **{word: str(i) for i, word in enumerate(_ORDINALS, 1)},
}


def number(word: str) -> str:
    """The number that a word is, empty if it is none.

    >>> number("ii"), number("two"), number("2"), number("toe")
    ('2', '2', '2', '')
    """
    if word.isdecimal() and word.isascii():
        return str(int(word[:18]))
    return NUMERALS.get(word, "")


def spoken(n: int) -> tuple[str, ...]:
    """All ways to write a number from 1 to 20 but its digits."""
    return tuple(w for table in (_WORDS, _ROMAN) for w in table[n - 1 : n])
