"""Features of mentions on the edges of tokens and sentences: formats of one tag a token can hold no others."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace

from ...model import Corpus, Kind, Layer, Mention, Passage, Span
from .feature import Feature, mapped
from .places import Seat, seats_of


class Edges:
    """The edges of a document's tokens and sentences."""

    def __init__(self, seats: Sequence[Sequence[Seat]]) -> None:
        tokens = sorted({(a, b) for sentence in seats for a, b, _ in sentence})
        self.starts, self.ends = [a for a, _ in tokens], [b for _, b in tokens]
        self._starts, self._ends = set(self.starts), set(self.ends)
        extents = sorted((min(a for a, _, _ in s), max(b for _, b, _ in s)) for s in seats if s)
        self._sentence_starts, self._sentence_ends = [a for a, _ in extents], [b for _, b in extents]

    def at(self, span: Span) -> bool:
        return span.start in self._starts and span.end in self._ends and span.start < span.end

    def widened(self, span: Span) -> Span | None:
        """The span with whole tokens; None where there are none."""
        touched = self.tokens(span)
        return Span(self.starts[touched[0]], self.ends[touched[-1]]) if touched else None

    def tokens(self, span: Span) -> range:
        """The numbers of the tokens that a span touches."""
        return range(bisect_right(self.ends, span.start), bisect_left(self.starts, span.end))

    def reach(self, start: int, end: int) -> int | None:
        """Where the first of several sentences ends that a place touches; None if it touches one or none."""
        first, last = bisect_right(self._sentence_ends, start), bisect_left(self._sentence_starts, end) - 1
        return self._sentence_ends[first] if first < last else None


def edges_of(corpus: Corpus) -> dict[str, Edges]:
    """The edges in the document of each unit."""
    found = {document.id: Edges(seats) for document, _, seats in seats_of(corpus)}
    return {u.id: found[u.content.document] for u in corpus.units if isinstance(u.content, Passage)}


def _on_edges(name: str, what: str, right: Callable[[Mention, Edges], bool], change: Callable[[tuple[Mention, ...], Edges], Sequence[Mention]]) -> Feature:
    def present(corpus: Corpus) -> str:
        if not corpus.of_kind(Kind.MENTIONS):
            return ""
        edges = edges_of(corpus)
        for layer in corpus.of_kind(Kind.MENTIONS):
            for unit, found in layer.items():
                if not all(right(m, edges[unit]) for m in found):
                    return f"{layer.name}/{unit}"
        return ""

    def strip(corpus: Corpus) -> Corpus:
        if not present(corpus):
            return corpus
        edges = edges_of(corpus)

        def every(layer: Layer) -> Layer:
            return Layer.of(layer.name, layer.source, Kind.MENTIONS, {u: change(found, edges[u]) for u, found in layer.items()})

        return mapped(corpus, Kind.MENTIONS, every)

    return Feature(name, what, present, strip)


def _whole_tokens(found: tuple[Mention, ...], edges: Edges) -> list[Mention]:
    """Mentions widened to whole tokens; one that only then overlaps another is dropped."""
    fresh: dict[int, Mention] = {}
    for i, m in enumerate(found):
        spans = tuple(dict.fromkeys(w for s in m.spans if (w := s if edges.at(s) else edges.widened(s)) is not None))
        if spans or not m.spans:
            fresh[i] = replace(m, spans=spans) if spans != m.spans else m
    kept = {i: m for i, m in fresh.items() if m.spans == found[i].spans}
    on: dict[int, list[int]] = {}
    for i, m in kept.items():
        _note(on, i, m, edges)
    for i, m in fresh.items():
        if i in kept:
            continue
        others = {j for s in m.spans for token in edges.tokens(s) for j in on.get(token, ())}
        if not any(_touch(m, kept[j]) and not _touch(found[i], found[j]) for j in others):
            kept[i] = m
            _note(on, i, m, edges)
    return [kept[i] for i in sorted(kept)]


def _note(on: dict[int, list[int]], i: int, m: Mention, edges: Edges) -> None:
    for s in m.spans:
        for token in edges.tokens(s):
            on.setdefault(token, []).append(i)


def _touch(a: Mention, b: Mention) -> bool:
    return any(s.overlaps(t) for s in a.spans for t in b.spans)


def _within(m: Mention, edges: Edges) -> bool:
    return not m.spans or edges.reach(m.start, m.end) is None


def _cut(found: tuple[Mention, ...], edges: Edges) -> list[Mention]:
    out = []
    for m in found:
        reach = edges.reach(m.start, m.end) if m.spans else None
        if reach is not None:
            m = replace(m, spans=tuple(Span(s.start, min(s.end, reach)) for s in m.spans if s.start < reach))
        out.append(m)
    return out


EDGES = (
    _on_edges("mention-inside-tokens", "mentions that begin or end inside a token (stripped: the whole token)",
              lambda m, edges: all(map(edges.at, m.spans)), _whole_tokens),
    _on_edges("mention-across-sentences", "mentions that go on in the next sentence (stripped: up to its end)", _within, _cut),
)  # fmt: skip
