"""Gamma: agreement on where segments are and what they are, by their best alignment (Mathet, Widlöcher & Métivier 2015).

    gamma = 1 - disorder of the best alignment / disorder that chance would give

The disorder of an alignment is the sum over its unitary alignments, divided by the mean number of segments a rater. Chance: each rater's segments are those
of a rater drawn at random, moved round the line by a random distance, no two by nearly the same (at least half a mean segment apart); the mean over
``samples`` such lines, and over more until it is known to ``precision`` (2 % at 95 %, as the authors advise).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ..errors import BadInput
from ..measures.naming import Parameter, printed, spoken
from ..model import Kind, Layer
from .bestfit import Dissimilarity, Numbers, candidates, least_disorder
from .continuum import Continuum, Extents, Ints, continuum_of
from .statistic import Coefficient, Statistic, student
from .unitizing import ON, no_ratings

SAMPLES, PRECISION, MOST_SAMPLES = 30, 0.02, 500


def gamma(line: Continuum, by: Dissimilarity, *, samples: int = SAMPLES, precision: float = PRECISION, seed: int = 1) -> Statistic:
    """Gamma of a line. The error is the jackknife's over units of the disorder that was found; the disorder of chance is taken as known."""
    facts: tuple[tuple[str, str], ...] = (("length", str(line.length)), ("segments", str(len(line.starts))))
    if not line.whole:
        facts += (("extent", "marked"),)
    if not line.units:
        return Statistic(0, None, "no unit was judged by all raters", made_from=facts)
    if not len(line.starts):
        return Statistic(line.units, None, "nobody marked anything", made_from=facts)
    found, members = least_disorder(candidates(line.rater, line.starts, line.ends, line.category, line.raters, by), len(line.starts))
    chance = _expected(line, by, samples, precision, seed)
    expected = float(chance.mean())
    facts += (("samples", str(len(chance))), ("seed", str(seed)))
    if expected < 1e-12:
        return Statistic(line.units, None, "chance would agree as well: segments could lie nowhere else", made_from=facts)
    mean = len(line.starts) / line.raters
    value = 1 - found / mean / expected
    error = _error(line, members, by, expected)
    if error is None or error < 1e-12:
        return Statistic(line.units, value, made_from=facts)
    ends, p = student(value, error, line.units - 1)
    return Statistic(line.units, value, "", error, ends, p, f"jackknife:t:{line.units - 1}", made_from=facts)


def _expected(line: Continuum, by: Dissimilarity, samples: int, precision: float, seed: int) -> Numbers:
    generator = np.random.default_rng(seed)
    found = [_by_chance(line, by, generator) for _ in range(samples)]
    if samples > 1 and precision > 0:
        mean, spread = float(np.mean(found)), float(np.std(found, ddof=1))
        wanted = int(np.ceil((spread / mean * 1.96 / precision) ** 2)) if mean > 0 else 0
        found += [_by_chance(line, by, generator) for _ in range(min(wanted, MOST_SAMPLES) - samples)]
    return np.array(found)


def _by_chance(line: Continuum, by: Dissimilarity, generator: np.random.Generator) -> float:
    """The disorder of one line made by chance, by the mean number of segments a rater in it."""
    apart = float((line.ends - line.starts).mean()) / 2
    shifts: list[float] = []
    rows, raters, moved = [], [], []
    for r in range(line.raters):
        own = np.flatnonzero(line.rater == generator.integers(line.raters))
        shift = float(generator.uniform(0, line.length))
        for _ in range(100):
            if all(min(abs(shift - s), line.length - abs(shift - s)) >= apart for s in shifts):
                break
            shift = float(generator.uniform(0, line.length))
        shifts.append(shift)
        rows.append(own)
        raters.append(np.full(len(own), r))
        moved.append((line.starts[own] + int(shift)) % line.length)
    row, rater, starts = np.concatenate(rows), np.concatenate(raters), np.concatenate(moved)
    if not len(row):
        return 0.0
    ends = starts + line.ends[row] - line.starts[row]
    disorder, _ = least_disorder(candidates(rater, starts, ends, line.category[row], line.raters, by), len(row))
    return disorder / (len(row) / line.raters)


def _error(line: Continuum, members: Ints, by: Dissimilarity, expected: float) -> float | None:
    """By leaving out each unit with the unitary alignments that begin in it: a ratio of two sums over units."""
    if line.units < 3:
        return None
    saved = np.zeros(line.units)
    pairs = line.raters * (line.raters - 1) / 2
    for row in members:
        there = row[row >= 0]
        a, b = np.triu_indices(len(there), 1)
        disorder = (float(by.between(line.starts, line.ends, line.category, there[a], there[b]).sum()) + pairs - len(a)) / pairs
        saved[line.unit[there[0]]] += len(there) - disorder
    count = np.bincount(line.unit, minlength=line.units).astype(np.float64)
    disorder_of, n = count - saved, line.units
    left = count.sum() - count
    with np.errstate(invalid="ignore", divide="ignore"):
        values = 1 - (disorder_of.sum() - disorder_of) / (left / line.raters) / expected
    values = values[np.isfinite(values)]
    return float(np.sqrt((n - 1) / n * ((values - values.mean()) ** 2).sum())) if len(values) > 2 else None


def _of(layers: Sequence[Layer], settings: Mapping[str, str], extents: Extents, seed: int) -> Statistic:
    numbers = {name: _number(name, settings[name]) for name in ("place", "category", "precision", "samples")}
    if numbers["place"] <= 0 or numbers["samples"] < 1:
        raise BadInput("place and samples are above 0", where="gamma")
    line = continuum_of(layers, extents, settings["on"])
    return gamma(line, Dissimilarity(numbers["place"], numbers["category"]), samples=int(numbers["samples"]), precision=numbers["precision"], seed=seed)


def _number(name: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise BadInput(f"{name}={text} is not a number", where="gamma") from None
    if not 0 <= value < float("inf"):
        raise BadInput(f"{name}={text}; it is 0 or more", where="gamma")
    return value


PARAMETERS = (
    ON, Parameter("place", "1", what="the weight of places (alpha in the paper)"), Parameter("category", "1", what="the weight of categories (beta)"),
    Parameter("samples", str(SAMPLES), what="lines made by chance, at least", tacit=True),
    Parameter("precision", str(PRECISION), what="how exactly the disorder of chance is to be known; 0: no more samples", tacit=True),
)  # fmt: skip

GAMMA = Coefficient(
    "gamma", "gamma: where segments are and what they are, by their best alignment", frozenset({Kind.MENTIONS}), PARAMETERS, no_ratings,
    see="Mathet, Widlöcher & Métivier 2015", of_segments=_of, text=lambda name, settings: printed(name, spoken(PARAMETERS, settings)),
)
