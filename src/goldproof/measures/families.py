"""The measures that ship: each is an entry point of ``goldproof.measures``, as a plug-in's would be."""

from __future__ import annotations

from types import MappingProxyType
from typing import Literal

import numpy as np

from ..errors import BadInput
from ..model import Kind, Layer
from . import mentions, parses, phenotypes, rankings, ratings
from .matching import COLUMNS
from .measure import EMPTY, MEAN, Family, Scores, Settings, Table
from .naming import Parameter

_ON = {Kind.MENTIONS: mentions.ON, Kind.PHENOTYPES: phenotypes.ON, Kind.PARSES: parses.ON}
_MATCH = Parameter("match", "strict", ("strict",), "strict: the same place exactly")
_WHAT = Parameter("on", "span+concept", tuple(on for kind in _ON.values() for on in kind), "what has to be the same")
_BY_KIND = MappingProxyType({Kind.PHENOTYPES: {"on": "eq"}, Kind.PARSES: {"on": "bracket"}})


def count_items(a: Layer, b: Layer, settings: Settings) -> Table:
    """True and false positives and misses of each unit; ``a`` is the reference."""
    on = settings["on"]
    if on not in _ON[a.kind]:
        raise BadInput(f"on={on} is not about {a.kind.value}", where=f"layer {a.name}", remedy=f"on is one of: {', '.join(_ON[a.kind])}")
    count = {Kind.MENTIONS: mentions.count_mentions, Kind.PHENOTYPES: phenotypes.count_phenotypes, Kind.PARSES: parses.count_parses}
    return count[a.kind](a, b, on)


def _share(sums: Table, settings: Settings, which: Literal["P", "R", "F1"]) -> Scores:
    tp, fp, fn = np.moveaxis(np.asarray(sums, dtype=np.float64), -1, 0)
    above, below = {"P": (tp, tp + fp), "R": (tp, tp + fn), "F1": (2 * tp, 2 * tp + fp + fn)}[which]
    with np.errstate(invalid="ignore", divide="ignore"):
        share = above / np.where(below > 0, below, np.nan)
    empty = settings.get("empty", "skip")
    if empty == "skip":
        return np.asarray(share, dtype=np.float64)
    return np.where(tp + fp + fn == 0, float(empty), share)


def precision(sums: Table, settings: Settings) -> Scores:
    """P = tp / (tp + fp)."""
    return _share(sums, settings, "P")


def recall(sums: Table, settings: Settings) -> Scores:
    """R = tp / (tp + fn)."""
    return _share(sums, settings, "R")


def f1(sums: Table, settings: Settings) -> Scores:
    """F1 = 2 tp / (2 tp + fp + fn), the harmonic mean of precision and recall."""
    return _share(sums, settings, "F1")


def _why(sums: Table, settings: Settings) -> str:
    tp, fp, fn = (int(x) for x in sums)
    if tp + fp + fn == 0:
        return "neither side says anything in any unit, and empty=skip"
    return "there is nothing to divide by: " + ("nothing was found" if fn else "there was nothing to find")


def _items(name: str, title: str, symmetric: bool) -> Family:
    score = {"P": precision, "R": recall, "F1": f1}[name]
    return Family(name, title, frozenset(_ON), COLUMNS, count_items, score, _why, (_MATCH, _WHAT, EMPTY, MEAN), _BY_KIND, symmetric)


def _attachment(name: str, title: str, on: str, see: str) -> Family:
    def count(a: Layer, b: Layer, settings: Settings) -> Table:
        return parses.count_parses(a, b, on)

    return Family(name, title, frozenset({Kind.PARSES}), COLUMNS, count, f1, _why, (EMPTY, MEAN), see=see)


P = _items("P", "precision: the share of what was found that is in the reference", symmetric=False)
R = _items("R", "recall: the share of the reference that was found", symmetric=False)
F1 = _items("F1", "the harmonic mean of precision and recall", symmetric=True)

_CONLL = "Zeman et al. 2018, CoNLL 2018 Shared Task, section 2.1"
LAS = _attachment("LAS", "tokens with the right head and label (F1 over words, by place)", "head+relation", _CONLL)
UAS = _attachment("UAS", "tokens with the right head (F1 over words, by place)", "head", _CONLL)

PEARSON = Family("Pearson", "Pearson's correlation of two raters", frozenset({Kind.RATINGS}), ratings.COLUMNS,
                 ratings.count_moments, ratings.pearson, ratings.why_no_pearson, ())  # fmt: skip
TAU = Family("tau", "Kendall's tau-b over the pairs of options of each choice", frozenset({Kind.RANKINGS}), rankings.COLUMNS,
             rankings.count_pairs, rankings.tau, rankings.why_no_tau, (MEAN,), see="Kendall 1945")  # fmt: skip
