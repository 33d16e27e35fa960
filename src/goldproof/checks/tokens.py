"""Sentences and tokens: their places, their order, and whether they say what the text says."""

from __future__ import annotations

from collections.abc import Iterator

from ..model import Corpus, Span
from .finding import Level, quoted
from .rule import Context, Found, rule
from .sentences import Parsed, parsed

# How treebanks write what brackets and quotation marks would disturb.
_ESCAPES = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}", "``": '"', "''": '"', "`": "'"}
_QUOTES = str.maketrans("“”„‟«»‘’‚‛", "\"\"\"\"\"\"''''")


@rule("token-text", "tokens whose form is not the text that they cover", Level.ERROR)
def text(corpus: Corpus, context: Context) -> Found:
    for sentence in context.once(parsed, corpus):
        if sentence.document is None or _nowhere(sentence):
            continue
        whole = sentence.document.text
        shared = sentence.in_multiword()
        for i, (start, end, form) in enumerate(zip(sentence.starts, sentence.ends, sentence.forms, strict=True)):
            covered = whole[max(start, 0) : max(end, 0)]
            if covered != form and i not in shared and _plain(form) != _plain(covered):
                yield sentence.token(i), f"the token is {quoted(form)}, the text {quoted(covered)}", "align the tokens with the text again"


@rule("sentence-text", "sentences that stand nowhere in the text", Level.ERROR)
def sentence_text(corpus: Corpus, context: Context) -> Found:
    for sentence in context.once(parsed, corpus):
        if sentence.document is not None and _nowhere(sentence):
            yield sentence.place(), f"{quoted(' '.join(sentence.forms))} stands nowhere in the text", "is it the text that was annotated?"


def _nowhere(sentence: Parsed) -> bool:
    """Whether no token covers anything. A sentence of empty tokens only says nothing that the text could have."""
    return any(sentence.forms) and all(start == end for start, end in zip(sentence.starts, sentence.ends, strict=True))


@rule("token-gap", "words of a text between the tokens of a parse, in no token", Level.WARNING)
def gap(corpus: Corpus, context: Context) -> Found:
    reach, unit = 0, ("", "")
    for sentence in context.once(parsed, corpus):
        if sentence.document is None:
            continue
        if (sentence.layer.name, sentence.unit) != unit:
            reach, unit = -1, (sentence.layer.name, sentence.unit)
        text_ = sentence.document.text
        for i, (start, end) in enumerate(zip(sentence.starts, sentence.ends, strict=True)):
            between = text_[reach:start] if -1 < reach < start else ""
            if between and not between.isspace() and between.strip("\ufeff \t\r\n"):
                yield sentence.token(i), f"no token covers {quoted(between.strip())} before it", "align the tokens with the text again"
            reach = max(reach, end)


def _plain(form: str) -> str:
    """Without blanks and escapes: the two things in which treebanks may differ from their text."""
    for written, meant in _ESCAPES.items():
        if written in form:
            form = form.replace(written, meant)
    return "".join(form.replace("\\/", "/").replace("\\*", "*").translate(_QUOTES).replace("''", '"').split())


@rule("token-outside", "tokens that lie outside the text, their unit or their sentence, or end before they begin", Level.ERROR)
def outside(corpus: Corpus, context: Context) -> Found:
    for sentence in context.once(parsed, corpus):
        room = sentence.room
        low, high = sentence.span
        for i, (start, end) in enumerate(zip(sentence.starts, sentence.ends, strict=True)):
            if end < start:
                yield sentence.token(i), "ends before it begins", "correct its span"
            elif room is not None and (start < room.start or end > room.end):
                yield sentence.token(i), f"lies outside its unit ({room.start}-{room.end})", "align the tokens with the text again"
            elif start < low or end > high:
                yield sentence.token(i), f"lies outside its sentence ({low}-{high})", "move the edge of the sentence"


@rule("token-order", "tokens of a sentence that overlap or are not in the order of the text", Level.ERROR)
def order(corpus: Corpus, context: Context) -> Found:
    for sentence in context.once(parsed, corpus):
        shared = sentence.in_multiword()
        reach = -1
        for i, (start, end) in enumerate(zip(sentence.starts, sentence.ends, strict=True)):
            if start < reach and i not in shared:
                yield sentence.token(i), f"{quoted(sentence.forms[i])} begins before the token in front of it ends ({reach})", "sort the tokens, or correct their spans"
            reach = max(reach, end)


@rule("sentence-order", "sentences that overlap or are not in the order of the text", Level.ERROR)
def sentence_order(corpus: Corpus, context: Context) -> Found:
    for before, sentence in _neighbours(context.once(parsed, corpus)):
        if sentence.span.start < before.end:
            yield sentence.place(), f"{_shown(sentence.span)} begins before the sentence in front of it ends ({_shown(before)})", "sort the sentences, or correct their edges"


def _neighbours(sentences: tuple[Parsed, ...]) -> Iterator[tuple[Span, Parsed]]:
    """Each sentence that holds something, with the one before it in the same unit."""
    before: Parsed | None = None
    for sentence in sentences:
        if before is not None and (before.layer.name, before.unit) == (sentence.layer.name, sentence.unit):
            yield before.span, sentence
        before = sentence


def _shown(span: Span) -> str:
    return f"{span.start}-{span.end}"


@rule("sentence-outside", "sentences that lie outside the text or their unit, or end before they begin", Level.ERROR)
def sentence_outside(corpus: Corpus, context: Context) -> Found:
    for sentence in context.once(parsed, corpus):
        start, end = sentence.span
        room = sentence.room
        if end < start:
            yield sentence.place(), f"{_shown(sentence.span)} ends before it begins", "correct its span"
        elif room is not None and (start < room.start or end > room.end):
            yield sentence.place(), f"{_shown(sentence.span)} lies outside its unit ({room.start}-{room.end})", "correct its span"


@rule("sentence-empty", "sentences without tokens", Level.NOTE)
def sentence_empty(corpus: Corpus, context: Context) -> Found:
    for sentence in context.once(parsed, corpus):
        if not sentence.forms:
            yield sentence.place(), "no tokens", "tokenise it, or take it away"
