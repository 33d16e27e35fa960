"""The network in numpy: from numbers of words to vectors of places, and what pairs of places are worth.

Layers are simple recurrent units (Lei et al. 2018) in both directions: all products of matrices are over all places at once, and what is done place by
place is elementwise. Pairs are scored by a bilinear form (Dozat & Manning 2017), heads with tokens and, between tokens, the left with the right boundary
of a span (Zhang et al. 2020).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from .lexicon import FIELDS, Numbers

Floats = NDArray[np.float32]
LAYER = ("weights", "bias", "forget", "reset")
"""What a layer has."""
PARTS = ("left", "left.bias", "right", "right.bias", "both", "one", "names", "names.bias")
"""What a task has."""


_ROWS = 256
"""Places for which everything elementwise is done at once: few enough to stay in the nearest cache."""


def normal(x: Floats, out: Floats) -> Floats:
    """Rows with mean 0 and variance 1."""
    size = np.float32(1 / x.shape[1])
    for at in range(0, len(x), _ROWS):
        rows = x[at : at + _ROWS]
        here = out[at : at + _ROWS]
        np.subtract(rows, rows.sum(axis=1, keepdims=True) * size, out=here)
        scale = np.einsum("ij,ij->i", here, here)
        scale *= size
        scale += np.float32(1e-5)
        here *= (1 / np.sqrt(scale))[:, None]
    return out


@dataclass(frozen=True)
class _Layer:
    """The parameters of a layer as they are used: the constants as one more row of the matrix, for a column of ones, and the gates' halved, since
    ``sigmoid(x) = tanh(x / 2) / 2 + 1 / 2``."""

    matrix: Floats
    forget: Floats
    reset: Floats


@dataclass(frozen=True)
class Network:
    weights: Mapping[str, Floats]

    @property
    def layers(self) -> int:
        return sum(name.endswith(".weights") and name.startswith("layer") for name in self.weights)

    @cached_property
    def _layers(self) -> list[_Layer]:
        out = []
        for layer in range(self.layers):
            weights, bias, forget, reset = (self.weights[f"layer{layer}.{part}"] for part in LAYER)
            row = np.zeros(weights.shape[1], dtype=np.float32)
            row[: len(bias)] = bias
            matrix = np.concatenate([weights, row[None]])
            matrix[:, len(forget) : 3 * len(forget)] *= 0.5
            out.append(_Layer(matrix, forget * np.float32(0.5), reset * np.float32(0.5)))
        return out

    def encode(self, numbers: Numbers, mask: NDArray[np.bool_]) -> Floats:
        """A vector for each place of each sentence: (time, sentence, 2 * state), the first half read forwards, the second backwards.

        Behind the end of a sentence everything is 0, constants too, or what is read backwards would begin with them.
        """
        flat = numbers.reshape(-1, len(FIELDS))
        x: Floats = np.concatenate([self.weights[f"table.{name}"][flat[:, i]] for i, name in enumerate(FIELDS)], axis=1)
        there = mask.reshape(-1)
        behind = np.flatnonzero(~there)
        for i, layer in enumerate(self._layers):
            entry = np.empty((len(x), x.shape[1] + 1), dtype=np.float32)
            normal(x, entry[:, :-1])
            entry[:, -1] = there
            found = entry @ layer.matrix
            both = len(layer.forget)
            half = both // 2
            c = np.empty((len(x), both), dtype=np.float32)
            timed, states = found.reshape(*mask.shape, -1), c.reshape(*mask.shape, -1)
            for part, step in ((slice(0, half), 1), (slice(half, None), -1)):
                u, a = timed[::step, :, :both], timed[::step, :, both : 2 * both]
                _recur(u[..., part], a[..., part], layer.forget[part], states[::step, :, part])
            skip = found[:, 3 * both :] if i == 0 else x
            _gate(found[:, 2 * both : 3 * both], layer.reset, skip, c)
            c[behind] = 0
            x = c
        return normal(x, np.empty_like(x)).reshape(*mask.shape, -1)

    def sides(self, task: str, left: Floats, right: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """The four vectors of each place, sentences first: to be scored and to be named, as the left and as the right one of a pair."""
        w = self.weights
        arcs = w[f"{task}.both"].shape[0]
        out: list[Floats] = []
        for side, x in (("left", left), ("right", right)):
            y = x @ w[f"{task}.{side}"]
            y += w[f"{task}.{side}.bias"]
            np.maximum(y, y * np.float32(0.1), out=y)
            out += [y[..., :arcs].swapaxes(0, 1), y[..., arcs:].swapaxes(0, 1)]
        return out[0], out[1], out[2], out[3]

    def scores(self, task: str, left: Floats, right: Floats) -> Floats:
        """(sentence, left, right): what each pair of places is worth."""
        w = self.weights
        one = w[f"{task}.one"]
        out: Floats = (left @ w[f"{task}.both"] + one[1]) @ right.transpose(0, 2, 1)
        out += (left @ one[0])[:, :, None]
        return out

    def names(self, task: str, left: Floats, right: Floats) -> NDArray[np.int64]:
        """The number of the best name of each chosen pair."""
        w = self.weights
        added = left + right
        np.maximum(added, added * np.float32(0.1), out=added)
        found = np.concatenate([left * right, added], axis=1) @ w[f"{task}.names"]
        found += w[f"{task}.names.bias"]
        best: NDArray[np.int64] = found.argmax(axis=1)
        return best

    def head_scores(self, y: Floats, mask: NDArray[np.bool_]) -> tuple[Floats, Floats, Floats]:
        """What each place (0 is the root) is worth as the head of each token; and what tokens and heads are named by."""
        arc, name, head_arc, head_name = self.sides("heads", y[1:-1], y[:-1])
        scores = self.scores("heads", arc, head_arc)
        scores += np.where(mask[1:].T, np.float32(0), np.float32(-1e9))[:, None, :]
        return scores, name, head_name

    def span_scores(self, y: Floats) -> tuple[Floats, Floats, Floats]:
        """What each pair of boundaries is worth as a span; and what left and right boundaries are named by."""
        half = y.shape[2] // 2
        between = np.concatenate([y[:-1, :, :half], y[1:, :, half:]], axis=2)
        left, left_name, right, right_name = self.sides("spans", between, between)
        return self.scores("spans", left, right), left_name, right_name


def _recur(u: Floats, a: Floats, v: Floats, c: Floats) -> None:
    """``f_t = sigmoid(a_t + v c_{t-1})``, ``c_t = f_t c_{t-1} + (1 - f_t) u_t``, into ``c``; ``a`` and ``v`` are halved."""
    before = np.zeros(u.shape[1:], dtype=np.float32)
    f = np.empty_like(before)
    for t in range(len(u)):
        np.multiply(before, v, out=f)
        f += a[t]
        np.tanh(f, out=f)
        f *= 0.5
        f += 0.5
        before -= u[t]
        before *= f
        before += u[t]
        c[t] = before


def _gate(r: Floats, w: Floats, skip: Floats, c: Floats) -> None:
    """``r = sigmoid(r + w c)``, ``c = skip + r (c - skip)``, in place; ``r`` and ``w`` are halved."""
    for at in range(0, len(c), _ROWS):
        rows = slice(at, at + _ROWS)
        gate, here, straight = r[rows], c[rows], skip[rows]
        gate += w * here
        np.tanh(gate, out=gate)
        gate *= 0.5
        gate += 0.5
        here -= straight
        here *= gate
        here += straight
