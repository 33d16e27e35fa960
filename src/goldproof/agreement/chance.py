"""Coefficients corrected for chance, as one: (pa - pe) / (1 - pe), with weights and missing ratings (Gwet 2014, chapters 2-5).

With r_i ratings of unit i, n_iq of them of category q, n units with a rating and n' with two or more, and weights w:

    pa   = 1/n' Σ_i Σ_q n_iq (Σ_l w_ql n_il - 1) / (r_i (r_i - 1))        π_q = 1/n Σ_i n_iq / r_i

    percent               pe = 0
    AC1, AC2              pe = Σw / (q (q - 1)) Σ_q π_q (1 - π_q)         Gwet 2008
    Fleiss, pi            pe = Σ_kl w_kl π_k π_l                          Fleiss 1971, Scott 1955
    BP                    pe = Σw / q²                                    Brennan & Prediger 1981
    Conger, kappa         pe = Σ_kl w_kl mean over g ≠ h of p_gk p_hl     Conger 1980, Cohen 1960 and 1968; p_gk: share of k among g's ratings

The standard error is that of Gwet 2008 and 2014 by linearisation, with n - 1 degrees of freedom, as R's irrCAC prints it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput, NotFound
from ..measures.naming import Parameter
from ..model import Kind
from .rows import Rows, rows_of
from .statistic import Coefficient, Numbers, Ratings, Statistic, Values, student
from .weights import WEIGHTS, Weighting, is_file, weighting

RATES = frozenset({Kind.RATINGS})
_BLOCK = 4_000_000


@dataclass(frozen=True)
class Chance:
    """What a coefficient thinks of chance: the chance agreement, and each row's part in it, from rows, weights and times.

    ``of(rows, weighting, times)`` gives pe and an array whose mean over units (by times) is pe, or None where pe does not vary.
    """

    of: Callable[[Rows, Weighting, Numbers], tuple[float, Numbers | None]]
    ordered: bool = False


def coefficient(
    table: Numbers, chance: Chance, weights: str = "identity", *, categories: Numbers | None = None, labels: tuple[str, ...] = (), category: str = ""
) -> Statistic:
    """One coefficient of a table with a row a unit and a column a rater; NaN where there is no rating."""
    rows = rows_of(table, categories=categories, ordered=chance.ordered)
    if category:
        rows = _of_category(rows, category, labels)
    return _statistic(rows, chance, weighting(weights, rows.places, labels=labels if categories is not None and not category else ()))


def _of_category(rows: Rows, category: str, labels: tuple[str, ...]) -> Rows:
    """Whether each rating is of the category, or of another."""
    names = labels or tuple(f"{x:g}" for x in rows.places)
    if category not in names:
        raise NotFound(f"no category is called {category!r}", remedy="there are: " + ", ".join(names[:30]))
    number = names.index(category)
    return Rows(np.where(rows.codes < 0, -1, (rows.codes == number).astype(np.int64)), rows.times, np.array([0.0, 1.0]))


def _statistic(rows: Rows, chance: Chance, weights: Weighting) -> Statistic:
    sizes = rows.sizes
    pairable = sizes >= 2
    n, paired = rows.times.sum(), rows.times[pairable].sum()
    facts = (("categories", str(len(rows.places))),)
    if paired == 0:
        return Statistic(0, None, "no unit has two ratings", made_from=facts)
    within = _within(rows, weights)
    pa = float(rows.times @ within) / paired
    pe, part = chance.of(rows, weights, rows.times)
    if not pe < 1 - 1e-14:
        return Statistic(int(paired), None, _why(rows), made_from=facts)
    value = (pa - pe) / (1 - pe)

    def resampled(draws: int, seed: int) -> Values:
        return _resampled(rows, chance, weights, within, draws, seed)

    # Each unit's value, as if it were linear: its mean is the coefficient.
    each = (n / paired) * np.where(pairable, within - pe, 0.0) / (1 - pe)
    if part is not None:
        each = each - 2 * (1 - value) * (part - pe) / (1 - pe)
    error = float(np.sqrt(rows.times @ (each - value) ** 2 / (n * (n - 1)))) if n > 1 else 0.0
    if error < 1e-12:
        return Statistic(int(paired), value, resampled=resampled, made_from=facts)
    ends, p = student(value, error, n - 1)
    return Statistic(int(paired), value, "", error, ends, p, f"t:{int(n - 1)}", resampled, facts)


def _why(rows: Rows) -> str:
    if len(rows.places) < 2:
        return "only one category occurs and no scale names others, so chance would agree as well"
    return "all ratings are the same, so chance would agree as well"


def _within(rows: Rows, weights: Weighting) -> Numbers:
    """For each row the mean weight over the ordered pairs of its ratings; 0 where there is no pair."""
    total = np.zeros(len(rows.codes))
    columns = np.ascontiguousarray(rows.codes.T)
    for i in range(len(columns)):
        for j in range(i):
            both = (columns[i] >= 0) & (columns[j] >= 0)
            total += np.where(both, weights.between(columns[i], columns[j]), 0.0)
    sizes = rows.sizes
    return np.asarray(2 * total / np.where(sizes > 1, sizes * (sizes - 1), 1.0))


def shares(rows: Rows, times: Numbers) -> Numbers:
    """π: for each category the mean over units of its share of the unit's ratings."""
    row, column = np.nonzero(rows.codes >= 0)
    of_each = np.bincount(rows.codes[row, column], weights=(times / rows.sizes)[row], minlength=len(rows.places))
    return np.asarray(of_each / times.sum())


def _means(rows: Rows, of_category: Numbers) -> Numbers:
    """For each row the mean over its ratings of something that each category has."""
    found = np.where(rows.codes >= 0, of_category[rows.codes], 0.0)
    return np.asarray(found.sum(axis=1) / rows.sizes)


def _none(rows: Rows, weights: Weighting, times: Numbers) -> tuple[float, Numbers | None]:
    return 0.0, None


def _gwet(rows: Rows, weights: Weighting, times: Numbers) -> tuple[float, Numbers | None]:
    q = len(rows.places)
    if q < 2:
        return 1.0, None
    share = shares(rows, times)
    scale = weights.total / (q * (q - 1))
    return scale * float(share @ (1 - share)), scale * _means(rows, 1 - share)


def _fleiss(rows: Rows, weights: Weighting, times: Numbers) -> tuple[float, Numbers | None]:
    share = shares(rows, times)
    smoothed = weights.times(share)
    return float(share @ smoothed), _means(rows, smoothed)


def _brennan(rows: Rows, weights: Weighting, times: Numbers) -> tuple[float, Numbers | None]:
    return weights.total / len(rows.places) ** 2, None


def _conger(rows: Rows, weights: Weighting, times: Numbers) -> tuple[float, Numbers | None]:
    """The raters' own shares; each row's part is the linearised chance agreement (Gwet 2014, chapter 5)."""
    there = rows.codes >= 0
    rated = times @ there
    active = np.flatnonzero(rated > 0)
    if len(active) < 2:
        return 1.0, None
    own = np.stack([np.bincount(rows.codes[there[:, g], g], weights=times[there[:, g]], minlength=len(rows.places)) / rated[g] for g in active])
    smoothed = np.stack([weights.times(own_g) for own_g in own])
    others = smoothed.sum(axis=0) - smoothed
    pairs = len(active) * (len(active) - 1)
    pe = float((own * others).sum()) / pairs
    part = np.full(len(times), pe)
    for k, g in enumerate(active):
        mine = np.where(there[:, g], others[k][rows.codes[:, g]] - own[k] @ others[k], 0.0)
        part += mine * (times.sum() / rated[g]) / pairs
    return pe, part


def _resampled(rows: Rows, chance: Chance, weights: Weighting, within: Numbers, draws: int, seed: int) -> Values:
    """The coefficient for units drawn again: among distinct rows, so that a draw costs as much as there are of them."""
    pairable = rows.sizes >= 2
    generator = np.random.default_rng(seed)
    step = max(1, _BLOCK // len(rows.times))
    out = []
    for start in range(0, draws, step):
        times = generator.multinomial(rows.units, rows.times / rows.times.sum(), size=min(step, draws - start)).astype(np.float64)
        with np.errstate(invalid="ignore", divide="ignore"):
            pa = times @ within / (times @ pairable)
            pe = _chances(rows, chance, weights, times)
            out.append(np.where(pe < 1 - 1e-14, (pa - pe) / (1 - pe), np.nan))
    return np.concatenate(out) if out else np.zeros(0)


def _chances(rows: Rows, chance: Chance, weights: Weighting, times: NDArray[np.float64]) -> Numbers:
    q = len(rows.places)
    if chance.of in (_none, _brennan):
        return np.full(len(times), chance.of(rows, weights, rows.times)[0])
    if chance.of in (_gwet, _fleiss) and weights.matrix is not None and q * len(rows.times) <= _BLOCK:
        share = times @ (rows.counts() / rows.sizes[:, None]) / times.sum(axis=1, keepdims=True)
        if chance.of is _fleiss:
            return np.asarray(((share @ weights.matrix) * share).sum(axis=1))
        return np.asarray(weights.total / max(q * (q - 1), 1) * (share * (1 - share)).sum(axis=1)) if q > 1 else np.ones(len(times))
    return np.array([chance.of(rows, weights, row)[0] for row in times])


CHANCES: dict[str, tuple[str, Chance, str, str]] = {
    "percent": ("share of pairs of ratings that agree", Chance(_none), "identity", ""),
    "AC1": ("Gwet's AC1", Chance(_gwet), "identity", "Gwet 2008"),
    "AC2": ("Gwet's AC2: AC1 with weights", Chance(_gwet), "ordinal", "Gwet 2014"),
    "Fleiss": ("Fleiss' kappa (Scott's pi of many)", Chance(_fleiss), "identity", "Fleiss 1971"),
    "Conger": ("Conger's kappa (Cohen's of many)", Chance(_conger, ordered=True), "identity", "Conger 1980"),
    "BP": ("Brennan and Prediger's coefficient (Bennett's S)", Chance(_brennan), "identity", "Brennan & Prediger 1981"),
    "kappa": ("Cohen's kappa: of each pair on the units that both rated, and the mean of the pairs (Light's)", Chance(_conger, ordered=True), "identity", "Cohen 1960"),
    "pi": ("Scott's pi: of each pair on the units that both rated, and the mean of the pairs", Chance(_fleiss), "identity", "Scott 1955"),
}  # fmt: skip

CATEGORY = Parameter("category", "", what="a category against all others")


def _made(name: str) -> Coefficient:
    title, chance, usual, see = CHANCES[name]
    weights = Parameter("weights", usual, what="how much two ratings agree: " + ", ".join(WEIGHTS) + ", or a file with a table of weights")

    def of(ratings: Ratings, settings: Mapping[str, str]) -> Statistic:
        if settings.get("category") and settings.get("weights", "identity") != "identity":
            raise BadInput("a category against all others has weights=identity", where=name)
        return coefficient(ratings.table, chance, settings.get("weights", "identity"), categories=ratings.categories, labels=ratings.labels,
                           category=settings.get("category", ""))  # fmt: skip

    def ordered(settings: Mapping[str, str]) -> bool:
        return settings.get("weights", "identity") != "identity" and not is_file(settings["weights"])

    parameters = (CATEGORY,) if name == "AC1" else (weights,) if name == "AC2" else (weights, CATEGORY)
    return Coefficient(name, title, RATES, parameters, of, see=see, ordered=ordered, pairs=name in ("kappa", "pi"), text=leaving_out_empty)


def leaving_out_empty(name: str, settings: Mapping[str, str]) -> str:
    from ..measures.naming import printed

    return printed(name, {key: value for key, value in settings.items() if value})


FAMILY: tuple[Coefficient, ...] = tuple(_made(name) for name in CHANCES)
