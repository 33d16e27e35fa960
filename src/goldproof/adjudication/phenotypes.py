"""Two sets of phenotypes of one unit, set side by side slot by slot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..model import Phenotype
from ..model.expression import canonical

SLOTS = ("entity", "quality", "related")


def pair_phenotypes(
    mine: Sequence[Phenotype], proposed: Sequence[Phenotype]
) -> Iterator[tuple[str, Phenotype | None, Phenotype | None]]:
    """Cause, mine, proposed: the same EQs fall out, those with most slots in common are paired, the rest stands alone."""
    left, right = list(mine), list(proposed)
    for same in (3, 2, 1):
        for a in list(left):
            b = next((b for b in right if _common(a, b) >= same), None)
            if b is not None:
                left.remove(a)
                right.remove(b)
                unsettled = b.attributes.get("open", ())
                if unsettled:
                    yield "open", a, b
                elif same < 3:
                    yield "slot", a, b
    yield from (("extra", a, None) for a in left)
    yield from (("missed", None, b) for b in right)


def _common(a: Phenotype, b: Phenotype) -> int:
    """Slots that say the same; none if neither entity nor quality does."""
    same = [_text(a, slot) == _text(b, slot) for slot in SLOTS]
    filled = any(same[i] and _text(a, SLOTS[i]) for i in (0, 1))
    return sum(same) if filled or (all(same)) else 0


def _text(p: Phenotype, slot: str) -> str:
    expression = getattr(p, slot)
    return "" if expression is None else canonical(expression)
