"""What systems are given of the gold, and no more: a bench in which a parser could see the heads would measure nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..errors import BadInput
from ..model import Kind, Layer, ParseColumns
from ..model.attributes import NONE

GIVEN = ("sentences", "tokens", "tags")


def given_of(gold: Layer, what: str) -> Layer:
    """The sentences of a layer of parses; its tokens too; its tags too. Lemmas, features, heads, labels, trees and notes are left out, always."""
    if what not in GIVEN:
        raise BadInput(f"given={what}", remedy="given is one of: " + ", ".join(GIVEN))
    if gold.kind is not Kind.PARSES:
        raise BadInput(f"holds {gold.kind.value}, of which nothing can be given", where=f"layer {gold.name}")
    c = gold.parses
    many = len(c.starts) if what != "sentences" else 0
    nothing, none = np.full(many, -1, dtype=np.int32), np.zeros(many, dtype=np.int32)
    bare = ParseColumns(
        offsets=c.offsets, sentence_offsets=c.sentence_offsets, sentence_starts=c.sentence_starts, sentence_ends=c.sentence_ends,
        token_offsets=c.token_offsets if many else np.zeros_like(c.token_offsets), starts=c.starts[:many], ends=c.ends[:many], forms=c.forms[:many],
        tags=c.tags if what == "tags" else nothing, coarse=c.coarse if what == "tags" else nothing, lemmas=nothing, relations=nothing, heads=nothing,
        features=none, extras=none, node_offsets=np.zeros_like(c.node_offsets), labels=nothing[:0], parents=nothing[:0], leaves=nothing[:0], empties=nothing[:0],
        sentence_notes=(NONE,) * len(c.sentence_starts), multiwords={}, blanks={}, names=c.names, notes=(NONE,),
    )  # fmt: skip
    # Through the records once, so that names and notes of what was left out are not there either.
    return replace(gold, name=f"{gold.name}-{what}", columns=ParseColumns.of([bare.rows(a, b) for a, b in zip(c.offsets.tolist(), c.offsets[1:].tolist(), strict=False)]))
