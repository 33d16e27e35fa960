"""What each annotator says otherwise than the harmonised layer, and why: the queue of an adjudicator."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ..errors import BadInput
from ..model import Corpus, Kind, Layer, Maker
from ..ontology import Ontology
from .mentions import pair_mentions
from .phenotypes import pair_phenotypes


class Cause(StrEnum):
    """Why two judgements differ; what matters most stands first."""

    MISSED = "missed"
    EXTRA = "extra"
    UNRELATED = "concept-unrelated"
    GENERAL = "concept-general"
    SPECIFIC = "concept-specific"
    SLOT = "slot"
    OPEN = "open"
    ATTRIBUTE = "attribute"
    FRAGMENT = "fragment"
    BOUNDARY = "boundary"
    VALUE = "value"
    OTHER = "other"


EXPLAINED = {
    Cause.MISSED: "the annotator has nothing where the others agree on something",
    Cause.EXTRA: "only the annotator has it, or too few others",
    Cause.UNRELATED: "the same place, another concept, neither above the other",
    Cause.GENERAL: "the annotator's concept stands above the harmonised one",
    Cause.SPECIFIC: "the annotator's concept stands below the harmonised one",
    Cause.SLOT: "a slot of a phenotype is filled otherwise",
    Cause.OPEN: "a slot of a phenotype has no majority",
    Cause.ATTRIBUTE: "the same mention, but negated, uncertain, ... differ",
    Cause.FRAGMENT: "the same concept, with other fragments",
    Cause.BOUNDARY: "the same concept, with other ends",
    Cause.VALUE: "another value",
    Cause.OTHER: "another judgement",
}


@dataclass(frozen=True, slots=True)
class Difference:
    """One annotator against the proposal in one unit; a side is None where there is nothing on it."""

    unit: str
    layer: str
    cause: Cause
    mine: Any
    proposed: Any


def differences(
    layers: Corpus | Iterable[Layer], proposal: Layer, *, ontology: Ontology | None = None, units: Iterable[str] | None = None
) -> tuple[Difference, ...]:
    """Every difference between the layers and the proposal, by cause and unit.

    Of a corpus, the layers of the proposal's kind that people and systems made are taken. ``ontology`` tells a concept
    above or below from one that has nothing to do with it. Units that a layer did not judge are no difference.
    """
    if isinstance(layers, Corpus):
        layers = (la for la in layers.of_kind(proposal.kind) if la.source.kind != Maker.RULE)
    wanted = tuple(proposal.units if units is None else units)
    found: list[Difference] = []
    for layer in layers:
        if layer.kind != proposal.kind:
            raise BadInput(f"holds {layer.kind.value}, the proposal {proposal.kind.value}", where=f"layer {layer.name}")
        for unit in wanted:
            mine, proposed = layer.get(unit), proposal.get(unit)
            if mine is not None and proposed is not None:
                found += [Difference(unit, layer.name, Cause(cause), a, b) for cause, a, b in _pairs(layer.kind, mine, proposed, ontology)]
    order = {unit: i for i, unit in enumerate(wanted)}
    rank = {cause: i for i, cause in enumerate(Cause)}
    return tuple(sorted(found, key=lambda d: (rank[d.cause], order[d.unit], d.layer)))


def _pairs(kind: Kind, mine: Sequence[Any], proposed: Sequence[Any], ontology: Ontology | None) -> Iterator[tuple[str, Any, Any]]:
    match kind:
        case Kind.MENTIONS:
            yield from pair_mentions(mine, proposed, ontology)
        case Kind.PHENOTYPES:
            yield from pair_phenotypes(mine, proposed)
        case Kind.RATINGS:
            if [x.value for x in mine] != [x.value for x in proposed]:
                yield "value", _first(mine), _first(proposed)
        case _:
            if tuple(mine) != tuple(proposed):
                yield "other", _first(mine), _first(proposed)


def _first(said: Sequence[Any]) -> Any:
    return said[0] if said else None
