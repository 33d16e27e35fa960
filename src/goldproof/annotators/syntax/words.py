"""What is seen of a word by itself: computed once for each different word of a corpus."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..learning.hashing import Hashes, of_words

ASPECTS = ("form", "lower", "shape", "brief", "end1", "end2", "end3", "end4", "end5", "begin1", "begin2", "begin3", "begin4", "signs", "last")
_DIGITS = re.compile(r"\d")
_LONG = re.compile(r"(.)\1+")
_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
_LETTERS = {chr(c): "x" if chr(c).islower() else "X" if chr(c).isupper() else "0" if chr(c).isdigit() else chr(c) for c in range(128)}
_TABLE = str.maketrans(_LETTERS)


def aspects(words: Sequence[str]) -> dict[str, Hashes]:
    """The number of each aspect of each word; the last place of every array stands for no word at all.

    >>> a = aspects(["Mice", "mice"]); bool(a["lower"][0] == a["lower"][1]), bool(a["form"][0] == a["form"][1])
    (True, False)
    """
    forms = [_BRACKETS.get(word, word) for word in words]
    lower = [_DIGITS.sub("0", form.lower()) for form in forms]
    shape = [_shape(form) for form in forms]
    brief = [_LONG.sub(r"\1", s) for s in shape]
    made: dict[str, list[str]] = {"form": forms, "lower": lower, "shape": [s[:12] for s in shape], "brief": [s[:12] for s in brief]}
    for n in range(1, 6):
        made[f"end{n}"] = [w[-n:] for w in lower]
    for n in range(1, 5):
        made[f"begin{n}"] = [w[:n] for w in lower]
    made["signs"] = [f"{'-' in w}{'/' in w}{'0' in b}{'X' in b}{'x' in b}{min(len(w), 5)}" for w, b in zip(lower, brief, strict=True)]
    made["last"] = [s[-3:] for s in shape]
    return {name: np.append(of_words(made[name]), np.uint32(0)) for name in ASPECTS}


def _shape(form: str) -> str:
    if form.isascii():
        return form.translate(_TABLE)
    return "".join(_LETTERS.get(c) or ("x" if c.islower() else "X" if c.isupper() else "0" if c.isdigit() else c) for c in form)


def around(words: NDArray[np.int64], first: NDArray[np.int64], behind: NDArray[np.int64], offset: int, outside: int) -> NDArray[np.int64]:
    """The word ``offset`` places from each word of the same sentence, ``outside`` where there is none; ``first`` and ``behind`` are each word's sentence."""
    at = np.arange(len(words)) + offset
    inside = (at >= first) & (at < behind)
    return np.where(inside, words[np.clip(at, 0, max(len(words) - 1, 0))], outside) if len(words) else words
