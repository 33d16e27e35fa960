"""What is learnt from: the sentences of a layer with their heads and spans as numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ....model import Corpus, Layer, ParseColumns
from ....trees.dependencies import with_dependencies
from .batches import Example
from .lexicon import Lexicon
from .sentences import Words, sentences_of
from .spans import NOTHING, Spans, spans_of

LONGEST = 150
"""Tokens of a sentence that is learnt from."""


@dataclass(frozen=True)
class Treebank:
    """Sentences with what a layer says of each: heads and relations, spans, either None where it does not. ``top``: trees have a node without a label over all."""

    words: Sequence[Words]
    heads: Sequence[tuple[list[int], list[str]] | None]
    spans: Sequence[Spans | None]
    top: bool

    def relations(self) -> tuple[str, ...]:
        return tuple(sorted({relation for found in self.heads if found for relation in found[1]}))

    def labels(self) -> tuple[str, ...]:
        """The chains that occur more than once, and that of no node."""
        often = Counter(label for found in self.spans if found for _, _, label in found)
        return tuple(sorted({NOTHING} | {label for label, n in often.items() if n > 1 or len(self.words) < 100}))

    def lexicon(self) -> tuple[Lexicon, np.ndarray[tuple[int], np.dtype[np.int64]]]:
        return Lexicon.of((x.forms, x.tags, x.where) for x in self.words)

    def examples(self, lexicon: Lexicon, relations: Sequence[str], labels: Sequence[str]) -> list[Example]:
        relation_of = {name: i for i, name in enumerate(relations)}
        label_of = {name: i for i, name in enumerate(labels)}
        out = []
        for words, heads, spans in zip(self.words, self.heads, self.spans, strict=True):
            if len(words.forms) > LONGEST:
                continue
            numbers = lexicon.look_up(words.forms, words.tags, words.where)
            above = named = None
            if heads is not None:
                above, named = np.array(heads[0], dtype=np.int64), np.array([relation_of[x] for x in heads[1]], dtype=np.int64)
            rows = None if spans is None else np.array([(a, b, label_of.get(x, label_of[NOTHING])) for a, b, x in spans], dtype=np.int64)
            out.append(Example(numbers, above, named, rows))
        return out


def treebank_of(corpus: Corpus, layer: Layer, *, heads: bool = True, spans: bool = True) -> Treebank:
    """The sentences of a layer and what it says of heads and brackets, as far as either is asked for."""
    c = layer.parses
    words = list(sentences_of(corpus, layer))
    cut: dict[int, str] = {}
    trees = [spans_of(c, x.number, cut) if spans else None for x in words]
    top = sum(tree[1] for tree in trees if tree) * 2 > sum(tree is not None for tree in trees)
    return Treebank(words, [_heads(c, x.number) if heads else None for x in words], [tree and tree[0] for tree in trees], top)


def with_heads(layer: Layer) -> Layer:
    """The layer; if it has trees and no heads, with heads by rules from its trees."""
    c = layer.parses
    return layer if (c.heads >= 0).any() or not len(c.labels) else with_dependencies(layer, trees=True)


def _heads(c: ParseColumns, s: int) -> tuple[list[int], list[str]] | None:
    """Heads and relations of a sentence; None where a token has none or the heads are no tree with one root."""
    a, b = c.token_offsets[s : s + 2].tolist()
    heads, relations = c.heads[a:b].tolist(), c.relations[a:b].tolist()
    if min(heads, default=-1) < 0 or max(heads) > b - a or min(relations) < 0 or heads.count(0) != 1:
        return None
    return heads, [c.names[n] for n in relations]
