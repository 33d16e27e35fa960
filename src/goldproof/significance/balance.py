"""Are the parts of a partition alike? One-way analysis of variance, a class at a time, over documents (Verspoor et al. 2012, data partitioning)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import BadInput
from ..measures.matching import units_of
from ..measures.ratings import numbers
from ..measures.selection import Classes, by_concept, by_label
from ..model import Kind, Layer
from .categories import anova
from .corrections import correct
from .verdict import Verdict

BY = ("layer", "type", "concept")


@dataclass(frozen=True, slots=True)
class Balance:
    """One class: its mean number a unit in each part, and whether the parts differ. ``p`` is corrected over the classes, ``verdict.p`` is not."""

    name: str
    means: Mapping[str, float]
    verdict: Verdict
    p: float | None

    def row(self) -> Mapping[str, Any]:
        return {"class": self.name, **{f"mean_{part}": mean for part, mean in self.means.items()}, "F": self.verdict.statistic, "p": self.p,
                "p_uncorrected": self.verdict.p, "eta_squared": self.verdict.effect, "units": self.verdict.units,
                "undefined_because": self.verdict.why, "signature": str(self.verdict.signature)}  # fmt: skip


def balance(layers: Iterable[Layer], parts: Mapping[str, Iterable[str]], *, by: str = "layer", correction: str = "none") -> tuple[Balance, ...]:
    """A row for each layer (``by="layer"``), label of mentions (``type``) or concept: amounts a unit, compared between the parts.

    ``parts`` names sets of units, as the splits of a corpus do. Units that a layer did not judge, or that are in no part, have no part in it.
    """
    groups = {part: tuple(units) for part, units in parts.items()}
    if len(groups) < 2:
        raise BadInput(f"{len(groups)} part; a balance needs 2")
    seen: dict[str, str] = {}
    for part, units in groups.items():
        for unit in units:
            if seen.setdefault(unit, part) != part:
                raise BadInput(f"unit {unit} is in two parts, {seen[unit]} and {part}", remedy="name parts that have nothing in common")
    if by not in BY:
        raise BadInput(f"no balance by {by!r}", remedy=f"by is one of: {', '.join(BY)}")
    rows: list[tuple[str, dict[str, float], Verdict]] = []
    for name, number in amounts(layers, by):
        values = {part: [number[u] for u in units if u in number] for part, units in groups.items()}
        if all(values.values()):
            rows.append((name, {part: float(np.mean(v)) for part, v in values.items()}, anova(list(values.values()))))
    known = [v.p for _, _, v in rows if v.p is not None]
    adjusted = iter(correct(known, correction))
    return tuple(Balance(name, means, v, None if v.p is None else next(adjusted)) for name, means, v in rows)


def amounts(layers: Iterable[Layer], by: str = "layer") -> Iterator[tuple[str, dict[str, float]]]:
    """What is counted, and how much of it each unit has: judgements a layer (of ratings their mean; of parses sentences and words), or mentions a class."""
    if by not in BY:
        raise BadInput(f"no balance by {by!r}", remedy=f"by is one of: {', '.join(BY)}")
    for layer in layers:
        for name, counts in _counts(layer, by):
            yield name, {u: n for u, n in zip(layer.units, counts.tolist(), strict=True) if n == n}


def _counts(layer: Layer, by: str) -> Sequence[tuple[str, np.ndarray[Any, np.dtype[Any]]]]:
    if by == "layer" and layer.kind is Kind.RATINGS:
        return [(layer.name, numbers(layer))] if not (layer.ratings.words >= 0).any() else []
    if by == "layer" and layer.kind is Kind.PARSES:
        parses = layer.parses
        sentences = parses.sentence_offsets[parses.offsets]
        return [(f"{layer.name}: sentences", np.diff(sentences)), (f"{layer.name}: words", np.diff(parses.token_offsets[sentences]))]
    if by == "layer" and layer.kind is not Kind.RANKINGS:
        return [(layer.name, np.diff(layer.columns.offsets))]
    if layer.kind is not Kind.MENTIONS:
        return []
    columns = layer.mentions
    size = len(layer.units)
    classes: Classes = by_label if by == "type" else by_concept
    names, row, number = classes(layer)
    unit = units_of(columns.offsets)[row]
    return [(names[n], np.bincount(unit[number == n], minlength=size)) for n in sorted(np.unique(number).tolist(), key=lambda n: names[n])]
