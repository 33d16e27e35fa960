"""Arms of suggestions: where annotators see them, and where they are hidden, at random, so that it can be measured what suggestions do to people.

The arms are splits of the corpus, named after the layer: ``suggestions/shown`` and ``suggestions/hidden``, or ``suggestions/shown/ann`` where each
person has arms of their own. Files keep splits, and so does a project.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from ..errors import BadInput, NotFound
from ..model import Corpus, Layer, Unit

SHOWN, HIDDEN = "shown", "hidden"


def split_name(layer: str, arm: str, person: str = "") -> str:
    """The name of the split that is an arm."""
    return "/".join(filter(None, (layer, arm, person)))


def allot(units: Iterable[Unit], layer: str, *, hidden: float = 0.5, people: Iterable[str] = (), seed: int = 1) -> dict[str, tuple[str, ...]]:
    """Both arms as splits: a share of the units, rounded, has the suggestions of a layer hidden, for everybody or for each person anew.

    Parallel units are in the same arm, since who sees the suggestions of one language knows those of the others. The share holds in each collection of
    groups (their name before the last slash), so that the arms are alike in what they are about.
    """
    if not 0 <= hidden <= 1:
        raise BadInput(f"a share of {hidden:g} cannot be hidden", remedy="a share is from 0 to 1")
    blocks: dict[str, dict[str, list[str]]] = {}
    order: list[str] = []
    for unit in units:
        home = unit.group.rpartition("/")[0]
        blocks.setdefault(home, {}).setdefault(unit.group or f"\0{unit.id}", []).append(unit.id)
        order.append(unit.id)
    who = tuple(dict.fromkeys(people)) or ("",)
    chance = np.random.default_rng(seed)
    out: dict[str, tuple[str, ...]] = {}
    for person in who:
        away: set[str] = set()
        for homes in blocks.values():
            members = list(homes.values())
            for i in chance.permutation(len(members))[: round(hidden * len(members))]:
                away.update(members[i])
        out[split_name(layer, SHOWN, person)] = tuple(u for u in order if u not in away)
        out[split_name(layer, HIDDEN, person)] = tuple(u for u in order if u in away)
    return out


def shown(layer: Layer, splits: Mapping[str, tuple[str, ...]] | Corpus, person: str = "") -> Layer:
    """The suggestions that a person gets to see: those of the units in the shown arm. A unit whose suggestions are hidden is not in the layer."""
    known = splits.splits if isinstance(splits, Corpus) else splits
    for name in (split_name(layer.name, SHOWN, person), split_name(layer.name, SHOWN)):
        if name in known:
            there = set(known[name])
            return layer.only(u for u in layer.units if u in there)
    arms = [name for name in known if name.startswith(f"{layer.name}/{SHOWN}")]
    raise NotFound(f"no arms of {layer.name!r}" + (f" for {person}" if person else ""), remedy="there are: " + (", ".join(arms) or "none"))
