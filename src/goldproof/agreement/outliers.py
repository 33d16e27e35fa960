"""Raters who stand apart: agreement without each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput
from ..measures.bootstrap import LEVEL
from ..measures.measure import measure
from ..measures.naming import Call, parse_call, settle
from ..model import Corpus, Kind, Layer
from .agree import USUAL, chosen_layers, coefficient_of, only_raters
from .ratings import ratings_of
from .statistic import student

Value = Callable[[Sequence[int], NDArray[np.int64]], float]
"""What some raters (by number) agree on some units (by number)."""
GROUPS = 100


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Agreement without a rater. ``change`` is how much larger it is than with all; ``low`` and ``high`` are its interval.

    ``apart``: even the low end is above 0, at a level divided by the number of raters, since each of them is looked at (Bonferroni).
    ``others`` is the mean agreement of this rater with each of the others, where pairs can be had.
    """

    measure: str
    rater: str
    without: float | None
    change: float | None
    low: float | None
    high: float | None
    others: float | None
    units: int
    apart: bool

    def row(self) -> Mapping[str, Any]:
        return {"measure": self.measure, "rater": self.rater, "without": self.without, "change": self.change, "low": self.low, "high": self.high,
                "with_others": self.others, "units": self.units, "apart": self.apart}  # fmt: skip


def leave_one_out(layers: Corpus | Iterable[Layer], name: str = "", *, level: float = LEVEL) -> tuple[LeftOut, ...]:
    """How agreement changes when each rater is left out, with intervals by the jackknife over units; a rater whose leaving helps beyond chance is pointed out."""
    chosen, _ = chosen_layers(layers)
    if len(chosen) < 3:
        raise BadInput(f"{len(chosen)} raters; without one of them nobody is left to agree", remedy="this needs three or more")
    call = parse_call(name or USUAL[chosen[0].kind])
    printed, units, value = _valued(call, chosen)
    everyone, every = range(len(chosen)), np.arange(units)
    parts = [every[every % min(units, GROUPS) != g] for g in range(min(units, GROUPS))] if units > 2 else []
    whole = value(everyone, every)
    whole_parts = np.array([value(everyone, kept) for kept in parts])
    out = []
    for i, layer in enumerate(chosen):
        rest = [j for j in everyone if j != i]
        without = value(rest, every)
        change = without - whole
        low = high = None
        differences = np.array([value(rest, kept) for kept in parts]) - whole_parts
        known = differences[~np.isnan(differences)]
        if change == change and len(known) > 2:
            error = float(np.sqrt((len(known) - 1) / len(known) * ((known - known.mean()) ** 2).sum()))
            if error > 1e-12:
                low, high = student(change, error, len(known) - 1, top=np.inf)[0](1 - (1 - level) / len(chosen))
        pairs = [value((i, j), every) for j in rest]
        there = [v for v in pairs if v == v]
        out.append(LeftOut(printed, layer.name, _none(without), _none(change), low, high, float(np.mean(there)) if there else None,
                           len(layer.units), low is not None and low > 0))  # fmt: skip
    return tuple(out)


def _none(value: float) -> float | None:
    return None if value != value else float(value)


def _valued(call: Call, layers: Sequence[Layer]) -> tuple[str, int, Value]:
    """The printed name, how many units there are, and what any raters agree on any units."""
    coefficient = coefficient_of(call, layers[0].kind, layers[0].name)
    if coefficient is not None:
        if layers[0].kind is not Kind.RATINGS:
            raise BadInput(f"{call.name} of {layers[0].kind.value} is not taken apart by rater", remedy="name a measure of pairs: tau")
        levels = {layer.scale.level for layer in layers if layer.scale is not None}
        settings = settle(call, coefficient.parameters, coefficient.defaults(levels.pop() if len(levels) == 1 else ""))
        ratings = ratings_of(layers, ordered=coefficient.ordered(settings))

        def of(raters: Sequence[int], kept: NDArray[np.int64]) -> float:
            part = replace(only_raters(ratings, raters), table=ratings.table[kept][:, np.array(raters)])
            pairs = list(combinations(range(len(raters)), 2)) if coefficient.pairs else [tuple(range(len(raters)))]
            found = [coefficient.of(only_raters(part, pair), settings).value for pair in pairs]
            there = [v for v in found if v is not None]
            return float(np.mean(there)) if there else float("nan")

        return coefficient.text(call.name, settings), len(ratings.table), of
    chosen = measure(call, kind=layers[0].kind)
    counted = {(i, j): chosen.counts(layers[i], layers[j]) for i, j in combinations(range(len(layers)), 2)}
    number = {unit: n for n, unit in enumerate(dict.fromkeys(u for c in counted.values() for u in c.units))}
    places = {pair: np.array([number[u] for u in c.units], dtype=np.int64) for pair, c in counted.items()}

    def of_pairs(raters: Sequence[int], kept: NDArray[np.int64]) -> float:
        weights = np.zeros(len(number), dtype=np.int64)
        weights[kept] = 1
        found = []
        for i, j in combinations(sorted(raters), 2):
            if len(places[i, j]):
                found.append(float(chosen.values(counted[i, j].table, weights[None, places[i, j]])[0]))
        there = [v for v in found if v == v]
        return float(np.mean(there)) if there else float("nan")

    return str(chosen), len(number), of_pairs
