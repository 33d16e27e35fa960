"""The paired bootstrap (Efron 1979; Koehn 2004): the difference of two systems when the units are drawn again.

Units with the same counts on both sides are drawn together: the numbers of times that the distinct rows are drawn follow a multinomial with
the shares of the rows, so the price depends on the number of distinct rows.
"""

from __future__ import annotations

import numpy as np

from ..errors import BadInput
from .pairs import Sides, grouped
from .verdict import Verdict, undefined
from .wholes import judged

DRAWS = 10_000
_BLOCK = 4_000_000


def bootstrap(sides: Sides, *, draws: int = DRAWS, level: float = 0.95, seed: int = 1) -> Verdict:
    """The difference with its percentile interval; two-sided p of the difference, centred under the null.

    ``p = (1 + #{|d* - d| >= |d|}) / (1 + draws)``: how often a difference drawn around zero is as large (Riezler & Maxwell 2005, shift method).
    """
    if draws < 1:
        raise BadInput(f"{draws} draws; a bootstrap needs at least 1")
    if not 0 < level < 1:
        raise BadInput(f"a level of {level}; it is between 0 and 1")
    if sides.units < 2:
        return undefined("bootstrap", sides.units, "one unit cannot be drawn anew")
    observed = sides.difference
    if observed != observed:
        return undefined("bootstrap", sides.units, "a value is undefined")
    width = sides.a.shape[1]
    distinct, times = grouped(np.concatenate([sides.a, sides.b], axis=1))
    chance = np.random.default_rng(seed)
    step = max(1, _BLOCK // len(times))
    found = []
    for start in range(0, draws, step):
        drawn = chance.multinomial(sides.units, times / sides.units, size=min(step, draws - start))
        sums = drawn @ distinct
        found.append(sides.score(sums[:, :width]) - sides.score(sums[:, width:]))
    return judged(observed, np.concatenate(found), sides.units, draws, level, seed)
