"""What a rule is, and what it makes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from ...errors import BadInput
from ..entry import Expected
from ..names import Name, Names

NO_SETTINGS: Mapping[str, type] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry that could be made: ``base`` is the name that it comes from, ``key`` what paired criteria share,
    ``family`` what should not fill the suite alone: entries are drawn from families in turn.
    """

    text: str
    expected: tuple[Expected, ...]
    base: str
    key: str = ""
    family: str = ""


Make = Callable[[Names, str, Mapping[str, Any]], Iterator[Candidate]]


@dataclass(frozen=True)
class Rule:
    """``make(names, source, settings)`` gives candidates; ``settings`` are the names and types of what a criterion may set, all of it needed."""

    name: str
    about: str
    make: Make
    settings: Mapping[str, type] = field(default_factory=lambda: NO_SETTINGS)
    forms: tuple[str, ...] = ()

    def check(self, settings: Mapping[str, Any], where: str) -> None:
        for name, kind in self.settings.items():
            if not isinstance(settings.get(name), kind):
                raise BadInput(f"the rule {self.name} needs {name}, {'a number' if kind is int else 'a text'}", where=where)
        for name in settings:
            if name not in self.settings:
                raise BadInput(f"the rule {self.name} has no setting {name!r}", where=where, remedy="its settings: " + (", ".join(self.settings) or "none"))
        if self.forms and settings["form"] not in self.forms:
            raise BadInput(f"the rule {self.name} has no form {settings['form']!r}", where=where, remedy="form is one of: " + ", ".join(self.forms))
        if "pattern" in settings:
            try:
                re.compile(settings["pattern"])
            except re.error as error:
                raise BadInput(f"not a regular expression: {error}", where=where) from None


def sources(names: Names, source: str) -> Iterator[Name]:
    """The names that a criterion is applied to."""
    for name in names.chosen:
        if source == "name" or (name.scope == "") == (source == "label"):
            yield name


def as_is(name: Name, key: str = "") -> Candidate:
    """A name as the ontology writes it."""
    return Candidate(name.text, (Expected(name.concept),), name.text, key)


def variant(names: Names, name: Name, text: str, key: str = "", family: str = "") -> Candidate | None:
    """A text made from a name, unless it is the name itself or could mean another concept."""
    if text == name.text or not names.close(text) <= {name.concept} or not names.means(text) <= {name.concept}:
        return None
    return Candidate(text, (Expected(name.concept),), name.text, key, family)
