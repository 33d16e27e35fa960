"""A phenotype put together slot by slot from what is on a card: ``E1 Q2 R0`` takes the entity of reading 1, the quality of 2, the related entity of the proposal."""

from __future__ import annotations

import re
from typing import Any

from ..errors import BadInput
from ..model import Phenotype
from .queue import Card

_WORD = re.compile(r"(E|Q|RE|R)(\d|-)", re.IGNORECASE)
_SLOT = {"E": "entity", "Q": "quality", "R": "related", "RE": "related"}


def is_by_slots(line: str) -> bool:
    return bool(line.split()) and all(_WORD.fullmatch(word) for word in line.split())


def by_slots(card: Card, line: str) -> tuple[Phenotype, ...]:
    """The phenotype; ``R-`` leaves a slot empty, a slot that is not named is the proposal's (or empty)."""
    slots: dict[str, Any] = {}
    proposal = card.proposed[0] if card.proposed else None
    for name in ("entity", "quality", "related"):
        slots[name] = getattr(proposal, name, None)
    for word in line.split():
        found = _WORD.fullmatch(word)
        if found is None:
            raise BadInput(f"not a slot and a reading: {word}", where="edit", remedy="write E1 Q2 R0")
        slots[_SLOT[found[1].upper()]] = _from(card, found[2], _SLOT[found[1].upper()])
    return (Phenotype(**slots),)


def _from(card: Card, number: str, slot: str) -> object:
    if number == "-":
        return None
    n = int(number)
    said = card.proposed if n == 0 else next((r.judged for r in card.readings if r.number == n), None)
    if said is None:
        raise BadInput(f"there is no reading {n}", where="edit")
    return getattr(said[0], slot) if said else None
