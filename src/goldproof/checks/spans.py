"""Spans: whether they lie in the text, say what their source says, and end where words end."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from ..model import Corpus, Document, Mention
from .finding import Level, quoted
from .fragments import Marked, marked
from .rule import Context, Found, rule

_POINTS = ".,;:!?\"'“”‘’«»…"
# A last point or stroke that belongs to the word: "sp.", "E. coli K.", "i.v.", "5'".
_ABBREVIATED = re.compile(r"(?:^|\W)\w{1,4}\.$|\d['’]$")
_BRACKETS = {"(": ")", "[": "]", "{": "}"}
_CLOSING = {close: open for open, close in _BRACKETS.items()}


@rule("span-text", "spans that disagree with the text that their source states", Level.ERROR)
def text(corpus: Corpus, context: Context) -> Found:
    for unit, mention, covered, stated in _disagreeing(corpus, context):
        if _spaceless(mention, stated) != _spaceless(mention, covered):
            message = f"the text is {quoted(covered)}, the source states {quoted(stated)}"
            yield unit.place(mention.start, mention.end), message, _better(mention, stated, unit.document)


@rule("span-text-blanks", "spans that differ from the text that their source states in blanks only", Level.NOTE)
def text_blanks(corpus: Corpus, context: Context) -> Found:
    for unit, mention, covered, stated in _disagreeing(corpus, context):
        if _spaceless(mention, stated) == _spaceless(mention, covered):
            message = f"the text is {quoted(covered)}, the source states {quoted(stated)}"
            yield unit.place(mention.start, mention.end), message, "the span is right; let the stated text be written anew"


def _disagreeing(corpus: Corpus, context: Context) -> Iterator[tuple[Marked, Mention, str, str]]:
    """Mentions whose source states another text than they cover."""
    for unit in context.once(marked, corpus):
        columns = unit.layer.mentions
        for row in np.flatnonzero(columns.stated[unit.rows.start : unit.rows.stop] >= 0).tolist():
            mention = columns.row(unit.rows.start + row)
            covered, stated = unit.document.cut(mention.spans), mention.stated or ""
            if covered != stated:
                yield unit, mention, covered, stated


def _spaceless(mention: Mention, text: str) -> str:
    # Some tools write "..." between the fragments of a mention.
    return "".join((text.replace("...", " ") if mention.discontinuous else text).split())


def _better(mention: Mention, stated: str, document: Document) -> str:
    """Where the stated text does stand, nearest to the span."""
    if stated.casefold() == document.cut(mention.spans).casefold():
        return "they differ in capitals only: let the stated text be written anew"
    starts = [found.start() for found in re.finditer(re.escape(stated), document.text)] if stated.strip() else []
    if not starts:
        return "it stands nowhere in the text: correct the span by hand"
    near = min(starts, key=lambda start: abs(start - mention.start))
    return f"it stands at {near}-{near + len(stated)}"


@rule("span-outside", "spans that lie outside the text", Level.ERROR)
def outside(corpus: Corpus, context: Context) -> Found:
    for unit in context.once(marked, corpus):
        length = len(unit.document.text)
        for start, end, _ in unit.fragments:
            if min(start, end) < 0 or max(start, end) > length:
                yield unit.place(start, end), f"the text has {length} characters", "is this the annotation of another text, or of another version of it?"


@rule("span-reversed", "spans that end before they begin", Level.ERROR)
def reversed_(corpus: Corpus, context: Context) -> Found:
    for unit in context.once(marked, corpus):
        for start, end, _ in unit.fragments:
            if end < start:
                yield unit.place(start, end), "the end comes before the start", "exchange them"


@rule("span-empty", "spans of no characters", Level.ERROR)
def empty(corpus: Corpus, context: Context) -> Found:
    for unit in context.once(marked, corpus):
        for start, end, _ in unit.fragments:
            if end == start:
                yield unit.place(start, end), "the span is empty", "mark the words, or take the span away"


@rule("span-outside-unit", "spans that leave the passage of their unit", Level.ERROR)
def outside_unit(corpus: Corpus, context: Context) -> Found:
    for unit in context.once(marked, corpus):
        low, high = unit.room
        for start, end in unit.sound():
            if start < low or end > high:
                yield unit.place(start, end), f"the unit is the passage {low}-{high} of {unit.document.id}", "give it to the unit that it lies in"


@rule("span-blanks", "spans that begin or end with white space", Level.WARNING)
def blanks(corpus: Corpus, context: Context) -> Found:
    for unit in context.once(marked, corpus):
        text = unit.document.text
        for start, end in unit.sound():
            if text[start].isspace() or text[end - 1].isspace():
                covered = text[start:end]
                inner = start + len(covered) - len(covered.lstrip())
                stripped = f"{inner}-{inner + len(covered.strip())}"
                yield unit.place(start, end), f"white space at an edge of {quoted(covered)}", f"make it {stripped}" if covered.strip() else "take it away"


@rule("span-points", "spans that begin or end with punctuation, or hold half of a pair of brackets", Level.NOTE)
def points(corpus: Corpus, context: Context) -> Found:
    for unit in context.once(marked, corpus):
        text = unit.document.text
        for start, end in unit.sound():
            covered = text[start:end]
            first, last = covered[0], covered[-1]
            pointed = first in _POINTS or (last in _POINTS and not _ABBREVIATED.search(covered))
            if pointed or first in _CLOSING or last in _BRACKETS or _lonely(covered):
                yield unit.place(start, end), f"punctuation at an edge of {quoted(covered)}", "is it part of the name?"


def _lonely(covered: str) -> bool:
    """A bracket at an edge whose other half is not inside."""
    first, last = covered[0], covered[-1]
    return (first in _BRACKETS and covered.count(_BRACKETS[first]) < covered.count(first)) or (
        last in _CLOSING and covered.count(_CLOSING[last]) < covered.count(last)
    )


@rule("span-word", "spans that begin or end inside a word", Level.NOTE)
def word(corpus: Corpus, context: Context) -> Found:
    for unit in context.once(marked, corpus):
        text = unit.document.text
        length = len(text)
        for start, end in unit.sound():
            before = start > 0 and text[start].isalnum() and text[start - 1].isalnum()
            after = end < length and text[end].isalnum() and text[end - 1].isalnum()
            if before or after:
                low, high = word_around(text, start, end)
                message = f"{quoted(text[start:end])} is a part of {quoted(text[low:high])}"
                yield unit.place(start, end), message, "take the whole word, unless the guideline wants parts of compounds"


def word_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The span, widened to whole words."""
    while start > 0 and text[start].isalnum() and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum() and text[end - 1].isalnum():
        end += 1
    return start, end
