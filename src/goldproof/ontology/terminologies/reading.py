"""Any file of a terminology, recognised by its name and by what is in it."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from ...errors import BadInput
from ...formats.files import head, peek
from ..terminology import Terminology
from .keeping import SUFFIX, load_terminology
from .umls import NAMES

TABLES = (".csv", ".tsv", ".txt", ".tab")
_RDF = (".ttl", ".nt", ".turtle")
_TURTLE = (b"@prefix", b"@base", b"PREFIX ", b"prefix ", b"BASE ")


def is_terminology(path: str | Path) -> bool:
    """Whether a file is a terminology by its name or beginning: what else is an ontology is none."""
    return kind_of(Path(path)) != "ontology"


def kind_of(path: Path) -> str:
    """kept | umls | table | skos | ontology."""
    name = path.name.lower().removesuffix(".gz")
    if name.endswith(SUFFIX):
        return "kept"
    if path.is_dir() or name.endswith(".rrf"):
        return "umls"
    if name.endswith(TABLES):
        return "table"
    if name.endswith(_RDF):
        return "skos"
    if name.endswith((".rdf", ".xml", ".skos")) and path.is_file():
        start = peek(head(path, 65536), 65536)
        if b"skos/core#" in start and b"owl#Ontology" not in start and b"<owl:Ontology" not in start:
            return "skos"
    return "ontology"


def read_terminology(
    path: str | Path, *, vocabularies: Collection[str] = (), languages: Collection[str] = (), suppressed: bool = False, groups: str | Path | None = None, language: str = "",
) -> Terminology:  # fmt: skip
    """A terminology from a file: ``.terms``, CSV or TSV, SKOS (RDF/XML, Turtle, N-Triples), UMLS-style tables (the folder, or MRCONSO.RRF), OBO, OWL.

    Of UMLS-style tables only the names of some vocabularies and languages are read if that is asked for, obsolete ones if ``suppressed``; ``groups``
    is the file of semantic groups. ``language`` is that of the names of an ontology, which does not say it.
    """
    path = Path(path)
    kind = kind_of(path)
    if kind != "umls" and (suppressed or groups is not None):
        raise BadInput("suppressed names and semantic groups are things of UMLS-style tables", where=path)
    if kind == "umls":
        from .umls import read_umls

        if not path.exists() or (path.is_file() and NAMES not in path.name.upper()):
            raise BadInput("not the table of names", where=path, remedy=f"name the folder of the tables, or {NAMES}.RRF in it")
        return read_umls(path, vocabularies=vocabularies, languages=languages, suppressed=suppressed, groups=Path(groups) if groups is not None else None)
    if kind == "kept":
        made = load_terminology(path)[0]
    elif kind == "table":
        from .tables import read_table

        made = read_table(path)
    elif kind == "skos":
        from .skos import read_skos

        made = read_skos(path)
    else:
        from ..ontology import Ontology
        from .ontologies import terminology_of

        made = terminology_of(Ontology(path), language=language)
    return made.cut(vocabulary=vocabularies, language=languages) if vocabularies or languages else made
