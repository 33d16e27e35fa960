"""What a newer ontology has done to a term: from one release, or from one version, to another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from ..model.curie import curie, prefix
from .ontology import Ontology
from .status import Standing


class Fate(StrEnum):
    """What became of a term. The first two can be followed without asking; of the next five somebody must decide; the last two are to be known."""

    MERGED = "merged"
    REPLACED = "replaced"
    SPLIT = "split"
    SUGGESTED = "suggested"
    OBSOLETE = "obsolete"
    GONE = "gone"
    STRANGE = "strange"
    RENAMED = "renamed"
    MOVED = "moved"

    @property
    def followed(self) -> bool:
        """There is one current term in its place, and the ontology says so."""
        return self in (Fate.MERGED, Fate.REPLACED)

    @property
    def open(self) -> bool:
        """Somebody has to decide what to use."""
        return self in (Fate.SPLIT, Fate.SUGGESTED, Fate.OBSOLETE, Fate.GONE, Fate.STRANGE)


@dataclass(frozen=True, slots=True)
class Change:
    """``to`` is the term to use where the ontology names one; ``options`` are the candidates where it does not; ``why`` is a few words."""

    id: str
    fate: Fate
    label: str = ""
    to: str = ""
    options: tuple[str, ...] = ()
    why: str = ""


def changes(id: str, new: Ontology, old: Ontology | None = None) -> tuple[Change, ...]:
    """What became of a term or relation in the new ontology: nothing, one thing, or two (moved and renamed).

    Of a term that is current in both, the old ontology is needed to know whether it was renamed or moved. An id that neither
    ontology is about has no changes.
    """
    if new.relation(id) and not new.roles.obsolete(id):
        return ()
    status = new.status(id)
    label = (old.label(id) if old is not None else "") or new.label(id)
    if status.standing is Standing.CURRENT:
        return tuple(_of_current(curie(id), new, old)) if old is not None else ()
    if status.standing is Standing.ALTERNATIVE and status.id:
        return (Change(curie(id), Fate.MERGED, label, status.id, why=f"merged into {named(status.id, new)}"),)
    if status.standing is Standing.OBSOLETE and status.id:
        return (Change(curie(id), Fate.REPLACED, label, status.id, why=f"obsolete, replaced by {named(status.id, new)}"),)
    if status.standing is not Standing.UNKNOWN:
        return (_undecided(curie(id), status.consider, new, label),)
    if old is not None and (role := old.relation(id)) and id not in old:
        return (Change(curie(id), Fate.GONE, old.roles.label(role), why="a relation that is not in the new ontology"),)
    if old is not None and id in old:
        # An older release may know the way: what it merged, the new one has forgotten.
        primary = old.primary(id)
        if primary != curie(id) and new.status(primary).usable:
            use = new.status(primary).id
            return (Change(curie(id), Fate.MERGED, label, use, why=f"merged into {named(use, new)} in the old ontology"),)
        same = _of_that_name(old, primary, new)
        why = f"not in the new ontology; of that name there is {_listed(same, new)}" if same else "not in the new ontology"
        return (Change(curie(id), Fate.GONE, label, options=same, why=why),)
    if prefix(curie(id)) in new.subjects | (old.subjects if old is not None else frozenset()):
        return (Change(curie(id), Fate.STRANGE, label, why="in neither ontology" if old is not None else "not in the ontology"),)
    return ()


def _undecided(id: str, options: tuple[str, ...], new: Ontology, label: str) -> Change:
    if not options:
        return Change(id, Fate.OBSOLETE, label, why="obsolete without a replacement")
    fate = Fate.SPLIT if len(options) > 1 else Fate.SUGGESTED
    said = "has several in its place" if fate is Fate.SPLIT else "is obsolete, to be considered"
    return Change(id, fate, label, options=options, why=f"{said}: {_listed(options, new)}")


def _of_current(id: str, new: Ontology, old: Ontology) -> Iterator[Change]:
    if old.status(id).standing is not Standing.CURRENT or new.is_relation(id):
        return
    before, after = " ".join(old.label(id).split()), " ".join(new.label(id).split())
    if before and after and before != after:
        yield Change(id, Fate.RENAMED, before, why=f"now called {after}")
    # Terms that came in between, and terms that went, do not move anything: only what both ontologies have is compared.
    above = {to for a in old.ancestors(id) if (to := new.status(a).id)} - {id}
    below_now = {a for a in new.ancestors(id) if old.status(a).usable}
    known = {new.status(old.status(a).id).id for a in below_now}
    lost, gained = above - new.ancestors(id), known - above - {"", id}
    if lost or gained:
        words = [f"no longer below {_listed(_lowest(lost, new), new)}"] if lost else []
        words += [f"now below {_listed(_lowest(gained, new), new)}"] if gained else []
        yield Change(id, Fate.MOVED, before or after, why="; ".join(words))


def _lowest(ids: Iterable[str], ontology: Ontology) -> tuple[str, ...]:
    ids = set(ids)
    return tuple(sorted(ids - {a for id in ids for a in ontology.ancestors(id)})) or tuple(sorted(ids))


def _of_that_name(old: Ontology, id: str, new: Ontology) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found for name in old.names(id, "EXACT") for found in new.find(name)))


def _listed(ids: Iterable[str], ontology: Ontology, most: int = 4) -> str:
    ids = list(ids)
    shown = ", ".join(named(id, ontology) for id in ids[:most])
    return f"{shown} and {len(ids) - most} more" if len(ids) > most else shown


def named(id: str, ontology: Ontology) -> str:
    """An id with its label behind it."""
    label = ontology.label(id)
    return f"{id} ({label})" if label else id
