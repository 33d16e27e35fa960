"""Layers and units taken apart: by round, by who judged together, by language or any attribute of the units."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import BadInput, NotFound
from ..model import Layer, Unit

MEAN = "mean"


def groups(layers: tuple[Layer, ...], by: str, units: tuple[Unit, ...]) -> Iterator[tuple[str, tuple[Layer, ...]]]:
    """The name of each part, and the layers on it."""
    if not by:
        yield "", layers
    elif by == "round":
        yield from _by_round(layers)
    elif by == "raters":
        yield from _by_raters(layers)
    else:
        yield from _by_units(layers, by, units)


def _by_round(layers: tuple[Layer, ...]) -> Iterator[tuple[str, tuple[Layer, ...]]]:
    for name in dict.fromkeys(layer.source.round for layer in layers):
        part = tuple(layer for layer in layers if layer.source.round == name)
        if len(part) < 2:
            raise BadInput(f"round {name!r} has one layer; agreement needs 2", where=f"layer {part[0].name}")
        yield f"round={name}", part


def _by_raters(layers: tuple[Layer, ...]) -> Iterator[tuple[str, tuple[Layer, ...]]]:
    """The units by the set of raters who judged them: each part is a fully crossed study of its own."""
    judges: dict[str, list[int]] = {}
    for i, layer in enumerate(layers):
        for unit in layer.units:
            judges.setdefault(unit, []).append(i)
    sets: dict[tuple[int, ...], list[str]] = {}
    for unit, judged_by in judges.items():
        sets.setdefault(tuple(judged_by), []).append(unit)
    together = {who: chosen for who, chosen in sets.items() if len(who) > 1}
    if not together:
        raise BadInput("no unit was judged by two raters", where=f"layers {layers[0].name}, ...")
    for who, chosen in sorted(together.items()):
        yield "raters=" + "+".join(layers[i].name for i in who), tuple(layers[i].only(chosen) for i in who)


def _by_units(layers: tuple[Layer, ...], by: str, units: tuple[Unit, ...]) -> Iterator[tuple[str, tuple[Layer, ...]]]:
    if not units:
        raise BadInput(f"by={by} needs to know the units", remedy="give the corpus, or units=corpus.units")
    values: dict[str, list[str]] = {}
    for unit in units:
        value = {"language": unit.language, "group": unit.group}.get(by, unit.attributes.text(by))
        values.setdefault(value, []).append(unit.id)
    if list(values) == [""]:
        raise NotFound(f"no unit says its {by}", remedy="by is pair, raters (who judged together), round, language, group or the name of an attribute of units")
    for value, chosen in values.items():
        yield f"{by}={value}", tuple(layer.only(chosen) for layer in layers)
