"""Two sources compared, state by state: what each pair of statements has in common, the best of each state, the mean over states.

Jsim and In of a state are the maximum over its pairs of statements. Partial precision and partial recall of a test source T against a
reference R (equations 1 and 2 of Dahdul et al. 2018):

    PP = 1/Y sum over T's Y statements of the best Jsim to any of R's        PR = 1/X sum over R's X statements of the best Jsim to any of T's

The files that were deposited with the paper are named the other way round: ``labels="published"`` calls equation 2 PP and equation 1 PR, as they do.

A state on which one side says nothing (or nothing complete) scores 0 and counts; one on which neither does is worth ``empty``. A source against a
source is the mean over states with two standard errors of the mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import BadInput, NotFound
from ...model import Layer, Phenotype
from ...signature import Signature
from ...version import __version__
from .bits import Numbers
from .frequency import Frequency
from .profiles import Profiles

Floats = NDArray[np.float64]
METRICS = ("PP", "PR", "Jsim", "In")
LABELS = {"equations": ("PP", "PR"), "published": ("PR", "PP")}
"""What equations 1 and 2 are called: as they are defined, or as the deposited files are named."""


@dataclass(frozen=True)
class Pairs:
    """Every statement of ``test`` beside every statement of ``ref`` on the same unit: the numbers of the unit and of both statements in it (from 0)."""

    unit: Numbers
    test: Numbers
    ref: Numbers
    sizes: Numbers
    """How many statements each unit has: a row a unit, test and ref."""


@dataclass(frozen=True)
class Mean:
    """A mean over units with two standard errors of it (None for fewer than two units)."""

    metric: str
    value: float
    two_errors: float | None
    units: int

    @property
    def low(self) -> float | None:
        return None if self.two_errors is None else self.value - self.two_errors

    @property
    def high(self) -> float | None:
        return None if self.two_errors is None else self.value + self.two_errors

    def __str__(self) -> str:
        return f"{self.metric} {self.value:.3f}" + ("" if self.two_errors is None else f" ± {self.two_errors:.3f}")

    def row(self, made_from: tuple[tuple[str, str], ...] = ()) -> Mapping[str, Any]:
        """One row of a table, with its signature."""
        fields = (*made_from, ("units", str(self.units)), ("interval", "two standard errors"))
        signature = Signature(self.metric, fields, self.value, self.low, self.high, __version__)
        return {"measure": self.metric, "mean": self.value, "two_errors": self.two_errors, "low": self.low, "high": self.high, "units": self.units,
                "signature": str(signature)}  # fmt: skip


@dataclass(frozen=True)
class Comparison:
    """``jsim`` and ``content`` belong to the pairs (``content`` None: no corpus was given); everything else follows from them."""

    test: str
    ref: str
    units: tuple[str, ...]
    pairs: Pairs
    jsim: Floats
    content: Floats | None
    empty: float = 0.0
    labels: str = "equations"

    @cached_property
    def states(self) -> Mapping[str, Floats]:
        """Metric -> its value on each unit."""
        first, second = LABELS[self.labels]
        equations = {first: self._averaged(self.pairs.test, 0), second: self._averaged(self.pairs.ref, 1)}
        found = {"PP": equations["PP"], "PR": equations["PR"], "Jsim": self._best(self.jsim)}
        if self.content is not None:
            found["In"] = self._best(self.content)
        neither = ~self.pairs.sizes.any(axis=1)
        return {name: np.where(neither, self.empty, values) for name, values in found.items()}

    def _best(self, values: Floats) -> Floats:
        out = np.zeros(len(self.units))
        np.maximum.at(out, self.pairs.unit, values)
        return out

    def _averaged(self, number: Numbers, side: int) -> Floats:
        """For each unit the mean over one side's statements of their best match; a statement without a match has 0."""
        many = self.pairs.sizes[:, side]
        starts = np.concatenate([[0], np.cumsum(many)])
        best = np.zeros(int(starts[-1]))
        np.maximum.at(best, starts[self.pairs.unit] + number, self.jsim)
        sums = np.bincount(np.repeat(np.arange(len(many)), many), weights=best, minlength=len(many))
        return np.asarray(sums / np.maximum(many, 1), dtype=np.float64)

    def means(self) -> tuple[Mean, ...]:
        """The mean of every metric over the units."""
        return tuple(mean(name, values) for name, values in self.states.items())

    def state_rows(self) -> Iterator[Mapping[str, Any]]:
        """One row a unit, for a table."""
        columns = [(name, values.tolist()) for name, values in self.states.items()]
        for i, (unit, (y, x)) in enumerate(zip(self.units, self.pairs.sizes.tolist(), strict=True)):
            yield {"unit": unit, "of test": y, "of ref": x, **{name: values[i] for name, values in columns}}

    def pair_rows(self) -> Iterator[Mapping[str, Any]]:
        """One row a pair of statements, numbered from 1 in their unit."""
        content: Sequence[float | None] = [None] * len(self.jsim) if self.content is None else self.content.tolist()
        columns = (self.pairs.unit.tolist(), self.pairs.test.tolist(), self.pairs.ref.tolist(), self.jsim.tolist(), content)
        for unit, t, r, j, i in zip(*columns, strict=True):
            yield {"unit": self.units[unit], "test EQ": t + 1, "ref EQ": r + 1, "Jsim": j, **({} if i is None else {"In": i})}


def mean(metric: str, values: Floats) -> Mean:
    """The mean with two standard errors, 2 s / sqrt(n)."""
    n = len(values)
    if not n:
        raise BadInput("no unit was judged by both sides", where=metric)
    return Mean(metric, float(values.mean()), 2 * float(values.std(ddof=1)) / n**0.5 if n > 1 else None, n)


def compare(
    test: Layer, ref: Layer, profiles: Profiles, frequency: Frequency | None = None, *, empty: float = 0.0, labels: str = "equations"
) -> Comparison:
    """``test`` against ``ref`` on the units that both judged, in the order of ``ref``; In too if a corpus is given."""
    if labels not in LABELS:
        raise NotFound(f"equations 1 and 2 have no labels {labels!r}", remedy="there are: " + ", ".join(LABELS))
    units = tuple(u for u in ref.units if u in test)
    sides = [layer.only(units).phenotypes for layer in (test, ref)]
    rows = [profiles.rows_of(side) for side in sides]
    pairs, at_test, at_ref = paired(sides[0].offsets, sides[1].offsets)
    a, b = rows[0][at_test], rows[1][at_ref]
    jsim = profiles.jaccard(a, b)
    content = None if frequency is None else frequency.content(a, b)
    return Comparison(test.name, ref.name, units, pairs, jsim, content, empty, labels)


def phenotypes_of(layers: Iterable[Layer]) -> Iterator[Phenotype]:
    """Every statement of layers, as often as it was made: a corpus."""
    for layer in layers:
        yield from layer.phenotypes.rows()


def paired(test: Numbers, ref: Numbers) -> tuple[Pairs, Numbers, Numbers]:
    """All pairs of the statements of each unit, and where each side's statement stands; from the offsets of units in both."""
    sizes = np.stack([np.diff(test), np.diff(ref)], axis=1)
    many = sizes.prod(axis=1)
    unit = np.repeat(np.arange(len(many)), many)
    within = np.arange(int(many.sum())) - np.repeat(np.cumsum(many) - many, many)
    wide = np.maximum(sizes[unit, 1], 1)
    in_test, in_ref = within // wide, within % wide
    return Pairs(unit, in_test, in_ref, sizes), test[unit] + in_test, ref[unit] + in_ref
