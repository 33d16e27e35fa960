"""Dahdul et al. 2018: annotation of phenotypes using ontologies, a gold standard for the training and evaluation of natural language processing systems.

Everything is computed from the deposited material; where the paper prints no digits (its figures, its supplement), the deposited scores are what is published.
"""

from __future__ import annotations

from pathlib import Path

from ...report.tables import Table
from ..paper import PAPERS, Reproduction, Show
from . import authors, counts, deposited, equations, exactness, figures, oracle, significance
from .drawings import figures as drawn
from .material import opened
from .own import Own


def reproduce(folder: Path, show: Show) -> Reproduction:
    material = opened(folder)
    own = Own(material)
    rows = [*counts.of_gold(material), *equations.rows(material)]
    found, differences = deposited.jsim(material)
    compared = list(show(figures.comparisons(material, own), "comparisons"))
    rows += [*found, *deposited.nic(material), *figures.rows(compared), *figures.improvement(compared), *significance.rows(material), *exactness.rows(material)]
    rows += [*counts.changes(material), *counts.incomplete(material), *authors.survey(), *oracle.rows(own), *own.lists_rows()]
    tables = {
        "deposited-states": Table.of("States whose Jsim from the deposited subsumers is not the deposited one", [d.row() for d in differences], digits=6),
        "states": Table.of("States whose Jsim from our reasoner is not the deposited one", [state for c in compared for state in c.states], digits=6),
    }
    return Reproduction("phenoscape", PAPERS["phenoscape"], tuple(rows), drawings=drawn(compared), tables=tables)
