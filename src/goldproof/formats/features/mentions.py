"""Features of mentions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ...model import Attributes, Corpus, Kind, Layer, Mention, MentionColumns, Span, Value
from .feature import Feature, first, mapped, on_mentions

Rows = NDArray[np.bool_]


def _feature(name: str, what: str, rows: Callable[[MentionColumns], Rows], change: Callable[[Mention], Mention | None]) -> Feature:
    def present(corpus: Corpus) -> str:
        return first(corpus, Kind.MENTIONS, lambda layer: np.flatnonzero(rows(layer.mentions))[:1].tolist())

    return Feature(f"mention-{name}", what, present, lambda corpus: on_mentions(corpus, change))


def _noted(has: Callable[[Attributes], bool]) -> Callable[[MentionColumns], Rows]:
    """Rows whose attributes satisfy a test, tested once for each distinct set of attributes."""
    return lambda c: np.array([has(a) for a in c.notes], dtype=bool)[c.attributes]


def _noting(change: Callable[[Attributes], Attributes]) -> Callable[[Mention], Mention]:
    return lambda m: replace(m, attributes=change(m.attributes)) if m.attributes else m


def _nesting(layer: Layer) -> list[int]:
    """The first row that overlaps another mention of its unit."""
    c = layer.mentions
    start, end = c.starts.tolist(), c.ends.tolist()
    for u in range(len(layer.units)):
        a, b = c.offsets[u : u + 2].tolist()
        pieces = sorted((start[s], end[s], r) for r in range(a, b) for s in range(*c.span_offsets[r : r + 2].tolist()))
        reach = -1
        for begin, stop, row in pieces:
            if begin < reach:
                return [row]
            reach = max(reach, stop)
    return []


def _flat(corpus: Corpus) -> Corpus:
    """Of mentions that overlap, the one that begins first stays, the longest of those, the first of those."""

    def every(layer: Layer) -> Layer:
        judged = {unit: flat(found) for unit, found in layer.items()}
        return Layer.of(layer.name, layer.source, Kind.MENTIONS, judged)

    return mapped(corpus, Kind.MENTIONS, every)


def flat(mentions: tuple[Mention, ...]) -> list[Mention]:
    """Mentions no fragment of which overlaps one of a mention kept before."""
    order = sorted(range(len(mentions)), key=lambda i: (mentions[i].start, -mentions[i].end, i))
    kept: set[int] = set()
    taken: list[Span] = []
    for i in order:
        if not any(s.overlaps(t) for s in mentions[i].spans for t in taken):
            kept.add(i)
            taken.extend(mentions[i].spans)
    return [m for i, m in enumerate(mentions) if i in kept]


def in_text_order(mention: Mention) -> tuple[int, int]:
    """The order in which formats sort that keep no order of their own (stable: equal places stay as they were)."""
    return mention.start, mention.end


def _order(layer: Layer) -> list[int]:
    for unit, found in layer.items():
        if list(found) != sorted(found, key=in_text_order):
            return [int(layer.mentions.offsets[layer.units.index(unit)])]
    return []


def _sorted(corpus: Corpus) -> Corpus:
    def every(layer: Layer) -> Layer:
        judged = {unit: sorted(found, key=in_text_order) for unit, found in layer.items()}
        return Layer.of(layer.name, layer.source, Kind.MENTIONS, judged)

    return mapped(corpus, Kind.MENTIONS, every)


def _as_text(value: Value) -> Value:
    return value if isinstance(value, str) or value is True else str(value)


NOTES = ("note",)
FLAGS = ("negated", "uncertain", "historical", "family")

MENTIONS = (
    _feature("without-span", "statements about a whole unit", lambda c: np.diff(c.span_offsets) == 0,
             lambda m: m if m.spans else None),
    _feature("discontinuous", "mentions of several fragments (stripped: from the first to the last)",
             lambda c: np.diff(c.span_offsets) > 1,
             lambda m: replace(m, spans=(type(m.spans[0])(m.start, m.end),)) if len(m.spans) > 1 else m),
    Feature("mention-overlap", "mentions that overlap or nest",
            lambda corpus: first(corpus, Kind.MENTIONS, _nesting), _flat),
    Feature("mention-order", "an order of their own, other than that of the text",
            lambda corpus: first(corpus, Kind.MENTIONS, _order), _sorted),
    _feature("several-concepts", "mentions of several concepts that were not told apart (stripped: the first)",
             lambda c: np.diff(c.concept_offsets) > 1, lambda m: replace(m, concepts=m.concepts[:1])),
    _feature("concept", "concept ids", lambda c: np.diff(c.concept_offsets) > 0, lambda m: replace(m, concepts=())),
    _feature("label", "types or classes of mentions", lambda c: c.labels > 0, lambda m: replace(m, label="")),
    _feature("id", "the mentions' own ids", lambda c: c.ids >= 0, lambda m: replace(m, id="")),
    _feature("note", "a note in free text", _noted(lambda a: any(n in a for n in NOTES)),
             _noting(lambda a: a.without(*NOTES))),
    _feature("flags", "negated, uncertain, historical, family", _noted(lambda a: any(n in a for n in FLAGS)),
             _noting(lambda a: a.without(*FLAGS))),
    _feature("attributes", "other attributes", _noted(lambda a: any(n not in NOTES + FLAGS for n in a)),
             _noting(lambda a: Attributes({k: v for k, v in a.items() if k in NOTES + FLAGS}))),
    _feature("many-valued", "attributes with several values (stripped: the first)",
             _noted(lambda a: any(isinstance(v, tuple) for v in a.values())),
             _noting(lambda a: Attributes({k: v[0] if isinstance(v, tuple) else v for k, v in a.items() if v != ()}))),
    _feature("typed-values", "attributes that are numbers or false (stripped: their text)",
             _noted(lambda a: any(_as_text(v) != v for v in a.values() if not isinstance(v, tuple))),
             _noting(lambda a: Attributes({k: v if isinstance(v, tuple) else _as_text(v) for k, v in a.items()}))),
    _feature("confidence", "a confidence", lambda c: ~np.isnan(c.confidence), lambda m: replace(m, confidence=None)),
    _feature("stated", "a stated text that disagrees with the document", lambda c: c.stated >= 0,
             lambda m: replace(m, stated=None)),
)  # fmt: skip

