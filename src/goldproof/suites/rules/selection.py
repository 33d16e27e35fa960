"""Names chosen for what they are: their length, a word, a sign, a word of a list, being a synonym."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..english import words as listed_words
from ..names import Names
from .rule import Candidate, Rule, as_is, sources

_SIGNS = re.compile(r"[\s,;:()\[\]/]+")
_TRIVIAL = frozenset(("plural_form", "uk_spelling"))


def _length(names: Names, source: str, settings: Mapping[str, Any]) -> Iterator[Candidate]:
    return (as_is(n) for n in sources(names, source) if len(n.words) == settings["words"])


def _pattern(names: Names, source: str, settings: Mapping[str, Any]) -> Iterator[Candidate]:
    found = re.compile(settings["pattern"])
    return (as_is(n) for n in sources(names, source) if found.search(n.text))


def _word(names: Names, source: str, settings: Mapping[str, Any]) -> Iterator[Candidate]:
    return (as_is(n) for n in sources(names, source) if settings["word"].lower() in n.text.lower().split())


def _listed(names: Names, source: str, settings: Mapping[str, Any]) -> Iterator[Candidate]:
    found, wanted = re.compile(settings["pattern"]), listed_words(settings["list"])
    for n in sources(names, source):
        if wanted & _parts(n.text.lower()) or found.search(n.text):
            yield as_is(n)


def _parts(text: str) -> set[str]:
    """Its words, and what stands between the hyphens of each."""
    found = set(_SIGNS.split(text))
    return found.union(*(w.split("-") for w in found))


def _synonym(names: Names, source: str, settings: Mapping[str, Any]) -> Iterator[Candidate]:
    for n in sources(names, source):
        if n.kind not in _TRIVIAL and n.scope and names.bag(n.text) != names.bag(names.ontology.label(n.concept)):
            yield as_is(n)


RULES = (
    Rule("length", "names of so many words, parted by blanks", _length, {"words": int}),
    Rule("pattern", "names in which a regular expression is found", _pattern, {"pattern": str}),
    Rule("word", "names with a word", _word, {"word": str}),
    Rule("listed", "names with a word of a list of words.toml, or in which a regular expression is found", _listed, {"list": str, "pattern": str}),
    Rule("synonym", "exact synonyms whose words are not those of the label", _synonym),
)
