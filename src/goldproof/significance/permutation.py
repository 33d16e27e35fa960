"""Approximate randomisation (Noreen 1989; Chinchor et al. 1993): how often do swapped systems differ as much as these two?

For each draw every unit's two answers are swapped with probability one half. Units with equal counts never matter. The others are grouped by
their difference vector ``d = b - a``: of ``n`` units with the same vector, Binomial(n, 1/2) are swapped, and the sums move by that many ``d``.
The null distribution is the same as with coins for single units; the price depends on the number of distinct vectors.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput
from .pairs import Floats, Sides, grouped
from .verdict import Verdict, undefined

DRAWS = 10_000
SLACK = 1e-12
"""Differences that are equal on paper may differ in the last bit; a tie counts as "as much"."""
_BLOCK = 2_000_000


def permute(sides: Sides, *, draws: int = DRAWS, seed: int = 1, exact_up_to: int = 14) -> Verdict:
    """Two-sided p of |value(a) - value(b)|; ``p = (1 + hits) / (1 + draws)``.

    All swaps are tried instead of drawn where at most ``exact_up_to`` units differ: then ``p = hits / 2^n`` and no seed is needed.
    """
    if draws < 1:
        raise BadInput(f"{draws} draws; a permutation test needs at least 1")
    observed = sides.difference
    if observed != observed:
        return undefined("permutation", sides.units, "a value is undefined")
    moves = sides.b - sides.a
    moves = moves[np.any(moves != 0, axis=1)]
    total_a, total_b = sides.a.sum(axis=0), sides.b.sum(axis=0)
    exact = len(moves) <= exact_up_to
    hits = tried = 0
    for shift in _all_swaps(moves) if exact else _drawn_swaps(moves, draws, seed):
        difference = sides.score(total_a + shift) - sides.score(total_b - shift)
        # An undefined value under the null speaks for neither side: counted as a hit, which can only raise p.
        hits += int(np.sum(~(np.abs(difference) < abs(observed) - SLACK)))
        tried += len(shift)
    p = hits / tried if exact else (1 + hits) / (1 + tried)
    method = (("method", "exact"),) if exact else (("draws", str(draws)), ("seed", str(seed)))
    return Verdict("permutation", abs(observed), p, sides.units, observed, "difference", made_from=method)


def _all_swaps(moves: Floats) -> list[Floats]:
    """The shift of each of the 2^n swaps of n units."""
    n = len(moves)
    if n == 0:
        return [np.zeros((1, moves.shape[1]))]
    swapped = (np.arange(2**n)[:, None] >> np.arange(n)) & 1
    return [swapped @ moves]


def _drawn_swaps(moves: Floats, draws: int, seed: int) -> Iterator[Floats]:
    """The shifts of drawn swaps, in blocks that fit into memory: the same seed gives the same shifts."""
    # n units with -d are n with d and a fixed shift of -n d: Binomial(n, 1/2) is symmetric.
    sign = _sign(moves)
    offset = np.where(sign[:, None] < 0, moves, 0).sum(axis=0)
    distinct, times = grouped(moves * sign[:, None])
    # Groups of one need no binomial: a bit is enough, and most groups are of one when almost every vector is distinct.
    several, ones = times > 1, distinct[times == 1]
    chance = np.random.default_rng(seed)
    step = max(1, _BLOCK // max(len(times), 1))
    for start in range(0, draws, step):
        size = min(step, draws - start)
        shift = np.repeat(offset[None], size, axis=0)
        if several.any():
            shift += chance.binomial(times[several], 0.5, size=(size, int(several.sum()))) @ distinct[several]
        if len(ones):
            shift += _bits(chance, size, len(ones)) @ ones
        yield shift


def _sign(moves: Floats) -> NDArray[np.float64]:
    """-1 for rows whose first entry that is not zero is negative."""
    first = np.argmax(moves != 0, axis=1)
    return np.where(moves[np.arange(len(moves)), first] < 0, -1.0, 1.0)


def _bits(chance: np.random.Generator, rows: int, columns: int) -> Floats:
    """Coins, eight from a byte."""
    width = -(-columns // 8)
    packed = np.frombuffer(chance.bytes(rows * width), dtype=np.uint8).reshape(rows, width)
    return np.unpackbits(packed, axis=1, count=columns).astype(np.float64)
