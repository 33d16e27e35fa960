"""Places of mentions on one line for all units: which of two sides' mentions overlap, share an edge, lie one inside the other.

A discontinuous mention is its fragments: it overlaps what one of them overlaps, begins where the first begins and ends where the last ends, and lies
inside another if each fragment lies inside one of the other's. A mention without a span is about its unit as a whole, and is in the same place
as nothing but another such mention; so is a span without characters at its own place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput
from ..model import MentionColumns
from ..model.columns.interning import gather
from .matching import MOST, Keys, one_key, units_of

Flags = NDArray[np.bool_]
MATCHES = ("strict", "overlap", "shared", "subspan")


@dataclass(frozen=True)
class Places:
    """Fragments in the order of their mentions, touching ones joined: ``owner`` is the number of the mention, ``start`` and ``end`` its characters;
    ``first``, ``last`` and ``many`` are those of a mention as a whole. A place of another kind has characters of its own behind all texts."""

    owner: Keys
    start: Keys
    end: Keys
    first: Keys
    last: Keys
    many: Keys

    def __len__(self) -> int:
        return len(self.first)

    def of(self, row: Keys) -> Places:
        """The places of the mentions chosen; one may be chosen several times."""
        fragment, cut = gather(np.concatenate([[0], np.cumsum(self.many)]), row)
        return Places(units_of(cut), self.start[fragment], self.end[fragment], self.first[row], self.last[row], self.many[row])


def places(sides: Sequence[MentionColumns], *, hull: bool = False) -> list[Places]:
    """The places of both sides; ``hull`` fills the gaps of discontinuous mentions."""
    far = max((int(c.ends.max(initial=0)) for c in sides), default=0) + 1
    odd: dict[tuple[int, int], int] = {}
    return [_places(columns, far, odd, hull) for columns in sides]


def _places(columns: MentionColumns, far: int, odd: dict[tuple[int, int], int], hull: bool) -> Places:
    size = len(columns)
    at = columns.span_offsets
    start, end = columns.starts.astype(np.int64), columns.ends.astype(np.int64)
    strange = start >= end
    if strange.any():
        start, end = start.copy(), end.copy()
        for i in np.flatnonzero(strange).tolist():
            seat = far + 1 + odd.setdefault((int(start[i]), int(end[i])), len(odd))
            start[i], end[i] = seat, seat + 1
    many = np.diff(at)
    if (many == 1).all():
        return Places(np.arange(size, dtype=np.int64), start, end, start, end, many)
    owner = units_of(at)
    if (many == 0).any():
        nowhere = np.flatnonzero(many == 0)
        owner = np.concatenate([owner, nowhere])
        start, end = np.concatenate([start, np.full(len(nowhere), far)]), np.concatenate([end, np.full(len(nowhere), far + 1)])
    order = np.lexsort((end, start, owner))
    owner, start, end = _joined(owner[order], start[order], end[order], hull)
    many = np.bincount(owner, minlength=size).astype(np.int64)
    cut = np.concatenate([[0], np.cumsum(many)])
    first = start[cut[:-1]] if size else start
    last = np.maximum.reduceat(end, cut[:-1]) if size else end
    return Places(owner, start, end, first, last, many)


def _joined(owner: Keys, start: Keys, end: Keys, hull: bool) -> tuple[Keys, Keys, Keys]:
    """Sorted fragments of each mention, those that touch or overlap made one (with ``hull`` all of a mention)."""
    if not len(owner):
        return owner, start, end
    # How far the fragments of the mention have reached so far: a running maximum that starts again with each owner.
    reach = np.maximum.accumulate(end + owner * (int(end.max()) + 1)) - owner * (int(end.max()) + 1)
    begins = np.ones(len(owner), dtype=bool)
    begins[1:] = owner[1:] != owner[:-1]
    if not hull:
        begins[1:] |= start[1:] > reach[:-1]
    at = np.flatnonzero(begins)
    return owner[at], start[at], np.maximum.reduceat(end, at)


def meetings(a: Places, b: Places, group_a: Keys, group_b: Keys) -> tuple[Keys, Keys]:
    """All pairs of fragments of the same group that have a character in common: their numbers on both sides.

    On a line of all groups, of two fragments that meet exactly one begins inside the other (or both begin together).
    """
    wide = int(max(a.end.max(initial=0), b.end.max(initial=0))) + 1
    both = np.concatenate([group_a, group_b])
    if int(both.max(initial=0)) * wide >= MOST:
        both = np.unique(both, return_inverse=True)[1].astype(np.int64)
        if len(both) * wide >= MOST:
            raise BadInput("too many groups of mentions in texts that are too long")
    shift_a, shift_b = both[: len(group_a)] * wide, both[len(group_a) :] * wide
    start_a, end_a, start_b, end_b = a.start + shift_a, a.end + shift_a, b.start + shift_b, b.end + shift_b
    order_a, order_b = _order(start_a), _order(start_b)
    i, j = _beginning_in(start_a, end_a, order_a, start_b, order_b, 0)
    k, m = _beginning_in(start_b, end_b, order_b, start_a, order_a, 1)
    return np.concatenate([i, m]), np.concatenate([j, k])


def _order(start: Keys) -> Keys | None:
    """None where the numbers stand in order already, as most files have them."""
    return None if not len(start) or bool((start[1:] >= start[:-1]).all()) else np.argsort(start)


def _beginning_in(start: Keys, end: Keys, order: Keys | None, others: Keys, sorted_by: Keys | None, behind: int) -> tuple[Keys, Keys]:
    """For each fragment, the others that begin inside it; ``behind=1`` leaves out those that begin where it begins."""
    if order is not None:
        start, end = start[order], end[order]
    if sorted_by is not None:
        others = others[sorted_by]
    low = np.searchsorted(others, start + behind)
    number = np.searchsorted(others, end) - low
    one = np.repeat(np.arange(len(start)), number)
    other = np.arange(len(one)) - np.repeat(np.cumsum(number) - number - low, number)
    return (one if order is None else order[one]), (other if sorted_by is None else sorted_by[other])


def matches(a: Places, b: Places, i: Keys, j: Keys, how: str) -> tuple[Keys, Keys]:
    """The pairs of mentions that match, out of the pairs of fragments that meet; each pair of mentions once."""
    left, right = a.owner[i], b.owner[j]
    if how == "overlap":
        return _once(left, right, a, b)
    if how == "shared":
        edge = (a.first[left] == b.first[right]) | (a.last[left] == b.last[right])
        return _once(left[edge], right[edge], a, b)
    inside = (b.start[j] <= a.start[i]) & (a.end[i] <= b.end[j])
    around = (a.start[i] <= b.start[j]) & (b.end[j] <= a.end[i])
    if len(a.owner) == len(a) and len(b.owner) == len(b):
        fits = inside | around if how == "subspan" else inside & around
        return left[fits], right[fits]
    # With fragments joined, each lies inside one of the other mention at most: all do if as many do as there are.
    pair, first, number = np.unique(left * max(len(b), 1) + right, return_index=True, return_inverse=True)
    all_inside = np.bincount(number[inside], minlength=len(pair)) == a.many[left[first]]
    all_around = np.bincount(number[around], minlength=len(pair)) == b.many[right[first]]
    fits = all_inside | all_around if how == "subspan" else all_inside & all_around
    return left[first][fits], right[first][fits]


def _once(left: Keys, right: Keys, a: Places, b: Places) -> tuple[Keys, Keys]:
    if len(a.owner) == len(a) and len(b.owner) == len(b):
        return left, right
    first = np.unique(left * max(len(b), 1) + right, return_index=True)[1]
    return left[first], right[first]


def exact_keys(columns: MentionColumns, shapes: dict[tuple[tuple[int, int], ...], int]) -> list[Keys]:
    """Three columns that tell places apart exactly: kind, start and length; or kind and the number of a shape of several fragments."""
    at = columns.span_offsets
    single = np.diff(at) == 1
    if single.all():
        return [np.ones(len(columns), np.int64), columns.starts.astype(np.int64), columns.ends.astype(np.int64) - columns.starts]
    start, length = np.zeros(len(columns), np.int64), np.zeros(len(columns), np.int64)
    first = at[:-1][single]
    start[single] = columns.starts[first]
    length[single] = columns.ends[first].astype(np.int64) - columns.starts[first]
    # The few others, discontinuous or about the whole unit (no span), are numbered one by one.
    for i in np.flatnonzero(~single).tolist():
        s, e = columns.starts[at[i] : at[i + 1]].tolist(), columns.ends[at[i] : at[i + 1]].tolist()
        start[i] = shapes.setdefault(tuple(sorted(zip(s, e, strict=True))), len(shapes))
    return [single.astype(np.int64), start, length]


def grouped(columns: Sequence[Keys], other: Sequence[Keys]) -> tuple[Keys, Keys]:
    """One number for the group of each item of two sides."""
    size = len(columns[0])
    key = one_key([np.concatenate(pair) for pair in zip(columns, other, strict=True)])
    return key[:size], key[size:]
