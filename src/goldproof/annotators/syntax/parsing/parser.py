"""Sentences to heads, or to spans, in batches of like length. A model of either task has one of these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...models import Contents
from .attachment import heads_of
from .batches import cut, padded
from .charts import best
from .lexicon import FIELDS, Lexicon
from .network import LAYER, PARTS, Floats, Network
from .packing import packed, unpacked
from .sentences import Words, pieces_of

_TOKENS = 1600
"""Places of a batch: enough for the products of matrices, few enough to stay near the processor."""
_AT_ONCE = 4096
Numbers = NDArray[np.int64]


class _Piece(NamedTuple):
    sentence: int
    start: int
    end: int


@dataclass(frozen=True, eq=False)
class Parser:
    """A trained network with its words, and the names of what it gives: ``names`` are relations of ``heads``, or labels of ``spans``."""

    task: str
    network: Network
    lexicon: Lexicon
    names: tuple[str, ...]

    def heads(self, sentences: Sequence[Words]) -> list[tuple[Numbers, Numbers]]:
        """For each sentence the head of each token (from 1, 0 the root) and the number of its relation."""
        out: list[tuple[Numbers, Numbers]] = [(np.zeros(0, np.int64), np.zeros(0, np.int64))] * len(sentences)
        parts: dict[int, list[tuple[int, Numbers, Numbers]]] = {}
        for pieces, y, mask, lengths in self._encoded(sentences):
            scores, name, head_name = self.network.head_scores(y, mask)
            heads = heads_of(scores, lengths)
            at, token, head = np.repeat(np.arange(len(pieces)), lengths), np.concatenate([np.arange(n) for n in lengths]), np.concatenate(heads)
            named = np.split(self.network.names("heads", name[at, token], head_name[at, head]), np.cumsum(lengths)[:-1])
            for piece, h, relation in zip(pieces, heads, named, strict=True):
                if piece.start == 0 and piece.end == len(sentences[piece.sentence].forms):
                    out[piece.sentence] = h, relation
                else:
                    parts.setdefault(piece.sentence, []).append((piece.start, h, relation))
        for i, found in parts.items():
            out[i] = self._joined(sorted(found, key=lambda part: part[0]))
        return out

    def _joined(self, parts: Sequence[tuple[int, Numbers, Numbers]]) -> tuple[Numbers, Numbers]:
        """The pieces of a sentence that was too long: the roots of all pieces but the first hang on the root of the first."""
        root = int(np.flatnonzero(parts[0][1] == 0)[0]) + 1
        loose = next((i for i, name in enumerate(self.names) if name.lower() == "dep"), None)
        heads, relations = [], []
        for start, h, relation in parts:
            top = h == 0
            heads.append(np.where(top, root if start else 0, h + start))
            relations.append(np.where(top, loose, relation) if start and loose is not None else relation)
        return np.concatenate(heads), np.concatenate(relations)

    def spans(self, sentences: Sequence[Words]) -> list[list[tuple[int, int, str]]]:
        """For each sentence its spans with their chains of labels, as :func:`.spans.spans_of` gives them; those of pieces side by side."""
        out: list[list[tuple[int, int, str]]] = [[] for _ in sentences]
        for pieces, y, _, lengths in self._encoded(sentences):
            scores, left, right = self.network.span_scores(y)
            spans = [longer + [(k, k + 1) for k in range(n)] for longer, n in zip(best(scores, lengths), lengths.tolist(), strict=True)]
            flat = np.array([span for part in spans for span in part], dtype=np.int64).reshape(-1, 2)
            at = np.repeat(np.arange(len(pieces)), [len(part) for part in spans])
            named = iter(self.network.names("spans", left[at, flat[:, 0]], right[at, flat[:, 1]]).tolist())
            for piece, part in zip(pieces, spans, strict=True):
                out[piece.sentence] += [(a + piece.start, b + piece.start, self.names[next(named)]) for a, b in part]
        return out

    def _encoded(self, sentences: Sequence[Words]) -> Iterator[tuple[list[_Piece], Floats, NDArray[np.bool_], Numbers]]:
        for first in range(0, len(sentences), _AT_ONCE):
            here = sentences[first : first + _AT_ONCE]
            pieces = [_Piece(first + i, a, b) for i, x in enumerate(here) for a, b in pieces_of(x.forms, self.task)]
            for chosen in cut([p.end - p.start for p in pieces], _TOKENS):
                some = [pieces[i] for i in chosen]
                looked_up = [self.lexicon.look_up(sentences[s].forms[a:b], sentences[s].tags[a:b], sentences[s].where) for s, a, b in some]
                numbers, mask, lengths = padded(looked_up)
                yield some, self.network.encode(numbers, mask), mask, lengths

    def contents(self, card: Mapping[str, Any]) -> Contents:
        """What is kept in a model's file: the parameters that the task needs."""
        weights = {k: v for k, v in self.network.weights.items() if k.startswith(("table.", "layer", f"{self.task}."))}
        return Contents(card, packed(weights), {**self.lexicon.lists, "names": self.names})

    @staticmethod
    def of(contents: Contents, task: str) -> Parser:
        lists = contents.lists
        network = Network(unpacked(contents.arrays))
        for name in FIELDS:
            if len(network.weights[f"table.{name}"]) != len(lists[name]) + 4:
                raise ValueError(f"table and list of {name} differ")
        missing = {f"{task}.{part}" for part in PARTS} | {f"layer{i}.{part}" for i in range(network.layers) for part in LAYER}
        missing -= {*network.weights}
        if missing:
            raise ValueError(f"no {min(missing)}")
        if network.weights[f"{task}.names"].shape[1] != len(lists["names"]):
            raise ValueError("names and their scores differ")
        return Parser(task, network, Lexicon({name: lists[name] for name in FIELDS}), tuple(lists["names"]))
