"""A measure: two layers -> counts for each unit -> a value.

Everything statistical (means, intervals, tests) is written once over the counts. What a plug-in author writes is a
:class:`Family`: how two layers are counted, and how counts make a score. ``F1(match=strict)`` is a family with settings::

    [project.entry-points."goldproof.measures"]
    F1 = "goldproof.measures.families:F1"
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..contracts import Measure as Contract
from ..errors import BadInput
from ..model import Kind, Layer
from ..registry import door
from .hierarchy import Hierarchy, fingerprint, version_of
from .naming import Call, Parameter, parse_call, printed, settle, spoken

Table = NDArray[Any]
"""Counts: a row a unit, a column a count; integers where the things counted are whole."""
Scores = NDArray[np.float64]
Settings = Mapping[str, str]
NO_DEFAULTS: Mapping[Kind, Settings] = MappingProxyType({})

MEAN = Parameter("mean", "micro", ("micro", "macro"),
                 "micro: the counts of all units are added, then scored; macro: units are scored, then averaged")  # fmt: skip
EMPTY = Parameter("empty", "1", ("1", "0", "skip"), "what a unit is worth where neither side says anything")


@dataclass(frozen=True)
class Family:
    """All measures of one name.

    ``counts(a, b, settings)`` gets two layers of the same units in the same order and gives a table with a row a unit.
    ``score(sums, settings)`` makes a score of the last axis of an array of counts, NaN where it is undefined;
    ``why(sums, settings)`` says why it is. ``by_kind`` has defaults that depend on the kind of judgement.
    Of a value that is no function of sums (a rank correlation) ``whole(table, weights, settings)`` gives one for each row of
    weights, from the rows themselves. Where ``needs_ontology(settings)``, ``informed(a, b, settings, ontology)`` counts instead of ``counts``.
    """

    name: str
    title: str
    kinds: frozenset[Kind]
    columns: tuple[str, ...]
    counts: Callable[[Layer, Layer, Settings], Table]
    score: Callable[[Table, Settings], Scores]
    why: Callable[[Table, Settings], str]
    parameters: tuple[Parameter, ...] = (EMPTY, MEAN)
    by_kind: Mapping[Kind, Settings] = field(default_factory=lambda: NO_DEFAULTS)
    symmetric: bool = True
    see: str = ""
    informed: Callable[[Layer, Layer, Settings, Hierarchy], Table] | None = None
    needs_ontology: Callable[[Settings], bool] = lambda settings: False
    whole: Callable[[Table, NDArray[np.int64], Settings], Scores] | None = None


@dataclass(frozen=True)
class Counts:
    """What was counted: ``table[i]`` belongs to ``units[i]``. Units that one side did not judge are not there."""

    units: tuple[str, ...]
    table: Table

    def only(self, rows: NDArray[np.int64]) -> Counts:
        return Counts(tuple(self.units[i] for i in rows.tolist()), self.table[rows])


@dataclass(frozen=True)
class Measure:
    """A family with every setting decided. ``measure(str(m)) == m``."""

    family: Family
    settings: Settings
    ontology: Hierarchy | None = None

    @property
    def made_from(self) -> tuple[tuple[str, str], ...]:
        """What the name does not say and the number depends on, for the signature."""
        facts: list[tuple[str, str]] = []
        if self.ontology is not None and self.family.needs_ontology(self.settings):
            facts.append(("ontology", version_of(self.ontology)))
        file = self.settings.get("classes", "none").rpartition(":")[0]
        if file.endswith(".toml"):
            facts.append(("classes-file", fingerprint(Path(file).read_bytes())))
        if self.settings.get("prm", "").endswith(".prm"):
            facts.append(("prm-file", fingerprint(Path(self.settings["prm"]).read_bytes())))
        return tuple(facts)

    def __str__(self) -> str:
        return printed(self.family.name, spoken(self.family.parameters, self.settings))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Measure) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def counts(self, a: Layer, b: Layer) -> Counts:
        """Counts for every unit that both layers judged, in the order of ``a``."""
        for layer in (a, b):
            if layer.kind not in self.family.kinds:
                kinds = " or ".join(sorted(k.value for k in self.family.kinds))
                raise BadInput(f"{self} is about {kinds}, the layer holds {layer.kind.value}", where=f"layer {layer.name}")
        if a.kind != b.kind:
            raise BadInput(f"one layer holds {a.kind.value}, the other {b.kind.value}", where=f"layers {a.name} and {b.name}")
        if a.units != b.units:
            common = [unit for unit in a.units if unit in b]
            a, b = a.only(common), b.only(common)
        if not self.family.needs_ontology(self.settings):
            return Counts(a.units, self.family.counts(a, b, self.settings))
        if self.ontology is None or self.family.informed is None:
            raise BadInput(f"{self} needs an ontology", remedy="give it with --ontology, or measure(name, ontology=...)")
        return Counts(a.units, self.family.informed(a, b, self.settings, self.ontology))

    def value(self, counts: Counts) -> tuple[float | None, str]:
        """The value, or None and why there is none."""
        if not counts.units:
            return None, "no unit was judged by both sides"
        value = float(self.values(counts.table, np.ones((1, len(counts.units)), dtype=np.int64))[0])
        if value == value:
            return value, ""
        return None, self.family.why(counts.table.sum(axis=0), self.settings) or "undefined for these counts"

    def values(self, table: Table, weights: NDArray[np.int64]) -> Scores:
        """One value for each row of ``weights``: how often each unit counts (a resampling of the units)."""
        if self.family.whole is not None:
            return self.family.whole(table, weights, self.settings)
        if self.settings.get("mean") != "macro":
            return self.family.score(weights @ table, self.settings)
        each = self.family.score(table, self.settings)
        known = ~np.isnan(each)
        total = weights @ known
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(weights @ np.where(known, each, 0.0) / np.where(total, total, np.nan), dtype=np.float64)


def _family(plugin: Contract) -> Family:
    """A plug-in that has only what the contract asks for, filled up."""
    if isinstance(plugin, Family):
        return plugin
    return Family(
        plugin.name, getattr(plugin, "title", plugin.name), getattr(plugin, "kinds", frozenset(Kind)), getattr(plugin, "columns", ()),
        plugin.counts, plugin.score, getattr(plugin, "why", lambda sums, settings: ""), tuple(getattr(plugin, "parameters", ())),
        getattr(plugin, "by_kind", NO_DEFAULTS), bool(getattr(plugin, "symmetric", True)), getattr(plugin, "see", ""),
    )  # fmt: skip


def measure(name: str | Call | Measure, *, kind: Kind | None = None, ontology: Hierarchy | None = None) -> Measure:
    """The measure of this name. ``kind`` settles what the name leaves open: ``F1`` of phenotypes is about whole EQs.
    ``ontology`` is for measures that look at what stands above a concept, or follow ids that are not of today.

    >>> str(measure("F1"))
    'F1(match=strict,on=span+concept,empty=1,mean=micro)'
    """
    if isinstance(name, Measure):
        return name if ontology is None else replace(name, ontology=ontology)
    call = name if isinstance(name, Call) else parse_call(name)
    family = _family(door("measures").get(call.name))
    defaults = family.by_kind.get(kind, {}) if kind is not None else {}
    return Measure(family, MappingProxyType(settle(call, family.parameters, defaults)), ontology)
