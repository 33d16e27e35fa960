"""Mentions that meet: the same twice, the same span again, one inside another, two that cross."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ..model import Corpus, Mention
from .finding import Level, Place, quoted
from .fragments import Marked, marked
from .rule import Context, Found, rule

Fragments = tuple[tuple[int, int], ...]
How = Literal["same", "nested", "crossing"]


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two mentions of a unit that share characters, by row, and how they lie. Of nested ones, ``one`` is the inner."""

    unit: Marked
    how: How
    one: int
    other: int

    def mention(self, row: int) -> Mention:
        return self.unit.layer.mentions.row(row)

    def place(self, row: int) -> Place:
        mention = self.mention(row)
        return self.unit.place(mention.start, mention.end)

    def text(self, row: int) -> str:
        return quoted(self.unit.document.cut(self.mention(row).spans))


def meetings(corpus: Corpus) -> tuple[Meeting, ...]:
    """Every two mentions of a unit that nest, cross or have the same spans."""
    return tuple(meeting for unit in marked(corpus) for meeting in _meetings(unit))


def _meetings(unit: Marked) -> Iterator[Meeting]:
    spans: dict[int, list[tuple[int, int]]] = {}
    for start, end, row in unit.fragments:
        if start < end:
            spans.setdefault(row, []).append((start, end))
    shapes: dict[int, Fragments] = {row: tuple(sorted(pieces)) for row, pieces in spans.items()}
    for a, b in _touching(shapes):
        how = relation(shapes[a], shapes[b])
        if how == "nested" and not _within(shapes[a], shapes[b]):
            a, b = b, a
        if how is not None:
            yield Meeting(unit, how, a, b)


def _touching(shapes: dict[int, Fragments]) -> list[tuple[int, int]]:
    """Pairs of rows with fragments that share a character, each pair once, in the order of the text."""
    pieces = sorted((start, -end, row) for row, shape in shapes.items() for start, end in shape)
    open_: list[tuple[int, int]] = []
    pairs: dict[tuple[int, int], None] = {}
    for start, minus_end, row in pieces:
        open_ = [(end, other) for end, other in open_ if end > start]
        for _, other in open_:
            if other != row:
                pairs[min(row, other), max(row, other)] = None
        open_.append((-minus_end, row))
    return list(pairs)


def relation(a: Fragments, b: Fragments) -> How | None:
    """How two mentions lie that share characters; None where they share whole fragments only.

    Two fragmented mentions with a common part ("carpal … bones", "tarsal bones") neither nest nor cross: they cross if some
    fragment of one holds a part, and only a part, of a fragment of the other and reaches beyond it.

    >>> relation(((0, 9),), ((4, 9),)), relation(((0, 9),), ((4, 12),)), relation(((0, 2), (9, 12)), ((4, 6), (9, 12)))
    ('nested', 'crossing', None)
    """
    if a == b:
        return "same"
    if len(a) == len(b) == 1:
        # By far the most: no need to look for a fragment that fits.
        (((s, e),), ((t, f),)) = a, b
        return "nested" if (t <= s and e <= f) or (s <= t and f <= e) else "crossing"
    if _within(a, b) or _within(b, a):
        return "nested"
    crossing = any(x[0] < y[0] < x[1] < y[1] or y[0] < x[0] < y[1] < x[1] for x in a for y in b)
    return "crossing" if crossing else None


def _within(a: Fragments, b: Fragments) -> bool:
    """Every fragment of the first lies in a fragment of the second."""
    return all(any(y[0] <= x[0] and x[1] <= y[1] for y in b) for x in a)


def companions(corpus: Corpus) -> tuple[tuple[Marked, tuple[Mention, ...]], ...]:
    """Mentions of a unit with the very same spans, two or more together; those without a span are companions too."""
    found: list[tuple[Marked, tuple[Mention, ...]]] = []
    for unit in marked(corpus):
        spans: dict[int, Fragments] = dict.fromkeys(unit.rows, ())
        for start, end, row in unit.fragments:
            spans[row] = (*spans[row], (start, end))
        rows: dict[Fragments, list[int]] = {}
        for row, shape in spans.items():
            rows.setdefault(shape, []).append(row)
        # Records are made of the few that have company.
        found.extend((unit, tuple(map(unit.layer.mentions.row, same))) for same in rows.values() if len(same) > 1)
    return tuple(found)


@rule("mention-twice", "the same mention twice: the same spans, concepts and label", Level.WARNING)
def twice(corpus: Corpus, context: Context) -> Found:
    for unit, mentions in context.once(companions, corpus):
        seen: dict[tuple[object, ...], list[Mention]] = {}
        for mention in mentions:
            seen.setdefault((frozenset(mention.concepts), mention.label), []).append(mention)
        for same in seen.values():
            if len(same) > 1:
                first = same[0]
                attributes = "" if all(m.attributes == first.attributes for m in same) else ", with different attributes"
                yield (unit.place(first.start, first.end), f"{_named(first)} stands {len(same)} times{attributes}",
                       "keep one, or scores count it more than once")  # fmt: skip


@rule("mention-same-span", "mentions of the same span with different concepts (guideline: same-span)", Level.NOTE)
def same_span(corpus: Corpus, context: Context) -> Found:
    if context.guideline.same_span:
        return
    for unit, mentions in context.once(companions, corpus):
        different: dict[tuple[object, ...], Mention] = {}
        for mention in mentions:
            different.setdefault((frozenset(mention.concepts), mention.label), mention)
        first = mentions[0]
        if first.spans and len(different) > 1:
            names = ", ".join(map(_named, different.values()))
            yield (unit.place(first.start, first.end), f"{len(different)} mentions of {quoted(unit.document.cut(first.spans))}: {names}",
                   "one mention with several concepts says that they cannot be told apart; two say that both are meant")  # fmt: skip


@rule("mention-nested", "a mention inside another (guideline: nesting)", Level.WARNING)
def nested(corpus: Corpus, context: Context) -> Found:
    if context.guideline.nesting:
        return
    told: set[tuple[str, int]] = set()
    for meeting in context.once(meetings, corpus):
        if meeting.how == "nested" and (meeting.unit.layer.name, meeting.one) not in told:
            told.add((meeting.unit.layer.name, meeting.one))
            yield (meeting.place(meeting.one), f"{meeting.text(meeting.one)} lies inside {meeting.text(meeting.other)}",
                   "the guideline wants one of them")  # fmt: skip


@rule("mention-crossing", "two mentions of which each holds a part of the other only (guideline: crossing)", Level.WARNING)
def crossing(corpus: Corpus, context: Context) -> Found:
    if context.guideline.crossing:
        return
    for meeting in context.once(meetings, corpus):
        if meeting.how == "crossing":
            yield (meeting.place(meeting.one), f"{meeting.text(meeting.one)} crosses {meeting.text(meeting.other)} at {_spans(meeting)}",
                   "move an edge, or allow it with --allow crossing")  # fmt: skip


def _spans(meeting: Meeting) -> str:
    return " ".join(f"{s.start}-{s.end}" for s in meeting.mention(meeting.other).spans)


def _named(mention: Mention) -> str:
    return "+".join(mention.concepts) or mention.label or "a mention without concept"
