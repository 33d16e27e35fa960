"""Ontologies: reading them, their terms, what has become of an id, the hierarchy, and what can be reasoned over."""

from __future__ import annotations

from . import hierarchy
from .axioms import Axioms
from .entry import Contents, Entry, Scope, Synonym
from .expressions import Misfit
from .merging import Conflict
from .ontology import Ontology, merge_ontologies
from .reasoning import Reasoner
from .status import Standing, Status

__all__ = ["Axioms", "Conflict", "Contents", "Entry", "Misfit", "Ontology", "Reasoner", "Scope", "Standing", "Status", "Synonym", "hierarchy",
           "merge_ontologies"]  # fmt: skip
