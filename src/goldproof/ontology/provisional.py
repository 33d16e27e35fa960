"""Provisional terms: what curators propose while they annotate, and what an ontology curator makes of each."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from ..errors import BadInput
from ..formats.files import read_text
from ..model.curie import curie, is_curie
from .ontology import Ontology

COLUMNS = ("id", "label", "definition", "parents", "synonyms", "proposer", "round", "decision", "to", "reason", "by")


class Decision(StrEnum):
    """What a proposed term turned out to be: overlooked and there already, another name of a term that is there, new, or a mistake."""

    EXISTING = "existing"
    SYNONYM = "synonym"
    NEW = "new"
    INVALID = "invalid"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A term that somebody misses. Without a ``decision`` it is open, and stands in the ontology under its provisional id.

    ``to`` is the term that it is (existing, synonym) or the id that it was given (new; empty: it keeps its own).
    """

    id: str
    label: str
    definition: str = ""
    parents: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()
    proposer: str = ""
    round: str = ""
    decision: Decision | None = None
    to: str = ""
    reason: str = ""
    by: str = ""

    @property
    def final(self) -> str:
        """The id under which the term is used once everything is settled; empty if it is invalid."""
        return "" if self.decision is Decision.INVALID else self.to or self.id


def proposals_in(path: str | Path) -> tuple[Proposal, ...]:
    """The proposals in a table with a header; columns: id, label, and any of the others. Several values of one cell stand apart by ``|``."""
    path = Path(path)
    rows = csv.DictReader(io.StringIO(read_text(path, empty=False)), delimiter="\t", quoting=csv.QUOTE_NONE)
    header = [name.strip().lower() for name in rows.fieldnames or ()]
    if missing := [name for name in ("id", "label") if name not in header]:
        raise BadInput(f"the table has no column {' and no column '.join(missing)}", where=f"{path}, line 1", remedy="columns: " + ", ".join(COLUMNS))
    if strange := [name for name in header if name not in COLUMNS]:
        raise BadInput(f"no column is called {strange[0]!r}", where=f"{path}, line 1", remedy="columns: " + ", ".join(COLUMNS))
    rows.fieldnames = header
    found: dict[str, Proposal] = {}
    for number, row in enumerate(rows, 2):
        if None in row:
            raise BadInput("more cells than the header has columns", where=f"{path}, line {number}")
        proposal = proposal_of({name: value or "" for name, value in row.items()}, f"{path}, line {number}")
        if proposal.id in found:
            raise BadInput(f"{proposal.id} is proposed twice", where=f"{path}, line {number}", remedy="one row a term")
        found[proposal.id] = proposal
    return tuple(found.values())


def proposal_of(row: Mapping[str, str], where: object = "") -> Proposal:
    """A proposal from cells of text."""
    cells = {name: value.strip() for name, value in row.items()}
    id, label = curie(cells.get("id", "")), cells.get("label", "").strip("'")
    if not is_curie(id):
        raise BadInput(f"{id!r} is no id" if id else "a proposal without an id", where=where, remedy="ids look like UBERONTEMP:0001")
    if not label:
        raise BadInput(f"{id} has no label", where=where)
    try:
        decision = Decision(cells["decision"].lower()) if cells.get("decision") else None
    except ValueError:
        raise BadInput(f"no decision is called {cells['decision']!r}", where=where, remedy="there are: " + ", ".join(Decision)) from None
    to = curie(cells.get("to", ""))
    if to and not is_curie(to):
        raise BadInput(f"{to!r} is no id", where=where)
    names_a_term = decision is Decision.EXISTING or decision is Decision.SYNONYM
    if names_a_term and not to:
        raise BadInput(f"{id} is {decision}, but of which term is not said", where=where, remedy="name it in the column to")
    if to and not names_a_term and decision is not Decision.NEW:
        raise BadInput(f"{id} leads to {to}, but is not decided to be there", where=where, remedy="decisions with a term are existing, synonym and new")
    return Proposal(
        id, label, cells.get("definition", ""), tuple(map(curie, _several(cells.get("parents", "")))), _several(cells.get("synonyms", "")),
        cells.get("proposer", ""), cells.get("round", ""), decision, to, cells.get("reason", ""), cells.get("by", ""),
    )  # fmt: skip


def row_of(proposal: Proposal) -> dict[str, str]:
    """The cells of a proposal."""
    return {
        name: "|".join(value) if isinstance(value := getattr(proposal, name), tuple) else str(value or "") for name in COLUMNS
    }


def _several(cell: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split("|") if part.strip())


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What an open proposal may be: ``why`` says how the two names meet."""

    proposal: str
    label: str
    decision: Decision
    to: str
    why: str


def suggestions(proposals: Iterable[Proposal], base: Ontology) -> tuple[Suggestion, ...]:
    """Terms of the ontology, and other proposals, that bear the name of an open proposal: candidates for an ontology curator, nothing more."""
    proposals = tuple(proposals)
    by_name: dict[str, str] = {}
    found: list[Suggestion] = []
    for proposal in proposals:
        names = (proposal.label, *proposal.synonyms)
        if proposal.decision is None:
            for name in names:
                terms = [id for id in base.find(name) if id != proposal.id]
                found += [Suggestion(proposal.id, proposal.label, Decision.EXISTING, id, f"{id} is called {name!r} too") for id in terms]
                other = by_name.get(_plain(name))
                if other and other != proposal.id:
                    found.append(Suggestion(proposal.id, proposal.label, Decision.EXISTING, other, f"{other} is proposed as {name!r} too"))
        for name in names:
            by_name.setdefault(_plain(name), proposal.final or proposal.id)
    return tuple(dict.fromkeys(found))


def decided(proposals: Iterable[Proposal], decision: Decision, to: Mapping[str, str], *, by: str = "") -> tuple[Proposal, ...]:
    """The proposals with one decision about those that ``to`` names (proposal -> term)."""
    return tuple(replace(p, decision=decision, to=to[p.id], by=by or p.by) if p.id in to else p for p in proposals)


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()
