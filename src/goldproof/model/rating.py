"""Ratings on a scale and rankings of options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .attributes import NONE, Attributes

Level = Literal["nominal", "ordinal", "interval", "ratio"]


@dataclass(frozen=True, slots=True)
class Scale:
    """The values a rating may take, lowest first, with what each means. No values: any number."""

    values: tuple[float | str, ...] = ()
    labels: tuple[str, ...] = ()
    level: Level = "ordinal"

    def __contains__(self, value: float | str) -> bool:
        return not self.values or value in self.values


@dataclass(frozen=True, slots=True)
class Rating:
    """One value for one unit, with the rater's reasons (tags) and whatever else was noted."""

    value: float | str
    reasons: tuple[str, ...] = ()
    attributes: Attributes = NONE


@dataclass(frozen=True, slots=True)
class Ranking:
    """Options from best to worst; options in the same group are tied.

    ``Ranking((("A",), ("B", "C")))``: A first, B and C share the second place.
    """

    groups: tuple[tuple[str, ...], ...]
    attributes: Attributes = NONE

    @property
    def ties(self) -> bool:
        return any(len(group) > 1 for group in self.groups)

    @property
    def places(self) -> dict[str, float]:
        """Place of each option, 1 is best; tied options share the mean of their places (midranks)."""
        places: dict[str, float] = {}
        passed = 0
        for group in self.groups:
            for option in group:
                places[option] = passed + (len(group) + 1) / 2
            passed += len(group)
        return places
