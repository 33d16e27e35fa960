"""Parameters small enough to be shipped: tables and matrices as bytes with a scale for each column, all else as halves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
_SCALE = ".scale"


def packed(weights: Mapping[str, Floats]) -> dict[str, NDArray[Any]]:
    """What is kept of parameters. A column of a matrix is whole numbers from -127 to 127 times its scale."""
    out: dict[str, NDArray[Any]] = {}
    for name, values in weights.items():
        if values.ndim < 2 or values.size < 4096:
            out[name] = values.astype(np.float16)
            continue
        scale = np.maximum(np.abs(values).max(axis=0), np.float32(1e-8)) / np.float32(127)
        out[name] = np.rint(values / scale).astype(np.int8)
        out[name + _SCALE] = scale.astype(np.float32)
    return out


def unpacked(arrays: Mapping[str, NDArray[Any]]) -> dict[str, Floats]:
    """The parameters again."""
    out: dict[str, Floats] = {}
    for name, values in arrays.items():
        if name.endswith(_SCALE):
            continue
        found = values.astype(np.float32)
        if name + _SCALE in arrays:
            found *= arrays[name + _SCALE]
        out[name] = found
    return out
