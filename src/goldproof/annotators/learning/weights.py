"""The weights of a linear model: a row of classes for each feature that has one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .hashing import NOTHING, Hashes

Floats = NDArray[np.float32]
_BATCH = 1 << 14


@dataclass(frozen=True, eq=False)
class Weights:
    """``keys`` are sorted hashes of features; ``rows[i]`` the weights of ``keys[i]``, small whole numbers times ``scale``."""

    keys: Hashes
    rows: NDArray[Any]
    scale: float

    @staticmethod
    def of(keys: Hashes, rows: NDArray[Any], *, small: float = 0.0, fine: bool = False) -> Weights:
        """Weights in 255 steps (``fine``: 65,535); what is nearer to nothing than ``small`` (and a twentieth of the largest) is nothing, and features without any weight go."""
        # A model that was hardly trained has small weights only.
        small = min(small, float(np.abs(rows).max(initial=0)) / 20)
        rows = np.where(np.abs(rows) < small, 0, rows)
        # The few largest weights are cut off where steps are coarse: otherwise those of all others would be coarser still.
        top = float(np.quantile(np.abs(rows[rows != 0]), 1 if fine else 0.9999)) if rows.any() else 1.0
        most = 32767 if fine else 127
        scale = top / most
        steps = np.clip(np.rint(rows / scale), -most, most).astype(np.int16 if fine else np.int8)
        some = steps.any(axis=1)
        order = np.argsort(keys[some])
        return Weights(keys[some][order], steps[some][order], scale)

    @property
    def classes(self) -> int:
        return int(self.rows.shape[1])

    @cached_property
    def _known(self) -> NDArray[np.bool_]:
        """A filter of 2^20 places: a feature whose place is free is surely unknown."""
        seen = np.zeros(1 << 20, bool)
        seen[self.keys & np.uint32((1 << 20) - 1)] = True
        return seen

    @cached_property
    def _floats(self) -> Floats:
        """The weights, and a last row of nothing."""
        out = np.zeros((len(self.rows) + 1, self.classes), np.float32)
        out[:-1] = self.rows * np.float32(self.scale)
        return out

    def places(self, features: Hashes) -> NDArray[np.int32]:
        """The row of each feature, the last one (of nothing) for those without a weight."""
        flat = features.ravel()
        out = np.full(len(flat), len(self.keys), np.int32)
        maybe = np.flatnonzero(self._known[flat & np.uint32((1 << 20) - 1)] & (flat != NOTHING))
        wanted = flat[maybe]
        place = np.searchsorted(self.keys, wanted)
        place[place == len(self.keys)] = 0
        hit = self.keys[place] == wanted if len(self.keys) else np.zeros(0, bool)
        out[maybe[hit]] = place[hit]
        return out.reshape(features.shape)

    def scores(self, features: Hashes) -> Floats:
        """For each row of features the sum of their weights, class by class."""
        out = np.zeros((len(features), self.classes), np.float32)
        table = self._floats
        for i in range(0, len(features), _BATCH):
            places = self.places(features[i : i + _BATCH])
            part = out[i : i + _BATCH]
            for column in range(places.shape[1]):
                part += table[places[:, column]]
        return out

    def arrays(self, name: str) -> dict[str, NDArray[Any]]:
        """For a model file: the keys as the steps between them and the weights class by class, which take less room when they are packed."""
        steps = np.diff(self.keys, prepend=np.uint32(0)).astype("<u4")
        return {
            f"{name}.keys": steps.view(np.uint8).reshape(-1, 4).T.copy(), f"{name}.rows": self.rows.T.copy(), f"{name}.scale": np.array([self.scale]),
        }  # fmt: skip

    @staticmethod
    def read(name: str, arrays: Mapping[str, NDArray[Any]]) -> Weights:
        packed = np.ascontiguousarray(arrays[f"{name}.keys"].astype(np.uint8).T)
        keys = np.cumsum(packed.view("<u4").ravel().astype(np.uint64)).astype(np.uint32)
        rows = np.ascontiguousarray(arrays[f"{name}.rows"].T)
        if len(rows) != len(keys) or rows.dtype not in (np.int8, np.int16) or rows.ndim != 2:
            raise ValueError(f"weights {name} of another shape")
        return Weights(keys, rows, float(arrays[f"{name}.scale"][0]))
