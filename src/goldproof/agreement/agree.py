"""How far layers agree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..errors import BadInput, NotFound
from ..measures.bootstrap import DRAWS, LEVEL, interval
from ..measures.figure import Figure
from ..measures.measure import measure
from ..measures.naming import Call, parse_call, printed, settle
from ..measures.score import drawn
from ..model import Corpus, Kind, Layer, Maker, Unit
from ..registry import door
from .alpha import ALPHA
from .concordance import W
from .pairwise import pairwise
from .statistic import Coefficient

COEFFICIENTS: dict[str, Coefficient] = {c.name: c for c in (ALPHA, W)}
"""Coefficients of many raters; every other name is a measure, taken over the pairs."""

USUAL = {Kind.MENTIONS: "F1", Kind.PHENOTYPES: "F1", Kind.PARSES: "F1", Kind.RATINGS: "alpha", Kind.RANKINGS: "W"}


def agree(
    layers: Corpus | Iterable[Layer],
    *names: str,
    by: str = "",
    units: Iterable[Unit] = (),
    draws: int = DRAWS,
    level: float = LEVEL,
    seed: int = 1,
) -> tuple[Figure, ...]:
    """The agreement of layers by coefficients (``alpha(level=ordinal)``, ``W``) and measures (``F1``: each pair, then their mean).

    Of a corpus, the layers that people and systems made are taken. ``by="round"`` takes the layers of each round apart;
    ``by="language"``, ``"group"`` or the name of an attribute takes the units apart, for which a corpus or ``units`` must be
    given. Intervals come from ``draws`` resamplings of the units (0: none). Without names: what is usual for the kind.
    """
    if isinstance(layers, Corpus):
        units = tuple(units) or layers.units
        layers = (layer for layer in layers.layers if layer.source.kind != Maker.RULE)
    chosen = tuple(layers)
    kinds = sorted({layer.kind.value for layer in chosen})
    if len(kinds) > 1:
        raise BadInput(f"layers of {' and '.join(kinds)} cannot agree with each other", remedy="give the layers of one kind")
    if len({layer.name for layer in chosen}) < len(chosen):
        raise BadInput("two layers have the same name", remedy="rename one with layer.called(...)")
    if len(chosen) < 2:
        raise BadInput(f"{len(chosen)} layers; agreement needs 2")
    calls = [parse_call(name) for name in names or (USUAL[chosen[0].kind],)]
    out: list[Figure] = []
    for group, part in _groups(chosen, by, tuple(units)):
        for call in calls:
            out.extend(_figures(call, part, group, draws, level, seed))
    return tuple(out)


def _figures(call: Call, layers: Sequence[Layer], group: str, draws: int, level: float, seed: int) -> Iterator[Figure]:
    kind = layers[0].kind
    coefficient = COEFFICIENTS.get(call.name)
    if coefficient is None:
        if call.name not in door("measures").names():
            have = ", ".join((*COEFFICIENTS, *door("measures").names()))
            raise NotFound(f"no measure or coefficient is called {call.name!r}", remedy=f"there are: {have}")
        yield from pairwise(layers, measure(call, kind=kind), draws=draws, level=level, seed=seed, group=group)
        return
    if kind not in coefficient.kinds:
        kinds = " or ".join(sorted(k.value for k in coefficient.kinds))
        raise BadInput(f"{call.name} is about {kinds}, the layers hold {kind.value}", where=f"layer {layers[0].name}")
    settings = settle(call, coefficient.parameters, coefficient.defaults(layers))
    found = coefficient.of(layers, settings)
    made_from: tuple[tuple[str, str], ...] = (("raters", str(len(layers))),)
    ends = None
    if found.value is not None and found.values is not None and draws:
        ends = interval(found.values, found.units, draws=draws, level=level, seed=seed)
    if ends is not None:
        made_from += drawn(draws, level, seed)
    low, high = ends or (None, None)
    names = tuple(layer.name for layer in layers)
    yield Figure(printed(call.name, settings), found.value, found.units, names, group, low, high, found.why, made_from)


def _groups(layers: tuple[Layer, ...], by: str, units: tuple[Unit, ...]) -> Iterator[tuple[str, tuple[Layer, ...]]]:
    if not by:
        yield "", layers
        return
    if by == "round":
        rounds = dict.fromkeys(layer.source.round for layer in layers)
        for name in rounds:
            part = tuple(layer for layer in layers if layer.source.round == name)
            if len(part) < 2:
                raise BadInput(f"round {name!r} has one layer; agreement needs 2", where=f"layer {part[0].name}")
            yield f"round={name}", part
        return
    if not units:
        raise BadInput(f"by={by} needs to know the units", remedy="give the corpus, or units=corpus.units")
    values: dict[str, list[str]] = {}
    for unit in units:
        value = {"language": unit.language, "group": unit.group}.get(by, unit.attributes.text(by))
        values.setdefault(value, []).append(unit.id)
    if list(values) == [""]:
        raise NotFound(f"no unit says its {by}", remedy="by is round, language, group or the name of an attribute of units")
    for value, chosen in values.items():
        yield f"{by}={value}", tuple(layer.only(chosen) for layer in layers)
