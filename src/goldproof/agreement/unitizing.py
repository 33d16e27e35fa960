"""Krippendorff's unitizing alpha: how far raters agree on where segments are, category by category (Krippendorff 1995; 2004, pp. 251-256).

On a line of length L that m raters cut into segments of category c and gaps between them, with b the begin and l the length of each

    Do_c = Σ_i Σ_j≠i Σ_g Σ_h δ²(S_cig, S_cjh) / (m (m-1) L²)
    δ²   = (b_g - b_h)² + (b_g + l_g - b_h - l_h)²   two segments that overlap
           l²                                        a segment of length l that lies whole in a gap of the other
    De_c = 2/L Σ_i Σ_g [ (N_c - 1)/3 (2 l³ - 3 l² + l) + l² Σ_j Σ_h (l_h - l + 1) over gaps with l_h >= l ] / (m L (m L - 1) - Σ_i Σ_g l (l - 1))
    alphaU = 1 - Σ_c Do_c / Σ_c De_c

N_c is the number of segments of category c by all raters. Segments of one rater and one category that overlap are taken as one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..errors import NotFound
from ..measures.naming import Parameter, printed, spoken
from ..model import Kind, Layer
from .continuum import CATEGORIES, Continuum, Extents, Ints, continuum_of
from .statistic import Coefficient, Ratings, Statistic, jackknifed, student

Segments = tuple[Ints, Ints]
GROUPS = 50


@dataclass(frozen=True)
class Disagreement:
    """Of one category: observed and expected."""

    observed: float
    expected: float

    @property
    def alpha(self) -> float:
        return 1 - self.observed / self.expected if self.expected else float("nan")


def disagreements(line: Continuum) -> dict[str, Disagreement]:
    """Of every category that occurs."""
    order = np.argsort(line.category, kind="stable")
    cuts = np.flatnonzero(np.diff(line.category[order])) + 1
    found = {}
    for rows in np.split(order, cuts) if len(order) else ():
        each = [_merged(line.starts[rows], line.ends[rows], line.rater[rows] == r) for r in range(line.raters)]
        found[line.names[int(line.category[rows[0]])]] = Disagreement(_observed(each, line.length), _expected(each, line.length))
    return found


def _merged(starts: Ints, ends: Ints, own: NDArray[np.bool_]) -> Segments:
    """One rater's segments, those that overlap put together."""
    starts, ends = starts[own], ends[own]
    if len(starts) < 2:
        return starts, ends
    reach = np.maximum.accumulate(ends)
    fresh = np.concatenate([[True], starts[1:] >= reach[:-1]])
    last = np.concatenate([np.flatnonzero(fresh)[1:] - 1, [len(starts) - 1]])
    return starts[fresh], reach[last]


def _observed(each: Sequence[Segments], length: int) -> float:
    total = 0.0
    for i in range(len(each)):
        for j in range(i):
            total += _between(each[i], each[j])
    return 2 * total / (len(each) * (len(each) - 1) * length**2)


def _between(one: Segments, other: Segments) -> float:
    (b, e), (c, f) = one, other
    first, last = np.searchsorted(f, b, side="right"), np.searchsorted(c, e, side="left")
    many = np.maximum(last - first, 0)
    row = np.repeat(np.arange(len(b)), many)
    column = np.arange(len(row)) - np.repeat(np.cumsum(many) - many, many) + np.repeat(first, many)
    both = ((b[row] - c[column]) ** 2 + (e[row] - f[column]) ** 2).sum()
    met = np.zeros(len(c), dtype=bool)
    met[column] = True
    return float(both + ((e - b)[many == 0] ** 2).sum() + ((f - c)[~met] ** 2).sum())


def _expected(each: Sequence[Segments], length: int) -> float:
    lengths = np.concatenate([e - b for b, e in each]).astype(np.float64)
    gaps = np.sort(np.concatenate([_gaps(b, e, length) for b, e in each])).astype(np.float64)
    below = np.searchsorted(gaps, lengths, side="left")
    beyond = np.concatenate([np.cumsum(gaps[::-1])[::-1], [0.0]])[below]
    room = beyond - (len(gaps) - below) * (lengths - 1)
    parts = (len(lengths) - 1) / 3 * (2 * lengths**3 - 3 * lengths**2 + lengths) + lengths**2 * room
    places = len(each) * length
    chances = places * (places - 1) - float((lengths * (lengths - 1)).sum())
    return 2 / length * float(parts.sum()) / chances if chances else 0.0


def _gaps(starts: Ints, ends: Ints, length: int) -> Ints:
    between = np.concatenate([starts, [length]]) - np.concatenate([[0], ends])
    return np.asarray(between[between > 0], dtype=np.int64)


def unitizing_alpha(line: Continuum, category: str = "") -> Statistic:
    """alphaU of a line; the error by leaving out units, in up to 50 groups."""
    facts = (("length", str(line.length)), ("segments", str(len(line.starts))), *(() if line.whole else (("extent", "marked"),)))
    if category and category not in line.names:
        raise NotFound(f"no category is called {category!r}", remedy="there are: " + ", ".join(line.names[:30]))
    if not line.units:
        return Statistic(0, None, "no unit was judged by all raters", made_from=facts)
    if not len(line.starts):
        return Statistic(line.units, None, "nobody marked anything", made_from=facts)
    value = _value(line, category)
    if math.isnan(value):
        return Statistic(line.units, None, "chance would agree as well: segments could lie nowhere else", made_from=facts)
    error = jackknifed(lambda kept: _value(line.only(np.sort(kept)), category), line.units, groups=GROUPS)
    if error is None or error < 1e-12:
        return Statistic(line.units, value, made_from=facts)
    ends, p = student(value, error, line.units - 1)
    return Statistic(line.units, value, "", error, ends, p, f"jackknife:t:{line.units - 1}", made_from=facts)


def _value(line: Continuum, category: str) -> float:
    found = disagreements(line)
    chosen = [found[category]] if category in found else [] if category else list(found.values())
    expected = sum(d.expected for d in chosen)
    return 1 - sum(d.observed for d in chosen) / expected if expected else float("nan")


def _of(layers: Sequence[Layer], settings: Mapping[str, str], extents: Extents, seed: int) -> Statistic:
    return unitizing_alpha(continuum_of(layers, extents, settings["on"]), settings.get("category", ""))


def no_ratings(ratings: Ratings, settings: Mapping[str, str]) -> Statistic:
    return Statistic(0, None, "ratings are no segments")


ON = Parameter("on", "concept", CATEGORIES, "what the category of a mention is")

PARAMETERS = (ON, Parameter("category", "", what="only this category", tacit=True))

ALPHA_U = Coefficient(
    "alphaU", "Krippendorff's unitizing alpha: where segments are, category by category", frozenset({Kind.MENTIONS}), PARAMETERS, no_ratings,
    see="Krippendorff 1995, 2004", of_segments=_of, text=lambda name, settings: printed(name, spoken(PARAMETERS, settings)),
)  # fmt: skip
