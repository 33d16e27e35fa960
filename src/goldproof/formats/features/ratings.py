"""Features of ratings and rankings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...model import NONE, Choice, Corpus, Kind, Layer, Ranking, Rating
from .feature import Feature, first, mapped


def _rating(name: str, what: str, has: Callable[[Rating], object], change: Callable[[Rating], Rating | None]) -> Feature:
    def rows(layer: Layer) -> list[int]:
        return [i for i, r in enumerate(layer.ratings.rows()) if has(r)][:1]

    def every(layer: Layer) -> Layer:
        judged = {unit: [r for r in map(change, found) if r is not None] for unit, found in layer.items()}
        return Layer.of(layer.name, layer.source, Kind.RATINGS, judged, scale=layer.scale)

    return Feature(f"rating-{name}", what, lambda c: first(c, Kind.RATINGS, rows), lambda c: mapped(c, Kind.RATINGS, every))


def _ranking(name: str, what: str, has: Callable[[Ranking], object], change: Callable[[Ranking], Ranking]) -> Feature:
    def rows(layer: Layer) -> list[int]:
        return [i for i, r in enumerate(layer.rankings.records) if has(r)][:1]

    def every(layer: Layer) -> Layer:
        return Layer.of(layer.name, layer.source, Kind.RANKINGS, {u: tuple(map(change, rs)) for u, rs in layer.items()})

    return Feature(f"ranking-{name}", what, lambda c: first(c, Kind.RANKINGS, rows), lambda c: mapped(c, Kind.RANKINGS, every))


def _scale(corpus: Corpus) -> str:
    return next((layer.name for layer in corpus.layers if layer.scale is not None), "")


def _strip_scale(corpus: Corpus) -> Corpus:
    return replace(corpus, layers=tuple(replace(layer, scale=None) for layer in corpus.layers))


def _declined(corpus: Corpus) -> str:
    for layer in corpus.of_kind(Kind.RATINGS):
        for unit, found in layer.items():
            if not found:
                return f"{layer.name}/{unit}"
    return ""


def _strip_declined(corpus: Corpus) -> Corpus:
    return mapped(corpus, Kind.RATINGS, lambda layer: layer.only(u for u, found in layer.items() if found))


def _in_order(corpus: Corpus, layer: Layer) -> Layer:
    """Tied options in the order of their unit's options."""
    judged: dict[str, list[Ranking]] = {}
    for unit, found in layer.items():
        content = corpus.unit(unit).content
        place = {o.id: i for i, o in enumerate(content.options)} if isinstance(content, Choice) else {}
        judged[unit] = [
            replace(r, groups=tuple(tuple(sorted(group, key=lambda o: (place.get(o, len(place)), o))) for group in r.groups))
            for r in found
        ]  # fmt: skip
    return Layer.of(layer.name, layer.source, Kind.RANKINGS, judged)


def _tie_order(corpus: Corpus) -> str:
    for layer in corpus.of_kind(Kind.RANKINGS):
        for (unit, old), (_, new) in zip(layer.items(), _in_order(corpus, layer).items(), strict=True):
            if old != new:
                return f"{layer.name}/{unit}"
    return ""


RATINGS = (
    _rating("word", "values that are words, not numbers", lambda r: isinstance(r.value, str),
            lambda r: None if isinstance(r.value, str) else r),
    _rating("reasons", "reasons (tags) for a rating", lambda r: r.reasons, lambda r: replace(r, reasons=())),
    _rating("attributes", "what else was noted with a rating", lambda r: r.attributes, lambda r: replace(r, attributes=NONE)),
    Feature("rating-none", "units seen by a rater who gave no value", _declined, _strip_declined),
    Feature("scale", "the scale of the ratings", _scale, _strip_scale),
    _ranking("ties", "tied options (stripped: in the order given)", lambda r: r.ties,
             lambda r: replace(r, groups=tuple((o,) for group in r.groups for o in group))),
    Feature("ranking-tie-order", "tied options in an order of their own (stripped: in that of the unit's options)",
            _tie_order, lambda c: mapped(c, Kind.RANKINGS, lambda layer: _in_order(c, layer))),
    _ranking("attributes", "what else was noted with a ranking", lambda r: r.attributes,
             lambda r: replace(r, attributes=NONE)),
)  # fmt: skip
