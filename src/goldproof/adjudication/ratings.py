"""Two ratings, and two rankings, of one unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeVar

from ..model import Ranking, Rating, Scale
from .cause import Cause, Finding

T = TypeVar("T")


def pair_ratings(mine: Sequence[Rating], proposed: Sequence[Rating], scale: Scale | None = None, reach: float = 0.0) -> Iterator[Finding]:
    """``reach`` is the distance of the lowest and the highest value that occur, where no scale says it."""
    a, b = _first(mine), _first(proposed)
    if a is None or b is None:
        if a is not b:
            yield Finding(Cause.MISSED if a is None else Cause.EXTRA, a, b)
    elif a.value != b.value:
        yield Finding(Cause.VALUE, a, b, *steps(a.value, b.value, scale, reach))
    elif a.reasons and b.reasons and set(a.reasons) != set(b.reasons):
        yield Finding(Cause.REASON, a, b, 1.0, f"{', '.join(a.reasons)}, not {', '.join(b.reasons)}")


def steps(a: float | str, b: float | str, scale: Scale | None, reach: float) -> tuple[float, str]:
    """How far apart two values are as a share of the scale, and in words."""
    if scale is not None and scale.level != "nominal" and a in scale.values and b in scale.values:
        by = scale.values.index(a) - scale.values.index(b)
        return abs(by) / max(len(scale.values) - 1, 1), f"{by:+d} step{'s' * (abs(by) != 1)}"
    if isinstance(a, str) or isinstance(b, str) or reach <= 0 or (scale is not None and scale.level == "nominal"):
        return 1.0, ""
    return min(abs(a - b) / reach, 1.0) or 1.0, f"{a - b:+g}"


def pair_rankings(mine: Sequence[Ranking], proposed: Sequence[Ranking]) -> Iterator[Finding]:
    """Another first, pairs in another order, pairs that are tied on one side only. The size is their share of all pairs."""
    a, b = _first(mine), _first(proposed)
    if a is None or b is None:
        if a is not b:
            yield Finding(Cause.MISSED if a is None else Cause.EXTRA, a, b)
        return
    x, y = a.places, b.places
    if set(x) != set(y):
        yield Finding(Cause.OTHER, a, b, 1.0, "other options: " + ", ".join(sorted(set(x) ^ set(y))))
        return
    pairs = list(combinations(sorted(x), 2))
    turned = [(p, q) for p, q in pairs if (x[p] - x[q]) * (y[p] - y[q]) < 0]
    tied = [(p, q) for p, q in pairs if (x[p] == x[q]) != (y[p] == y[q])]
    if set(a.groups[0]) != set(b.groups[0]) if a.groups and b.groups else False:
        size = max(len(turned) + len(tied) / 2, 1) / len(pairs) if pairs else 1.0
        yield Finding(Cause.FIRST, a, b, min(size, 1.0), f"{', '.join(a.groups[0])}, not {', '.join(b.groups[0])}")
    elif turned:
        yield Finding(Cause.ORDER, a, b, len(turned) / len(pairs), ", ".join(f"{p}/{q}" for p, q in turned))
    elif tied:
        yield Finding(Cause.TIE, a, b, len(tied) / len(pairs), ", ".join(f"{p}/{q}" for p, q in tied))


def _first(said: Sequence[T]) -> T | None:
    return said[0] if said else None
