"""Probabilities from evidence: logistic regression with a ridge, by Newton's method; and how well probabilities hold."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def fitted(features: Floats, truth: NDArray[np.bool_], *, ridge: float = 1.0, rounds: int = 50) -> Floats:
    """The coefficients, the constant first, that make the truth likeliest, less ``ridge``/2 times their squares (the constant's left out).

    >>> c = fitted(np.array([[0.0], [0], [1], [1]] * 50), np.array([0, 1, 1, 1] * 50, bool), ridge=1e-6); [round(float(x), 3) for x in probability(c, np.array([[0.0], [1]]))]
    [0.5, 1.0]
    """
    x = np.column_stack((np.ones(len(features)), features))
    y = truth.astype(np.float64)
    penalty = np.full(x.shape[1], ridge)
    penalty[0] = 1e-6
    out = np.zeros(x.shape[1])
    for _ in range(rounds):
        p = _sigmoid(x @ out)
        slope = x.T @ (y - p) - penalty * out
        curve = (x.T * (p * (1 - p))) @ x + np.diag(penalty)
        step = np.linalg.solve(curve, slope)
        # A step that would leave the region where the curve is to be trusted is shortened.
        step *= min(1.0, 5.0 / max(1e-12, float(np.abs(step).max())))
        out = out + step
        if float(np.abs(step).max()) < 1e-8:
            break
    return out


def probability(coefficients: Floats, features: Floats) -> Floats:
    """The probability of each row."""
    return _sigmoid(coefficients[0] + features @ coefficients[1:])


def _sigmoid(z: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(z, -500, 500))))


def brier(p: Floats, truth: NDArray[np.bool_]) -> float:
    """The mean squared difference of probability and truth (Brier 1950)."""
    return float(np.mean((p - truth) ** 2)) if len(p) else 0.0


def calibration_error(p: Floats, truth: NDArray[np.bool_], bins: int = 10) -> float:
    """The mean difference, over equally wide bins, of mean probability and share of truth, by how many fall into each (Naeini et al. 2015).

    >>> calibration_error(np.array([0.1, 0.1, 0.9]), np.array([False, False, True]))
    0.1
    """
    if not len(p):
        return 0.0
    which = np.minimum((p * bins).astype(np.int64), bins - 1)
    n = np.bincount(which, minlength=bins)
    gap = np.abs(np.bincount(which, p, bins) - np.bincount(which, truth, bins))
    return round(float(gap.sum() / n.sum()), 10)
