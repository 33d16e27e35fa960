"""A rule that makes one layer of several: its name, its settings, and what it does with a ballot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any

from ..measures.naming import Parameter
from ..model import Columns, Corpus, Kind, Layer
from ..model.attributes import Value

Said = Mapping[str, Sequence[Any]]
"""Unit -> what the rule says of it. A unit that is not there: the rule cannot say."""
NO_FACTS: Mapping[str, Value] = MappingProxyType({})

VOTES = ("votes", "of", "exact", "open")
"""Attributes that rules write; they say nothing about the judgement itself and are not voted on again."""
PRIVATE = ("note", "annotator", *VOTES)
"""Attributes that belong to one annotator."""

SLACK = 1e-9
"""Weights are fractions: a sum of them that should be 2 may be a little less."""

WEIGHING = ("equal", "agreement", "dawid-skene", "mace", "given")
WEIGHTS = Parameter("weights", "equal", WEIGHING, "what each annotator's vote is worth: the same, by agreement with the others, by accuracy as estimated, or as given", tacit=True)


@dataclass(frozen=True)
class Ballot:
    """What a rule decides on. ``layers`` come sorted by name, so that their order cannot matter; ``weights`` is what the vote of each is
    worth, their mean is 1. ``units`` are those that any of the layers judged.
    """

    layers: Sequence[Layer]
    units: Sequence[str]
    corpus: Corpus | None
    settings: Mapping[str, str]
    weights: tuple[float, ...]

    @cached_property
    def equal(self) -> bool:
        return all(w == 1 for w in self.weights)

    def judged(self, unit: str) -> dict[int, tuple[Any, ...]]:
        """What each of the layers that judged a unit says of it, by the layer's number."""
        said = ((i, layer.get(unit)) for i, layer in enumerate(self.layers))
        return {i: found for i, found in said if found is not None}

    def worth(self, layers: Sequence[int]) -> float:
        """The votes of some of the layers: their number where all weigh the same."""
        return len(layers) if self.equal else sum(self.weights[i] for i in layers)


@dataclass(frozen=True)
class Cast:
    """A rule's answer, as records by unit or as columns. ``facts`` go into the settings of the layer's source (estimated accuracies)."""

    said: Said | None = None
    units: tuple[str, ...] = ()
    columns: Columns | None = None
    facts: Mapping[str, Value] = field(default_factory=lambda: NO_FACTS)


@dataclass(frozen=True)
class Rule:
    """``vote(ballot)`` says what the rule makes of it."""

    name: str
    title: str
    kinds: frozenset[Kind]
    parameters: tuple[Parameter, ...]
    vote: Callable[[Ballot], Cast]
    see: str = ""


def told(votes: float) -> int | float:
    """A number of votes as it is kept: whole where nothing was weighed."""
    return int(votes) if float(votes).is_integer() else round(float(votes), 4)
