"""Ontologies: reading them, their terms, what has become of an id, the hierarchy, reasoning, provisional terms and named versions."""

from __future__ import annotations

from . import hierarchy
from .axioms import Axioms
from .changes import Change, Fate, changes
from .entry import Contents, Entry, Scope, Synonym
from .expressions import Misfit
from .merging import Conflict
from .ontology import Ontology, merge_ontologies
from .provisional import Decision, Proposal, Suggestion, proposals_in, suggestions
from .reasoning import Reasoner
from .status import Standing, Status
from .versions import Version, read_version, version_of

__all__ = [
    "Axioms", "Change", "Conflict", "Contents", "Decision", "Entry", "Fate", "Misfit", "Ontology", "Proposal", "Reasoner", "Scope", "Standing", "Status",
    "Suggestion", "Synonym", "Version", "changes", "hierarchy", "merge_ontologies", "proposals_in", "read_version", "suggestions", "version_of",
]  # fmt: skip
