"""An ontology as a terminology: its current classes, their labels and synonyms; groups are namespaces, vocabularies the prefixes of ids."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.curie import prefix
from ..ontology import Ontology
from ..terminology import Row, Terminology


def terminology_of(ontology: Ontology, *, language: str = "") -> Terminology:
    """Obsolete classes are left out. ``language`` is that of the names, which ontologies do not say."""
    return Terminology.of(_rows(ontology, language), name=ontology.version or ontology.name)


def _rows(ontology: Ontology, language: str) -> Iterator[Row]:
    for entry in ontology:
        if entry.obsolete:
            continue
        source = prefix(entry.id)
        yield Row(entry.id, entry.label, language, True, entry.namespace, "|".join(entry.parents), "", source, "preferred")
        for synonym in entry.synonyms:
            yield Row(entry.id, synonym.text, language, False, "", "", "", source, synonym.scope.value.lower())
