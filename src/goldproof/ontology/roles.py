"""The relations of an ontology: by which id each goes in the axioms, what stands above it, and to which classes it is limited."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from ..formats.manchester import canonical
from ..model.curie import curie
from ..model.expression import Term
from . import hierarchy
from .axioms import Axioms, Domain, Subrole
from .entry import Entry
from .obo_axioms import expansions


class Roles:
    def __init__(self, relations: Iterable[Entry], axioms: Axioms) -> None:
        self.entries = tuple(relations)
        self._axioms = axioms
        full = expansions(self.entries)
        self._known = {f: f for f in full.values()} | {e.id: full.get(e.id, e.id) for e in self.entries}

    def id(self, name: str) -> str:
        """The id that a relation goes by in the axioms; empty if no relation has that name, or several have."""
        key = canonical(name)
        if key in self._known:
            return self._known[key]
        ids = self._by_label.get(_plain(key), frozenset())
        if not ids and ":" in key:
            # UBERON:connects is obo/uberon/core#connects, which an OBO file calls connects, and which RO took over under that label.
            local = key.partition(":")[2]
            ids = frozenset((self._known[local],)) if local in self._known else self._by_label.get(_plain(local), frozenset())
        return next(iter(ids)) if len(ids) == 1 else ""

    def label(self, role: str) -> str:
        """The label of a relation by its id, empty if it has none."""
        return self._labels.get(role, "")

    def entries_of(self, name: str) -> list[str]:
        """The ids of the entries that state something of a relation, by any of its names: those that are not obsolete, if there are any."""
        role = self.id(name)
        found = [e for e in self.entries if role and self._known[e.id] == role]
        return [e.id for e in found if not e.obsolete] or [e.id for e in found]

    def obsolete(self, name: str) -> bool:
        """Whether every relation that goes by this name is obsolete."""
        role = self.id(name)
        return bool(role) and all(e.obsolete for e in self.entries if self._known[e.id] == role)

    @cached_property
    def _labels(self) -> dict[str, str]:
        return {self._known[e.id]: e.label for e in reversed(self.entries) if e.label}

    @cached_property
    def _by_label(self) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for entry in self.entries:
            if not entry.obsolete and entry.label:
                found.setdefault(_plain(entry.label), set()).add(self._known[entry.id])
        return {label: frozenset(ids) for label, ids in found.items()}

    def limits(self, role: str, what: str) -> tuple[str, ...]:
        """The classes that its domain or range limits it to, and those of the relations above it."""
        limits = self._domains if what == "domain" else self._ranges
        above = (role, *sorted(hierarchy.reached(role, self._above)))
        return tuple(dict.fromkeys(id for r in above for id in limits.get(r, ())))

    @cached_property
    def _above(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for axiom in self._axioms.axioms:
            if isinstance(axiom, Subrole) and len(axiom.chain) == 1:
                found.setdefault(axiom.chain[0], []).append(axiom.sup)
        return {role: tuple(above) for role, above in found.items()}

    @cached_property
    def _domains(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for axiom in self._axioms.axioms:
            if isinstance(axiom, Domain) and isinstance(axiom.of, Term):
                found.setdefault(axiom.role, []).append(axiom.of.id)
        return found

    @cached_property
    def _ranges(self) -> dict[str, list[str]]:
        # Ranges are outside what is reasoned over, but the entries keep them.
        found: dict[str, list[str]] = {}
        for entry in self.entries:
            for tag, value in entry.clauses:
                if tag == "range" and value.split():
                    found.setdefault(self._known[entry.id], []).append(curie(value.split()[0]))
        return found


def _plain(name: str) -> str:
    return " ".join(name.replace("_", " ").split()).casefold()
