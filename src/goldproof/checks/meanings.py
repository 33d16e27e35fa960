"""What an annotator of concepts has to keep to (Kors et al. 2015): the most specific only, whole words before parts, the terminology's concepts only,
alternatives only where they cannot be told apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..model import Corpus, Mention, Passage
from .finding import Level, quoted
from .fragments import Marked, marked
from .overlaps import companions, meetings
from .rule import Context, Found, rule
from .spans import word_around


def _above(context: Context, concept: str) -> frozenset[str]:
    """What stands above a concept in the ontologies and terminologies that were named."""
    return context.terms.above(concept) | context.lexicon.above(concept)


@rule("mention-nested-general", "mentions inside another whose concept is the same or a more specific one", Level.NOTE, needs="ontologies or terminology")
def nested_general(corpus: Corpus, context: Context) -> Found:
    for meeting in context.once(meetings, corpus):
        if meeting.how != "nested":
            continue
        inner, outer = meeting.mention(meeting.one), meeting.mention(meeting.other)
        implied = {c for o in outer.concepts for c in (o, *_above(context, o))}
        if inner.concepts and all(c in implied for c in inner.concepts):
            what = "the same" if set(inner.concepts) & set(outer.concepts) else "above it"
            message = f"{meeting.text(meeting.one)} ({'+'.join(inner.concepts)}) lies inside {meeting.text(meeting.other)} ({'+'.join(outer.concepts)}), and its concept is {what}"
            yield meeting.place(meeting.one), message, "keep the most specific only, if the guideline wants that"


@rule("mention-word-part", "mentions of a part of a word where the whole word has a concept", Level.WARNING, needs="ontologies or terminology")
def word_part(corpus: Corpus, context: Context) -> Found:
    parts = list(_parts(corpus))
    named = context.lexicon.naming({whole for *_, whole in parts})
    for unit, mention, whole in parts:
        language = unit.document.language
        concepts = dict.fromkeys((*named.get((whole.casefold(), language), ()), *(named.get((whole.casefold(), ""), ()) if language else _any(named, whole)), *context.terms.naming(whole)))
        if concepts:
            yield (unit.place(mention.start, mention.end), f"{quoted(unit.document.cut(mention.spans))} is a part of {quoted(whole)}, which has a concept: {', '.join(concepts)}",
                   "mark the whole word")  # fmt: skip


def _any(named: dict[tuple[str, str], tuple[str, ...]], whole: str) -> Iterator[str]:
    """Of a text without a language: what any language calls so."""
    return (c for (name, _), concepts in named.items() if name == whole.casefold() for c in concepts)


def _parts(corpus: Corpus) -> Iterator[tuple[Marked, Mention, str]]:
    """Mentions in one piece that begin or end inside a word and are no more than a part of it, with the word."""
    for unit in marked(corpus):
        text = unit.document.text
        pieces: dict[int, list[tuple[int, int]]] = {}
        for start, end, row in unit.fragments:
            pieces.setdefault(row, []).append((start, end))
        for row, spans in pieces.items():
            ((start, end), *more) = spans
            if not more and 0 <= start < end <= len(text):
                low, high = word_around(text, start, end)
                if (low, high) != (start, end) and text[low:high].isalnum():
                    yield unit, unit.layer.mentions.row(row), text[low:high]


@rule("id-not-in-terminology", "concepts that the terminology does not have", Level.ERROR, needs="terminology")
def outside(corpus: Corpus, context: Context) -> Found:
    for unit in context.once(marked, corpus):
        for row in unit.rows:
            mention = unit.layer.mentions.row(row)
            missing = [c for c in mention.concepts if c not in context.lexicon]
            if missing:
                yield (unit.place(mention.start, mention.end), f"{', '.join(missing)} is not in the terminology ({quoted(unit.document.cut(mention.spans))})",
                       "take a concept of the terminology, or none")  # fmt: skip


@rule("mention-alternatives", "concepts of one place that can be told apart: one above the other, or of different groups", Level.NOTE, needs="ontologies or terminology")
def alternatives(corpus: Corpus, context: Context) -> Found:
    for unit, mention, concepts in _several(corpus, context):
        about = quoted(unit.document.cut(mention.spans))
        for c in concepts:
            below = [d for d in concepts if d != c and c in _above(context, d)]
            if below:
                yield unit.place(mention.start, mention.end), f"{about} is {c} and {below[0]}, of which the first stands above the second", "keep the one that is meant"
        groups = {c: context.lexicon.groups(c) for c in concepts}
        known = [c for c in concepts if groups[c]]
        apart = next(((a, b) for i, a in enumerate(known) for b in known[i + 1 :] if not groups[a] & groups[b]), None)
        if apart:
            one, other = apart
            yield (unit.place(mention.start, mention.end),
                   f"{about} is {one} ({', '.join(sorted(groups[one]))}) and {other} ({', '.join(sorted(groups[other]))}), which are of different groups",
                   "the context may tell which of them is meant")  # fmt: skip


@rule("mention-alternatives-differ", "alternatives that are kept at one place and told apart at another, for the same words", Level.NOTE)
def alternatives_differ(corpus: Corpus, context: Context) -> Found:
    said: dict[tuple[str, str, str], dict[frozenset[str], list[tuple[Marked, Mention]]]] = {}
    for unit in context.once(marked, corpus):
        if not isinstance(corpus.unit(unit.unit).content, Passage):
            continue
        at: dict[tuple[tuple[int, int], ...], list[Mention]] = {}
        for row in unit.rows:
            m = unit.layer.mentions.row(row)
            if m.concepts and m.spans:
                at.setdefault(tuple(sorted((s.start, s.end) for s in m.spans)), []).append(m)
        for mentions in at.values():
            words = " ".join(unit.document.cut(mentions[0].spans, " ").casefold().split())
            concepts = frozenset(c for m in mentions for c in m.concepts)
            said.setdefault((unit.layer.name, unit.document.language, words), {}).setdefault(concepts, []).append((unit, mentions[0]))
    for (_, _, words), ways in said.items():
        for concepts, places in ways.items():
            fewer = [other for other in ways if other < concepts]
            if fewer:
                unit, mention = places[0]
                less, (where, _) = fewer[0], ways[fewer[0]][0]
                yield (unit.place(mention.start, mention.end),
                       f"{quoted(words)} is {' and '.join(sorted(concepts))} here ({len(places)}×) and {' and '.join(sorted(less))} in {where.unit} ({len(ways[less])}×)",
                       "can they be told apart or not? Decide it for both")  # fmt: skip


def _several(corpus: Corpus, context: Context) -> Iterator[tuple[Marked, Mention, tuple[str, ...]]]:
    """Places with more than one concept, in one mention or in several of the same spans."""
    seen: set[tuple[str, str, tuple[object, ...]]] = set()
    for unit, mentions in context.once(companions, corpus):
        concepts = _distinct(mentions)
        if mentions[0].spans and len(concepts) > 1:
            seen.add((unit.layer.name, unit.unit, mentions[0].spans))
            yield unit, mentions[0], concepts
    for unit in context.once(marked, corpus):
        for row in unit.rows:
            m = unit.layer.mentions.row(row)
            if len(m.concepts) > 1 and (unit.layer.name, unit.unit, m.spans) not in seen:
                yield unit, m, _distinct((m,))


def _distinct(mentions: Iterable[Mention]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(c for m in mentions for c in m.concepts))
