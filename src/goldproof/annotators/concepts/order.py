"""The order of words, for presets that hold to it."""

from __future__ import annotations

import numpy as np

from ...text.stream import Stream, stream
from .index import Index
from .windows import Content, Flags, Found


def ordered(index: Index, s: Stream, c: Content, f: Found) -> Flags:
    """Whether each candidate has its words in the order of its name."""
    out = np.ones(len(f), bool)
    own: dict[int, list[int]] = {}
    root = index.words.root
    first, last = np.searchsorted(c.at, f.first), np.searchsorted(c.at, f.last)
    for i in np.flatnonzero(last - first > 1).tolist():
        row = int(f.row[i])
        if row not in own:
            own[row] = [int(root[w]) for w in index.words.of(stream([index.names[int(index.rows.name[row])]])).tolist() if w > 0]
        out[i] = [int(root[w]) for w in c.cluster[first[i] : last[i]].tolist()] == own[row]
    return out
