"""Tokens of a file found in a text, by character.

The tokens stand in the text in their order with nothing but white space between them; what may follow the last one is not looked at.
A token is looked for as it is written, then with what treebanks write otherwise than texts: brackets (-LRB- for a round one),
quotes (two backticks for a double one, straight for curved), escaped slashes (\\/), dashes, dots, any white space for white space inside.
White space of the token's own counts: an article of CRAFT has tokens that begin with a hair space (U+200A).

Strictly, a token that is not there is refused. Otherwise (that is how ``goldproof check`` reads) the sentence is looked for farther on, then
laid over the text as well as its letters fit; a token without a place is empty, and keeps its own form, so that the check can tell it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ..errors import BadInput
from ..model import Span

BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
_MEANT: dict[str, tuple[str, ...]] = {
    **{name: (sign,) for name, sign in BRACKETS.items()},
    "``": ('"', "“", "„", "«", "''", "‘‘"),
    "''": ('"', "”", "“", "»", "’’"),
    '"': ("“", "”", "„", "«", "»", "``", "''"),
    "`": ("'", "‘", "‚"),
    "'": ("’", "‘", "′", "`"),
    "--": ("–", "—", "―"),
    "-": ("–", "—", "−", "‐", "‑"),
    "...": ("…", ". . ."),
    "…": ("...",),
    "\\/": ("/",),
    "\\*": ("*",),
}
_ELEMENT = re.compile(r"\s+|" + "|".join(re.escape(x) for x in sorted(_MEANT, key=len, reverse=True)) + "|.", re.DOTALL)
# A byte order mark is no white space for Python; a text may begin with one.
_GAP = re.compile(r"[\s\ufeff]*")
_MOST = 20


class Alignment:
    """A text that tokens are placed in, from its beginning to its end, sentence by sentence."""

    def __init__(self, text: str, where: object, strict: bool = True) -> None:
        self.text, self.where, self.strict = text, where, strict
        self.at, self.sentence, self._misses = 0, 0, 0

    def place(self, forms: Sequence[str]) -> tuple[list[int], list[int]]:
        """The starts and ends of the tokens of the next sentence."""
        self.sentence += 1
        try:
            return self._place(forms, self.at)
        except BadInput:
            if self.strict:
                raise
            return self._found_again(forms)

    def forms(self, forms: Sequence[str], starts: Sequence[int], ends: Sequence[int]) -> list[str]:
        """What the text has for the tokens; a token's own form where the text has something else there."""
        cut = [self.text[a:b] for a, b in zip(starts, ends, strict=True)]
        if self.strict or cut == list(forms):
            return cut
        return [there if there == form or meant(form).fullmatch(there) else form for form, there in zip(forms, cut, strict=True)]

    def _found_again(self, forms: Sequence[str]) -> tuple[list[int], list[int]]:
        """A sentence that does not stand where it is due, as well as may be; after many in a row it is another text altogether."""
        from .misalignment import laid_over

        found = laid_over(self.text, self.at, forms) if self._misses < _MOST else None
        if found is None:
            self._misses += 1
            return [self.at] * len(forms), [self.at] * len(forms)
        self._misses = 0
        starts, ends, self.at = found
        return starts, ends

    def _place(self, forms: Sequence[str], at: int) -> tuple[list[int], list[int]]:
        text = self.text
        startswith = text.startswith
        starts, ends = [], []
        for number, form in enumerate(forms, 1):
            if startswith(form, at):
                start, at = at, at + len(form)
            elif startswith(form, at + 1) and text[at] == " ":
                start = at + 1
                at = start + len(form)
            else:
                start, at = self._seek(form, at, number)
            starts.append(start)
            ends.append(at)
        self.at = at
        return starts, ends

    def _seek(self, form: str, at: int, number: int) -> tuple[int, int]:
        text = self.text
        begin = _GAP.match(text, at).end()  # type: ignore[union-attr]  # it matches nothing, too
        own = begin - _GAP.match(form).end()  # type: ignore[union-attr]
        if own >= at and text.startswith(form, own):
            return own, own + len(form)
        found = meant(form).match(text, begin)
        if found is None or found.end() == begin:
            there = repr(text[begin : begin + 20]) if begin < len(text) else "its end"
            raise BadInput(
                f"sentence {self.sentence}, token {number}, {form!r}: the text has {there} there (character {begin})",
                where=self.where,
                remedy="is it the text that was annotated?",
            )
        return found.span()


@lru_cache(65536)
def meant(form: str) -> re.Pattern[str]:
    """A pattern for all that a token of a file may stand for in a text.

    >>> bool(meant("-LRB-A\\\\/B").fullmatch("(A/B"))
    True
    """
    parts = []
    for piece in _ELEMENT.findall(form):
        if piece.isspace():
            parts.append(r"\s+")
        else:
            parts.append("(?:" + "|".join(map(re.escape, (piece, *_MEANT[piece]))) + ")" if piece in _MEANT else re.escape(piece))
    return re.compile("".join(parts).removeprefix(r"\s+").removesuffix(r"\s+"))


class Composition:
    """A text made of tokens where there is none: one blank between them, a line a sentence."""

    def __init__(self) -> None:
        self.at = 0
        self._parts: list[str] = []

    def place(self, forms: Sequence[str]) -> tuple[list[int], list[int]]:
        line = " ".join(forms) + "\n" if forms else ""
        starts, ends, at = [], [], self.at
        for form in forms:
            starts.append(at)
            at += len(form)
            ends.append(at)
            at += 1
        self.at += len(line)
        self._parts.append(line)
        return starts, ends

    @property
    def text(self) -> str:
        return "".join(self._parts)


def word_spans(start: int, covered: str, forms: Sequence[str]) -> list[Span]:
    """The places of the words of a multiword token: one after the other if they are its letters, else all the whole of it.

    >>> word_spans(0, "don't", ["do", "n't"]), word_spans(0, "du", ["de", "le"])
    ([Span(start=0, end=2), Span(start=2, end=5)], [Span(start=0, end=2), Span(start=0, end=2)])
    """
    if "".join(forms) != covered:
        return [Span(start, start + len(covered))] * len(forms)
    out = []
    for form in forms:
        out.append(Span(start, start + len(form)))
        start += len(form)
    return out
