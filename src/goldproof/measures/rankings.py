"""Rankings compared: Kendall's tau over the pairs of options, and the mean place of whoever made the options."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ..model import Choice, Layer, Unit
from .measure import Scores, Settings, Table

COLUMNS = ("concordant", "discordant", "tied_a", "tied_b", "tied_both")


def count_pairs(a: Layer, b: Layer, settings: Settings) -> Table:
    """For each unit, the pairs of options that both rank: in the same order, in the other, tied on one side, on both."""
    table = np.zeros((len(a.units), len(COLUMNS)), dtype=np.int64)
    for row, (left, right) in enumerate(zip(_places(a), _places(b), strict=True)):
        for one, two in combinations([option for option in left if option in right], 2):
            x, y = left[one] - left[two], right[one] - right[two]
            table[row, (4 if y == 0 else 2) if x == 0 else 3 if y == 0 else 0 if x * y > 0 else 1] += 1
    return table


def _places(layer: Layer) -> list[dict[str, float]]:
    return [rankings[0].places if rankings else {} for _, rankings in layer.items()]


def tau(sums: Table, settings: Settings) -> Scores:
    """tau-b = (C - D) / sqrt((C + D + Ta)(C + D + Tb)) (Kendall 1945, ties in both rankings)."""
    c, d, ta, tb, _ = np.moveaxis(np.asarray(sums, dtype=np.float64), -1, 0)
    below = (c + d + ta) * (c + d + tb)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray((c - d) / np.sqrt(np.where(below > 0, below, np.nan)), dtype=np.float64)


def why_no_tau(sums: Table, settings: Settings) -> str:
    if not sums.sum():
        return "no two options were ranked by both sides"
    return "one side ties all the options that both rank"


@dataclass(frozen=True, slots=True)
class MeanPlace:
    """How one source's options were placed: 1 is best; tied options share the mean of their places."""

    source: str
    place: float
    judgements: int


def mean_places(units: Iterable[Unit], layers: Iterable[Layer]) -> tuple[MeanPlace, ...]:
    """The mean place of each source of options over all judges and choices, best first."""
    contents = {u.id: u.content for u in units if isinstance(u.content, Choice)}
    places: dict[str, list[float]] = {}
    for layer in layers:
        for unit, rankings in layer.items():
            makers = {o.id: o.source or o.id for o in contents[unit].options} if unit in contents else {}
            for ranking in rankings:
                for option, place in ranking.places.items():
                    places.setdefault(makers.get(option, option), []).append(place)
    found = (MeanPlace(source, sum(p) / len(p), len(p)) for source, p in places.items())
    return tuple(sorted(found, key=lambda m: (m.place, m.source)))
