"""Texts and marked places in one JSON file: ``{"pocket": {"d1": {"text": "...", "marks": [[[0, 5]], [[8, 9]]]}}}``."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from goldproof.errors import BadInput
from goldproof.formats import Format, Reading, Writing
from goldproof.formats.features import features
from goldproof.formats.files import read_text, write_text
from goldproof.model import Corpus, Kind, Layer, Mention, Passage, Source, Span


def read(path: Path, reading: Reading) -> Corpus:
    try:
        pages = json.loads(read_text(path, empty=False))["pocket"]
        texts = {id: page["text"] for id, page in pages.items()}
        marks = {id: [Mention(tuple(Span(a, b) for a, b in spans)) for spans in page["marks"]] for id, page in pages.items() if "marks" in page}
        corpus = Corpus.of_texts(texts)
        return corpus.with_layers(Layer.of("mentions", Source("unknown"), Kind.MENTIONS, marks)) if marks else corpus
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError) as error:
        raise BadInput(f"not a pocket file: {error}", where=path) from None


def write(corpus: Corpus, path: Path, writing: Writing) -> None:
    layer = corpus.layers[0] if corpus.layers else None
    pages: dict[str, dict[str, object]] = {}
    for document in corpus.documents:
        pages[document.id] = {"text": document.text}
        found = layer.get(document.id) if layer else None
        if found is not None:
            pages[document.id]["marks"] = [m.spans for m in found]
    write_text(path, json.dumps({"pocket": pages}, ensure_ascii=False))


POCKET = Format(
    name="pocket",
    title="texts and marked places in one JSON file",
    suffixes=(".pocket",),
    keeps=features(
        "mentions", "passages", "not-judged", "document-order", "mention-discontinuous", "mention-without-span", "mention-overlap", "mention-order",
        "text-lines", "empty-layers",
    ),
    sniff=lambda path, start: start.lstrip().startswith(b'{"pocket"'),
    read=read,
    write=write,
    see="https://pocket.example/format",
)  # fmt: skip


@dataclass(frozen=True)
class Capitals:
    """Marks words that begin with a capital letter."""

    name: str = "capitals"

    def annotate(self, corpus: Corpus) -> Layer:
        judged = {}
        for unit in corpus.units:
            if isinstance(unit.content, Passage):
                start, end = corpus.span(unit.id)
                words = re.compile(r"\b[A-Z]\w*").finditer(corpus.text_of(unit.id).text, start, end)
                judged[unit.id] = [Mention((Span(*word.span()),)) for word in words]
        return Layer.of(self.name, Source(self.name), Kind.MENTIONS, judged)


@dataclass(frozen=True)
class Task:
    name: str = "capitals"
    what: str = "find the words that begin with a capital letter"
    kind: Kind = Kind.MENTIONS
    measures: tuple[str, ...] = ("F1",)


CAPITALS, TASK = Capitals(), Task()
