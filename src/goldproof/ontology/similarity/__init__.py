"""How alike terms, sets of terms and Entity-Quality phenotypes are, over whoever knows their superclasses."""

from __future__ import annotations

from .bits import BitRows
from .comparison import LABELS, METRICS, Comparison, Mean, compare, phenotypes_of
from .convention import CONVENTIONS, Convention
from .frequency import Frequency
from .information import STRUCTURAL, Information, from_annotations, sanchez, seco, zhou
from .profiles import Profiles
from .reasoned import Reasoned, reasoned
from .subsumers import Listed, Subsumers, Told, relations_in
from .terms import OF_SETS, PAIRWISE, TOGETHER, Terms

__all__ = [
    "CONVENTIONS", "LABELS", "METRICS", "OF_SETS", "PAIRWISE", "STRUCTURAL", "TOGETHER", "BitRows", "Comparison", "Convention", "Frequency", "Information",
    "Listed", "Mean", "Profiles", "Reasoned", "Subsumers", "Terms", "Told", "compare", "from_annotations", "phenotypes_of", "reasoned", "relations_in",
    "sanchez", "seco", "zhou",
]  # fmt: skip
