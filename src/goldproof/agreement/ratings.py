"""Ratings of several layers as one table: a row a unit, a column a rater, NaN where a rater said nothing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput
from ..measures.ratings import numbers
from ..model import Layer, Scale


def rating_table(layers: Sequence[Layer], *, ordered: bool = True) -> tuple[tuple[str, ...], NDArray[np.float64]]:
    """The units that anybody rated, and the table.

    Ratings that are words become numbers: their places on the scale, or any numbers if they need no order.
    """
    units = tuple(dict.fromkeys(unit for layer in layers for unit in layer.units))
    row = {unit: i for i, unit in enumerate(units)}
    words = _words(layers)
    codes = _codes(layers, words, ordered) if words else {}
    table = np.full((len(units), len(layers)), np.nan)
    for column, layer in enumerate(layers):
        rows = np.array([row[unit] for unit in layer.units], dtype=np.int64)
        table[rows, column] = _coded(layer, codes) if words else numbers(layer)
    return units, table


def _words(layers: Sequence[Layer]) -> list[str]:
    found = {layer.ratings.names[w] for layer in layers for w in np.unique(layer.ratings.words).tolist() if w >= 0}
    return sorted(found)


def _codes(layers: Sequence[Layer], words: list[str], ordered: bool) -> dict[float | str, float]:
    scale: Scale | None = next((layer.scale for layer in layers if layer.scale is not None and layer.scale.values), None)
    if scale is not None and all(word in scale.values for word in words):
        return {value: float(i) for i, value in enumerate(scale.values)}
    if ordered:
        raise BadInput(
            f"ratings are words ({words[0]!r}) and no scale puts them in order",
            where=f"layer {layers[0].name}", remedy="use level=nominal, or give the layers a scale",
        )  # fmt: skip
    return {word: float(i) for i, word in enumerate(words)}


def _coded(layer: Layer, codes: dict[float | str, float]) -> NDArray[np.float64]:
    out = np.full(len(layer.units), np.nan)
    for i, (unit, ratings) in enumerate(layer.items()):
        if ratings:
            if ratings[0].value not in codes:
                raise BadInput(f"{ratings[0].value!r} is not on the scale of words", where=f"layer {layer.name}, unit {unit}")
            out[i] = codes[ratings[0].value]
    return out
