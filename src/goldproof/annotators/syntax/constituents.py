"""The constituency parser: the best bracketing of each sentence, every span scored by its two boundaries, then named (Zhang, Zhou & Li 2020).

Trees are learnt and made without empty categories and function tags. Running it needs numpy alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...contracts import NO_SETTINGS
from ...model import Corpus, Layer, ParseBuilder
from ..models import Contents, prepared, write
from .dependencies import source_of
from .parsing.parser import Parser
from .parsing.sentences import sentences_of
from .parsing.spans import add_tree


@dataclass(frozen=True, eq=False)
class Constituents:
    """The parser."""

    card: Mapping[str, Any]
    parser: Parser
    name: str = "constituents"

    @property
    def top(self) -> bool:
        """Whether over each tree stands a node without a label, as in ``( (S ...) )``."""
        return bool(self.card["top"])

    def annotate(self, corpus: Corpus, /, *, given: Layer | None = None) -> Layer:
        """Trees anew; sentences, tokens, tags, lemmas and heads as they are given."""
        layer = prepared(corpus, given, "tags")
        columns = layer.parses
        sentences = list(sentences_of(corpus, layer))
        build = ParseBuilder()
        for name in columns.names:
            build.names[name]
        found = dict(zip((words.number for words in sentences), zip(sentences, self.parser.spans(sentences), strict=True), strict=True))
        for s in range(len(columns.sentence_starts)):
            if s in found:
                words, spans = found[s]
                add_tree(build, spans, words.tags, self.top)
            build.end_sentence(0, 0)
        trees = build.columns()
        made = replace(
            columns, node_offsets=trees.node_offsets, labels=trees.labels, parents=trees.parents, leaves=trees.leaves, empties=trees.empties, names=trees.names,
        )  # fmt: skip
        return replace(layer, name=self.name, source=source_of(self.card), columns=made)

    def save(self, path: Path) -> None:
        write(self.parser.contents(self.card), path)


@dataclass(frozen=True)
class Training:
    """Trains constituency parsers; needs torch."""

    name: str = "constituents"
    task: str = "constituents"

    def train(
        self, corpus: Corpus, /, *, layer: str = "", held_out: Corpus | None = None, seed: int = 7, settings: Mapping[str, str] = NO_SETTINGS,
        progress: Callable[[str], None] | None = None,
    ) -> Constituents:  # fmt: skip
        from .parsing.training import train

        made = train(["spans"], corpus, layer=layer, held_out=held_out, seed=seed, settings=settings, progress=progress)
        return Constituents({**made.card(self, corpus, "spans", seed), "top": made.top}, made.parsers["spans"])


def model_of(contents: Contents) -> Constituents:
    """The parser in a file."""
    return Constituents(contents.card, Parser.of(contents, "spans"))


TRAINER = Training()
