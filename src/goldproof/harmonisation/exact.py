"""The majority's mentions: more than half of the annotators who judged the unit.

- ``match=strict``: exactly this place and this concept.
- ``match=overlap``: mentions of the same concept that overlap, directly or through others, stand for one; if a majority has one of them, the place is
  that which most of them mark, of those the longest, of those the first.

Concepts are voted on one by one and come together again where a majority could not tell them apart. A mention without a concept votes with its label.
``votes`` is how many have it, ``exact`` how many have exactly this place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import numpy as np

from ..measures.naming import Parameter
from ..model import Kind, Mention, Span
from .candidates import Key, candidates, keys
from .centroid import _concept_pairs, _order, _together
from .rule import PRIVATE, SLACK, WEIGHTS, Ballot, Cast, Rule, told
from .runs import of_most

Place = tuple[Span, ...]


def vote(ballot: Ballot) -> Cast:
    out: dict[str, list[Mention]] = {}
    chosen = _strict(ballot) if ballot.settings["match"] == "strict" else None
    for i, unit in enumerate(ballot.units):
        judged = ballot.judged(unit)
        if not judged:
            continue
        need = ballot.worth(list(judged)) / 2
        if chosen is None:
            found = _overlapping(judged, ballot, need)
        else:
            found = [place_of(judged, place, key, ballot) for place, key in chosen.get(i, ())]
        several = any(len(m.concepts) > 1 for said in judged.values() for m in said)
        out[unit] = _together(found, _concept_pairs(ballot, unit), need + 2 * SLACK) if several else sorted(found, key=_order)
    return Cast(out)


def _strict(ballot: Ballot) -> dict[int, list[tuple[Place, Key]]]:
    """By unit what more than half say."""
    every = candidates(ballot.layers, ballot.units)
    weights = np.asarray(ballot.weights)
    yes, asked = (every.answers == 1) @ weights, (every.answers >= 0) @ weights
    out: dict[int, list[tuple[Place, Key]]] = {}
    for row in np.flatnonzero(2 * yes > asked + SLACK).tolist():
        out.setdefault(int(every.unit[row]), []).append(every.core[row])  # type: ignore[arg-type]
    return out


def place_of(judged: Mapping[int, Iterable[Mention]], place: Place, key: Key, ballot: Ballot) -> Mention:
    """A mention at this place, with the label and attributes of most who have it exactly."""
    mine = [(j, m) for j, said in judged.items() for m in said if tuple(sorted(m.spans)) == place and key in keys(m)]
    return _made(place, key, mine, mine, judged, ballot)


def _made(place: Place, key: Key, mine: list[tuple[int, Mention]], exact: list[tuple[int, Mention]], judged: Mapping[int, object], ballot: Ballot) -> Mention:
    labels = Counter(label for _, label in {(j, m.label) for j, m in mine})
    said = of_most([(j, m.attributes.without(*PRIVATE)) for j, m in mine])
    return Mention(
        place, (key[1],) if key[0] else (), min(labels, key=lambda x: (-labels[x], x)) if key[0] else key[1],
        attributes=said.but(votes=told(ballot.worth(sorted({j for j, _ in mine}))), of=len(judged), exact=len({j for j, _ in exact})),
    )  # fmt: skip


def _overlapping(judged: Mapping[int, tuple[Mention, ...]], ballot: Ballot, need: float) -> list[Mention]:
    by_key: dict[Key, list[tuple[int, Mention]]] = {}
    for j, said in judged.items():
        for m in said:
            for key in keys(m):
                by_key.setdefault(key, []).append((j, m))
    out = []
    for key, mine in by_key.items():
        for group in _touching(mine):
            if ballot.worth(sorted({j for j, _ in group})) > need + SLACK:
                places: dict[Place, list[tuple[int, Mention]]] = {}
                for j, m in group:
                    places.setdefault(tuple(sorted(m.spans)), []).append((j, m))
                best = min(places, key=lambda p: (-ballot.worth(sorted({j for j, _ in places[p]})), -sum(s.length for s in p), p))
                out.append(_made(best, key, group, places[best], judged, ballot))
    return out


def _touching(mine: list[tuple[int, Mention]]) -> list[list[tuple[int, Mention]]]:
    """Mentions that overlap, directly or through others; those about the whole unit are one group."""
    groups: list[list[tuple[int, Mention]]] = []
    for j, m in sorted(mine, key=lambda x: (*_order(x[1]), x[0])):
        near = [g for g in groups if any(_overlap(m, other) for _, other in g)]
        for g in near:
            groups.remove(g)
        groups.append([*(x for g in near for x in g), (j, m)])
    return groups


def _overlap(a: Mention, b: Mention) -> bool:
    return any(x.overlaps(y) for x in a.spans for y in b.spans) or sorted(a.spans) == sorted(b.spans)


MAJORITY_OF_MENTIONS = Rule(
    "majority", "the majority's mentions", frozenset({Kind.MENTIONS}),
    (Parameter("match", "strict", ("strict", "overlap"), "whether a vote is for exactly a place, or for any that overlaps"), WEIGHTS), vote,
)  # fmt: skip
