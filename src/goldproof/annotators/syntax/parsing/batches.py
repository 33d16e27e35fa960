"""Sentences of like length together, padded to the longest of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .lexicon import PAD, Numbers

Rows = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]


class Example(NamedTuple):
    """A sentence to learn from: numbers of its words with both edges, the head and relation of each token, spans with their label numbers; None: not said."""

    numbers: Numbers
    heads: NDArray[np.int64] | None = None
    relations: NDArray[np.int64] | None = None
    spans: NDArray[np.int64] | None = None


@dataclass(frozen=True)
class Batch:
    """``numbers``: (time, sentence, field); ``mask``: (time, sentence). ``heads`` are rows of sentence, token (from 0), head (from 0, 0 the root), relation;
    ``spans`` rows of sentence, start, end, label."""

    numbers: Numbers
    mask: NDArray[np.bool_]
    lengths: NDArray[np.int64]
    heads: Rows | None = None
    spans: Rows | None = None


def padded(numbers: Sequence[Numbers]) -> tuple[Numbers, NDArray[np.bool_], NDArray[np.int64]]:
    """The numbers of sentences side by side, where there is something, and how many tokens each has."""
    sizes = np.array([len(x) for x in numbers], dtype=np.int64)
    out = np.full((int(sizes.max()), len(numbers), numbers[0].shape[1]), PAD, dtype=np.int32)
    for i, x in enumerate(numbers):
        out[: len(x), i] = x
    return out, np.arange(len(out))[:, None] < sizes[None, :], sizes - 2


def batch_of(examples: Sequence[Example]) -> Batch:
    numbers, mask, lengths = padded([x.numbers for x in examples])
    heads = spans = None
    if all(x.heads is not None for x in examples):
        where = np.repeat(np.arange(len(examples)), lengths)
        at = np.concatenate([np.arange(n) for n in lengths])
        heads = where, at, np.concatenate([x.heads for x in examples if x.heads is not None]), np.concatenate([x.relations for x in examples if x.relations is not None])
    if all(x.spans is not None for x in examples):
        rows = np.concatenate([x.spans for x in examples if x.spans is not None])
        where = np.repeat(np.arange(len(examples)), [len(x.spans) for x in examples if x.spans is not None])
        spans = where, rows[:, 0], rows[:, 1], rows[:, 2]
    return Batch(numbers, mask, lengths, heads, spans)


def cut(lengths: Sequence[int], tokens: int) -> list[list[int]]:
    """Numbers of sentences from the short to the long, in batches of about so many places."""
    order = sorted(range(len(lengths)), key=lengths.__getitem__)
    out: list[list[int]] = []
    here: list[int] = []
    for i in order:
        if here and (len(here) + 1) * (lengths[i] + 2) > tokens:
            out.append(here)
            here = []
        here.append(i)
    return [*out, here] if here else out
