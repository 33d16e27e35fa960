"""Krippendorff's alpha: 1 - observed / expected disagreement (Krippendorff 2011, Computing Krippendorff's Alpha-Reliability).

With n_u values in unit u (units with one value do not count), n values in all and a difference d² between values:

    Do = 1/n Σ_u 1/(n_u - 1) Σ_{i≠j in u} d²(i, j)        De = 1/(n (n - 1)) Σ_{i≠j} d²(i, j)

- nominal: d² = 0 if equal, else 1;    interval: d² = (x - y)²;    ratio: d² = ((x - y) / (x + y))²;    circular, bipolar: see weights.py;
- ordinal: d² = (sum of the counts from x to y, halves at the ends)², which is the interval difference of the values' places in the
  cumulated counts (midranks). This is Krippendorff's own; ``alpha(weights=ordinal)`` is the other one, with Gwet's weights of differences of
  ranks, which R's irrCAC calls ordinal.

In weights w = 1 - d² / max it is (pa - pe) / (1 - pe) with pa = (1 - 1/n) pa' + 1/n (Gwet 2014, chapter 5): the form that is computed here. No matrix of
values is ever needed for nominal, ordinal and interval. The standard error is by linearisation as for the other coefficients; for the ordinal level the
places depend on the ratings too, which adds a term that irrCAC has no need of.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ..errors import BadInput
from ..measures.naming import Parameter
from .chance import RATES, leaving_out_empty
from .rows import Rows, rows_of
from .statistic import Coefficient, Numbers, Ratings, Statistic, Values, student
from .weights import WEIGHTS, Weighting, is_file, weighting

LEVELS = ("nominal", "ordinal", "interval", "ratio")
_WEIGHTS_OF = {"nominal": "identity", "ordinal": "quadratic", "interval": "quadratic", "ratio": "ratio", "circular": "circular", "bipolar": "bipolar"}
_FEW = 40
_BLOCK = 4_000_000


def krippendorff(
    table: Numbers, level: str = "nominal", *, weights: str = "", categories: Numbers | None = None, labels: tuple[str, ...] = ()
) -> Statistic:
    """Alpha of a table with a row a unit and a column a rater; NaN where there is no rating.

    ``weights`` other than "" take the place of the level's own differences. ``categories`` matter to circular and bipolar differences alone.
    """
    if level not in _WEIGHTS_OF and not is_file(level):
        raise BadInput(f"no level {level!r}", remedy=f"levels: {', '.join(_WEIGHTS_OF)}, or a file with a table of weights")
    chosen = weights or _WEIGHTS_OF.get(level, level)
    fixed = categories if chosen in ("circular", "bipolar", "linear", "radical", "ordinal") or is_file(chosen) else None
    rows = rows_of(table, categories=fixed)
    rows = rows.only(rows.sizes >= 2)
    if not rows.times.sum():
        return Statistic(0, None, "no unit has two ratings")
    if chosen == "ratio" and rows.places[0] < 0:
        raise BadInput(f"a rating of {rows.places[0]:g}; the ratio level knows no negative values", remedy="use level=interval")
    ranked = level == "ordinal" and not weights
    return _Work(rows, chosen, ranked, labels if fixed is not None else ()).statistic()


class _Work:
    """The values of the pairable units, with what does not change when units are drawn again."""

    def __init__(self, rows: Rows, weights: str, ranked: bool, labels: tuple[str, ...]) -> None:
        self.rows, self.ranked, self.sizes = rows, ranked, rows.sizes
        self.row, column = np.nonzero(rows.codes >= 0)
        self.code = rows.codes[self.row, column]
        occurring = self.counts(rows.times) > 0
        self.varied = int(occurring.sum()) > 1
        self.weights = None if ranked else weighting(weights, rows.places, labels=labels)
        self.within = None if self.weights is None else self.agreeing(self.weights)

    def counts(self, times: Numbers) -> Numbers:
        return np.asarray(np.bincount(self.code, weights=times[self.row], minlength=len(self.rows.places)), dtype=np.float64)

    def ranks(self, times: Numbers) -> Weighting:
        """The values' places in the cumulated counts, as shares of all values."""
        counts = self.counts(times)
        return weighting("quadratic", (np.cumsum(counts) - counts / 2) / counts.sum())

    def agreeing(self, weights: Weighting) -> Numbers:
        """For each row the mean weight over ordered pairs of its values, times how many values it has."""
        if weights.name == "quadratic":
            x = weights.places - weights.places.mean()
            span = weights.places[-1] - weights.places[0] or 1.0
            each = x[self.code] / span
            sums = np.bincount(self.row, weights=each, minlength=len(self.sizes))
            squares = np.bincount(self.row, weights=each * each, minlength=len(self.sizes))
            return np.asarray(self.sizes - 2 * (self.sizes * squares - sums**2) / (self.sizes - 1))
        total = np.zeros(len(self.sizes))
        columns = np.ascontiguousarray(self.rows.codes.T)
        for i in range(len(columns)):
            for j in range(i):
                both = (columns[i] >= 0) & (columns[j] >= 0)
                total += np.where(both, weights.between(columns[i], columns[j]), 0.0)
        return np.asarray(2 * total / (self.sizes - 1))

    def statistic(self) -> Statistic:
        units, times = self.rows.units, self.rows.times
        facts = (("values", str(int(times @ self.sizes))),)
        if not self.varied:
            return Statistic(units, None, "all ratings are the same, so chance would agree as well", made_from=facts)
        weights = self.weights or self.ranks(times)
        within = self.within if self.within is not None else self.agreeing(weights)
        n, mean = float(times @ self.sizes), float(times @ self.sizes) / units
        share = self.counts(times) / n
        smoothed = weights.times(share)
        before, pe = float(times @ within) / n, float(share @ smoothed)
        if not pe < 1 - 1e-14:
            return Statistic(units, None, "the ratings do not differ in these weights, so chance would agree as well", made_from=facts)
        pa = (1 - 1 / n) * before + 1 / n
        value = (pa - pe) / (1 - pe)
        # What each unit adds, to the first order: to the observed and to the expected agreement.
        larger = self.sizes / mean - 1
        of_pa = within / mean - before - pa * larger
        of_pe = 2 * (np.bincount(self.row, weights=smoothed[self.code], minlength=len(self.sizes)) / mean - pe - pe * larger)
        if self.ranked:
            more_pa, more_pe = self.moved_places(weights.places, share, mean, larger)
            of_pa, of_pe = of_pa + more_pa, of_pe + more_pe
        # Without the factor 1 - 1/n of small samples, as irrCAC: a little wider, and nearer to the jackknife.
        each = (of_pa - (1 - (before - pe) / (1 - pe)) * of_pe) / (1 - pe)
        error = float(np.sqrt(times @ each**2 / (units * (units - 1)))) if units > 1 else 0.0
        if error < 1e-12:
            return Statistic(units, value, resampled=self.resampled, made_from=facts)
        ends, p = student(value, error, units - 1)
        return Statistic(units, value, "", error, ends, p, f"t:{units - 1}", self.resampled, facts)

    def moved_places(self, places: Numbers, share: Numbers, mean: float, larger: Numbers) -> tuple[Numbers, Numbers]:
        """How agreement changes because a unit moves the places of the ordinal level: dp_c = Σ_{q<c} dπ_q + dπ_c / 2."""
        span = (places[-1] - places[0]) ** 2 or 1.0
        # Σ_k O_ck (p_c - p_k) for every c, O the coincidences: within a unit, n_c (r p_c - Σp) / (r - 1).
        sums = np.bincount(self.row, weights=places[self.code], minlength=len(self.sizes))
        times = self.rows.times
        pull = (times / (self.sizes - 1))[self.row] * (self.sizes[self.row] * places[self.code] - sums[self.row])
        observed = -4 * np.bincount(self.code, weights=pull, minlength=len(share)) / float(times @ self.sizes) / span
        expected = -4 * share * (places - share @ places) / span
        out = []
        for slope in (observed, expected):
            after = np.cumsum(slope[::-1])[::-1] - slope
            reach = after + slope / 2
            centre = float(share @ reach)
            out.append(np.bincount(self.row, weights=reach[self.code], minlength=len(self.sizes)) / mean - centre - centre * larger)
        return out[0], out[1]

    def resampled(self, draws: int, seed: int) -> Values:
        """Alpha for units drawn again: among distinct rows, all draws of a block at once where there are few categories."""
        generator = np.random.default_rng(seed)
        few = len(self.rows.places) <= _FEW
        step = max(1, _BLOCK // max(len(self.sizes), 1))
        prepared = self.prepared() if few else None
        out = []
        for start in range(0, draws, step):
            times = generator.multinomial(self.rows.units, self.rows.times / self.rows.times.sum(), size=min(step, draws - start)).astype(np.float64)
            out.append(self.together(times, *prepared) if prepared is not None else np.array([self.alone(row) for row in times]))
        return np.concatenate(out) if out else np.zeros(0)

    def prepared(self) -> tuple[Numbers, Numbers | None]:
        counts = self.rows.counts()
        if not self.ranked:
            return counts, None
        q = len(self.rows.places)
        pairs = counts[:, :, None] * counts[:, None, :]
        pairs[:, np.arange(q), np.arange(q)] -= counts
        return counts, (pairs / (self.sizes - 1)[:, None, None]).reshape(len(counts), q * q)

    def together(self, times: Numbers, counts: Numbers, pairs: Numbers | None) -> Values:
        held = times @ counts
        n = held.sum(axis=1)
        with np.errstate(invalid="ignore", divide="ignore"):
            share = held / n[:, None]
            if pairs is None:
                assert self.weights is not None
                assert self.within is not None
                matrix = self.weights.matrix if self.weights.matrix is not None else np.eye(len(self.rows.places))
                do, de = 1 - times @ self.within / n, 1 - ((share @ matrix) * share).sum(axis=1)
            else:
                places = np.cumsum(share, axis=1) - share / 2
                apart = (places[:, :, None] - places[:, None, :]) ** 2
                do = ((times @ pairs).reshape(apart.shape) * apart).sum(axis=(1, 2)) / n
                de = (share[:, :, None] * share[:, None, :] * apart).sum(axis=(1, 2))
            return np.asarray(np.where(de > 1e-14, 1 - (n - 1) / n * do / de, np.nan))

    def alone(self, times: Numbers) -> float:
        weights = self.weights or self.ranks(times)
        within = self.within if self.within is not None else self.agreeing(weights)
        n = float(times @ self.sizes)
        share = self.counts(times) / n
        de = 1 - float(share @ weights.times(share))
        return 1 - (n - 1) / n * (1 - float(times @ within) / n) / de if de > 1e-14 else float("nan")


def _of(ratings: Ratings, settings: Mapping[str, str]) -> Statistic:
    return krippendorff(ratings.table, settings["level"] or "ordinal", weights=settings["weights"], categories=ratings.categories, labels=ratings.labels)


def _text(name: str, settings: Mapping[str, str]) -> str:
    """The level, or the weights that take its place."""
    kept = "weights" if settings["weights"] else "level"
    return leaving_out_empty(name, {kept: settings[kept]})


ALPHA = Coefficient(
    "alpha", "Krippendorff's alpha", RATES,
    (
        Parameter("level", "ordinal", what=f"what differences between ratings mean: {', '.join(_WEIGHTS_OF)}, or a file with a table of weights; the layers' scale "
                                           "settles it where it is left open"),
        Parameter("weights", "", what="instead of a level: " + ", ".join(WEIGHTS)),
    ),
    _of, lambda level: {"level": level} if level else {}, "Krippendorff 2011",
    ordered=lambda settings: (settings["weights"] or settings["level"]) not in ("nominal", "identity") and not is_file(settings["weights"] or settings["level"]),
    text=_text,
)  # fmt: skip
