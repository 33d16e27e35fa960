"""The dependency parser: for each token a head and a relation, by a network that scores each pair of places (Dozat & Manning 2017).

It learns any scheme of heads and relations that a layer has; sentences without heads, or without just one root, are passed over. Running it needs numpy alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from ...contracts import NO_SETTINGS
from ...model import Attributes, Corpus, Layer, Maker, Source
from ...model.columns.interning import Interner
from ..models import Contents, prepared, write
from .parsing.parser import Parser
from .parsing.sentences import sentences_of


@dataclass(frozen=True, eq=False)
class Dependencies:
    """The parser."""

    card: Mapping[str, Any]
    parser: Parser
    name: str = "dependencies"

    def annotate(self, corpus: Corpus, /, *, given: Layer | None = None) -> Layer:
        """Heads and relations anew; sentences, tokens, tags, lemmas and trees as they are given."""
        layer = prepared(corpus, given, "tags")
        columns = layer.parses
        sentences = list(sentences_of(corpus, layer))
        names: Interner[str] = Interner({name: i for i, name in enumerate(columns.names)})
        numbers = np.array([names[name] for name in self.parser.names], dtype=np.int32)
        heads, relations = np.full(len(columns.starts), -1, np.int32), np.full(len(columns.starts), -1, np.int32)
        for words, (head, relation) in zip(sentences, self.parser.heads(sentences), strict=True):
            a, b = columns.token_offsets[words.number : words.number + 2].tolist()
            heads[a:b], relations[a:b] = head, numbers[relation]
        made = replace(columns, heads=heads, relations=relations, names=names.values_in_order())
        return replace(layer, name=self.name, source=source_of(self.card), columns=made)

    def save(self, path: Path) -> None:
        write(self.parser.contents(self.card), path)


def source_of(card: Mapping[str, Any]) -> Source:
    """Who says it: the model, by its name and the data that it was made from."""
    return Source(str(card.get("name", card["task"])), Maker.SYSTEM, version=str(card.get("version", "")), settings=Attributes(data=str(card.get("data", ""))))


@dataclass(frozen=True)
class Training:
    """Trains dependency parsers; needs torch."""

    name: str = "dependencies"
    task: str = "dependencies"

    def train(
        self, corpus: Corpus, /, *, layer: str = "", held_out: Corpus | None = None, seed: int = 7, settings: Mapping[str, str] = NO_SETTINGS,
        progress: Callable[[str], None] | None = None,
    ) -> Dependencies:  # fmt: skip
        from .parsing.training import train

        made = train(["heads"], corpus, layer=layer, held_out=held_out, seed=seed, settings=settings, progress=progress)
        return Dependencies(made.card(self, corpus, "heads", seed), made.parsers["heads"])


def model_of(contents: Contents) -> Dependencies:
    """The parser in a file."""
    return Dependencies(contents.card, Parser.of(contents, "heads"))


TRAINER = Training()
