"""Named versions of an ontology: a base and a list of proposals with what was decided about each.

*Augmented* is a base with one curator's proposals, *merged* one with everybody's, reconciled. A version is a small JSON file that names its base files by their
checksums and is signed by its own, so that an annotation run can say exactly which ontology it used. It opens wherever an ontology does.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..errors import BadInput, NotFound
from ..formats.files import read_bytes, save_text
from ..model.curie import prefix
from .entry import Contents, Entry, Scope, Synonym
from .merging import merge
from .obo_axioms import axioms_of
from .ontology import Ontology
from .provisional import COLUMNS, Decision, Proposal, proposal_of, row_of
from .reading import SIGN, read

FORM = 1


@dataclass(frozen=True, slots=True)
class Base:
    """A file that a version stands on: where it is (from the version's own folder), what it called itself, and its SHA-256."""

    path: str
    name: str
    version: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Version:
    """A name, the files it stands on, and the proposals."""

    name: str
    bases: tuple[Base, ...]
    proposals: tuple[Proposal, ...]

    @property
    def checksum(self) -> str:
        """SHA-256 of everything that it says, of the base files by their checksums."""
        return hashlib.sha256(json.dumps(self._plain(), ensure_ascii=False, sort_keys=True).encode()).hexdigest()

    @property
    def signature(self) -> str:
        """The name and the beginning of the checksum: what an annotation run names."""
        return f"{self.name}@{self.checksum[:12]}"

    def counts(self) -> dict[tuple[str, str], int]:
        """How many proposals there are, by the prefix of their ontology and what was decided ("open" if nothing was)."""
        return dict(Counter((kind_of(p.id), p.decision.value if p.decision else "open") for p in self.proposals))

    def of(self, **who: str) -> tuple[Proposal, ...]:
        """The proposals of one proposer or round."""
        return tuple(p for p in self.proposals if all(getattr(p, name) == value for name, value in who.items()))

    def _plain(self) -> dict[str, Any]:
        return {
            SIGN: FORM, "name": self.name,
            "bases": [{"path": b.path, "name": b.name, "version": b.version, "sha256": b.sha256} for b in self.bases],
            "proposals": [{k: v for k, v in row_of(p).items() if v} for p in self.proposals],
        }  # fmt: skip

    def save(self, path: str | Path, *, force: bool = False) -> None:
        """Write it, signed."""
        text = json.dumps(self._plain() | {"checksum": self.checksum}, ensure_ascii=False, indent=1)
        save_text(Path(path), text + "\n", force=force)


def kind_of(id: str) -> str:
    """The ontology that a provisional id is meant for: UBERON for UBERONTEMP:7."""
    start = prefix(id)
    return start[:-4] if start.upper().endswith("TEMP") and len(start) > 4 else start


def version_of(name: str, files: Iterable[str | Path], proposals: Iterable[Proposal], *, beside: str | Path = ".") -> Version:
    """A version that stands on these files. Their paths are kept as seen from the folder ``beside``, where it will be saved."""
    paths = [Path(f) for f in files]
    if not paths:
        raise BadInput("a version needs a base", where=name)
    if not name.strip():
        raise BadInput("a version needs a name")
    bases = []
    for file in paths:
        opened = Ontology(file)
        seen = os.path.relpath(file.resolve(), Path(beside).resolve())
        bases.append(Base(Path(seen).as_posix(), opened.name, opened.version, hashlib.sha256(read_bytes(file)).hexdigest()))
    made = Version(name.strip(), tuple(bases), tuple(proposals))
    applied(merge([Ontology(file).contents for file in paths])[0], made.proposals, where=name)  # refuses what cannot be
    return made


def read_version(path: str | Path) -> Version:
    """A version from its file; refused if it is not what was signed."""
    path = Path(path)
    return _parsed(read_bytes(path), path)


def _parsed(data: bytes, path: Path) -> Version:
    try:
        plain = json.loads(data)
        if plain[SIGN] != FORM:
            raise BadInput(f"a version of form {plain[SIGN]!r}; this goldproof knows form {FORM}", where=path)
        bases = tuple(Base(b["path"], b["name"], b["version"], b["sha256"]) for b in plain["bases"])
        proposals = tuple(proposal_of({str(k): str(v) for k, v in row.items() if k in COLUMNS}, path) for row in plain["proposals"])
        made = Version(plain["name"], bases, proposals)
        signed = plain["checksum"]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadInput(f"not a version of an ontology: {type(error).__name__} {error}", where=path) from None
    if signed != made.checksum:
        raise BadInput("was changed after it was signed", where=path, remedy="make it anew from its table of proposals: goldproof augment")
    return made


def parse(data: bytes, path: Path) -> Contents:
    """The contents of a version: its base with the proposals in it."""
    version = _parsed(data, path)
    several = []
    for base in version.bases:
        file = path.parent / base.path
        if not file.exists():
            raise NotFound(f"the version stands on {base.path}, which is not there", where=path, remedy="put it there, or make the version anew")
        if hashlib.sha256(read_bytes(file)).hexdigest() != base.sha256:
            raise BadInput(f"{base.path} is not the file that the version stands on", where=path, remedy=f"it was {base.name} {base.version}")
        several.append(read(file))
    made = applied(merge(several)[0], version.proposals, where=path)
    return replace(made, name=version.name, version=version.signature)


def applied(base: Contents, proposals: Sequence[Proposal], *, where: object = "") -> Contents:
    """The contents of an ontology with proposals in it: open and new ones as terms, the others as names and alternative ids of what they are."""
    ontology = Ontology.of(base)
    known = {p.final for p in proposals if p.decision in (None, Decision.NEW)}
    fresh: list[Entry] = []
    more: dict[str, list[Proposal]] = {}
    ends = {p.id: p for p in proposals}
    for proposal in proposals:
        if proposal.id in ontology:
            primary = ontology.primary(proposal.id)
            if primary == proposal.id or proposal.decision is Decision.INVALID or (proposal.to and proposal.to in ontology and ontology.primary(proposal.to) != primary):
                is_ = "a term of the base" if primary == proposal.id else f"{primary} in the base"
                raise BadInput(f"{proposal.id} ({proposal.label}) is {is_} already", where=where, remedy="take the proposal away")
            continue  # the base has resolved it: its word is the same
        for parent in proposal.parents:
            if parent not in ontology and parent not in known and parent not in ends:
                raise NotFound(f"{proposal.id} ({proposal.label}) has the parent {parent}, which neither the base nor a proposal has", where=where)
        if proposal.decision in (Decision.EXISTING, Decision.SYNONYM):
            more.setdefault(_end(proposal, ends, ontology, known, where), []).append(proposal)
        elif proposal.decision is Decision.NEW and proposal.to and proposal.to in ontology:
            # The base has it by now, under the id that it was given.
            more.setdefault(ontology.primary(proposal.to), []).append(proposal)
        else:
            fresh.append(_entry(proposal, ends))
    entries = [_with(e, more[e.id]) if e.id in more else e for e in (*base.entries, *fresh)] if more else [*base.entries, *fresh]
    axioms = replace(base.axioms, axioms=(*base.axioms.axioms, *axioms_of(fresh).axioms))
    return replace(base, entries=tuple(entries), axioms=axioms, header=MappingProxyType(dict(base.header)))


def _end(proposal: Proposal, ends: dict[str, Proposal], ontology: Ontology, known: set[str], where: object) -> str:
    """The term at the end of a chain of proposals that are each other."""
    seen = {proposal.id}
    to = proposal.to
    while to in ends and to not in seen and ends[to].decision in (Decision.EXISTING, Decision.SYNONYM):
        seen.add(to)
        to = ends[to].to
    if to in ends and ends[to].final in known:
        to = ends[to].final
    if to in seen or (to not in ontology and to not in known):
        raise NotFound(f"{proposal.id} ({proposal.label}) is to be {proposal.to}, which is no term", where=where)
    return ontology.primary(to) if to in ontology else to


def _entry(proposal: Proposal, ends: dict[str, Proposal]) -> Entry:
    invalid = proposal.decision is Decision.INVALID
    id = proposal.final or proposal.id
    parents = tuple(ends[p].final or p if p in ends else p for p in proposal.parents)
    notes = [("provisional", "true")] if proposal.decision is None else []
    notes += [(tag, value) for tag, value in (("proposed_by", proposal.proposer), ("decided_by", proposal.by)) if value]
    return Entry(
        id, proposal.label, definition=proposal.definition, comment=proposal.reason,
        synonyms=tuple(Synonym(name, Scope.EXACT) for name in proposal.synonyms),
        parents=() if invalid else parents, alternatives=(proposal.id,) if id != proposal.id else (), obsolete=invalid,
        consider=parents if invalid else (), clauses=tuple(notes),
    )  # fmt: skip


def _with(entry: Entry, proposals: Iterable[Proposal]) -> Entry:
    alternatives, synonyms = list(entry.alternatives), list(entry.synonyms)
    names = {entry.label.casefold(), *(s.text.casefold() for s in synonyms if s.scope is Scope.EXACT)}
    for proposal in proposals:
        if proposal.id != entry.id:
            alternatives.append(proposal.id)
        if proposal.decision is not Decision.EXISTING:
            for name in (proposal.label, *proposal.synonyms):
                if name.casefold() not in names:
                    names.add(name.casefold())
                    synonyms.append(Synonym(name, Scope.EXACT, xrefs=(proposal.id,)))
    return replace(entry, alternatives=tuple(dict.fromkeys(alternatives)), synonyms=tuple(synonyms))
