"""A suite: entries by type, group and category, and where they come from."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from ..errors import BadInput
from ..model import Corpus, Kind, Layer, Maker, Source, whole
from .criterion import Criteria
from .entry import Entry

LAYER = "expected"


@dataclass(frozen=True)
class Suite:
    """``categories`` are the top-level terms with their labels, in their order; ``made`` is the checksum that the suite had when it was generated.

    ``notes`` say what could not be made.
    """

    entries: tuple[Entry, ...]
    criteria: Criteria
    categories: Mapping[str, str]
    ontology: str
    root: str
    seed: int
    made: str = ""
    notes: tuple[str, ...] = field(default_factory=tuple)

    @cached_property
    def checksum(self) -> str:
        """Of what is asked: texts and expected concepts of every entry."""
        lines = (f"{e.id}\t{e.type}\t{e.text}\t{' '.join(map(str, e.expected))}\n" for e in self.entries)
        return hashlib.sha256("".join(lines).encode("utf-8", "surrogatepass")).hexdigest()[:12]

    @property
    def edited(self) -> bool:
        """Somebody changed it after it was generated."""
        return bool(self.made) and self.made != self.checksum

    @property
    def version(self) -> str:
        """Its checksum for signatures, ``+edited`` where it is not what was generated."""
        return self.checksum + ("+edited" if self.edited else "")

    @cached_property
    def corpus(self) -> Corpus:
        """Each entry a document and a unit of its own; the layer ``expected`` has what should be found."""
        judged = {e.id: e.mentions for e in self.entries}
        source = Source("suite", Maker.RULE, version=self.version, ontology=self.ontology)
        documents = tuple(e.document for e in self.entries)
        return Corpus(documents, tuple(map(whole, documents)), (Layer.of(LAYER, source, Kind.MENTIONS, judged),), name="suite", version=self.version)

    @property
    def types(self) -> tuple[str, ...]:
        """The types that have entries, in the order of the criteria."""
        there = {e.type for e in self.entries}
        return tuple(c.id for c in self.criteria.all if c.id in there)

    def parts(self, by: str) -> Mapping[str, tuple[str, ...]]:
        """The ids of the entries by ``type``, ``group``, ``category`` or ``set`` (the paper's types, those beyond, all). An entry can be in several categories."""
        group_of = {c.id: c.group for c in self.criteria.all}
        paper = set(self.criteria.paper)
        sorters: dict[str, Callable[[Entry], tuple[str, ...]]] = {
            "type": lambda e: (e.type,),
            "group": lambda e: (group_of[e.type],),
            "category": lambda e: e.categories,
            "set": lambda e: ("paper" if e.type in paper else "beyond", "all"),
        }
        if by not in sorters:
            raise BadInput(f"no parts by {by!r}", where="suite", remedy="there are: " + ", ".join(sorters))
        order = {"type": self.types, "group": tuple(self.criteria.groups), "category": tuple(self.categories), "set": ("paper", "beyond", "all")}[by]
        found: dict[str, list[str]] = {name: [] for name in order}
        for e in self.entries:
            for name in sorters[by](e):
                found.setdefault(name, []).append(e.id)
        return {name: tuple(ids) for name, ids in found.items() if ids}

    def cells(self) -> Mapping[tuple[str, str], int]:
        """(type, category) -> how many entries: the paper's Figure 1."""
        return Counter((e.type, c) for e in self.entries for c in e.categories)

    def only(self, types: tuple[str, ...]) -> Suite:
        """The entries of some types or groups."""
        chosen = self.criteria.only(types)
        ids = {c.id for c in chosen.all}
        return replace(self, entries=tuple(e for e in self.entries if e.type in ids), criteria=chosen, made="")
