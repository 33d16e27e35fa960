"""Ontologies: reading them, their terms, what has become of an id, and the hierarchy."""

from __future__ import annotations

from .entry import Contents, Entry, Scope, Synonym
from .ontology import Ontology
from .status import Standing, Status

__all__ = ["Contents", "Entry", "Ontology", "Scope", "Standing", "Status", "Synonym"]
