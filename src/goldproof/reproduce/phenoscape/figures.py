"""Figures 3, 4 and 5: every comparison of the paper by four metrics, whole EQs and entities alone, beside the deposited scores.

``pp`` is equation (1) and ``pr`` equation (2), as defined; the deposited file that holds the equation is what stands beside it, whatever its name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...ontology.similarity import Mean
from ...ontology.similarity.comparison import mean
from ..row import Row
from .deposited import CLOSE
from .material import METRICS, WHEN, Floats, Material, against_gold, between
from .own import Own, differing

HELD_IN = {"pp": "pr", "pr": "pp", "jsim": "jsim", "in": "in"}
"""Metric -> the deposited file that holds it."""


@dataclass(frozen=True)
class Compared:
    """One comparison: metric -> mean, as deposited (none where it is not) and as computed, whole and by entity."""

    id: str
    published: Mapping[str, Mean]
    computed: Mapping[str, Mean]
    entity: Mapping[str, Mean]
    by_lines: Mean
    units: int
    equal: int
    why: str
    states: Sequence[Mapping[str, Any]] = field(default=())


def comparisons(material: Material, own: Own) -> Iterator[Compared]:
    """All that the figures show, gold last as the reference; then the entities of it."""
    for id, side in against_gold():
        yield _compared(own, f"gold/{id}", side.layer, "gold", material.published(side.file, gold=True))
    yield _compared(own, "gold/machine/initial", "SCP-initial", "gold", None)
    for id, a, b, file in between():
        yield _compared(own, id, a, b, material.published(file, gold=False))


def _compared(own: Own, id: str, test: str, ref: str, published: Mapping[str, Floats] | None) -> Compared:
    found, nic, entity = own.compared(test, ref)
    computed = {key: mean(name, found.states[name]) for key, name in METRICS.items()}
    of_entity = {key: mean(name, entity.states[name]) for key, name in METRICS.items()}
    if published is None:
        return Compared(id, {}, computed, of_entity, mean("NIC", nic), len(found.units), 0, "its scores were not deposited")
    deposited = {key: mean(name, published[HELD_IN[key]]) for key, name in METRICS.items()}
    off = list(differing(own, test, ref, found, published["jsim"]))
    states = [{"comparison": id, "state": s, "published": p, "computed": c, "why": why} for s, p, c, why in off]
    return Compared(id, deposited, computed, of_entity, mean("NIC", nic), len(found.units), len(found.units) - len(off), _because(off, len(found.units)), states)


def _because(off: Sequence[tuple[str, float, float, str]], units: int) -> str:
    """How far each reason moves the mean, in words."""
    moved, times = Counter[str](), Counter[str]()
    for _, published, computed, why in off:
        moved[why] += computed - published  # type: ignore[assignment]  # a Counter of floats
        times[why] += 1
    parts = [f"{why} {n} states ({moved[why] / units:+.3f})" for why, n in times.most_common()]
    return f"{units - len(off)} of {units} states equal to {CLOSE:g}; the others and how far they move the mean: " + ", ".join(parts)


def rows(found: Sequence[Compared]) -> Iterator[Row]:
    for c in found:
        id = place(c.id)
        for key, name in METRICS.items():
            mine = c.computed[key]
            if key in c.published:
                there = c.published[key]
                why = c.why if key != "in" else "the deposited number is a share of lines, not of annotations (see nic); of Jsim " + c.why
                yield Row(f"{id}/{key}", f"mean {name}", round(there.value, 6), mine.value, 0.0005, why=why, signature=signed(mine))
            else:
                yield Row(f"{id}/{key}", f"mean {name}", None, mine.value, why=c.why, signature=signed(mine))
        if c.published:
            yield Row(f"{id}/nic", "mean NIC (In counted in lines, as deposited)", round(c.published["in"].value, 6), c.by_lines.value, 0.0005,
                      why="fewer lines are counted: the deposited corpus had " + ("the Merged ontology's superclasses for the machine's annotations. " + c.why))  # fmt: skip
            yield Row(f"{id}/states", "states with the deposited Jsim to 1e-6", c.units, c.equal, why=c.why)
        for key, name in METRICS.items():
            yield Row(f"{id}/entity/{key}", f"mean {name} of entities alone", None, c.entity[key].value, why="its scores were not deposited", signature=signed(c.entity[key], ("part", "entity")))


def signed(found: Mean, *made_from: tuple[str, str]) -> str:
    return str(found.row((("mode", "paper"), *made_from))["signature"])


def place(id: str) -> str:
    """The figure of a comparison: 3 is people with gold, 4 the machine with gold, 5 everything between them."""
    if not id.startswith("gold/"):
        return f"figure5/{id}"
    id = id.removeprefix("gold/")
    return f"figure4/{id}" if "machine" in id else f"figure3/{id}"


def improvement(found: Sequence[Compared]) -> Iterator[Row]:
    """Section 4.2: the machine's similarity to gold gains 26 % on average when new terms are added; and the mean of the augmented ontologies, as figure 4 shows it."""
    by = {c.id: c for c in found}
    for when in WHEN:
        three = [by[f"gold/machine-{when}/c{n}"] for n in (1, 2, 3)]
        for key, name in METRICS.items():
            yield Row(f"figure4/mean-augmented/{when}/{key}", f"mean {name} over the ontologies augmented by three curators, {when} round",
                      round(float(np.mean([c.published[key].value for c in three])), 6), float(np.mean([c.computed[key].value for c in three])), 0.0005,
                      why=f"see figure4/machine-{when}/c1 and its neighbours for what moves each of the three")  # fmt: skip
    first, last = by["gold/machine/initial"], by["gold/machine/merged"]
    augmented = [c for id, c in by.items() if id.startswith("gold/machine-")]
    gains = {key: 100 * (last.computed[key].value / first.computed[key].value - 1) for key in METRICS}
    deposited = {key: 100 * (last.published[key].value / float(np.mean([c.published[key].value for c in augmented])) - 1) for key in METRICS}
    said = ", ".join(f"{METRICS[k]} {v:+.1f}" for k, v in gains.items())
    stated = ", ".join(f"{METRICS[k]} {v:+.1f}" for k, v in deposited.items())
    yield Row("figure4/improvement", "gain of the machine's similarity to gold from Initial to Merged, mean over four metrics, %", 26,
              round(float(np.mean(list(gains.values()))), 1), 0.5,
              why=f"with the public ontologies: {said}. The deposited scores of the Initial ontology against gold are not public; from Augmented (mean of six) to Merged they give "
                  f"{float(np.mean(list(deposited.values()))):+.1f} ({stated})")  # fmt: skip
