"""What is asked of every entry at once: ids, labels, parents, what is obsolete, other names. Known without making the entries where they are stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .entry import Entry, Scope, Sort
from .stored import Entries


@dataclass(frozen=True, slots=True)
class Index:
    ids: Sequence[str]
    labels: Sequence[str]
    sorts: Sequence[Sort]
    obsolete: Sequence[bool]
    parents: Sequence[tuple[str, ...]]
    entries: Sequence[Entry]

    @staticmethod
    def of(entries: Sequence[Entry]) -> Index:
        if isinstance(entries, Entries):
            return Index(entries.ids, entries.labels, entries.sorts, entries.obsolete, entries.parents, entries)
        return Index([e.id for e in entries], [e.label for e in entries], [e.sort for e in entries], [e.obsolete for e in entries],
                     [e.parents for e in entries], entries)  # fmt: skip

    def synonyms(self) -> Iterator[tuple[int, str, Scope]]:
        """Number of the entry, text, scope: every synonym."""
        if isinstance(self.entries, Entries):
            return self.entries.synonyms
        return ((n, s.text, s.scope) for n, e in enumerate(self.entries) for s in e.synonyms)

    def alternatives(self) -> Iterator[tuple[int, str]]:
        """Number of the entry, id that was merged into it."""
        if isinstance(self.entries, Entries):
            return self.entries.alternatives
        return ((n, id) for n, e in enumerate(self.entries) for id in e.alternatives)
