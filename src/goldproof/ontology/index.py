"""What is asked of every entry at once: ids, labels, parents, what is obsolete. Known without making the entries where they are stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .entry import Entry, Sort
from .stored import Entries


@dataclass(frozen=True, slots=True)
class Index:
    ids: Sequence[str]
    labels: Sequence[str]
    sorts: Sequence[Sort]
    obsolete: Sequence[bool]
    parents: Sequence[tuple[str, ...]]

    @staticmethod
    def of(entries: Sequence[Entry]) -> Index:
        if isinstance(entries, Entries):
            return Index(entries.ids, entries.labels, entries.sorts, entries.obsolete, entries.parents)
        return Index([e.id for e in entries], [e.label for e in entries], [e.sort for e in entries], [e.obsolete for e in entries],
                     [e.parents for e in entries])  # fmt: skip
