"""Nouns and adjectives in each other's place, in pairs that the ontology itself shows in the names of one concept.

``Hypoplasia of the uterus`` and ``Hypoplastic uterus`` are names of one concept: hypoplasia, hypoplastic is a pair of a quality. ``Abnormality of the
kidney`` and ``Renal abnormality`` are: kidney, renal is a pair of an entity. A pair counts if at least two concepts show it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from ..english import lowered, raised
from ..english import words as listed
from ..names import Name, Names, of_phrase
from .rule import Candidate, Rule, sources, variant

LEAST = 2
_NOUN_ENDS = ("ia", "is", "ion", "y", "ment", "ce", "th", "sm", "ing", "us", "ism", "ncy", "ness", "tion", "a")
_ADJECTIVE_ENDS = ("ic", "ed", "al", "ous", "sent", "ant", "ar", "ive")
# Before these an adjective of a part says a direction or a side, not what the head belongs to.
_DIRECTIONAL = frozenset(("deviation", "drift", "ray", "clubhand", "side", "displacement", "dislocation", "shift", "angulation", "bowing", "rotation", "flexion"))


def quality_pairs(names: Names) -> Counter[tuple[str, str]]:
    """(noun, adjective) of one stem -> how many concepts have both ``noun of the B`` and ``adjective B`` as names."""
    found: Counter[tuple[str, str]] = Counter()
    for texts in _by_concept(names).values():
        shown: set[tuple[str, str]] = set()
        plain = {tuple(t.lower().split(maxsplit=1)) for t in texts if " " in t}
        for text in texts:
            phrase = of_phrase(text)
            if phrase is None or not phrase[0].lower().endswith(_NOUN_ENDS):
                continue
            for adjective, rest in (p for p in plain if len(p) == 2):
                if names.bag(rest) == names.bag(phrase[2]) and adjective.endswith(_ADJECTIVE_ENDS) and _one_stem(adjective, phrase[0].lower()):
                    shown.add((phrase[0].lower(), adjective))
        found.update(shown)
    return found


def entity_pairs(names: Names) -> Counter[tuple[str, str]]:
    """(phrase behind "of" with its article, adjective) -> how many concepts have both ``A of the B`` and ``adjective A`` as names."""
    found: Counter[tuple[str, str]] = Counter()
    loose = listed("loose")
    for texts in _by_concept(names).values():
        shown: set[tuple[str, str]] = set()
        plain = [t.lower().split() for t in texts]
        for text in texts:
            phrase = of_phrase(text)
            if phrase is None or not phrase[1]:
                continue
            for words in plain:
                if len(words) == 2 and words[1] == phrase[0].lower() and words[0].endswith(_ADJECTIVE_ENDS) and words[0] not in loose and words[0] not in phrase[2].lower().split():
                    shown.add((phrase[2].lower(), words[0]))
        found.update(shown)
    return found


def _by_concept(names: Names) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for n in names.every:
        if n.scope in ("", "EXACT"):
            found[n.concept].append(n.text)
    return found


def _one_stem(a: str, b: str) -> bool:
    same = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return same >= 4 and max(len(a), len(b)) - same <= 6


def _best(pairs: Counter[tuple[str, str]], by: int) -> dict[str, str]:
    """One side -> the other that it is most often shown with, if that is clear: at least twice, and twice as often as any other."""
    groups: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for pair, many in pairs.items():
        groups[pair[by]].append((many, pair[1 - by]))
    best = {}
    for side, others in groups.items():
        others.sort(reverse=True)
        if others[0][0] >= LEAST and (len(others) == 1 or others[0][0] >= 2 * others[1][0]):
            best[side] = others[0][1]
    return best


def _quality(names: Names, source: str, settings: Mapping[str, Any]) -> Iterator[Candidate]:
    pairs = quality_pairs(names)
    adjectives, nouns = _best(pairs, 0), _best(pairs, 1)
    # "abnormal kidney" for "abnormality of the kidney" is right; the other way round "abnormality of the finger shape" is not.
    nouns.pop("abnormal", None)
    for name in sources(names, source):
        made = None
        phrase = of_phrase(name.text)
        if phrase is not None and phrase[0].lower() in adjectives:
            made = variant(names, name, raised(f"{adjectives[phrase[0].lower()]} {phrase[2]}"), family=phrase[0].lower())
        elif phrase is None:
            first, _, rest = name.text.partition(" ")
            if first.lower() in nouns and names.behind_of_the[rest]:
                made = variant(names, name, raised(f"{nouns[first.lower()]} of the {rest}"), family=first.lower())
        if made is not None:
            yield made


def _entity(names: Names, source: str, settings: Mapping[str, Any]) -> Iterator[Candidate]:
    pairs = entity_pairs(names)
    adjectives, nouns = _best(pairs, 0), _best(pairs, 1)
    for name in sources(names, source):
        made = None
        phrase = of_phrase(name.text)
        if phrase is not None and phrase[1] and phrase[2].lower() in adjectives:
            if names.tails[phrase[0].lower()] > 1 and phrase[0].lower() not in _DIRECTIONAL:
                made = variant(names, name, raised(f"{adjectives[phrase[2].lower()]} {phrase[0].lower()}"), family=phrase[2].lower())
        elif phrase is None and len(name.words) == 2:
            first, last = name.words[0].lower(), name.words[1]
            if first in nouns and names.before_of[last] and last not in _DIRECTIONAL:
                made = variant(names, name, raised(f"{last} of the {lowered(nouns[first])}"), family=first)
        if made is not None and _belongs(names, name, made, adjectives, nouns):
            yield made


def _belongs(names: Names, name: Name, made: Candidate, adjectives: Mapping[str, str], nouns: Mapping[str, str]) -> bool:
    """The concept says elsewhere, in another name or in its definition, that it is about this part: then the adjective means the part and not a side."""
    entry = names.ontology[name.concept]
    said = names.bag(" ".join([entry.definition, *(s.text for s in entry.synonyms), entry.label]))
    part = nouns.get(name.words[0].lower(), "") or (phrase[2] if (phrase := of_phrase(name.text)) else "")
    return names.bag(part) <= said


QUALITY = Rule("quality-adjective", "A of the B and A' B, for nouns and adjectives of one stem that the ontology shows in names of one concept", _quality)
ENTITY = Rule("entity-adjective", "A of the B and B' A, for parts and their adjectives that the ontology shows in names of one concept", _entity)
