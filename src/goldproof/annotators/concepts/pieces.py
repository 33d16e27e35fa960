"""Texts in batches of about one size, so that memory stays bounded and arrays stay in the cache; long texts in pieces, cut between sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from ...text.characters import OTHER, fold, kind
from ...text.stream import COMMA, ENCLOSING, HARD, HYPHEN, PLAIN, SLASH, gap_of

BATCH = 1 << 18
LONGEST = 1 << 22
_CUT = re.compile(r"\n\s*\n|[.!?;]\s")


class Piece(NamedTuple):
    """A part of a text: which text, from where, and the part itself."""

    unit: int
    start: int
    text: str


def pieces(texts: Sequence[str], size: int = BATCH) -> Iterator[Piece]:
    """Every text, whole if it is short."""
    for unit, text in enumerate(texts):
        if len(text) <= size:
            yield Piece(unit, 0, text)
            continue
        start = 0
        while start < len(text):
            end = _end(text, start, size)
            yield Piece(unit, start, text[start:end])
            start = end


def _end(text: str, start: int, size: int) -> int:
    """Behind the last end of a sentence within ``size``, or behind the first one after it; at worst between words."""
    if start + size >= len(text):
        return len(text)
    last = start
    for found in _CUT.finditer(text, start + size // 2, start + size):
        last = found.end()
    if last > start:
        return last
    later = _CUT.search(text, start + size, min(len(text), start + LONGEST))
    if later:
        return later.end()
    if start + LONGEST >= len(text):
        return len(text)
    blank = text.rfind(" ", start + LONGEST // 2, start + LONGEST)
    return blank + 1 if blank > 0 else start + LONGEST


_BEYOND = re.compile(r"[^\x00-\x7f]")
# A sign of ASCII that does what others do: parts as strongly, and is no letter, digit or blank.
_LIKE = {PLAIN: "~", HYPHEN: "-", COMMA: ",", SLASH: "/", ENCLOSING: "*", HARD: ";"}


def plainer(text: str) -> str:
    """The text with what is beyond ASCII written as signs of ASCII that are read alike: dashes, quotation marks, letters with accents. Others stay.

    >>> plainer("α–β ≥ 5 µm"), plainer("a “fine” Élan—really")
    ('α-β ~ 5 µm', 'a *fine* Elan~really')
    """
    return _BEYOND.sub(lambda found: _plain(found[0]), text)


@cache
def _plain(sign: str) -> str:
    if kind(sign) == OTHER:
        return _LIKE.get(gap_of(sign), sign)
    plain = fold(sign)
    return sign if not plain.isascii() or plain != plain.lower() else plain.upper() if sign != sign.lower() else plain


def batches(texts: Sequence[str], size: int = BATCH) -> Iterator[list[Piece]]:
    """Pieces put together until they are ``size`` long; those in plain ASCII, which are quicker, are kept apart from the others."""
    waiting: dict[bool, list[Piece]] = {True: [], False: []}
    length = {True: 0, False: 0}
    for piece in pieces(texts, size):
        if not piece.text.isascii():
            piece = piece._replace(text=plainer(piece.text))
        plain = piece.text.isascii()
        if waiting[plain] and length[plain] + len(piece.text) > size:
            yield waiting[plain]
            waiting[plain], length[plain] = [], 0
        waiting[plain].append(piece)
        length[plain] += len(piece.text) + 1
    for batch in waiting.values():
        if batch:
            yield batch
