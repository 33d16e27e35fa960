"""A tree of heads out of what each place is worth as the head of each token: one token hangs on the root, all others on it in the end.

The best head of each token is a tree nine times out of ten; where it is not, the best tree is found by Chu, Liu and Edmonds, once for each token that
could be the one at the root.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]


def heads_of(scores: Floats, lengths: Numbers) -> list[Numbers]:
    """For each sentence the heads of its tokens, 0 the root; ``scores[b, token, place]``, place 0 the root, places of tokens from 1."""
    best = scores.argmax(axis=2)
    number, size = best.shape
    inside = np.arange(size)[None, :] < lengths[:, None]
    roots = ((best == 0) & inside).sum(axis=1)
    # Up and up, twice as far each time: who does not come to the root is in a circle.
    up = np.concatenate([np.zeros((number, 1), dtype=np.int64), np.where(inside, best, 0)], axis=1)
    for _ in range(max(1, int(size).bit_length())):
        up = np.take_along_axis(up, up, axis=1)
    sound = (up == 0).all(axis=1) & (roots == 1)
    return [best[b, :n] if sound[b] else best_tree(scores[b, :n, : n + 1]) for b, n in enumerate(lengths.tolist())]


def best_tree(scores: Floats) -> Numbers:
    """The heads of the best tree with one token at the root."""
    n = len(scores)
    if n == 1:
        return np.zeros(1, dtype=np.int64)
    table = np.full((n + 1, n + 1), -np.inf)
    table[1:] = scores
    table[np.arange(n + 1), np.arange(n + 1)] = -np.inf
    heads: Numbers = _maximum(table)
    roots = np.flatnonzero(heads[1:] == 0)
    if len(roots) == 1:
        return heads[1:]
    # More than one at the root: a price on the root that all pay alike leaves the best tree with the fewest; enough of it leaves one.
    price = table[np.isfinite(table)]
    table[1:, 0] -= (price.max() - price.min() + 1.0) * (n + 1)
    return _maximum(table)[1:]


def _maximum(table: NDArray[np.float64]) -> Numbers:
    """The heads of the best tree of a table ``[token, head]`` whose row 0, the root, has no head (Chu & Liu 1965, Edmonds 1967)."""
    n = len(table)
    heads: Numbers = table.argmax(axis=1)
    heads[0] = 0
    circle = _circle(heads)
    if circle is None:
        return heads
    inside = np.zeros(n, dtype=bool)
    inside[circle] = True
    outside = np.flatnonzero(~inside)
    own = table[circle, heads[circle]]
    # The circle as one place, the last: who enters it at a token takes that token's head in the circle away.
    into = table[circle][:, outside] - own[:, None]
    from_ = table[outside][:, circle]
    small = np.full((len(outside) + 1, len(outside) + 1), -np.inf)
    small[:-1, :-1] = table[outside][:, outside]
    small[:-1, -1] = from_.max(axis=1)
    small[-1, :-1] = into.max(axis=0)
    found = _maximum(small)
    out = heads.copy()
    for i, token in enumerate(outside.tolist()):
        if token:
            out[token] = circle[from_[i].argmax()] if found[i] == len(outside) else outside[found[i]]
    enter = found[-1]
    out[circle[into[:, enter].argmax()]] = outside[enter]
    return out


def _circle(heads: Numbers) -> Numbers | None:
    """The tokens of a circle, if there is one."""
    up = heads.tolist()
    state = [0] * len(up)
    state[0] = 2
    for start in range(1, len(up)):
        at, path = start, []
        while state[at] == 0:
            state[at] = 1
            path.append(at)
            at = up[at]
        if state[at] == 1:
            return np.array(path[path.index(at) :], dtype=np.int64)
        for x in path:
            state[x] = 2
    return None
