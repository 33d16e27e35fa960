"""Phenotypes compared slot by slot, exactly.

What is matched (``on``): ``eq`` entity, quality and related entity together; ``entity``; ``quality``. Two expressions are
equal if they say the same with the parts of a conjunction in any order; nothing is reasoned.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..model import Layer, PhenotypeColumns
from ..model.expression import canonical
from .matching import Keys, common_numbers, tally, units_of

ON = ("eq", "entity", "quality")


def count_phenotypes(a: Layer, b: Layer, on: str) -> NDArray[np.int64]:
    """``(tp, fp, fn)`` for each unit; a slot that is not filled equals one that is not filled."""
    sides = a.phenotypes, b.phenotypes
    numbers = common_numbers(*([canonical(e) for e in columns.expressions] for columns in sides))
    slots = ("entity", "quality", "related") if on == "eq" else (on,)
    keys = [
        [units_of(columns.offsets), *(_numbered(columns, slot, number) for slot in slots)]
        for columns, number in zip(sides, numbers, strict=True)
    ]
    return tally(keys[0], keys[1], len(a.units))


def _numbered(columns: PhenotypeColumns, slot: str, number: Keys) -> Keys:
    column: NDArray[np.int32] = getattr(columns, slot)
    # An empty slot is -1 in the columns: the -1 at the end of the table keeps it so.
    out: Keys = np.append(number, -1)[column]
    return out
