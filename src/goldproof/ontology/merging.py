"""Several ontologies as one, and where they disagree.

As OWL merges: everything that any of them says holds. Where only one can be right (label, definition, obsolete or not) the
ontology that is *about* the term decides: others hold old copies of a few.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from ..model.curie import prefix
from .axioms import Axioms
from .entry import Contents, Entry, Sort
from .index import Index


@dataclass(frozen=True, slots=True)
class Conflict:
    """Ontologies say different things of one id: ``what`` is "label", "obsolete" or "parents"; ``said`` pairs ontologies with their word, the one that is taken first."""

    id: str
    what: str
    said: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return f"{self.id}: {self.what}: " + "; ".join(f"{name} says {word or 'nothing'}" for name, word in self.said)


def merge(several: Sequence[Contents]) -> tuple[Contents, tuple[Conflict, ...]]:
    """One ontology of several, and their conflicts. One alone is given back as it is."""
    if len(several) == 1:
        return several[0], ()
    names = _told_apart([c.name for c in several])
    subjects = [about(c.name, Index.of(c.entries).ids) for c in several]
    stated: dict[tuple[Sort, str], list[tuple[int, Entry]]] = {}
    for number, contents in enumerate(several):
        for entry in contents.entries:
            stated.setdefault((entry.sort, entry.id), []).append((number, entry))
    entries: list[Entry] = []
    conflicts: list[Conflict] = []
    for (_, id), by in stated.items():
        if len(by) > 1:
            # sorted keeps the order given where none, or several, are about the term
            by = sorted(by, key=lambda pair: prefix(id) not in subjects[pair[0]])
            conflicts += _conflicts(id, [(names[n], e) for n, e in by])
        merged = by[0][1]
        for _, other in by[1:]:
            merged = together(merged, other)
        entries.append(merged)
    left: Counter[str] = Counter()
    for contents in several:
        left.update(contents.axioms.left_out)
    axioms = Axioms(tuple(a for c in several for a in c.axioms.axioms), MappingProxyType(dict(left)))
    header: dict[str, tuple[str, ...]] = {}
    for contents in several:
        for tag, values in contents.header.items():
            header[tag] = tuple(dict.fromkeys((*header.get(tag, ()), *values)))
    warnings = tuple(f"{name}: {w}" for name, c in zip(names, several, strict=True) for w in c.warnings)
    version = " + ".join(c.version or "?" for c in several)
    return Contents(" + ".join(names), version, tuple(entries), MappingProxyType(header), warnings, axioms), tuple(conflicts)


def together(a: Entry, b: Entry) -> Entry:
    """Two statements about one id: texts of the first that has one, and everything else that either says. The first says whether it is obsolete."""
    merged: dict[str, object] = {}
    for name in Entry.__slots__:
        x, y = getattr(a, name), getattr(b, name)
        if isinstance(x, tuple):
            merged[name] = x if x == y or not y else tuple(dict.fromkeys(x + y))
        elif name != "obsolete":
            merged[name] = x or y
    if a.genus and b.genus:
        merged["genus"] = a.genus  # two definitions would become one of all their parts
    # A copy without a single word about the term does not say that it is alive.
    bare = a == Entry(a.id, a.label, a.sort)
    merged["obsolete"] = b.obsolete if bare else a.obsolete
    return replace(a, **merged)  # type: ignore[arg-type]


def _conflicts(id: str, by: Sequence[tuple[str, Entry]]) -> Iterable[Conflict]:
    labels = [(name, " ".join(e.label.split())) for name, e in by if e.label]
    if len({label for _, label in labels}) > 1:
        yield Conflict(id, "label", tuple(labels))
    if len({e.obsolete for _, e in by}) > 1:
        yield Conflict(id, "obsolete", tuple((name, "obsolete" if e.obsolete else "current") for name, e in by))
    parents = [(name, e.parents) for name, e in by if e.parents]
    if len({frozenset(p) for _, p in parents}) > 1:
        yield Conflict(id, "parents", tuple((name, " ".join(sorted(p))) for name, p in parents))


def _told_apart(names: Sequence[str]) -> list[str]:
    """The names, numbered where two are the same."""
    seen: Counter[str] = Counter()
    out = []
    for name in names:
        seen[name] += 1
        out.append(f"{name}#{seen[name]}" if seen[name] > 1 else name)
    return out


def about(name: str, ids: Iterable[str]) -> frozenset[str]:
    """The prefixes of the ids that an ontology is about: not those of the few terms that it borrowed.

    It is about the prefix that it is named after ("cl/cl-basic": CL); if there is none, about all that have a tenth of its ids.
    """
    sizes = Counter(map(prefix, ids))
    sizes.pop("", None)
    words = set(re.split(r"[^a-z0-9]+", name.lower()))
    named = frozenset(p for p in sizes if p.lower() in words)
    return named or frozenset(p for p, n in sizes.items() if n * 10 >= sizes.total())
