"""Columns of parses straight from arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...model import NONE, ParseColumns
from ...model.columns.interning import Interner

Long = NDArray[np.int64]


def sentences(units: int, unit: Long, starts: Long, ends: Long) -> ParseColumns:
    """A parse for every unit with the sentences that lie in it; ``unit`` is the number of each sentence's unit, in order."""
    none, at = np.zeros(0, np.int32), np.zeros(len(starts) + 1, np.int64)
    return ParseColumns(
        offsets=np.arange(units + 1, dtype=np.int64), sentence_offsets=np.searchsorted(unit, np.arange(units + 1)).astype(np.int64),
        sentence_starts=starts.astype(np.int32), sentence_ends=ends.astype(np.int32), token_offsets=at, node_offsets=at,
        starts=none, ends=none, forms=none, lemmas=none, tags=none, coarse=none, features=none, heads=none, relations=none, extras=none,
        labels=none, parents=none, leaves=none, empties=none, sentence_notes=(NONE,) * len(starts), multiwords={}, blanks={}, names=(), notes=(NONE,),
    )  # fmt: skip


def with_tokens(columns: ParseColumns, token_offsets: Long, starts: Long, ends: Long, forms: Sequence[str]) -> ParseColumns:
    """The same sentences, cut into tokens; whatever was said of other tokens is gone."""
    from dataclasses import replace

    n = len(starts)
    names: Interner[str] = Interner()
    number = np.fromiter((names[form] for form in forms), np.int32, n)
    nothing, zero, none = np.full(n, -1, np.int32), np.zeros(n, np.int32), np.zeros(0, np.int32)
    return replace(
        columns, token_offsets=token_offsets.astype(np.int64), starts=starts.astype(np.int32), ends=ends.astype(np.int32), forms=number,
        lemmas=nothing, tags=nothing, coarse=nothing, features=zero, heads=nothing, relations=nothing, extras=zero,
        node_offsets=np.zeros(len(token_offsets), np.int64), labels=none, parents=none, leaves=none, empties=none, multiwords={}, blanks={},
        names=names.values_in_order(),
    )  # fmt: skip


def with_tags(columns: ParseColumns, tags: NDArray[Any], names: Sequence[str]) -> ParseColumns:
    """The same tokens with other tags: numbers of ``names``, -1 for none."""
    from dataclasses import replace

    all_names: Interner[str] = Interner({name: i for i, name in enumerate(columns.names)})
    number = np.array([*(all_names[name] for name in names), -1], np.int32)
    return replace(columns, tags=number[tags], names=all_names.values_in_order())
