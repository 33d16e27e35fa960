"""Parses compared by place: tokens, tags, dependencies and brackets count where they stand, so unequal tokens are no obstacle.

What is matched (``on``):

- ``sentence``: where a sentence's first word begins and its last word ends (so that white space does not count), or where it says that it does;
- ``token``: start and end; ``token+tag``: with the fine tag, or the coarse one where there is no fine one;
- ``token+known-tag``: the same without the words to which the system gives a tag that the reference never uses, on both sides:
  what a tagger with another tag set could reach at best (the 'upper bound' of Verspoor et al. 2012, table 18);
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
from .dependencies import count_attachments
from .matching import Keys, common_numbers, one_key, tally, units_of
from .words import sentence_units, word_units

ON = ("bracket", "sentence", "token", "token+tag", "token+known-tag", "head", "head+relation")


def count_parses(a: Layer, b: Layer, on: str) -> NDArray[np.int64]:
    """``(tp, fp, fn)`` for each unit; the layers have the same units in the same order."""
    if on in ("head", "head+relation"):
        return count_attachments(a, b, on, {})[:, :3].astype(np.int64)
    keys = items_of(a, b, on)
    return tally(keys[0], keys[1], len(a.units))


def items_of(a: Layer, b: Layer, on: str) -> list[list[Keys]]:
    """The items of both sides as columns: the number of the unit, start, end, and what else has to be the same."""
    sides = a.parses, b.parses
    if on == "token+known-tag":
        return _known(*(_tags(columns, number) for columns, number in zip(sides, common_numbers(*(c.names for c in sides)), strict=True)))
    items = {"bracket": _brackets, "sentence": _sentences, "token": _tokens, "token+tag": _tags}[on]
    if on == "bracket":
        names = common_numbers(*([Node(name).category for name in columns.names] for columns in sides))
    else:
        names = common_numbers(*(columns.names for columns in sides))
    return [items(columns, number) for columns, number in zip(sides, names, strict=True)]


def _sentences(columns: ParseColumns, names: Keys) -> list[Keys]:
    return list(segments(columns, "sentence"))


def segments(columns: ParseColumns, of: str) -> tuple[Keys, Keys, Keys]:
    """Unit, start and end of each sentence (by its words, if it has any) or token; what has no characters is left out."""
    if of == "token":
        return word_units(columns), columns.starts.astype(np.int64), columns.ends.astype(np.int64)
    start, end = columns.sentence_starts.astype(np.int64), columns.sentence_ends.astype(np.int64)
    at = columns.token_offsets
    some = np.flatnonzero(np.diff(at) > 0)
    if len(some):
        start[some] = np.minimum.reduceat(columns.starts, at[some])
        end[some] = np.maximum.reduceat(columns.ends, at[some])
    real = start < end
    return sentence_units(columns)[real], start[real], end[real]


def _tokens(columns: ParseColumns, names: Keys) -> list[Keys]:
    return [word_units(columns), columns.starts.astype(np.int64), columns.ends.astype(np.int64)]


def _tags(columns: ParseColumns, names: Keys) -> list[Keys]:
    tag = np.where(columns.tags >= 0, columns.tags, columns.coarse)
    return [*_tokens(columns, names), np.append(names, -1)[tag]]


def _known(ref: list[Keys], sys: list[Keys]) -> list[list[Keys]]:
    """Both sides without the places at which the system says a tag that the reference does not have."""
    foreign = ~np.isin(sys[3], ref[3])
    at = one_key([np.concatenate(pair) for pair in zip(ref[:3], sys[:3], strict=True)])
    size = len(ref[0])
    gone = np.isin(at[:size], at[size:][foreign])
    return [[column[~gone] for column in ref], [column[~foreign] for column in sys]]


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
    return [sentence_units(columns)[sentence][kept], start[kept], end[kept], label[kept]]
