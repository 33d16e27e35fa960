"""Mentions compared by place and by what they say, on the columns: no record is made.

``on``: ``span`` the place alone; ``span+type`` place and label; ``span+concept`` place and concept; ``concept`` the set of concepts of a unit,
wherever they stand (with documents as units: what the document is about).

``match``: ``strict`` the same fragments; ``overlap`` a character in common; ``shared`` the same first or the same last character;
``subspan`` one inside the other (Verspoor et al. 2012, table 13). Of mentions in one piece each allows what the one before allows:
strict, shared, subspan, overlap.

``align``: with ``one-to-one`` nobody is matched twice, and as many are matched as can be; with ``many-to-many`` everything that matches anything is
right, so that precision counts what was found and recall what was to be found by themselves.

``concepts``, for mentions that name several: ``each`` concept is an item of its own; ``any`` one in common is enough; ``same`` all must be the same.
``parts=hull`` fills the gaps of discontinuous mentions. ``classes`` maps the classes of the two sides: see :mod:`.classes`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput
from ..model import Layer, MentionColumns
from .alignment import heaviest_pairs, most_pairs, partnered
from .classes import class_map
from .hierarchy import Similarity
from .matching import Keys, common_numbers, one_key, tally, units_of
from .places import MATCHES, exact_keys, grouped, matches, meetings, places

ON = ("span", "span+type", "span+concept", "concept")
ALIGN = ("one-to-one", "many-to-many")
CONCEPTS = ("each", "any", "same")
PARTS = ("exact", "hull")
COLUMNS_OF_MANY = ("tp", "fp", "fn", "tp_ref")
"""What is counted where alignment is many-to-many: ``tp`` and ``fp`` of what was found, ``tp_ref`` and ``fn`` of the reference."""


@dataclass(frozen=True)
class Items:
    """What is counted on one side: the mention behind each item, and columns that must be equal for a match (the unit first)."""

    row: Keys
    same: tuple[Keys, ...]


def count_mentions(a: Layer, b: Layer, settings: Mapping[str, str]) -> NDArray[np.int64]:
    """Counts for each unit; the layers have the same units in the same order."""
    on, match = settings["on"], settings.get("match", "strict")
    many = settings.get("align") == "many-to-many"
    sides, units = (a.mentions, b.mentions), len(a.units)
    if on == "concept":
        if match != "strict" or many:
            raise BadInput("on=concept has no places to match or align", remedy="leave match and align out")
        keys = [_concept_sets(side, number) for side, number in zip(sides, _named(*((c, c.concepts) for c in sides)), strict=True)]
        return tally(keys[0], keys[1], units)
    hull = settings.get("parts") == "hull"
    one, two, several = _items(sides, settings)
    if match == "strict" and not hull and not several and not many:
        shapes: dict[tuple[tuple[int, int], ...], int] = {}
        keys = [[x.same[0], *(c[x.row] for c in exact_keys(s, shapes)), *x.same[1:]] for s, x in zip(sides, (one, two), strict=True)]
        return tally(keys[0], keys[1], units)
    left, right = _pairs(sides, one, two, match, hull)
    if several:
        # An item a class or concept: what they were made for is done, from here mentions are counted.
        left, right = one.row[left], two.row[right]
        distinct = np.unique(left * max(len(sides[1]), 1) + right, return_index=True)[1]
        left, right = left[distinct], right[distinct]
        one, two = (_mentions(side, items) for side, items in zip(sides, (one, two), strict=True))
        back = [np.full(len(s), -1, dtype=np.int64) for s in sides]
        for turn, items in zip(back, (one, two), strict=True):
            turn[items.row] = np.arange(len(items.row))
        left, right = back[0][left], back[1][right]
    return _counted(left, right, one, two, units, many)


def credit_mentions(a: Layer, b: Layer, settings: Mapping[str, str], similarity: Similarity) -> NDArray[np.float64]:
    """Counts with partial credit: ``tp`` is the sum of similarities over the one-to-one alignment that makes it largest.

    Precision is then the mean worth of what was found and recall that of what was to be found: ``fp = found - tp``, ``fn = wanted - tp``.
    With ``on=concept`` the concepts of a unit are aligned wherever they stand, otherwise mentions whose places match.
    """
    on = settings["on"]
    if on not in ("concept", "span+concept") or settings.get("align") == "many-to-many" or settings.get("concepts", "each") != "each":
        raise BadInput("credit= is for concepts aligned one to one", remedy="use it with on=span+concept or on=concept, align=one-to-one, concepts=each")
    sides, units = (a.mentions, b.mentions), len(a.units)
    if on == "concept":
        sets = [_concept_sets(s, s.concepts.astype(np.int64)) for s in sides]
        unit, said = [k[0] for k in sets], [k[1] for k in sets]
        left, right = _equal(unit[0], unit[1])
    else:
        each = [each_concept(s, s.concepts.astype(np.int64)) for s in sides]
        one, two = (Items(row, (units_of(s.offsets)[row],)) for s, (row, _) in zip(sides, each, strict=True))
        unit, said = [one.same[0], two.same[0]], [k[1] for k in each]
        left, right = _pairs(sides, one, two, settings.get("match", "strict"), settings.get("parts") == "hull")
    weight = similarity.pairs(said[0][left], said[1][right], (sides[0].names, sides[1].names)) if len(left) else np.zeros(0)
    chosen = heaviest_pairs(left, right, weight, len(said[0]), len(said[1]))
    tp = np.bincount(unit[0][left[chosen]], weights=weight[chosen], minlength=units)
    return np.stack([tp, np.bincount(unit[1], minlength=units) - tp, np.bincount(unit[0], minlength=units) - tp], axis=1)


def _counted(left: Keys, right: Keys, one: Items, two: Items, units: int, many: bool) -> NDArray[np.int64]:
    in_a, in_b = np.bincount(one.same[0], minlength=units), np.bincount(two.same[0], minlength=units)
    if many:
        found = np.bincount(two.same[0][partnered(right, len(two.row))], minlength=units)
        reached = np.bincount(one.same[0][partnered(left, len(one.row))], minlength=units)
        return np.stack([found, in_b - found, in_a - reached, reached], axis=1).astype(np.int64)
    chosen = most_pairs(left, right, len(one.row), len(two.row))
    tp = np.bincount(one.same[0][left[chosen]], minlength=units)
    return np.stack([tp, in_b - tp, in_a - tp], axis=1).astype(np.int64)


def _pairs(sides: tuple[MentionColumns, MentionColumns], one: Items, two: Items, match: str, hull: bool) -> tuple[Keys, Keys]:
    """The pairs of items that match: their numbers."""
    if match == "strict" and not hull:
        shapes: dict[tuple[tuple[int, int], ...], int] = {}
        keys = [[x.same[0], *(c[x.row] for c in exact_keys(s, shapes)), *x.same[1:]] for s, x in zip(sides, (one, two), strict=True)]
        return _equal(*grouped(keys[0], keys[1]))
    a, b = (
        p if len(x.row) == len(p) and (x.row == np.arange(len(p))).all() else p.of(x.row)
        for p, x in zip(places(sides, hull=hull), (one, two), strict=True)
    )
    group_a, group_b = grouped(one.same, two.same)
    i, j = meetings(a, b, group_a[a.owner], group_b[b.owner])
    return matches(a, b, i, j, match)


def _equal(left: Keys, right: Keys) -> tuple[Keys, Keys]:
    """All pairs of equal keys."""
    order = np.argsort(right, kind="stable")
    low = np.searchsorted(right[order], left, side="left")
    number = np.searchsorted(right[order], left, side="right") - low
    one = np.repeat(np.arange(len(left)), number)
    return one, order[np.arange(len(one)) - np.repeat(np.cumsum(number) - number - low, number)]


def _items(sides: tuple[MentionColumns, MentionColumns], settings: Mapping[str, str]) -> tuple[Items, Items, bool]:
    """The items of both sides, and whether a mention may be several items only to be found (and is counted once)."""
    on, concepts = settings["on"], settings.get("concepts", "each")
    items = [Items(np.arange(len(s), dtype=np.int64), (units_of(s.offsets),)) for s in sides]
    several = False
    mapped = settings.get("classes", "none")
    if mapped != "none":
        rules = class_map(mapped)
        several = rules.several
        items = [_with(x, *rules.of(s, left)) for x, s, left in zip(items, sides, (True, False), strict=True)]
    if on == "span+type" and mapped == "none":
        items = [_and(x, label[x.row]) for x, label in zip(items, _named(*((c, c.labels) for c in sides)), strict=True)]
    elif on == "span+concept" and concepts == "same":
        sets: dict[tuple[int, ...], int] = {}
        items = [_and(x, _set_numbers(s, n, sets)[x.row]) for x, s, n in zip(items, sides, _named(*((c, c.concepts) for c in sides)), strict=True)]
    elif on == "span+concept":
        if mapped != "none":
            raise BadInput("classes= goes with on=span+type: it says which classes are the same")
        each = (each_concept(s, n) for s, n in zip(sides, _named(*((c, c.concepts) for c in sides)), strict=True))
        items = [Items(row, (x.same[0][row], said)) for x, (row, said) in zip(items, each, strict=True)]
        several = concepts == "any"
    return items[0], items[1], several


def _with(items: Items, row: Keys, rule: Keys) -> Items:
    return Items(row, (items.same[0][row], rule))


def _and(items: Items, column: Keys) -> Items:
    return Items(items.row, (*items.same, column))


def _mentions(columns: MentionColumns, items: Items) -> Items:
    """The mentions behind items, each once."""
    row = np.unique(items.row)
    return Items(row, (units_of(columns.offsets)[row],))


def _named(*columns: tuple[MentionColumns, NDArray[np.int32]]) -> list[Keys]:
    """Numbers of names in one numbering for all; only names in use are looked at (ids can be a million)."""
    used = [np.flatnonzero(np.bincount(numbers, minlength=len(c.names))) for c, numbers in columns]
    common = common_numbers(*([c.names[n] for n in u.tolist()] for (c, _), u in zip(columns, used, strict=True)))
    out = []
    for (c, numbers), u, new in zip(columns, used, common, strict=True):
        turn = np.zeros(len(c.names), dtype=np.int64)
        turn[u] = new
        out.append(turn[numbers])
    return out


def each_concept(columns: MentionColumns, concepts: Keys) -> tuple[Keys, Keys]:
    """A row for each concept of each mention, one with concept -1 where there is none: mention number, concept."""
    many = np.diff(columns.concept_offsets)
    if (many == 1).all():
        return np.arange(len(columns), dtype=np.int64), concepts
    times = np.maximum(many, 1)
    row = np.repeat(np.arange(len(columns), dtype=np.int64), times)
    said = np.full(len(row), -1, dtype=np.int64)
    said[np.repeat(many > 0, times)] = concepts
    return row, said


def _set_numbers(columns: MentionColumns, concepts: Keys, sets: dict[tuple[int, ...], int]) -> Keys:
    """The number of each mention's set of concepts."""
    at, said = columns.concept_offsets.tolist(), concepts.tolist()
    return np.array([sets.setdefault(tuple(sorted(set(said[s:e]))), len(sets)) for s, e in pairwise(at)], dtype=np.int64)


def _concept_sets(columns: MentionColumns, concepts: Keys) -> list[Keys]:
    """Each concept of each unit once."""
    unit = units_of(columns.offsets)[units_of(columns.concept_offsets)]
    first = np.unique(one_key([unit, concepts]), return_index=True)[1]
    return [unit[first], concepts[first]]


__all__ = ["ALIGN", "COLUMNS_OF_MANY", "CONCEPTS", "MATCHES", "ON", "PARTS", "count_mentions"]
