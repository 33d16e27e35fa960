"""Mentions: what each must have, and the order of its fragments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ..model import Corpus, Kind, Mention, MentionColumns, Passage
from .finding import Level, Place, quoted
from .fragments import Marked, marked
from .rule import Context, Found, rule


def _where(corpus: Corpus, context: Context, has: Callable[[MentionColumns], NDArray[np.bool_]]) -> Iterator[tuple[Marked, Mention]]:
    """The mentions whose columns satisfy a test."""
    rows = {layer.name: set(np.flatnonzero(has(layer.mentions)).tolist()) for layer in corpus.of_kind(Kind.MENTIONS)}
    for unit in context.once(marked, corpus):
        chosen = rows[unit.layer.name]
        if chosen:
            for row in unit.rows:
                if row in chosen:
                    yield unit, unit.layer.mentions.row(row)


def _place(unit: Marked, mention: Mention) -> Place:
    return unit.place(mention.start, mention.end)


def _text(unit: Marked, mention: Mention) -> str:
    return quoted(unit.document.cut(mention.spans))


@rule("mention-no-span", "mentions of a whole unit, without a span (guideline: no-span)", Level.NOTE)
def no_span(corpus: Corpus, context: Context) -> Found:
    if not context.guideline.no_span:
        for unit, mention in _where(corpus, context, lambda c: np.diff(c.span_offsets) == 0):
            what = "+".join(mention.concepts) or mention.label or "a mention"
            yield Place(unit.layer.name, unit.unit, unit.document.id), f"{what} has no span", "mark where it is said, if it is said somewhere"


@rule("mention-no-text", "mentions of a unit that is not a passage of a text: their spans cannot be checked", Level.WARNING)
def no_text(corpus: Corpus, context: Context) -> Found:
    for layer in corpus.of_kind(Kind.MENTIONS):
        for unit, count in zip(layer.units, np.diff(layer.mentions.offsets).tolist(), strict=True):
            if count and not isinstance(corpus.unit(unit).content, Passage):
                yield Place(layer.name, unit), f"{count} mentions, but the unit is not a passage of a text", "make it one, or record them as another kind of judgement"


@rule("mention-no-concept", "mentions with neither concept nor label", Level.WARNING)
def no_concept(corpus: Corpus, context: Context) -> Found:
    for unit, mention in _where(corpus, context, lambda c: (np.diff(c.concept_offsets) == 0) & _unlabelled(c)):
        yield _place(unit, mention), f"{_text(unit, mention)} has neither concept nor label", "say what it names"


def _unlabelled(c: MentionColumns) -> NDArray[np.bool_]:
    nameless = [number for number, name in enumerate(c.names) if not name]
    unlabelled: NDArray[np.bool_] = np.isin(c.labels, nameless)
    return unlabelled


@rule("mention-concept-missing", "mentions without a concept among others that have one", Level.NOTE)
def concept_missing(corpus: Corpus, context: Context) -> Found:
    def among_others(c: MentionColumns) -> NDArray[np.bool_]:
        without: NDArray[np.bool_] = np.diff(c.concept_offsets) == 0
        chosen: NDArray[np.bool_] = without & ~_unlabelled(c)
        return np.zeros_like(chosen) if without.all() else chosen

    for unit, mention in _where(corpus, context, among_others):
        yield _place(unit, mention), f"{_text(unit, mention)} ({mention.label}) has no concept", "look for one"


@rule("mention-several-concepts", "mentions with several concepts (guideline: several-concepts)", Level.WARNING)
def several_concepts(corpus: Corpus, context: Context) -> Found:
    if not context.guideline.several_concepts:
        for unit, mention in _where(corpus, context, lambda c: np.diff(c.concept_offsets) > 1):
            yield _place(unit, mention), f"{_text(unit, mention)} has {', '.join(mention.concepts)}", "the guideline wants one"


@rule("mention-concept-twice", "mentions that name the same concept twice", Level.WARNING)
def concept_twice(corpus: Corpus, context: Context) -> Found:
    for unit, mention in _where(corpus, context, lambda c: np.diff(c.concept_offsets) > 1):
        if len(set(mention.concepts)) < len(mention.concepts):
            yield _place(unit, mention), f"{_text(unit, mention)} has {', '.join(mention.concepts)}", "once is enough"


@rule("mention-discontinuous", "mentions of several fragments (guideline: discontinuous)", Level.WARNING)
def discontinuous(corpus: Corpus, context: Context) -> Found:
    if not context.guideline.discontinuous:
        for unit, mention in _where(corpus, context, lambda c: np.diff(c.span_offsets) > 1):
            yield _place(unit, mention), f"{_text(unit, mention)} has {len(mention.spans)} fragments", "the guideline wants one span"


@rule("mention-fragments", "fragments of a mention that overlap, touch, or are not in the order of the text", Level.WARNING)
def fragments(corpus: Corpus, context: Context) -> Found:
    for unit, mention in _where(corpus, context, lambda c: np.diff(c.span_offsets) > 1):
        ordered = sorted(mention.spans)
        shown = " ".join(f"{s.start}-{s.end}" for s in mention.spans)
        if any(a.end > b.start for a, b in pairwise(ordered)):
            yield _place(unit, mention), f"fragments overlap: {shown}", "make them one span where they meet"
        elif list(mention.spans) != ordered:
            yield _place(unit, mention), f"fragments are not in the order of the text: {shown}", "sort them"
        elif any(a.end == b.start for a, b in pairwise(ordered)):
            yield _place(unit, mention), f"fragments touch: {shown}", "make them one span"


@rule("mention-id-twice", "two mentions of a unit with the same id", Level.WARNING)
def id_twice(corpus: Corpus, context: Context) -> Found:
    for unit in context.once(marked, corpus):
        columns = unit.layer.mentions
        seen: set[int] = set()
        for row in unit.rows:
            number = int(columns.ids[row])
            if number >= 0 and number in seen:
                mention = columns.row(row)
                yield _place(unit, mention), f"a second mention has the id {mention.id}", "number them anew"
            seen.add(number)
