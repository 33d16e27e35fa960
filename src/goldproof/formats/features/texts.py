"""Features of texts that formats of one line a text cannot hold, and of layers that formats of rows cannot show."""

from __future__ import annotations

from dataclasses import replace

from ...model import Corpus, Kind, Layer
from .feature import Feature

_SPACES = str.maketrans("\n\r", "  ")


def two_lines(text: str) -> str:
    """The text with a space for every line end but the first: a title, and all the rest."""
    head, end, rest = text.partition("\n")
    return head.translate(_SPACES) + end + rest.translate(_SPACES)


def _lines(corpus: Corpus) -> str:
    return next((d.id for d in corpus.documents if two_lines(d.text) != d.text), "")


def _strip_lines(corpus: Corpus) -> Corpus:
    return replace(corpus, documents=tuple(replace(d, text=two_lines(d.text)) for d in corpus.documents))


def _found(layer: Layer) -> bool:
    """Whether it found anything at any place: statements about whole units are no rows of a table of places."""
    return len(layer.mentions.starts) > 0 if layer.kind == Kind.MENTIONS else layer.count > 0


def _empty(corpus: Corpus) -> str:
    return next((layer.name for layer in corpus.layers if not _found(layer)), "")


def _strip_empty(corpus: Corpus) -> Corpus:
    return replace(corpus, layers=tuple(filter(_found, corpus.layers)))


TEXTS = (
    Feature("text-lines", "line ends in a text after the first (stripped: spaces)", _lines, _strip_lines),
    Feature("empty-layers", "layers that found nothing anywhere", _empty, _strip_empty),
)
