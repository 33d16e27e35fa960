"""The terms of one or more ontologies, asked as one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property

from ..errors import NotFound
from ..model import Expression
from ..model.curie import curie, prefix
from ..ontology import Misfit, Ontology, Standing, Status, hierarchy, merge_ontologies


class Terms:
    """Each prefix is answered for by the ontology that has most terms of it: others may hold old copies of a few."""

    def __init__(self, ontologies: Iterable[Ontology] = ()) -> None:
        self.ontologies = tuple(ontologies)
        self._known: dict[str, Status] = {}
        self._subsets: dict[str, bool] = {}
        self._misfits: dict[Expression, tuple[Misfit, ...]] = {}

    def __bool__(self) -> bool:
        return bool(self.ontologies)

    @cached_property
    def _owners(self) -> dict[str, tuple[Ontology, ...]]:
        sizes = [Counter(map(prefix, o.ids)) for o in self.ontologies]
        prefixes = {p for size in sizes for p in size if p}
        order = {p: sorted(range(len(sizes)), key=lambda i: -sizes[i][p]) for p in prefixes}
        return {p: tuple(self.ontologies[i] for i in numbers if sizes[i][p]) for p, numbers in order.items()}

    def covers(self, id: str) -> bool:
        """Whether some ontology is about ids of this prefix, so that one which it does not know is wrong."""
        return prefix(curie(id)) in self._subjects

    @cached_property
    def _subjects(self) -> frozenset[str]:
        return frozenset(p for ontology in self.ontologies for p in ontology.subjects)

    def _home(self, id: str) -> Ontology | None:
        """The ontology to ask about an id: the first, by prefix, that knows it."""
        asked = self._owners.get(prefix(curie(id)), self.ontologies)
        return next((o for o in asked if o.status(id).standing is not Standing.UNKNOWN), None)

    def status(self, id: str) -> Status:
        if id not in self._known:
            home = self._home(id)
            self._known[id] = home.status(id) if home is not None else Status(Standing.UNKNOWN)
        return self._known[id]

    def label(self, id: str) -> str:
        home = self._home(id)
        return home.label(id) if home is not None else ""

    def named(self, text: str) -> str:
        """The id of the only current term with this label or exact synonym, empty if there is none or several."""
        ids = self._names.get(text.casefold(), set())
        return next(iter(ids)) if len(ids) == 1 else ""

    @cached_property
    def _names(self) -> dict[str, set[str]]:
        names: dict[str, set[str]] = {}
        for ontology in self.ontologies:
            for entry in ontology.current:
                for name in (entry.label, *(s.text for s in entry.synonyms if s.scope == "EXACT")):
                    names.setdefault(name.casefold(), set()).add(entry.id)
        return names

    def is_a(self, id: str, *above: str) -> bool:
        """Whether a term is one of these or stands below one of them, in the ontology that answers for it."""
        home = self._home(id)
        if home is None:
            return False
        return bool(({home.primary(id)} | home.ancestors(id)) & frozenset(above))

    def above(self, id: str) -> frozenset[str]:
        """All terms above one, in the ontology that answers for it."""
        home = self._home(id)
        return frozenset(home.ancestors(id)) - {id} if home is not None else frozenset()

    def naming(self, text: str) -> tuple[str, ...]:
        """The current terms with this label or exact synonym, whatever its capitals."""
        return tuple(sorted(self._names.get(text.casefold(), ())))

    def in_subset(self, id: str, name: str) -> bool:
        """Whether the ontology that answers for a term has put it into a subset ("relational_slim")."""
        home = self._home(id)
        entry = home.get(id) if home is not None else None
        return entry is not None and name in entry.subsets

    def has_subset(self, name: str) -> bool:
        """Whether any ontology has such a subset."""
        if name not in self._subsets:
            self._subsets[name] = any(o.subset(name) for o in self.ontologies)
        return self._subsets[name]

    def nearest_in(self, id: str, name: str) -> frozenset[str]:
        """The members of a subset that a term is or stands below, without those that stand above another of them."""
        home = self._home(id)
        if home is None:
            return frozenset()
        members = frozenset(home.subset(name))
        return hierarchy.lowest(({home.primary(id)} | home.ancestors(id)) & members, {m: tuple(home.ancestors(m)) for m in members})

    def misfits(self, expression: Expression) -> tuple[Misfit, ...]:
        """What in an expression does not fit the ontologies taken together."""
        if expression not in self._misfits:
            self._misfits[expression] = self.merged.misfits(expression)
        return self._misfits[expression]

    @cached_property
    def merged(self) -> Ontology:
        """All of them as one."""
        return self.ontologies[0] if len(self.ontologies) == 1 else merge_ontologies(*self.ontologies)

    def below(self, roots: Iterable[str]) -> frozenset[str]:
        """The roots and all that is below them."""
        found: set[str] = set()
        for root in roots:
            home = self._home(root)
            if home is None:
                raise NotFound(f"no term {root!r} to be below", remedy="name an ontology that has it with --ontology")
            term = home[root].id
            found |= {term} | home.descendants(term)
        return frozenset(found)
