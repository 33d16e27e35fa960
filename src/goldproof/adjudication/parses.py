"""Two parses of one unit: sentences, words, tags, heads, relations, constituents, each difference by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..harmonisation.trees import brackets
from ..model import Parse, Sentence, Span
from .cause import Cause, Finding


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a parse, and one thing that is said of it."""

    span: Span
    form: str
    says: str


@dataclass(frozen=True, slots=True)
class Constituent:
    """A constituent of a parse and its place in the text."""

    span: Span
    label: str


def pair_parses(mine: Sequence[Parse], proposed: Sequence[Parse]) -> Iterator[Finding]:
    """Sentence by sentence; of sentences that do not stand at the same place, only that they do not."""
    if not mine or not proposed:
        yield from (Finding(Cause.EXTRA, p, None) for p in mine)
        yield from (Finding(Cause.MISSED, None, p) for p in proposed)
        return
    left, right = ({s.span: s for s in parses[0].sentences} for parses in (mine, proposed))
    for span in sorted({*left, *right}):
        a, b = left.get(span), right.get(span)
        if a is not None and b is not None:
            yield from pair_sentences(a, b)
        else:
            yield Finding(Cause.SENTENCE, a, b, 1.0, f"{span.start}-{span.end}")


def pair_sentences(a: Sentence, b: Sentence) -> Iterator[Finding]:
    """The size of each difference is one of the words (or constituents) of the sentence."""
    if [t.span for t in a.tokens] != [t.span for t in b.tokens]:
        ours, theirs = {t.span for t in a.tokens}, {t.span for t in b.tokens}
        every = len(ours | theirs)
        yield Finding(Cause.TOKEN, a, b, len(ours ^ theirs) / every if every else 1.0, ", ".join(f"{s.start}-{s.end}" for s in sorted(ours ^ theirs)))
        return
    one = 1 / len(a.tokens) if a.tokens else 1.0
    for number, (x, y) in enumerate(zip(a.tokens, b.tokens, strict=True), 1):
        for cause, ours_, theirs_ in (
            (Cause.HEAD, x.head, y.head),
            (Cause.RELATION, x.relation, y.relation if x.head == y.head else x.relation),
            (Cause.TAG, (x.tag, x.coarse), (y.tag, y.coarse)),
        ):
            if ours_ != theirs_:
                says, not_ = _plain(ours_), _plain(theirs_)
                yield Finding(cause, Word(x.span, x.form, says), Word(y.span, y.form, not_), one, f"word {number} {x.form}: {says}, not {not_}")
    yield from _trees(a, b)
    if a.tree == b.tree and all(x != y and _said(x) == _said(y) for x, y in zip(a.tokens, b.tokens, strict=True) if x != y) and a.tokens != b.tokens:
        yield Finding(Cause.OTHER, a, b, one, "forms, lemmas or features")


def _said(t: object) -> tuple[object, ...]:
    return tuple(getattr(t, name) for name in ("head", "relation", "tag", "coarse"))


def _trees(a: Sentence, b: Sentence) -> Iterator[Finding]:
    if a.tree is None or b.tree is None:
        if a.tree is not b.tree:
            yield Finding(Cause.BRACKET, a, b, 1.0, "no tree here" if a.tree is None else "no tree there")
        return
    ours, theirs = Counter(brackets(a.tree)[0]), Counter(brackets(b.tree)[0])
    every = sum((ours | theirs).values()) or 1
    mine, other = list((ours - theirs).elements()), list((theirs - ours).elements())
    for label, start, end in list(mine):
        same = next((o for o in other if o[1:] == (start, end)), None)
        if same is not None:
            mine.remove((label, start, end))
            other.remove(same)
            yield Finding(Cause.LABEL, _constituent(a, (label, start, end)), _constituent(b, same), 1 / every, f"{label}, not {same[0]}")
    for bracket in mine:
        crossing = any(_cross(bracket, o) for o in theirs)
        yield Finding(Cause.CROSSING if crossing else Cause.BRACKET, _constituent(a, bracket), None, 1 / every, f"{bracket[0]} here only")
    for bracket in other:
        crossing = any(_cross(bracket, o) for o in ours)
        yield Finding(Cause.CROSSING if crossing else Cause.BRACKET, None, _constituent(b, bracket), 1 / every, f"{bracket[0]} there only")
    if not (mine or other) and ours == theirs and a.tree != b.tree:
        yield Finding(Cause.OTHER, a, b, 1 / every, "the same constituents, otherwise arranged")


def _cross(a: tuple[str, int, int], b: tuple[str, int, int]) -> bool:
    return a[1] < b[1] < a[2] < b[2] or b[1] < a[1] < b[2] < a[2]


def _constituent(s: Sentence, bracket: tuple[str, int, int]) -> Constituent:
    label, first, last = bracket
    return Constituent(Span(s.tokens[first].span.start, s.tokens[last - 1].span.end), label)


def _plain(value: object) -> str:
    parts = [str(v) for v in (value if isinstance(value, tuple) else (value,)) if v is not None]
    return "/".join(parts) or "nothing"
