"""How an IRI of an OWL file is written here: as a CURIE where it has one."""

from __future__ import annotations

from ...model.curie import curie
from ..axioms import NOTHING, THING

OWL = "http://www.w3.org/2002/07/owl#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
OBO = "http://purl.obolibrary.org/obo/"
IN_OWL = "http://www.geneontology.org/formats/oboInOwl#"
_FIXED = {OWL + "Thing": THING, OWL + "Nothing": NOTHING}


class Names(dict[str, str]):
    """IRI -> id, worked out once for each."""

    def __missing__(self, iri: str) -> str:
        name = self[iri] = _FIXED.get(iri) or curie(iri)
        return name


def local(iri: str) -> str:
    """What stands behind the last ``#`` or ``/``.

    >>> local("http://purl.obolibrary.org/obo/uberon/core#grouping_class")
    'grouping_class'
    """
    return iri.rstrip("#/").replace("#", "/").rpartition("/")[2]
