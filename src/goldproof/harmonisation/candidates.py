"""Candidates: each thing that any annotator says of a unit, and who of those who judged the unit says it too.

For mentions a candidate is a place and one concept (or a label, where there is no concept); for phenotypes an EQ; for ratings the unit itself
is the question and its values are the answers.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput
from ..model import Kind, Layer, Mention, Phenotype
from ..model.expression import canonical
from .em import MISSING, Answers

Key = tuple[bool, str]
"""What is voted on: (True, concept), or (False, label) of a mention without a concept."""


MOST = 100
"""So many different values can be answers to a question; more of them are measurements."""


@dataclass(frozen=True)
class Candidates:
    """``answers[i, j]``: 1 if annotator j says candidate i, 0 if he judged its unit and does not, -1 if he did not judge it."""

    unit: NDArray[np.int64]
    core: Sequence[Hashable]
    answers: Answers

    def __len__(self) -> int:
        return len(self.core)


def keys(m: Mention) -> tuple[Key, ...]:
    """What a mention votes for: its concepts one by one, or its label."""
    return tuple((True, c) for c in dict.fromkeys(m.concepts)) or ((False, m.label),)


def cores(kind: Kind, judgement: Any) -> tuple[Hashable, ...]:
    """What two judgements must have in common to be the same candidate."""
    if kind is Kind.MENTIONS:
        place = tuple(sorted(judgement.spans))
        return tuple((place, key) for key in keys(judgement))
    if kind is Kind.PHENOTYPES:
        return (slots(judgement),)
    raise BadInput(f"{kind.value} have no candidates")


def slots(p: Phenotype) -> tuple[str, str, str]:
    """The slots of an EQ as canonical text, "" where one is not filled."""
    e, q, r = ("" if x is None else canonical(x) for x in (p.entity, p.quality, p.related))
    return e, q, r


def candidates(layers: Sequence[Layer], units: Sequence[str]) -> Candidates:
    """All candidates of the units, in the order in which they come."""
    number = {unit: i for i, unit in enumerate(units)}
    kind = layers[0].kind
    known: dict[tuple[int, Hashable], int] = {}
    said_by: list[array[int]] = []
    for layer in layers:
        mine = array("q")
        for unit, said in layer.items():
            at = number.get(unit)
            if at is not None:
                mine.extend(known.setdefault((at, core), len(known)) for judgement in said for core in cores(kind, judgement))
        said_by.append(mine)
    at_unit = np.fromiter((at for at, _ in known), np.int64, len(known))
    answers = np.full((len(known), len(layers)), MISSING, np.int8)
    for j, (layer, mine) in enumerate(zip(layers, said_by, strict=True)):
        judged = np.zeros(len(units), bool)
        judged[[number[u] for u in layer.units if u in number]] = True
        answers[judged[at_unit], j] = 0
        answers[np.frombuffer(mine, np.int64), j] = 1
    return Candidates(at_unit, [core for _, core in known], answers)


def values(layers: Sequence[Layer], units: Sequence[str]) -> tuple[list[float | str], Answers]:
    """The values that ratings have, and for each unit and annotator the number of his."""
    number = {unit: i for i, unit in enumerate(units)}
    known: dict[float | str, int] = {}
    answers = np.full((len(units), len(layers)), MISSING, np.int32)
    for j, layer in enumerate(layers):
        for unit, said in layer.items():
            if unit in number and said and said[0].value == said[0].value:
                answers[number[unit], j] = known.setdefault(said[0].value, len(known))
    if len(known) > MOST:
        raise BadInput(f"{len(known)} different values are too many to be answers", remedy="use mean or median for measured values")
    return list(known), answers.astype(np.int8)
