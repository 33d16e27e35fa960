"""Terminologies: concepts with names in one language or several, semantic types and groups, and the vocabularies that the names come from."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput, NotFound
from ..text.strings import Strings

SCOPES = ("preferred", "exact", "related", "narrow", "broad")
"""How a name lies to its concept; names hold the number."""
Ints = NDArray[np.int32]
Flags = NDArray[np.bool_]


class Row(NamedTuple):
    """A name as readers give it. Groups, types and parents may be several, separated by ``|``; ``scope`` is empty where ``preferred`` says all."""

    id: str
    name: str
    language: str = ""
    preferred: bool = False
    group: str = ""
    parents: str = ""
    type: str = ""
    vocabulary: str = ""
    scope: str = ""


@dataclass(frozen=True, eq=False)
class Terminology:
    """``owner[i]`` is the number of the concept that name i belongs to, ``scope[i]`` a number of :data:`SCOPES`; ``language[i]`` and ``vocabulary[i]``
    are numbers of ``languages`` and ``vocabularies``. ``types`` and ``groups`` are those of each concept, several separated by ``|``."""

    name: str
    concepts: Sequence[str]
    names: Strings
    owner: Ints
    scope: NDArray[np.uint8]
    language: NDArray[np.int16]
    languages: tuple[str, ...]
    vocabulary: NDArray[np.int16]
    vocabularies: tuple[str, ...]
    types: tuple[str, ...]
    groups: tuple[str, ...]
    parents: tuple[tuple[str, ...], ...]

    def __len__(self) -> int:
        return len(self.concepts)

    def __repr__(self) -> str:
        return f"Terminology({self.name!r}, {len(self.concepts)} concepts, {len(self.names)} names, languages: {', '.join(filter(None, self.languages)) or 'not said'})"

    @property
    def preferred(self) -> Flags:
        """Which names are their concept's own."""
        return np.asarray(self.scope == 0)

    @cached_property
    def number(self) -> Mapping[str, int]:
        """Concept -> its number."""
        return {id: i for i, id in enumerate(self.concepts)}

    @cached_property
    def labelled(self) -> Ints:
        """For each concept the number of the name that it is called by: a preferred one, in English if there is one; else its first; -1 if it has none."""
        foreign = np.array([x not in ("", "en") for x in self.languages] or [False])[self.language]
        order = np.lexsort((np.arange(len(self.names)), foreign, self.scope > 0, self.owner))
        owner = self.owner[order]
        first = np.flatnonzero(np.concatenate(([True], owner[1:] != owner[:-1]))) if len(order) else order
        out = np.full(len(self.concepts), -1, np.int32)
        out[owner[first]] = order[first]
        return out

    def label(self, concept: int) -> str:
        """What a concept, by its number, is called."""
        name = int(self.labelled[concept])
        return self.names[name] if name >= 0 else ""

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """What each concept is called."""
        names = self.names.all() if len(self) * 4 > len(self.names) else None
        return tuple((names[n] if names else self.names[n]) if n >= 0 else "" for n in self.labelled.tolist())

    @cached_property
    def edges(self) -> tuple[Ints, Ints]:
        """Child and parent of every step of the hierarchy, as numbers of concepts; parents that are no concepts here are left out."""
        number = self.number
        pairs = [(i, number[p]) for i, above in enumerate(self.parents) if above for p in above if p in number]
        table = np.array(pairs, np.int32).reshape(-1, 2)
        return table[:, 0], table[:, 1]

    @cached_property
    def depth(self) -> NDArray[np.int16]:
        """How many steps each concept stands below a top of the hierarchy, the shortest way; 0 for those in a circle without a top."""
        child, parent = self.edges
        out = np.full(len(self.concepts), -1, np.int16)
        top = np.ones(len(out), bool)
        top[child] = False
        out[top] = 0
        level = 0
        while True:
            found = child[(out[parent] == level) & (out[child] < 0)]
            if not len(found):
                break
            level += 1
            out[found] = level
        return np.maximum(out, 0)

    def below(self, roots: Iterable[str]) -> Flags:
        """Which concepts are one of these, or stand below one."""
        roots = tuple(roots)
        out = np.zeros(len(self.concepts), bool)
        for root in roots:
            if root not in self.number:
                raise NotFound(f"no concept {root!r}", where=self.name)
            out[self.number[root]] = True
        child, parent = self.edges
        while True:
            found = child[out[parent] & ~out[child]]
            if not len(found):
                return out
            out[found] = True

    def cut(
        self, *, vocabulary: str | Iterable[str] = (), type: str | Iterable[str] = (), group: str | Iterable[str] = (), below: str | Iterable[str] = (),
        language: str | Iterable[str] = (), ids: Collection[str] | None = None, name: str = "",
    ) -> Terminology:  # fmt: skip
        """A smaller one: the names of some vocabularies and languages; the concepts of some types, groups or subtrees, or with these ids.

        What is given together has to hold together. A concept without a name goes. Where a parent goes, what stood above it stands above its children.

        >>> t = Terminology.of([Row("A", "pain", "en", group="DISO"), Row("B", "aspirin", "en", group="CHEM")]); t.cut(group="CHEM").concepts
        ('B',)
        """
        concept = self._among(self.types, several(type), "semantic type") & self._among(self.groups, several(group), "group")
        if several(below):
            concept = concept & self.below(several(below))
        if ids is not None:
            wanted = frozenset(ids)
            concept = concept & np.fromiter((id in wanted for id in self.concepts), bool, len(self.concepts))
        names = concept[self.owner]
        names &= _one_of(self.vocabulary, self.vocabularies, several(vocabulary), "vocabulary", self.name)
        names &= _one_of(self.language, self.languages, tuple(x.lower() for x in several(language)), "language", self.name)
        return self.take(names, name=name)

    def take(self, names: Flags, *, name: str = "") -> Terminology:
        """Some names, and the concepts that they belong to."""
        at = np.flatnonzero(names)
        if not len(at):
            raise BadInput("no name is left", where=self.name, remedy="ask for more vocabularies, groups, types or a larger subtree")
        if len(at) == len(self.names) and not name:
            return self
        kept, owner = np.unique(self.owner[at], return_inverse=True)
        concepts = tuple(self.concepts[i] for i in kept.tolist())
        language, languages = _renumbered(self.language[at], self.languages)
        vocabulary, vocabularies = _renumbered(self.vocabulary[at], self.vocabularies)
        return replace(
            self, name=name or self.name, concepts=concepts, names=self.names.take(at), owner=owner.astype(np.int32).reshape(-1), scope=self.scope[at], language=language,
            languages=languages, vocabulary=vocabulary, vocabularies=vocabularies, types=tuple(self.types[i] for i in kept.tolist()),
            groups=tuple(self.groups[i] for i in kept.tolist()), parents=self._bridged(concepts, kept.tolist()),
        )  # fmt: skip

    def _bridged(self, concepts: tuple[str, ...], rows: Sequence[int]) -> tuple[tuple[str, ...], ...]:
        """The parents of some concepts, those that are gone replaced by theirs."""
        if not any(self.parents):
            return ((),) * len(rows)
        there = frozenset(concepts)

        def above(i: int) -> tuple[str, ...]:
            if all(p in there for p in self.parents[i]):
                return self.parents[i]
            found: dict[str, None] = {}
            seen: set[str] = set()
            waiting = list(reversed(self.parents[i]))
            while waiting:
                p = waiting.pop()
                if p in there:
                    found[p] = None
                elif p not in seen:
                    seen.add(p)
                    waiting += reversed(self.parents[self.number[p]]) if p in self.number else ()
            return tuple(found)

        return tuple(above(i) if self.parents[i] else () for i in rows)

    def _among(self, values: tuple[str, ...], wanted: tuple[str, ...], what: str) -> Flags:
        if not wanted:
            return np.ones(len(self.concepts), bool)
        there = {v: v.split("|") for v in set(values)}
        known = {x for parts in there.values() for x in parts if x}
        missing = [w for w in wanted if w not in known]
        if missing:
            raise NotFound(f"no {what} {missing[0]!r}", where=self.name, remedy="there are: " + ", ".join(sorted(known)[:20]) if known else f"it says no {what} of any concept")
        good = {v for v, parts in there.items() if not set(parts).isdisjoint(wanted)}
        return np.fromiter((v in good for v in values), bool, len(values))

    @staticmethod
    def of(rows: Iterable[tuple[str, str, str, bool, str, str] | Row], *, name: str = "") -> Terminology:
        """From rows: of id, name, language, preferred, group, parents, or whole ones. Where nobody says which name is the concept's own, it is the first."""
        number: dict[str, int] = {}
        of_concept: tuple[list[str], list[str], list[str]] = ([], [], [])
        tongues: dict[str, int] = {}
        sources: dict[str, int] = {}
        names: list[bytes] = []
        owner: list[int] = []
        scope: list[int] = []
        language: list[int] = []
        vocabulary: list[int] = []
        named: set[int] = set()
        for given in rows:
            row = given if isinstance(given, Row) else Row(*given)
            at = number.get(row.id)
            if at is None:
                at = number[row.id] = len(number)
                for column in of_concept:
                    column.append("")
            for column, value in zip(of_concept, (row.type, row.group, row.parents), strict=True):
                if value and value != column[at]:
                    column[at] = joined(column[at], value)
            if row.name:
                names.append(row.name.replace("\0", " ").encode("utf-8", "surrogatepass"))
                owner.append(at)
                how = row.scope.lower()
                scope.append(0 if row.preferred or (not how and at not in named) else SCOPES.index(how) if how in SCOPES else 1)
                named.add(at)
                language.append(tongues.setdefault(row.language.lower(), len(tongues)))
                vocabulary.append(sources.setdefault(row.vocabulary, len(sources)))
        types, groups, parents = of_concept
        return Terminology(
            name, tuple(number), Strings.of_bytes(names), np.array(owner, np.int32), np.array(scope, np.uint8), np.array(language, np.int16), tuple(tongues) or ("",),
            np.array(vocabulary, np.int16), tuple(sources) or ("",), tuple(types), tuple(groups), tuple(tuple(filter(None, p.split("|"))) for p in parents),
        )  # fmt: skip


def several(given: str | Iterable[str]) -> tuple[str, ...]:
    """One or many."""
    return (given,) if isinstance(given, str) and given else tuple(given)


def joined(old: str, new: str) -> str:
    """Values separated by ``|``, each once.

    >>> joined("A|B", "B| C")
    'A|B|C'
    """
    return "|".join(dict.fromkeys(x.strip() for x in f"{old}|{new}".split("|") if x.strip()))


def _one_of(numbers: NDArray[np.int16], values: tuple[str, ...], wanted: tuple[str, ...], what: str, where: str) -> Flags:
    if not wanted:
        return np.ones(len(numbers), bool)
    missing = [w for w in wanted if w not in values]
    if missing:
        raise NotFound(f"no {what} {missing[0]!r}", where=where, remedy="there are: " + ", ".join(sorted(filter(None, values))[:20]))
    return np.isin(numbers, [i for i, v in enumerate(values) if v in wanted])


def _renumbered(numbers: NDArray[np.int16], values: tuple[str, ...]) -> tuple[NDArray[np.int16], tuple[str, ...]]:
    kept, fresh = np.unique(numbers, return_inverse=True)
    return fresh.astype(np.int16).reshape(-1), tuple(values[i] for i in kept.tolist())
