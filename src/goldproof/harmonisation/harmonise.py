"""One layer out of several, by a rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..errors import BadInput, NotFound
from ..measures.naming import parse_call, printed, settle, spoken
from ..model import Attributes, Corpus, Kind, Layer, Maker, Source
from .centroid import CENTROID
from .estimated import DAWID_SKENE, MACE
from .exact import MAJORITY_OF_MENTIONS
from .majority import MAJORITY
from .mean import MEAN
from .median import MEDIAN
from .mode import MODE
from .orders import BORDA, KEMENY
from .rule import Ballot, Rule, Said
from .trees import MAJORITY_OF_PARSES
from .unanimous import UNANIMOUS
from .weights import weights as weigh

RULES: tuple[Rule, ...] = (
    CENTROID, MAJORITY_OF_MENTIONS, MAJORITY, MODE, MEDIAN, MEAN, MAJORITY_OF_PARSES, BORDA, KEMENY, DAWID_SKENE, MACE, UNANIMOUS,
)  # fmt: skip
USUAL: dict[Kind, str] = {
    Kind.MENTIONS: "centroid", Kind.PHENOTYPES: "majority", Kind.RATINGS: "median", Kind.PARSES: "unanimous", Kind.RANKINGS: "borda",
}  # fmt: skip


def harmonise(
    layers: Corpus | Iterable[Layer], rule: str = "", *, corpus: Corpus | None = None, name: str = "harmonised",
    weights: Mapping[str, float] | None = None,
) -> Layer:  # fmt: skip
    """One layer that says what the rule makes of all layers, and keeps the votes (attributes ``votes`` and ``of``).

    ``centroid(2,2)`` or ``majority(match=overlap)`` for mentions, ``majority`` for phenotypes and parses, ``median``, ``mean`` or ``majority`` for
    ratings, ``borda`` or ``kemeny`` for rankings, ``dawid-skene`` and ``mace`` where annotators differ in how good they are, ``unanimous`` for any
    kind; without a name, the usual one. Of a corpus, the layers that people and systems made are taken. ``corpus`` gives the texts where only
    layers are given. ``weights`` says by layer what its vote is worth (1 where it is not named); the rule's setting ``weights=agreement``,
    ``dawid-skene`` or ``mace`` finds them from the layers. The order of the layers makes no difference.
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
    found, settings = rule_of(rule, kind)
    if weights is not None:
        if "weights" not in settings:
            raise BadInput(f"{found.name} weighs nothing", remedy="leave the weights out, or take another rule")
        settings["weights"] = "given"
    units = _units(chosen, corpus)
    worth = weigh(settings.get("weights", "equal"), chosen, units, weights)
    ballot = Ballot(tuple(chosen), units, corpus, settings, worth)
    cast = found.vote(ballot)
    scales = {layer.scale for layer in chosen}
    facts = dict(cast.facts)
    if settings.get("weights", "equal") != "equal":
        facts["weights"] = tuple(round(w, 4) for w in worth)
    made = Source(
        printed(found.name, spoken(found.parameters, settings)), Maker.RULE, settings=Attributes({**facts, "layers": names}),
        **{field: _common(chosen, field) for field in ("round", "guideline", "ontology")},
    )  # fmt: skip
    scale = scales.pop() if len(scales) == 1 else None
    if cast.columns is not None:
        return Layer(name, made, cast.units, cast.columns, scale)
    return Layer.of(name, made, kind, _with_nothing(cast.said or {}, ballot), scale=scale)


def _with_nothing(said: Said, ballot: Ballot) -> dict[str, Sequence[Any]]:
    """What the rule says, and of units that everybody judged without finding anything to say: nothing. That is not the same as not judged."""
    out: dict[str, Sequence[Any]] = {}
    for unit in ballot.units:
        if unit in said:
            out[unit] = said[unit]
        elif (judged := ballot.judged(unit)) and not any(judged.values()):
            out[unit] = ()
    return out


def rule_of(rule: str, kind: Kind) -> tuple[Rule, dict[str, str]]:
    """The rule of that name for a kind of judgement, and its settings."""
    call = parse_call(rule or USUAL[kind])
    fitting = [r for r in RULES if kind in r.kinds]
    found = next((r for r in fitting if r.name == call.name), None)
    if found is None:
        raise NotFound(f"no rule {rule!r} harmonises {kind.value}", remedy="rules: " + ", ".join(r.name for r in fitting))
    return found, settle(call, found.parameters)


def _units(layers: list[Layer], corpus: Corpus | None) -> list[str]:
    """The units that any layer judged, in the order of the corpus."""
    judged = dict.fromkeys(unit for layer in layers for unit in layer.units)
    if corpus is None:
        return list(judged)
    known = [unit.id for unit in corpus.units if unit.id in judged]
    if len(known) < len(judged):
        there = set(known)
        stray = next(unit for unit in judged if unit not in there)
        raise NotFound(f"no unit {stray!r} in the corpus", where=f"layer {next(la.name for la in layers if stray in la)}")
    return known


def _common(layers: list[Layer], field: str) -> str:
    values = {getattr(layer.source, field) for layer in layers}
    return str(values.pop()) if len(values) == 1 else ""
