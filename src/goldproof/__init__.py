"""goldproof: the workbench for gold standards in biology.

>>> import goldproof as gp
>>> corpus = gp.load("abstracts/", format="brat")      # doctest: +SKIP

Names are imported when they are first used, so that ``import goldproof`` costs almost nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .version import __version__

if TYPE_CHECKING:
    from .adjudication import differences
    from .agreement import agree
    from .annotators import concepts, external
    from .benchmark import analyse
    from .checks import Finding, Guideline, check
    from .corpora import catalogue, corpus
    from .design import assign, partition, sample
    from .errors import BadInput, GoldproofError, LossRefused, NotFound
    from .formats.checksum import checksum
    from .formats.exchange import guess, load, save
    from .gold import Project, migrate, release, verify
    from .harmonisation import ensemble, harmonise, suggest
    from .measures import measure, score, scores
    from .model import *  # noqa: F403
    from .ontology import Ontology, Reasoner, merge_ontologies
    from .report.bench import bench
    from .signature import Signature
    from .significance import balance, compare
    from .suites import perturb, suite
    from .trees import dependencies_of, with_dependencies

# Public name -> the module that has it.
_HOMES = {
    **dict.fromkeys(("load", "save", "guess"), "formats.exchange"),
    "checksum": "formats.checksum",
    **dict.fromkeys(("catalogue", "corpus"), "corpora"),
    "Signature": "signature",
    **dict.fromkeys(("Ontology", "Reasoner", "merge_ontologies"), "ontology"),
    **dict.fromkeys(("check", "Finding", "Guideline"), "checks"),
    **dict.fromkeys(("measure", "score", "scores", "using"), "measures"),
    **dict.fromkeys(("assign", "partition", "sample"), "design"),
    **dict.fromkeys(("concepts", "external"), "annotators"),
    "agree": "agreement",
    **dict.fromkeys(("balance", "compare"), "significance"),
    "analyse": "benchmark",
    "bench": "report.bench",
    **dict.fromkeys(("ensemble", "harmonise", "suggest"), "harmonisation"),
    "differences": "adjudication",
    **dict.fromkeys(("migrate", "release", "verify"), "gold"),
    **dict.fromkeys(("perturb", "suite"), "suites"),
    **dict.fromkeys(("dependencies_of", "with_dependencies"), "trees"),
    "Project": "gold.study",
    **dict.fromkeys(("GoldproofError", "BadInput", "NotFound", "LossRefused"), "errors"),
    **dict.fromkeys(
        ("And", "Attributes", "Cell", "Character", "Choice", "Corpus", "Document", "Kind", "Layer", "Maker", "Mention", "Node", "Option",
         "Pair", "Parse", "Passage", "Phenotype", "Ranking", "Rating", "Scale", "Sentence", "Some", "Source", "Span", "State",
         "Study", "Symbol", "Taxon", "Term", "Token", "Unit"),
        "model",
    ),
}  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'goldproof' has no attribute {name!r}")
    value = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})


__all__ = ["__version__", *_HOMES]
