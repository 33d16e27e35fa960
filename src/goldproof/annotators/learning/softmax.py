"""Multinomial logistic regression over sparse binary features, by AdaGrad in small batches, with early stop on held-out examples.

p(k | x) = exp(sum of W[f, k] over the features f of x) / Z; each step follows the gradient of -log p on some examples, each weight at a pace of its own
(Duchi, Hazan & Singer 2011). Weights are averaged over the steps of an epoch, which calms the last steps down.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .hashing import NOTHING, Hashes

Say = Callable[[str], None]


@dataclass(frozen=True)
class Pace:
    """How training goes. ``least``: features seen fewer times have no weight; ``leave``: the share of features that each step does without."""

    epochs: int = 12
    rate: float = 0.25
    batch: int = 512
    least: int = 2
    decay: float = 1e-6
    leave: float = 0.0
    patience: int = 2


@dataclass(frozen=True)
class Fit:
    """Weights of the best epoch. ``right`` is the share of held-out examples that each epoch got right, empty without any."""

    keys: Hashes
    rows: NDArray[np.float32]
    epochs: int
    right: tuple[float, ...] = ()
    interrupted: bool = False


def fit(
    features: Hashes, labels: NDArray[Any], classes: int, pace: Pace, *, held_out: tuple[Hashes, NDArray[Any]] | None = None,
    weights: NDArray[np.float32] | None = None, seed: int = 7, say: Say | None = None,
) -> Fit:  # fmt: skip
    """Weights that tell the labels from the features (a row of hashes for each example, 0 for none)."""
    keys, places = _numbered(features, pace.least)
    held = None if held_out is None else (_placed(held_out[0], keys), held_out[1])
    table = np.zeros((len(keys) + 1, classes), np.float32)
    squares = np.full_like(table, 1e-2)
    chance = np.random.default_rng(seed)
    best, best_right, right = table, -1.0, list[float]()
    done = 0
    try:
        for epoch in range(pace.epochs):
            mean = _epoch(table, squares, places, labels, weights, pace, chance)
            done = epoch + 1
            if held is None:
                best = mean
                if say:
                    say(f"epoch {done} of {pace.epochs}")
                continue
            right.append(float((predicted(mean, held[0]) == held[1]).mean()) if len(held[1]) else 1.0)
            if say:
                say(f"epoch {done} of at most {pace.epochs}: {100 * right[-1]:.3f} % of the held-out decisions right")
            if right[-1] > best_right:
                best, best_right = mean, right[-1]
            elif done - 1 - int(np.argmax(right)) >= pace.patience:
                break
    except KeyboardInterrupt:
        if not done:
            raise
        return Fit(keys, best[1:], done, tuple(right), interrupted=True)
    return Fit(keys, best[1:], int(np.argmax(right)) + 1 if right else done, tuple(right))


def _epoch(table: NDArray[np.float32], squares: NDArray[np.float32], places: NDArray[np.int32], labels: NDArray[Any], weights: NDArray[np.float32] | None, pace: Pace, chance: np.random.Generator) -> NDArray[np.float32]:
    """One round over all examples; returns the mean of the weights during it."""
    from scipy.sparse import csr_matrix

    order = chance.permutation(len(places))
    # The mean is kept lazily: the sum of (time of the change) x (change) is taken off at the end.
    late = np.zeros_like(table)
    steps = -(-len(order) // pace.batch) if len(order) else 0
    for step in range(steps):
        rows = order[step * pace.batch : (step + 1) * pace.batch]
        mine = places[rows]
        if pace.leave:
            mine = np.where(chance.random(mine.shape) < pace.leave, 0, mine)
        used, number = np.unique(mine, return_inverse=True)
        at = np.arange(0, mine.size + 1, mine.shape[1])
        x = csr_matrix((np.ones(mine.size, np.float32), number.reshape(-1).astype(np.int32), at), shape=(len(rows), len(used)))
        part = table[used]
        part[used == 0] = 0
        p = softmax(x @ part)
        p[np.arange(len(rows)), labels[rows]] -= 1
        if weights is not None:
            p *= weights[rows][:, None]
        gradient = np.asarray(x.T @ p) + pace.decay * len(rows) * part
        square = squares[used] + gradient * gradient
        change = pace.rate * gradient / np.sqrt(square)
        change[used == 0] = 0
        squares[used] = square
        table[used] = part - change
        late[used] += change * (step / steps)
    # Within the epoch the weight at step s is the final one plus all changes that came later.
    return np.asarray(table + late, np.float32)


def softmax(scores: NDArray[Any]) -> NDArray[Any]:
    """Shares that add up to one."""
    out = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(out / out.sum(axis=1, keepdims=True))


def predicted(table: NDArray[np.float32], places: NDArray[np.int32]) -> NDArray[np.int64]:
    """The best class of each row."""
    out = np.zeros(len(places), np.int64)
    for i in range(0, len(places), 1 << 13):
        part = places[i : i + (1 << 13)]
        total = np.zeros((len(part), table.shape[1]), np.float32)
        for column in range(part.shape[1]):
            total += table[part[:, column]]
        out[i : i + (1 << 13)] = total.argmax(axis=1)
    return out


def _numbered(features: Hashes, least: int) -> tuple[Hashes, NDArray[np.int32]]:
    """The features that are frequent enough, and the place of each in a table whose row 0 stands for none."""
    keys, number, counts = np.unique(features.ravel(), return_inverse=True, return_counts=True)
    keep = (counts >= least) & (keys != NOTHING)
    fresh = np.zeros(len(keys), np.int32)
    fresh[keep] = np.arange(1, int(keep.sum()) + 1, dtype=np.int32)
    return keys[keep], fresh[number.reshape(-1)].reshape(features.shape)


def _placed(features: Hashes, keys: Hashes) -> NDArray[np.int32]:
    if not len(keys):
        return np.zeros(features.shape, np.int32)
    place = np.searchsorted(keys, features)
    place[place == len(keys)] = 0
    return np.where(keys[place] == features, place + 1, 0).astype(np.int32)
