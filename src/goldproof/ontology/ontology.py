"""An ontology: its terms by id, what has become of an id, and what stands above and below a term."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from types import MappingProxyType

from ..errors import NotFound
from ..model.curie import curie
from ..model.expression import Expression, Term
from . import hierarchy
from .axioms import Axioms, Disjoint
from .entry import Contents, Entry, Scope, Sort
from .expressions import Misfit, misfits, read_expression, write_expression
from .index import Index
from .merging import Conflict, about, merge
from .names import Names
from .obo_axioms import axioms_of
from .reading import read
from .roles import Roles
from .search import Found, Searcher
from .status import Standing, Status


class Ontology:
    """The terms, the hierarchy and the axioms of one file, or of several taken together.

    >>> hpo = Ontology("hp.obo")                       # doctest: +SKIP
    >>> hpo.label("HP:0000118")                        # doctest: +SKIP
    'Phenotypic abnormality'

    Files are OBO, OWL (RDF/XML, OWL/XML, functional) or OBO Graphs JSON, gzipped or zipped. Of several, ``conflicts`` lists where
    they say different things of one id (:func:`merge_ontologies`). What was read once comes from the cache the next time
    (``cache=False`` reads the file itself).

    Ids may be written as CURIE, with an underscore or as a web address. A term is found by its primary id or by an
    alternative one. Its length and iteration are over the classes, obsolete ones included.
    """

    def __init__(self, *paths: str | Path, cache: bool = True) -> None:
        if not paths:
            raise TypeError("Ontology needs the path of a file")
        self._hold(*merge([read(path, cached=cache) for path in paths]))

    @staticmethod
    def of(entries: Iterable[Entry] | Contents, *, name: str = "", version: str = "") -> Ontology:
        """An ontology from entries that are at hand. Its axioms are what they state."""
        if not isinstance(entries, Contents):
            entries = tuple(entries)
            entries = Contents(name, version, entries, axioms=axioms_of(entries))
        made = Ontology.__new__(Ontology)
        made._hold(entries, ())
        return made

    def _hold(self, contents: Contents, conflicts: tuple[Conflict, ...]) -> None:
        self.contents = contents
        self.conflicts = conflicts
        self._entries = contents.entries
        self._index = index = Index.of(contents.entries)
        self._classes = {id: n for n, (id, sort) in enumerate(zip(index.ids, index.sorts, strict=True)) if sort is Sort.CLASS}
        self._relations = {id: n for n, (id, sort) in enumerate(zip(index.ids, index.sorts, strict=True)) if sort is Sort.RELATION}

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
        """The entries of the relations."""
        return tuple(self._entries[n] for n in self._relations.values())

    @property
    def axioms(self) -> Axioms:
        """What can be reasoned over, with a count of what was left out."""
        return self.contents.axioms

    @property
    def ids(self) -> tuple[str, ...]:
        """The primary ids of the classes, obsolete ones included."""
        return tuple(self._classes)

    @cached_property
    def subjects(self) -> frozenset[str]:
        """The prefixes of the ids that it is about: not those of the few terms that it borrowed."""
        return about(self.name, self._index.ids)

    @cached_property
    def obsolete(self) -> tuple[str, ...]:
        """The ids of the classes that are obsolete."""
        return tuple(id for id, n in self._classes.items() if self._index.obsolete[n])

    @property
    def current(self) -> tuple[Entry, ...]:
        """The classes that are not obsolete."""
        return tuple(self._entries[n] for n in self._classes.values() if not self._index.obsolete[n])

    def __len__(self) -> int:
        return len(self._classes)

    def __iter__(self) -> Iterator[Entry]:
        if len(self._classes) == len(self._entries):
            return iter(self._entries)
        return iter([self._entries[n] for n in self._classes.values()] if len(self) < 100 else self._all())

    def _all(self) -> list[Entry]:
        # In one go: a stored ontology makes all its entries faster than each by itself.
        entries = tuple(self._entries)
        return [entries[n] for n in self._classes.values()]

    def __contains__(self, id: object) -> bool:
        return isinstance(id, str) and self.get(id) is not None

    def __repr__(self) -> str:
        return f"Ontology({self.name!r}, {self.version!r}, {len(self)} terms)"

    def get(self, id: str) -> Entry | None:
        """The entry of an id, primary or alternative; an obsolete one is given as it is. None if nobody knows it."""
        number = self._number(id)
        return None if number is None else self._entries[number]

    def _number(self, id: str) -> int | None:
        key = curie(id)
        number = self._classes.get(key)
        if number is None:
            number = self._relations.get(key)
        if number is None or self._index.obsolete[number]:
            # Some releases keep a stub of a merged term: what it was merged into says more.
            merged = self._alternatives.get(key, ())
            if len(merged) == 1:
                return self._classes[merged[0]]
        return number

    def __getitem__(self, id: str) -> Entry:
        entry = self.get(id)
        if entry is None:
            raise NotFound(f"no term {id!r}", where=self.name)
        return entry

    def label(self, id: str) -> str:
        """The name of a term, empty if it is unknown."""
        number = self._number(id)
        return "" if number is None else self._index.labels[number]

    def status(self, id: str) -> Status:
        """Whether an id is current, alternative, obsolete or unknown, and what to use today."""
        key = curie(id)
        number = self._classes.get(key, self._relations.get(key))
        if number is not None and not self._index.obsolete[number]:
            return Status(Standing.CURRENT, key)
        merged = self._alternatives.get(key, ())
        if len(merged) == 1 and self._index.obsolete[self._classes[merged[0]]]:
            number = self._classes[merged[0]]  # what it was merged into is obsolete by now: what stands in the place of that?
        elif merged:
            return Status(Standing.ALTERNATIVE, *_choice(merged))
        if number is None:
            return Status(Standing.UNKNOWN)
        entry = self._entries[number]
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
        index = self._index
        claims: dict[str, list[int]] = {}
        for n, id in index.alternatives():
            if index.sorts[n] is Sort.CLASS:
                claims.setdefault(id, []).append(n)
        return {id: tuple(index.ids[n] for n in by if not index.obsolete[n]) or tuple(index.ids[n] for n in by) for id, by in claims.items()}

    # Above and below, by is_a.

    @cached_property
    def _above(self) -> dict[str, tuple[str, ...]]:
        return dict(zip(self._index.ids, self._index.parents, strict=True))

    @cached_property
    def _below(self) -> dict[str, tuple[str, ...]]:
        return hierarchy.inverse(self._above)

    def parents(self, id: str) -> tuple[str, ...]:
        """What the term is directly."""
        return self._above[self.primary(id)]

    def children(self, id: str) -> tuple[str, ...]:
        """What is directly this term."""
        return self._below.get(self.primary(id), ())

    def ancestors(self, id: str) -> frozenset[str]:
        """All that stands above a term by is_a, without the term itself."""
        return hierarchy.reached(self.primary(id), self._above)

    def descendants(self, id: str) -> frozenset[str]:
        """All that stands below a term by is_a, without the term itself."""
        return hierarchy.reached(self.primary(id), self._below)

    def subtree(self, *ids: str) -> frozenset[str]:
        """The terms and all that stands below any of them."""
        return frozenset().union(*({self.primary(id)} | self.descendants(id) for id in ids))

    def primary(self, id: str) -> str:
        """The primary id of a term that may be named by an alternative one."""
        number = self._number(id)
        if number is None:
            raise NotFound(f"no term {id!r}", where=self.name)
        return self._index.ids[number]

    @cached_property
    def roots(self) -> tuple[str, ...]:
        """The current classes above which no class of this ontology stands."""
        return tuple(id for id, n in self._classes.items() if not self._index.obsolete[n]
                     and not any(parent in self._classes for parent in self._index.parents[n]))  # fmt: skip

    def top_level(self, id: str, root: str) -> tuple[str, ...]:
        """The categories of a term: those children of the root which are the term or stand above it, in the order of the root's children.

        None for the root itself, and for a term that is not below it.
        """
        this = self.primary(id)
        above = self.ancestors(this) | {this}
        return tuple(child for child in self.children(root) if child in above)

    def depth(self, id: str) -> int | None:
        """The fewest steps of is_a up to a root; None in a cycle that no root stands above."""
        return hierarchy.distance(self.primary(id), self._known_above)

    @cached_property
    def _known_above(self) -> dict[str, tuple[str, ...]]:
        """Without parents that the ontology itself does not have."""
        return {id: tuple(p for p in parents if p in self._above) for id, parents in self._above.items()}

    def paths(self, id: str, root: str = "", *, most: int = 1000) -> tuple[tuple[str, ...], ...]:
        """The ways of is_a from a term up to a root (any, or the one named), at most so many: there may be millions."""
        ends = (self.primary(root),) if root else ()
        return tuple(islice(hierarchy.paths(self.primary(id), self._known_above, ends), most))

    def common_ancestors(self, *ids: str) -> frozenset[str]:
        """What stands above all of these terms, or is one of them and stands above the others."""
        sets = [self.ancestors(id) | {self.primary(id)} for id in ids]
        return frozenset.intersection(*sets) if sets else frozenset()

    def lowest_common_ancestors(self, *ids: str) -> frozenset[str]:
        """The common ancestors that stand above no other of them."""
        return hierarchy.lowest(self.common_ancestors(*ids), self._above)

    @cached_property
    def cycles(self) -> tuple[frozenset[str], ...]:
        """Groups of terms that are each other by is_a: an error of the ontology, which nothing here stumbles over."""
        return hierarchy.cycles(self._above)

    # Names.

    def names(self, id: str, *scopes: Scope | str) -> tuple[str, ...]:
        """The label and the synonyms of a term, of some scopes or of all, each once."""
        entry = self[id]
        wanted = set(map(Scope, scopes)) or set(Scope)
        return tuple(dict.fromkeys(n for n in (entry.label, *(s.text for s in entry.synonyms if s.scope in wanted)) if n))

    def find(self, name: str) -> tuple[str, ...]:
        """The current classes of this label; if there are none, those with this exact synonym. Case makes no difference."""
        return self._names.bearers(name)

    @cached_property
    def _names(self) -> Names:
        index = self._index
        labels = [(id, index.labels[n]) for id, n in self._classes.items() if not index.obsolete[n]]
        return Names(labels, lambda: ((id, text) for id, text, scope in self.synonyms() if scope is Scope.EXACT))

    def synonyms(self) -> Iterator[tuple[str, str, Scope]]:
        """Id, synonym, scope: every synonym of every current class."""
        index = self._index
        return ((index.ids[n], text, scope) for n, text, scope in index.synonyms() if index.sorts[n] is Sort.CLASS and not index.obsolete[n])

    def labels(self) -> Iterator[tuple[str, str]]:
        """Id and label of every current class that has one."""
        index = self._index
        return ((id, label) for id, n in self._classes.items() if not index.obsolete[n] and (label := index.labels[n]))

    def search(self, text: str, *, most: int = 20, used: Mapping[str, int] = MappingProxyType({})) -> tuple[Found, ...]:
        """Current classes by the words of their names, as one types them: the best first.

        A name that is the text comes before one that begins so, before one with all words (begun, in any order), before one with a slip in it; within these what was
        ``used`` more often (id -> how often), then labels before synonyms, then what stands higher.

        >>> hpo.search("sept defe ventr")[0].label                                 # doctest: +SKIP
        'Ventricular septal defect'
        """
        return self._searcher.search(text, most=most, used=used)

    @cached_property
    def _searcher(self) -> Searcher:
        return Searcher(self.labels(), self.synonyms(), lambda id: self.depth(id) or 0)

    def subset(self, name: str) -> tuple[str, ...]:
        """The terms of a subset ("slim"), in their order."""
        return tuple(e.id for e in self.contents.entries if name in e.subsets)

    # Relations.

    @cached_property
    def roles(self) -> Roles:
        """The relations by all their names, with their domains and ranges."""
        return Roles(self.relations, self.axioms)

    def relation(self, name: str) -> str:
        """The id that a relation goes by in the axioms: of a short name (part_of), its label, an underscored form; empty if unknown.

        >>> uberon.relation("part_of")                     # doctest: +SKIP
        'BFO:0000050'
        """
        return self.roles.id(name)

    def is_relation(self, id: str) -> bool:
        """Whether an id is that of a relation and of no class."""
        key = curie(id)
        return key in self._relations and key not in self._classes

    def exclude(self, a: str, b: str) -> bool:
        """Whether nothing can be both: one of them, or something above it, is told to be disjoint with the other or something above that."""
        up = [self.ancestors(id) | {self.primary(id)} if id in self else frozenset((id,)) for id in (a, b)]
        return b not in up[0] and a not in up[1] and any(other in up[1] for id in up[0] for other in self._disjoint.get(id, ()))

    @cached_property
    def _disjoint(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for axiom in self.axioms.axioms:
            if isinstance(axiom, Disjoint):
                ids = {part.id for part in axiom.parts if isinstance(part, Term)}
                for id in ids:
                    found.setdefault(id, set()).update(ids - {id})
        return found

    # Expressions.

    def expression(self, text: str) -> Expression:
        """The class expression in a text in Manchester syntax, whose names are ids or labels.

        >>> uberon.expression("gland and (part_of some 'lateral region')")        # doctest: +SKIP
        """
        return read_expression(text, self)

    def written(self, expression: Expression) -> str:
        """An expression in Manchester syntax with labels."""
        return write_expression(expression, self)

    def misfits(self, expression: Expression) -> tuple[Misfit, ...]:
        """What in an expression does not fit: unknown and obsolete terms and relations, relations outside their domain or range."""
        return misfits(expression, self)


def merge_ontologies(*several: Ontology | str | Path, name: str = "") -> Ontology:
    """Several ontologies (files, or open ones) as one.

    Everything that any of them says holds. Where only one can be right (label, definition, obsolete or not) the ontology that is
    about the term is believed, and ``conflicts`` lists who says what: other labels, other parents, obsolete here and current there.
    """
    opened = [o if isinstance(o, Ontology) else Ontology(o) for o in several]
    if not opened:
        raise TypeError("merge_ontologies needs an ontology")
    contents, conflicts = merge([o.contents for o in opened])
    made = Ontology.of(replace(contents, name=name) if name else contents)
    made.conflicts = conflicts
    return made


def _choice(ids: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The only one, or none and all to choose from."""
    return (ids[0], ()) if len(ids) == 1 else ("", ids)
