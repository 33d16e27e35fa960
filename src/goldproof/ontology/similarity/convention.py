"""Which combinations of superclasses an Entity-Quality statement has. Two conventions: the paper's, and that of its deposited numbers.

An EQ's subsumers are blocks: products of the superclasses of its slots (``E x Q``, ``E x Q x RE``, ...), and one block of plain names.
Blocks of different shape never share a member, so a size or an intersection is a sum over shapes of products over slots; that is all
there is to the closed form.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...errors import NotFound
from ...model import And, Expression, Phenotype, Some

E, Q, RE = 0, 1, 2
"""The slots, as columns."""

SHAPES: tuple[tuple[int, ...], ...] = ((E, Q), (E, Q, RE), (Q, RE), (E, RE))
"""Products that occur, by the slots that they multiply."""

Slots = tuple[Expression | None, Expression | None, Expression | None]


@dataclass(frozen=True, slots=True)
class Shape:
    """``products``: numbers of :data:`SHAPES`. ``plain``: the expression whose superclasses stand as plain names, and whether it is one of them itself."""

    products: tuple[int, ...] = ()
    plain: Expression | None = None
    itself: bool = False


EMPTY = Shape()


@dataclass(frozen=True, slots=True)
class Convention:
    """``partial``: what a statement has without its entity or its quality. ``inheres_in`` and ``towards`` are the relations of the whole expression."""

    name: str
    partial: bool
    inheres_in: str = "inheres_in"
    towards: str = "towards"

    def shape(self, phenotype: Phenotype, part: str = "whole") -> Shape:
        slots: Slots = phenotype.entity, phenotype.quality, phenotype.related
        if part == "entity":
            return EMPTY if slots[E] is None or (not self.partial and "entity" in phenotype.unmatched) else Shape((), slots[E], True)
        if not self.partial and not phenotype.complete:
            return EMPTY
        entity, quality, related = slots
        if entity is not None and quality is not None:
            return Shape((0,) if related is None else (0, 1), self.whole(phenotype))
        if related is not None and quality is not None:
            return Shape((2,))
        if related is not None and entity is not None:
            return Shape((3,), entity, True)
        alone = entity or quality or related
        return EMPTY if alone is None else Shape((), alone, True)

    def whole(self, phenotype: Phenotype) -> Expression:
        """``Q and inheres_in some E and towards some RE``."""
        assert phenotype.quality is not None
        parts: list[Expression] = [phenotype.quality]
        if phenotype.entity is not None:
            parts.append(Some(self.inheres_in, phenotype.entity))
        if phenotype.related is not None:
            parts.append(Some(self.towards, phenotype.related))
        return And(tuple(parts)) if len(parts) > 1 else parts[0]


CONVENTIONS = {
    # Section 3.5.1; a statement that is only partly matched scores 0 (section 4.4).
    "paper": Convention("paper", partial=False),
    # What the deposited program does with statements in which a slot is missing.
    "deposited": Convention("deposited", partial=True),
}


def convention(name: str | Convention) -> Convention:
    if isinstance(name, Convention):
        return name
    if name not in CONVENTIONS:
        raise NotFound(f"no convention is called {name!r}", remedy="there are: " + ", ".join(CONVENTIONS))
    return CONVENTIONS[name]
