"""Features of parses."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ...model import NONE, Corpus, Kind, Layer, Node, Parse, ParseColumns, Sentence, Span, Token
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


def _extra(name: str, what: str, names: tuple[str, ...]) -> Feature:
    """Some of what is noted with tokens and multiword tokens; without names, all that is in no other such feature."""

    def mine(key: str) -> bool:
        return key in names if names else key not in _NAMED

    def has(c: ParseColumns) -> NDArray[np.bool_]:
        noted = np.array([any(map(mine, note)) for note in c.notes], dtype=bool)
        return noted[c.extras]

    def change(t: Token) -> Token:
        return replace(t, extra=t.extra.without(*filter(mine, t.extra))) if t.extra else t

    return _tokens(name, what, has, change)


_NAMED = ("misc", "deps", "phead", "pdeprel", "written", "leaf", "chunk", "feats")


def _gone(what: str) -> Callable[[Corpus], Corpus]:
    """For units with no parse (an empty one is put there) or with several (the first stays)."""

    def every(layer: Layer) -> Layer:
        judged = {u: found[:1] or (Parse(),) for u, found in layer.items()} if what == "none" else {u: found[:1] for u, found in layer.items()}
        return Layer.of(layer.name, layer.source, Kind.PARSES, judged)

    def changed(corpus: Corpus) -> Corpus:
        return mapped(corpus, Kind.PARSES, every) if _counted(what)(corpus) else corpus

    return changed


def _counted(what: str) -> Callable[[Corpus], str]:
    def present(corpus: Corpus) -> str:
        for layer in corpus.of_kind(Kind.PARSES):
            count = np.diff(layer.parses.offsets)
            for row in np.flatnonzero(np.equal(count, 0) if what == "none" else count > 1)[:1]:
                return f"{layer.name}/{layer.units[int(row)]}"
        return ""

    return present


def _treeless(c: ParseColumns) -> NDArray[np.bool_]:
    return np.equal(np.diff(c.node_offsets), 0)


def _planted(s: Sentence) -> Sentence:
    if s.tree is not None:
        return s
    tags = [re.sub(r"[\s()]", "_", t.tag or "X") for t in s.tokens]
    tokens = tuple(t if t.tag == tag else replace(t, tag=tag) for t, tag in zip(s.tokens, tags, strict=True))
    return replace(s, tokens=tokens, tree=Node("", tuple(Node(tag, token=i) for i, tag in enumerate(tags))))


def _apart(c: ParseColumns) -> NDArray[np.bool_]:
    """Sentences with a tree in which a token has another tag than the label over it."""
    out = np.zeros(len(c.sentence_notes), dtype=bool)
    nodes = np.flatnonzero(c.leaves >= 0)
    sentence = np.searchsorted(c.node_offsets, nodes, side="right") - 1
    blank = c.names.index("") if "" in c.names else -2
    label = np.where(np.equal(c.labels[nodes], blank), -1, c.labels[nodes])
    token = c.token_offsets[sentence] + c.leaves[nodes]
    inside = token < c.token_offsets[sentence + 1]
    out[sentence[inside][c.tags[token[inside]] != label[inside]]] = True
    return out


def _with_tags_of_tree(s: Sentence) -> Sentence:
    if s.tree is None:
        return s
    labels = {node.token: node.label or None for node in s.tree.walk() if node.token is not None}
    return replace(s, tokens=tuple(replace(t, tag=labels.get(i, t.tag)) for i, t in enumerate(s.tokens)))


_EMPTY = _sentences("empty-sentences", "sentences without a token", _empty, lambda s: s)

PARSES = (
    Feature("parse-none", "units judged that have no parse, not even one without a sentence (stripped: that)", _counted("none"), _gone("none")),
    Feature("parse-several", "several parses of a unit (stripped: the first)", _counted("several"), _gone("several")),
    replace(_EMPTY, strip=_without_empty),
    _sentences("treeless", "sentences without a tree (stripped: a flat one)", _treeless, _planted),
    _sentences("apart-tags", "tags other than those in the tree (stripped: the tree's)", _apart, _with_tags_of_tree),
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
    _extra("misc", "the last column of CoNLL-U (misc), less what says where tokens are", ("misc",)),
    _extra("enhanced", "enhanced dependencies (deps)", ("deps",)),
    _extra("proposals", "the last two columns of CoNLL-X (phead, pdeprel)", ("phead", "pdeprel")),
    _extra("written", "tokens and features as a file of columns wrote them, if not as it would be done here (written, feats)",
           ("written", "feats")),
    _extra("leaves", "leaves as a treebank wrote them, if not as it would be done here (leaf)", ("leaf",)),
    _extra("chunks", "chunks (chunk)", ("chunk",)),
    _extra("extra", "further columns of a token", ()),
)  # fmt: skip
