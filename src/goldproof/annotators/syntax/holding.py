"""Documents held out of training: they say when to stop, and what a model is worth before anybody scores it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...model import Corpus, Layer

SHARE = 8
"""Of the documents one in so many is held out, where none are given."""


@dataclass(frozen=True)
class Held:
    """``learn`` and ``test`` are a layer's two parts, ``corpus`` has the texts of ``test``. ``more``: all of the layer may be learnt from in the end."""

    learn: Layer
    test: Layer
    corpus: Corpus
    more: bool


def held(corpus: Corpus, layer: Layer, held_out: Corpus | None, seed: int) -> Held:
    """The documents of ``held_out``, or some of the corpus's own, drawn by the seed; from a single document nothing can be held out but itself."""
    if held_out is not None:
        return Held(layer, held_out.layer(layer.name), held_out, False)
    units = list(layer.units)
    by_document: dict[str, list[str]] = {}
    for unit in units:
        by_document.setdefault(corpus.passage(unit).document, []).append(unit)
    names = sorted(by_document)
    if len(names) < 2:
        return Held(layer, layer, corpus, False)
    chosen = np.random.default_rng(seed).permutation(len(names))[: max(1, len(names) // SHARE)]
    test = {u for i in chosen for u in by_document[names[i]]}
    return Held(layer.only(u for u in units if u not in test), layer.only(u for u in units if u in test), corpus, True)


def spans(layer: Layer, of: str) -> NDArray[np.int64]:
    """Unit, start and end of each sentence or token, and the number of its tag's name if ``of`` is tag."""
    columns = layer.parses
    sentence = np.repeat(np.arange(len(layer.units)), np.diff(columns.sentence_offsets[columns.offsets]))
    if of == "sentence":
        return np.stack((sentence, columns.sentence_starts, columns.sentence_ends), axis=1).astype(np.int64)
    return np.stack((np.repeat(sentence, np.diff(columns.token_offsets)), columns.starts, columns.ends), axis=1).astype(np.int64)


def figures(gold: NDArray[np.int64], found: NDArray[np.int64]) -> Mapping[str, float]:
    """P, R and F1 of rows that are equal (for a model's card; the measures for everything else stand further down the street)."""
    both = np.concatenate((np.unique(gold, axis=0), np.unique(found, axis=0)))
    same = len(both) - len(np.unique(both, axis=0)) if len(both) else 0
    p, r = same / max(len(found), 1), same / max(len(gold), 1)
    return {"P": round(p, 5), "R": round(r, 5), "F1": round(2 * p * r / (p + r), 5) if p + r else 0.0}
