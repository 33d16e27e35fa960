"""Abbreviations that a text defines behind a name: *brachydactyly type A1 (BDA1)*, then *BDA1* again and again.

After Schwartz & Hearst (2003): the letters of the short form stand in the long one in their order, and both begin alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_DEFINED = re.compile(r"\s?\(\s?(?:or\s|also\s|abbreviated\s)?([A-Za-z][\w/.-]{1,11}?)(s?)\s?[;,)]")
_SIGNS = re.compile(r"[^\W_]")


def defined(text: str, start: int, end: int) -> tuple[str, str] | None:
    """The short form that the name at ``start`` to ``end`` is given in brackets right behind it, and whether it stands in the plural there.

    >>> defined("numerous basal cell carcinomas (BCCs), pits", 9, 30)
    ('BCC', 's')
    """
    found = _DEFINED.match(text, end)
    if found is None:
        return None
    short = found[1]
    if sum(c.isupper() for c in short) < 2 and not (short[0].isupper() and any(c.isdigit() for c in short)):
        return None
    return (short, found[2]) if abbreviates(short, text[start:end]) else None


def abbreviates(short: str, long: str) -> bool:
    """Whether a short form can be made from the letters of a long one.

    >>> abbreviates("BDA-1", "Brachydactyly type A-1"), abbreviates("PPS", "pterygium")
    (True, False)
    """
    letters = [c.lower() for c in _SIGNS.findall(short)]
    low = long.lower()
    if not letters or not low or letters[0] != low[0] or len(letters) >= len(low):
        return False
    at = 0
    for letter in letters:
        at = low.find(letter, at) + 1
        if not at:
            return False
    # At least half of the letters begin a word, or part of one that a hyphen or a number begins.
    initials = [m[0].lower() for m in re.finditer(r"(?<![^\W\d_])[^\W\d_]|\d+", long)]
    return sum(c in initials for c in letters) * 2 >= len(letters)


def uses(short: str, text: str) -> Iterator[tuple[int, int]]:
    """Where a short form stands as a word of its own, in its own capitals, alone or in the plural."""
    at = text.find(short)
    while at >= 0:
        end = at + len(short)
        if not (at and _inside(text[at - 1])):
            end += text[end : end + 1] == "s"
            if not _inside(text[end : end + 1]):
                yield at, end
        at = text.find(short, at + len(short))


def _inside(sign: str) -> bool:
    return sign.isalnum() or sign == "_"


def foreign(short: str, text: str) -> bool:
    """Whether the text itself explains a short form by words that begin with its letters.

    >>> foreign("AS", "Angelman syndrome (AS) is rare."), foreign("AS", "AS was seen.")
    (True, False)
    """
    letters = [c.lower() for c in _SIGNS.findall(short)]
    for found in re.finditer(rf"\(\s?{re.escape(short)}s?\s?[;,)]", text):
        words = re.findall(r"[^\W_]+", text[max(0, found.start() - 120) : found.start()])[-len(letters) - 2 :]
        if any(w[0].lower() == letters[0] for w in words):
            return True
    return False
