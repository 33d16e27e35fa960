"""Features of layers: the kinds of judgement, how many layers, who made them, what was judged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...model import Corpus, Kind, Layer, Source
from .feature import Feature

UNKNOWN = Source("unknown")
"""The source of a layer whose format does not say who made it; the layer is then named after its kind."""


def _kind(kind: Kind) -> Feature:
    def present(corpus: Corpus) -> str:
        return next((layer.name for layer in corpus.of_kind(kind)), "")

    def strip(corpus: Corpus) -> Corpus:
        return replace(corpus, layers=tuple(layer for layer in corpus.layers if layer.kind != kind))

    return Feature(kind.value, f"layers of {kind.value}", present, strip)


def _several(kind: Kind) -> Feature:
    def present(corpus: Corpus) -> str:
        layers = corpus.of_kind(kind)
        return layers[1].name if len(layers) > 1 else ""

    def strip(corpus: Corpus) -> Corpus:
        extra = {layer.name for layer in corpus.of_kind(kind)[1:]}
        return corpus.without_layers(*extra)

    return Feature(f"several-{kind.value}", f"more than one layer of {kind.value}", present, strip)


def anonymous(layer: Layer) -> Layer:
    """The layer as a format gives it that does not say who made it."""
    return replace(layer, name=layer.kind.value, source=UNKNOWN)


def _changed(strip: Callable[[Corpus], Corpus]) -> Callable[[Corpus], str]:
    """Present where stripping changes a layer's name or source."""

    def present(corpus: Corpus) -> str:
        both = zip(corpus.layers, strip(corpus).layers, strict=True)
        return next((old.name for old, new in both if (old.name, old.source) != (new.name, new.source)), "")

    return present


def _strip_source(corpus: Corpus) -> Corpus:
    """Names after the kind, numbered where a kind has several layers (formats that keep several and no names)."""
    layers: list[Layer] = []
    for layer in corpus.layers:
        same = sum(other.kind == layer.kind for other in layers)
        plain = anonymous(layer)
        layers.append(plain if not same else plain.called(f"{plain.name}-{same + 1}"))
    return replace(corpus, layers=tuple(layers))


def _strip_details(corpus: Corpus) -> Corpus:
    return replace(
        corpus, layers=tuple(replace(la, source=replace(UNKNOWN, name=la.source.name)) for la in corpus.layers)
    )


def _strip_label(corpus: Corpus) -> Corpus:
    """The layer is named after its source, numbered where that name is taken."""
    layers: list[Layer] = []
    taken: set[str] = set()
    for layer in corpus.layers:
        name = layer.source.name if layer.source != UNKNOWN else layer.name
        number = 2
        while name in taken:
            name, number = f"{layer.source.name}-{number}", number + 1
        taken.add(name)
        layers.append(layer.called(name))
    return replace(corpus, layers=tuple(layers))


def _could_judge(corpus: Corpus, layer: Layer) -> list[str]:
    """Units of the content that the layer's kind of judgement is about."""
    contents = {type(corpus.unit(u).content) for u in layer.units} or {type(u.content) for u in corpus.units}
    return [u.id for u in corpus.units if type(u.content) in contents]


def _not_judged(corpus: Corpus) -> str:
    for layer in corpus.layers:
        for unit in _could_judge(corpus, layer):
            if unit not in layer:
                return f"{layer.name}/{unit}"
    return ""


def _strip_not_judged(corpus: Corpus) -> Corpus:
    def filled(layer: Layer) -> Layer:
        units = _could_judge(corpus, layer)
        if all(unit in layer for unit in units):
            return layer
        judged = {unit: layer.get(unit) or () for unit in units}
        return Layer.of(layer.name, layer.source, layer.kind, judged, scale=layer.scale)

    return replace(corpus, layers=tuple(map(filled, corpus.layers)))


def _unit_order(corpus: Corpus) -> str:
    place = {unit.id: i for i, unit in enumerate(corpus.units)}
    for layer in corpus.layers:
        numbers = [place[u] for u in layer.units]
        if numbers != sorted(numbers):
            return layer.name
    return ""


def _strip_unit_order(corpus: Corpus) -> Corpus:
    order = [unit.id for unit in corpus.units]
    return replace(corpus, layers=tuple(layer.only(order) for layer in corpus.layers))


def _by_kind(corpus: Corpus) -> list[Layer]:
    kinds = list(Kind)
    return sorted(corpus.layers, key=lambda layer: kinds.index(layer.kind))


def _kind_order(corpus: Corpus) -> str:
    both = zip(corpus.layers, _by_kind(corpus), strict=True)
    return next((layer.name for layer, due in both if layer is not due), "")


LAYERS = (
    *map(_kind, Kind),
    *map(_several, Kind),
    Feature("not-judged", "units that a layer did not judge, apart from units with nothing there", _not_judged, _strip_not_judged),
    Feature("kind-order", "layers of several kinds in another order than " + ", ".join(Kind), _kind_order,
            lambda corpus: replace(corpus, layers=tuple(_by_kind(corpus)))),
    Feature("layer-unit-order", "a layer's units in an order of its own", _unit_order, _strip_unit_order),
    Feature("source", "who made a layer, and its name", _changed(_strip_source), _strip_source),
    Feature("source-details", "kind, version, round, guideline, ontology, settings of a source", _changed(_strip_details), _strip_details),
    Feature("layer-names", "a layer's name, where it is not that of its source", _changed(_strip_label), _strip_label),
)  # fmt: skip
