"""What following ids to the terms of today did to a layer, in counts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..measures.hierarchy import follow
from ..model import Layer
from ..ontology import Ontology, Standing


@dataclass(frozen=True, slots=True)
class Followed:
    """``layer`` with the ids of today. The counts are of concepts of mentions by what their id was: ``alternative`` and ``obsolete`` ones were
    replaced, ``lost`` ones lead to no single term, ``unknown`` ones the ontology does not have; both are left as they are.
    """

    layer: Layer
    alternative: int = 0
    obsolete: int = 0
    lost: int = 0
    unknown: int = 0

    @property
    def changed(self) -> int:
        return self.alternative + self.obsolete

    @property
    def note(self) -> str:
        """One line for people, nothing if there is nothing to say."""
        if not (self.changed or self.lost or self.unknown):
            return ""
        return (f"{self.layer.name}: {self.alternative} alternative and {self.obsolete} obsolete ids followed, "
                f"{self.lost} without one replacement, {self.unknown} unknown")  # fmt: skip


def followed(layer: Layer, ontology: Ontology) -> Followed:
    """The layer followed, and how many of its concepts that concerned."""
    columns = layer.mentions
    times = np.bincount(columns.concepts, minlength=len(columns.names))
    made = follow(layer, ontology)
    counts = {Standing.ALTERNATIVE: 0, Standing.OBSOLETE: 0}
    many = {columns.names[n]: int(times[n]) for n in np.flatnonzero(times).tolist()}
    for id in made.changed:
        standing = ontology.status(id).standing
        if standing in counts:
            counts[standing] += many[id]
    return Followed(made.layer, counts[Standing.ALTERNATIVE], counts[Standing.OBSOLETE], sum(many[i] for i in made.obsolete), sum(many[i] for i in made.unknown))
