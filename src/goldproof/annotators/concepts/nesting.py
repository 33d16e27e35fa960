"""Which of the names that overlap in a text are kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from .building import COORDINATED, DERIVED, ELLIPTIC, LEARNT, NAME
from .index import WITHIN, Index
from .windows import Flags, Found, Numbers


def kept(index: Index, f: Found, policy: str, alone: Flags | None = None) -> Flags:
    """Of candidates in order (by first word, the longest first): which stay.

    *all*: every one. *longest*: from the left the longest, and nothing that overlaps it. *nested-unless-ancestor*: nothing within a longer
    one, unless its concept stands above the longer one's (a *meningioma* in an *intracranial meningioma*). *guideline*: the same, and the
    members of a coordination, which lie within one another, and names that a longer one ends with: a *basal cell carcinoma* is a *carcinoma*,
    whatever the ontology says.

    ``alone`` are those in texts that are one name, or one coordination of names, and nothing else: a line of a list or a field of a form. Under
    *guideline* such a text says each thing once: nothing within a name counts.
    """
    n = len(f)
    keep = np.ones(n, bool)
    concept = index.rows.concept[f.row]
    inner, outer = nested(f.first, f.last)
    within = (index.rows.flags[f.row] & WITHIN) != 0
    if within.any():
        supported = np.zeros(n, bool)
        supported[inner[(concept[inner] == concept[outer]) & ~within[outer]]] = True
        keep &= supported | ~within
    if policy == "longest":
        return keep & _longest(f, keep)
    if policy == "all":
        return keep
    sure = f.rule == NAME
    left, right = crossing(f.first, f.last)
    keep[left[sure[right] & np.isin(f.rule[left], UNSURE)]] = False
    keep[right[sure[left] & np.isin(f.rule[right], UNSURE)]] = False
    drop = ~index.is_above(concept[inner], concept[outer]) & ~(np.isin(f.rule[outer], UNSURE) & sure[inner])
    # A name without a word inside the same name with all its words says nothing more.
    drop |= (f.rule[inner] == ELLIPTIC) & (concept[inner] == concept[outer])
    if policy == "guideline":
        drop &= (f.rule[outer] != COORDINATED) | (f.rule[inner] == ELLIPTIC)
        drop &= (f.last[inner] != f.last[outer]) | ~sure[inner]
        if alone is not None:
            drop |= alone[outer] & (f.rule[outer] != COORDINATED)
    keep[inner[drop & keep[outer]]] = False
    return keep


UNSURE = (DERIVED, LEARNT, ELLIPTIC)


def stretched(f: Found, alone: Flags) -> Found:
    """In a text that is one coordination with a shared beginning (*bruise of the ear and snout*) the first members are stretched to its end, as the guideline has it.

    In prose they stay where they are: there the corpus itself keeps *pits of the palms* in *pits of the palms and soles*.
    """
    end = f.last.copy()
    for i in np.flatnonzero(alone & (f.rule == COORDINATED)).tolist():
        mine = np.flatnonzero(alone & (f.first == f.first[i]) & (f.last < f.last[i]))
        if len(mine) and any(f.skip[i] < f.last[k] <= f.back[i] and f.rule[k] != COORDINATED for k in mine.tolist()):
            end[mine] = np.maximum(end[mine], f.last[i])
    if (end == f.last).all():
        return f
    rule = np.where(end > f.last, np.uint8(COORDINATED), f.rule).astype(np.uint8)
    plain = f.skip >= f.back
    return replace(f, last=end, rule=rule, skip=np.where(plain, end, f.skip), back=np.where(plain, end, f.back))


def nested(first: Numbers, last: Numbers) -> tuple[Numbers, Numbers]:
    """Pairs (inner, outer) where one lies within a longer one."""
    outer, inner = _later(first, last, lambda out, within: (last[within] <= last[out]) & ((last[within] < last[out]) | (first[within] > first[out])))
    return inner, outer


def _later(first: Numbers, last: Numbers, good: Callable[[Numbers, Numbers], Flags]) -> tuple[Numbers, Numbers]:
    """Pairs (one, a later one that begins within it) that are good."""
    ones: list[Numbers] = []
    others: list[Numbers] = []
    at = np.arange(len(first))
    step = 1
    while True:
        at = at[at + step < len(first)]
        at = at[first[at + step] < last[at]]
        if not len(at):
            break
        hit = at[good(at, at + step)]
        ones.append(hit)
        others.append(hit + step)
        step += 1
    none = np.zeros(0, np.int64)
    return np.concatenate([none, *ones]), np.concatenate([none, *others])


def crossing(first: Numbers, last: Numbers) -> tuple[Numbers, Numbers]:
    """Pairs (left, right) that overlap in part, neither within the other."""
    return _later(first, last, lambda left, right: (first[right] > first[left]) & (last[right] > last[left]))


def _longest(f: Found, among: Flags) -> Flags:
    out = np.zeros(len(f), bool)
    end = -1
    group: list[int] = []
    # Chains of overlap are short: within each the longest goes first, then what it leaves room for.
    for i in np.flatnonzero(among).tolist():
        if f.first[i] >= end and group:
            _greedy(f, group, out)
            group = []
        end = max(end, int(f.last[i])) if group else int(f.last[i])
        group.append(i)
    if group:
        _greedy(f, group, out)
    return out


def _greedy(f: Found, group: list[int], out: Flags) -> None:
    taken: list[tuple[int, int]] = []
    for i in sorted(group, key=lambda i: (f.first[i] - f.last[i], f.first[i], i)):
        a, z = int(f.first[i]), int(f.last[i])
        if all(z <= b or y <= a for b, y in taken):
            out[i] = True
            taken.append((a, z))
