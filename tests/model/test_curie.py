"""Every way in which the real corpora write an id, and names that only look like one."""

from __future__ import annotations

import pytest

from goldproof.model.curie import curie, iri, is_curie, prefix

WRITTEN = {
    "HP:0000118": "HP:0000118",
    "HP_0000118": "HP:0000118",
    " HP_0000118 ": "HP:0000118",
    "http://purl.obolibrary.org/obo/HP_0000118": "HP:0000118",
    "https://purl.obolibrary.org/obo/HP_0000118": "HP:0000118",
    "<http://purl.obolibrary.org/obo/HP_0000118>": "HP:0000118",
    "http://purl.org/obo/owl/PATO#PATO_0000001": "PATO:0000001",
    "obo:BFO_0000050": "BFO:0000050",
    "http://purl.obolibrary.org/obo/PR_Q15796-1": "PR:Q15796-1",
    "http://purl.obolibrary.org/obo/NCBITaxon_species": "NCBITaxon:species",
    "http://purl.obolibrary.org/obo/uberon/core#connects": "UBERON:connects",
    "http://purl.obolibrary.org/obo/pato#towards": "PATO:towards",
    "<http://purl.obolibrary.org/obo/pato.owl#towards>": "PATO:towards",
    "http://www.w3.org/2002/07/owl#Thing": "owl:Thing",
    "<http://www.w3.org/2000/01/rdf-schema#label>": "rdfs:label",
    "APOLLO_SV_00000016": "APOLLO_SV:00000016",
    "UBERONTEMP_4fffbeb1-0774-4eb2-860e-5b50dece221c": "UBERONTEMP:4fffbeb1-0774-4eb2-860e-5b50dece221c",
    "UBERONTEMP:4fffbeb1-0774-4eb2-860e-5b50dece221c": "UBERONTEMP:4fffbeb1-0774-4eb2-860e-5b50dece221c",
}


@pytest.mark.parametrize("written", WRITTEN)
def test_an_id_is_one_curie_however_it_is_written(written: str) -> None:
    assert curie(written) == WRITTEN[written]
    assert is_curie(curie(written))
    assert curie(curie(written)) == curie(written)


@pytest.mark.parametrize("name", [
    "part_of", "http://purl.obolibrary.org/obo/part_of", "inheres_in_part_of", "C0012634", "", "https://example.org/HP_1/x",
    "http://purl.obolibrary.org/obo/valid_for_go_ontology", "OBO_REL_part_of", "x y_1", "http://x.org/y#part_of", "#", "a#b",
])  # fmt: skip
def test_a_name_that_is_no_such_id_stays_as_it_is(name: str) -> None:
    assert curie(name) == name
    assert not is_curie(name)
    assert prefix(name) == ""


@pytest.mark.parametrize(("id", "address"), [
    ("HP:0000118", "http://purl.obolibrary.org/obo/HP_0000118"), ("HP_0000118", "http://purl.obolibrary.org/obo/HP_0000118"),
    ("PATO:towards", "http://purl.obolibrary.org/obo/pato#towards"), ("owl:Thing", "http://www.w3.org/2002/07/owl#Thing"),
    ("PR:Q15796-1", "http://purl.obolibrary.org/obo/PR_Q15796-1"), ("http://x.org/y#z", "http://x.org/y#z"), ("part_of", "part_of"), ("", ""),
    ("C0012634", "C0012634"),
])  # fmt: skip
def test_the_address_of_an_id(id: str, address: str) -> None:
    assert iri(id) == address
    assert curie(address) == curie(id), "and back"
