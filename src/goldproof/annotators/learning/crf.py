"""Linear-chain conditional random fields (Lafferty, McCallum & Pereira 2001), trained by L-BFGS on all sequences at once.

p(y | x) = exp(sum of W[f, y_t] over features f at t + T[y_t-1, y_t]) / Z(x). Sequences stand side by side, the longest first, so that each step of the forward,
backward and Viterbi recursions is one operation over all sequences that are still going on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .hashing import Hashes
from .softmax import _numbered, _placed

Long = NDArray[np.int64]
Floats = NDArray[np.float64]
Say = Callable[[str], None]


@dataclass(frozen=True)
class Sequences:
    """Where sequences lie in flat arrays: ``steps[t]`` are the places of all elements number t, the sequences in the same order at every step."""

    steps: tuple[Long, ...]
    first: Long
    last: Long

    @staticmethod
    def of(offsets: Long) -> Sequences:
        """Of sequences cut by offsets; empty ones are left out.

        >>> [s.tolist() for s in Sequences.of(np.array([0, 1, 4])).steps]
        [[1, 0], [2], [3]]
        """
        length = np.diff(offsets)
        order = np.argsort(-length, kind="stable")
        order = order[length[order] > 0]
        starts, length = offsets[:-1][order], length[order]
        going = np.searchsorted(-length, -np.arange(1, (length[0] if len(length) else 0) + 1), side="right")
        return Sequences(tuple(starts[:n] + t for t, n in enumerate(going.tolist())), starts, starts + length - 1)


def best(scores: NDArray[Any], moves: Floats, begin: Floats, s: Sequences) -> Long:
    """The most probable labels (Viterbi). ``begin`` are scores of first labels, ``moves[a, b]`` of b after a."""
    out = np.zeros(len(scores), np.int64)
    back: list[Long] = []
    state = np.zeros((0, scores.shape[1]))
    final = np.zeros(len(scores), np.int64)
    for t, at in enumerate(s.steps):
        if t == 0:
            state = scores[at] + begin
        else:
            through = state[: len(at), :, None] + moves[None]
            back.append(through.argmax(axis=1))
            state = np.concatenate((through.max(axis=1) + scores[at], state[len(at) :]))
    if not s.steps:
        return out
    final = state.argmax(axis=1)
    current = final.copy()
    for t in range(len(s.steps) - 1, -1, -1):
        at = s.steps[t]
        out[at] = current[: len(at)]
        if t:
            current[: len(at)] = back[t - 1][np.arange(len(at)), current[: len(at)]]
    return out


def marginals(scores: NDArray[Any], moves: Floats, begin: Floats, s: Sequences) -> tuple[float, Floats, Floats]:
    """log Z of all sequences together, the probability of each label at each place, and how often each move is expected."""
    k = scores.shape[1]
    top = scores.max(axis=1, keepdims=True) if len(scores) else scores
    psi = np.exp(scores - top)
    total = float(top.sum())
    through, start = np.exp(moves), np.exp(begin)
    alpha = np.zeros((len(scores), k))
    scale = np.ones(len(scores))
    state = np.zeros((0, k))
    for t, at in enumerate(s.steps):
        state = (start if t == 0 else state[: len(at)] @ through) * psi[at]
        scale[at] = state.sum(axis=1)
        state = state / scale[at][:, None]
        alpha[at] = state
    total += float(np.log(scale).sum())
    expected = np.zeros((k, k))
    share = np.zeros((len(scores), k))
    beta = np.ones((0, k))
    for t in range(len(s.steps) - 1, -1, -1):
        at = s.steps[t]
        beta = np.concatenate((beta, np.ones((len(at) - len(beta), k))))
        share[at] = alpha[at] * beta
        if t:
            out = psi[at] * beta / scale[at][:, None]
            expected += through * (alpha[s.steps[t - 1][: len(at)]].T @ out)
            beta = out @ through.T
    return total, share, expected


@dataclass(frozen=True)
class Field:
    """What training gives: weights of features, of moves and of beginnings. ``value`` is what the judge, or the mean log p of a held-out sequence, said
    after so many ``rounds``."""

    keys: Hashes
    rows: NDArray[np.float32]
    moves: Floats
    begin: Floats
    rounds: int
    value: float = float("nan")
    interrupted: bool = False


def train(
    features: Hashes, labels: Long, offsets: Long, classes: int, *, rounds: int = 60, spread: float = 1.0, least: int = 2,
    held_out: tuple[Hashes, Long, Long] | None = None, judge: Callable[[NDArray[Any], Floats, Floats], float] | None = None, say: Say | None = None, every: int = 10, patience: int = 2,
) -> Field:  # fmt: skip
    """Weights that make the labels probable, with a penalty |W|^2 / (2 spread). Held-out sequences stop it when they become less probable, or when the
    ``judge``, who gets their scores, and the weights of moves and beginnings, does not find them better."""
    from scipy.optimize import minimize
    from scipy.sparse import csr_matrix

    keys, places = _numbered(features, least)
    n = len(keys) + 1

    def matrix(p: NDArray[np.int32]) -> Any:
        mask = p > 0
        at = np.concatenate(([0], np.cumsum(mask.sum(axis=1))))
        return csr_matrix((np.ones(int(at[-1]), np.float32), p[mask], at), shape=(len(p), n))

    x = matrix(places)
    xt = x.T.tocsr()
    s = Sequences.of(offsets)
    held = None
    if held_out is not None:
        held = matrix(_placed(held_out[0], keys)), held_out[1], Sequences.of(held_out[2])
    gold = np.zeros((len(labels), classes), np.float32)
    gold[np.arange(len(labels)), labels] = 1
    moved = _moves(labels, s, classes)
    began = np.bincount(labels[s.first], minlength=classes).astype(float)

    def parts(v: Floats) -> tuple[NDArray[np.float32], Floats, Floats]:
        return v[: n * classes].reshape(n, classes).astype(np.float32), v[n * classes : -classes].reshape(classes, classes), v[-classes:]

    def loss(v: Floats) -> tuple[float, Floats]:
        w, moves, begin = parts(v)
        scores = x @ w
        total, share, expected = marginals(scores.astype(float), moves, begin, s)
        value = total - float((scores * gold).sum()) - float((moves * moved).sum()) - float(begin @ began) + float(v @ v) / (2 * spread)
        gradient = np.concatenate(((xt @ (share - gold).astype(np.float32)).ravel().astype(float), (expected - moved).ravel(), share[s.first].sum(axis=0) - began))
        return value, gradient + v / spread

    def unseen(v: Floats) -> float:
        assert held is not None
        w, moves, begin = parts(v)
        scores = held[0] @ w
        if judge is not None:
            return judge(scores, moves, begin)
        total, _, _ = marginals(scores.astype(float), moves, begin, held[2])
        right = float(scores[np.arange(len(held[1])), held[1]].sum()) + float((moves * _moves(held[1], held[2], classes)).sum()) + float(begin[held[1][held[2].first]].sum())
        return (right - total) / max(len(held[2].first), 1)

    kept: dict[str, Any] = {"round": 0, "best": None, "value": -float("inf"), "at": 0, "last": np.zeros(n * classes + classes * classes + classes)}

    def after(v: Floats) -> None:
        kept["round"] += 1
        kept["last"] = v.copy()
        if kept["round"] % every and kept["round"] < rounds:
            return
        if held is None:
            if say:
                say(f"round {kept['round']} of {rounds}")
            return
        value = unseen(v)
        if say:
            say(f"round {kept['round']} of at most {rounds}: {value:.4f} on held-out sentences")
        if value > kept["value"]:
            kept.update(best=v.copy(), value=value, at=kept["round"])
        elif kept["round"] - kept["at"] >= patience * every:
            raise StopIteration

    interrupted = False
    try:
        minimize(loss, kept["last"], jac=True, method="L-BFGS-B", callback=after, options={"maxiter": rounds, "maxcor": 6, "maxfun": 3 * rounds})
    except StopIteration:
        pass
    except KeyboardInterrupt:
        if not kept["round"]:
            raise
        interrupted = True
    v = kept["best"] if kept["best"] is not None else kept["last"]
    w, moves, begin = parts(v)
    return Field(keys, w[1:], moves, begin, kept["at"] or kept["round"], kept["value"], interrupted)


def _moves(labels: Long, s: Sequences, classes: int) -> Floats:
    out = np.zeros((classes, classes))
    for before, after in zip(s.steps, s.steps[1:], strict=False):
        np.add.at(out, (labels[before[: len(after)]], labels[after]), 1)
    return out
