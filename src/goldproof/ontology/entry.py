"""What an ontology says about one class or relation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from .axioms import NO_AXIOMS, Axioms

NOTHING: Mapping[str, tuple[str, ...]] = MappingProxyType({})


class Scope(StrEnum):
    """How a synonym's meaning lies to that of the label."""

    EXACT = "EXACT"
    BROAD = "BROAD"
    NARROW = "NARROW"
    RELATED = "RELATED"


class Sort(StrEnum):
    """The three things that an ontology has entries for, as OBO calls their stanzas."""

    CLASS = "Term"
    RELATION = "Typedef"
    INDIVIDUAL = "Instance"


@dataclass(frozen=True, slots=True)
class Synonym:
    """Another name. ``kind`` is the ontology's own type ("layperson", "plural_form")."""

    text: str
    scope: Scope = Scope.RELATED
    kind: str = ""
    xrefs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One class or relation, by its primary id.

    ``parents`` are the targets of is_a; ``alternatives`` ids that were merged into this one. ``relationships`` are pairs
    of a relation and its filler; ``genus`` is the logical definition, pairs likewise, with the relation empty for the
    named class ("X is a G that R some F": ``(("", G), (R, F))``). ``clauses`` keep every other statement, tag and
    value as written.
    """

    id: str
    label: str = ""
    sort: Sort = Sort.CLASS
    namespace: str = ""
    definition: str = ""
    comment: str = ""
    synonyms: tuple[Synonym, ...] = ()
    parents: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()
    relationships: tuple[tuple[str, str], ...] = ()
    genus: tuple[tuple[str, str], ...] = ()
    xrefs: tuple[str, ...] = ()
    subsets: tuple[str, ...] = ()
    obsolete: bool = False
    replaced_by: tuple[str, ...] = ()
    consider: tuple[str, ...] = ()
    clauses: tuple[tuple[str, str], ...] = ()

    def __repr__(self) -> str:
        return f"Entry({self.id!r}, {self.label!r}{', obsolete' if self.obsolete else ''})"


@dataclass(frozen=True)
class Contents:
    """All that a file of an ontology holds. ``warnings`` are the lines that could not be read; ``axioms`` is what can be reasoned over."""

    name: str
    version: str
    entries: Sequence[Entry]
    header: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: NOTHING)
    warnings: tuple[str, ...] = ()
    axioms: Axioms = NO_AXIOMS
