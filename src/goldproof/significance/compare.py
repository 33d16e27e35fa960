"""Two systems or more on the same units: is a difference chance, and how large is it?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput, NotFound
from ..measures.hierarchy import Hierarchy
from ..measures.measure import Counts, Measure, measure
from ..measures.score import grouped_per
from ..model import Corpus, Layer, Unit
from ..signature import Signature
from ..version import __version__
from .categories import MCNEMAR, mcnemar
from .corrections import CORRECTIONS, correct
from .effects import paired_d
from .paired import paired_t, sign
from .pairs import Sides, averaged
from .permutation import DRAWS, permute
from .ranks import rank_sum, signed_rank
from .resampling import bootstrap
from .verdict import Verdict, undefined
from .wholes import Wholes, bootstrap_wholes, permute_wholes

Scores = NDArray[np.float64]
INTERVAL_DRAWS = 2_000

UNIT_TESTS: Mapping[str, Callable[[Scores, Scores], Verdict]] = {
    "wilcoxon": lambda a, b: signed_rank(a.tolist(), b.tolist()),
    "rank-sum": lambda a, b: rank_sum(a.tolist(), b.tolist()),
    "t": lambda a, b: paired_t(a.tolist(), b.tolist()),
    "sign": lambda a, b: sign(a.tolist(), b.tolist()),
    **{name: (lambda a, b, method=method: mcnemar(_right(a), _right(b), method=method))  # type: ignore[misc]
       for name, method in (("mcnemar", "auto"), *((f"mcnemar-{m}", m) for m in MCNEMAR[1:]))},
}  # fmt: skip
"""Tests over the scores of the single units. McNemar's asks of each unit whether it is entirely right (a score of 1)."""
TESTS = ("permutation", "bootstrap", *UNIT_TESTS)


@dataclass(frozen=True, slots=True)
class Comparison:
    """``a`` against ``b`` by one measure. ``low`` and ``high`` are the ends of the interval of the difference (paired bootstrap over units); ``p`` is corrected
    for all comparisons that were made together, ``verdict.p`` is not. ``effect`` is named in ``effect_name``."""

    measure: str
    a: str
    b: str
    value_a: float | None
    value_b: float | None
    verdict: Verdict
    p: float | None
    low: float | None
    high: float | None
    effect: float | None
    effect_name: str
    made_from: tuple[tuple[str, str], ...] = ()

    @property
    def difference(self) -> float | None:
        return None if self.value_a is None or self.value_b is None else self.value_a - self.value_b

    @property
    def signature(self) -> Signature:
        fields = (("measure", self.measure), *self.verdict.made_from, ("units", str(self.verdict.units)), ("of", f"{self.a} ~ {self.b}"), *self.made_from)
        return Signature(f"p:{self.verdict.test}", fields, self.p, version=__version__)

    def row(self) -> Mapping[str, Any]:
        """One row of a table."""
        return {
            "measure": self.measure, "a": self.a, "b": self.b, "value_a": self.value_a, "value_b": self.value_b, "difference": self.difference,
            "low": self.low, "high": self.high, "p": self.p, "p_uncorrected": self.verdict.p, "test": self.verdict.test, "statistic": self.verdict.statistic,
            "effect": self.effect, "effect_is": self.effect_name, "units": self.verdict.units, "undefined_because": self.verdict.why,
            "signature": str(self.signature),
        }  # fmt: skip

    def __str__(self) -> str:
        return str(self.signature) if self.p is not None else f"{self.verdict.test} of {self.a} and {self.b} is undefined: {self.verdict.why}"


def compare(
    ref: Layer,
    systems: Sequence[Layer],
    *names: str | Measure,
    test: str = "permutation",
    per: str = "",
    units: Corpus | Iterable[Unit] = (),
    ontology: Hierarchy | None = None,
    correction: str = "holm",
    draws: int = DRAWS,
    level: float = 0.95,
    seed: int = 1,
    made_from: tuple[tuple[str, str], ...] = (),
) -> tuple[Comparison, ...]:
    """Every pair of systems by every measure (F1 if none is named), on the units that the reference and all systems judged.

    ``test``: permutation (approximate randomisation; exact where few units differ), bootstrap (paired), or a test over the scores of single units: wilcoxon,
    rank-sum, t, sign, mcnemar. p is corrected for all comparisons together by ``correction``: holm, bonferroni, bh or none. ``per="sentence"``
    takes the sentences of parses as units, ``per="document"`` puts the units of a document together.
    """
    if test not in TESTS:
        raise NotFound(f"no test is called {test!r}", remedy=f"there are: {', '.join(TESTS)}")
    if correction not in CORRECTIONS:
        raise NotFound(f"no correction is called {correction!r}", remedy=f"there are: {', '.join(CORRECTIONS)}")
    if len(systems) < 2:
        raise BadInput(f"{len(systems)} system; a comparison needs 2")
    common = [u for u in ref.units if all(u in s for s in systems)]
    gold, *others = grouped_per(per, units, *(layer.only(common) for layer in (ref, *systems)))
    facts = (*(("per", p) for p in (per,) if p), *made_from)
    found: list[Comparison] = []
    for name in names or ("F1",):
        chosen = measure(name, kind=ref.kind, ontology=ontology)
        counted = [chosen.counts(gold, other) for other in others]
        for i, j in combinations(range(len(others)), 2):
            found.append(compared(chosen, (others[i].name, others[j].name), counted[i], counted[j], test, draws, level, seed, facts))
    known = [c.verdict.p for c in found if c.verdict.p is not None]
    if len(known) < 2:
        return tuple(found)
    adjusted = iter(correct(known, correction))
    said = (("correction", f"{correction} of {len(known)}"),)
    return tuple(c if c.verdict.p is None else replace(c, p=next(adjusted), made_from=(*said, *c.made_from)) for c in found)


def compared(
    chosen: Measure, sides: tuple[str, str], a: Counts, b: Counts, test: str, draws: int, level: float, seed: int, facts: tuple[tuple[str, str], ...]
) -> Comparison:  # fmt: skip
    """Two systems whose counts are there already, on the same units in the same order."""
    (value_a, why_a), (value_b, why_b) = chosen.value(a), chosen.value(b)
    one, two = np.asarray(a.table, dtype=np.float64), np.asarray(b.table, dtype=np.float64)
    whole = chosen.family.whole is not None
    each = None if whole else tuple(np.asarray(chosen.family.score(t, chosen.settings), dtype=np.float64) for t in (one, two))
    if value_a is None or value_b is None:
        verdict = undefined(test, len(a.units), why_a or why_b)
        return Comparison(str(chosen), *sides, value_a, value_b, verdict, None, None, None, None, "", (*chosen.made_from, *facts))
    pair = Wholes(one, two, chosen.values) if whole else None
    sums = None if each is None else _sides(chosen, one, two, each)
    if test == "permutation":
        verdict = permute_wholes(pair, draws=draws, seed=seed) if pair is not None else permute(_given(sums), draws=draws, seed=seed)
    elif test == "bootstrap":
        verdict = _bootstrapped(pair, sums, draws, level, seed)
    elif each is None:
        verdict = undefined(test, len(a.units), f"{chosen.family.name} has no value for a single unit")
    else:
        verdict = UNIT_TESTS[test](*each)
    spread = verdict if test == "bootstrap" else _bootstrapped(pair, sums, INTERVAL_DRAWS, level, seed)
    effect, name = (verdict.effect, verdict.effect_name) if verdict.effect_name != "difference" else (None, "")
    if effect is None and each is not None and (d := paired_d(*(e.tolist() for e in each))) is not None:
        effect, name = d, "Cohen's d of unit scores, paired"
    said = () if test == "bootstrap" or spread.low is None else (("interval", f"{level:g}"), ("interval-draws", str(INTERVAL_DRAWS)), ("interval-seed", str(seed)))
    return Comparison(str(chosen), *sides, value_a, value_b, verdict, verdict.p, spread.low, spread.high, effect, name, (*said, *chosen.made_from, *facts))


def _bootstrapped(pair: Wholes | None, sums: Sides | None, draws: int, level: float, seed: int) -> Verdict:
    return bootstrap_wholes(pair, draws=draws, level=level, seed=seed) if pair is not None else bootstrap(_given(sums), draws=draws, level=level, seed=seed)


def _given(sums: Sides | None) -> Sides:
    assert sums is not None
    return sums


def _sides(chosen: Measure, one: Scores, two: Scores, each: tuple[Scores, ...]) -> Sides:
    if chosen.settings.get("mean") == "macro":
        return averaged(each[0], each[1])
    return Sides(one, two, lambda sums: np.asarray(chosen.family.score(sums, chosen.settings), dtype=np.float64))


def _right(scores: Scores) -> list[bool]:
    return [bool(x) for x in np.nan_to_num(scores, nan=0.0) >= 1 - 1e-12]
