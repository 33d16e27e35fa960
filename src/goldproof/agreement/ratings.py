"""Ratings of several layers as one table: a row a unit, a column a rater, NaN where a rater said nothing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput
from ..measures.ratings import numbers
from ..model import Layer, Scale
from .statistic import Ratings


def ratings_of(layers: Sequence[Layer], *, ordered: bool = True, units: Sequence[str] = ()) -> Ratings:
    """The ratings of layers on ``units`` (those that anybody rated), in their order.

    Ratings that are words become numbers: their places on the scale, or any numbers if they need no order. The categories are those of the
    scale, if it has values.
    """
    chosen = tuple(units) or tuple(dict.fromkeys(unit for layer in layers for unit in layer.units))
    row = {unit: i for i, unit in enumerate(chosen)}
    words = _words(layers)
    codes = _codes(layers, words, ordered) if words else {}
    table = np.full((len(chosen), len(layers)), np.nan)
    for column, layer in enumerate(layers):
        found = _coded(layer, codes) if words else numbers(layer)
        rows = np.array([row.get(unit, -1) for unit in layer.units], dtype=np.int64)
        table[rows[rows >= 0], column] = found[rows >= 0]
    categories, labels = _categories(layers, codes, table)
    levels = {layer.scale.level for layer in layers if layer.scale is not None}
    return Ratings(table, tuple(layer.name for layer in layers), categories, labels, levels.pop() if len(levels) == 1 else "")


def rating_table(layers: Sequence[Layer], *, ordered: bool = True) -> tuple[tuple[str, ...], NDArray[np.float64]]:
    """The units that anybody rated, and their table."""
    return tuple(dict.fromkeys(unit for layer in layers for unit in layer.units)), ratings_of(layers, ordered=ordered).table


def _scale(layers: Sequence[Layer]) -> Scale | None:
    return next((layer.scale for layer in layers if layer.scale is not None and layer.scale.values), None)


def _categories(layers: Sequence[Layer], codes: dict[float | str, float], table: NDArray[np.float64]) -> tuple[NDArray[np.float64] | None, tuple[str, ...]]:
    """Those of the scale; None if there is none, or if ratings stand between or outside its values."""
    if codes:
        by_place = sorted(codes.items(), key=lambda item: item[1])
        return np.array([place for _, place in by_place]), tuple(f"{v:g}" if isinstance(v, float) else str(v) for v, _ in by_place)
    scale = _scale(layers)
    if scale is None or not all(isinstance(v, (int, float)) for v in scale.values):
        return None, ()
    values = np.unique(np.array(scale.values, dtype=np.float64))
    occurring = table[~np.isnan(table)]
    if not np.isin(occurring, values).all():
        return None, ()
    return values, tuple(f"{v:g}" for v in values)


def _words(layers: Sequence[Layer]) -> list[str]:
    found = {layer.ratings.names[w] for layer in layers for w in np.unique(layer.ratings.words).tolist() if w >= 0}
    return sorted(found)


def _codes(layers: Sequence[Layer], words: list[str], ordered: bool) -> dict[float | str, float]:
    scale = _scale(layers)
    if scale is not None and all(word in scale.values for word in words):
        return {value: float(i) for i, value in enumerate(scale.values)}
    if ordered:
        raise BadInput(
            f"ratings are words ({words[0]!r}) and no scale puts them in order",
            where=f"layer {layers[0].name}", remedy="use level=nominal or weights=identity, or give the layers a scale",
        )  # fmt: skip
    numbers_too = sorted({v for layer in layers for v in layer.ratings.values.tolist() if v == v})
    return {value: float(i) for i, value in enumerate([*numbers_too, *words])}


def _coded(layer: Layer, codes: dict[float | str, float]) -> NDArray[np.float64]:
    out = np.full(len(layer.units), np.nan)
    for i, (unit, ratings) in enumerate(layer.items()):
        if ratings and ratings[0].value == ratings[0].value:
            if ratings[0].value not in codes:
                raise BadInput(f"{ratings[0].value!r} is not on the scale of words", where=f"layer {layer.name}, unit {unit}")
            out[i] = codes[ratings[0].value]
    return out
