"""What units can be balanced by: language, document, study and the like, any attribute of theirs, bins of a number."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from ..errors import BadInput
from ..model import Corpus, Kind, Passage, State, Unit

STRATA: dict[str, Callable[[Unit], str]] = {
    "language": lambda unit: unit.language,
    "group": lambda unit: unit.group,
    "document": lambda unit: unit.content.document if isinstance(unit.content, Passage) else "",
    "study": lambda unit: unit.content.study if isinstance(unit.content, State) else "",
    "character": lambda unit: unit.content.character if isinstance(unit.content, State) else "",
    "unit": lambda unit: unit.id,
}


def strata_of(corpus: Corpus, units: Sequence[Unit], *, by: str = "", bins: str = "") -> list[tuple[str, ...]]:
    """For each unit what it counts as: its value of ``by`` and its bin."""
    named = _values(units, by) if by else None
    binned = _bins(corpus, units, bins) if bins else None
    return [(*(() if named is None else (named[i],)), *(() if binned is None else (binned[i],))) for i in range(len(units))]


def _values(units: Sequence[Unit], by: str) -> list[str]:
    found = [STRATA[by](u) if by in STRATA else u.attributes.text(by) for u in units]
    if units and not any(found):
        raise BadInput(f"no unit says its {by}", remedy="there are: " + ", ".join(STRATA) + ", or an attribute of the units")
    return found


def _bins(corpus: Corpus, units: Sequence[Unit], text: str) -> list[str]:
    """``score:5`` or ``score:5:0:1``."""
    name, *numbers = text.split(":")
    try:
        count = int(numbers[0])
        ends = [float(x) for x in numbers[1:]]
    except (ValueError, IndexError):
        count, ends = 0, []
    if not name or count < 1 or len(ends) not in (0, 2):
        raise BadInput(f"not bins: {text!r}", remedy="write NAME:COUNT or NAME:COUNT:LOW:HIGH, such as score:5 or score:5:0:1")
    scores = _numbers(corpus, units, name)
    low, high = ends or (min(scores, default=0.0), max(scores, default=0.0))
    if ends and not low < high:
        raise BadInput(f"bins from {low:g} to {high:g}")
    outside = [u.id for u, s in zip(units, scores, strict=True) if not low <= s <= high]
    if outside:
        raise BadInput(f"{len(outside)} units score outside {low:g} to {high:g}", where=f"unit {outside[0]}", remedy="widen the bins, or leave LOW and HIGH out")
    width = (high - low) / count
    return [f"{name} {low + i * width:.3g} to {low + (i + 1) * width:.3g}" for i in bins_of(scores, count, low=low, high=high)]


def _numbers(corpus: Corpus, units: Sequence[Unit], name: str) -> list[float]:
    """A number of each unit: an attribute, or its rating in the layer of this name."""
    rated = next((la for la in corpus.layers if la.kind is Kind.RATINGS and la.name == name), None)
    out = []
    for unit in units:
        found: object = unit.attributes.get(name)
        if found is None and rated is not None:
            ratings = rated.get(unit.id)
            found = ratings[0].value if ratings else None
        try:
            value = float(found)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            value = math.nan
        if not math.isfinite(value):
            layers = ", ".join(la.name for la in corpus.layers if la.kind is Kind.RATINGS) or "none"
            raise BadInput(f"has no number {name!r}", where=f"unit {unit.id}", remedy=f"name an attribute of the units or a layer of ratings (layers: {layers})")
        out.append(value)
    return out


def bins_of(scores: Sequence[float], count: int, *, low: float | None = None, high: float | None = None) -> list[int]:
    """The number of the bin of equal width that each score falls into (the last one includes its upper end)."""
    if count < 1:
        raise BadInput(f"{count} bins")
    values = np.asarray(scores, dtype=np.float64)
    if not len(values):
        return []
    if np.isnan(values).any():
        raise BadInput("a score is not a number")
    bottom, top = float(values.min()) if low is None else low, float(values.max()) if high is None else high
    if top <= bottom:
        return [0] * len(values)
    return [int(i) for i in np.clip(np.floor((values - bottom) / (top - bottom) * count), 0, count - 1)]
