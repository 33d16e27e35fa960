"""A plain tokenizer: runs of letters and digits, numbers with their points and commas, every other sign alone.

It decides on nothing but the characters of a token and of its neighbours, never on the white space between them, so that a text
that was put together again from its tokens gives the same tokens and sentences.
"""

from __future__ import annotations

import re

from ..model import Span

_TOKEN = re.compile(r"\d+(?:[.,]\d+)+|[^\W_](?:[^\W_]|[\u0300-\u036f])*|[^\s\ufeff\u200b]")
_ENDS = frozenset(".!?")
_CLOSING = frozenset(")]}\"'”’»")
# After these a full stop ends no sentence, nor after a single letter (initials, genera, "e.g.").
_SHORT = frozenset((
    "al", "approx", "ca", "cf", "dr", "ed", "eds", "etc", "fig", "figs", "mr", "mrs", "ms", "no", "nos", "prof", "ref",
    "refs", "resp", "sp", "spp", "st", "suppl", "tab", "var", "vol", "vs",
))  # fmt: skip


def tokens(text: str) -> list[Span]:
    """The places of the tokens.

    >>> [text[a:b] for text in ["IL-2 rose 3.5-fold."] for a, b in tokens(text)]
    ['IL', '-', '2', 'rose', '3.5', '-', 'fold', '.']
    """
    return [Span(*found.span()) for found in _TOKEN.finditer(text)]


def sentences(text: str) -> list[list[Span]]:
    """The places of the tokens, sentence by sentence: a line end ends one, and a full stop before a capital or a digit.

    >>> [len(s) for s in sentences("Mice (Mus) sleep. They eat.\\nFigs. 2 and 3")]
    [6, 3, 5]
    """
    out: list[list[Span]] = []
    for line in re.finditer(r"[^\n]+", text):
        found = [Span(*m.span()) for m in _TOKEN.finditer(text, *line.span())]
        start = 0
        for i in range(1, len(found)):
            if _begins(text, found, i):
                out.append(found[start:i])
                start = i
        if found:
            out.append(found[start:])
    return out


def _begins(text: str, found: list[Span], i: int) -> bool:
    """Whether a sentence begins with token ``i`` of a line."""
    first = text[found[i].start]
    if not (first.isupper() or first.isdigit()):
        return False
    before = i - 1
    while before > 0 and text[found[before].start] in _CLOSING:
        before -= 1
    if text[found[before].start] not in _ENDS:
        return False
    if before == i - 1 and text[found[before].start] == "." and before > 0:
        word = text[slice(*found[before - 1])]
        return not (len(word) == 1 and word.isalpha()) and word.lower() not in _SHORT
    return True
