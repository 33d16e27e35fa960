"""The names that an index is made of, as columns, and where they come from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ...ontology import Entry, Ontology, Scope
from ...text.variants.functions import COPULAS, STOP

LABEL, EXACT, RELATED, NARROW, BROAD, MADE = range(6)
"""How sure a name is the concept's own; MADE and above are names that rules made."""
SCOPES = {Scope.EXACT: EXACT, Scope.RELATED: RELATED, Scope.NARROW: NARROW, Scope.BROAD: BROAD}
_SHOUTED = re.compile(r"[A-Z][A-Za-z]{0,2}[A-Z0-9][A-Za-z0-9/-]{0,3}")
_WORD = re.compile(r"[^\W_]+")
_LITTLE = STOP["en"] | COPULAS["en"]
DIVISION = 20
"""So many terms are below a division of an ontology."""
_NOTHING = frozenset(("all", "thing", "root"))
_QUALIFIES = re.compile(r"\b(?:modifiers?|qualifiers?|frequency|history)$", re.IGNORECASE)


@dataclass(frozen=True)
class Names:
    """``concept`` are numbers of ``concepts``; ``cased``: the name counts in its own capitals only; ``above``: for each concept all above it."""

    texts: Sequence[str]
    concept: NDArray[np.int32]
    rank: NDArray[np.int32]
    cased: NDArray[np.bool_]
    concepts: tuple[str, ...]
    labels: tuple[str, ...]
    above: tuple[tuple[int, ...], ...] = ()

    def __len__(self) -> int:
        return len(self.texts)


def names_of(ontology: Ontology, wanted: Collection[str] | None = None, *, qualifying: bool = False) -> Names:
    """Labels and synonyms of the current terms, or of some of them.

    Terms that only say how others are (modifiers, qualifiers, frequencies, histories) keep their names of several words; those of one
    (*severe*, *onset*) are words of other names and name nothing alone. Neither do the divisions right below a root that is called *All*. ``qualifying``
    keeps them.
    """
    entries = tuple(e for e in ontology if not e.obsolete)
    lineage = Lineage.of(entries)
    qualifies = frozenset[str]() if qualifying else qualifiers(entries, lineage)
    divisions = _divisions(entries, lineage) if wanted is None and not qualifying else frozenset()
    texts: list[str] = []
    owner: list[int] = []
    rank: list[int] = []
    cased: list[bool] = []
    concepts: list[str] = []
    labels: list[str] = []
    for entry in entries:
        if (wanted is not None and entry.id not in wanted) or (wanted is None and not entry.parents and entry.id in lineage.parents):
            continue
        number = len(concepts)
        concepts.append(entry.id)
        labels.append(entry.label)
        alone = entry.id in qualifies
        if entry.id in divisions:
            continue
        for text, how, short in (
            (entry.label, LABEL, False),
            *((s.text, SCOPES[s.scope], s.kind == "abbreviation") for s in entry.synonyms),
        ):
            if text and not (alone and _one_word(text)):
                texts.append(text)
                owner.append(number)
                rank.append(how)
                cased.append(short or shouted(text))
    at = {id: i for i, id in enumerate(concepts)}
    above = tuple(tuple(sorted(at[a] for a in lineage.above(id) if a in at)) for id in concepts)
    return Names(texts, np.array(owner, np.int32), np.array(rank, np.int32), np.array(cased, bool), tuple(concepts), tuple(labels), above)


def _divisions(entries: Iterable[Entry], lineage: Lineage) -> frozenset[str]:
    """The great divisions of an ontology, which no text reports: *Mode of inheritance* right below *All*, with many terms below it."""
    entries = tuple(entries)
    nothing = {e.id for e in entries if not e.parents and e.label.lower() in _NOTHING}
    tops = {e.id for e in entries if e.parents and nothing.issuperset(e.parents)}
    below_each = Counter(top for e in entries for top in lineage.above(e.id) & tops) if tops else Counter[str]()
    return frozenset(top for top in tops if below_each[top] >= DIVISION)


def _one_word(text: str) -> bool:
    """Whether a name has one word beside those that only strengthen or hold others together: *frequent*, *very frequent*."""
    return sum(w.lower() not in _LITTLE for w in _WORD.findall(text)) <= 1


def qualifiers(entries: Iterable[Entry], lineage: Lineage) -> frozenset[str]:
    """Terms that only say how others are: those below a term that is called a modifier, a qualifier, a frequency or a history."""
    entries = tuple(entries)
    tops = {e.id for e in entries if e.id in lineage.parents and len(e.label.split()) <= 4 and _QUALIFIES.search(e.label)}
    return frozenset(e.id for e in entries if e.id in tops or not tops.isdisjoint(lineage.above(e.id))) if tops else frozenset()


@dataclass(frozen=True)
class Lineage:
    """What stands above each term, reckoned once for all of them; ``parents`` are the terms that have something below."""

    of_: Mapping[str, tuple[str, ...]]
    parents: frozenset[str]
    _known: dict[str, frozenset[str]] = field(default_factory=dict)

    @staticmethod
    def of(entries: Iterable[Entry]) -> Lineage:
        steps = {e.id: e.parents for e in entries}
        return Lineage(steps, frozenset(p for parents in steps.values() for p in parents))

    def above(self, id: str) -> frozenset[str]:
        """All that stands above a term by is_a, without the term itself; a cycle does no harm."""
        waiting = [id]
        open_: set[str] = set()
        while waiting:
            top = waiting[-1]
            missing = [p for p in self.of_.get(top, ()) if p not in self._known and p not in open_ and p != top]
            open_.add(top)
            if missing:
                waiting.extend(missing)
                continue
            waiting.pop()
            if top not in self._known:
                parents = self.of_.get(top, ())
                self._known[top] = frozenset(parents).union(*(self._known.get(p, frozenset()) for p in parents)) - {top}
        return self._known[id]


def below(ontology: Ontology, roots: Iterable[str]) -> frozenset[str]:
    """The terms of some subtrees, the roots too."""
    found: set[str] = set()
    for root in roots:
        entry = ontology[root]
        found |= {entry.id, *ontology.descendants(entry.id)}
    return frozenset(found)


def shouted(text: str) -> bool:
    """An abbreviation by its look: short, with more than one capital or a capital and a digit.

    >>> shouted("ASD"), shouted("Vitamin"), shouted("IgA")
    (True, False, True)
    """
    return len(text) <= 7 and _SHOUTED.fullmatch(text) is not None
