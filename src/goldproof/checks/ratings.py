"""Ratings: on the scale, numbers where numbers are meant, one a unit."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ..model import Corpus, Kind, Layer, Rating, Scale
from .finding import Level, Place, quoted
from .rule import Context, Found, rule

_ENOUGH = 5
"""So many ratings must a rater have given before it means something that all are the same."""


def _rated(corpus: Corpus) -> Iterator[tuple[Layer, str, Rating]]:
    for layer in corpus.of_kind(Kind.RATINGS):
        for unit, ratings in layer.items():
            for rating in ratings:
                yield layer, unit, rating


def _scale(layer: Layer, context: Context) -> Scale | None:
    return layer.scale or context.guideline.scale


def _shown(scale: Scale) -> str:
    return ", ".join(f"{v:g}" if isinstance(v, (int, float)) else str(v) for v in scale.values)


def _number(value: float | str) -> bool:
    return not isinstance(value, str) and math.isfinite(value)


@rule("rating-scale", "ratings that are not on the scale", Level.ERROR)
def scale(corpus: Corpus, context: Context) -> Found:
    for layer, unit, rating in _rated(corpus):
        allowed = _scale(layer, context)
        if allowed is not None and rating.value == rating.value and rating.value not in allowed:
            yield Place(layer.name, unit), f"{_value(rating)} is not on the scale {_shown(allowed)}", "ask the rater"


@rule("rating-number", "ratings that are not numbers where numbers are meant", Level.ERROR)
def number(corpus: Corpus, context: Context) -> Found:
    for layer in corpus.of_kind(Kind.RATINGS):
        allowed = _scale(layer, context)
        values = [rating.value for _, ratings in layer.items() for rating in ratings]
        # Without a scale, the layer's other values tell what is meant.
        numeric = all(map(_number, allowed.values)) if allowed is not None and allowed.values else any(map(_number, values))
        for unit, ratings in layer.items():
            for rating in ratings:
                if not _number(rating.value) and (numeric or not isinstance(rating.value, str)):
                    yield Place(layer.name, unit), f"{_value(rating)} is not a number", "leave the unit unjudged, or ask the rater"


def _value(rating: Rating) -> str:
    return quoted(rating.value) if isinstance(rating.value, str) else f"{rating.value:g}"


@rule("rating-twice", "units that one rater rated twice", Level.ERROR)
def twice(corpus: Corpus, context: Context) -> Found:
    for layer in corpus.of_kind(Kind.RATINGS):
        for unit, ratings in layer.items():
            if len(ratings) > 1:
                given = ", ".join(map(_value, ratings))
                yield Place(layer.name, unit), f"rated {len(ratings)} times: {given}", "keep one; a repeat on purpose is a unit of its own in the same group"


@rule("rating-none", "units that were judged, but have no rating", Level.WARNING)
def none(corpus: Corpus, context: Context) -> Found:
    for layer in corpus.of_kind(Kind.RATINGS):
        for unit, ratings in layer.items():
            if not ratings:
                yield Place(layer.name, unit), "judged, and yet no value", "leave it out of the layer, if nobody rated it"


@rule("rating-one-value", "raters who gave one and the same value to everything", Level.NOTE)
def one_value(corpus: Corpus, context: Context) -> Found:
    for layer in corpus.of_kind(Kind.RATINGS):
        values = [rating.value for _, ratings in layer.items() for rating in ratings]
        if len(values) >= _ENOUGH and len(set(values)) == 1:
            yield Place(layer.name), f"all {len(values)} ratings are {values[0]}", "is the guideline understood?"


@rule("rating-scales", "raters of the same units whose scales differ", Level.WARNING)
def scales(corpus: Corpus, context: Context) -> Found:
    layers = [layer for layer in corpus.of_kind(Kind.RATINGS) if layer.scale is not None]
    for i, layer in enumerate(layers):
        for other in layers[:i]:
            if layer.scale != other.scale and not set(layer.units).isdisjoint(other.units):
                yield Place(layer.name), f"its scale is not that of {other.name}", "their agreement means nothing before they are brought together"
                break
