"""The median of the ratings of a unit.

``votes`` is how many raters gave exactly this value, ``of`` how many rated the unit. With an even number of raters the two middle
values may differ: ``even`` says whether their mean, the lower or the higher is taken. Words on a scale have no mean.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ..errors import BadInput
from ..measures.naming import Parameter
from ..model import Attributes, Kind, Rating
from .numbers import Numbers, numbers
from .rule import Ballot, Cast, Rule


def vote(ballot: Ballot) -> Cast:
    table = numbers(ballot)
    if table is not None:
        return Cast(_of_numbers(table, ballot))
    scale = next((layer.scale.values for layer in ballot.layers if layer.scale is not None and layer.scale.values), ())
    places = {value: i for i, value in enumerate(scale)}
    out: dict[str, list[Rating]] = {}
    for unit in ballot.units:
        values = [r.value for said in ballot.judged(unit).values() for r in said]
        if values:
            middle = _median(values, places, ballot.settings["even"], unit)
            out[unit] = [Rating(middle, attributes=Attributes(votes=values.count(middle), of=len(values)))]
    return Cast(out)


def _of_numbers(table: Numbers, ballot: Ballot) -> dict[str, list[Rating]]:
    ordered = np.sort(table, axis=1)  # NaN goes to the end
    of = (~np.isnan(table)).sum(axis=1)
    rows = np.flatnonzero(of)
    low, high = ordered[rows, (of[rows] - 1) // 2], ordered[rows, of[rows] // 2]
    even = ballot.settings["even"]
    middle = low if even == "low" else high if even == "high" else np.where(low == high, low, (low + high) / 2)
    votes = (table[rows] == middle[:, None]).sum(axis=1)
    said = zip(rows.tolist(), middle.tolist(), votes.tolist(), of[rows].tolist(), strict=True)
    return {ballot.units[i]: [Rating(value, attributes=Attributes(votes=v, of=n))] for i, value, v, n in said}


def _median(values: list[float | str], places: Mapping[float | str, int], even: str, unit: str) -> float | str:
    words = [v for v in values if isinstance(v, str)]
    if words and any(v not in places for v in values):
        raise BadInput(f"{words[0]!r} is a word and no scale says where it stands", where=f"unit {unit}", remedy="give the layers a scale")
    ordered = sorted(values, key=places.__getitem__) if words else sorted(values)
    low, high = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
    if low == high or even == "low":
        return low
    if even == "high":
        return high
    if isinstance(low, str) or isinstance(high, str):
        raise BadInput(f"between {low!r} and {high!r} there is no mean", where=f"unit {unit}", remedy="use median(even=low) or median(even=high)")
    return (low + high) / 2


MEDIAN = Rule("median", "the median of the ratings", frozenset({Kind.RATINGS}),
              (Parameter("even", "mean", ("mean", "low", "high"), "what an even number of raters gives"),), vote)  # fmt: skip
