"""What a model needs and was not given: sentences, tokens, tags, made by the shipped models."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ...errors import BadInput
from ...model import Corpus, Kind, Layer, Parse, ParseColumns, Passage, Sentence
from ..models import shipped

NEEDS = ("sentences", "tokens", "tags")


def prepare(corpus: Corpus, given: Layer | None, need: str) -> Layer:
    """See :func:`goldproof.annotators.models.prepared`."""
    if need not in NEEDS:
        raise BadInput(f"need is one of {', '.join(NEEDS)}, not {need!r}")
    layer = _of_every_passage(corpus, given)
    if need == "sentences":
        return layer
    layer = _filled(corpus, layer, "tokens", _without_tokens, lambda old, new: new if not old.tokens else old)
    return layer if need == "tokens" else _filled(corpus, layer, "tags", _without_tags, _tagged)


def passages(corpus: Corpus) -> list[str]:
    """The units of a corpus that are passages of documents."""
    return [u.id for u in corpus.units if isinstance(u.content, Passage)]


def _of_every_passage(corpus: Corpus, given: Layer | None) -> Layer:
    units = passages(corpus)
    if given is None:
        return shipped("sentences").annotate(corpus)
    if given.kind is not Kind.PARSES:
        raise BadInput(f"holds {given.kind.value}, not parses", where=f"layer {given.name}")
    # A unit without a parse was not cut into sentences by anybody, even where the layer says so of it.
    have = {u for u, n in zip(given.units, np.diff(given.columns.offsets).tolist(), strict=True) if n}
    if list(given.units) == units and len(have) == len(units):
        return given
    missing = [u for u in units if u not in have]
    cut = given.only(u for u in units if u in have)
    if not missing:
        return cut
    made = dict(shipped("sentences").annotate(corpus.only(missing)).items())
    return replace(cut, units=tuple(units), columns=ParseColumns.of((made.get(u) or cut[u]) for u in units))


def _without_tokens(columns: ParseColumns) -> bool:
    empty = np.diff(columns.token_offsets) == 0
    return bool((empty & (columns.sentence_ends > columns.sentence_starts)).any())


def _without_tags(columns: ParseColumns) -> bool:
    return bool((columns.tags < 0).any())


def _filled(corpus: Corpus, layer: Layer, task: str, lacks: Callable[[ParseColumns], bool], both: Callable[[Sentence, Sentence], Sentence]) -> Layer:
    """The layer with what a task adds, where it says nothing of its own."""
    if not lacks(layer.parses):
        return layer
    fresh = shipped(task).annotate(corpus, given=layer)
    if (task == "tokens" and not len(layer.parses.starts)) or (task == "tags" and (layer.parses.tags < 0).all()):
        return fresh
    pairs = zip(layer.parses.rows(), fresh.parses.rows(), strict=True)
    rows = [Parse(tuple(both(a, b) for a, b in zip(old.sentences, new.sentences, strict=True))) for old, new in pairs]
    return replace(layer, columns=replace(ParseColumns.of([rows]), offsets=layer.columns.offsets))


def _tagged(old: Sentence, new: Sentence) -> Sentence:
    tokens = tuple(a if a.tag is not None else replace(a, tag=b.tag) for a, b in zip(old.tokens, new.tokens, strict=True))
    return replace(old, tokens=tokens)
