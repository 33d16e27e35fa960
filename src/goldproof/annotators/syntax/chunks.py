"""Texts as arrays: the runs of characters between white space, which every boundary of a sentence or token lies between or inside."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ...model import Corpus, Span
from ...text.characters import codes

Long = NDArray[np.int64]
Codes = NDArray[np.uint32]

# Thin spaces that typesetters put inside words: no end of a token by themselves.
THIN = "\u2009\u200a\u202f"
# What kind of character: the classes that features speak of.
OTHER, SMALL, CAPITAL, DIGIT, SPACE, CLOSING, OPENING, STOP, DASH, QUOTE, UNCASED, MARK = range(12)
_SIGNS = {")": CLOSING, "]": CLOSING, "}": CLOSING, "(": OPENING, "[": OPENING, "{": OPENING, ".": STOP, "?": STOP, "!": STOP, "…": STOP, "。": STOP,
          "-": DASH, "‐": DASH, "‑": DASH, "–": DASH, "—": DASH, "−": DASH, '"': QUOTE, "'": QUOTE, "”": QUOTE, "’": QUOTE, "“": QUOTE, "‘": QUOTE, "»": QUOTE, "«": QUOTE}  # fmt: skip
_POINTS = 0x110000


@dataclass(frozen=True)
class Chunks:
    """``raw`` are the characters of all texts with a line end behind each; chunk i is ``raw[starts[i]:ends[i]]``, in text ``unit[i]``.

    ``moves[u]`` takes a place in ``raw`` to one in the document of text u. ``lines[i]`` are the line ends between chunk i and the next (9 at the end of a text).
    """

    raw: Codes
    kinds: NDArray[np.uint8]
    starts: Long
    ends: Long
    unit: Long
    moves: Long
    lines: Long

    def __len__(self) -> int:
        return len(self.starts)


def of_corpus(corpus: Corpus, units: Sequence[str]) -> Chunks:
    """The chunks of the passages of a corpus."""
    texts, starts = [], []
    for unit in units:
        span: Span = corpus.span(unit)
        text = corpus.text_of(unit).text
        texts.append(text if span.start <= 0 and span.end >= len(text) else text[span.start : span.end])
        starts.append(max(span.start, 0))
    return of_texts(texts, starts)


def of_texts(texts: Sequence[str], starts: Sequence[int] = ()) -> Chunks:
    """The chunks of some texts.

    >>> c = of_texts(["Two  words", "", "one"]); c.starts.tolist(), c.unit.tolist(), c.lines.tolist()
    ([0, 5, 12], [0, 0, 2], [0, 9, 9])
    """
    raw = codes("".join([f"{text}\n" for text in texts]))
    begins = np.zeros(len(texts), np.int64)
    np.cumsum([len(text) + 1 for text in texts[:-1]], out=begins[1:])
    kind = kinds(raw)
    white = kind == SPACE
    edge = np.flatnonzero(np.diff(white, prepend=True))
    first, behind = edge[0::2], edge[1::2]
    line = np.flatnonzero(raw == 10)
    count = np.searchsorted(line, np.append(first, len(raw)))
    unit = np.searchsorted(begins, first, side="right") - 1
    lines = np.diff(count)
    lines[np.flatnonzero(np.diff(unit, append=len(texts)))] = 9
    return Chunks(raw, kind, first, behind, unit, np.asarray(starts or np.zeros(len(texts)), np.int64) - begins, lines)


def kinds(raw: Codes) -> NDArray[np.uint8]:
    """The kind of every character. The table is filled as characters are met."""
    table, _ = _tables()
    out = table[raw]
    if len(out) and out.max() == _UNKNOWN:
        _learn(np.unique(raw[out == _UNKNOWN]))
        out = table[raw]
    return out


def folded(raw: Codes) -> Codes:
    """The characters without capitals, each one character; :func:`kinds` has met them before."""
    return _tables()[1][raw]


_UNKNOWN = 255


@cache
def _tables() -> tuple[NDArray[np.uint8], Codes]:
    return np.full(_POINTS, _UNKNOWN, np.uint8), np.arange(_POINTS, dtype=np.uint32)


def _learn(points: Codes) -> None:
    kind, small = _tables()
    for point in points.tolist():
        sign = chr(point)
        kind[point] = _kind(sign)
        if len(sign.lower()) == 1:
            small[point] = ord(sign.lower())


def _kind(sign: str) -> int:
    if sign in _SIGNS:
        return _SIGNS[sign]
    if sign.isspace():
        return MARK if sign in THIN else SPACE
    if sign.isalpha():
        return SMALL if sign.islower() else CAPITAL if sign.isupper() or sign.istitle() else UNCASED
    if sign.isdecimal():
        return DIGIT
    return UNCASED if unicodedata.combining(sign) else OTHER
