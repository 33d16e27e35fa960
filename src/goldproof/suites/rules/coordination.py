"""Names of siblings joined, what they share said once.

Where the shared words stand last (``short and broad finger``), the spans are nested tails, one a concept: ``short and broad finger`` and ``broad finger``. Where they
stand first (``synostosis of the wrist and ankle``), the whole is the span of every concept. So the guideline of Groza et al. 2015, point 3.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from ...model import Span
from ..english import kind_of_adjective, lowered, opposites
from ..entry import Expected
from ..names import Name, Names, key, of_phrase
from .rule import Candidate, Rule, sources

_PAIRS_A_GROUP = 6
"""So that a family of many siblings does not fill the suite."""


def _coordination(names: Names, source: str, settings: Mapping[str, Any]) -> Iterator[Candidate]:
    by_concept: dict[str, list[Name]] = defaultdict(list)
    for name in sources(names, source):
        by_concept[name.concept].append(name)
    seen: set[str] = set()
    for _, children in names.siblings():
        family = [n for c in children for n in by_concept.get(c, ())]
        for made in (*_modifiers(family), *_qualities(family), *_entities(family), *_heads(names, family)):
            if made.text not in seen and _sound(names, made):
                seen.add(made.text)
                yield made


def _sound(names: Names, made: Candidate) -> bool:
    """Nobody calls one concept so, and neither member is above the other."""
    bag = made.text.replace("/", " ").replace(",", " ")
    concepts = [e.concept for e in made.expected]
    related = any(a in names.ontology.ancestors(b) or b in names.ontology.ancestors(a) for a, b in combinations(concepts, 2))
    return not related and not names.close(bag) and len(set(concepts)) == len(concepts)


def _groups(parts: Sequence[tuple[str, str, Name]]) -> Iterator[tuple[str, list[tuple[str, Name]]]]:
    """(shared, own, name) -> each shared text with at least two own ones of different concepts, in their order."""
    found: dict[str, dict[str, tuple[str, Name]]] = defaultdict(dict)
    for shared, own, name in parts:
        found[shared].setdefault(name.concept, (own, name))
    for shared, members in sorted(found.items()):
        if len(members) > 1:
            yield shared, sorted(members.values(), key=lambda m: (m[0].lower(), m[1].concept))


def _sets(members: list[tuple[str, Name]]) -> Iterator[tuple[tuple[str, Name], ...]]:
    """Pairs, and one set of three where there are three."""
    for number, pair in enumerate(combinations(members, 2)):
        if number < _PAIRS_A_GROUP:
            yield pair
    if len(members) > 2:
        yield tuple(members[:3])


def _modifiers(family: Sequence[Name]) -> Iterator[Candidate]:
    """``Short finger``, ``Broad finger``: the head is shared, it stands last."""
    parts = []
    for n in family:
        words = n.words
        if len(words) >= 2 and of_phrase(n.text) is None and kind_of_adjective(words[0].lower()) and not set(",;:()[]/") & set(n.text):
            parts.append((" ".join(words[1:]), lowered(words[0]), n))
    for rest, members in _groups(parts):
        for chosen in _sets(members):
            if len({kind_of_adjective(m[0].lower()) for m in chosen}) == 1:
                yield from _tails([(own, n) for own, n in chosen], f" {rest}", "modifiers")


def _qualities(family: Sequence[Name]) -> Iterator[Candidate]:
    """``Aplasia of the thumb``, ``Hypoplasia of the thumb``: what they are of is shared, it stands last."""
    parts = [(f" of {p[1] + ' ' if p[1] else ''}{p[2]}", lowered(p[0]), n) for n in family if (p := of_phrase(n.text)) is not None]
    for rest, members in _groups(parts):
        for chosen in _sets(members):
            if not any(own.startswith("abnormal") or own in ("disease", "disorder") for own, _ in chosen):
                yield from _tails(list(chosen), rest, "qualities")


def _entities(family: Sequence[Name]) -> Iterator[Candidate]:
    """``Fracture of the hand``, ``Fracture of the foot``: the quality is shared, it stands first, and the whole is the span of both."""
    parts = [(f"{p[0]} of {p[1]} ".replace("  ", " "), p[2], n) for n in family if (p := of_phrase(n.text)) is not None]
    for start, members in _groups(parts):
        for chosen in _sets(members):
            own = [own for own, _ in chosen]
            if not any(key(a) in key(b) or key(b) in key(a) or a.split()[-1] == b.split()[-1] or a.split()[0] == b.split()[0] for a, b in combinations(own, 2)):
                yield _whole(start + _joined(own, "and"), chosen, "entities")


def _heads(names: Names, family: Sequence[Name]) -> Iterator[Candidate]:
    """``Short fingers``, ``Short toes``: the modifier is shared, it stands first."""
    parts = []
    for n in family:
        words = n.words
        if len(words) == 2 and kind_of_adjective(words[0].lower()) == "quality" and words[1].isalpha():
            many = names.plural(words[1]) or (words[1] if names.singular(words[1]) else "")
            if many:
                parts.append((f"{words[0]} ", many, n))
    for start, members in _groups(parts):
        for chosen in _sets(members):
            own = [own for own, _ in chosen]
            if len(set(own)) == len(own):
                yield _whole(start + _joined(own, "and"), chosen, "heads")


def _joined(parts: Sequence[str], word: str) -> str:
    return ", ".join(parts[:-1]) + f" {word} {parts[-1]}"


def _whole(text: str, members: Sequence[tuple[str, Name]], shape: str) -> Candidate:
    return Candidate(text, tuple(Expected(n.concept) for _, n in members), " + ".join(n.text for _, n in members), family=shape)


def _tails(members: Sequence[tuple[str, Name]], rest: str, shape: str) -> Iterator[Candidate]:
    """With and (or, for opposites and for what is absent), and with a slash for two: the spans begin at each member and all end at the end."""
    own = [o for o, _ in members]
    opposite = any(o.lower() in ("absent", "absence", "aplasia", "agenesis") for o in own) or any(frozenset((a, b)) in opposites() for a, b in combinations([o.lower() for o in own], 2))
    ways = [_joined(own, "or" if opposite else "and")]
    if len(own) == 2:
        ways.append(f"{own[0]}/{own[1]}")
    for way in ways:
        text = way[:1].upper() + way[1:] + rest
        expected, at = [], 0
        for number, (word, name) in enumerate(members):
            at = text.lower().index(word.lower(), at)
            expected.append(Expected(name.concept, () if number == 0 else (Span(at, len(text)),)))
            at += len(word)
        yield Candidate(text, tuple(expected), " + ".join(n.text for _, n in members), family=f"{shape} {'slash' if '/' in way else len(own)}")


COORDINATION = Rule("coordination", "names of siblings that share their head, their modifier or what they are of, joined by and, or, a comma or a slash", _coordination)
