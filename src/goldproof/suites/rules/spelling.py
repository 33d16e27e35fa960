"""British and American spelling, roman and arabic numerals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..english import american, british, same_case
from ..names import Names
from .rule import Candidate, Rule, sources, variant

_WORD = re.compile(r"[A-Za-z]+")
_NUMERAL = re.compile(r"\b([Tt]ype|[Gg]rade|[Ss]tage|[Cc]lass) (I{1,3}|IV|VI{0,3}|IX|X|[1-9]|10)(?![\w.+-])")
_ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")


def _spelling(names: Names, source: str, settings: Mapping[str, Any]) -> Iterator[Candidate]:
    spelt = british if settings["form"] == "british" else american
    for name in sources(names, source):
        if "haemophilus" in name.text.lower():
            continue  # Latin, and the same everywhere
        text = _WORD.sub(lambda w: same_case(spelt(w[0].lower()), w[0]) if w[0][1:].islower() else w[0], name.text)
        made = variant(names, name, text)
        if made is not None:
            yield made


def _numeral(names: Names, source: str, settings: Mapping[str, Any]) -> Iterator[Candidate]:
    for name in sources(names, source):
        made = variant(names, name, _NUMERAL.sub(lambda m: f"{m[1]} {_swapped(m[2])}", name.text))
        if made is not None:
            yield made


def _swapped(numeral: str) -> str:
    return _ROMAN[int(numeral)] if numeral.isdecimal() else str(_ROMAN.index(numeral))


SPELLING = Rule("spelling", "a name in the other English spelling, by a list of words and of parts of words", _spelling, {"form": str}, ("british", "american"))
NUMERAL = Rule("numeral", "the numeral behind type, grade, stage or class, roman for arabic and the other way round", _numeral)
