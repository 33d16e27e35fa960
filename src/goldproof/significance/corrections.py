"""Many tests at once: p-values adjusted so that they can be held against one level."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..errors import BadInput, NotFound


def bonferroni(ps: Sequence[float]) -> list[float]:
    """``min(1, m p)`` (Dunn 1961)."""
    return [min(1.0, len(ps) * p) for p in _checked(ps)]


def holm(ps: Sequence[float]) -> list[float]:
    """Step down: the k-th smallest of m times ``m - k + 1``, never below a smaller one's (Holm 1979)."""
    values = np.array(_checked(ps))
    order = np.argsort(values, kind="stable")
    steps = np.maximum.accumulate(values[order] * (len(values) - np.arange(len(values))))
    return _back(order, np.minimum(steps, 1.0))


def benjamini_hochberg(ps: Sequence[float]) -> list[float]:
    """Step up, for the false discovery rate: the k-th smallest of m times ``m / k``, never above a larger one's (1995)."""
    values = np.array(_checked(ps))
    order = np.argsort(values, kind="stable")
    steps = values[order] * len(values) / np.arange(1, len(values) + 1)
    return _back(order, np.minimum(np.minimum.accumulate(steps[::-1])[::-1], 1.0))


def none(ps: Sequence[float]) -> list[float]:
    return _checked(ps)


CORRECTIONS: dict[str, Callable[[Sequence[float]], list[float]]] = {
    "bonferroni": bonferroni, "holm": holm, "bh": benjamini_hochberg, "none": none,
}  # fmt: skip


def correct(ps: Sequence[float], by: str) -> list[float]:
    """Adjusted p-values in the order given; ``by`` is bonferroni, holm, bh or none."""
    if by not in CORRECTIONS:
        raise NotFound(f"no correction is called {by!r}", remedy="there are: " + ", ".join(CORRECTIONS))
    return CORRECTIONS[by](ps)


def _checked(ps: Sequence[float]) -> list[float]:
    for p in ps:
        if not 0 <= p <= 1:
            raise BadInput(f"{p} is not a p-value")
    return list(ps)


def _back(order: np.ndarray[tuple[int], np.dtype[np.int64]], values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> list[float]:
    out = np.empty(len(values))
    out[order] = values
    return [float(v) for v in out]
