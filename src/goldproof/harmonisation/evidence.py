"""What speaks for a candidate of several recognisers: who says it, who says something near it, where it stands, by which rule it was found."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..model import Layer, Mention
from .candidates import Key, keys

Matrix = NDArray[np.float64]
PER_MEMBER = ("says", "near", "other")
"""Of each recogniser: whether it has exactly this, the same concept overlapping it, another concept overlapping it."""
OF_PLACE = ("inside", "around", "rivals", "words", "characters", "capitals")
"""Whether it lies within another candidate, has one in it, how many others have its place; its words and characters (logarithms); a short name in capitals."""


@dataclass(frozen=True)
class Evidence:
    """``unit[i]`` is the number of the unit of candidate i, ``said`` the mention of the first who says it; ``features`` a row a candidate."""

    unit: NDArray[np.int64]
    core: Sequence[Hashable]
    said: Sequence[Mention]
    features: Matrix

    def __len__(self) -> int:
        return len(self.said)


def names_of(members: Sequence[str], rules: Sequence[str]) -> tuple[str, ...]:
    """What the columns of the features are."""
    return (*(f"{what}:{m}" for m in members for what in PER_MEMBER), *OF_PLACE, *(f"rule:{r}" for r in rules))


def core_of(m: Mention, key: Key) -> Hashable:
    """What a candidate is known by: its place and its concept (or label)."""
    return tuple(sorted(m.spans)), key


def evidence(layers: Sequence[Layer], texts: Mapping[str, str], rules: Sequence[str]) -> Evidence:
    """The candidates of the units that ``texts`` names, in the order of the units."""
    unit: list[int] = []
    core: list[Hashable] = []
    said: list[Mention] = []
    blocks: list[Matrix] = []
    at_rule = {r: i for i, r in enumerate(rules)}
    for number, (id, text) in enumerate(texts.items()):
        found: dict[Hashable, tuple[Mention, Key, list[bool], str]] = {}
        for j, layer in enumerate(layers):
            for m in layer.get(id) or ():
                for key in keys(m):
                    known = found.setdefault(core_of(m, key), (m, key, [False] * len(layers), str(m.attributes.get("rule", ""))))
                    known[2][j] = True
        if found:
            block = np.zeros((len(found), len(PER_MEMBER) * len(layers) + len(OF_PLACE) + len(rules)))
            _fill(block, list(found.values()), len(layers), text, at_rule)
            blocks.append(block)
            unit += [number] * len(found)
            core += found
            said += [m for m, *_ in found.values()]
    width = len(PER_MEMBER) * len(layers) + len(OF_PLACE) + len(rules)
    return Evidence(np.array(unit, np.int64), core, said, np.concatenate(blocks) if blocks else np.zeros((0, width)))


def _fill(block: Matrix, found: Sequence[tuple[Mention, Key, list[bool], str]], members: int, text: str, rules: Mapping[str, int]) -> None:
    own = len(PER_MEMBER) * members
    for i, (m, _, by, rule) in enumerate(found):
        block[i, : own : len(PER_MEMBER)] = by
        covered = " ".join(text[s.start : s.end] for s in m.spans)
        block[i, own + 3] = np.log1p(len(covered.split()))
        block[i, own + 4] = np.log1p(len(covered))
        block[i, own + 5] = len(covered) <= 6 and sum(c.isupper() for c in covered) > 1
        if rule in rules:
            block[i, own + len(OF_PLACE) + rules[rule]] = 1
    # Neighbours by place: each candidate with those that begin before it ends.
    order = sorted(range(len(found)), key=lambda i: (found[i][0].start, -found[i][0].end))
    for k, i in enumerate(order):
        a = found[i][0]
        for j in order[k + 1 :]:
            b = found[j][0]
            if b.start >= a.end:
                break
            same = sorted(a.spans) == sorted(b.spans)
            for x, y in ((i, j), (j, i)):
                what = 1 if found[x][1] == found[y][1] else 2
                for n, yes in enumerate(found[y][2]):
                    if yes:
                        block[x, len(PER_MEMBER) * n + what] = 1
            if same:
                block[i, own + 2] += 1
                block[j, own + 2] += 1
            elif b.end <= a.end:
                block[j, own] = 1
                block[i, own + 1] = 1
