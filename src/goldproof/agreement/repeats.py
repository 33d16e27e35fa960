"""Self-agreement: what a rater says of the same item at another time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..errors import BadInput
from ..measures.bootstrap import DRAWS, LEVEL
from ..measures.figure import Figure
from ..model import Choice, Corpus, Layer, Maker, Pair, Passage, State, Unit
from .agree import agree


def repeats(
    layers: Corpus | Iterable[Layer], *names: str, units: Iterable[Unit] = (), draws: int = DRAWS, level: float = LEVEL, seed: int = 1
) -> tuple[Figure, ...]:
    """The agreement of each rater with themselves: on units that they judged in several rounds, and on repeats of an item.

    Two units are repeats of one item if they have the same group and language and show the same. The first, second, ... time that a
    rater met an item are taken for raters.
    """
    texts = layers.text_of if isinstance(layers, Corpus) else None
    if isinstance(layers, Corpus):
        units = tuple(units) or layers.units
        layers = (layer for layer in layers.layers if layer.source.kind != Maker.RULE)
    item = {}
    for unit in units:
        item[unit.id] = _shown(unit, texts(unit.id).text if texts is not None and isinstance(unit.content, Passage) else "")
    by_rater: dict[str, list[Layer]] = {}
    for layer in layers:
        by_rater.setdefault(layer.source.name, []).append(layer)
    out: list[Figure] = []
    for rater, theirs in by_rater.items():
        times = _times(rater, theirs, item)
        if len(times) > 1:
            out += [replace(f, group=f"rater={rater}") for f in agree(times, *names, draws=draws, level=level, seed=seed)]
    if not out:
        raise BadInput("no rater judged anything twice", remedy="repeats are rounds by one rater, or units of one group that show the same")
    return tuple(out)


def _shown(unit: Unit, text: str) -> tuple[object, ...]:
    """What makes two units one item; a unit of no group is an item of its own."""
    if not unit.group:
        return (unit.id,)
    match unit.content:
        case Pair():
            shown: tuple[object, ...] = (unit.content.left, unit.content.right)
        case State():
            shown = (unit.content.study, unit.content.character, unit.content.symbol)
        case Choice():
            shown = tuple(sorted(option.text for option in unit.content.options))
        case _:
            shown = (text,)
    return (unit.group, unit.language, *shown)


def _times(rater: str, layers: list[Layer], item: dict[str, tuple[object, ...]]) -> list[Layer]:
    """A layer for the first, second, ... time, each on the items that were met so often."""
    met: dict[tuple[object, ...], list[tuple[int, str]]] = {}
    for number, layer in enumerate(layers):
        for unit in layer.units:
            met.setdefault(item.get(unit, (unit,)), []).append((number, unit))
    again = {name: times for name, times in met.items() if len(times) > 1}
    out = []
    for time in range(max((len(times) for times in again.values()), default=0)):
        found = {}
        for name, times in again.items():
            if time < len(times):
                number, unit = times[time]
                found["/".join(map(str, name))] = layers[number][unit]
        out.append(Layer.of(f"{rater}, time {time + 1}", layers[0].source, layers[0].kind, found, scale=layers[0].scale))
    return out
