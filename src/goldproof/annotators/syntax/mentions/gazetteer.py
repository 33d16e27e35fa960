"""The names of an ontology as a gazetteer: hits of our own recogniser, as features of pieces."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ....model import Corpus
from ....ontology import Entry, Ontology, Scope, Synonym
from ...concepts import Recogniser, concepts
from .pieces import Pieces

_SEPARATOR = "\x1f"


@dataclass(frozen=True)
class Gazetteer:
    """``rows`` are the terms as they are kept in a model file: id, label, exact and other synonyms."""

    rows: tuple[str, ...] = ()

    @staticmethod
    def read(path: str, unused: Collection[str] = ()) -> Gazetteer:
        """The names of the ontology in a file, less the classes that the annotators were not to use."""
        rows = []
        for entry in Ontology(Path(path)).current:
            if entry.id not in unused and entry.label:
                synonyms = [f"{s.scope.name[0]}{s.text}" for s in entry.synonyms]
                rows.append(_SEPARATOR.join([entry.id, entry.label, *synonyms]))
        return Gazetteer(tuple(rows))

    @cached_property
    def recogniser(self) -> Recogniser:
        scopes = {scope.name[0]: scope for scope in Scope}
        entries = []
        for row in self.rows:
            id, label, *synonyms = row.split(_SEPARATOR)
            entries.append(Entry(id, label, synonyms=tuple(Synonym(s[1:], scopes[s[0]]) for s in synonyms)))
        return concepts(Ontology.of(entries, name="gazetteer"), cache=False)

    def hits(self, corpus: Corpus, units: Sequence[str], pieces: Pieces) -> NDArray[np.uint32]:
        """Of each piece whether it begins, ends or lies in the longest hit at its place, and of how many pieces that is; 0 for none."""
        out = np.zeros(len(pieces.piece), np.uint32)
        if not self.rows or not len(out):
            return out
        columns = self.recogniser.annotate(corpus.only(units)).mentions
        unit = np.repeat(np.arange(len(units)), np.diff(columns.offsets))
        start, end = columns.starts[columns.span_offsets[:-1]].astype(np.int64), columns.ends[columns.span_offsets[1:] - 1].astype(np.int64)
        # One line of places for all units, so that a hit is found in its own.
        far = int(max(pieces.ends.max(), end.max(initial=0))) + 1
        owner = pieces.unit[pieces.sentence] * far
        first = np.searchsorted(owner + pieces.ends, unit * far + start, side="right")
        behind = np.searchsorted(owner + pieces.starts, unit * far + end, side="left")
        for i in np.argsort(behind - first, kind="stable").tolist():
            a, b = int(first[i]), int(behind[i])
            if a < b:
                size = min(b - a, 4) * 4
                out[a:b] = size + 1
                out[a] = size + (3 if b - a == 1 else 0)
                out[b - 1] = size + (3 if b - a == 1 else 2)
        return out
