"""An ontology: its terms by id, what has become of an id, and what stands above and below a term."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path

from ..errors import NotFound
from ..model.curie import curie
from . import obo
from .entry import Contents, Entry, Sort
from .status import Standing, Status


class Ontology:
    """The terms of one file.

    >>> hpo = Ontology("hp.obo")                       # doctest: +SKIP
    >>> hpo.label("HP:0000118")                        # doctest: +SKIP
    'Phenotypic abnormality'

    Ids may be written as CURIE, with an underscore or as a web address. A term is found by its primary id or by an
    alternative one. Its length and iteration are over the classes, obsolete ones included.
    """

    def __init__(self, path: str | Path) -> None:
        self._hold(obo.read(Path(path)))

    @staticmethod
    def of(entries: Iterable[Entry] | Contents, *, name: str = "", version: str = "") -> Ontology:
        """An ontology from entries that are at hand."""
        made = Ontology.__new__(Ontology)
        made._hold(entries if isinstance(entries, Contents) else Contents(name, version, tuple(entries)))
        return made

    def _hold(self, contents: Contents) -> None:
        self.contents = contents
        self._classes = {e.id: e for e in contents.entries if e.sort is Sort.CLASS}
        self._relations = {e.id: e for e in contents.entries if e.sort is Sort.RELATION}

    @property
    def name(self) -> str:
        return self.contents.name

    @property
    def version(self) -> str:
        """As its file states it ("hp/releases/2025-01-16"), empty if it does not."""
        return self.contents.version

    @property
    def header(self) -> Mapping[str, tuple[str, ...]]:
        return self.contents.header

    @property
    def warnings(self) -> tuple[str, ...]:
        """What could not be read, by line."""
        return self.contents.warnings

    @property
    def relations(self) -> tuple[Entry, ...]:
        return tuple(self._relations.values())

    @property
    def current(self) -> tuple[Entry, ...]:
        """The classes that are not obsolete."""
        return tuple(e for e in self if not e.obsolete)

    def __len__(self) -> int:
        return len(self._classes)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._classes.values())

    def __contains__(self, id: object) -> bool:
        return isinstance(id, str) and self.get(id) is not None

    def __repr__(self) -> str:
        return f"Ontology({self.name!r}, {self.version!r}, {len(self)} terms)"

    def get(self, id: str) -> Entry | None:
        """The entry of an id, primary or alternative; an obsolete one is given as it is. None if nobody knows it."""
        key = curie(id)
        entry = self._classes.get(key) or self._relations.get(key)
        if entry is None or entry.obsolete:
            # Some releases keep a stub of a merged term: what it was merged into says more.
            merged = self._alternatives.get(key, ())
            if len(merged) == 1:
                return self._classes[merged[0]]
        return entry

    def __getitem__(self, id: str) -> Entry:
        entry = self.get(id)
        if entry is None:
            raise NotFound(f"no term {id!r}", where=self.name)
        return entry

    def label(self, id: str) -> str:
        """The name of a term, empty if it is unknown."""
        entry = self.get(id)
        return entry.label if entry is not None else ""

    def status(self, id: str) -> Status:
        """Whether an id is current, alternative, obsolete or unknown, and what to use today."""
        key = curie(id)
        entry = self._classes.get(key) or self._relations.get(key)
        if entry is not None and not entry.obsolete:
            return Status(Standing.CURRENT, key)
        merged = self._alternatives.get(key, ())
        if merged:
            return Status(Standing.ALTERNATIVE, *_choice(merged))
        if entry is None:
            return Status(Standing.UNKNOWN)
        replaced = self._living(key, entry.replaced_by)
        id_, several = _choice(replaced)
        return Status(Standing.OBSOLETE, id_, tuple(dict.fromkeys((*several, *entry.consider))))

    def _living(self, start: str, ids: Iterable[str]) -> tuple[str, ...]:
        """Current terms at the end of every chain of replacements."""
        found: list[str] = []
        seen, waiting = {start}, list(ids)
        while waiting:
            entry = self.get(waiting.pop(0))
            if entry is None or entry.id in seen:
                continue
            seen.add(entry.id)
            if entry.obsolete:
                waiting.extend(entry.replaced_by)
            else:
                found.append(entry.id)
        return tuple(found)

    @cached_property
    def _alternatives(self) -> dict[str, tuple[str, ...]]:
        """Alternative id -> the current terms that claim it (obsolete ones only if no other does)."""
        claims: dict[str, list[Entry]] = {}
        for entry in self:
            for id in entry.alternatives:
                claims.setdefault(id, []).append(entry)
        return {
            id: tuple(e.id for e in by if not e.obsolete) or tuple(e.id for e in by) for id, by in claims.items()
        }

    @cached_property
    def _children(self) -> dict[str, tuple[str, ...]]:
        children: dict[str, list[str]] = {}
        for entry in self.contents.entries:
            for parent in entry.parents:
                children.setdefault(parent, []).append(entry.id)
        return {id: tuple(below) for id, below in children.items()}

    def parents(self, id: str) -> tuple[str, ...]:
        """What the term is directly."""
        return self[id].parents

    def children(self, id: str) -> tuple[str, ...]:
        """What is directly this term."""
        return self._children.get(self[id].id, ())

    def ancestors(self, id: str) -> frozenset[str]:
        """All that stands above a term by is_a, without the term itself."""
        return self._reached(self[id].id, self._parents_of)

    def descendants(self, id: str) -> frozenset[str]:
        """All that stands below a term by is_a, without the term itself."""
        return self._reached(self[id].id, self._children)

    @cached_property
    def _parents_of(self) -> dict[str, tuple[str, ...]]:
        return {e.id: e.parents for e in self.contents.entries}

    @staticmethod
    def _reached(start: str, steps: Mapping[str, tuple[str, ...]]) -> frozenset[str]:
        reached: set[str] = set()
        waiting = list(steps.get(start, ()))
        while waiting:
            id = waiting.pop()
            if id not in reached:
                reached.add(id)
                waiting.extend(steps.get(id, ()))
        # A cycle of is_a leads back to the start.
        reached.discard(start)
        return frozenset(reached)


def _choice(ids: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The only one, or none and all to choose from."""
    return (ids[0], ()) if len(ids) == 1 else ("", ids)
