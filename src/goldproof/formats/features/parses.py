"""Features of parses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ...model import NONE, Corpus, Kind, Layer, Parse, ParseColumns, Sentence, Span, Token
from .feature import Feature, first, mapped


def on_sentences(corpus: Corpus, change: Callable[[Sentence], Sentence]) -> Corpus:
    """The corpus with every sentence changed."""

    def every(layer: Layer) -> Layer:
        judged = {u: [Parse(tuple(map(change, p.sentences))) for p in found] for u, found in layer.items()}
        return Layer.of(layer.name, layer.source, Kind.PARSES, judged)

    return mapped(corpus, Kind.PARSES, every)


def _sentences(name: str, what: str, has: Callable[[ParseColumns], NDArray[np.bool_]], change: Callable[[Sentence], Sentence]) -> Feature:
    """``has`` marks sentences."""

    def rows(layer: Layer) -> list[int]:
        c = layer.parses
        found = np.flatnonzero(has(c))[:1]
        return [int(np.searchsorted(c.sentence_offsets, s, side="right")) - 1 for s in found]

    return Feature(f"parse-{name}", what, lambda c: first(c, Kind.PARSES, rows), lambda c: on_sentences(c, change))


def _tokens(name: str, what: str, has: Callable[[ParseColumns], NDArray[np.bool_]], change: Callable[[Token], Token]) -> Feature:
    """``has`` marks tokens."""

    def sentences(c: ParseColumns) -> NDArray[np.bool_]:
        marked = np.zeros(len(c.sentence_notes), dtype=bool)
        marked[np.searchsorted(c.token_offsets, np.flatnonzero(has(c)), side="right") - 1] = True
        return marked

    return _sentences(name, what, sentences, lambda s: replace(s, tokens=tuple(map(change, s.tokens))))


def _sparse(field: str) -> Callable[[ParseColumns], NDArray[np.bool_]]:
    def marked(c: ParseColumns) -> NDArray[np.bool_]:
        out = np.zeros(len(c.sentence_notes), dtype=bool)
        out[list(getattr(c, field))] = True
        return out

    return marked


def _loose_edges(c: ParseColumns) -> NDArray[np.bool_]:
    """Sentences whose span is not exactly from their first token to their last."""
    first_, last = c.token_offsets[:-1], c.token_offsets[1:] - 1
    full = first_ <= last
    out = np.zeros(len(full), dtype=bool)
    out[full] = (c.sentence_starts[full] != c.starts[first_[full]]) | (c.sentence_ends[full] != c.ends[last[full]])
    return out


def _tight(s: Sentence) -> Sentence:
    return replace(s, span=Span(s.tokens[0].span.start, s.tokens[-1].span.end)) if s.tokens else s


def _empty(c: ParseColumns) -> NDArray[np.bool_]:
    return np.equal(np.diff(c.token_offsets), 0)


def _without_empty(corpus: Corpus) -> Corpus:
    def every(layer: Layer) -> Layer:
        judged = {
            u: [Parse(tuple(s for s in p.sentences if s.tokens)) for p in found] for u, found in layer.items()
        }
        return Layer.of(layer.name, layer.source, Kind.PARSES, judged)

    return mapped(corpus, Kind.PARSES, every)


_EMPTY = _sentences("empty-sentences", "sentences without a token", _empty, lambda s: s)

PARSES = (
    replace(_EMPTY, strip=_without_empty),
    _sentences("trees", "constituent trees", lambda c: np.diff(c.node_offsets) > 0, lambda s: replace(s, tree=None)),
    _sentences("multiwords", "surface tokens that stand for several words", _sparse("multiwords"),
               lambda s: replace(s, multiwords=())),
    _sentences("blanks", "empty words of enhanced graphs", _sparse("blanks"), lambda s: replace(s, blanks=())),
    _sentences("sentence-attributes", "what is said of a sentence (ids, comments)",
               lambda c: np.array([bool(a) for a in c.sentence_notes], dtype=bool), lambda s: replace(s, attributes=NONE)),
    _sentences("sentence-edges", "sentences that reach beyond their tokens", _loose_edges, _tight),
    _tokens("lemmas", "lemmas", lambda c: c.lemmas >= 0, lambda t: replace(t, lemma=None)),
    _tokens("tags", "fine tags (Penn, XPOS)", lambda c: c.tags >= 0, lambda t: replace(t, tag=None)),
    _tokens("coarse-tags", "universal tags (UPOS)", lambda c: c.coarse >= 0, lambda t: replace(t, coarse=None)),
    _tokens("features", "morphological features", lambda c: c.features > 0, lambda t: replace(t, features=NONE)),
    _tokens("dependencies", "heads and relations", lambda c: (c.heads >= 0) | (c.relations >= 0),
            lambda t: replace(t, head=None, relation=None)),
    _tokens("extra", "further columns of a token", lambda c: c.extras > 0, lambda t: replace(t, extra=NONE)),
)  # fmt: skip
