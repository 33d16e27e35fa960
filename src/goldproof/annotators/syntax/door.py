"""The tasks behind the door of annotators: ``tags`` is the shipped model, ``tags:my.model`` one of your own, ``syntax`` all of them in a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...contracts import Model
from ...errors import BadInput
from ...model import Corpus, Layer
from ..models import PIPELINE, SHIPPED, load, shipped


@dataclass(frozen=True)
class Task:
    """The annotator of a task by its name: the shipped model, or that behind the colon: a file, or the name of a set that is shipped (mentions:PR)."""

    name: str
    alone: bool = True
    """Whether it is something without a file behind a colon."""

    def of(self, argument: str, options: Mapping[str, Any], /) -> Model:
        if options:
            raise BadInput(f"{self.name} takes no settings", remedy="settings belong to goldproof train")
        if not argument:
            return shipped(self.name)
        if (SHIPPED / f"{self.name}-{argument}.model").is_file():
            return shipped(f"{self.name}-{argument}")
        made = load(argument)
        if made.card["task"] != self.name:
            raise BadInput(f"a model of {made.card['task']}, not of {self.name}", where=argument, remedy=f"write {made.card['task']}:{argument}")
        return made

    def annotate(self, corpus: Corpus, /, *, given: Layer | None = None) -> Layer:
        return shipped(self.name).annotate(corpus, given=given)


@dataclass(frozen=True)
class Pipeline:
    """Several models, each on the layer of the one before."""

    models: Sequence[Model] = ()
    name: str = "syntax"

    def annotate(self, corpus: Corpus, /, *, given: Layer | None = None) -> Layer:
        layer = given
        for model in self.models or [shipped(task) for task in PIPELINE if (SHIPPED / f"{task}.model").is_file()]:
            layer = model.annotate(corpus, given=layer)
        if layer is None:
            raise BadInput("no model of syntax comes with this goldproof", remedy="train some: goldproof train")
        return layer.called(self.name)


SENTENCES = Task("sentences")
TOKENS = Task("tokens")
TAGS = Task("tags")
MENTIONS = Task("mentions", alone=False)
DEPENDENCIES = Task("dependencies")
CONSTITUENTS = Task("constituents")
SYNTAX = Pipeline()
