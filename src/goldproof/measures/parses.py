"""Parses compared by place: tokens, tags, dependencies and brackets count where they stand, so unequal tokens are no obstacle.

What is matched (``on``):

- ``token``: start and end; ``token+tag``: with the fine tag, or the coarse one where there is no fine one;
- ``head``: token and the place of its head (the root has none); ``head+relation``: with the label of the arc.
  With equal tokens these are UAS and LAS, with unequal ones the F1 of the CoNLL 2018 shared task (Zeman et al. 2018, 2.1)
  on words; tokens without a head (sentences without dependencies) are no items;
- ``bracket``: category (no function tags, no indices) and place of every node above the tags that covers a token. Punctuation
  counts and every node of a unary chain does: this is not EVALB, whose parameters drop and merge labels.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..model import Layer, Node, ParseColumns
from .matching import Keys, common_numbers, place, tally, units_of

ON = ("bracket", "token", "token+tag", "head", "head+relation")
_ROOT = np.int64(-1)


def count_parses(a: Layer, b: Layer, on: str) -> NDArray[np.int64]:
    """``(tp, fp, fn)`` for each unit; the layers have the same units in the same order."""
    sides = a.parses, b.parses
    items = {"bracket": _brackets, "token": _tokens, "token+tag": _tags, "head": _heads, "head+relation": _relations}[on]
    if on == "bracket":
        names = common_numbers(*([Node(name).category for name in columns.names] for columns in sides))
    else:
        names = common_numbers(*(columns.names for columns in sides))
    keys = [items(columns, number) for columns, number in zip(sides, names, strict=True)]
    return tally(keys[0], keys[1], len(a.units))


def _sentence_units(columns: ParseColumns) -> Keys:
    """The unit of each sentence."""
    return units_of(columns.offsets)[units_of(columns.sentence_offsets)]


def _tokens(columns: ParseColumns, names: Keys) -> list[Keys]:
    unit = _sentence_units(columns)[units_of(columns.token_offsets)]
    return [unit, columns.starts.astype(np.int64), columns.ends.astype(np.int64)]


def _tags(columns: ParseColumns, names: Keys) -> list[Keys]:
    tag = np.where(columns.tags >= 0, columns.tags, columns.coarse)
    return [*_tokens(columns, names), np.append(names, -1)[tag]]


def _heads(columns: ParseColumns, names: Keys) -> list[Keys]:
    own = place(columns.starts, columns.ends)
    sentence = units_of(columns.token_offsets)
    first, behind = columns.token_offsets[sentence], columns.token_offsets[sentence + 1]
    at = first + columns.heads - 1
    inside = (columns.heads > 0) & (at < behind)
    head = np.where(inside, own[np.where(inside, at, 0)] if len(own) else own, _ROOT)
    said = columns.heads >= 0
    return [column[said] for column in (*_tokens(columns, names), head)]


def _relations(columns: ParseColumns, names: Keys) -> list[Keys]:
    return [*_heads(columns, names), np.append(names, -1)[columns.relations[columns.heads >= 0]]]


def _brackets(columns: ParseColumns, names: Keys) -> list[Keys]:
    sentence = units_of(columns.node_offsets)
    first_node, first_token = columns.node_offsets[sentence], columns.token_offsets[sentence]
    leaf = columns.leaves >= 0
    token = np.where(leaf, first_token + columns.leaves, 0)
    far = np.iinfo(np.int32).max
    starts = np.where(leaf, columns.starts[token] if len(columns.starts) else far, far).tolist()
    ends = np.where(leaf, columns.ends[token] if len(columns.ends) else -1, -1).tolist()
    parents = np.where(columns.parents >= 0, first_node + columns.parents, -1).tolist()
    # Nodes stand in pre-order: backwards, every node has heard of all its leaves before its parent asks.
    for i in range(len(parents) - 1, -1, -1):
        p = parents[i]
        if p >= 0:
            if starts[i] < starts[p]:
                starts[p] = starts[i]
            if ends[i] > ends[p]:
                ends[p] = ends[i]
    start, end = np.array(starts, np.int64), np.array(ends, np.int64)
    named = np.array([bool(name) for name in columns.names], dtype=bool)[columns.labels] if len(columns.labels) else leaf
    kept = ~leaf & (columns.empties < 0) & (end >= 0) & named
    label = names[columns.labels] if len(columns.labels) else np.zeros(0, np.int64)
    return [_sentence_units(columns)[sentence][kept], start[kept], end[kept], label[kept]]
