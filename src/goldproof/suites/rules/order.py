"""The canonical order of a name turned round: ``hypoplasia of the optic nerve``, ``optic nerve hypoplasia``; ``brachydactyly type C``, ``type C brachydactyly``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..english import lowered, raised, words
from ..names import Name, Names, of_phrase
from .rule import Candidate, Rule, as_is, sources, variant

_TYPE_LAST = re.compile(r"(.+\S) (type|grade|stage|class) ([\dA-Z]{1,3}|[IVX]+[a-z]?)")
_TYPE_FIRST = re.compile(r"([Tt]ype|[Gg]rade|[Ss]tage|[Cc]lass) ([\dA-Z]{1,3}|[IVX]+[a-z]?) ([^,;:()\[\]/]+)")


def _order(names: Names, source: str, settings: Mapping[str, Any]) -> Iterator[Candidate]:
    for name in sources(names, source):
        turned = _turned(names, name)
        made = variant(names, name, turned, name.text, _shape(name.text)) if turned else None
        if made is not None:
            yield made if settings["form"] == "turned" else replace(as_is(name, name.text), family=made.family)


def _shape(text: str) -> str:
    """So that no noun fills the suite: the noun that changes its place."""
    phrase = of_phrase(text)
    return phrase[0].lower() if phrase is not None else text.lower().split()[-1]


def _turned(names: Names, name: Name) -> str:
    if found := _TYPE_LAST.fullmatch(name.text):
        return raised(f"{found[2]} {found[3]} {lowered(found[1])}")
    if (found := _TYPE_FIRST.fullmatch(name.text)) and not words("typed") & set(found[3].lower().split()):
        return raised(f"{found[3]} {found[1].lower()} {found[2]}")
    if (phrase := of_phrase(name.text)) is not None:
        a, _, b = phrase
        # B must be seen before a head, and A as a head behind something, elsewhere in the ontology: then the compound is English.
        b = _singular(names, b)
        if b and names.premodifiers[b.lower()] and _stands_last(names, a.lower()) and not a.lower().endswith(("ed", "ing")):
            return raised(f"{b} {a.lower()}")
        return ""
    parts = name.words
    if 2 <= len(parts) <= 4 and parts[-1].isalpha() and not any(c in name.text for c in ",;:()[]/"):
        b, a = lowered(" ".join(parts[:-1])), parts[-1]
        if names.behind_of_the[b] and names.before_of[a.lower()] and a.islower():
            return raised(f"{a} of the {b}")
    return ""


def _singular(names: Names, phrase: str) -> str:
    """The phrase with its last word in the singular; nothing where the last word is a plural whose singular is not sure."""
    parts = phrase.split()
    one = names.singular(parts[-1].lower())
    if one:
        return " ".join([*parts[:-1], one])
    return "" if parts[-1].endswith("s") and not parts[-1].endswith(("ss", "us", "is")) else phrase


def _stands_last(names: Names, word: str) -> bool:
    """The word is the last of at least two names that have others before it."""
    return names.tails[word] > 1


ORDER = Rule("order", "A of the B and B A, noun type N and type N noun, where the ontology shows both parts at both places", _order, {"form": str}, ("as-is", "turned"))
