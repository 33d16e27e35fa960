"""Ontologies -> who knows what stands above an expression."""

from __future__ import annotations

from collections.abc import Iterable

from ..ontology import Ontology
from .subsumers import Subsumers, Told


def reasoned(ontology: Ontology, relations: Iterable[str] = ()) -> Subsumers:
    """Whoever knows the superclasses under an ontology, with ``OP some U`` for the relations."""
    return Told(ontology)
