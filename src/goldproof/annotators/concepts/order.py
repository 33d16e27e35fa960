"""The order of words, for presets that hold to it."""

from __future__ import annotations

import numpy as np

from ...text.stream import Stream
from .index import Index
from .windows import Content, Flags, Found


def ordered(index: Index, s: Stream, c: Content, f: Found) -> Flags:
    """Whether each candidate has its words in the order of its name."""
    out = np.ones(len(f), bool)
    root = index.words.root
    first, last = np.searchsorted(c.at, f.first), np.searchsorted(c.at, f.last)
    for i in np.flatnonzero(last - first > 1).tolist():
        out[i] = tuple(root[c.cluster[first[i] : last[i]]].tolist()) == index.sequence(int(f.row[i]))
    return out
