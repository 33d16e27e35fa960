"""One layer out of several, by a rule."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import BadInput, NotFound
from ..measures.naming import parse_call, printed, settle
from ..model import Attributes, Corpus, Kind, Layer, Maker, Source
from .centroid import CENTROID
from .majority import MAJORITY
from .median import MEDIAN
from .rule import Rule
from .unanimous import UNANIMOUS

RULES: dict[str, Rule] = {rule.name: rule for rule in (CENTROID, MAJORITY, MEDIAN, UNANIMOUS)}
USUAL = {
    Kind.MENTIONS: "centroid", Kind.PHENOTYPES: "majority", Kind.RATINGS: "median", Kind.PARSES: "unanimous",
    Kind.RANKINGS: "unanimous",
}  # fmt: skip


def harmonise(layers: Corpus | Iterable[Layer], rule: str = "", *, corpus: Corpus | None = None, name: str = "harmonised") -> Layer:
    """One layer that says what the rule makes of all layers, and keeps the votes (attributes ``votes`` and ``of``).

    ``centroid(2,2)`` for mentions, ``majority`` for phenotypes, ``median`` for ratings, ``unanimous`` for any kind; without a
    name, the usual one. Of a
    corpus, the layers that people and systems made are taken. ``corpus`` gives the texts where only layers are given.
    The order of the layers makes no difference.
    """
    if isinstance(layers, Corpus):
        corpus = corpus or layers
        layers = (layer for layer in layers.layers if layer.source.kind != Maker.RULE)
    chosen = sorted(layers, key=lambda layer: layer.name)
    names = tuple(layer.name for layer in chosen)
    if not chosen:
        raise BadInput("no layers to harmonise")
    if len(set(names)) < len(names):
        raise BadInput("two layers have the same name", remedy="rename one with layer.called(...)")
    kinds = {layer.kind for layer in chosen}
    if len(kinds) > 1:
        raise BadInput(f"layers of {' and '.join(sorted(k.value for k in kinds))} cannot be harmonised together")
    kind = chosen[0].kind
    call = parse_call(rule or USUAL[kind])
    found = RULES.get(call.name)
    if found is None or kind not in found.kinds:
        fitting = [r.name for r in RULES.values() if kind in r.kinds]
        raise NotFound(f"no rule {rule!r} harmonises {kind.value}", remedy="rules: " + ", ".join(fitting))
    settings = settle(call, found.parameters)
    voted = found.vote(chosen, _units(chosen, corpus), corpus, settings)
    scales = {layer.scale for layer in chosen}
    made = Source(
        printed(found.name, settings), Maker.RULE, settings=Attributes(layers=names),
        **{field: _common(chosen, field) for field in ("round", "guideline", "ontology")},
    )  # fmt: skip
    return Layer.of(name, made, kind, voted, scale=scales.pop() if len(scales) == 1 else None)


def _units(layers: list[Layer], corpus: Corpus | None) -> list[str]:
    """The units that any layer judged, in the order of the corpus."""
    judged = dict.fromkeys(unit for layer in layers for unit in layer.units)
    if corpus is None:
        return list(judged)
    known = [unit.id for unit in corpus.units if unit.id in judged]
    if len(known) < len(judged):
        stray = next(unit for unit in judged if unit not in set(known))
        raise NotFound(f"no unit {stray!r} in the corpus", where=f"layer {next(la.name for la in layers if stray in la)}")
    return known


def _common(layers: list[Layer], field: str) -> str:
    values = {getattr(layer.source, field) for layer in layers}
    return str(values.pop()) if len(values) == 1 else ""
