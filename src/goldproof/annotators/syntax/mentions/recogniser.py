"""The mention recogniser and its trainer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....contracts import NO_SETTINGS
from ....errors import BadInput
from ....model import Corpus, Kind, Layer, Span
from ....model.columns.mentions import MentionBuilder
from ...learning.crf import Field, Sequences, best, train
from ...learning.hashing import Hashes
from ...learning.weights import Weights
from ...models import Contents, new_card, prepared, training_layer, write
from ..holding import figures, held
from ..preparation import passages
from ..sentences import source_of
from .features import Lexicon, Seen, features, lexicon
from .gazetteer import Gazetteer
from .labels import LABELS, decode, encode
from .pieces import pieces_of

Long = NDArray[np.int64]
SETTINGS = {"rounds": "60", "spread": "3", "least": "2", "ontology": "", "parted": "auto"}
CONSISTENCY = (0.0, 0.25, 0.5, 1.0)
"""How much what a document says elsewhere may weigh; which of them is seen on the held-out documents."""
PARTED = 0.01
"""Discontinuous mentions are learnt where at least so many mentions are."""
SMALLEST = 0.005
_BATCH = 1 << 17


@dataclass(frozen=True, eq=False)
class Finder:
    """The mention recogniser. ``memory`` has the concept that a text most often had in training."""

    card: Mapping[str, Any]
    weights: Weights
    moves: NDArray[np.float64]
    begin: NDArray[np.float64]
    lexicon: Lexicon
    memory: Mapping[str, str]
    consistency: float = 0.0
    gazetteer: Gazetteer = field(default_factory=Gazetteer)
    name: str = "mentions"

    def annotate(self, corpus: Corpus, /, *, given: Layer | None = None) -> Layer:
        units = passages(corpus)
        layer = prepared(corpus, given, "tags")
        label = str(self.card.get("layer", ""))
        build = MentionBuilder()
        for batch in _batches(corpus, layer):
            view = _view(corpus, layer.only(batch))
            found = decode(self._labels(corpus, batch, view), view.pieces)
            at = 0
            for u, unit in enumerate(batch):
                text = corpus.text_of(unit).text
                while at < len(found) and found[at][0] == u:
                    spans = found[at][1]
                    concept = self.memory.get(_words(text, spans))
                    build.add(spans, (concept,) if concept else (), label)
                    at += 1
                build.end_unit()
        return Layer(self.name, source_of(self.card), tuple(units), build.columns())

    def _labels(self, corpus: Corpus, units: Sequence[str], view: Seen) -> Long:
        scores = self.weights.scores(features(view, self.lexicon.buckets(view.word_hash), self.gazetteer.hits(corpus, units, view.pieces)))
        return _decided(scores, self.moves, self.begin, view, self.consistency)

    def save(self, path: Path) -> None:
        arrays = self.weights.arrays("weights") | {
            "moves": self.moves, "begin": self.begin, "consistency": np.array([self.consistency]),
            "lexicon.keys": self.lexicon.keys, "lexicon.documents": self.lexicon.documents, "lexicon.shares": self.lexicon.shares,
        }  # fmt: skip
        write(Contents(self.card, arrays, {"texts": list(self.memory), "concepts": list(self.memory.values()), "gazetteer": list(self.gazetteer.rows)}), path)


def _batches(corpus: Corpus, layer: Layer) -> Iterator[list[str]]:
    """The units in batches of about so many tokens, cut only where another document begins."""
    columns = layer.parses
    tokens = np.diff(columns.token_offsets[columns.sentence_offsets[columns.offsets]]).tolist()
    batch: list[str] = []
    size, document = 0, ""
    for unit, n in zip(layer.units, tokens, strict=True):
        mine = corpus.passage(unit).document
        if size >= _BATCH and mine != document:
            yield batch
            batch, size = [], 0
        batch.append(unit)
        size, document = size + n, mine
    if batch:
        yield batch


def _view(corpus: Corpus, layer: Layer) -> Seen:
    names = [corpus.passage(unit).document for unit in layer.units]
    number = {name: i for i, name in enumerate(dict.fromkeys(names))}
    return Seen.of(pieces_of(layer), np.array([number[name] for name in names], np.int64))


def _decided(scores: NDArray[np.float32], moves: NDArray[np.float64], begin: NDArray[np.float64], view: Seen, consistency: float) -> Long:
    """The best labels; then again, with what the same words of the document got elsewhere taken into account."""
    sequences = Sequences.of(view.pieces.offsets)
    labels = best(scores, moves, begin, sequences)
    if not consistency or not len(labels):
        return labels
    k = scores.shape[1]
    key = (view.document.astype(np.uint64) << np.uint64(32) | view.word_hash.astype(np.uint64)) * np.uint64(8) + np.minimum(view.pieces.nth, 7).astype(np.uint64)
    _, group = np.unique(key, return_inverse=True)
    group = group.reshape(-1)
    counts = np.stack([np.bincount(group, labels == c) for c in range(k)], axis=1)[group]
    counts[np.arange(len(labels)), labels] -= 1
    others = counts.sum(axis=1, keepdims=True)
    said = np.log((counts + 0.5) / (others + 0.5 * k)) * (others > 0)
    return best(scores + consistency * said, moves, begin, sequences)


def _words(text: str, spans: Sequence[Span]) -> str:
    return " ".join(" ".join(text[a:b] for a, b in spans).lower().split())


class MentionTrainer:
    """Trains :class:`Finder`."""

    name = task = "mentions"

    def train(
        self, corpus: Corpus, /, *, layer: str = "", held_out: Corpus | None = None, seed: int = 7, settings: Mapping[str, str] = NO_SETTINGS,
        progress: Callable[[str], None] | None = None,
    ) -> Finder:  # fmt: skip
        wish = _wish(settings)
        say = progress or (lambda _: None)
        taught = training_layer(corpus, layer, Kind.MENTIONS)
        unused = corpus.attributes.get(f"unused {taught.name}", ())
        unused = unused if isinstance(unused, tuple) else (str(unused),)
        gazetteer = Gazetteer.read(wish["ontology"], set(map(str, unused))) if wish["ontology"] else Gazetteer()
        parts = held(corpus, taught, held_out, seed)
        spans = np.diff(taught.mentions.span_offsets)
        parted = wish["parted"] == "yes" or (wish["parted"] == "auto" and float((spans > 1).mean()) >= PARTED)
        lesson = _Lesson.of(corpus, parts.learn, gazetteer, parted)
        test = _Lesson.of(parts.corpus, parts.test, gazetteer, parted)
        known = features(test.view, lesson.lexicon.buckets(test.view.word_hash), test.hits)
        gold = {(u, m.spans) for u, unit in enumerate(parts.test.units) for m in parts.test[unit] if m.spans}

        def judged(scores: NDArray[Any], moves: NDArray[np.float64], begin: NDArray[np.float64], consistency: float = 0.0) -> Mapping[str, float]:
            return figures(*_rows(gold, set(decode(_decided(scores, moves, begin, test.view, consistency), test.view.pieces))))

        trial = lesson.fit(wish, (known, test.labels, test.view.pieces.offsets), say, lambda *found: judged(*found)["F1"])
        model = lesson.model({"task": self.task, "layer": taught.name}, trial, corpus, parts.learn, gazetteer)
        scores = model.weights.scores(known)
        tried = {c: judged(scores, model.moves, model.begin, c) for c in CONSISTENCY}
        chosen = max(tried, key=lambda c: (tried[c]["F1"], -c))
        say(f"held-out documents: strict F {tried[chosen]['F1']:.4f} (consistency {chosen})")
        last, final = trial, model
        if parts.more and not trial.interrupted:
            try:
                full = _Lesson.of(corpus, taught, gazetteer, parted)
                last = full.fit({**wish, "rounds": str(trial.rounds)}, None, say)
                final = full.model(model.card, last, corpus, taught, gazetteer)
            except KeyboardInterrupt:
                last = replace(trial, interrupted=True)
        card = new_card(self, corpus, taught if final is not model else parts.learn, seed=seed, settings=settings, held_out=tried[chosen], rounds=trial.rounds,
                        consistency=chosen, interrupted=last.interrupted, gazetteer=len(gazetteer.rows))  # fmt: skip
        return replace(final, card=card, consistency=chosen)


def _wish(settings: Mapping[str, str]) -> dict[str, str]:
    for name, value in settings.items():
        if name not in SETTINGS:
            raise BadInput(f"no setting is called {name}", remedy="there are: " + ", ".join(SETTINGS))
        if name in ("rounds", "least", "spread"):
            try:
                good = float(value) > 0 and (name == "spread" or value.isdecimal())
            except ValueError:
                good = False
            if not good:
                raise BadInput(f"{name}={value}: not a number above 0", remedy=f"as {name}={SETTINGS[name]}")
    wish = SETTINGS | dict(settings)
    if wish["parted"] not in ("auto", "yes", "no"):
        raise BadInput(f"parted={wish['parted']}", remedy="parted is auto, yes or no: whether discontinuous mentions are learnt")
    return wish


def _rows(*sides: set[tuple[int, tuple[Span, ...]]]) -> list[NDArray[np.int64]]:
    """Mentions as rows of numbers, the same number for the same mention."""
    numbers = {item: i for i, item in enumerate(set().union(*sides))}
    return [np.array(sorted(numbers[item] for item in side), np.int64).reshape(-1, 1) for side in sides]


@dataclass(frozen=True)
class _Lesson:
    view: Seen
    labels: Long
    lexicon: Lexicon
    features: Hashes
    hits: NDArray[np.uint32]
    classes: int

    @staticmethod
    def of(corpus: Corpus, layer: Layer, gazetteer: Gazetteer, parted: bool) -> _Lesson:
        units = list(layer.units)
        part = corpus.only(units)
        parses = part.of_kind(Kind.PARSES)
        view = _view(part, prepared(part, parses[0] if len(parses) == 1 else None, "tags"))
        labels = encode(layer, units, view.pieces, parted=parted)
        words, known = lexicon(view, labels > 0) if len(labels) else (Lexicon(np.zeros(0, np.uint32), np.zeros(0, np.uint8), np.zeros(0, np.uint8)), np.zeros(0, np.uint32))
        hits = gazetteer.hits(part, units, view.pieces)
        return _Lesson(view, labels, words, features(view, known, hits), hits, len(LABELS) if parted else 3)

    def fit(self, wish: Mapping[str, str], held_out: tuple[Hashes, Long, Long] | None, say: Callable[[str], None],
            judge: Callable[..., float] | None = None) -> Field:  # fmt: skip
        return train(self.features, self.labels, self.view.pieces.offsets, self.classes, rounds=int(wish["rounds"]), spread=float(wish["spread"]), least=int(wish["least"]),
                     held_out=held_out, judge=judge, say=say)  # fmt: skip

    def model(self, card: Mapping[str, Any], fitted: Field, corpus: Corpus, layer: Layer, gazetteer: Gazetteer) -> Finder:
        return Finder(card, Weights.of(fitted.keys, fitted.rows, small=SMALLEST, fine=True), fitted.moves, fitted.begin, self.lexicon, _memory(corpus, layer), 0.0, gazetteer)


def _memory(corpus: Corpus, layer: Layer) -> dict[str, str]:
    said: dict[str, Counter[str]] = {}
    for unit, found in layer.items():
        text = corpus.text_of(unit).text
        for m in found:
            if m.spans and len(m.concepts) == 1:
                said.setdefault(_words(text, m.spans), Counter())[m.concepts[0]] += 1
    return {words: min(counts, key=lambda c: (-counts[c], c)) for words, counts in sorted(said.items())}


def model_of(contents: Contents) -> Finder:
    a, lists = contents.arrays, contents.lists
    words = Lexicon(a["lexicon.keys"], a["lexicon.documents"], a["lexicon.shares"])
    weights = Weights.read("weights", a)
    if not weights.classes == len(a["begin"]) == len(a["moves"]):
        raise ValueError("another number of labels than weights")
    memory = dict(zip(lists["texts"], lists["concepts"], strict=True))
    return Finder(contents.card, weights, a["moves"], a["begin"], words, memory, float(a["consistency"][0]), Gazetteer(tuple(lists.get("gazetteer", ()))))


TRAINER = MentionTrainer()
