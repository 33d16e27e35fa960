"""Parallel units: every language there, every concept on every side."""

from __future__ import annotations

from collections.abc import Iterator

from ..model import Corpus, Kind, Layer, Passage, Unit
from ..model.curie import curie
from .finding import Level, Place, quoted
from .rule import Context, Found, rule

Group = dict[str, list[Unit]]


def parallel(corpus: Corpus) -> dict[str, Group]:
    """Groups of passages: group -> language -> its units. Other groups (repeats, states of a character) have no languages."""
    groups: dict[str, Group] = {}
    for unit in corpus.units:
        language = _language(corpus, unit)
        if unit.group and language:
            groups.setdefault(unit.group, {}).setdefault(language, []).append(unit)
    return groups


def _language(corpus: Corpus, unit: Unit) -> str:
    if unit.language or not isinstance(unit.content, Passage):
        return unit.language
    return corpus.document(unit.content.document).language


def _neighbours(group: str) -> str:
    """Groups of one collection have a name in common before the last slash."""
    return group.rpartition("/")[0]


@rule("group-language", "groups of parallel units that lack a language", Level.WARNING)
def language(corpus: Corpus, context: Context) -> Found:
    groups = context.once(parallel, corpus)
    expected: dict[str, dict[str, None]] = {}
    for name, group in groups.items():
        expected.setdefault(_neighbours(name), {}).update(dict.fromkeys(group))
    for name, group in groups.items():
        wanted = context.guideline.languages or tuple(expected[_neighbours(name)])
        missing = [code for code in wanted if code not in group]
        if missing:
            yield Place(unit=name), f"no unit in {', '.join(missing)} (there are: {', '.join(group)})", "add it, or take the group out of the comparison of languages"


@rule("group-concept", "concepts that stand on one side of parallel units only", Level.NOTE)
def concept(corpus: Corpus, context: Context) -> Found:
    for name, group in context.once(parallel, corpus).items():
        for source, layers in _by_source(corpus).items():
            sides = {code: found for code, units in group.items() if (found := _concepts(layers, units)) is not None}
            everything = dict.fromkeys(id for found in sides.values() for id in found)
            for id in everything if len(sides) > 1 else ():
                there = [code for code, found in sides.items() if id in found]
                absent = [code for code, found in sides.items() if id not in found]
                if absent:
                    first = group[there[0]][0]
                    yield (Place(source, first.id, item=f"group {name}"), f"{id} stands in {', '.join(there)} and not in {', '.join(absent)}",
                           "mark it there too, or say why it is not there")  # fmt: skip


def _by_source(corpus: Corpus) -> dict[str, list[Layer]]:
    """The layers of mentions by who made them: one annotator may have a layer a language."""
    sources: dict[str, list[Layer]] = {}
    for layer in corpus.of_kind(Kind.MENTIONS):
        same = layer.source.name not in ("", "unknown")
        sources.setdefault(str(layer.source) if same else layer.name, []).append(layer)
    return sources


def _concepts(layers: list[Layer], units: list[Unit]) -> frozenset[str] | None:
    """The concepts of one side; None if nobody judged it."""
    judged = [found for layer in layers for unit in units if (found := layer.get(unit.id)) is not None]
    return frozenset(curie(id) for found in judged for mention in found for id in mention.concepts) if judged else None


@rule("group-same-text", "parallel units with the same text in several languages", Level.WARNING)
def same_text(corpus: Corpus, context: Context) -> Found:
    for group in context.once(parallel, corpus).values():
        first: dict[str, tuple[str, Unit]] = {}
        for code, unit, text in _texts(corpus, group):
            other, _ = first.setdefault(text, (code, unit))
            if other != code and text.strip():
                yield Place(unit=unit.id), f"the same text in {other} and {code}: {quoted(text)}", "is it untranslated?"


def _texts(corpus: Corpus, group: Group) -> Iterator[tuple[str, Unit, str]]:
    for code, units in group.items():
        for unit in units:
            if isinstance(unit.content, Passage):
                start, end = corpus.span(unit.id)
                yield code, unit, corpus.text_of(unit.id).text[start:end]
