"""Parts of layers: some of the mentions, classes of mentions apart, units put together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput
from ..model import Columns, Kind, Layer, MentionColumns
from ..model.columns.interning import gather, offsets
from .matching import Keys, units_of

Classes = Callable[[Layer], tuple[Sequence[str], Keys, Keys]]
"""Names of classes, and for each mention that is in one a row: the number of the mention, the number of the class."""


def rows_of(columns: MentionColumns, row: Keys, fresh: NDArray[np.int64]) -> MentionColumns:
    """Columns of the mentions chosen, cut into units by ``fresh``."""
    span, span_offsets = gather(columns.span_offsets, row)
    concept, concept_offsets = gather(columns.concept_offsets, row)
    return MentionColumns(
        offsets=offsets(fresh.tolist()), span_offsets=span_offsets, starts=columns.starts[span], ends=columns.ends[span],
        concept_offsets=concept_offsets, concepts=columns.concepts[concept], labels=columns.labels[row], ids=columns.ids[row],
        attributes=columns.attributes[row], confidence=columns.confidence[row], stated=columns.stated[row], names=columns.names, notes=columns.notes,
    )  # fmt: skip


def some(layer: Layer, keep: NDArray[np.bool_]) -> Layer:
    """The layer with those of its mentions that are to be kept; a unit that loses all of them is still judged."""
    columns = layer.mentions
    row = np.flatnonzero(keep)
    fresh = np.searchsorted(row, columns.offsets)
    return replace(layer, columns=rows_of(columns, row, fresh))


def by_label(layer: Layer) -> tuple[Sequence[str], Keys, Keys]:
    columns = layer.mentions
    return columns.names, np.arange(len(columns), dtype=np.int64), columns.labels.astype(np.int64)


def by_concept(layer: Layer) -> tuple[Sequence[str], Keys, Keys]:
    columns = layer.mentions
    return columns.names, units_of(columns.concept_offsets), columns.concepts.astype(np.int64)


def by_group(groups: Mapping[str, Iterable[str]], rest: str = "(none)") -> Classes:
    """Classes of mentions by groups of their concepts; a mention with concepts of several groups is in each of them, one with none in ``rest``."""

    def classes(layer: Layer) -> tuple[Sequence[str], Keys, Keys]:
        columns = layer.mentions
        names: dict[str, int] = {}
        used = np.unique(columns.concepts).tolist()
        inside = {n: [names.setdefault(g, len(names)) for g in (tuple(groups.get(columns.names[n], ())) or (rest,))] for n in used}
        pairs = [(row, group) for row, n in zip(units_of(columns.concept_offsets).tolist(), columns.concepts.tolist(), strict=True) for group in inside[n]]
        silent = np.flatnonzero(np.diff(columns.concept_offsets) == 0).tolist()
        if silent:
            pairs += [(row, names.setdefault(rest, len(names))) for row in silent]
        distinct = np.array(sorted(set(pairs)), dtype=np.int64).reshape(-1, 2)
        return tuple(names), distinct[:, 0], distinct[:, 1]

    return classes


@dataclass(frozen=True)
class Apart:
    """Two layers with a unit for each unit and class that either has: ``unit`` and ``group`` say which (``group`` a number of ``names``)."""

    layers: tuple[Layer, Layer]
    unit: Keys
    group: Keys
    names: tuple[str, ...]


def apart(a: Layer, b: Layer, classes: Classes) -> Apart:
    """The classes of mentions of two layers of the same units taken apart, so that all classes are counted at once."""
    names: dict[str, int] = {}
    keys, rows = [], []
    found = [classes(layer) for layer in (a, b)]
    # All names first, so that one number stands for a class on both sides.
    for words, _, number in found:
        for n in np.unique(number).tolist():
            names.setdefault(words[n], len(names))
    order = {name: i for i, name in enumerate(sorted(names))}
    for layer, (words, row, number) in zip((a, b), found, strict=True):
        turn = np.zeros(len(words), dtype=np.int64)
        for n in np.unique(number).tolist():
            turn[n] = order[words[n]]
        key = units_of(layer.mentions.offsets)[row] * max(len(order), 1) + turn[number]
        sort = np.argsort(key, kind="stable")
        keys.append(key[sort])
        rows.append(row[sort])
    every = np.unique(np.concatenate(keys))
    units = tuple(map(str, every.tolist()))
    cut = [np.concatenate([np.searchsorted(key, every), [len(key)]]) for key in keys]
    layers = tuple(replace(layer, units=units, columns=rows_of(layer.mentions, row, at)) for layer, row, at in zip((a, b), rows, cut, strict=True))
    return Apart((layers[0], layers[1]), every // max(len(order), 1), every % max(len(order), 1), tuple(order))


def merged(layer: Layer, group: Mapping[str, str]) -> Layer:
    """The units of each group as one unit, named by the group: the sentences of a document as the document."""
    members: dict[str, list[str]] = {}
    for unit in layer.units:
        members.setdefault(group.get(unit, unit), []).append(unit)
    if layer.kind not in (Kind.MENTIONS, Kind.PHENOTYPES):
        raise BadInput(f"units with {layer.kind.value} cannot be put together", where=f"layer {layer.name}")
    ordered = layer.only(u for units in members.values() for u in units)
    ends = np.cumsum([0, *(len(units) for units in members.values())])
    columns: Columns = replace(ordered.columns, offsets=offsets(ordered.columns.offsets[ends].tolist()))
    return replace(layer, units=tuple(members), columns=columns)


def sentences_apart(layer: Layer) -> Layer:
    """A layer of parses with a unit for each sentence: ``doc#1``, ``doc#2``."""
    columns = layer.parses
    at = columns.sentence_offsets[columns.offsets]
    size = len(columns.sentence_starts)
    names = tuple(f"{unit}#{k + 1}" for unit, n in zip(layer.units, np.diff(at).tolist(), strict=True) for k in range(n))
    each = offsets(list(range(size + 1)))
    return replace(layer, units=names, columns=replace(columns, offsets=each, sentence_offsets=each))


def runs(numbers: Keys) -> list[tuple[int, Keys]]:
    """Each number with the rows that have it."""
    order = np.argsort(numbers, kind="stable")
    cuts = [0, *(np.flatnonzero(np.diff(numbers[order])) + 1).tolist(), len(order)]
    return [(int(numbers[order[s]]), order[s:e]) for s, e in pairwise(cuts) if e > s]
