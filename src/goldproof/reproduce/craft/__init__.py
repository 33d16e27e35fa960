"""Verspoor et al. 2012, A corpus of full-text journal articles is a robust evaluation tool (BMC Bioinformatics 13:207).

Published are the facts of the corpus, its partition and folds, and what tools of 2011 reached, as delivered and retrained. None of those tools is run here: each of their numbers stands with
the reason, and beside it what our models and the outside tools that are installed reach on the seven development articles, in the same tables.
"""

from __future__ import annotations

from pathlib import Path

from ..paper import Reproduction, Show, silent
from .facts import agreement_rows, balance_rows, fact_rows, fold_rows
from .material import Material
from .mentions import mention_rows
from .studies import study_rows
from .syntax import cutting, parsing

TITLE = "Verspoor et al. 2012, tools for full text on CRAFT"
NOTES = (
    "Every system of today is scored on the seven development articles: the models that come with goldproof have learnt from the sixty others, so that the paper's 67 articles are not a test "
    "for them. Tables 16 to 18, 19 and 22 of the paper are on all 67.",
    "The mention layers of the paper (classes of SO, ids of EntrezGene) were replaced: SO and PR of release 5.0.2 stand for them, with the groups of craft5. Numbers of Tables 3 to 15 are "
    "not comparable with the published ones, only their shape is.",
    "Outside tools are run as their packages deliver them, without data that has to be downloaded; goldproof list tools says which are here.",
)


def reproduce(data: Path, show: Show = silent, runs: Path | None = None) -> Reproduction:
    material = Material.of(data, show)
    cut, cut_tables = cutting(material, show)
    parsed, parse_tables = parsing(material, show)
    named, mention_tables = mention_rows(material, show)
    rows = [*fact_rows(material), *agreement_rows(), *named, *cut, *parsed, *study_rows(runs), *fold_rows(material.corpus), *balance_rows(material.corpus)]
    return Reproduction("craft", TITLE, tuple(rows), NOTES, tables={**mention_tables, **cut_tables, **parse_tables})
