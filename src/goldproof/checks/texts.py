"""Documents: characters that should not be there, and texts that stand twice."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from ..model import Corpus, Document, Kind, Passage, Span
from .finding import Level, Place, quoted
from .rule import Context, Found, rule

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def _characters(corpus: Corpus, kind: re.Pattern[str]) -> Iterator[tuple[Document, int, int]]:
    """Documents with such characters: where the first is, and how many."""
    for document in corpus.documents:
        first = kind.search(document.text)
        if first is not None:
            yield document, first.start(), len(kind.findall(document.text))


def _at(document: Document, start: int, end: int | None = None) -> Place:
    return Place(document=document.id, span=Span(start, start + 1 if end is None else end))


def _times(count: int) -> str:
    return "" if count == 1 else f" (the first of {count})"


@rule("text-control", "control characters in a text", Level.WARNING)
def control(corpus: Corpus, context: Context) -> Found:
    for document, start, count in _characters(corpus, _CONTROL):
        yield _at(document, start), f"control character U+{ord(document.text[start]):04X}{_times(count)}", "put a blank in its place, so that offsets stay"


@rule("text-replacement", "characters that were lost in an earlier conversion (U+FFFD)", Level.WARNING)
def replacement(corpus: Corpus, context: Context) -> Found:
    for document, start, count in _characters(corpus, re.compile("\ufffd")):
        around = document.text[max(start - 12, 0) : start + 12]
        yield _at(document, start), f"a lost character in {quoted(around)}{_times(count)}", "take the text from its source again, with the right encoding"


@rule("text-surrogate", "half characters, which no file can hold", Level.ERROR)
def surrogate(corpus: Corpus, context: Context) -> Found:
    for document, start, count in _characters(corpus, _SURROGATE):
        yield _at(document, start), f"half a character, U+{ord(document.text[start]):04X}{_times(count)}", "take the text from its source again"


@rule("text-invisible", "characters that cannot be seen: soft hyphens, zero-width blanks, marks of direction", Level.NOTE)
def invisible(corpus: Corpus, context: Context) -> Found:
    for document, start, count in _characters(corpus, _INVISIBLE):
        name = unicodedata.name(document.text[start], f"U+{ord(document.text[start]):04X}").lower()
        yield _at(document, start), f"{name}{_times(count)}", "annotators do not see it: take care that no word is cut by it"


@rule("text-composition", "letters composed of several characters where one would do (not NFC)", Level.NOTE)
def composition(corpus: Corpus, context: Context) -> Found:
    for document in corpus.documents:
        if not unicodedata.is_normalized("NFC", document.text):
            start, end = _decomposed(document.text)
            piece = document.text[start:end]
            yield _at(document, start, end), f"{quoted(piece)} is not in normal form C", "systems may not find such words: normalise before annotating, not after"


def _decomposed(text: str) -> tuple[int, int]:
    """The first character with its combining marks that is not in normal form C."""
    start = 0
    for end in range(1, len(text) + 1):
        if end == len(text) or not unicodedata.combining(text[end]):
            if not unicodedata.is_normalized("NFC", text[start:end]):
                return start, end
            start = end
    return 0, min(len(text), 1)


@rule("text-empty", "documents without text", Level.WARNING)
def empty(corpus: Corpus, context: Context) -> Found:
    # Tables of ratings and rankings need not bring the texts that were rated.
    needed = {unit for layer in corpus.layers if layer.kind in (Kind.MENTIONS, Kind.PARSES) for unit in layer.units}
    spared = {u.content.document for u in corpus.units if isinstance(u.content, Passage) and u.id not in needed} if corpus.layers else set()
    for document in corpus.documents:
        if not document.text.strip() and document.id not in spared:
            yield Place(document=document.id), "the document is empty", "leave it out, or find its text"


@rule("text-twice", "documents with the same text under different ids", Level.WARNING)
def twice(corpus: Corpus, context: Context) -> Found:
    groups = {u.content.document: u.group for u in corpus.units if isinstance(u.content, Passage) and u.group}
    first: dict[str, str] = {}
    for document in corpus.documents:
        other = first.setdefault(document.text, document.id)
        # Parallel texts that are the same are told by group-same-text.
        parallel = document.id in groups and groups[document.id] == groups.get(other)
        if other != document.id and document.text.strip() and not parallel:
            yield Place(document=document.id), f"the same text as {other}", "keep one of them, or sampling and scores count it twice"
