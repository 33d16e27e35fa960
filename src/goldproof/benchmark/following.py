"""Ids of an older release followed to the terms of today, and said so."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ..model import Layer, MentionColumns
from ..ontology import Ontology, Standing


@dataclass(frozen=True, slots=True)
class Followed:
    """``layer`` with every concept by its current id. Counts are of concepts of mentions: ``alternative`` and ``obsolete`` ones were replaced,
    ``lost`` ones lead to no single term, ``unknown`` ones the ontology does not have; both are left as they are.
    """

    layer: Layer
    alternative: int = 0
    obsolete: int = 0
    lost: int = 0
    unknown: int = 0

    @property
    def changed(self) -> int:
        return self.alternative + self.obsolete


def follow(layer: Layer, ontology: Ontology) -> Followed:
    """The layer's mentions with alternative ids by their primary ones and obsolete ids by what replaced them."""
    columns = layer.mentions
    used, times = np.unique(columns.concepts, return_counts=True)
    names = list(columns.names)
    numbers = {name: i for i, name in enumerate(names)}
    fresh = np.arange(len(names) or 1, dtype=np.int64)
    counts = {"alternative": 0, "obsolete": 0, "lost": 0, "unknown": 0}
    for at, many in zip(used.tolist(), times.tolist(), strict=True):
        status = ontology.status(columns.names[at])
        if status.standing is Standing.UNKNOWN:
            counts["unknown"] += many
        elif not status.usable:
            counts["lost"] += many
        else:
            if status.standing is not Standing.CURRENT:
                counts[status.standing.value] += many
            fresh[at] = numbers.setdefault(status.id, len(numbers))
            if fresh[at] == len(names):
                names.append(status.id)
    made: MentionColumns = replace(columns, concepts=fresh[columns.concepts].astype(np.int32), names=tuple(names))
    return Followed(replace(layer, columns=made), **counts)
