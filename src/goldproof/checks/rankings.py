"""Rankings: every option once, and no other."""

from __future__ import annotations

from collections import Counter

from ..model import Choice, Corpus, Kind
from .finding import Level, Place
from .rule import Context, Found, rule


@rule("ranking-options", "rankings that leave out options, invent some, or place one twice", Level.ERROR)
def options(corpus: Corpus, context: Context) -> Found:
    for layer in corpus.of_kind(Kind.RANKINGS):
        for unit, rankings in layer.items():
            content = corpus.unit(unit).content
            known = [option.id for option in content.options] if isinstance(content, Choice) else None
            for ranking in rankings:
                placed = Counter(option for group in ranking.groups for option in group)
                twice = [option for option, count in placed.items() if count > 1]
                if twice:
                    yield Place(layer.name, unit), f"placed twice: {', '.join(twice)}", "keep one place"
                if known is None:
                    continue
                absent = [option for option in known if option not in placed]
                strange = [option for option in placed if option not in known]
                if absent:
                    yield Place(layer.name, unit), f"not placed: {', '.join(absent)}", "ask the judge; options of equal worth share a place"
                if strange:
                    yield Place(layer.name, unit), f"not an option of this unit: {', '.join(strange)}", "correct its name"


@rule("ranking-twice", "units that one judge ranked twice", Level.ERROR)
def twice(corpus: Corpus, context: Context) -> Found:
    for layer in corpus.of_kind(Kind.RANKINGS):
        for unit, rankings in layer.items():
            if len(rankings) > 1:
                yield Place(layer.name, unit), f"ranked {len(rankings)} times", "keep one"


@rule("option-twice", "choices with two options of the same id or the same text", Level.WARNING)
def option_twice(corpus: Corpus, context: Context) -> Found:
    for unit in corpus.units:
        if isinstance(unit.content, Choice):
            ids = Counter(option.id for option in unit.content.options)
            texts = Counter(option.text for option in unit.content.options)
            for id in (id for id, count in ids.items() if count > 1):
                yield Place(unit=unit.id), f"two options are called {id}", "give each an id of its own"
            for text in (text for text, count in texts.items() if count > 1):
                same = ", ".join(option.id for option in unit.content.options if option.text == text)
                yield Place(unit=unit.id), f"the same text: {same}", "a judge cannot tell them apart: expect ties"
