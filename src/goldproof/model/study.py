"""A comparative study: characters with their states, taxa, and the matrix that joins them."""

from __future__ import annotations

from dataclasses import dataclass

from .attributes import NONE, Attributes


@dataclass(frozen=True, slots=True)
class Meta:
    """A statement that a study's file makes about one of its parts and that has no field of its own here.

    ``name`` is the full IRI of the property; a literal has a ``value``, a resource an ``href``; ``inner`` are
    statements about the statement. ``kind`` is the type that the file declared.
    """

    name: str
    value: str = ""
    href: str = ""
    kind: str = ""
    inner: tuple[Meta, ...] = ()


@dataclass(frozen=True, slots=True)
class Symbol:
    """A state of a character: its symbol in the matrix ("0") and what it says ("absent").

    ``members`` are set for polymorphic and uncertain state sets: the ids of the states that they hold.
    """

    symbol: str
    text: str = ""
    id: str = ""
    members: tuple[str, ...] = ()
    uncertain: bool = False
    meta: tuple[Meta, ...] = ()


@dataclass(frozen=True, slots=True)
class Character:
    """A character of a matrix: a question with its possible answers."""

    id: str
    text: str = ""
    symbols: tuple[Symbol, ...] = ()
    meta: tuple[Meta, ...] = ()
    attributes: Attributes = NONE


@dataclass(frozen=True, slots=True)
class Taxon:
    id: str
    name: str = ""
    meta: tuple[Meta, ...] = ()
    attributes: Attributes = NONE


@dataclass(frozen=True, slots=True)
class Cell:
    """What one taxon shows for one character: the id of a state or of a state set."""

    taxon: str
    character: str
    state: str
    meta: tuple[Meta, ...] = ()


@dataclass(frozen=True, slots=True)
class Study:
    """A character-by-taxon matrix with everything that its file says of it."""

    id: str
    title: str = ""
    characters: tuple[Character, ...] = ()
    taxa: tuple[Taxon, ...] = ()
    cells: tuple[Cell, ...] = ()
    meta: tuple[Meta, ...] = ()
    attributes: Attributes = NONE

    def __repr__(self) -> str:
        return f"Study({self.id!r}, {len(self.characters)} characters, {len(self.taxa)} taxa, {len(self.cells)} cells)"
