"""Groza et al. 2015, Automatic concept recognition using the HPO reference and test suite corpora (Database 2015:bav005).

Published are the facts of the corpus, its distribution over the categories (Figure 2), precision, recall and F1 of three systems on the corpus (Table 2, Figure 3) and on
the test suites (Table 3, Figure 4). The original corpus (1,933 annotations) and the 2,164 test entries are not public, and neither are the systems as they were: what can be
computed is our presets, made after the paper's descriptions, on GSC+ and on suites generated anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..annotators import Recogniser, concepts
from ..errors import BadInput, NotFound
from ..ontology import Ontology
from .hpo_corpus import corpus_drawings, corpus_rows
from .hpo_suites import suite_drawings, suite_rows
from .paper import Reproduction, Show, silent

TITLE = "Groza et al. 2015, concept recognition with the Human Phenotype Ontology"
ROOT = "HP:0000118"
PRESETS = ("ncbo", "obo", "biolark", "default")

NOTES = (
    "The corpus is GSC+ (2017), which circulates as the gold standard: 2,773 annotations on the same 228 abstracts, with modes of inheritance, onsets and other concepts outside "
    "Phenotypic abnormality that the original 1,933 did not have; of it, the abstracts that are in the folder.",
    "The presets ncbo, obo and biolark do what the paper says of the three systems. The systems themselves were other programs with an ontology of 2014: a difference in their rows is a "
    "difference of programs, corpora and releases, and none of it was tuned away.",
    "The suites are generated from the ontology by criteria with the paper's 32 types; the authors chose their 2,164 entries by hand. A concept found inside an entry is a false "
    "alarm, as in the paper; the preset default keeps nested concepts in prose, as the corpus' guideline wants it, and not in a text that is one name and nothing else; default-longest is the same "
    "with the longest only.",
    "Values of the bubbles and lines of Figures 1 to 4 are not printed in the paper, but for those that its text names: the other rows stand alone, and the figures are drawn anew.",
    "Published F1 of later systems on GSC+ (other releases, other scorers): PhenoBERT 0.705, NeuralCR 0.671, NCBO Annotator 0.556, Doc2hpo 0.544.",
)


def reproduce(data: Path, show: Show = silent) -> Reproduction:
    folder = data / "hpo" if (data / "hpo").is_dir() else data
    ontology = Ontology(_newest(folder))
    if ROOT not in ontology:
        raise BadInput(f"has no {ROOT}", where=ontology.name, remedy="the folder needs a release of the Human Phenotype Ontology, hp*.obo")
    systems: Mapping[str, Recogniser] = {name: concepts(ontology, preset=name) for name in show(PRESETS, "recognisers")}
    tables = corpus_rows(folder, ontology, ROOT, systems, show)
    suites = suite_rows(ontology, systems, show)
    return Reproduction("hpo", TITLE, (*tables.rows, *suites.rows), (*NOTES, *tables.notes, *suites.notes), {**corpus_drawings(tables), **suite_drawings(suites)})


def _newest(folder: Path) -> Path:
    """The release whose name comes last: hp-2025-01-16.obo before hp.obo, as a dated name says more."""
    found = sorted(folder.glob("hp*.obo"), key=lambda p: (p.stem != "hp", p.name))
    if not found:
        raise NotFound("no hp*.obo", where=folder, remedy="put a release of the Human Phenotype Ontology there")
    return found[-1]
