"""A bench: a gold standard, systems, measures; what came of it, as figures and comparisons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations

import numpy as np

from ..errors import BadInput, NotFound
from ..formats.checksum import checksum
from ..measures import Figure, Measure, measure
from ..measures.bootstrap import DRAWS
from ..measures.hierarchy import Hierarchy
from ..measures.score import figure_of
from ..model import Corpus, Kind, Layer
from ..significance.compare import Comparison, compared
from ..significance.corrections import correct
from .attempt import Attempt
from .counting import Fine, counted
from .tasks import Task

ALPHA = 0.01
"""Below this a difference is marked, as in Verspoor et al. 2012."""


@dataclass(frozen=True)
class Results:
    """``columns``: name of a column -> measure. ``given`` is what systems got of the gold. ``corpus`` has the texts and splits and no layers."""

    task: Task
    corpus: Corpus
    gold: Layer
    attempts: tuple[Attempt, ...]
    columns: Mapping[str, str]
    main: str
    given: str = ""
    ontology: Hierarchy | None = None
    draws: int = DRAWS
    seed: int = 1
    _kept: dict[tuple[str, str], Fine] = field(default_factory=dict, repr=False, compare=False)
    _tested: dict[tuple[object, ...], Comparison] = field(default_factory=dict, repr=False, compare=False)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(a.name for a in self.attempts)

    def attempt(self, name: str) -> Attempt:
        for one in self.attempts:
            if one.name == name:
                return one
        raise NotFound(f"no system {name!r}", where="bench", remedy="there are: " + ", ".join(self.names))

    @cached_property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """What every figure was made from, beside its measure."""
        given = (("given", self.given),) if self.given else ()
        return (("task", self.task.name), *given, ("gold", checksum(self.gold, short=True)))

    def measured(self, column: str) -> Measure:
        """The measure of a column, or of a measure's own name."""
        name = {**self.task.counts, **self.columns}.get(column, column)
        return measure(name, kind=self.gold.kind, ontology=self.ontology)

    def counts(self, chosen: Measure, name: str) -> Fine:
        """Counts of a system, in units fine enough for a test; made once."""
        key = (str(chosen), name)
        if key not in self._kept:
            self._kept[key] = counted(chosen, self.gold, self.attempt(name).layer, self.corpus, self.task.per)
        return self._kept[key]

    def figure(self, column: str, name: str, *, units: Sequence[str] | None = None, group: str = "", draws: int | None = None) -> Figure:
        """The value of a column for a system, on some units of the corpus or all, with its interval."""
        return self._figure(self.measured(column), name, units, group, draws)

    def bound(self, column: str, name: str) -> Figure:
        """The upper bound of a column for a system."""
        return self._figure(measure(self.task.bounds[column], kind=self.gold.kind), name, None, "", 0)

    def _figure(self, chosen: Measure, name: str, units: Sequence[str] | None, group: str, draws: int | None) -> Figure:
        fine = self.counts(chosen, name)
        counts = fine.counts
        judged = self._judged(name)
        if units is not None:
            wanted = {judged.index(u) for u in units if u in judged}
            counts = counts.only(np.flatnonzero(np.isin(fine.unit, sorted(wanted))))
        facts = (*self.facts, *((("per", fine.per),) if fine.per != "unit" else ()), *((("system", self.attempt(name).origin),) if self.attempt(name).origin else ()))
        return figure_of(chosen, counts, (self.gold.name, name), draws=self.draws if draws is None else draws, seed=self.seed, group=group, made_from=facts)

    def _judged(self, name: str) -> list[str]:
        layer = self.attempt(name).layer
        return [u for u in self.gold.units if u in layer]

    def missing(self, name: str) -> int:
        """Units of the gold that a system did not judge: they are in none of its numbers."""
        return len(self.gold.units) - len(self._judged(name))

    def compare(self, a: str, b: str, *, measure: str = "", test: str = "permutation", n: int = 0, seed: int = 7) -> Comparison:
        """Whether the difference of two systems is chance, on the units that both judged. ``n`` permutations (the task's own number if 0)."""
        return self._compared(a, b, measure or self.main, test, n or self.task.draws, seed)

    def pairs(self, column: str = "", *, test: str = "permutation", n: int = 0, seed: int = 7, correction: str = "none") -> tuple[Comparison, ...]:
        """Every pair of systems; p as it is unless corrected (the paper does not)."""
        found = [self._compared(a, b, column or self.main, test, n or self.task.draws, seed) for a, b in combinations(self.names, 2)]
        if correction == "none":
            return tuple(found)
        known = [c.verdict.p for c in found if c.verdict.p is not None]
        adjusted = iter(correct(known, correction))
        said = (("correction", f"{correction} of {len(known)}"),)
        return tuple(c if c.verdict.p is None else replace(c, p=next(adjusted), made_from=(*said, *c.made_from)) for c in found)

    def _compared(self, a: str, b: str, column: str, test: str, n: int, seed: int) -> Comparison:
        key = (a, b, str(self.measured(column)), test, n, seed)
        if key not in self._tested:
            self._tested[key] = self._test(a, b, column, test, n, seed)
        return self._tested[key]

    def _test(self, a: str, b: str, column: str, test: str, n: int, seed: int) -> Comparison:
        chosen = self.measured(column)
        fine = [self.counts(chosen, name) for name in (a, b)]
        both = [u for u in self._judged(a) if u in self.attempt(b).layer]
        counts = []
        for name, one in zip((a, b), fine, strict=True):
            judged = self._judged(name)
            place = {u: i for i, u in enumerate(judged)}
            rows = np.flatnonzero(np.isin(one.unit, [place[u] for u in both]))
            counts.append(one.counts.only(rows))
        if counts[0].units != counts[1].units:  # one in sentences, the other not: both by document
            whole = replace(self.task, per="unit")
            return replace(self, task=whole, _kept={}, _tested={})._test(a, b, column, test, n, seed)
        facts = (*self.facts, *((("per", fine[0].per),) if fine[0].per != "unit" else ()))
        return compared(chosen, (a, b), counts[0], counts[1], test, n, 0.95, seed, facts)

    @property
    def ranked(self) -> tuple[str, ...]:
        """The systems, the best first."""
        best = {name: self.figure(self.main, name, draws=0).value for name in self.names}
        return tuple(sorted(self.names, key=lambda n: (best[n] is None, -(best[n] or 0.0), self.names.index(n))))

    def alike(self, column: str = "", *, alpha: float = ALPHA, n: int = 0, seed: int = 7) -> dict[str, tuple[str, ...]]:
        """For each system those that it cannot be told from (p >= alpha)."""
        out: dict[str, list[str]] = {name: [] for name in self.names}
        for c in self.pairs(column, n=n, seed=seed):
            if c.p is None or c.p >= alpha:
                out[c.a].append(c.b)
                out[c.b].append(c.a)
        return {name: tuple(found) for name, found in out.items()}

    def parts(self, by: str = "split") -> dict[str, tuple[str, ...]]:
        """Parts of the corpus: its splits, or its documents."""
        if by == "document":
            return {u: (u,) for u in self.gold.units}
        if by != "split":
            raise BadInput(f"no parts by {by!r}", remedy="by is split or document")
        judged = set(self.gold.units)
        return {name: found for name, units in self.corpus.splits.items() if (found := tuple(u for u in units if u in judged))}

    def rate(self, name: str) -> tuple[float | None, str]:
        """How fast a system was: sentences of the gold a second, or kilobytes of text."""
        one = self.attempt(name)
        if one.seconds is None or one.seconds <= 0:
            return None, ""
        if self.gold.kind is Kind.PARSES:
            return len(self.gold.parses.sentence_starts) / one.seconds, "sentences/s"
        texts = {self.corpus.passage(u).document for u in self.gold.units if hasattr(self.corpus.unit(u).content, "document")}
        return (sum(len(self.corpus.document(d).text) for d in texts) / 1000 / one.seconds, "kB/s") if texts else (None, "")

    def notes(self) -> Iterator[str]:
        """What a reader has to know: units that a system did not judge, and why."""
        for one in self.attempts:
            lacking = self.missing(one.name)
            if lacking:
                yield f"{one.name} judged {len(self.gold.units) - lacking} of {len(self.gold.units)} units; the others are in none of its numbers"
            for unit, why in one.failures.items():
                yield f"{one.name}: {unit}: {why}"
