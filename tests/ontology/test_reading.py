"""The door: any kind of file, packed or not, known by what is in it."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from pathlib import Path

import pytest

from goldproof.errors import BadInput
from goldproof.model.expression import And, Some, Term
from goldproof.ontology import Entry, Ontology, Scope, Synonym
from goldproof.ontology.axioms import Domain, Equivalent, Subclass, Subrole
from goldproof.ontology.entry import Sort

from .toys import TOY

OBO = "http://purl.obolibrary.org/obo/"
IN_OWL = "http://www.geneontology.org/formats/oboInOwl#"
GRAPH = {"graphs": [{
    "id": f"{OBO}toy.owl", "meta": {"version": f"{OBO}toy/releases/2026-01-01/toy.owl"},
    "nodes": [
        {"id": f"{OBO}TOY_1", "lbl": "part", "type": "CLASS"},
        {"id": f"{OBO}TOY_2", "lbl": "limb", "type": "CLASS", "meta": {
            "definition": {"val": "Sticks out.", "xrefs": ["TOY:me"]}, "comments": ["so far"], "subsets": [f"{OBO}toy#slim"],
            "xrefs": [{"val": "UMLS:C1"}], "synonyms": [
                {"pred": "hasExactSynonym", "val": "leg", "xrefs": ["TOY:a"], "synonymType": f"{OBO}toy#layperson"},
                {"pred": "hasBroadSynonym", "val": "appendage"}, {"pred": "hasRelatedSynonym", "val": "thing"}],
            "basicPropertyValues": [{"pred": f"{IN_OWL}hasAlternativeId", "val": "TOY:20"}, {"pred": f"{IN_OWL}hasOBONamespace", "val": "toy"},
                                    {"pred": "http://x/y#creator", "val": "me"}]}},
        {"id": f"{OBO}TOY_3", "lbl": "old", "type": "CLASS", "meta": {"deprecated": True, "basicPropertyValues": [
            {"pred": f"{OBO}IAO_0100001", "val": f"{OBO}TOY_2"}, {"pred": f"{IN_OWL}consider", "val": "TOY:1"}]}},
        {"id": f"{OBO}BFO_0000050", "lbl": "part of", "type": "PROPERTY", "propertyType": "OBJECT"},
        {"id": f"{OBO}TOY_9", "lbl": "nearly a relation"},
    ],
    "edges": [
        {"sub": f"{OBO}TOY_2", "pred": "is_a", "obj": f"{OBO}TOY_1"}, {"sub": f"{OBO}TOY_2", "pred": f"{OBO}BFO_0000050", "obj": f"{OBO}TOY_1"},
        {"sub": f"{OBO}TOY_1", "pred": f"{OBO}TOY_9", "obj": f"{OBO}TOY_2"},
        {"sub": f"{OBO}BFO_0000050", "pred": "subPropertyOf", "obj": f"{OBO}TOY_9"}, {"sub": f"{OBO}BFO_0000050", "pred": "inverseOf", "obj": f"{OBO}TOY_9"},
        {"sub": f"{OBO}TOY_1"},
    ],
    "logicalDefinitionAxioms": [{"definedClassId": f"{OBO}TOY_2", "genusIds": [f"{OBO}TOY_1"],
                                 "restrictions": [{"propertyId": f"{OBO}BFO_0000050", "fillerId": f"{OBO}TOY_1"}]}],
    "equivalentNodesSets": [{"representativeNodeId": f"{OBO}TOY_1", "nodeIds": [f"{OBO}TOY_1", f"{OBO}TOY_7"]}],
    "domainRangeAxioms": [{"predicateId": f"{OBO}BFO_0000050", "domainClassIds": [f"{OBO}TOY_1"], "rangeClassIds": [f"{OBO}TOY_2"]}],
    "propertyChainAxioms": [{"predicateId": f"{OBO}TOY_9", "chainPredicateIds": [f"{OBO}TOY_9", f"{OBO}BFO_0000050"]}],
}]}  # fmt: skip


def save(folder: Path, name: str, data: bytes) -> Path:
    (folder / name).write_bytes(data)
    return folder / name


def zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def test_obo_graphs(tmp_path: Path) -> None:
    toy = Ontology(save(tmp_path, "toy.json", json.dumps(GRAPH).encode()))
    assert (toy.name, toy.version) == ("toy", "toy/releases/2026-01-01/toy.owl")
    assert toy["TOY:2"] == Entry(
        "TOY:2", "limb", namespace="toy", definition="Sticks out.", comment="so far",
        synonyms=(Synonym("leg", Scope.EXACT, "layperson", ("TOY:a",)), Synonym("appendage", Scope.BROAD), Synonym("thing", Scope.RELATED)),
        parents=("TOY:1",), alternatives=("TOY:20",), relationships=(("BFO:0000050", "TOY:1"),), genus=(("", "TOY:1"), ("BFO:0000050", "TOY:1")),
        xrefs=("UMLS:C1",), subsets=("slim",), clauses=(("creator", "me"),),
    )  # fmt: skip
    assert toy.status("TOY:3").id == "TOY:2"
    assert toy["TOY:3"].consider == ("TOY:1",)
    assert [e.id for e in toy.relations] == ["BFO:0000050", "TOY:9"], "a node without a type that stands as a relation is one"
    assert toy["BFO:0000050"].sort is Sort.RELATION
    one, two, part, near = Term("TOY:1"), Term("TOY:2"), "BFO:0000050", "TOY:9"
    assert set(toy.axioms.axioms) == {
        Subclass(two, one), Subclass(two, Some(part, one)), Subclass(one, Some(near, two)), Subrole((part,), near),
        Equivalent((two, And((one, Some(part, one))))), Equivalent((one, Term("TOY:7"))), Domain(part, one), Subrole((near, part), near),
    }  # fmt: skip
    assert toy.axioms.left_out == {"inverse_of": 1, "range": 1}
    assert toy.warnings == ('edges[5]: no \'pred\': {"sub": "http://purl.obolibrary.org/obo/TOY_1"}',)


@pytest.mark.parametrize("harm", [
    {"nodes": [{"id": 5}, {}, None, {"id": "A:1", "meta": 7}, {"id": "A:2", "meta": {"synonyms": 3}}, {"id": "A:3", "meta": {"definition": "x"}}],
     "edges": [None, {"sub": "A:1", "pred": "is_a", "obj": None}], "logicalDefinitionAxioms": [{"definedClassId": "A:2", "genusIds": ["A:1"]}, 3],
     "equivalentNodesSets": [{}], "domainRangeAxioms": ["x"], "propertyChainAxioms": [{"predicateId": "R:1", "chainPredicateIds": []}]},
])  # fmt: skip
def test_what_cannot_be_understood_of_a_graph_is_a_warning(harm: object, tmp_path: Path) -> None:
    toy = Ontology(save(tmp_path, "x.json", json.dumps({"graphs": [harm]}).encode()))
    assert toy.ids == ("A:2", "A:3")
    assert len(toy.warnings) == 13


@pytest.mark.parametrize("wrap", [
    gzip.compress, lambda d: zipped({"toy.obo": d}), lambda d: zipped({"toy.obo": d, "__MACOSX/._toy.obo": b"x", "folder/": b"", ".hidden": b""}),
    lambda d: zipped({"toy.obo": d, "README.txt": b"read me"}),
])  # fmt: skip
def test_the_same_packed_and_not(wrap: object, tmp_path: Path) -> None:
    plain = Ontology(save(tmp_path, "toy.obo", TOY.encode()))
    assert Ontology(save(tmp_path, "packed", wrap(TOY.encode()))).contents == plain.contents  # type: ignore[operator]
    graph = json.dumps(GRAPH).encode()
    assert len(Ontology(save(tmp_path, "packed.json", wrap(graph)))) == 3  # type: ignore[operator]


@pytest.mark.parametrize(("files", "says"), [
    ({"a.obo": b"x", "b.obo": b"y"}, "2 ontologies"), ({}, "0 ontologies"), ({"a.txt": b"x", "b.txt": b"y"}, "0 ontologies"), ({"a.obo": b""}, "empty"),
    ({"a.obo": b"\0\1"}, "binary"),
])  # fmt: skip
def test_a_zip_that_holds_no_one_ontology(files: dict[str, bytes], says: str, tmp_path: Path) -> None:
    data = zipped(files) if files else b"PK\x03\x04" + zipped({})
    with pytest.raises(BadInput, match=says):
        Ontology(save(tmp_path, "x.zip", data))


def test_a_zip_may_not_unpack_without_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDPROOF_MAX_MB", "1")
    with pytest.raises(BadInput, match="when unpacked"):
        Ontology(save(tmp_path, "x.zip", zipped({"x.obo": b"ontology: x\n" + b"\n" * 2_000_000})))


def test_a_broken_zip(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="zip"):
        Ontology(save(tmp_path, "x.zip", zipped({"x.obo": TOY.encode()})[:-30]))
