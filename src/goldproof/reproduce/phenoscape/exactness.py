"""What the deposited scores say together: exact matches, averages, the distance between people and machine (sections 4.2, 4.4, 5.2 to 5.4)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...corpora.phenoscape import ROUNDS
from ..row import Row
from .material import CURATORS, METRICS, PAIRS, WHEN, Material, curator


def rows(material: Material) -> Iterator[Row]:
    people = {(when, pair): material.published(f"{curator(pair[0], when).file}--{ROUNDS[pair[1], when]}", gold=False) for when in WHEN for pair in PAIRS}
    shares = []
    for (when, (a, b)), scores in people.items():
        share = 100 * float((scores["jsim"] > 1 - 1e-9).mean())
        shares.append(share)
        yield Row(f"exact/{when}/{a}-{b}".lower(), f"states of {a} and {b} with a Jsim of 1, {when} round, %", None, round(share, 1))
    yield Row("exact/mean", "state comparisons of curators that are exact matches, %", 26, round(float(np.mean(shares)), 1), 0.5, why="mean of three pairs in two rounds")
    merged = {name: material.published(f"{curator(name, 'knowledge').file}--CP_best", gold=False) for name in CURATORS}
    human = {metric: float(np.mean([people["knowledge", pair][metric] for pair in PAIRS])) for metric in METRICS}
    robot = {metric: float(np.mean([merged[name][metric] for name in CURATORS])) for metric in METRICS}
    for metric, published in (("jsim", 54), ("in", 80)):
        value = 100 * human[metric]
        why = f"{value:.1f} % in the Knowledge round" + ("" if abs(value - published) <= 0.5 else f", {100 * _naive(people, metric):.1f} % in the Naive round: cut off, not rounded")
        yield Row(f"average/human/{metric}", f"mean consistency of curators, {METRICS[metric]}, %", published, round(value, 1), 1.0 if metric == "in" else 0.5, why=why)
    for metric, published in (("jsim", 37), ("in", 66)):
        yield Row(f"average/machine/{metric}", f"mean consistency of the machine (merged) with curators, {METRICS[metric]}, %", published, round(100 * robot[metric], 1), 0.5)
    lower = {metric: 100 * (1 - robot[metric] / human[metric]) for metric in METRICS}
    why = ", ".join(f"{METRICS[m]} {v:.1f} %" for m, v in lower.items())
    yield Row("average/machine-lower", "how much lower machine-human consistency is, mean over four metrics, %", 35, round(float(np.mean(list(lower.values()))), 1), 1.0,
              why=f"relative to the curators: {why}; cut off, not rounded")  # fmt: skip


def _naive(people: dict[tuple[str, tuple[str, str]], dict[str, np.ndarray[tuple[int], np.dtype[np.float64]]]], metric: str) -> float:
    return float(np.mean([people["naive", pair][metric] for pair in PAIRS]))
