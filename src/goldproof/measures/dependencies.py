"""Attachment scores: LAS, UAS and LS.

A word is right if the word in its place in the reference has the same head (UAS), the same label (LS) or both (LAS), heads by place too; the root has
none. With the same words on both sides this is the share of words that are right; with other words it is the F1 of the CoNLL 2018 shared task (Zeman
et al. 2018): right words over the mean of the numbers of words. Words without a head (sentences that were not parsed) are no items.

``punct=left-out`` leaves out words that are nothing but punctuation. ``subtypes=cut`` compares labels up to the colon (``acl:relcl`` as ``acl``).
``mean=trees`` is the mean over the reference's sentences of the share of their words that are right, which Verspoor et al. 2012 call macro.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from ..model import Layer, ParseColumns
from .matching import Keys, common_numbers, in_both, one_key, units_of
from .words import punctuation, word_places, word_units

COLUMNS = ("tp", "fp", "fn")


def count_attachments(a: Layer, b: Layer, on: str, settings: Mapping[str, str]) -> NDArray[np.float64]:
    """``tp, fp, fn`` of words for each unit; with ``mean=trees`` also the sum of the shares of the trees and their number. ``on``: head+relation, head, relation."""
    sides = a.parses, b.parses
    names = _relations(sides, settings.get("subtypes", "kept") == "cut")
    keys, rows = [], []
    placed = word_places(sides)
    # Places of words of multiword tokens are below zero: none of them may be that of nobody.
    nobody = min(int(own.min(initial=0)) for own in placed) - 1
    for columns, own, number in zip(sides, placed, names, strict=True):
        chosen = columns.heads >= 0 if "head" in on else (columns.heads >= 0) | (columns.relations >= 0)
        if settings.get("punct") == "left-out":
            chosen &= ~punctuation(columns)
        row = np.flatnonzero(chosen)
        key = [word_units(columns)[row], own[row]]
        if "head" in on:
            key.append(head_places(columns, own, nobody)[row])
        if "relation" in on:
            key.append(np.append(number, -1)[columns.relations[row]])
        keys.append(key)
        rows.append(row)
    table = _counted(keys, sides[0], rows[0], len(a.units))
    return table if settings.get("mean") == "trees" else table[:, :3]


def _counted(keys: list[list[Keys]], gold: ParseColumns, row: Keys, units: int) -> NDArray[np.float64]:
    size = len(row)
    key = one_key([np.concatenate(pair) for pair in zip(*keys, strict=True)])
    order = np.argsort(key[:size], kind="stable")
    right = np.zeros(size, dtype=bool)
    right[order] = in_both(key[:size][order], np.sort(key[size:]))
    tp = np.bincount(keys[0][0][right], minlength=units)
    wanted, found = (np.bincount(k[0], minlength=units) for k in keys)
    sentence = units_of(gold.token_offsets)[row]
    words = np.bincount(sentence, minlength=len(gold.sentence_starts))
    there = np.flatnonzero(words)
    share = np.bincount(sentence[right], minlength=len(words))[there] / words[there]
    unit = units_of(gold.offsets)[units_of(gold.sentence_offsets)][there]
    return np.stack([tp, found - tp, wanted - tp, np.bincount(unit, weights=share, minlength=units), np.bincount(unit, minlength=units)], axis=1)


def head_places(columns: ParseColumns, own: Keys, nobody: int) -> Keys:
    """The place of the head of each word; that of the root, and of a head outside of the sentence, is ``nobody``."""
    sentence = units_of(columns.token_offsets)
    first, behind = columns.token_offsets[sentence], columns.token_offsets[sentence + 1]
    at = first + columns.heads - 1
    inside = (columns.heads > 0) & (at < behind)
    return np.where(inside, own[np.where(inside, at, 0)], nobody) if len(own) else own


def _relations(sides: tuple[ParseColumns, ParseColumns], cut: bool) -> list[Keys]:
    return common_numbers(*([name.partition(":")[0] if cut else name for name in columns.names] for columns in sides))
