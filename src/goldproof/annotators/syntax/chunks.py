"""Texts as arrays: the runs of characters between white space, which every boundary of a sentence or token lies between or inside."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...model import Corpus, Span
from ...text.characters import codes
from .preparation import passages

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
    kind = kinds()[raw]
    white = kind == SPACE
    edge = np.flatnonzero(np.diff(white, prepend=True))
    first, behind = edge[0::2], edge[1::2]
    line = np.flatnonzero(raw == 10)
    count = np.searchsorted(line, np.append(first, len(raw)))
    unit = np.searchsorted(begins, first, side="right") - 1
    lines = np.diff(count)
    lines[np.flatnonzero(np.diff(unit, append=len(texts)))] = 9
    return Chunks(raw, kind, first, behind, unit, np.asarray(starts or np.zeros(len(texts)), np.int64) - begins, lines)


@cache
def kinds() -> NDArray[np.uint8]:
    """The kind of every code point."""
    out = np.full(_POINTS, OTHER, np.uint8)
    for point in range(_POINTS):
        sign = chr(point)
        if sign in _SIGNS:
            out[point] = _SIGNS[sign]
        elif sign.isspace():
            out[point] = MARK if sign in THIN else SPACE
        elif sign.isalpha():
            out[point] = SMALL if sign.islower() else CAPITAL if sign.isupper() or sign.istitle() else UNCASED
        elif sign.isdecimal():
            out[point] = DIGIT
        elif unicodedata.combining(sign):
            out[point] = UNCASED
    return out


def folded(raw: Codes) -> Codes:
    """The characters without capitals: ASCII and Latin, Greek and Cyrillic letters whose small form is one character."""
    return _small()[raw]


@cache
def _small() -> Codes:
    out = np.arange(_POINTS, dtype=np.uint32)
    for point in range(0x2C00):
        small = chr(point).lower()
        if len(small) == 1:
            out[point] = ord(small)
    return out


def strings(chunks: Chunks, first: NDArray[Any], behind: NDArray[Any]) -> list[str]:
    """Stretches of the texts as strings."""
    text = chunks.raw.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")
    return [text[a:b] for a, b in zip(first.tolist(), behind.tolist(), strict=True)]
