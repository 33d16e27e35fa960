"""What OBO statements mean: each tag by hand, after section 5 of the OBO 1.4 guide, and whole files by plain counting."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from goldproof.model.expression import And, Some, Term
from goldproof.ontology import Ontology
from goldproof.ontology.axioms import Axiom, Disjoint, Domain, Equivalent, Or, Subclass, Subrole

from .test_obo import read

A, B, C = Term("X:1"), Term("X:2"), Term("X:3")
HEAD = "format-version: 1.4\nontology: x\n"
PART = "[Typedef]\nid: part_of\nxref: FMA:1\nxref: BFO:0000050\n"

CASES: dict[str, tuple[str, tuple[Axiom, ...], dict[str, int]]] = {
    "is_a": ("is_a: X:2 ! b", (Subclass(A, B),), {}),
    "relationship, by the full id of the relation": ("relationship: part_of X:2", (Subclass(A, Some("BFO:0000050", B)),), {}),
    "a relation that no Typedef expands": ("relationship: near X:2", (Subclass(A, Some("near", B)),), {}),
    "genus and differentia": ("intersection_of: X:2\nintersection_of: part_of X:3", (Equivalent((A, And((B, Some("BFO:0000050", C))))),), {}),
    "one part of an intersection says nothing": ("intersection_of: X:2", (), {"intersection_of with one part": 1}),
    "union": ("union_of: X:2\nunion_of: X:3 ! c", (Equivalent((A, Or((B, C)))),), {}),
    "one part of a union says nothing": ("union_of: X:2", (), {"union_of with one part": 1}),
    "disjoint": ('disjoint_from: X:2 {source="y"} ! b', (Disjoint((A, B)),), {}),
    "equivalent": ("equivalent_to: X:2", (Equivalent((A, B)),), {}),
    "all values only": ('relationship: part_of X:2 {all_only="true"}', (), {"relationship of all values only": 1}),
    "all values, and some": ('relationship: part_of X:2 {all_only="true", all_some="true"}', (Subclass(A, Some("BFO:0000050", B)),),
                             {"relationship of all values only": 1}),
    "none at all": ('relationship: part_of X:2 {cardinality="0"}', (), {"relationship that is denied": 1}),
    "two or more are some": ('relationship: part_of X:2 {minCardinality="2"}', (Subclass(A, Some("BFO:0000050", B)),), {"cardinality of a relationship": 1}),
    "at most two may be none": ('relationship: part_of X:2 {maxCardinality="2"}', (), {"cardinality of a relationship": 1}),
    "for some of them only": ('is_a: X:2 {gci_relation="part_of", gci_filler="X:3"}', (Subclass(And((A, Some("BFO:0000050", C))), B),), {}),
    "a relationship for some of them": ('relationship: part_of X:2 {gci_relation="part_of", gci_filler="X_3"}',
                                        (Subclass(And((A, Some("BFO:0000050", C))), Some("BFO:0000050", B)),), {}),
    "modifiers that change nothing": ('relationship: part_of X:2 {source="all_only"}', (Subclass(A, Some("BFO:0000050", B)),), {}),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_statement_about_a_class(name: str, tmp_path: Path) -> None:
    lines, axioms, left = CASES[name]
    toy = read(f"{HEAD}\n[Term]\nid: X:1\n{lines}\n\n{PART}", tmp_path)
    assert toy.axioms.axioms == axioms
    assert toy.axioms.left_out == left
    assert toy.warnings == ()


ROLES: dict[str, tuple[str, tuple[Axiom, ...], dict[str, int]]] = {
    "is_a": ("is_a: part_of", (Subrole(("RO:1",), "BFO:0000050"),), {}),
    "is_transitive": ("is_transitive: true", (Subrole(("RO:1", "RO:1"), "RO:1"),), {}),
    "is not": ("is_transitive: false\nis_symmetric: false", (), {}),
    "transitive_over": ("transitive_over: part_of ! part of", (Subrole(("RO:1", "BFO:0000050"), "RO:1"),), {}),
    "holds_over_chain": ('holds_over_chain: part_of RO:2 {is_inferred="true"}', (Subrole(("BFO:0000050", "RO:2"), "RO:1"),), {}),
    "equivalent_to": ("equivalent_to: RO:2", (Subrole(("RO:1",), "RO:2"), Subrole(("RO:2",), "RO:1")), {}),
    "domain": ("domain: X:1", (Domain("RO:1", A),), {}),
    "outside the fragment": ("range: X:1\ninverse_of: RO:2\nis_symmetric: true\nis_functional: true", (),
                             {"range": 1, "inverse_of": 1, "is_symmetric": 1, "is_functional": 1}),
    "for information": ("is_metadata_tag: true\nis_a: part_of", (), {"relations of classes or for information": 1}),
}  # fmt: skip


@pytest.mark.parametrize("name", ROLES)
def test_a_statement_about_a_relation(name: str, tmp_path: Path) -> None:
    lines, axioms, left = ROLES[name]
    toy = read(f"{HEAD}\n[Typedef]\nid: RO:1\n{lines}\n\n{PART}", tmp_path)
    assert toy.axioms.axioms == axioms
    assert toy.axioms.left_out == left


def test_relationships_for_information_are_no_logic(tmp_path: Path) -> None:
    toy = read(f"{HEAD}\n[Term]\nid: X:1\nrelationship: opposite X:2\n\n[Typedef]\nid: opposite\nis_class_level: true\n", tmp_path)
    assert toy.axioms.axioms == ()
    assert toy.axioms.left_out == {"relationship of classes or for information": 1, "relations of classes or for information": 1}


def test_what_holds_for_some_only_is_no_parent(tmp_path: Path) -> None:
    toy = read(f'{HEAD}\n[Term]\nid: X:1\nis_a: X:2\nis_a: X:3 {{gci_relation="part_of", gci_filler="X:3"}}\n', tmp_path)
    assert toy.parents("X:1") == ("X:2",)


def test_entries_at_hand_state_their_axioms_too(tmp_path: Path) -> None:
    toy = read(f"{HEAD}\n[Term]\nid: X:1\nis_a: X:2\n", tmp_path)
    assert Ontology.of(toy.contents.entries).axioms == toy.axioms


@pytest.mark.data
def test_every_file_states_as_many_axioms_as_a_plain_search_finds(data: Path) -> None:
    for file in sorted(data.glob("**/*.obo")):
        text = file.read_text("utf-8")
        terms = [b for b in re.split(r"\n(?=\[)", text) if b.startswith("[Term]")]
        unlogical = {re.search(r"\nid: (\S+)", b)[1] for b in re.split(r"\n(?=\[)", text)  # type: ignore[index]
                     if b.startswith("[Typedef]") and re.search(r"\nis_(metadata_tag|class_level): true", b)}  # fmt: skip
        made = Ontology(file).axioms.axioms
        told = sum(len(set(re.findall(r"^is_a: (\S+)", b, re.M))) for b in terms)
        related = sum(r not in unlogical and "all_only" not in rest for b in terms
                      for r, _, rest in set(re.findall(r"^relationship: (\S+) (\S+)(.*)$", b, re.M)))  # fmt: skip
        assert sum(isinstance(a, Subclass) for a in made) == told + related, file.name
        defined = sum("\nintersection_of: " in b for b in terms) + sum("\nunion_of: " in b for b in terms)
        assert sum(isinstance(a, Equivalent) for a in made) == defined, file.name
        assert sum(isinstance(a, Domain) for a in made) == len(re.findall(r"^domain: ", text, re.M)), file.name
