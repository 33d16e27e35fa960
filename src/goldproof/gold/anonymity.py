"""Annotators without their names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..model import NONE, Attributes, Layer, Maker

TELLING = ("annotator", "note")
"""Attributes of a judgement by which somebody could be known."""
_OF_LAYERS = ("layers", "weights", "accuracies")
"""Settings of a harmonised layer that name the annotators' layers, or rank them."""


def anonymous(layers: Sequence[Layer]) -> list[Layer]:
    """The layers with their people numbered in place of named; one person keeps one number over all rounds and kinds."""
    names = numbered(layers)
    return [_without(layer.by(name=names[layer.name].partition("/")[0], settings=NONE), TELLING).called(names[layer.name]) for layer in layers]


def numbered(layers: Iterable[Layer]) -> dict[str, str]:
    """The name of each layer -> what it is called when its annotator is not named: annotator-1, or annotator-1/2 in round 2."""
    numbers: dict[str, int] = {}
    out: dict[str, str] = {}
    for layer in layers:
        person = f"annotator-{numbers.setdefault(layer.source.name, len(numbers) + 1)}"
        name = f"{person}/{layer.source.round}" if layer.source.round else person
        taken = sum(other == name or other.startswith(f"{name}.") for other in out.values())
        out[layer.name] = f"{name}.{taken + 1}" if taken else name
    return out


def unsigned(gold: Layer, people: Iterable[str]) -> Layer:
    """A gold layer without the names of those who made it."""
    settings = Attributes({k: v for k, v in gold.source.settings.items() if k not in _OF_LAYERS})
    name = "adjudicated" if gold.source.kind is Maker.PERSON or gold.source.name in set(people) else gold.source.name
    return _without(gold.by(name=name, settings=settings), ("annotator",))


def _without(layer: Layer, names: Iterable[str]) -> Layer:
    """The layer less some attributes of its judgements."""
    columns: Any = layer.columns
    names = tuple(names)
    if hasattr(columns, "notes"):
        return replace(layer, columns=replace(columns, notes=tuple(a.without(*names) for a in columns.notes)))
    return replace(layer, columns=replace(columns, records=tuple(replace(r, attributes=r.attributes.without(*names)) for r in columns.records)))


def told(files: Mapping[str, bytes], people: Iterable[str]) -> list[str]:
    """Where a name stands all the same, in a reason or a note: for a person to look at."""
    out = []
    for name in sorted({p for p in people if len(p) > 1}):
        word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)".encode(), re.IGNORECASE)
        for file, data in sorted(files.items()):
            found = word.search(data)
            if found:
                out.append(f"{file}, line {data.count(bytes([10]), 0, found.start()) + 1}: the name {name} stands in it")
    return out
