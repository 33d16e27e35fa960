"""Names said in another way: with a verb, turned round at a comma, without a hyphen, as an abbreviation that the text defines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...model import Span
from ..english import PREPOSITIONS, kind_of_adjective, lowered, raised, words
from ..entry import Expected
from ..names import Name, Names, head
from .rule import Candidate, Rule, sources, variant

_HYPHEN = re.compile(r"(?<=[a-z]{3})-(?=[a-z]{3})")
# Chosen by the length of the name, so that they take turns and the same name gets the same each time.
_VERBS = ("are", "were", "appeared")


def _predicate(names: Names, source: str, settings: Mapping[str, Any]) -> Iterator[Candidate]:
    """``Hypoplastic nail`` -> ``nails were hypoplastic``."""
    for name in sources(names, source):
        split = _quality_and_parts(names, name)
        if split is None:
            continue
        quality, parts = split
        made = variant(names, name, raised(f"{parts} {_VERBS[len(name.text) % len(_VERBS)]} {quality}"), family=quality)
        if made is not None:
            yield made


def _quality_and_parts(names: Names, name: Name) -> tuple[str, str] | None:
    """``hypoplastic`` and ``nails``: a quality that can stand behind a verb, and something of which there are several."""
    found = name.words
    quality = found[0].lower()
    if not 2 <= len(found) <= 4 or quality not in words("quality") or head(name.text) != found[-1] or set(map(str.lower, found)) & PREPOSITIONS:
        return None
    if any(kind_of_adjective(w.lower()) == "quality" for w in found[1:-1]) or {found[-1], names.singular(found[-1])} & words("uncounted"):
        return None
    two = " ".join(found[:2]).lower()
    # "Large intestine" is one thing, and "large intestine tumours" are not large.
    if two in words("compounds") or names.behind_of_the[two] or len(names.followers[two]) > 1:
        return None
    # Where the part is a concept of its own (anatomy), "short saphenous vein" is a kind of vein and says nothing about one.
    if names.means(" ".join(found[1:])) or names.means(" ".join([*found[1:-1], names.singular(found[-1]) or found[-1]])):
        return None
    many = names.plural(found[-1]) or (found[-1] if names.singular(found[-1]) else "")
    return (quality, " ".join([*found[1:-1], many])) if many else None


def _inverted(names: Names, source: str, settings: Mapping[str, Any]) -> Iterator[Candidate]:
    """``Focal seizures`` -> ``seizures, focal``: a modifier that is sure to be an adjective, and one head."""
    for name in sources(names, source):
        found = name.words
        if len(found) == 2 and kind_of_adjective(found[0].lower()) and head(name.text) == found[1]:
            made = variant(names, name, raised(f"{found[1]}, {lowered(found[0])}"))
            if made is not None:
                yield made


def _hyphen(names: Names, source: str, settings: Mapping[str, Any]) -> Iterator[Candidate]:
    for name in sources(names, source):
        made = variant(names, name, _HYPHEN.sub(" ", name.text))
        if made is not None:
            yield made


def _abbreviation(names: Names, source: str, settings: Mapping[str, Any]) -> Iterator[Candidate]:
    """Three to six plain words, their first letters, and the letters used again."""
    for name in sources(names, source):
        found = name.words
        if not 3 <= len(found) <= 6 or PREPOSITIONS & set(map(str.lower, found)) or not all(w.isalpha() and (w.islower() or i == 0) for i, w in enumerate(found)) or found[0].isupper():
            continue
        short = "".join(w[0] for w in found).upper()
        if names.means(short):
            continue
        text = f"{raised(name.text)} ({short}) was noted. {short} persisted."
        one, two = len(name.text) + 2, text.rindex(short)
        places = ((0, len(name.text)), (one, one + len(short)), (two, two + len(short)))
        yield Candidate(text, tuple(Expected(name.concept, (Span(*p),)) for p in places), name.text)


RULES = (
    Rule("predicate", "quality and entity joined by a verb, for qualities that can stand so and things of which there are several", _predicate),
    Rule("inverted", "the head, a comma, the modifier", _inverted),
    Rule("hyphen", "a hyphen between two words replaced by a blank", _hyphen),
    Rule("abbreviation", "the name, its first letters in brackets, and the letters used again", _abbreviation),
)
