"""The names that an index is made of, and where they come from."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ...ontology import Ontology, Scope

LABEL, EXACT, RELATED, NARROW, BROAD, MADE = range(6)
_SCOPES = {Scope.EXACT: EXACT, Scope.RELATED: RELATED, Scope.NARROW: NARROW, Scope.BROAD: BROAD}
_QUALIFIES = re.compile(r"\b(?:modifiers?|qualifiers?|frequency|history)$", re.IGNORECASE)
_SHOUTED = re.compile(r"[A-Z][A-Za-z]{0,2}[A-Z0-9][A-Za-z0-9/-]{0,3}")


@dataclass(frozen=True, slots=True)
class Name:
    """``rank``: how sure the name is the concept's (label, exact synonym, ...); ``cased``: it counts in its own capitals only."""

    text: str
    concept: str
    rank: int = LABEL
    cased: bool = False
    rule: str = ""


def names_of(ontology: Ontology, concepts: Iterable[str] | None = None) -> list[Name]:
    """Labels and synonyms of the current terms, or of some of them."""
    wanted = None if concepts is None else frozenset(concepts)
    out: list[Name] = []
    qualifying = qualifiers(ontology)
    for entry in ontology.current:
        if not entry.parents and ontology.children(entry.id):
            continue
        if wanted is not None and entry.id not in wanted:
            continue
        alone = entry.id in qualifying
        if entry.label and not (alone and " " not in entry.label):
            out.append(Name(entry.label, entry.id, LABEL, shouted(entry.label)))
        for synonym in entry.synonyms:
            if alone and " " not in synonym.text:
                continue
            out.append(Name(synonym.text, entry.id, _SCOPES[synonym.scope], synonym.kind == "abbreviation" or shouted(synonym.text)))
    return out


def qualifiers(ontology: Ontology) -> frozenset[str]:
    """Terms that only say how others are: those below a term that is called a modifier, a qualifier, a frequency or a history."""
    tops = [e.id for e in ontology.current if _QUALIFIES.search(e.label) and len(e.label.split()) <= 4 and ontology.children(e.id)]
    return frozenset(tops).union(*(ontology.descendants(id) for id in tops))


def shouted(text: str) -> bool:
    """An abbreviation by its look: short, with more than one capital or a capital and a digit."""
    return len(text) <= 7 and _SHOUTED.fullmatch(text) is not None
