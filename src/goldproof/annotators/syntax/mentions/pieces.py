"""Tokens cut further, where names of genes and the like begin and end: *Brca2lex1* is Brca 2 lex 1, *TGFβ1* is TGF β 1, *transmembrane* trans membrane."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ....model import Layer
from ...learning.hashing import Hashes
from ..tags.features import words_of

Long = NDArray[np.int64]
_PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_a-zA-Z]|\d+|\s+|.", re.DOTALL)
_PREFIX = re.compile(r"(?:[Aa]nti|[Aa]uto|[Ee]xtra|[Hh]yper|[Hh]ypo|[Ii]nter|[Ii]ntra|[Mm]icro|[Mm]ulti|[Nn]ano|[Nn]on|[Pp]eri|[Pp]oly|[Pp]ost|[Pp]re|[Ss]ub|[Tt]rans|[Uu]n)(?=[a-z]{4})")
_SUFFIX = re.compile(r"(?<=[A-Za-z]{3})(?:less|flox|floxed|null)$")


@dataclass(frozen=True)
class Pieces:
    """``names`` are the different pieces and ``piece`` the number of each one; ``words`` and ``word`` the same of the token that it lies in, ``nth`` its place
    there and ``left`` how many follow. ``offsets`` cut pieces into sentences, ``unit`` is each sentence's unit. ``tags`` are hashes of the tokens' tags."""

    names: tuple[str, ...]
    piece: Long
    words: tuple[str, ...]
    word: Long
    nth: Long
    left: Long
    tags: Hashes
    starts: Long
    ends: Long
    offsets: Long
    unit: Long

    @property
    def sentence(self) -> Long:
        return np.repeat(np.arange(len(self.offsets) - 1), np.diff(self.offsets))


def cut(form: str) -> list[tuple[int, int]]:
    """The places of the pieces of a token.

    >>> [form[a:b] for form in ["hPrlp-/-"] for a, b in cut(form)]
    ['h', 'Prlp', '-', '/', '-']
    """
    out = []
    for found in _PIECE.finditer(form):
        a, b = found.span()
        if form[a].isspace():
            continue
        if b - a > 6:
            part = form[a:b]
            inner = _PREFIX.match(part)
            if inner:
                out.append((a, a + inner.end()))
                a += inner.end()
            suffix = _SUFFIX.search(form[a:b])
            if suffix:
                out.append((a, a + suffix.start()))
                a += suffix.start()
        out.append((a, b))
    return out


def pieces_of(layer: Layer) -> Pieces:
    """The pieces of all tokens of a layer."""
    from ...learning.hashing import of_words

    words, columns = words_of(layer), layer.parses
    # A token whose form is not its text (brackets as treebanks write them) is one piece.
    cuts = [cut(word) for word in words.names]
    size = columns.ends - columns.starts
    whole = np.array([len(word) for word in words.names], np.int64)[words.word] != size if len(words.word) else np.zeros(0, bool)
    numbers: dict[str, int] = {}
    flat = [(numbers.setdefault(word[a:b], len(numbers)), a, b) for word, parts in zip(words.names, cuts, strict=True) for a, b in parts]
    table = np.array(flat, np.int64).reshape(-1, 3)
    count = np.array([len(parts) for parts in cuts], np.int64)
    base = np.cumsum(count) - count
    n = np.where(whole, np.minimum(count[words.word], 1), count[words.word]) if len(words.word) else np.zeros(0, np.int64)
    token = np.repeat(np.arange(len(words.word)), n)
    nth = np.arange(int(n.sum())) - np.repeat(np.cumsum(n) - n, n)
    row = table[base[words.word[token]] + nth] if len(token) else np.zeros((0, 3), np.int64)
    starts = columns.starts[token] + np.where(whole[token], 0, row[:, 1])
    ends = np.where(whole[token], columns.ends[token], columns.starts[token] + row[:, 2])
    offsets = np.concatenate(([0], np.cumsum(n)))[columns.token_offsets]
    unit = np.repeat(np.arange(len(layer.units)), np.diff(columns.sentence_offsets[columns.offsets]))
    tags = np.append(of_words(columns.names), np.uint32(0))[columns.tags][token]
    return Pieces(tuple(numbers), row[:, 0], words.names, words.word[token], nth, n[token] - nth - 1, tags, starts.astype(np.int64), ends.astype(np.int64), offsets.astype(np.int64), unit)
