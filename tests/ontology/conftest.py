"""The real ontologies of the Phenoscape gold standard, each read once a session."""

from __future__ import annotations

import gzip
import zipfile
from pathlib import Path

import pytest

from goldproof.ontology import owl
from goldproof.ontology.entry import Contents


@pytest.fixture(scope="session")
def uberon(data: Path) -> Contents:
    with zipfile.ZipFile(data / "phenoscape/ontologies/uberon-2015-05-25.owl.zip") as packed:
        return owl.parse(packed.read("uberon.owl"), "uberon.owl")


@pytest.fixture(scope="session")
def phenoscape(data: Path, uberon: Contents) -> tuple[Contents, ...]:
    """The ontologies that the subsumers oracle was made with."""
    rest = ("pato-simple-2015-02-12", "bspo-2014-02-03")
    return uberon, *(owl.parse(gzip.decompress((data / f"phenoscape/ontologies/{name}.owl.gz").read_bytes()), name) for name in rest)
