"""Dahdul et al. 2018: annotation of phenotypes using ontologies, a gold standard for the training and evaluation of natural language processing systems.

Everything is computed from the deposited material; where the paper prints no digits (its figures, its supplement), the deposited scores are what is published.
"""

from __future__ import annotations

from pathlib import Path

from ..paper import PAPERS, Reproduction, Show
from . import authors, counts, deposited, equations, exactness, significance
from .material import opened


def reproduce(folder: Path, show: Show) -> Reproduction:
    material = opened(folder)
    rows = [*counts.of_gold(material), *equations.rows(material)]
    found, differences = deposited.jsim(material)
    rows += [*found, *deposited.nic(material), *significance.rows(material), *exactness.rows(material), *counts.changes(material), *counts.incomplete(material), *authors.survey()]
    return Reproduction("phenoscape", PAPERS["phenoscape"], tuple(rows))
