"""Terminologies from files: tables, SKOS, UMLS-style tables, ontologies; kept, and found in by the words of their names."""

from __future__ import annotations

from .finding import TermIndex
from .keeping import load_terminology, save_terminology
from .reading import is_terminology, read_terminology

__all__ = ["TermIndex", "is_terminology", "load_terminology", "read_terminology", "save_terminology"]
