"""What each annotator says otherwise than the harmonised layer, why, and how much it matters: what an adjudicator looks at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, overload

from ..errors import BadInput
from ..model import Corpus, Kind, Layer, Maker
from ..ontology import Ontology
from .cause import EXPLAINED, Cause, Finding
from .mentions import pair_mentions
from .parses import pair_parses
from .phenotypes import pair_phenotypes
from .ratings import pair_rankings, pair_ratings

__all__ = ["EXPLAINED", "Cause", "Difference", "Differences", "differences", "pairing"]

Pairing = Callable[[Sequence[Any], Sequence[Any]], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class Difference:
    """One annotator against the proposal in one unit; a side is None where there is nothing on it.

    Of a parse, the sides are a sentence, a word or a constituent. ``matters`` is between 0 and 1.
    """

    unit: str
    layer: str
    cause: Cause
    mine: Any
    proposed: Any
    matters: float = 1.0
    detail: str = ""


@dataclass(frozen=True)
class Differences(Sequence[Difference]):
    """Differences, what matters most first, with the proposal and the layers that they are between: ``project.queue`` takes them."""

    found: tuple[Difference, ...]
    proposal: Layer
    layers: tuple[Layer, ...]
    ontology: Ontology | None = field(default=None, repr=False)
    units: tuple[str, ...] = field(default=(), repr=False)

    @overload
    def __getitem__(self, index: int) -> Difference: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Difference, ...]: ...
    def __getitem__(self, index: int | slice) -> Difference | tuple[Difference, ...]:
        return self.found[index]

    def __len__(self) -> int:
        return len(self.found)

    @property
    def causes(self) -> dict[Cause, int]:
        """How often each cause occurs, what matters most first."""
        counts = Counter(d.cause for d in self.found)
        return {cause: counts[cause] for cause in Cause if counts[cause]}


def differences(
    layers: Corpus | Iterable[Layer], proposal: Layer, *, ontology: Ontology | None = None, units: Iterable[str] | None = None
) -> Differences:
    """Every difference between the layers and the proposal: the cause that matters most first, then the largest, then by unit.

    Of a corpus, the layers of the proposal's kind that people and systems made are taken. ``ontology`` tells a concept
    above or below from one that has nothing to do with it. Units that a layer, or the proposal, did not judge are no difference.
    """
    if isinstance(layers, Corpus):
        layers = (la for la in layers.of_kind(proposal.kind) if la.source.kind != Maker.RULE)
    chosen = tuple(layers)
    for layer in chosen:
        if layer.kind != proposal.kind:
            raise BadInput(f"holds {layer.kind.value}, the proposal {proposal.kind.value}", where=f"layer {layer.name}")
    wanted = tuple(proposal.units if units is None else units)
    pair = pairing((*chosen, proposal), ontology)
    found: list[Difference] = []
    for layer in chosen:
        for unit in wanted:
            mine, proposed = layer.get(unit), proposal.get(unit)
            if mine is not None and proposed is not None:
                found += [Difference(unit, layer.name, f.cause, f.mine, f.proposed, f.matters, f.detail) for f in pair(mine, proposed)]
    order = {unit: i for i, unit in enumerate(wanted)}
    rank = {cause: i for i, cause in enumerate(Cause)}
    ranked = sorted(found, key=lambda d: (rank[d.cause], -round(d.matters, 9), order[d.unit], d.layer))
    return Differences(tuple(ranked), proposal, chosen, ontology, wanted)


def pairing(layers: Sequence[Layer], ontology: Ontology | None = None) -> Pairing:
    """How the judgements of two layers of one kind are set side by side: a function of what each says of a unit."""
    match layers[0].kind:
        case Kind.MENTIONS:
            return lambda a, b: pair_mentions(a, b, ontology)
        case Kind.PHENOTYPES:
            return lambda a, b: pair_phenotypes(a, b, ontology)
        case Kind.RATINGS:
            scale = next((layer.scale for layer in layers if layer.scale is not None), None)
            reach = _reach(layers)
            return lambda a, b: pair_ratings(a, b, scale, reach)
        case Kind.RANKINGS:
            return pair_rankings
        case Kind.PARSES:
            return pair_parses


def _reach(layers: Iterable[Layer]) -> float:
    """The distance of the lowest and the highest rating that anybody gave."""
    values = [float(v) for layer in layers for v in layer.ratings.values.tolist() if v == v]
    return max(values) - min(values) if values else 0.0
