"""Mentions as labels of pieces, and back. O outside, B and I begin and go on with a mention.

Discontinuous mentions have labels of their own (BIOHD: Tang et al. 2013): H is a part that several mentions share (*crystallin* of *alphaA- and
alphaB-crystallin*), D a part of a mention that has others, of which H may be one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ....model import Layer, Mention, Span
from .pieces import Pieces

Long = NDArray[np.int64]
LABELS = ("O", "B", "I", "DB", "DI", "HB", "HI")
O, B, I, DB, DI, HB, HI = range(7)  # noqa: E741
_FAR = 12
"""Parts of one mention that are further from each other than so many pieces do not belong together."""


def encode(layer: Layer, units: Sequence[str], pieces: Pieces, *, parted: bool) -> Long:
    """The label of each piece. Of mentions that overlap the longest is kept; a mention that does not begin and end with a piece is marked by those that it covers."""
    out = np.zeros(len(pieces.piece), np.int64)
    bounds = np.searchsorted(pieces.unit, np.arange(len(units) + 1))
    for u, unit in enumerate(units):
        p0, p1 = pieces.offsets[bounds[u]], pieces.offsets[bounds[u + 1]]
        starts, ends = pieces.starts[p0:p1], pieces.ends[p0:p1]
        mine = out[p0:p1]
        found: Sequence[Mention] = layer.get(unit) or ()
        covers = [[(int(np.searchsorted(ends, a, side="right")), int(np.searchsorted(starts, b, side="left"))) for a, b in m.spans] for m in found if m.spans]
        many = [c for c in covers if len(c) > 1]
        taken = np.zeros(len(mine), np.int64)
        if parted:
            for parts in many:
                for a, b in parts:
                    taken[a:b] += 1
        shared = taken > 1
        whole = sorted((c[0] for c in covers if len(c) == 1), key=lambda s: (s[0] - s[1], s))
        for a, b in whole:
            if a >= b or mine[a:b].any():
                continue
            if not taken[a:b].any():
                mine[a:b] = I
                mine[a] = B
            else:
                shared[a:b] |= taken[a:b] > 0
                mine[a:b] = DI
                mine[a] = DB
        if parted:
            for parts in many:
                for a, b in parts:
                    if a < b and not mine[a:b].any():
                        mine[a:b] = DI
                        mine[a] = DB
            edge = np.flatnonzero(shared)
            mine[edge] = HI
            mine[[e for e in edge.tolist() if e == 0 or not shared[e - 1]]] = HB
    return out


def decode(labels: Long, pieces: Pieces) -> list[tuple[int, tuple[Span, ...]]]:
    """The mentions that labels say, each with its unit."""
    out: list[tuple[int, tuple[Span, ...]]] = []
    sentence = pieces.sentence
    kind = (labels + 1) // 2
    fresh = np.concatenate(([True], (kind[1:] != kind[:-1]) | (sentence[1:] != sentence[:-1]))) if len(labels) else np.zeros(0, bool)
    first = np.flatnonzero((kind > 0) & (fresh | (labels % 2 == 1)))
    stop = np.flatnonzero(np.append(((kind[1:] == 0) | fresh[1:] | (labels[1:] % 2 == 1)), True) & (kind > 0)) if len(labels) else first
    parts: dict[int, list[tuple[int, int, int]]] = {}
    for a, b, k, s in zip(first.tolist(), stop.tolist(), kind[first].tolist(), sentence[first].tolist(), strict=True):
        if k == 1:
            out.append((int(pieces.unit[s]), (Span(int(pieces.starts[a]), int(pieces.ends[b])),)))
        else:
            parts.setdefault(s, []).append((a, b, k))
    for s, found in parts.items():
        for chosen in _joined(found):
            out.append((int(pieces.unit[s]), tuple(Span(int(pieces.starts[a]), int(pieces.ends[b])) for a, b in chosen)))
    return sorted(set(out))


def _joined(parts: list[tuple[int, int, int]]) -> list[list[tuple[int, int]]]:
    """The mentions that the parts of one sentence make: each D with the nearest H, or all D without any together."""
    heads = [(a, b) for a, b, k in parts if k == 3]
    rest = [(a, b) for a, b, k in parts if k == 2]
    if not heads:
        groups: list[list[tuple[int, int]]] = []
        for a, b in rest:
            if groups and a - groups[-1][-1][1] <= _FAR:
                groups[-1].append((a, b))
            else:
                groups.append([(a, b)])
        return groups
    out, used = [], set()
    for a, b in rest:
        head = min(heads, key=lambda h: (h[0] - b if h[0] > b else a - h[1] + 1))
        used.add(head)
        one, two = sorted(((a, b), head))
        out.append([(one[0], two[1])] if one[1] + 1 == two[0] else [one, two])
    return out + [[h] for h in heads if h not in used]
