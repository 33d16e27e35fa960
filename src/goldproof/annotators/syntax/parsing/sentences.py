"""The sentences of a layer as a parser sees them: forms, tags, surroundings; the very long ones in pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from ....model import Corpus, Layer
from .surroundings import surroundings

LONGEST: Mapping[str, int] = MappingProxyType({"heads": 150, "spans": 300})
"""Tokens of a sentence that is parsed whole, by task. Heads of sentences longer than those that are learnt from are better found in pieces; brackets are not, but
their time grows with the third power."""
_PIECE = 150
_STOPS = frozenset((".", ";", ":", "?", "!", ","))


class Words(NamedTuple):
    """A sentence: its number among those of the layer, and what is known of its tokens."""

    number: int
    forms: list[str]
    tags: list[str | None]
    where: str


def sentences_of(corpus: Corpus, layer: Layer) -> Iterator[Words]:
    """Every sentence that has tokens, in order."""
    c = layer.parses
    names: tuple[str | None, ...] = (*c.names, None)
    first = c.sentence_offsets[c.offsets].tolist()
    for i, unit in enumerate(layer.units):
        a, b = first[i], first[i + 1]
        text = corpus.text_of(unit).text
        places = surroundings(text, c.sentence_starts[a:b].tolist(), c.sentence_ends[a:b].tolist())
        bounds = c.token_offsets[a : b + 1].tolist()
        low = bounds[0] if bounds else 0
        forms, tags = c.forms[low : bounds[-1]].tolist(), c.tags[low : bounds[-1]].tolist()
        for s, where in enumerate(places):
            x, y = bounds[s] - low, bounds[s + 1] - low
            if y > x:
                yield Words(a + s, [c.names[n] for n in forms[x:y]], [names[n] for n in tags[x:y]], where)


def pieces_of(forms: Sequence[str], task: str) -> list[tuple[int, int]]:
    """Where a sentence is cut: not at all up to :data:`LONGEST` tokens, else behind the last stop of every so many tokens, or anywhere."""
    if len(forms) <= LONGEST[task]:
        return [(0, len(forms))]
    out: list[tuple[int, int]] = []
    at = 0
    while at < len(forms):
        end = min(at + _PIECE, len(forms))
        if end < len(forms):
            end = next((i + 1 for i in range(end - 1, at + _PIECE // 2, -1) if forms[i] in _STOPS), end)
        out.append((at, end))
        at = end
    return out
