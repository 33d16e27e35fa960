"""Any measure of two layers, over every pair of raters, and the mean of the pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from ..measures.bootstrap import interval
from ..measures.figure import Figure
from ..measures.measure import Counts, Measure
from ..measures.score import drawn, figure_of
from ..model import Layer
from .statistic import Values, Weights


def pairwise(layers: Sequence[Layer], chosen: Measure, *, draws: int, level: float, seed: int, group: str = "") -> Iterator[Figure]:
    """A figure for each pair of layers, then the mean of those that are defined, with intervals over units."""
    counted = {(a.name, b.name): chosen.counts(a, b) for a, b in combinations(layers, 2)}
    figures = [
        figure_of(chosen, counts, pair, draws=draws, level=level, seed=seed, group=group) for pair, counts in counted.items()
    ]
    yield from figures
    if len(figures) > 1:
        yield _mean(layers, chosen, figures, list(counted.values()), draws=draws, level=level, seed=seed, group=group)


def _mean(
    layers: Sequence[Layer], chosen: Measure, figures: Sequence[Figure], counted: Sequence[Counts], *, draws: int, level: float, seed: int, group: str
) -> Figure:  # fmt: skip
    """Each draw takes the same units for all pairs: pairs share raters, so they do not vary by themselves."""
    units = list(dict.fromkeys(unit for counts in counted for unit in counts.units))
    number = {unit: i for i, unit in enumerate(units)}
    rows = [np.array([number[unit] for unit in counts.units], dtype=np.int64) for counts in counted]
    known = [f.value for f in figures if f.value is not None]
    value = float(np.mean(known)) if known else None
    why = "" if known else f"undefined for every pair: {figures[0].why}"

    def values(weights: Weights) -> Values:
        each = np.stack([chosen.values(c.table, weights[:, r]) for c, r in zip(counted, rows, strict=True) if len(r)])
        there = (~np.isnan(each)).sum(axis=0)
        return np.asarray(np.nansum(each, axis=0) / np.where(there, there, np.nan), dtype=np.float64)

    made_from: tuple[tuple[str, str], ...] = (("mean-of-pairs", str(len(known))),)
    ends = interval(values, len(units), draws=draws, level=level, seed=seed) if known else None
    if ends is not None:
        made_from += drawn(draws, level, seed)
    low, high = ends or (None, None)
    return Figure(str(chosen), value, len(units), tuple(layer.name for layer in layers), group, low, high, why, made_from)
