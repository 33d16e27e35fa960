"""A feature: something a corpus can have and a format may be unable to keep."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from ...model import Corpus, Kind, Layer, Mention


@dataclass(frozen=True)
class Feature:
    """``present`` names one place where a corpus has it ("" if nowhere); ``strip`` is the corpus without it.

    Writing ``c`` in a format and reading it back gives exactly ``c`` stripped of what the format does not keep:
    that is the law every format is tested against.
    """

    name: str
    what: str
    present: Callable[[Corpus], str]
    strip: Callable[[Corpus], Corpus]


def mapped(corpus: Corpus, kind: Kind, change: Callable[[Layer], Layer | None]) -> Corpus:
    """The corpus with every layer of a kind changed (None: dropped)."""
    layers = [change(layer) if layer.kind == kind else layer for layer in corpus.layers]
    return replace(corpus, layers=tuple(layer for layer in layers if layer is not None))


def on_mentions(corpus: Corpus, change: Callable[[Mention], Mention | None]) -> Corpus:
    """The corpus with every mention changed (None: dropped)."""

    def every(layer: Layer) -> Layer:
        judged = {unit: [m for m in map(change, ms) if m is not None] for unit, ms in layer.items()}
        return Layer.of(layer.name, layer.source, Kind.MENTIONS, judged, scale=layer.scale)

    return mapped(corpus, Kind.MENTIONS, every)


def first(corpus: Corpus, kind: Kind, has: Callable[[Layer], Iterable[int]]) -> str:
    """The place of the first judgement of a kind that ``has`` finds (row numbers), as "layer/unit"."""
    for layer in corpus.of_kind(kind):
        for row in has(layer):
            unit = int(layer.columns.offsets.searchsorted(row, side="right")) - 1
            return f"{layer.name}/{layer.units[unit]}"
    return ""
