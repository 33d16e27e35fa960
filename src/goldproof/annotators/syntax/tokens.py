"""Where tokens end inside runs between white space: a decision for each place that is not inside a run of letters and digits.

Decisions are made once for each different run (*10-20%),* is cut the same wherever it stands), told apart only by whether it begins or ends a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...contracts import NO_SETTINGS
from ...model import Corpus, Layer
from ..learning.hashing import Hashes, feature, runs
from ..learning.softmax import Pace, fit
from ..learning.weights import Weights
from ..models import Contents, new_card, training_layer, write
from . import assembly
from .chunks import CAPITAL, DIGIT, MARK, SMALL, SPACE, UNCASED, Chunks, folded, of_corpus
from .holding import figures, held, spans
from .preparation import bare, prepare, with_tokens
from .sentences import source_of
from .settings import pace_of

Long = NDArray[np.int64]
PACE = Pace(epochs=10, rate=0.25, batch=512, least=2, leave=0.2, patience=10)
_WORD = np.array([k in (SMALL, CAPITAL, DIGIT, UNCASED) for k in range(16)])
_CANNOT = np.array([ord(c) for c in "cannot"], np.uint32)


@dataclass(frozen=True)
class Pieces:
    """The runs between white space inside sentences: run i is ``raw[starts[i]:ends[i]]`` of sentence ``sentence[i]``; ``edge``: 1 it begins one, 2 it ends one."""

    chunks: Chunks
    starts: Long
    ends: Long
    sentence: Long
    edge: Long


@dataclass(frozen=True, eq=False)
class Tokenizer:
    """The tokenizer."""

    card: Mapping[str, Any]
    weights: Weights
    name: str = "tokens"

    def annotate(self, corpus: Corpus, /, *, given: Layer | None = None) -> Layer:
        layer = prepare(corpus, given, "sentences")
        return with_tokens(layer, lambda bare: self._made(corpus, bare)).called(self.name)

    def _made(self, corpus: Corpus, layer: Layer) -> Layer:
        pieces = pieces_of(corpus, layer)
        same, of = alike(pieces)
        at, owner = candidates(pieces, same)
        score = self.weights.scores(features(pieces, same, at, owner))
        yes = score[:, 1] > score[:, 0]
        cut, cut_owner = at[yes] - pieces.starts[same][owner[yes]], owner[yes]
        starts, ends, piece = _cut(pieces, of, cut, cut_owner, len(same))
        unit = pieces.chunks.unit[_chunk_at(pieces.chunks, starts)]
        token_offsets = np.searchsorted(pieces.sentence[piece], np.arange(len(layer.parses.sentence_starts) + 1))
        forms = _forms(pieces.chunks, starts, ends)
        moves = pieces.chunks.moves[unit]
        columns = assembly.with_tokens(layer.parses, token_offsets, starts + moves, ends + moves, forms)
        return replace(layer, columns=columns, source=source_of(self.card))

    def save(self, path: Path) -> None:
        write(Contents(self.card, self.weights.arrays("weights")), path)


def pieces_of(corpus: Corpus, layer: Layer) -> Pieces:
    """The runs of the sentences of a layer; a sentence may end inside a run, which is then cut there."""
    chunks = of_corpus(corpus, layer.units)
    columns = layer.parses
    unit = np.repeat(np.arange(len(layer.units)), np.diff(columns.sentence_offsets[columns.offsets]))
    begin, stop = columns.sentence_starts - chunks.moves[unit], columns.sentence_ends - chunks.moves[unit]
    first, behind = np.searchsorted(chunks.ends, begin, side="right"), np.searchsorted(chunks.starts, stop, side="left")
    count = np.maximum(behind - first, 0)
    total = np.cumsum(count)
    number = np.arange(int(count.sum())) - np.repeat(total - count, count) + np.repeat(first, count)
    sentence = np.repeat(np.arange(len(begin)), count)
    edge = np.zeros(len(number), np.int64)
    some = count > 0
    edge[(total - count)[some]] += 1
    edge[total[some] - 1] += 2
    return Pieces(chunks, np.maximum(chunks.starts[number], begin[sentence]), np.minimum(chunks.ends[number], stop[sentence]), sentence, edge)


def alike(pieces: Pieces) -> tuple[Long, Long]:
    """The different runs (one number of each), and for every run which of these it is."""
    word = runs(pieces.chunks.raw, pieces.starts, pieces.ends).astype(np.int64)
    _, first, number = np.unique(word * 4 + pieces.edge, return_index=True, return_inverse=True)
    return first, number.reshape(-1)


def candidates(pieces: Pieces, same: Long) -> tuple[Long, Long]:
    """The places between two characters of the chosen runs that may be an end, and the number of the choice that each lies in."""
    starts, ends = pieces.starts[same], pieces.ends[same]
    length = np.maximum(ends - starts - 1, 0)
    owner = np.repeat(np.arange(len(same)), length)
    at = np.arange(int(length.sum())) - np.repeat(np.cumsum(length) - length, length) + starts[owner] + 1
    kinds = pieces.chunks.kinds
    maybe = ~(_WORD[kinds[at - 1]] & _WORD[kinds[at]])
    small = folded(pieces.chunks.raw)
    # "cannot" is two words of a treebank.
    for i in np.flatnonzero((small[at - 1] == ord("n")) & (small[at] == ord("n"))).tolist():
        p = int(at[i])
        maybe[i] = p >= 3 and np.array_equal(small[p - 3 : p + 3], _CANNOT)
    return at[maybe], owner[maybe]


def features(pieces: Pieces, same: Long, at: Long, owner: Long) -> Hashes:
    """What may tell whether a token ends at a place: the characters around it, the words on either side, the run that it lies in."""
    raw, kinds = pieces.chunks.raw, pieces.chunks.kinds
    if not len(at):
        return np.zeros((0, 1), np.uint32)
    small = folded(raw)
    first, behind, edge = pieces.starts[same][owner], pieces.ends[same][owner], pieces.edge[same][owner]

    def near(values: NDArray[Any], offset: int) -> NDArray[Any]:
        place = at + offset
        inside = (place >= first) & (place < behind)
        return np.where(inside, values[np.clip(place, 0, len(raw) - 1)].astype(np.uint32) + np.uint32(2), np.uint32(1))

    c = {o: near(small, o) for o in range(-4, 4)}
    k = {o: near(kinds, o) for o in range(-5, 5)}
    change = np.concatenate(([True], _WORD[kinds[1:]] != _WORD[kinds[:-1]]))
    place = np.arange(len(raw))
    begin = np.maximum.accumulate(np.where(change, place, 0))
    stop = np.minimum.accumulate(np.where(np.append(change[1:], True), place + 1, len(raw))[::-1])[::-1]
    left, right = np.maximum(begin[at - 1], first), np.minimum(stop[at], behind)
    left_run, right_run = runs(small, left, at), runs(small, at, right)
    left_shape, right_shape = runs(kinds, np.maximum(left, at - 5), at), runs(kinds, at, np.minimum(right, at + 5))
    left_all, right_all = runs(small, first, at), runs(small, at, behind)
    whole = runs(small, first, behind)
    sentence_end = edge >> 1
    to_end, to_start = np.minimum(behind - at, 6), np.minimum(at - first, 6)
    far_left, far_right = runs(kinds, np.maximum(first, at - 8), at), runs(kinds, at, np.minimum(behind, at + 8))
    last = small[behind - 1]
    opens = small[first]
    # Brackets still open before the place, and hyphens, stops and slashes in the run.
    def count(sign: int) -> Long:
        total = np.concatenate(([0], np.cumsum(raw == sign)))
        return np.asarray(total[at] - total[first])

    def ahead(sign: int) -> Long:
        total = np.concatenate(([0], np.cumsum(raw == sign)))
        return np.asarray(total[behind] - total[at])

    depth = np.clip(count(40) - count(41), -1, 2)
    square = np.clip(count(91) - count(93), -1, 2)
    closes = np.clip(ahead(41) - ahead(40), -1, 2)
    zero = np.zeros(len(at), np.uint32)
    rows = [
        feature(1, zero), feature(2, c[-1], c[0]), feature(3, c[-2], c[-1], c[0]), feature(4, c[-1], c[0], c[1]), feature(5, c[-2], c[-1], c[0], c[1]),
        feature(6, c[-3], c[-2], c[-1], c[0]), feature(7, c[-1], c[0], c[1], c[2]), feature(8, k[-1], c[0], k[1]), feature(9, k[-2], c[-1], k[0]),
        feature(10, k[-2], c[-1], k[0], k[1]), feature(11, k[-2], k[-1], c[0], k[1], k[2]), feature(12, k[-3], k[-2], c[-1], k[0], k[1], k[2]),
        feature(13, left_run, c[0]), feature(14, right_run, c[-1]), feature(15, left_run, c[0], k[1]), feature(16, right_run, c[-1], k[-2]),
        feature(17, c[-1], c[0], sentence_end, to_end), feature(18, left_run, c[0], sentence_end, to_end), feature(19, whole, to_start), feature(20, whole, to_end),
        feature(21, left_all), feature(22, right_all), feature(23, left_all, c[0]), feature(24, right_all, c[-1]), feature(25, left_shape, c[0], right_shape),
        feature(26, left_shape, c[-1], c[0]), feature(27, right_shape, c[-1], c[0]), feature(28, far_left, c[0]), feature(29, far_right, c[-1]),
        feature(30, far_left, far_right), feature(31, depth, square, c[-1], c[0]), feature(32, depth, closes, c[-1], c[0], to_end), feature(33, last, c[0], to_end),
        feature(34, opens, c[-1], to_start), feature(35, left_run, c[0], right_run), feature(36, closes, square, c[0], c[-1], k[-2]),
        feature(37, np.minimum(count(45), 3), np.minimum(ahead(45), 3), c[-1], c[0]), feature(38, np.minimum(at - left, 5), left_shape, c[0]),
        feature(39, edge & 1, c[-1], c[0], to_start), feature(40, k[-5], k[-4], k[-3], k[-2], c[-1], c[0], k[1]), feature(41, k[-2], c[-1], c[0], k[1], k[2], k[3]),
        feature(42, c[-4], c[-3], c[-2], c[-1], c[0]), feature(43, c[-1], c[0], c[1], c[2], c[3]), feature(44, sentence_end, to_end, k[-1], c[0], left_shape),
    ]  # fmt: skip
    return np.stack(rows, axis=1)


def _cut(pieces: Pieces, of: Long, cut: Long, cut_owner: Long, different: int) -> tuple[Long, Long, Long]:
    """Start, end and run of every token, thin spaces at its edges trimmed away; ``cut`` are the places inside the different runs."""
    counts = np.bincount(cut_owner, minlength=different)
    begin = np.cumsum(counts) - counts
    n = counts[of]
    tokens = n + 1
    total = np.cumsum(tokens)
    piece = np.repeat(np.arange(len(of)), tokens)
    nth = np.arange(int(tokens.sum())) - np.repeat(total - tokens, tokens)
    place = np.concatenate((cut, [0]))
    base = begin[of][piece]
    starts = pieces.starts[piece] + np.where(nth == 0, 0, place[np.where(nth == 0, -1, base + nth - 1)])
    final = nth == n[piece]
    ends = np.where(final, pieces.ends[piece], pieces.starts[piece] + place[np.where(final, -1, base + nth)])
    kinds = pieces.chunks.kinds
    while True:
        fat = starts < ends
        head = fat & ((kinds[starts] == MARK) | (kinds[starts] == SPACE))
        tail = fat & ((kinds[ends - 1] == MARK) | (kinds[ends - 1] == SPACE)) & ~head
        if not (head.any() or tail.any()):
            break
        starts, ends = starts + head, ends - tail
    some = starts < ends
    return starts[some], ends[some], piece[some]


def _chunk_at(chunks: Chunks, places: Long) -> Long:
    return np.searchsorted(chunks.starts, places, side="right") - 1


def _forms(chunks: Chunks, starts: Long, ends: Long) -> list[str]:
    text = chunks.raw.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")
    return [text[a:b] for a, b in zip(starts.tolist(), ends.tolist(), strict=True)]


def examples(corpus: Corpus, layer: Layer) -> tuple[Hashes, NDArray[np.int64]]:
    """Every candidate of the sentences of a layer, and which of them end a token."""
    pieces = pieces_of(corpus, layer)
    every = np.arange(len(pieces.starts))
    at, owner = candidates(pieces, every)
    columns = layer.parses
    sentence = np.repeat(np.arange(len(layer.units)), np.diff(columns.sentence_offsets[columns.offsets]))
    unit = np.repeat(sentence, np.diff(columns.token_offsets))
    edge = np.concatenate((columns.starts, columns.ends)) - np.tile(pieces.chunks.moves[unit], 2)
    return features(pieces, every, at, owner), np.isin(at, edge).astype(np.int64)


class TokenTrainer:
    """Trains :class:`Tokenizer`."""

    name = task = "tokens"

    def train(
        self, corpus: Corpus, /, *, layer: str = "", held_out: Corpus | None = None, seed: int = 7, settings: Mapping[str, str] = NO_SETTINGS,
        progress: Callable[[str], None] | None = None,
    ) -> Tokenizer:  # fmt: skip
        pace = pace_of(PACE, settings)
        taught = training_layer(corpus, layer)
        parts = held(corpus, taught, held_out, seed)
        trial = fit(*examples(corpus, parts.learn), 2, pace, held_out=examples(parts.corpus, parts.test), seed=seed, say=progress)
        model = Tokenizer({"task": self.task}, Weights.of(trial.keys, trial.rows, small=SMALLEST))
        right = figures(spans(parts.test, "token"), spans(model._made(parts.corpus, bare(parts.test, "tokens")), "token"))
        last = trial
        if parts.more and not trial.interrupted:
            last = fit(*examples(corpus, taught), 2, replace(pace, epochs=trial.epochs), seed=seed, say=progress)
        card = new_card(self, corpus, taught if last is not trial else parts.learn, seed=seed, settings=settings, held_out=right, epochs=trial.epochs, interrupted=last.interrupted)
        return Tokenizer(card, Weights.of(last.keys, last.rows, small=SMALLEST))


SMALLEST = 0.02
"""Weights nearer to nothing are left out: the model is smaller and decides the same."""


def model_of(contents: Contents) -> Tokenizer:
    return Tokenizer(contents.card, Weights.read("weights", contents.arrays))


TRAINER = TokenTrainer()
