"""An Entity-Quality phenotype."""

from __future__ import annotations

from dataclasses import dataclass

from .attributes import NONE, Attributes
from .expression import Expression


@dataclass(frozen=True, slots=True)
class Phenotype:
    """An entity has a quality, towards a related entity where the quality is relational.

    A slot is an expression or None (not filled). ``unmatched`` holds, by slot name ("entity", "quality",
    "related"), the text for which no term was found. ``attributes`` hold what else was said: ``count``,
    ``measurement``, ``unit``, ``description``, ``note``, ``score``, and the labels that a table gave.
    """

    entity: Expression | None = None
    quality: Expression | None = None
    related: Expression | None = None
    attributes: Attributes = NONE
    unmatched: Attributes = NONE

    @property
    def complete(self) -> bool:
        """Entity and quality are there and no text was left without a term."""
        return self.entity is not None and self.quality is not None and not self.unmatched

    def __str__(self) -> str:
        slots = (("E", self.entity), ("Q", self.quality), ("RE", self.related))
        return "; ".join(f"{name}: {slot}" for name, slot in slots if slot is not None) or "(empty)"
