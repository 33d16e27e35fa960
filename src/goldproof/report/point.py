"""One number of a drawing, with its interval if there is one: how figures, numbers and triples are given to drawings."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..measures.figure import Figure

Datum = Figure | float | tuple[float, float, float] | None
"""A figure; a number; a number with the ends of its interval; or nothing (undefined)."""
Series = Mapping[str, Mapping[str, Datum]]
"""Name of a series -> label -> datum. One series may be called ``""``."""

_MOST_WORDS = 300


@dataclass(frozen=True, slots=True)
class Point:
    value: float | None
    low: float | None = None
    high: float | None = None

    @classmethod
    def of(cls, datum: Datum) -> Point:
        """
        >>> Point.of((0.5, 0.4, 0.6))
        Point(value=0.5, low=0.4, high=0.6)
        >>> Point.of(float("nan"))
        Point(value=None, low=None, high=None)
        """
        if isinstance(datum, Figure):
            found = (datum.value, datum.low, datum.high)
        else:
            found = datum if isinstance(datum, tuple) else (datum, None, None)
        value, low, high = (None if x is None or not math.isfinite(x) else float(x) for x in found)
        return cls(value, low, high) if value is not None and low is not None and high is not None else cls(value)

    @property
    def reach(self) -> tuple[float, ...]:
        """Everything that has to fit on the axis."""
        return tuple(x for x in (self.value, self.low, self.high) if x is not None)

    def text(self, form: str = ".3f") -> str:
        if self.value is None:
            return "undefined"
        interval = "" if self.low is None or self.high is None else f" [{self.low:{form}}, {self.high:{form}}]"
        return f"{self.value:{form}}{interval}"


def points(series: Series) -> dict[str, dict[str, Point]]:
    return {name: {label: Point.of(datum) for label, datum in row.items()} for name, row in series.items()}


def labels(series: Mapping[str, Mapping[str, object]]) -> list[str]:
    """The labels of all series, each once, in the order in which they come."""
    return list(dict.fromkeys(label for row in series.values() for label in row))


def words(parts: Iterable[str]) -> str:
    """The numbers of a drawing as one text; a very long one ends in how many more there are."""
    chosen = list(parts)
    rest = len(chosen) - _MOST_WORDS
    return "; ".join(chosen[:_MOST_WORDS]) + (f"; and {rest} more" if rest > 0 else "") + ("." if chosen else "Nothing to show.")
