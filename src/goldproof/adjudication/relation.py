"""How a concept stands to another: above, below, or neither; and how far apart they are."""

from __future__ import annotations

from collections.abc import Iterable

from ..ontology import Ontology
from .cause import Cause


def relation(mine: Iterable[str], proposed: Iterable[str], ontology: Ontology | None) -> tuple[Cause, float]:
    """The cause that two sets of concepts differ by, and 1 less the Jaccard similarity of the closest two (1 where no ontology knows them)."""
    best: tuple[float, Cause] = (1.0, Cause.UNRELATED)
    if ontology is not None:
        theirs = [y for y in proposed if y in ontology]
        for x in mine:
            if x in ontology:
                for y in theirs:
                    best = min(best, _of_two(x, y, ontology), key=lambda found: (found[1] is Cause.UNRELATED, found[0]))
    return best[1], best[0]


def _of_two(x: str, y: str, ontology: Ontology) -> tuple[float, Cause]:
    above, below = {x, *ontology.ancestors(x)}, {y, *ontology.ancestors(y)}
    apart = 1 - len(above & below) / len(above | below)
    if x in below:
        return apart or 1.0, Cause.GENERAL
    return apart or 1.0, Cause.SPECIFIC if y in above else Cause.UNRELATED
