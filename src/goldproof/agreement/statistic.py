"""A statistic of many raters: a value, why there is none, and values of resampled units."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..measures.naming import Parameter
from ..model import Kind, Layer

Values = NDArray[np.float64]
Weights = NDArray[np.int64]


@dataclass(frozen=True)
class Statistic:
    """What a coefficient makes of some layers. ``values`` is None where units cannot be drawn again with sense."""

    units: int
    value: float | None
    why: str = ""
    values: Callable[[Weights], Values] | None = None


@dataclass(frozen=True)
class Coefficient:
    """All coefficients of one name. ``defaults`` settles from the layers what a name leaves open."""

    name: str
    title: str
    kinds: frozenset[Kind]
    parameters: tuple[Parameter, ...]
    of: Callable[[Sequence[Layer], Mapping[str, str]], Statistic]
    defaults: Callable[[Sequence[Layer]], Mapping[str, str]]
    see: str = ""


def defined(value: float, why: str) -> tuple[float | None, str]:
    """NaN as None with its reason."""
    return (None, why) if value != value else (value, "")
