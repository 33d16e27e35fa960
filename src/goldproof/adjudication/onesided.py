"""Concepts that stand on one side of parallel units only: the last queue of a multilingual study (Kors et al. 2015, step 7).

One item is one concept of one group of parallel units: where it stands, with which words, and in which languages it does not. A side that nobody judged
is no side. Beside each absent side stand the concepts that this side has and none of those with the concept has: most often one of them is what the
other annotators called the same thing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..agreement.languages import collection
from ..checks.groups import parallel
from ..errors import BadInput
from ..model import Corpus, Kind, Layer, Mention, Unit


@dataclass(frozen=True, slots=True)
class Found:
    """One mention of the concept: its unit, the covered text, and the mention."""

    unit: str
    text: str
    mention: Mention


@dataclass(frozen=True, slots=True)
class OneSided:
    """``present``: language -> its mentions of the concept. ``absent``: language -> the units of that side. ``instead``: absent language -> concepts that it
    has and no side with the concept has.
    """

    group: str
    concept: str
    present: Mapping[str, tuple[Found, ...]]
    absent: Mapping[str, tuple[str, ...]]
    instead: Mapping[str, tuple[str, ...]]

    @property
    def collection(self) -> str:
        return collection(self.group)

    @property
    def units(self) -> tuple[str, ...]:
        """All units that it is about, those with the concept first."""
        there = (f.unit for found in self.present.values() for f in found)
        return tuple(dict.fromkeys((*there, *(u for units in self.absent.values() for u in units))))

    def row(self) -> dict[str, Any]:
        """One row of a table."""
        return {
            "group": self.group, "concept": self.concept, "in": list(self.present), "not_in": list(self.absent),
            "text": [f"{language}: {f.text}" for language, found in self.present.items() for f in found],
            "instead": [f"{language}: {c}" for language, concepts in self.instead.items() for c in concepts],
            "units": list(self.units),
        }  # fmt: skip


def one_sided(corpus: Corpus, layers: Layer | Iterable[Layer]) -> tuple[OneSided, ...]:
    """Every concept that not all judged sides of a group have; those that most sides have come first, then in the order of the corpus.

    ``layers``: one layer for all languages, or one for each.
    """
    chosen = (layers,) if isinstance(layers, Layer) else tuple(layers)
    for layer in chosen:
        if layer.kind is not Kind.MENTIONS:
            raise BadInput(f"holds {layer.kind.value}, and sides are compared by the concepts of mentions", where=f"layer {layer.name}")
    out: list[OneSided] = []
    for group, languages in parallel(corpus).items():
        sides = {code: side for code, units in languages.items() if (side := _side(corpus, chosen, units)) is not None}
        every = dict.fromkeys(c for side in sides.values() for c in side)
        for concept in every if len(sides) > 1 else ():
            present = {code: tuple(side[concept]) for code, side in sides.items() if concept in side}
            absent = {code: tuple(u.id for u in languages[code]) for code in sides if code not in present}
            if absent:
                with_it = {c for code in present for c in sides[code]}
                instead = {code: others for code in absent if (others := tuple(c for c in sides[code] if c not in with_it))}
                out.append(OneSided(group, concept, present, absent, instead))
    return tuple(sorted(out, key=lambda item: len(item.absent) - len(item.present)))


def _side(corpus: Corpus, layers: Iterable[Layer], units: Iterable[Unit]) -> dict[str, list[Found]] | None:
    """The concepts of a side, each with its mentions; None if nobody judged it."""
    out: dict[str, list[Found]] = {}
    judged = False
    for layer in layers:
        for unit in units:
            said = layer.get(unit.id)
            if said is None:
                continue
            judged = True
            for m in said:
                for c in dict.fromkeys(m.concepts):
                    text = corpus.text_of(unit.id).cut(m.spans, " … ") if m.spans else ""
                    out.setdefault(c, []).append(Found(unit.id, text, m))
    return out if judged else None
