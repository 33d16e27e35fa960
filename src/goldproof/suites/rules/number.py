"""Singular and plural of the head of a name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..english import words
from ..names import Name, Names, head_place
from .rule import Candidate, Rule, as_is, sources, variant


def _number(names: Names, source: str, settings: Mapping[str, Any]) -> Iterator[Candidate]:
    """Both forms of each name are needed; one of them is the name."""
    for name in sources(names, source):
        pair = _pair(names, name)
        if pair is not None:
            text = pair[settings["form"] == "plural"]
            made = as_is(name, name.text) if text == name.text else variant(names, name, text, name.text)
            other = pair[settings["form"] != "plural"]
            if made is not None and (other == name.text or variant(names, name, other) is not None):
                yield replace(made, family=made.base.lower().split()[-1])


def _pair(names: Names, name: Name) -> tuple[str, str] | None:
    """The name in the singular and in the plural."""
    place = head_place(name.text)
    before = set(name.text.lower().split()[:place])
    if place is None or words("one") & before:
        return None
    all_words = name.words
    head = all_words[place].lower()
    if {head, names.singular(head)} & words("uncounted"):
        return None
    many = names.plural(head)
    if many:
        return name.text, _with(all_words, place, many)
    one = names.singular(head)
    if one and names.plural(one) == head and not words("several") & before:
        return _with(all_words, place, one), name.text
    return None


def _with(all_words: list[str], place: int, word: str) -> str:
    word = word[:1].upper() + word[1:] if place == 0 and all_words[0][:1].isupper() else word
    return " ".join([*all_words[:place], word, *all_words[place + 1 :]])


NUMBER = Rule("number", "the head of a name in the singular or plural, where the ontology or a list of irregular nouns shows that it has both", _number,
              {"form": str}, ("singular", "plural"))  # fmt: skip
