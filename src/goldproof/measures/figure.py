"""A figure: a number with everything it was made from, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..signature import Signature
from ..version import __version__


@dataclass(frozen=True, slots=True)
class Figure:
    """``value`` None: undefined, and ``why`` says why. ``low`` and ``high`` are the ends of its interval, None if there is none.

    ``sides`` are the layers that were compared; ``group`` is the part of the units it was made on ("" for all);
    ``made_from`` are further facts for the signature (the gold's checksum, the seed), in their order. ``error`` is the standard error and
    ``p`` the probability of the value where there is nothing to find, for those that have them.
    """

    measure: str
    value: float | None
    units: int
    sides: tuple[str, ...] = ()
    group: str = ""
    low: float | None = None
    high: float | None = None
    why: str = ""
    made_from: tuple[tuple[str, str], ...] = ()
    error: float | None = None
    p: float | None = None

    @property
    def signature(self) -> Signature:
        """The measure's settings as fields, then units and what else it was made from."""
        name, _, inside = self.measure.partition("(")
        settings = [s.split("=", 1) for s in inside.rstrip(")").split(",") if s]
        if any(len(s) == 1 for s in settings):
            # ICC(1,k): values without names stay where they are.
            name, settings = self.measure, []
        fields = [(key, value) for key, value in settings]
        fields.append(("units", str(self.units)))
        if self.group:
            fields.append(("group", self.group))
        if self.sides:
            fields.append(("of", " ~ ".join(self.sides)))
        low, high = (self.low, self.high) if self.value is not None else (None, None)
        return Signature(name, (*fields, *self.made_from), self.value, low, high, __version__)

    @property
    def origin(self) -> str:
        """The signature without the number, for tables that show the number beside it."""
        s = self.signature
        return str(Signature(s.measure, s.fields, version=s.version))

    @property
    def text(self) -> str:
        """The number for people: ``0.79 [0.75, 0.83]``, or why there is none."""
        if self.value is None:
            return f"undefined: {self.why}"
        return f"{self.value:.3f}" + ("" if self.low is None or self.high is None else f" [{self.low:.3f}, {self.high:.3f}]")

    def row(self) -> Mapping[str, Any]:
        """One row of a table."""
        return {
            "measure": self.measure, "of": " ~ ".join(self.sides), "group": self.group, "value": self.value, "low": self.low,
            "high": self.high, "units": self.units, "undefined_because": self.why, "signature": str(self.signature),
        }  # fmt: skip

    def __str__(self) -> str:
        return str(self.signature) if self.value is not None else f"{self.origin} is {self.text}"
