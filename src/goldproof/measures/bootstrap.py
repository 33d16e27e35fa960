"""Intervals by drawing units again with replacement, written once over counts (Efron 1979; percentile interval)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput

DRAWS = 1000
LEVEL = 0.95
_BLOCK = 4_000_000


def resamplings(units: int, *, draws: int, seed: int, times: NDArray[np.int64] | None = None) -> Iterator[NDArray[np.int64]]:
    """How often each unit was drawn, a row a draw, in blocks that fit into memory. The same seed gives the same draws.

    With ``times`` the columns are kinds of units, of which there are so many each.
    """
    if draws < 1:
        raise BadInput(f"{draws} draws; an interval needs at least 1")
    chance = np.random.default_rng(seed)
    shares = np.full(units, 1 / units) if times is None else times / units
    step = max(1, _BLOCK // max(len(shares), 1))
    for start in range(0, draws, step):
        yield chance.multinomial(units, shares, size=min(step, draws - start)).astype(np.int64)


def interval(
    values: Callable[[NDArray[np.int64]], NDArray[np.float64]],
    units: int,
    *,
    draws: int = DRAWS,
    level: float = LEVEL,
    seed: int = 1,
    times: NDArray[np.int64] | None = None,
) -> tuple[float, float] | None:
    """The interval of what ``values`` makes of each resampling.

    ``times``: see :func:`resamplings`. None where it would say nothing: fewer than two units, or a value that is undefined in more than one draw of twenty.
    """
    if not 0 < level < 1:
        raise BadInput(f"a level of {level}; it is between 0 and 1")
    if units < 2 or draws < 1:
        return None
    found = np.concatenate([values(weights) for weights in resamplings(units, draws=draws, seed=seed, times=times)])
    known = found[~np.isnan(found)]
    if len(known) < 0.95 * len(found):
        return None
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2]).tolist()
    return low, high
