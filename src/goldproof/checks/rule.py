"""A rule: a function over a corpus that finds one kind of trouble.

A new rule is one function in one of the files beside this one (each is listed in catalogue.py)::

    @rule("span-empty", "a span of no characters", Level.ERROR, needs="mentions")
    def empty(corpus, context):
        ...
        yield Place(...), "what is wrong", "what to do"
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from ..model import Corpus
from .finding import Finding, Level, Place
from .guideline import Guideline
from .lexicon import Lexicon
from .terms import Terms

T = TypeVar("T")
Found = Iterator[tuple[Place, str, str]]


@dataclass(frozen=True)
class Context:
    """What a rule may ask beside the corpus: the guideline, the ontologies and terminologies, what was mended on reading, and what others have worked out."""

    guideline: Guideline = field(default_factory=Guideline)
    terms: Terms = field(default_factory=Terms)
    warnings: tuple[str, ...] = ()
    lexicon: Lexicon = field(default_factory=Lexicon)
    _done: dict[object, Any] = field(default_factory=dict, repr=False, compare=False)

    def has(self, needs: str) -> bool:
        """Whether there is what a rule cannot work without: ``ontologies``, ``terminology``, or one ``or`` the other."""
        there = {"": True, "ontologies": bool(self.terms), "terminology": bool(self.lexicon)}
        return any(there[what] for what in needs.split(" or "))

    def once(self, work: Callable[[Corpus], T], corpus: Corpus) -> T:
        """The result of some work over the corpus that several rules need: done once."""
        if work not in self._done:
            self._done[work] = work(corpus)
        return cast(T, self._done[work])


@dataclass(frozen=True)
class Rule:
    """``level`` is that of its findings, unless a user wants another; ``needs`` is what it cannot work without (:meth:`Context.has`)."""

    name: str
    about: str
    level: Level
    find: Callable[[Corpus, Context], Found]
    needs: str = ""

    def __call__(self, corpus: Corpus, context: Context, level: Level | None = None) -> Iterator[Finding]:
        for place, message, remedy in self.find(corpus, context):
            yield Finding(level or self.level, self.name, place, message, remedy)


def rule(name: str, about: str, level: Level, *, needs: str = "") -> Callable[[Callable[[Corpus, Context], Found]], Rule]:
    """Make a rule of a function."""
    return lambda find: Rule(name, about, level, find, needs)
