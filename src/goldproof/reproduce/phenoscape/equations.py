"""Equations 1 and 2 on the thirteen comparisons with gold, from the deposited Jsim of pairs of EQs, under both labelings.

The files named PP hold the values of equation (2), those named PR the values of equation (1), in all thirteen.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...ontology.similarity import LABELS
from ..row import Row
from .material import Floats, Material, against_gold


def equations(material: Material, name: str) -> tuple[Floats, Floats]:
    """Partial precision (1) and partial recall (2) of each state from the deposited Jsim of its pairs of EQs; the source is the test, gold the reference."""
    pairs = material.pairs(f"{name}--GS_Dataset", gold=True)
    out = np.zeros((2, len(material.units)))
    for i, unit in enumerate(material.units):
        found = pairs.get(unit, [])
        if found:
            table = np.zeros((1 + max(p[0] for p in found), 1 + max(p[1] for p in found)))
            for test, ref, jsim, _ in found:
                table[test, ref] = jsim
            out[:, i] = table.max(axis=1).mean(), table.max(axis=0).mean()
    return out[0], out[1]


def rows(material: Material) -> Iterator[Row]:
    for id, side in against_gold():
        first, second = equations(material, side.file)
        published = material.published(side.file, gold=True)
        n = len(material.units)
        for name, ours in zip(LABELS["published"], (first, second), strict=True):
            yield Row(f"equations/{id}/published-labels/{name.lower()}", f"states on which {name} with the published labels is what the file named {name} says", n,
                      _same(ours, published[name.lower()]))  # fmt: skip
        for label, equation, ours, file in (("eq1", "(1)", first, "pr"), ("eq2", "(2)", second, "pp")):
            other = {"pr": "pp", "pp": "pr"}[file]
            yield Row(f"equations/{id}/{label}", f"states on which equation {equation} is what the file named {file.upper()} says", n, _same(ours, published[file]))
            yield Row(f"equations/{id}/{label}-as-labelled", f"states on which equation {equation} is what the file named {other.upper()} says", n, _same(ours, published[other]),
                      why=f"the deposited file named {other.upper()} holds the other equation, in 13 of 13 comparisons: the names are exchanged")  # fmt: skip
            yield Row(f"equations/{id}/{label}-mean", f"mean of equation {equation} over the states, beside that of the file named {file.upper()}",
                      round(float(published[file].mean()), 6), float(ours.mean()), 1e-6)  # fmt: skip


def _same(a: Floats, b: Floats) -> int:
    return int((np.abs(a - b) < 1e-9).sum())
