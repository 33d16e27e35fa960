"""Permutation and bootstrap of values that are no function of sums over units (rank correlations): every draw is computed from the rows themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput
from .permutation import DRAWS, SLACK
from .verdict import Verdict, undefined

Rows = NDArray[np.float64]


@dataclass(frozen=True)
class Wholes:
    """Rows of two systems, ``a[i]`` and ``b[i]`` of the same unit; ``values(rows, weights)`` gives a value for each row of weights."""

    a: Rows
    b: Rows
    values: Callable[[Rows, NDArray[np.int64]], NDArray[np.float64]]

    def __post_init__(self) -> None:
        if self.a.shape != self.b.shape:
            raise BadInput(f"rows of {self.a.shape} beside rows of {self.b.shape}: the systems must be counted on the same units")

    @property
    def units(self) -> int:
        return len(self.a)

    def value(self, rows: Rows) -> float:
        return float(self.values(rows, np.ones((1, len(rows)), dtype=np.int64))[0])

    @property
    def difference(self) -> float:
        return self.value(self.a) - self.value(self.b)


def permute_wholes(sides: Wholes, *, draws: int = DRAWS, seed: int = 1, exact_up_to: int = 12) -> Verdict:
    """As :func:`.permutation.permute`, a draw at a time."""
    if draws < 1:
        raise BadInput(f"{draws} draws; a permutation test needs at least 1")
    observed = sides.difference
    if observed != observed:
        return undefined("permutation", sides.units, "a value is undefined")
    differ = np.flatnonzero((sides.a != sides.b).any(axis=1))
    exact = len(differ) <= exact_up_to
    chance = np.random.default_rng(seed)
    swaps = product([False, True], repeat=len(differ)) if exact else (chance.random(len(differ)) < 0.5 for _ in range(draws))
    hits = tried = 0
    for swap in swaps:
        turned = differ[np.asarray(swap, dtype=bool)]
        one, two = sides.a.copy(), sides.b.copy()
        one[turned], two[turned] = sides.b[turned], sides.a[turned]
        hits += not abs(sides.value(one) - sides.value(two)) < abs(observed) - SLACK
        tried += 1
    p = hits / tried if exact else (1 + hits) / (1 + tried)
    method = (("method", "exact"),) if exact else (("draws", str(draws)), ("seed", str(seed)))
    return Verdict("permutation", abs(observed), p, sides.units, observed, "difference", made_from=method)


def bootstrap_wholes(sides: Wholes, *, draws: int = DRAWS, level: float = 0.95, seed: int = 1) -> Verdict:
    """As :func:`.resampling.bootstrap`, over the rows."""
    if sides.units < 2:
        return undefined("bootstrap", sides.units, "one unit cannot be drawn anew")
    observed = sides.difference
    if observed != observed:
        return undefined("bootstrap", sides.units, "a value is undefined")
    chance = np.random.default_rng(seed)
    found = []
    step = max(1, 2_000_000 // sides.units)
    for start in range(0, draws, step):
        weights = chance.multinomial(sides.units, np.full(sides.units, 1 / sides.units), size=min(step, draws - start)).astype(np.int64)
        found.append(sides.values(sides.a, weights) - sides.values(sides.b, weights))
    return judged(observed, np.concatenate(found), sides.units, draws, level, seed)


def judged(observed: float, differences: NDArray[np.float64], units: int, draws: int, level: float, seed: int) -> Verdict:
    """What drawn differences say: interval and p."""
    known = differences[~np.isnan(differences)]
    if len(known) < 0.95 * draws:
        return undefined("bootstrap", units, "the value is undefined in more than one draw of twenty")
    hits = int(np.sum(np.abs(known - observed) >= abs(observed) - SLACK))
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2]).tolist()
    return Verdict("bootstrap", observed, (1 + hits) / (1 + len(known)), units, observed, "difference", low, high,
                   made_from=(("draws", str(draws)), ("level", f"{level:g}"), ("seed", str(seed))))  # fmt: skip
