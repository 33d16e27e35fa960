"""A trainable system as one layer over a whole corpus: each fold is judged by a model of the other folds, and whatever is in no fold by a model of all of them.

This is how Tables 23 to 25 of Verspoor et al. 2012 are made: a column a fold, their average, and the development articles. Nothing is judged by a model that has seen it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from ..annotators.external import ToolTrainer, external
from ..annotators.models import TASKS, trainer
from ..annotators.opening import apart
from ..contracts import Trainer
from ..errors import BadInput
from ..model import Corpus, Layer, Maker, Source
from .given import given_of

FOLD = "fold"


@dataclass(frozen=True)
class Crossed:
    """A trainer, and how it is set."""

    trainer: Trainer
    settings: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    seed: int = 7

    @property
    def name(self) -> str:
        return self.trainer.name

    @classmethod
    def of(cls, text: str, seed: int = 7) -> Crossed:
        """Of a task or tool by its name, with settings in brackets: ``tags``, ``udpipe-tags(tagger=iterations=5)``."""
        head, settings = apart(text)
        made: Trainer = trainer(head) if head in TASKS else ToolTrainer(external(head).tool)
        return cls(made, MappingProxyType(settings), seed)


def crossed(system: Crossed, corpus: Corpus, gold: Layer, given: str, *, show: Callable[..., Any] | None = None) -> Layer:
    """The layer. Folds are the splits of the corpus that begin with ``fold``."""
    folds = {name: [u for u in units if u in gold] for name, units in corpus.splits.items() if name.startswith(FOLD)}
    folds = {name: units for name, units in folds.items() if units}
    if len(folds) < 2:
        raise BadInput(f"{len(folds)} folds to train over", where=corpus.name or "corpus", remedy="splits called fold-1, fold-2, ...: goldproof partition makes them")
    inside = [u for units in folds.values() for u in units]
    if len(set(inside)) < len(inside):
        raise BadInput("a unit is in two folds", where=corpus.name or "corpus")
    rest = [u for u in gold.units if u not in set(inside)]
    parts = [*folds.values(), *([rest] if rest else [])]
    judged: dict[str, tuple[Any, ...]] = {}
    for units in show(parts, f"{system.name}: folds") if show is not None else parts:
        apart_from = set(units)
        learn = replace(corpus.only([u for u in inside if u not in apart_from]), layers=(gold.only([u for u in inside if u not in apart_from]),), splits={})
        model = system.trainer.train(learn, layer=gold.name, seed=system.seed, settings=system.settings)
        texts = replace(corpus, layers=(), splits={}).only(units)
        here = given_of(gold.only(units), given) if given else None
        judged |= dict(model.annotate(texts, given=here).items())
    source = Source(system.name, Maker.SYSTEM, settings=gold.source.settings.without(*gold.source.settings).but(seed=system.seed, folds=len(folds), **system.settings))
    return Layer.of(system.name, source, gold.kind, {u: judged[u] for u in gold.units if u in judged})
