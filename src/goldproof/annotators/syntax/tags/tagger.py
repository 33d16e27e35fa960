"""The tagger and its trainer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....contracts import NO_SETTINGS
from ....errors import BadInput
from ....model import Corpus, Layer
from ...learning.hashing import Hashes
from ...learning.softmax import Fit, Pace, fit
from ...learning.weights import Weights
from ...models import Contents, new_card, training_layer, write
from .. import assembly
from ..holding import held
from ..preparation import prepare, with_tags
from ..sentences import source_of
from ..settings import pace_of
from ..words import aspects
from .features import ALONE, Words, alone, first_round, second_round, together, words_of

Long = NDArray[np.int64]
PACE = Pace(epochs=6, rate=0.1, batch=512, least=2, leave=0.3, patience=1)
FIRST = Pace(epochs=3, rate=0.15, batch=1024, least=3, leave=0.1)
"""The first round need not be perfect, only fast: the second one corrects it."""
JACKKNIVES = 3
SMALLEST = 0.1
_BATCH = 1 << 16


@dataclass(frozen=True, eq=False)
class Tagger:
    """The tagger."""

    card: Mapping[str, Any]
    tags: Sequence[str]
    first: Weights
    second: Weights
    name: str = "tags"

    def annotate(self, corpus: Corpus, /, *, given: Layer | None = None) -> Layer:
        layer = prepare(corpus, given, "tokens")
        return with_tags(layer, self._made).called(self.name)

    def _made(self, layer: Layer) -> Layer:
        tags = self.decide(words_of(layer))
        return replace(layer, columns=assembly.with_tags(layer.parses, tags, self.tags), source=source_of(self.card))

    def decide(self, words: Words) -> Long:
        """The number of the tag of every token."""
        seen = aspects(words.names)
        first, second = ({o: weights.scores(alone(seen, o)) for o in ALONE} for weights in (self.first, self.second))
        found = [np.zeros(0, np.int64)]
        for batch in words.batches(_BATCH):
            apart = together(batch, seen)
            guess = _summed(self.first, first, batch, apart).argmax(axis=1)
            total = _summed(self.second, second, batch, apart)
            total += self.second.scores(second_round(batch, seen, guess, len(self.tags)))
            found.append(total.argmax(axis=1))
        return np.concatenate(found)

    def save(self, path: Path) -> None:
        write(Contents(self.card, self.first.arrays("first") | self.second.arrays("second"), {"tags": self.tags}), path)


def _summed(weights: Weights, single: Mapping[int, NDArray[np.float32]], words: Words, apart: Hashes) -> NDArray[np.float32]:
    """The scores of what the first round sees. ``single`` is what hangs on one word only, added up once for each different word."""
    total = weights.scores(apart)
    for offset, scores in single.items():
        total += scores[words.at(offset)]
    return total


class TagTrainer:
    """Trains :class:`Tagger`."""

    name = task = "tags"

    def train(
        self, corpus: Corpus, /, *, layer: str = "", held_out: Corpus | None = None, seed: int = 7, settings: Mapping[str, str] = NO_SETTINGS,
        progress: Callable[[str], None] | None = None,
    ) -> Tagger:  # fmt: skip
        pace = pace_of(PACE, settings)
        say = progress or (lambda _: None)
        taught = training_layer(corpus, layer)
        parts = held(corpus, taught, held_out, seed)
        names = sorted({taught.parses.names[i] for i in np.unique(taught.parses.tags).tolist() if i >= 0})
        if not names:
            raise BadInput("says no tags to learn from", where=f"layer {taught.name}")
        lesson = _Lesson.of(parts.learn, names, seed, say)
        test_words = words_of(parts.test)
        test_labels = _labels(parts.test, names)
        guess = lesson.first_model.scores(first_round(test_words)).argmax(axis=1)
        test = np.concatenate((first_round(test_words), second_round(test_words, aspects(test_words.names), guess, len(names))), axis=1)
        known = test_labels >= 0
        trial = lesson.fit(pace, seed, say, (test[known], test_labels[known]))
        model = Tagger({"task": self.task}, names, lesson.first_model, _small(trial))
        right = float((model.decide(test_words)[known] == test_labels[known]).mean()) if known.any() else 1.0
        card = new_card(self, corpus, parts.learn, seed=seed, settings=settings, held_out={"accuracy": round(right, 5)}, epochs=trial.epochs, interrupted=trial.interrupted)
        model = replace(model, card=card)
        if not parts.more or trial.interrupted:
            return model
        say(f"held-out documents: {100 * right:.2f} % right; now on all documents")
        try:
            lesson = _Lesson.of(taught, names, seed, say)
            last = lesson.fit(replace(pace, epochs=trial.epochs), seed, say, None)
        except KeyboardInterrupt:
            return replace(model, card={**card, "interrupted": True})
        card = new_card(self, corpus, taught, seed=seed, settings=settings, held_out={"accuracy": round(right, 5)}, epochs=trial.epochs, interrupted=last.interrupted)
        return Tagger(card, names, lesson.first_model, _small(last))


def _small(fitted: Fit) -> Weights:
    return Weights.of(fitted.keys, fitted.rows, small=SMALLEST)


def _labels(layer: Layer, names: Sequence[str]) -> Long:
    """The number of each token's tag among the names, -1 for none of them."""
    number = {name: i for i, name in enumerate(names)}
    table = np.array([*(number.get(name, -1) for name in layer.parses.names), -1], np.int64)
    return table[layer.parses.tags]


@dataclass(frozen=True)
class _Lesson:
    """What the second round learns from: features with the tags that a first round gave that had not seen the document."""

    features: Hashes
    labels: Long
    classes: int
    first_model: Weights

    @staticmethod
    def of(layer: Layer, names: Sequence[str], seed: int, say: Callable[[str], None]) -> _Lesson:
        words, labels = words_of(layer), _labels(layer, names)
        one = first_round(words)
        known = labels >= 0
        part = np.random.default_rng(seed).permutation(len(layer.units))[words.document] % JACKKNIVES
        guess = np.zeros(len(labels), np.int64)
        for k in range(JACKKNIVES):
            mine = part == k
            if mine.any():
                say(f"first round, part {k + 1} of {JACKKNIVES}")
                rest = known & ~mine if (known & ~mine).any() else known
                guess[mine] = _first(one[rest], labels[rest], len(names), seed).scores(one[mine]).argmax(axis=1)
        say("first round, all")
        model = _first(one[known], labels[known], len(names), seed)
        two = second_round(words, aspects(words.names), guess, len(names))
        return _Lesson(np.concatenate((one, two), axis=1)[known], labels[known], len(names), model)

    def fit(self, pace: Pace, seed: int, say: Callable[[str], None], held_out: tuple[Hashes, Long] | None) -> Fit:
        return fit(self.features, self.labels, self.classes, pace, held_out=held_out, seed=seed, say=say)


def _first(features: Hashes, labels: Long, classes: int, seed: int) -> Weights:
    return _small(fit(features, labels, classes, FIRST, seed=seed))


def model_of(contents: Contents) -> Tagger:
    model = Tagger(contents.card, list(contents.lists["tags"]), Weights.read("first", contents.arrays), Weights.read("second", contents.arrays))
    if not len(model.tags) == model.first.classes == model.second.classes:
        raise ValueError("another number of tags than weights")
    return model


TRAINER = TagTrainer()
