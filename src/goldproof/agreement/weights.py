"""How much two ratings agree, from 1 (the same) down to 0: the weights of every chance-corrected coefficient (Gwet 2014, chapter 3).

With categories x_1 < ... < x_q at places 1..q:

- identity: 1 if equal, else 0;
- linear: 1 - |x - y| / (max - min);   quadratic: its square;   radical: its square root;
- ordinal: 1 - C(d + 1, 2) / C(q, 2), d the difference of places (linear and quadratic in places, so that values do not count);
- ratio: 1 - ((x - y) / (x + y))² / ((max - min) / (max + min))²;
- circular: 1 - sin²(pi (x - y) / (max - min + 1)) / its largest: the last category is next to the first;
- bipolar: 1 - (x - y)² / ((x + y - 2 min)(2 max - x - y)) / its largest: the ends differ more than the middle.

A table of one's own is a square file with the categories as its head and first column.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput

Numbers = NDArray[np.float64]
Codes = NDArray[np.int64]

WEIGHTS = ("identity", "linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar")
_MATRIX = 1024
"""Up to so many categories the weights are kept as a matrix (8 MB)."""
_BLOCK = 4_000_000


@dataclass(frozen=True)
class Weighting:
    """Weights between categories by their numbers. ``matrix`` is None where there are too many categories to keep one."""

    name: str
    places: Numbers
    between: Callable[[Codes, Codes], Numbers]
    matrix: Numbers | None

    @property
    def total(self) -> float:
        """The sum of all weights."""
        return float(self.matrix.sum()) if self.matrix is not None else float(self.times(np.ones(len(self.places))).sum())

    def times(self, vector: Numbers) -> Numbers:
        """The weights times a vector over the categories; block by block where there is no matrix."""
        if self.matrix is not None:
            return np.asarray(self.matrix @ vector)
        if self.name in ("identity", "quadratic"):
            x, span = self.places, self.places[-1] - self.places[0]
            if self.name == "identity":
                return vector
            return np.asarray(vector.sum() - (vector.sum() * x * x - 2 * x * (vector @ x) + vector @ (x * x)) / span**2)
        every = np.arange(len(vector))
        step = max(1, _BLOCK // len(vector))
        return np.concatenate([self.between(every[i : i + step, None], every[None, :]) @ vector for i in range(0, len(vector), step)])


def weighting(name: str, places: Numbers, *, labels: Sequence[str] = ()) -> Weighting:
    """The weights of this name (one of :data:`WEIGHTS`, or a file) between categories at these places, in ascending order."""
    between = _file(name, labels or [f"{x:g}" for x in places]) if is_file(name) else _named(name, places)
    few = len(places) <= _MATRIX
    every = np.arange(len(places))
    if not few and (name in ("circular", "bipolar") or is_file(name)):
        raise BadInput(f"{len(places)} distinct ratings; weights={name} is for at most {_MATRIX}", remedy="use weights=quadratic")
    matrix = between(every[:, None], every[None, :]) if few else None
    if matrix is not None and name in ("circular", "bipolar"):
        least = matrix.min(initial=1.0)
        # Until here 1 - d: the largest d becomes 1.
        matrix = 1 - (1 - matrix) / (1 - least) if least < 1 else matrix
        kept = matrix
        return Weighting(name, places, lambda a, b: kept[a, b], matrix)
    return Weighting(name, places, between, matrix)


def is_file(name: str) -> bool:
    return name.lower().endswith((".csv", ".tsv", ".txt"))


def _named(name: str, x: Numbers) -> Callable[[Codes, Codes], Numbers]:
    low, high, count = (float(x[0]), float(x[-1]), len(x)) if len(x) else (0.0, 0.0, 0)
    span = high - low or 1.0
    if name == "ratio" and low < 0:
        raise BadInput(f"a rating of {low:g}; the ratio level knows no negative values", remedy="use weights=quadratic, or level=interval")
    choices: dict[str, Callable[[Codes, Codes], Numbers]] = {
        "identity": lambda a, b: (a == b).astype(np.float64),
        "linear": lambda a, b: 1 - np.abs(x[a] - x[b]) / span,
        "quadratic": lambda a, b: 1 - ((x[a] - x[b]) / span) ** 2,
        "radical": lambda a, b: 1 - np.sqrt(np.abs(x[a] - x[b]) / span),
        "ordinal": lambda a, b: 1 - np.abs(a - b) * (np.abs(a - b) + 1.0) / max(count * (count - 1), 1),
        "ratio": lambda a, b: 1 - _ratio(x[a], x[b]) / (_ratio(np.array(low), np.array(high)) or 1.0),
        "circular": lambda a, b: 1 - np.sin(np.pi * (x[a] - x[b]) / (high - low + 1)) ** 2,
        "bipolar": lambda a, b: 1 - _polar(x[a], x[b], low, high),
    }
    if name not in choices:
        raise BadInput(f"no weights are called {name!r}", remedy="weights: " + ", ".join(WEIGHTS) + ", or a file .csv or .tsv")
    return choices[name]


def _ratio(x: Numbers, y: Numbers) -> Numbers:
    with np.errstate(invalid="ignore", divide="ignore"):
        # Two zeros are the same value: 0 / 0 is no difference.
        return np.where(x + y == 0, 0.0, ((x - y) / (x + y)) ** 2)


def _polar(x: Numbers, y: Numbers, low: float, high: float) -> Numbers:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(x == y, 0.0, (x - y) ** 2 / ((x + y - 2 * low) * (2 * high - x - y)))


def _file(name: str, labels: Sequence[str]) -> Callable[[Codes, Codes], Numbers]:
    kept = read_weights(Path(name), labels)
    return lambda a, b: kept[a, b]


def read_weights(path: Path, labels: Sequence[str]) -> Numbers:
    """The weights of a square file for these categories: its head and first column name them."""
    from ..formats.files import read_text

    text = read_text(path, empty=False)
    rows = [row for row in csv.reader(text.splitlines(), delimiter="\t" if "\t" in text else ",") if any(cell.strip() for cell in row)]
    head = [cell.strip() for cell in rows[0][1:]]
    found: dict[tuple[str, str], float] = {}
    for number, row in enumerate(rows[1:], 2):
        if len(row) != len(head) + 1:
            raise BadInput(f"{len(row) - 1} weights for {len(head)} categories", where=f"{path}, row {number}")
        for column, cell in zip(head, row[1:], strict=True):
            try:
                found[_number(row[0]), _number(column)] = float(cell)
            except ValueError:
                raise BadInput(f"not a number: {cell!r}", where=f"{path}, row {number}") from None
    names = [_number(label) for label in labels]
    missing = [label for label, name in zip(labels, names, strict=True) if (name, name) not in found]
    if missing:
        raise BadInput(f"no weights for the category {missing[0]!r}", where=path, remedy="its head and first column name every category")
    out = np.array([[found.get((a, b), found.get((b, a), np.nan)) for b in names] for a in names])
    if np.isnan(out).any() or not np.allclose(out, out.T):
        raise BadInput("the weights of a pair differ with its order, or one is missing", where=path, remedy="make the table symmetric")
    if out.min(initial=0) < 0 or out.max(initial=1) > 1 or not np.all(np.diag(out) == 1):
        raise BadInput("weights are between 0 and 1, and 1 for equal categories", where=path)
    return out


def _number(cell: str) -> str:
    """``2``, ``2.0`` and `` 2`` are one category."""
    cell = cell.strip()
    try:
        return f"{float(cell):g}"
    except ValueError:
        return cell
