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
    layer = with_sentences(corpus, given, lambda rest: shipped("sentences").annotate(rest))
    if need == "sentences":
        return layer
    if _without_tokens(layer.parses):
        layer = shipped("tokens").annotate(corpus, given=layer)
    if need == "tags" and _without_tags(layer.parses):
        layer = shipped("tags").annotate(corpus, given=layer)
    return layer


def passages(corpus: Corpus) -> list[str]:
    """The units of a corpus that are passages of documents."""
    return [u.id for u in corpus.units if isinstance(u.content, Passage)]


def with_sentences(corpus: Corpus, given: Layer | None, make: Callable[[Corpus], Layer]) -> Layer:
    """Every passage with what ``given`` says of it; those that it did not cut into sentences are ``make``'s."""
    units = passages(corpus)
    if given is None:
        return make(corpus)
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
    made = dict(make(corpus.only(missing)).items())
    return replace(cut, units=tuple(units), columns=ParseColumns.of((made.get(u) or cut[u]) for u in units))


def with_tokens(layer: Layer, make: Callable[[Layer], Layer]) -> Layer:
    """The layer with tokens in every sentence: those that it has, ``make``'s where it has none."""
    if not _without_tokens(layer.parses):
        return layer
    fresh = make(layer)
    return fresh if not len(layer.parses.starts) else _merged(layer, fresh, lambda old, new: old if old.tokens else new)


def with_tags(layer: Layer, make: Callable[[Layer], Layer]) -> Layer:
    """The layer with a tag on every token: those that it has, ``make``'s where it has none."""
    tags = layer.parses.tags
    if not (tags < 0).any():
        return layer
    fresh = make(layer)
    if (tags < 0).all():
        return fresh
    names = (*layer.parses.names, *fresh.parses.names)
    mixed = np.where(tags >= 0, tags, fresh.parses.tags + len(layer.parses.names))
    used, number = np.unique(np.array(names, object), return_inverse=True)
    renumber = np.append(number, -1).astype(np.int32)
    own = {f: renumber[getattr(layer.parses, f)] for f in ("forms", "lemmas", "coarse", "relations", "labels", "empties")}
    return replace(layer, columns=replace(layer.parses, tags=renumber[mixed], names=tuple(used.tolist()), **own))


def bare(layer: Layer, task: str) -> Layer:
    """What a model of a task starts from when it is tested: without what the task adds, and all that stands on it."""
    columns = layer.parses
    nothing, none = np.full(len(columns.starts), -1, np.int32), np.zeros(0, np.int32)
    flat = replace(columns, heads=nothing, relations=nothing, node_offsets=np.zeros_like(columns.node_offsets), labels=none, parents=none, leaves=none, empties=none,
                   lemmas=nothing, features=nothing * 0, extras=nothing * 0, multiwords={}, blanks={})  # fmt: skip
    if task == "tags":
        flat = replace(flat, tags=nothing, coarse=nothing)
    elif task == "tokens":
        from .assembly import with_tokens as retokened

        flat = retokened(flat, np.zeros_like(columns.token_offsets), none.astype(np.int64), none.astype(np.int64), ())
    elif task != "mentions":
        raise BadInput(f"nothing to take away for {task}")
    return replace(layer, columns=flat)


def _without_tokens(columns: ParseColumns) -> bool:
    empty = np.diff(columns.token_offsets) == 0
    return bool((empty & (columns.sentence_ends > columns.sentence_starts)).any())


def _without_tags(columns: ParseColumns) -> bool:
    return bool((columns.tags < 0).any())


def _merged(old: Layer, new: Layer, both: Callable[[Sentence, Sentence], Sentence]) -> Layer:
    pairs = zip(old.parses.rows(), new.parses.rows(), strict=True)
    rows = [Parse(tuple(both(a, b) for a, b in zip(x.sentences, y.sentences, strict=True))) for x, y in pairs]
    return replace(old, columns=replace(ParseColumns.of([rows]), offsets=old.columns.offsets))
