"""Where sentences end: a blank line always, white space behind a full stop where a trained model says so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...contracts import NO_SETTINGS
from ...model import Corpus, Layer, Maker, Source
from ..learning.hashing import Hashes, feature, runs
from ..learning.softmax import Pace, fit
from ..learning.weights import Weights
from ..models import Contents, new_card, training_layer, write
from . import assembly
from .chunks import CLOSING, MARK, QUOTE, SMALL, STOP, Chunks, folded, of_corpus
from .holding import Held, figures, held, spans
from .preparation import passages, with_sentences
from .settings import pace_of

Long = NDArray[np.int64]
PACE = Pace(epochs=16, rate=0.25, batch=256, least=2, leave=0.3, patience=16)


@dataclass(frozen=True, eq=False)
class Splitter:
    """The sentence splitter."""

    card: Mapping[str, Any]
    weights: Weights
    name: str = "sentences"

    def annotate(self, corpus: Corpus, /, *, given: Layer | None = None) -> Layer:
        return with_sentences(corpus, given, self._made).called(self.name)

    def _made(self, corpus: Corpus) -> Layer:
        units = passages(corpus)
        chunks = of_corpus(corpus, units)
        last = ends(chunks, self.weights)
        first = np.concatenate(([0], last[:-1] + 1)).astype(np.int64) if len(last) else last
        unit = chunks.unit[first]
        columns = assembly.sentences(len(units), unit, chunks.starts[first] + chunks.moves[unit], chunks.ends[last] + chunks.moves[unit])
        return Layer(self.name, source_of(self.card), tuple(units), columns)

    def save(self, path: Path) -> None:
        write(Contents(self.card, self.weights.arrays("weights")), path)


def source_of(card: Mapping[str, Any]) -> Source:
    """Who says it: the model, by its name and the data that it was made from."""
    from ...model import Attributes

    return Source(str(card.get("name", card["task"])), Maker.SYSTEM, version=str(card.get("version", "")), settings=Attributes(data=str(card.get("data", ""))))


def ends(chunks: Chunks, weights: Weights) -> Long:
    """The numbers of the chunks that end a sentence."""
    ending = sure(chunks)
    maybe = candidates(chunks)
    score = weights.scores(features(chunks, maybe))
    ending[maybe[score[:, 1] > score[:, 0]]] = True
    return np.flatnonzero(ending)


def sure(chunks: Chunks) -> NDArray[np.bool_]:
    """A blank line ends a sentence, and so does a line end, unless the next line goes on with a small letter and this one has no stop at its end:
    then the text was only wrapped."""
    out = chunks.lines > 1
    wrapped = np.flatnonzero(chunks.lines == 1)
    if len(wrapped):
        goes_on = (chunks.kinds[chunks.starts[wrapped + 1]] == SMALL) & (chunks.kinds[chunks.ends[wrapped] - 1] != STOP)
        out[wrapped[~goes_on]] = True
    return out


def candidates(chunks: Chunks) -> Long:
    """The chunks that end with a stop, whatever brackets and quotation marks close behind it, and are not the last of their line."""
    closing = np.array([k in (CLOSING, QUOTE, MARK) for k in range(16)])
    at = chunks.ends - 1
    for _ in range(3):
        at = np.where(closing[chunks.kinds[at]] & (at > chunks.starts), at - 1, at)
    return np.flatnonzero((chunks.kinds[at] == STOP) & (chunks.lines == 0))


def features(chunks: Chunks, at: Long) -> Hashes:
    """What may tell whether a sentence ends with a chunk: the chunk, its neighbours, and how they are written."""
    n = len(chunks)
    if not n:
        return np.zeros((0, 1), np.uint32)
    small = folded(chunks.raw)
    near = {o: np.clip(at + o, 0, n - 1) for o in (-2, -1, 0, 1, 2)}
    word = {o: runs(small, chunks.starts[i], chunks.ends[i]) for o, i in near.items()}
    shape = {o: runs(chunks.kinds, chunks.starts[i], np.minimum(chunks.ends[i], chunks.starts[i] + 4)) for o, i in near.items()}
    first = {o: chunks.kinds[chunks.starts[i]] for o, i in near.items()}
    tail = [small[np.maximum(chunks.ends[at] - k, chunks.starts[at])] for k in (1, 2, 3, 4)]
    kind = [chunks.kinds[np.maximum(chunks.ends[at] - k, chunks.starts[at])] for k in (1, 2, 3, 4)]
    length = np.minimum(chunks.ends[at] - chunks.starts[at], 8)
    next_raw = runs(chunks.raw, chunks.starts[near[1]], chunks.ends[near[1]])
    stops = np.concatenate(([0], np.cumsum(chunks.kinds == STOP)))
    inner = np.minimum(stops[chunks.ends[at]] - stops[chunks.starts[at]], 3)
    nested = _depth(chunks)[near[0]]
    rows = [
        feature(1, word[0]), feature(2, word[1]), feature(3, next_raw), feature(4, word[-1]), feature(5, word[0], word[1]), feature(6, word[-1], word[0]),
        feature(7, shape[1]), feature(8, shape[0], shape[1]), feature(9, first[1], first[2]), feature(10, first[1]), feature(11, word[0], first[1]),
        feature(12, *tail[:2]), feature(13, *tail[:3]), feature(14, *kind[:2], first[1]), feature(15, *kind[:3], first[1]), feature(16, *kind, shape[1]),
        feature(17, length, first[1]), feature(18, length, kind[1], first[1]), feature(19, inner, first[1]), feature(20, inner, length, kind[1]),
        feature(21, nested, first[1]), feature(22, word[0], nested), feature(23, word[1], word[2]), feature(24, shape[-1], shape[0]),
        feature(25, np.zeros(len(at), np.uint32)), feature(26, word[2]), feature(27, word[-2], word[-1]),
    ]  # fmt: skip
    return np.stack(rows, axis=1)


def _depth(chunks: Chunks) -> Long:
    """Whether round brackets that were opened on this line before or in a chunk are still open behind it."""
    change = np.concatenate(([0], np.cumsum((chunks.raw == 40).astype(np.int64) - (chunks.raw == 41))))
    fresh = np.concatenate(([True], (chunks.lines[:-1] > 0))) if len(chunks) else np.zeros(0, bool)
    line = np.cumsum(fresh) - 1
    base = change[chunks.starts[fresh]]
    return np.asarray(np.clip(change[chunks.ends] - base[line], 0, 2), np.int64)


class SentenceTrainer:
    """Trains :class:`Splitter`."""

    name = task = "sentences"

    def train(
        self, corpus: Corpus, /, *, layer: str = "", held_out: Corpus | None = None, seed: int = 7, settings: Mapping[str, str] = NO_SETTINGS,
        progress: Callable[[str], None] | None = None,
    ) -> Splitter:  # fmt: skip
        pace = pace_of(PACE, settings)
        taught = training_layer(corpus, layer)
        parts: Held = held(corpus, taught, held_out, seed)
        trial = fit(*examples(corpus, parts.learn), 2, pace, held_out=examples(parts.corpus, parts.test), seed=seed, say=progress)
        model = Splitter({"task": self.task}, Weights.of(trial.keys, trial.rows))
        right = figures(spans(parts.test, "sentence"), spans(model._made(parts.corpus.only(parts.test.units)), "sentence"))
        last = trial
        if parts.more and not trial.interrupted:
            last = fit(*examples(corpus, taught), 2, Pace(trial.epochs, pace.rate, pace.batch, pace.least, pace.decay, pace.leave), seed=seed, say=progress)
        card = new_card(self, corpus, taught if last is not trial else parts.learn, seed=seed, settings=settings, held_out=right, epochs=trial.epochs, interrupted=last.interrupted)
        return Splitter(card, Weights.of(last.keys, last.rows))


def examples(corpus: Corpus, layer: Layer) -> tuple[Hashes, NDArray[np.int64]]:
    """The candidates of the units of a layer, and which of them end a sentence."""
    units = list(layer.units)
    chunks = of_corpus(corpus, units)
    at = candidates(chunks)
    columns = layer.parses
    owner = np.repeat(np.arange(len(units)), np.diff(columns.sentence_offsets[columns.offsets]))
    end = columns.sentence_ends.astype(np.int64) - chunks.moves[owner]
    return features(chunks, at), np.isin(chunks.ends[at], end).astype(np.int64)


def model_of(contents: Contents) -> Splitter:
    return Splitter(contents.card, Weights.read("weights", contents.arrays))


TRAINER = SentenceTrainer()
