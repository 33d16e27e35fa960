"""Where sentences end: a blank line always, white space behind a full stop where a trained model says so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...contracts import NO_SETTINGS
from ...model import Corpus, Layer, Maker, Source
from ...text.characters import codes
from ..learning.hashing import Hashes, feature, runs
from ..learning.softmax import Pace, fit
from ..learning.weights import Weights
from ..models import Contents, new_card, training_layer, write
from . import assembly
from .chunks import CAPITAL, CLOSING, MARK, QUOTE, SMALL, STOP, UNCASED, Chunks, Codes, folded, of_corpus
from .holding import Held, figures, held, spans
from .preparation import passages, with_sentences
from .settings import pace_of

Long = NDArray[np.int64]
_SHORT = """al approx ca cf chap chr co conc corp dept dr ed eds e.g eq eqs est etc ext ff fig figs inc incl int i.e jr ltd max mol mr mrs ms no nos nr op ph pp prof ref
refs resp sec sect sp spp sr st str subsp suppl tab temp univ var viz vol vs wt"""
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
        chunks = unglued(of_corpus(corpus, units))
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


def unglued(chunks: Chunks) -> Chunks:
    """The chunks cut where a space may have been forgotten: behind a stop, between a small letter or a bracket before it and a word with a capital (*seen.Then*)."""
    kinds = chunks.kinds
    if len(kinds) < 4:
        return chunks
    before = (kinds[:-3] == SMALL) | (kinds[:-3] == CLOSING)
    at = np.flatnonzero(before & (kinds[1:-2] == STOP) & (kinds[2:-1] == CAPITAL) & (kinds[3:] == SMALL)) + 2
    owner = np.searchsorted(chunks.starts, at, side="right") - 1
    starts, ends = np.insert(chunks.starts, owner + 1, at), np.insert(chunks.ends, owner, at)
    return replace(chunks, starts=starts, ends=ends, unit=np.insert(chunks.unit, owner, chunks.unit[owner]), lines=np.insert(chunks.lines, owner, 0))


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
    lead, bare = _lead(chunks, small), runs(small, chunks.starts, np.maximum(chunks.ends - 1, chunks.starts))
    begins_small, ends_open = chunks.kinds[chunks.starts] == SMALL, chunks.kinds[chunks.ends - 1] != STOP
    # Is the next word one that the text also writes small? Does this one also stand without a stop?
    common = _among(chunks.unit[near[1]], lead[near[1]], chunks.unit[begins_small], lead[begins_small])
    known = _among(chunks.unit[at], bare[at], chunks.unit[ends_open], runs(small, chunks.starts[ends_open], chunks.ends[ends_open]))
    short = np.isin(bare[at], _shorts())
    glued = chunks.starts[near[1]] == chunks.ends[at]
    rows = [
        feature(1, word[0]), feature(2, word[1]), feature(3, next_raw), feature(4, word[-1]), feature(5, word[0], word[1]), feature(6, word[-1], word[0]),
        feature(7, shape[1]), feature(8, shape[0], shape[1]), feature(9, first[1], first[2]), feature(10, first[1]), feature(11, word[0], first[1]),
        feature(12, *tail[:2]), feature(13, *tail[:3]), feature(14, *kind[:2], first[1]), feature(15, *kind[:3], first[1]), feature(16, *kind, shape[1]),
        feature(17, length, first[1]), feature(18, length, kind[1], first[1]), feature(19, inner, first[1]), feature(20, inner, length, kind[1]),
        feature(21, nested, first[1]), feature(22, word[0], nested), feature(23, word[1], word[2]), feature(24, shape[-1], shape[0]),
        feature(25, np.zeros(len(at), np.uint32)), feature(26, word[2]), feature(27, word[-2], word[-1]),
        feature(28, common, first[1]), feature(29, common, shape[0], first[1]), feature(30, common, shape[-1], shape[0], first[1]), feature(31, known, common, first[1]),
        feature(32, known, common, length, kind[1], first[1]), feature(33, short, common, first[1]), feature(34, short, first[1]), feature(35, glued), feature(36, glued, common),
        feature(37, word[-1], shape[0], common), feature(38, known, shape[0], common),
    ]  # fmt: skip
    return np.stack(rows, axis=1)


def _lead(chunks: Chunks, small: Codes) -> Hashes:
    """The letters that each chunk begins with."""
    letter = (chunks.kinds == SMALL) | (chunks.kinds == CAPITAL) | (chunks.kinds == UNCASED)
    place = np.where(letter, len(letter), np.arange(len(letter)))
    stop = np.minimum.accumulate(place[::-1])[::-1]
    return runs(small, chunks.starts, np.minimum(stop[chunks.starts], chunks.ends))


def _among(unit: Long, word: Hashes, units: Long, words: Hashes) -> NDArray[np.bool_]:
    """Whether each word is one of its text's."""
    return np.isin(unit.astype(np.uint64) << np.uint64(32) | word.astype(np.uint64), units.astype(np.uint64) << np.uint64(32) | words.astype(np.uint64))


@cache
def _shorts() -> Hashes:
    """Words that are shortened with a full stop in any English text, as :func:`runs` numbers them."""
    words = [codes(word) for word in _SHORT.split()]
    ends = np.cumsum([len(word) for word in words])
    return runs(np.concatenate(words), np.concatenate(([0], ends[:-1])), ends)


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
    chunks = unglued(of_corpus(corpus, units))
    at = candidates(chunks)
    columns = layer.parses
    owner = np.repeat(np.arange(len(units)), np.diff(columns.sentence_offsets[columns.offsets]))
    end = columns.sentence_ends.astype(np.int64) - chunks.moves[owner]
    return features(chunks, at), np.isin(chunks.ends[at], end).astype(np.int64)


def model_of(contents: Contents) -> Splitter:
    return Splitter(contents.card, Weights.read("weights", contents.arrays))


TRAINER = SentenceTrainer()
