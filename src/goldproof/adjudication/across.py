"""One-sided concepts of parallel units as a queue: for each side that lacks a concept, and for each unit that has it, something to decide.

The queue's layer begins as a copy of the layer that was looked at. Nothing proposed on the side without the concept: to keep it is to leave the
sides as they are, an edit adds a mention. On the side with the concept its mentions are proposed: none takes them out.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import BadInput
from ..model import Layer, Mention
from ..model.plain import judgement_plain
from ..project.deciding import Opening
from ..project.queues import Item
from ..project.store import Project
from .cause import Cause
from .onesided import OneSided
from .queue import Queue, gold_layer


def open_sides(
    project: Project, found: Iterable[OneSided], layer: Layer, *, name: str = "across", into: str = "", seed: int = 1, actor: str = "", operation: str = ""
) -> Queue:
    """A queue of the concepts that stand on one side of parallel units in a layer of the project."""
    items = list(_items(found, layer))
    if not items:
        raise BadInput("no concept stands on one side only", where=f"layer {layer.name}")
    busy = {item.unit for item in items}
    gold = gold_layer(into or name, layer, [u for u in layer.units if u not in busy])
    project.open_queue(Opening(name, gold, layer, (), items, seed), actor=actor, operation=operation)
    return Queue(project, name)


def _items(found: Iterable[OneSided], layer: Layer) -> Iterable[Item]:
    taken: dict[str, list[Mention]] = {}
    made: list[Item] = []
    for one in found:
        # What most sides have, and few lack, is most probably an omission.
        matters = len(one.present) / (len(one.present) + len(one.absent))
        there = "; ".join(f"{language}: {f.text}" for language, mentions in one.present.items() for f in mentions)
        for language, units in one.absent.items():
            instead = ", ".join(one.instead.get(language, ()))
            detail = f"{one.concept} stands in {there}" + (f"; here instead: {instead}" if instead else "")
            unit = next((u for u in units if u in layer), None)
            if unit is not None:
                made.append(Item(f"{unit}~{one.concept}", unit, Cause.SIDE.value, matters, (), (), (), detail))
        missing = ", ".join(one.absent)
        for mentions in one.present.values():
            for unit in dict.fromkeys(f.unit for f in mentions):
                # A mention of several one-sided concepts is decided about once.
                mine = [m for m in layer.get(unit) or () if one.concept in m.concepts and m not in taken.get(unit, ())]
                if mine:
                    taken.setdefault(unit, []).extend(mine)
                    made.append(Item(f"{unit}~{one.concept}", unit, Cause.SIDE.value, 1 - matters, tuple(map(judgement_plain, mine)), (), (), f"{one.concept} is missing in {missing}"))
    made.sort(key=lambda item: -item.matters)
    first: set[str] = set()
    for item in made:
        if item.unit in first:
            yield item
            continue
        first.add(item.unit)
        rest = [m for m in layer.get(item.unit) or () if m not in taken.get(item.unit, ())]
        yield Item(item.key, item.unit, item.cause, item.matters, item.proposed, item.readings, tuple(map(judgement_plain, rest)), item.detail)
