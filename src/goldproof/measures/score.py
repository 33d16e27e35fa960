"""Score one layer against another."""

from __future__ import annotations

from ..model import Layer
from .bootstrap import DRAWS, LEVEL, interval
from .figure import Figure
from .measure import Counts, Measure, measure


def score(
    ref: Layer,
    sys: Layer,
    by: str | Measure = "F1",
    *,
    draws: int = DRAWS,
    level: float = LEVEL,
    seed: int = 1,
    made_from: tuple[tuple[str, str], ...] = (),
) -> Figure:
    """How well ``sys`` does against ``ref``, on the units that both judged, with an interval over units.

    ``draws=0`` leaves the interval out. ``made_from`` goes into the signature (("gold", "9f3c21"), ...).
    """
    chosen = measure(by, kind=ref.kind)
    return figure_of(chosen, chosen.counts(ref, sys), (ref.name, sys.name), draws=draws, level=level, seed=seed, made_from=made_from)


def figure_of(
    chosen: Measure,
    counts: Counts,
    sides: tuple[str, ...],
    *,
    draws: int = DRAWS,
    level: float = LEVEL,
    seed: int = 1,
    group: str = "",
    made_from: tuple[tuple[str, str], ...] = (),
) -> Figure:
    """The value of counts with its interval."""
    value, why = chosen.value(counts)
    ends = None
    if value is not None and draws:
        ends = interval(lambda w: chosen.values(counts.table, w), len(counts.units), draws=draws, level=level, seed=seed)
    if ends is not None:
        made_from = (*made_from, *drawn(draws, level, seed))
    low, high = ends or (None, None)
    return Figure(str(chosen), value, len(counts.units), sides, group, low, high, why, made_from)


def drawn(draws: int, level: float, seed: int) -> tuple[tuple[str, str], ...]:
    """How an interval was made, for the signature."""
    return (("interval", f"{level:g}"), ("draws", str(draws)), ("seed", str(seed)))
