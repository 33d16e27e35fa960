"""What a test found: the statistic, its p-value, how it was reached, and what it was reached from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..signature import Signature
from ..version import __version__


@dataclass(frozen=True, slots=True)
class Verdict:
    """``p`` None: the test is not defined here, and ``why`` says why. ``units`` is how many entered it.

    ``effect`` is named in ``effect_name`` (a difference of values, a rank-biserial correlation, ...); ``low`` and ``high`` are
    the ends of its interval where the test gives one. ``made_from`` holds what the number depends on (draws, seed, method).
    """

    test: str
    statistic: float | None
    p: float | None
    units: int
    effect: float | None = None
    effect_name: str = ""
    low: float | None = None
    high: float | None = None
    sides: tuple[str, ...] = ()
    why: str = ""
    made_from: tuple[tuple[str, str], ...] = ()

    @property
    def signature(self) -> Signature:
        fields = [*self.made_from, ("units", str(self.units))]
        if self.sides:
            fields.append(("of", " ~ ".join(self.sides)))
        return Signature(f"p:{self.test}", tuple(fields), self.p, version=__version__)

    def row(self) -> Mapping[str, Any]:
        """One row of a table."""
        return {
            "test": self.test, "of": " ~ ".join(self.sides), "statistic": self.statistic, "p": self.p, "effect": self.effect,
            "effect_is": self.effect_name, "low": self.low, "high": self.high, "units": self.units, "undefined_because": self.why,
            "signature": str(self.signature),
        }  # fmt: skip

    def __str__(self) -> str:
        return str(self.signature) if self.p is not None else f"{self.test} is undefined: {self.why}"


def undefined(test: str, units: int, why: str) -> Verdict:
    return Verdict(test, None, None, units, why=why)
