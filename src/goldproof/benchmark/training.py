"""Studies of training: a model of all training documents scored on the development set beside the model as delivered, k folds, learning curves.

As Verspoor et al. 2012 (tables 14, 15 and 23-26): folds are consecutive documents in the order of their ids, 12 articles each of CRAFT's 60; each fold is
scored by a model of the others; the development set is apart from all of them and is looked at by nobody before the end.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

from ..annotators.models import prepared, shipped, training_layer
from ..annotators.syntax.parsing.examples import with_heads
from ..annotators.syntax.preparation import bare
from ..contracts import NO_SETTINGS, Model, Trainer
from ..errors import BadInput, NotFound
from ..formats.checksum import checksum
from ..measures import scores
from ..model import Corpus, Kind, Layer

Say = Callable[[str], None]

MEASURES: Mapping[str, Mapping[str, str]] = MappingProxyType({
    "sentences": {"P": "P(on=sentence)", "R": "R(on=sentence)", "F": "F1(on=sentence)"},
    "tokens": {"P": "P(on=token)", "R": "R(on=token)", "F": "F1(on=token)", "sentence F": "F1(on=sentence)"},
    "tags": {"F": "F1(on=token+tag)", "token F": "F1(on=token)"},
    "mentions": {
        "strict P": "P(match=strict,on=span)", "strict R": "R(match=strict,on=span)", "strict F": "F1(match=strict,on=span)", "overlap F": "F1(match=overlap,on=span)",
        "shared F": "F1(match=shared,on=span)", "subspan F": "F1(match=subspan,on=span)",
    },
    "dependencies": {"LAS": "LAS", "UAS": "UAS", "LS": "LS"},
    "constituents": {"P": "LB-P(mean=sentences)", "R": "LB-R(mean=sentences)", "F": "LB-F(mean=sentences)"},
})  # fmt: skip
"""Task -> what its trials report: a name for the column, and the measure. With tokens given, the F of tags is the share of right tags."""
INPUTS = ("gold", "raw")
"""What a model gets: the gold sentences (for tokens), tokens (for tags and mentions) or tags (for trees); or nothing but the text."""


@dataclass(frozen=True)
class Trial:
    """A model put to the test. ``signatures`` say of each figure what it was made from; ``seconds`` are processor time: training (0: not trained here) and the run."""

    model: str
    input: str
    learnt: int
    tested: str
    documents: int
    figures: Mapping[str, float | None]
    training: float
    run: float
    sentences: int
    signatures: Mapping[str, str] = field(default_factory=dict)

    @property
    def rate(self) -> float:
        """Sentences a second."""
        return self.sentences / self.run if self.run else 0.0

    def row(self) -> Mapping[str, Any]:
        return {
            "model": self.model, "input": self.input, "learnt from": self.learnt, "tested on": self.tested, "documents": self.documents, **self.figures,
            "training s": round(self.training, 1), "sentences/s": round(self.rate),
        }  # fmt: skip


@dataclass(frozen=True)
class Plan:
    """What is trained on and what is tested on: ids of units. Development may be empty: then there are folds only."""

    train: tuple[str, ...]
    development: tuple[str, ...]


def plan(corpus: Corpus, layer: Layer, *, train: str = "train", development: str = "development") -> Plan:
    """The corpus's splits of these names; without them everything that was judged is for training."""
    judged = set(layer.units)
    if train not in corpus.splits:
        apart = set(corpus.splits.get(development, ()))
        return Plan(tuple(u for u in layer.units if u not in apart), tuple(u for u in corpus.splits.get(development, ()) if u in judged))
    learn = tuple(u for u in corpus.splits[train] if u in judged)
    test = tuple(u for u in corpus.splits.get(development, ()) if u in judged)
    if shared := set(learn) & set(test):
        raise BadInput(f"{len(shared)} units are in both {train} and {development}", where=corpus.name or "corpus", remedy="what is tested on must not be trained on")
    return Plan(learn, test)


def folds(units: Sequence[str], corpus: Corpus, k: int) -> list[tuple[str, ...]]:
    """``k`` parts of consecutive documents in the order of their ids; the units of a document stay together."""
    by_document: dict[str, list[str]] = {}
    for unit in units:
        by_document.setdefault(corpus.passage(unit).document, []).append(unit)
    names = sorted(by_document)
    if not 2 <= k <= len(names):
        raise BadInput(f"{k} folds of {len(names)} documents", remedy=f"from 2 to {len(names)} folds")
    size = -(-len(names) // k)
    # Nothing is left over for the last folds where the numbers do not divide: then parts are as even as can be.
    parts = [names[i * size : (i + 1) * size] for i in range(k)]
    if not all(parts):
        parts = [list(part) for part in np.array_split(np.array(names, object), k)]
    return [tuple(u for name in part for u in by_document[name]) for part in parts]


def trial(model: Model, corpus: Corpus, layer: Layer, task: str, *, input: str = "gold", name: str = "", tested: str = "", learnt: int = 0, training: float = 0.0,
          given: Layer | None = None) -> Trial:  # fmt: skip
    """A model scored on all units of ``corpus`` that ``layer``, the gold, judged.

    ``given`` is the layer of parses that a model of mentions gets as gold; other tasks get the gold itself without what they have to find.
    """
    if input not in INPUTS:
        raise BadInput(f"input is one of {', '.join(INPUTS)}, not {input!r}")
    gold = layer.only(u.id for u in corpus.units)
    texts = corpus.only(gold.units).without_layers(*(x.name for x in corpus.layers))
    start_from = _given(gold, task, given) if input == "gold" else _made(texts, task)
    start = _seconds()
    said = model.annotate(texts, given=start_from)
    seconds = _seconds() - start
    found = scores(gold, [said.called("system")], *MEASURES[task].values(), draws=0)
    figures = {column: f.value for column, f in zip(MEASURES[task], found, strict=True)}
    parses = gold if gold.kind is Kind.PARSES else given.only(gold.units) if given is not None else None
    return Trial(
        name or model.name, input, learnt, tested or corpus.name, len({corpus.passage(u).document for u in gold.units}), figures, training, seconds,
        len(parses.parses.sentence_starts) if parses is not None else len(gold.units), {c: str(f.signature) for c, f in zip(figures, found, strict=True)},
    )  # fmt: skip


_NEEDS = {"tokens": "sentences", "tags": "tokens"}


def _made(texts: Corpus, task: str) -> Layer | None:
    """What the shipped models make of raw text before a task."""
    return None if task == "sentences" else prepared(texts, None, _NEEDS.get(task, "tags"))


def _seconds() -> float:
    """Processor time of this process and of those that it started and that have ended."""
    return time.process_time() + sum(os.times()[2:4])


def _given(gold: Layer, task: str, given: Layer | None) -> Layer | None:
    if task == "sentences":
        return None
    if task == "mentions":
        return None if given is None else given.only(gold.units)
    return bare(gold, task if task in ("tokens", "tags") else "mentions")


@dataclass(frozen=True)
class Study:
    """What a study needs to know. ``delivered`` is the model that training has to beat; ``given`` the gold parses under mentions."""

    trainer: Trainer
    corpus: Corpus
    layer: Layer
    plan: Plan
    seed: int = 7
    settings: Mapping[str, str] = field(default_factory=lambda: NO_SETTINGS)
    given: Layer | None = None
    say: Say | None = None

    @staticmethod
    def of(trainer: Trainer, corpus: Corpus, *, layer: str = "", seed: int = 7, settings: Mapping[str, str] = NO_SETTINGS, given: str = "", say: Say | None = None,
           train: str = "train", development: str = "development") -> Study:  # fmt: skip
        taught = training_layer(corpus, layer, Kind.MENTIONS if trainer.task == "mentions" else Kind.PARSES)
        under = corpus.layer(given) if given else None
        return Study(trainer, corpus, taught, plan(corpus, taught, train=train, development=development), seed, settings, under, say)

    def train(self, units: Sequence[str]) -> tuple[Model, float]:
        """A model of some units, and the processor time that it took."""
        start = _seconds()
        keep = {self.layer.name} | ({self.given.name} if self.given is not None else set())
        lesson = self.corpus.only(units)
        lesson = lesson.without_layers(*(x.name for x in lesson.layers if x.name not in keep))
        model = self.trainer.train(lesson, layer=self.layer.name, seed=self.seed, settings=self.settings, progress=self.say)
        return model, _seconds() - start

    def tested(self, model: Model, units: Sequence[str], name: str, where: str, *, learnt: int, training: float = 0.0, raw: bool = True) -> Iterator[Trial]:
        """The model on some units: with gold input, and from raw text."""
        part = self.corpus.only(units)
        task = self.trainer.task
        # Trees without heads teach a dependency parser by the heads that follow from them, and so they score it.
        gold = with_heads(self.layer.only(units)) if task == "dependencies" else self.layer
        inputs = ["raw"] if task == "sentences" or (task == "mentions" and self.given is None) else ["gold", "raw"] if raw else ["gold"]
        for input in inputs:
            yield trial(model, part, gold, task, input=input, name=name, tested=where, learnt=learnt, training=training, given=self.given)

    def delivered(self, model: Model | None = None) -> Iterator[Trial]:
        """The model as delivered (the shipped one, if none is given) on the development set."""
        if not self.plan.development:
            return
        if model is None:
            try:
                model = shipped(self.trainer.task + (f"-{self.layer.name}" if self.trainer.task == "mentions" else ""))
            except NotFound:
                return
        same = model.card.get("data") == checksum(self.layer.only(self.plan.train), short=True) if hasattr(model, "card") else False
        yield from self.tested(model, self.plan.development, "as delivered" + (" (trained on this training set)" if same else ""), "development",
                               learnt=int(model.card.get("documents", 0)) if hasattr(model, "card") else 0)  # fmt: skip

    def retrained(self) -> tuple[Model, list[Trial]]:
        """The final model, of all training documents, and how it does on the development set."""
        model, seconds = self.train(self.plan.train)
        rows = list(self.tested(model, self.plan.development, "retrained", "development", learnt=self._count(self.plan.train), training=seconds)) if self.plan.development else []
        return model, rows

    def cross_validated(self, k: int) -> Iterator[Trial]:
        """Each fold by a model of the other folds; only with gold input, because the shipped models that prepare raw text may know the fold."""
        parts = folds(self.plan.train, self.corpus, k)
        for i, part in enumerate(parts, 1):
            rest = [u for other in parts if other is not part for u in other]
            model, seconds = self.train(rest)
            yield from self.tested(model, part, f"fold {i}", f"fold {i}", learnt=self._count(rest), training=seconds, raw=False)

    def curve(self, sizes: Sequence[int]) -> Iterator[Trial]:
        """Models of the first so many training documents, in an order drawn by the seed, each on the development set (without one: on the last fifth)."""
        names = sorted({self.corpus.passage(u).document for u in self.plan.train})
        order = [names[i] for i in np.random.default_rng(self.seed).permutation(len(names))]
        test, where = self.plan.development, "development"
        if not test:
            apart = set(order[-max(1, len(order) // 5) :])
            test, where = tuple(u for u in self.plan.train if self.corpus.passage(u).document in apart), "last fifth"
            order = [n for n in order if n not in apart]
        for size in sizes:
            if not 1 <= size <= len(order):
                raise BadInput(f"a learning curve at {size} documents: there are {len(order)} to learn from")
            chosen = set(order[:size])
            model, seconds = self.train([u for u in self.plan.train if self.corpus.passage(u).document in chosen])
            yield from self.tested(model, test, f"of {size} documents", where, learnt=size, training=seconds, raw=False)

    def _count(self, units: Sequence[str]) -> int:
        return len({self.corpus.passage(u).document for u in units})


def mean(trials: Sequence[Trial], name: str = "mean of folds") -> Trial:
    """The mean of each figure over trials."""
    def over(column: str) -> float | None:
        values = [t.figures[column] for t in trials]
        return None if any(v is None for v in values) else float(np.mean([v for v in values if v is not None]))

    first = trials[0]
    return Trial(name, first.input, round(float(np.mean([t.learnt for t in trials]))), "folds", sum(t.documents for t in trials), {c: over(c) for c in first.figures},
                 sum(t.training for t in trials), sum(t.run for t in trials), sum(t.sentences for t in trials))  # fmt: skip
