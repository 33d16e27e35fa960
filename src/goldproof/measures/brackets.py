"""Labelled brackets as measures: what EVALB counts, for each unit.

``prm`` names the parameters: ``collins`` (the usual), ``new``, ``craft``, ``none``, or a parameter file of EVALB (``prm=mine.prm``); see :mod:`.evalb`.
Sentences whose words differ are not counted, nor those without words in the system; ``LB-unevaluated`` says how many. ``length=40`` takes
sentences of up to 40 words of the reference only.

``mean=sentences`` averages precision and recall over the sentences, and F is the harmonic mean of these averages, as in Verspoor et al. 2012. A sentence in
which neither side has a bracket is left out of the average, one in which one side has none is worth 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput
from ..model import Layer
from .evalb import count_brackets, parameters
from .evalb.literal import ERROR, FINE, SKIP
from .measure import Scores, Settings, Table

COLUMNS = ("matched", "gold", "test", "sum_p", "sum_r", "averaged", "valid", "complete", "crossing", "no_crossing", "words", "tags", "errors", "skipped")
AT = {name: i for i, name in enumerate(COLUMNS)}


SHARES = ("matched", "gold", "test", "sum_p", "sum_r", "averaged")
ALWAYS = ("valid", "errors", "skipped")


def count_units(a: Layer, b: Layer, settings: Mapping[str, str], uses: Sequence[str]) -> NDArray[np.float64]:
    """The :data:`COLUMNS` for each unit. What a measure does not use is 0, so that sentences which are alike to it can be drawn together."""
    counted = count_brackets(a, b, parameters(settings["prm"]))
    chosen = counted.length <= _length(settings["length"])
    fine = chosen & (counted.status == FINE)
    gold, test, matched = (np.where(fine, x, 0) for x in (counted.gold, counted.test, counted.matched))
    columns = {
        "matched": matched, "gold": gold, "test": test,
        "sum_p": matched / np.maximum(test, 1), "sum_r": matched / np.maximum(gold, 1), "averaged": fine & (gold + test > 0),
        "valid": fine, "complete": fine & (gold == test) & (matched == test), "crossing": np.where(fine, counted.crossing, 0),
        "no_crossing": fine & (counted.crossing == 0), "words": np.where(fine, counted.words, 0), "tags": np.where(fine, counted.tags, 0),
        "errors": chosen & (counted.status == ERROR), "skipped": chosen & (counted.status == SKIP),
    }  # fmt: skip
    idle = {*COLUMNS} - {*uses} - {*ALWAYS} | ({"matched"} if settings.get("mean") == "sentences" else {"sum_p", "sum_r", "averaged"})
    zero = np.zeros(len(fine))
    return np.stack([np.bincount(counted.unit, weights=zero if name in idle else columns[name].astype(float), minlength=len(a.units)) for name in COLUMNS], axis=1)


def _length(text: str) -> float:
    if text == "all":
        return float("inf")
    if not text.isdecimal():
        raise BadInput(f"length={text} is no number of words", remedy="length=all, or a number such as length=40")
    return float(text)


def _ratio(sums: Table, above: str, below: str) -> Scores:
    s = np.asarray(sums, dtype=np.float64)
    under = s[..., AT[below]]
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(s[..., AT[above]] / np.where(under > 0, under, np.nan), dtype=np.float64)


def precision(sums: Table, settings: Settings) -> Scores:
    """LB-P = matched brackets / brackets of the system."""
    return _ratio(sums, "sum_p", "averaged") if settings["mean"] == "sentences" else _ratio(sums, "matched", "test")


def recall(sums: Table, settings: Settings) -> Scores:
    """LB-R = matched brackets / brackets of the reference."""
    return _ratio(sums, "sum_r", "averaged") if settings["mean"] == "sentences" else _ratio(sums, "matched", "gold")


def f(sums: Table, settings: Settings) -> Scores:
    """LB-F = 2 P R / (P + R)."""
    p, r = precision(sums, settings), recall(sums, settings)
    total = p + r
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(total == 0, 0.0, 2 * p * r / np.where(total > 0, total, np.nan)), dtype=np.float64)


def complete(sums: Table, settings: Settings) -> Scores:
    """The share of sentences with exactly the brackets of the reference."""
    return _ratio(sums, "complete", "valid")


def crossing(sums: Table, settings: Settings) -> Scores:
    """Brackets of the system that cross one of the reference, for a sentence on average."""
    return _ratio(sums, "crossing", "valid")


def tags(sums: Table, settings: Settings) -> Scores:
    """The share of words with the right tag, in sentences that count."""
    return _ratio(sums, "tags", "words")


def unevaluated(sums: Table, settings: Settings) -> Scores:
    """How many sentences were not counted: words that differ, or none."""
    s = np.asarray(sums, dtype=np.float64)
    return np.asarray(s[..., AT["errors"]] + s[..., AT["skipped"]], dtype=np.float64)


def why(sums: Table, settings: Settings) -> str:
    s = np.asarray(sums, dtype=np.float64)
    if not s[AT["valid"]]:
        return f"no sentence could be counted: {int(s[AT['errors']])} with words that differ, {int(s[AT['skipped']])} without words in the system"
    return "there is no bracket to count"
