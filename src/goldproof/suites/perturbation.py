"""``gp.perturb``: a real corpus with typing errors, other capitals, accents, hyphens or number, its mentions carried along.

What a system loses between a corpus and the same corpus perturbed is what that kind of change costs it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

from ..errors import BadInput, NotFound
from ..model import Corpus, Document, Kind, Layer, Mention, Pair, Passage, Span, Unit
from .edits import Edit, Edits
from .english import irregular_plural, irregular_singular, regular_plural, same_case

RATE = 0.2
_WORD = re.compile(r"[^\W\d_]{2,}")
_SEAM = re.compile(r"(?<=[^\W\d_]{2})[ -](?=[^\W\d_]{2})")
# Letters beside each other on a keyboard (QWERTY).
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_ACCENTED = {"a": "á", "e": "é", "i": "í", "o": "ó", "u": "ú"}
_NO_PLURAL = ("ss", "us", "is", "as", "os", "al", "ic", "ar", "ous", "ed", "ing", "ly", "ive", "ary", "oid")

Candidates = Callable[[str, Sequence[Span], Random], Iterator[Edit]]
"""A text, the places inside which it may be changed, chance -> every edit that could be made, none overlapping another."""


def perturb(corpus: Corpus, *kinds: str, rate: float = RATE, seed: int = 1, inside: str = "") -> Corpus:
    """The corpus with its texts changed and the places of all mentions (and passages) carried along.

    ``kinds`` are of :data:`KINDS`, done one after the other; ``rate`` is the share of what could be changed that is. ``inside`` names a layer: only the texts of its mentions
    are changed (``plural`` always works so: it changes the last word of mentions). The same seed changes a document in the same way, whatever else is in the corpus.
    """
    if not kinds:
        raise BadInput("no kind of change", remedy="there are: " + ", ".join(KINDS))
    for kind in kinds:
        if kind not in KINDS:
            raise NotFound(f"no kind of change is called {kind!r}", remedy="there are: " + ", ".join(KINDS))
    if not 0 <= rate <= 1:
        raise BadInput(f"a rate of {rate}; it is a share, from 0 to 1")
    for layer in corpus.layers:
        if layer.kind is Kind.PARSES:
            raise BadInput(f"layer {layer.name} holds parses, whose tokens cannot be changed", remedy="leave it out first")
    for kind in kinds:
        corpus = _perturbed(corpus, kind, rate, seed, inside)
    return corpus


def _perturbed(corpus: Corpus, kind: str, rate: float, seed: int, inside: str) -> Corpus:
    chosen = _chosen(corpus, kind, inside)
    marked = _marks(corpus, corpus.of_kind(Kind.MENTIONS))
    wanted = _marks(corpus, chosen) if chosen is not None else None
    edits: dict[str, Edits] = {}
    for document in corpus.documents:
        chance = Random(f"{seed} {kind} {document.id}")
        places = [Span(0, len(document.text))] if wanted is None else wanted[document.id]
        possible = [e for e in KINDS[kind][0](document.text, places, chance) if document.text[e.start : e.end] != e.to]
        edits[document.id] = _harmless([e for e in possible if chance.random() < rate], marked[document.id])
    many = sum(len(e.all) for e in edits.values())
    said = f"{kind}(rate={rate:g},seed={seed}{f',inside={inside}' if inside else ''})"
    before = corpus.attributes.text("perturbed")
    return replace(
        corpus,
        documents=tuple(_document(d, edits[d.id]) for d in corpus.documents),
        units=tuple(_unit(u, edits) for u in corpus.units),
        layers=tuple(_layer(layer, corpus, edits) if layer.kind is Kind.MENTIONS else layer for layer in corpus.layers),
        attributes=corpus.attributes.but(perturbed=f"{before} {said}".strip(), **{f"edits-{kind}": many}),
    )


def _chosen(corpus: Corpus, kind: str, inside: str) -> tuple[Layer, ...] | None:
    """The layers inside whose mentions something is changed; None for everywhere."""
    if inside:
        layer = corpus.layer(inside)
        if layer.kind is not Kind.MENTIONS:
            raise BadInput(f"holds {layer.kind.value}, not mentions", where=f"layer {inside}")
        return (layer,)
    if not KINDS[kind][1]:
        return None
    layers = corpus.of_kind(Kind.MENTIONS)
    if not layers:
        raise BadInput("no layer of mentions", where=corpus.name or "corpus", remedy=f"{kind} changes mentions only")
    return layers


def _marks(corpus: Corpus, layers: Iterable[Layer]) -> dict[str, list[Span]]:
    """The places of mentions by document, each once, in order."""
    found: dict[str, set[Span]] = defaultdict(set)
    for layer in layers:
        for unit, mentions in layer.items():
            if mentions:
                found[corpus.passage(unit).document].update(s for m in mentions for s in m.spans if s.start < s.end)
    return defaultdict(list, {id: sorted(spans) for id, spans in found.items()})


def _harmless(edits: Sequence[Edit], marks: Sequence[Span]) -> Edits:
    """Without those that would leave nothing of a mention."""
    kept = Edits.of(edits)
    while True:
        empty = [s for s in marks if kept.span(s).length < 1]
        if not empty:
            return kept
        kept = Edits.of(e for e in kept.all if not any(s.start < e.end and e.start < s.end for s in empty))


def _document(document: Document, edits: Edits) -> Document:
    return replace(document, text=edits.apply(document.text))


def _unit(unit: Unit, edits: dict[str, Edits]) -> Unit:
    content = unit.content
    if isinstance(content, Passage):
        return replace(unit, content=_passage(content, edits) or content)
    if isinstance(content, Pair):
        return replace(unit, content=replace(content, left_from=_passage(content.left_from, edits), right_from=_passage(content.right_from, edits)))
    return unit


def _passage(passage: Passage | None, edits: dict[str, Edits]) -> Passage | None:
    return passage if passage is None or passage.span is None else replace(passage, span=edits[passage.document].span(passage.span))


def _layer(layer: Layer, corpus: Corpus, edits: dict[str, Edits]) -> Layer:
    judged: dict[str, list[Mention]] = {}
    for unit, mentions in layer.items():
        moved = edits[corpus.passage(unit).document] if mentions else Edits(())
        judged[unit] = [replace(m, spans=tuple(map(moved.span, m.spans))) for m in mentions]
    return Layer.of(layer.name, layer.source, Kind.MENTIONS, judged)


def _words(text: str, places: Sequence[Span]) -> Iterator[Span]:
    """Words that lie inside one of the places, each once."""
    at = 0
    for found in _WORD.finditer(text):
        word = Span(*found.span())
        while at < len(places) and places[at].end <= word.start:
            at += 1
        for place in islice(places, at, None):
            if place.start > word.start:
                break
            if place.holds(word):
                yield word
                break


def _typo(text: str, places: Sequence[Span], chance: Random) -> Iterator[Edit]:
    """One letter dropped, doubled, changed places with the next, or hit beside, in a word of six letters or more; the first letter stays."""
    for start, end in _words(text, places):
        if end - start < 6:
            continue
        i = chance.randrange(start + 1, end - 1)
        here, after = text[i], text[i + 1]
        way = chance.randrange(4)
        if way == 0:
            yield Edit(i, i + 1, "")
        elif way == 1:
            yield Edit(i, i + 1, here * 2)
        elif way == 2 and here != after:
            yield Edit(i, i + 2, after + here)
        else:
            yield Edit(i, i + 1, _beside(here, chance))


def _beside(letter: str, chance: Random) -> str:
    for row in _ROWS:
        at = row.find(letter.lower())
        if at >= 0:
            near = [row[j] for j in (at - 1, at + 1) if 0 <= j < len(row)]
            return same_case(chance.choice(near), letter)
    return letter * 2


def _case(text: str, places: Sequence[Span], chance: Random) -> Iterator[Edit]:
    """A word in capitals, in small letters, or with a capital."""
    for start, end in _words(text, places):
        word = text[start:end]
        ways = [w for w in (word.upper(), word.lower(), word[:1].upper() + word[1:].lower()) if w != word]
        if ways:
            yield Edit(start, end, chance.choice(ways))


def _accent(text: str, places: Sequence[Span], chance: Random) -> Iterator[Edit]:
    """The accents of a word left out; in a word that has none one put on a vowel."""
    for start, end in _words(text, places):
        word = text[start:end]
        plain = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
        if plain != word:
            yield Edit(start, end, plain)
            continue
        vowels = [i for i in range(start, end) if text[i].lower() in _ACCENTED]
        if vowels:
            i = chance.choice(vowels)
            yield Edit(i, i + 1, same_case(_ACCENTED[text[i].lower()], text[i]))


def _hyphen(text: str, places: Sequence[Span], chance: Random) -> Iterator[Edit]:
    """A hyphen between two words as a blank or as nothing, a blank as a hyphen."""
    for found in _SEAM.finditer(text):
        seam = Span(*found.span())
        if any(p.start < seam.start and seam.end < p.end for p in places):
            yield Edit(*seam, chance.choice((" ", "")) if found[0] == "-" else "-")


def _plural(text: str, places: Sequence[Span], chance: Random) -> Iterator[Edit]:
    """The last word of a mention in the other number, where its form allows one."""
    seen: set[Span] = set()
    for place in places:
        found = re.search(r"[^\W\d_]{4,}$", text[place.start : place.end])
        if found is None:
            continue
        span = Span(place.start + found.start(), place.end)
        inside_word = place.end < len(text) and text[place.end].isalnum()
        if span in seen or inside_word or not found[0][1:].islower():
            continue
        seen.add(span)
        if other := _other_number(found[0].lower()):
            yield Edit(*span, same_case(other, found[0]))


def _other_number(word: str) -> str:
    """The plural of a singular and the other way round, nothing where the form does not say which it is."""
    if known := irregular_plural(word) or irregular_singular(word):
        return known
    if word.endswith(_NO_PLURAL):
        return ""
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("xes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") else regular_plural(word)


# Kind -> how, whether it works on mentions only, and what it does.
KINDS: dict[str, tuple[Candidates, bool, str]] = {
    "typo": (_typo, False, "one letter dropped, doubled, changed places with the next, or hit beside, in a word of six letters or more"),
    "case": (_case, False, "a word in capitals, in small letters, or with a capital"),
    "accent": (_accent, False, "the accents of a word left out, or one put on a vowel"),
    "hyphen": (_hyphen, False, "a hyphen between two words as a blank or left out, a blank as a hyphen"),
    "plural": (_plural, True, "the last word of a mention in the other number"),
}
