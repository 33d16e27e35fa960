"""The papers that can be reproduced, and what a reproduction is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..errors import BadInput, NotFound
from ..report.drawing import Drawing
from ..report.tables import Table
from .row import Row

Show = Callable[[Iterable[Any], str], Iterator[Any]]
"""Passes items on and shows progress: items, what they are."""


def silent(items: Iterable[Any], what: str) -> Iterator[Any]:
    yield from items


@dataclass(frozen=True)
class Reproduction:
    """The rows of one paper, in its order. ``drawings`` are its figures drawn anew: file name without suffix -> drawing. ``tables`` are longer
    lists behind the rows (every state that differs, with its reason): file name without suffix -> table.
    """

    paper: str
    title: str
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
    drawings: Mapping[str, Drawing] = field(default_factory=lambda: MappingProxyType({}))
    tables: Mapping[str, Table] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def unexplained(self) -> tuple[Row, ...]:
        """Rows that do not hold and say no reason."""
        return tuple(row for row in self.rows if not row.holds and not row.why)


# Paper (the module of this room of that name has ``reproduce(data, show) -> Reproduction``) -> its title in a line.
PAPERS: dict[str, str] = {
    "phenoscape": "Dahdul et al. 2018: Entity-Quality phenotypes of comparative studies",
    "hpo": "Groza et al. 2015: recognising concepts of the Human Phenotype Ontology, corpus and test suites",
    "craft": "Verspoor et al. 2012: tools for sentences, tokens, tags, trees and gene mentions of full text",
    "regulondb": "Lithgow-Serrano et al. 2019: pairs of sentences rated for similarity",
    "mantra": "Kors et al. 2015: a gold standard in five languages",
}

WITH_RUNS = ("craft",)


def reproduce(paper: str, data: str | Path, *, show: Show = silent, runs: str | Path | None = None) -> Reproduction:
    """The tables of a paper on its real data, computed beside published.

    ``data`` is the folder of the paper's data, or the folder that holds it. ``runs`` is a folder with what takes too long to be done on the way, for papers that have
    such (craft: what ``goldproof train --json`` printed).
    """
    if paper not in PAPERS:
        raise NotFound(f"no paper is called {paper!r}", remedy="there are: " + ", ".join(PAPERS))
    folder = Path(data)
    if not folder.is_dir():
        raise BadInput("no such folder" if not folder.exists() else "not a folder", where=folder, remedy="give the folder with the paper's data")
    module = import_module(f".{paper}", __package__)
    if runs is not None and paper not in WITH_RUNS:
        raise BadInput(f"{paper} has no use for runs", remedy="runs are for: " + ", ".join(WITH_RUNS))
    made: Reproduction = module.reproduce(folder, show) if runs is None else module.reproduce(folder, show, Path(runs))
    return made
