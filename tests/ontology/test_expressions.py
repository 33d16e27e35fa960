"""Class expressions with the names of an ontology: read, written, made plain, found unfit."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldproof as gp
from goldproof.errors import BadInput, GoldproofError
from goldproof.model import And, Expression, Kind, Some, Term
from goldproof.ontology import Entry, Misfit, Ontology, Scope, Synonym
from goldproof.ontology.entry import Sort
from goldproof.ontology.expressions import plain_expression

BEAST = Ontology.of([
    Entry("BEAST:1", "fin"), Entry("BEAST:2", "dorsal region", alternatives=("BEAST:20",)), Entry("BEAST:3", "tail fin", parents=("BEAST:1",)),
    Entry("BEAST:4", "spot"), Entry("BEAST:5", "spot"), Entry("BEAST:6", "old", obsolete=True, replaced_by=("BEAST:1",)), Entry("BEAST:7"),
    Entry("BEAST:8", "it's \\ odd"), Entry("BEAST:9", "and", synonyms=(Synonym("flipper", Scope.EXACT),)), Entry("BEAST:10", "BEAST:1"),
    Entry("part_of", "part of", Sort.RELATION, xrefs=("BFO:0000050",)), Entry("RO:1", "links", Sort.RELATION), Entry("RO:2", "past link", Sort.RELATION, obsolete=True),
], name="beast")  # fmt: skip
PART = "BFO:0000050"
READ: dict[str, Expression] = {
    "fin": Term("BEAST:1"),
    "'tail fin'": Term("BEAST:3"),
    "Flipper": Term("BEAST:9"),
    "BEAST_3": Term("BEAST:3"),
    "<http://purl.obolibrary.org/obo/BEAST_3>": Term("BEAST:3"),
    "OTHER:7": Term("OTHER:7"),
    "fin and (part_of some 'dorsal region')": And((Term("BEAST:1"), Some(PART, Term("BEAST:2")))),
    "fin and ('part of' some (BEAST:2 and (links some fin))) and (BFO_0000050 some 'tail fin')":
        And((Term("BEAST:1"), Some(PART, And((Term("BEAST:2"), Some("RO:1", Term("BEAST:1"))))), Some(PART, Term("BEAST:3")))),
    "part_of some part_of some fin": Some(PART, Some(PART, Term("BEAST:1"))),
}  # fmt: skip


@pytest.mark.parametrize("text", READ)
def test_names_and_ids_are_read_alike(text: str) -> None:
    assert BEAST.expression(text) == READ[text]


@pytest.mark.parametrize(("text", "says"), [
    ("spot", "BEAST:4 and BEAST:5"), ("'no such thing'", "no term is called 'no such thing'"), ("fin and (near some fin)", "no relation is called 'near'"),
    ("fin or fin", "'and' expected"), ("not fin", "no term is called 'not'|'and' expected"), ("(fin", "never closed"), ("", "expected"), ("'", "unexpected"),
])  # fmt: skip
def test_what_cannot_be_read_says_why(text: str, says: str) -> None:
    with pytest.raises(GoldproofError, match=says) as error:
        BEAST.expression(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("expression", "text"), [
    (READ["fin and (part_of some 'dorsal region')"], "fin and ('part of' some 'dorsal region')"),
    (Term("BEAST:4"), "BEAST:4"), (Term("BEAST:7"), "BEAST:7"), (Term("OTHER:7"), "OTHER:7"), (Term("BEAST:10"), "BEAST:10"),
    (Some("OTHER:near", Term("BEAST:9")), "OTHER:near some 'and'"), (Term("BEAST:6"), "BEAST:6"),
])  # fmt: skip
def test_labels_stand_only_for_what_they_lead_back_to(expression: Expression, text: str) -> None:
    assert BEAST.written(expression) == text
    assert BEAST.expression(text) == expression


TERMS = st.sampled_from([*BEAST.ids, "OTHER:7"]).map(Term)
RELATIONS = st.sampled_from([PART, "RO:1", "OTHER:near"])
EXPRESSIONS: st.SearchStrategy[Expression] = st.recursive(
    TERMS, lambda e: st.builds(Some, RELATIONS, e) | st.lists(e, min_size=2, max_size=3).map(lambda p: And(tuple(p))), max_leaves=6)  # fmt: skip


@given(EXPRESSIONS)
def test_what_is_written_is_read_again(expression: Expression) -> None:
    assert BEAST.expression(BEAST.written(expression)) == expression


def test_plain_is_with_primary_ids_and_the_relations_of_the_axioms() -> None:
    assert plain_expression(And((Term("BEAST_20"), Some("part of", Term("OTHER_7")))), BEAST) == And((Term("BEAST:2"), Some(PART, Term("OTHER:7"))))


@pytest.mark.parametrize(("expression", "kinds"), [
    (Term("BEAST:1"), []), (Term("BEAST:99"), ["term-unknown"]), (Term("BEAST:6"), ["term-obsolete"]), (Term("RO:1"), ["relation-as-term"]),
    (Some("near", Term("BEAST:1")), ["relation-unknown"]), (Some("BEAST:1", Term("BEAST:1")), ["term-as-relation"]),
    (Some("RO:2", Term("BEAST:1")), ["relation-obsolete"]), (And((Term("BEAST:99"), Some(PART, Term("BEAST:6")))), ["term-unknown", "term-obsolete"]),
    (And((Term("BEAST:99"), Term("BEAST:99"))), ["term-unknown"]),
])  # fmt: skip
def test_what_does_not_fit(expression: Expression, kinds: list[str]) -> None:
    assert [m.kind for m in BEAST.misfits(expression)] == kinds


def test_a_misfit_says_what_to_do() -> None:
    assert str(BEAST.misfits(Term("BEAST:6"))[0]) == "BEAST:6 (old) is obsolete (use BEAST:1 (fin))"
    assert BEAST.misfits(Term("BEAST:99")) == (Misfit("term-unknown", "BEAST:99", "no term BEAST:99", "is it a slip of the pen, or from another version?"),)


@pytest.mark.data
def test_every_expression_of_the_gold_standard_is_written_with_labels_and_read_again(data: Path) -> None:
    place = data / "phenoscape/ontologies"
    ontology = gp.Ontology(place / "uberon-2015-05-25.owl.zip", place / "pato-v2014-12-11.obo", place / "bspo-2014-02-03.owl.gz")
    (layer,) = gp.load(data / "phenoscape/annotations/GS_Dataset.tsv").of_kind(Kind.PHENOTYPES)
    expressions = [plain_expression(e, ontology) for e in layer.phenotypes.expressions]
    assert len(expressions) > 500
    named = 0
    for expression in expressions:
        text = ontology.written(expression)
        assert ontology.expression(text) == expression, text
        named += "UBERON:" not in text and "PATO:" not in text
    assert named > 0.9 * len(expressions)
    with pytest.raises(BadInput, match="never closed"):
        ontology.expression("'pelvic fin' and (part_of some gland")
