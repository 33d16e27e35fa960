"""Features of how tokens and mentions stand in their texts.

A text is made anew from its tokens where a format cannot hold it as it is; everything else that points into it moves along.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate

from ...errors import BadInput
from ...model import (
    Blank,
    Corpus,
    Document,
    Kind,
    Layer,
    Mention,
    Multiword,
    Parse,
    Passage,
    Sentence,
    Span,
    Token,
    Unit,
)
from ...text import sentences as plain_sentences
from ..alignment import Alignment, word_spans
from .feature import Feature, mapped

Seat = tuple[int, int, str]
"""Where a token stands, and its form."""
_BLANKS = re.compile(r"[ \t\r\n\f\v]")
_GAP = re.compile(r"[\s\ufeff]*")


def sound(sentence: Sentence) -> tuple[Multiword, ...]:
    """The multiword tokens that stand for words of the sentence, each for others, in their order."""
    out: list[Multiword] = []
    for m in sorted(sentence.multiwords, key=lambda m: m.words):
        if (out[-1].words[1] if out else 0) < m.words[0] <= m.words[1] <= len(sentence.tokens):
            out.append(m)
    return tuple(out)


def surface(sentence: Sentence) -> dict[int, Seat]:
    """The surface tokens, by the first word of each (from 1)."""
    seats = {i: (*t.span, t.form) for i, t in enumerate(sentence.tokens, 1)}
    for m in sound(sentence) if sentence.multiwords else ():
        seats[m.words[0]] = (*m.span, m.form)
        for i in range(m.words[0] + 1, m.words[1] + 1):
            del seats[i]
    return seats


def _units(corpus: Corpus, layer: Layer) -> dict[str, list[int]]:
    """The judged units of each document, in the order of the text (numbers of units of the layer)."""
    out: dict[str, list[tuple[int, int]]] = {}
    for number, unit in enumerate(layer.units):
        passage = corpus.passage(unit)
        out.setdefault(passage.document, []).append((passage.span.start if passage.span else 0, number))
    return {document: [n for _, n in sorted(found)] for document, found in out.items()}


def _sentence_numbers(layer: Layer, units: Iterable[int]) -> list[int]:
    c = layer.parses
    return [s for u in units for p in range(*c.offsets[u : u + 2].tolist()) for s in range(*c.sentence_offsets[p : p + 2].tolist())]


def _words(layer: Layer, number: int) -> list[Seat]:
    c = layer.parses
    a, b = c.token_offsets[number : number + 2].tolist()
    return list(zip(c.starts[a:b].tolist(), c.ends[a:b].tolist(), [c.names[n] for n in c.forms[a:b].tolist()], strict=True))


def _surface(layer: Layer, number: int) -> list[Seat]:
    return list(surface(layer.parses.sentence(number)).values()) if number in layer.parses.multiwords else _words(layer, number)


def seats_of(corpus: Corpus, kind: Callable[[Layer, int], list[Seat]] = _words) -> Iterator[tuple[Document, str, list[list[Seat]]]]:
    """The tokens of each document, sentence by sentence: those of the first layer that parsed it ("": nobody did, plain ones)."""
    layers = [(layer, _units(corpus, layer)) for layer in corpus.of_kind(Kind.PARSES)]
    for document in corpus.documents:
        for layer, units in layers:
            if document.id in units:
                yield document, layer.name, [kind(layer, s) for s in _sentence_numbers(layer, units[document.id])]
                break
        else:
            yield document, "", _plain_seats(document.text)


@lru_cache(100)
def _plain_seats(text: str) -> list[list[Seat]]:
    """Every feature of tokens asks for them again; nobody changes them."""
    return [[(a, b, text[a:b]) for a, b in sentence] for sentence in plain_sentences(text)]


def in_order(text: str, seats: Iterable[Sequence[Seat]]) -> bool:
    """Whether tokens stand one after the other in the text, none empty."""
    at = 0
    for sentence in seats:
        for start, end, _ in sentence:
            if start < at or end <= start:
                return False
            at = end
    return at <= len(text)


def found_again(text: str, seats: Iterable[Sequence[Seat]]) -> bool:
    """Whether the tokens are what is found by looking for their forms in the text."""
    alignment = Alignment(text, "")
    for sentence in seats:
        forms = [form for _, _, form in sentence]
        try:
            starts, ends = alignment.place(forms)
        except BadInput:
            return False
        if any(
            (a, b) != (start, end) or text[a:b] != form or _BLANKS.search(form)
            for a, b, (start, end, form) in zip(starts, ends, sentence, strict=True)
        ):
            return False
    return True


def respaced(text: str, seats: Sequence[Sequence[Seat]], *, keep: bool) -> tuple[str, list[list[Seat]]]:
    """A text made of tokens, and where they stand in it.

    One blank between tokens and a line a sentence; with ``keep`` white space stays as it is in the old text where there is nothing else
    between two tokens that stand in order, and what stands behind the last stays, too. White space in a token becomes a no-break space.
    """
    pieces: list[str] = []
    out: list[list[Seat]] = []
    at, reach = 0, 0
    for number, sentence in enumerate(seats):
        row: list[Seat] = []
        for i, (start, end, form) in enumerate(sentence):
            gap = ("" if not pieces else "\n" if number and not i else " ") if keep else " " if i else ""
            if keep and 0 <= reach <= start and _GAP.fullmatch(text, reach, start):
                gap = text[reach:start]
            form = "_" if _GAP.fullmatch(form) else _BLANKS.sub("\u00a0", form)
            pieces += [gap, form]
            row.append((at + len(gap), at + len(gap) + len(form), form))
            at += len(gap) + len(form)
            reach = max(reach, min(end, len(text)))
        out.append(row)
        if row and not keep:
            pieces.append("\n")
            at += 1
    return "".join(pieces) + (text[reach:] if keep else ""), out


class _Move:
    """A text made anew: where its tokens stood and stand."""

    def __init__(self, text: str, old: Sequence[Sequence[Seat]], new: Sequence[Sequence[Seat]]) -> None:
        self.text = text
        pairs = sorted(((a, b), (c, d)) for x, y in zip(old, new, strict=True) for (a, b, _), (c, d, _) in zip(x, y, strict=True))
        self.starts = [a for (a, _), _ in pairs]
        # Tokens may overlap: how far those up to here reach tells where to begin looking.
        self.reach = list(accumulate((b for (_, b), _ in pairs), max))
        self.pairs = pairs

    def span(self, span: Span) -> Span | None:
        """The tokens that a span touches, in the new text; None if it touches none."""
        first, last = bisect_right(self.reach, span.start), bisect_left(self.starts, span.end)
        touched = [new for (a, b), new in self.pairs[first:last] if a < span.end and span.start < b]
        return Span(min(a for a, _ in touched), max(b for _, b in touched)) if touched else None


def _moved(corpus: Corpus, moves: dict[str, tuple[_Move, str, list[list[Seat]]]], words: bool) -> Corpus:
    """The corpus with some texts made anew from the tokens of a layer (its name, its tokens in their new places)."""
    if not moves:
        return corpus
    document = {u.id: u.content.document for u in corpus.units if isinstance(u.content, Passage) and u.content.document in moves}

    def changed(unit: Unit) -> Unit:
        content = unit.content
        if not isinstance(content, Passage) or content.span is None or unit.id not in document:
            return unit
        return replace(unit, content=Passage(content.document, moves[content.document][0].span(content.span) or Span(0, 0)))

    def mentions(layer: Layer) -> Layer:
        judged = {
            u: found if u not in document else [x for m in found if (x := _moved_mention(m, moves[document[u]][0].span)) is not None]
            for u, found in layer.items()
        }
        return Layer.of(layer.name, layer.source, Kind.MENTIONS, judged)

    def parses(layer: Layer) -> Layer:
        judged: dict[str, Sequence[Parse]] = dict(layer.items())
        for id, units in _units(corpus, layer).items():
            if id not in moves:
                continue
            move, source, seats = moves[id]
            fresh = iter(seats)
            for u in (layer.units[n] for n in units):
                if layer.name == source:
                    judged[u] = [Parse(tuple(_seated(s, next(fresh), words) for s in p.sentences)) for p in judged[u]]
                else:
                    judged[u] = [Parse(tuple(x for s in p.sentences if (x := _moved_sentence(s, move.span)) is not None)) for p in judged[u]]
        return Layer.of(layer.name, layer.source, Kind.PARSES, judged)

    corpus = mapped(mapped(corpus, Kind.PARSES, parses), Kind.MENTIONS, mentions)
    return replace(
        corpus, documents=tuple(replace(d, text=moves[d.id][0].text) if d.id in moves else d for d in corpus.documents),
        units=tuple(map(changed, corpus.units)),
    )  # fmt: skip


def _moved_mention(m: Mention, move: Callable[[Span], Span | None]) -> Mention | None:
    spans = tuple(dict.fromkeys(s for s in map(move, m.spans) if s is not None))
    return replace(m, spans=spans) if spans or not m.spans else None


def _moved_sentence(s: Sentence, move: Callable[[Span], Span | None]) -> Sentence | None:
    places = [move(t.span) for t in s.tokens]
    if None in places or not places:
        return None
    return _seated(s, [(*p, t.form) for p, t in zip(places, s.tokens, strict=True) if p is not None], words=True)


def _seated(s: Sentence, seats: Sequence[Seat], words: bool) -> Sentence:
    """The sentence with its tokens (or its surface tokens) in other places, of other forms; the rest of it goes along."""
    multiwords = list(sound(s))
    if words or not multiwords:
        tokens = [replace(t, span=Span(a, b), form=form) for t, (a, b, form) in zip(s.tokens, seats, strict=True)]
        multiwords = [replace(m, span=_cover(tokens[m.words[0] - 1 : m.words[1]])) for m in multiwords]
    else:
        tokens = list(s.tokens)
        ranges = {m.words[0]: m for m in multiwords}
        fresh: list[Multiword] = []
        for i, (a, b, form) in zip(surface(s), seats, strict=True):
            if i not in ranges:
                tokens[i - 1] = replace(tokens[i - 1], span=Span(a, b), form=form)
                continue
            m = ranges[i]
            fresh.append(replace(m, span=Span(a, b), form=form))
            inside = tokens[i - 1 : m.words[1]]
            for j, place in enumerate(word_spans(a, form, [t.form for t in inside]), i - 1):
                tokens[j] = replace(tokens[j], span=place)
        multiwords = fresh
    span = _cover(tokens) if tokens else Span(0, 0)
    blanks = [_behind(b, tokens, span) for b in s.blanks]
    return replace(s, span=span, tokens=tuple(tokens), multiwords=tuple(multiwords), blanks=tuple(blanks))


def _cover(tokens: Sequence[Token]) -> Span:
    return Span(min(t.span.start for t in tokens), max(t.span.end for t in tokens))


def _behind(blank: Blank, tokens: Sequence[Token], span: Span) -> Blank:
    at = tokens[blank.after - 1].span.end if 0 < blank.after <= len(tokens) else span.start
    return replace(blank, token=replace(blank.token, span=Span(at, at)))


def _wrong(corpus: Corpus, layer: Layer, right: Callable[[str, list[list[Seat]]], bool], kind: Callable[[Layer, int], list[Seat]]) -> Iterator[str]:
    """The documents in which the tokens of a layer are not right."""
    for id, units in _units(corpus, layer).items():
        if not right(corpus.document(id).text, [kind(layer, s) for s in _sentence_numbers(layer, units)]):
            yield id


def _feature(name: str, what: str, right: Callable[[str, list[list[Seat]]], bool], words: bool) -> Feature:
    """Tokens that must be right; if they are not the text is made anew from those of the first layer, sentences of others are dropped."""
    kind = _words if words else _surface

    def present(corpus: Corpus) -> str:
        for layer in corpus.of_kind(Kind.PARSES):
            for id in _wrong(corpus, layer, right, kind):
                return f"{layer.name}, document {id}"
        return ""

    def strip(corpus: Corpus) -> Corpus:
        moves = {
            document.id: (_Move(text, seats, fresh), name, fresh)
            for document, name, seats in seats_of(corpus, kind) if name and not right(document.text, seats)
            for text, fresh in [respaced(document.text, seats, keep=True)]
        }  # fmt: skip
        corpus = _moved(corpus, moves, words)

        def every(layer: Layer) -> Layer:
            bad = set(_wrong(corpus, layer, right, kind))
            if not bad:
                return layer
            judged = {u: [Parse() for _ in found] if corpus.passage(u).document in bad else found for u, found in layer.items()}
            return Layer.of(layer.name, layer.source, Kind.PARSES, judged)

        return mapped(corpus, Kind.PARSES, every)

    return Feature(name, what, present, strip)


def _loosely(corpus: Corpus) -> Iterator[tuple[str, tuple[_Move, str, list[list[Seat]]]]]:
    """The documents that are not their tokens with one blank between them and a line a sentence."""
    for document, name, seats in seats_of(corpus):
        text, fresh = respaced(document.text, seats, keep=False)
        if text != document.text or fresh != seats:
            yield document.id, (_Move(text, seats, fresh), name, fresh)


def _spaced(corpus: Corpus) -> str:
    return next((id for id, _ in _loosely(corpus)), "")


def _strip_spacing(corpus: Corpus) -> Corpus:
    return _moved(corpus, dict(_loosely(corpus)), words=True)


PLACES = (
    _feature("parse-order", "tokens that overlap, are empty, or stand elsewhere than in the order of the text (stripped: the text made anew of them)",
             in_order, words=False),
    _feature("parse-places", "tokens that are not found by their forms: text in no token, forms other than the text (stripped: the text made anew of them)",
             found_again, words=True),
)  # fmt: skip
SPACING = Feature(
    "spacing", "white space other than one blank between tokens and a line a sentence; text in no token (stripped: the text made anew)", _spaced, _strip_spacing,
)  # fmt: skip
