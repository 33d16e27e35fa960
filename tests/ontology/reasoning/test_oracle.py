"""ELK's answer for 1,911 components of the Phenoscape annotations, under Uberon, PATO and BSPO: ours is the same."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from goldproof.formats.manchester import canonical, canonical_ids, parse
from goldproof.model.expression import And, Expression, Some, Term
from goldproof.ontology.axioms import Domain
from goldproof.ontology.entry import Contents, Sort
from goldproof.ontology.reasoning import Reasoner

pytestmark = pytest.mark.data


def oracle(data: Path, name: str) -> dict[Expression, frozenset[str]]:
    """The rows, with the relations that have no number under the names that ELK was given (obo/PATO_x): the ontologies call them otherwise
    (obo/pato#x), so that for the oracle they are relations of which no axiom speaks."""
    rows: dict[Expression, frozenset[str]] = {}
    with gzip.open(data / "phenoscape/subsumers-oracle" / name, "rt", encoding="utf-8") as file:
        next(file)
        for line in file:
            component, subsumers = line.rstrip("\n").split("\t")
            rows[foreign(canonical_ids(parse(component)))] = frozenset(subsumers.split("|"))
    return rows


def other(relation: str) -> str:
    return relation if any(c.isdigit() for c in relation) else f"obo/{relation}"


def foreign(expression: Expression) -> Expression:
    match expression:
        case Some(relation, filler):
            return Some(other(relation), foreign(filler))
        case And(parts):
            return And(tuple(map(foreign, parts)))
    return expression


@pytest.fixture(scope="module")
def reasoner(phenoscape: tuple[Contents, ...]) -> Reasoner:
    return Reasoner(*phenoscape)


def test_named_classes_are_equal_for_all(data: Path, reasoner: Reasoner) -> None:
    rows = oracle(data, "elk-named.tsv.gz")
    assert len(rows) == 1911
    different = []
    for component, subsumers in rows.items():
        expected = {canonical(id) for id in subsumers}
        # ELK does not count a class among its own superclasses.
        found = reasoner.superclasses(component) - ({component.id} if isinstance(component, Term) else set())
        if found != expected:
            different.append((str(component), sorted(found ^ expected)))
    assert different == []


def test_with_the_relations_as_the_ontologies_call_them_one_row_has_one_more_by_a_domain(data: Path, reasoner: Reasoner, phenoscape: tuple[Contents, ...]) -> None:
    more = {}
    with gzip.open(data / "phenoscape/subsumers-oracle/elk-named.tsv.gz", "rt", encoding="utf-8") as file:
        next(file)
        for line in file:
            component = line.split("\t")[0]
            known, foreign_ = canonical_ids(parse(component)), foreign(canonical_ids(parse(component)))
            if found := reasoner.superclasses(known) ^ reasoner.superclasses(foreign_):
                more[component] = found
    relation = "PATO:similar_in_magnitude_relative_to"
    assert list(more.values()) == [{"PATO:0000001"}]
    assert all(relation.replace(":", "_") in component for component in more)
    assert Domain(relation, Term("PATO:0000001")) in phenoscape[1].axioms.axioms


def test_some_subsumers_are_equal_for_all_and_what_the_oracle_lacks_has_its_reason(data: Path, reasoner: Reasoner, uberon: Contents) -> None:
    rows = oracle(data, "elk-with-relations.tsv.gz")
    pairs = {c: {(other(canonical(r)), canonical(u)) for r, u in (s.split(" some ") for s in subsumers if " some " in s)} for c, subsumers in rows.items()}
    relations = {relation for found in pairs.values() for relation, _ in found}
    # The oracle has a class `OP some U` for every U that Uberon declares: within these, equality, in all rows.
    declared = {entry.id for entry in uberon.entries if entry.sort is Sort.CLASS}
    different, lacking = [], set()
    for component, expected in pairs.items():
        found = {(relation, id) for relation, id in reasoner.some_subsumers(component) if relation in relations}
        if {(relation, id) for relation, id in found if id in declared} != expected:
            different.append(str(component))
        lacking |= {(component, relation, id) for relation, id in found - expected}
    assert (len(rows), different) == (1911, [])
    # Everything else that we find is said by the axioms (asked for alone, it is found again), of classes that Uberon does not have.
    assert all(id not in declared and reasoner.is_subsumed(component, Some(relation, Term(id))) for component, relation, id in lacking)
    # Two of them look like classes of Uberon: they stand in no axiom at all, only in the annotations.
    anatomical = {id for _, _, id in lacking if id.startswith("UBERON:")}
    assert anatomical == {"UBERON:0007029", "UBERON:0010904"}
    assert anatomical.isdisjoint(reasoner.classes)
