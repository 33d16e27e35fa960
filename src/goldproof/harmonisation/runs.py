"""e-centroids of mentions in one piece, all units and concepts at once: votes of pairs as sums over sorted ends, centroids as runs of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..model import Attributes
from .rule import SLACK
from .table import Flags, Longs, Table


@dataclass(frozen=True)
class Runs:
    """Centroids: the row of the table that says whose they are (unit, key), from character to character, votes of the weakest pair,
    how many annotators mark exactly this, label and attributes of most who overlap it.
    """

    of: Longs
    begin: Longs
    end: Longs
    votes: NDArray[np.float64]
    exact: Longs
    label: Longs
    note: Longs
    notes: tuple[Attributes, ...]


def groups(t: Table) -> tuple[Longs, Longs, Flags]:
    """The rows by unit and key, then by annotator and place; the number of each row's group in that order; and which groups are in one piece:
    every mention a single span of two characters or more, and no two of one annotator that share a pair.
    """
    order = np.lexsort((t.begin, t.layer, t.key, t.unit))
    unit, key, layer = t.unit[order], t.key[order], t.layer[order]
    fresh = np.ones(len(order), bool)
    fresh[1:] = (unit[1:] != unit[:-1]) | (key[1:] != key[:-1])
    group = np.cumsum(fresh) - 1
    begin, end = t.begin[order], t.end[order]
    wrong = end - begin < 2
    wrong[1:] |= ~fresh[1:] & (layer[1:] == layer[:-1]) & (begin[1:] < end[:-1] - 1)
    simple = np.ones(int(group[-1]) + 1 if len(group) else 0, bool)
    simple[group[wrong]] = False
    return order, group, simple


def runs(t: Table, rows: Longs, group: Longs, weights: tuple[float, ...], first: float, second: float) -> Runs:
    """The centroids of rows in one piece (sorted by group)."""
    begin, end = t.begin[rows], t.end[rows]
    weight = np.asarray(weights)[t.layer[rows]]
    # Votes change where a mention's first pair begins and behind its last.
    at = np.concatenate((begin, end - 1))
    whose = np.concatenate((group, group))
    change = np.concatenate((weight, -weight))
    order = np.lexsort((at, whose))
    at, whose, change = at[order], whose[order], change[order]
    fresh = np.ones(len(at), bool)
    fresh[1:] = (at[1:] != at[:-1]) | (whose[1:] != whose[:-1])
    head = np.flatnonzero(fresh)
    votes = np.cumsum(np.add.reduceat(change, head)) if len(head) else np.zeros(0)
    at, whose = at[head], whose[head]
    strong = votes >= first - SLACK
    weak = strong | (votes >= second - SLACK)
    inner = _runs(strong, whose)
    outer = _runs(weak, whose)
    start, stop = inner
    least = np.minimum.reduceat(votes, np.stack((start, stop), axis=1).ravel())[::2] if len(start) else np.zeros(0)
    # Ends move outward to those of the weak run around; of strong runs in one weak run comes one centroid.
    around = np.searchsorted(outer[0], start, side="right") - 1
    of_run, which = np.unique(around, return_inverse=True)
    most = np.full(len(of_run), -np.inf)
    np.maximum.at(most, which.reshape(-1), least)
    begins, ends = at[outer[0][of_run]], at[np.minimum(outer[1][of_run], len(at) - 1)] + 1
    return _described(t, rows, group, whose[outer[0][of_run]], begins, ends, most)


def _runs(strong: Flags, whose: Longs) -> tuple[Longs, Longs]:
    """First and behind-last of the stretches that are strong. Behind the last pair of a group there are no votes, so that none goes on."""
    edge = np.diff(np.concatenate(([0], strong.astype(np.int8), [0])))
    start, stop = np.flatnonzero(edge == 1), np.flatnonzero(edge == -1)
    return start, stop


def _described(t: Table, rows: Longs, group: Longs, of_group: Longs, begin: Longs, end: Longs, votes: NDArray[np.float64]) -> Runs:
    """Exact annotators, label and attributes, from the rows that overlap each centroid."""
    wide = int(max(t.end.max(initial=0), 1)) + 2
    # Centroids of a group do not overlap, and all are in order: those that a row overlaps are next to each other.
    low = np.searchsorted(of_group * wide + end, group * wide + t.begin[rows], side="right")
    high = np.searchsorted(of_group * wide + begin, group * wide + t.end[rows], side="left")
    count = np.maximum(high - low, 0)
    row = np.repeat(np.arange(len(rows)), count)
    run = np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count) + np.repeat(low, count)
    order = np.argsort(run, kind="stable")
    row, run = row[order], run[order]
    exact = np.bincount(run[(t.begin[rows[row]] == begin[run]) & (t.end[rows[row]] == end[run])], minlength=len(begin))
    heads = np.searchsorted(run, np.arange(len(begin)))
    label, mixed_label = _same(t.label[rows[row]], heads)
    note, mixed_note = _same(t.note[rows[row]], heads)
    notes = list(t.notes)
    bounds = np.append(heads, len(run))
    for i in np.flatnonzero(mixed_label | mixed_note).tolist():
        near = rows[row[bounds[i] : bounds[i + 1]]]
        pairs = list(zip(t.layer[near].tolist(), t.label[near].tolist(), t.note[near].tolist(), strict=True))
        by_label = Counter(name for _, name in {(j, t.names[name]) for j, name, _ in pairs})
        best = min(by_label, key=lambda name: (-by_label[name], name))
        label[i] = next(x for _, x, _ in pairs if t.names[x] == best)
        if mixed_note[i]:
            note[i] = len(notes)
            notes.append(of_most([(j, t.notes[n]) for j, _, n in pairs]))
    return Runs(rows[np.searchsorted(group, of_group)], begin, end, votes, exact, label, note, tuple(notes))


def of_most(said: list[tuple[int, Attributes]]) -> Attributes:
    """The attributes that more than half of the annotators give."""
    by_pair = Counter(pair for _, pair in {(j, pair) for j, attributes in said for pair in attributes.items()})
    most = len({j for j, _ in said})
    return Attributes({name: value for (name, value), n in sorted(by_pair.items(), key=lambda x: (x[0][0], str(x[0][1]))) if 2 * n > most})


def _same(values: Longs, heads: Longs) -> tuple[Longs, Flags]:
    """The value of each stretch, and where a stretch has more than one."""
    if not len(heads):
        return np.zeros(0, np.int64), np.zeros(0, bool)
    low, high = np.minimum.reduceat(values, heads), np.maximum.reduceat(values, heads)
    return low.astype(np.int64), low != high
