"""OWL: what a file says is the same whatever syntax it is in, the fragment is taken and the rest counted, and every broken file gets one line."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import pytest

from goldproof.errors import BadInput, GoldproofError
from goldproof.model.expression import And, Some, Term
from goldproof.ontology import owl
from goldproof.ontology.axioms import Disjoint, Domain, Equivalent, Or, Subclass, Subrole
from goldproof.ontology.entry import Contents, Entry, Scope, Sort, Synonym

PREFIXES = """\
Prefix(owl:=<http://www.w3.org/2002/07/owl#>)
Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)
Prefix(o:=<http://www.geneontology.org/formats/oboInOwl#>)
Prefix(obo:=<http://purl.obolibrary.org/obo/>)
Prefix(e:=<http://example.org/>)
"""
BODY = """\
Declaration(Class(obo:TOY_1)) Declaration(Class(obo:TOY_2)) Declaration(Class(obo:TOY_3)) Declaration(Class(obo:TOY_4))
Declaration(Class(obo:TOY_5)) Declaration(Class(obo:TOY_6)) Declaration(NamedIndividual(obo:TOY_6)) Declaration(Class(e:strange))
Declaration(ObjectProperty(obo:BFO_0000050)) Declaration(ObjectProperty(e:near)) Declaration(ObjectProperty(e:in))
Declaration(AnnotationProperty(o:hasExactSynonym)) Declaration(AnnotationProperty(o:hasDbXref)) Declaration(AnnotationProperty(obo:IAO_0000115))
AnnotationAssertion(rdfs:label obo:TOY_2 "pied"@fr)
AnnotationAssertion(rdfs:label obo:TOY_2 "foot")
AnnotationAssertion(Annotation(o:hasDbXref "PMID:1") Annotation(o:hasSynonymType <http://example.org/#layperson>) o:hasExactSynonym obo:TOY_2 "pes")
AnnotationAssertion(o:hasBroadSynonym obo:TOY_2 "thing to stand on")
AnnotationAssertion(obo:IAO_0000115 obo:TOY_2 "It stands.")
AnnotationAssertion(o:hasDbXref obo:TOY_2 "FMA:9")
AnnotationAssertion(o:hasAlternativeId obo:TOY_2 "TOY:22")
AnnotationAssertion(o:hasOBONamespace obo:TOY_2 "toys")
AnnotationAssertion(o:inSubset obo:TOY_2 <http://purl.obolibrary.org/obo/toy#slim>)
AnnotationAssertion(o:created_by obo:TOY_2 "me")
AnnotationAssertion(rdfs:comment obo:TOY_2 "A comment.")
AnnotationAssertion(e:note obo:TOY_2 "said \\"so\\"")
AnnotationAssertion(owl:deprecated obo:TOY_3 "true"^^<http://www.w3.org/2001/XMLSchema#boolean>)
AnnotationAssertion(obo:IAO_0100001 obo:TOY_3 obo:TOY_2)
AnnotationAssertion(o:consider obo:TOY_3 "TOY:1")
SubClassOf(obo:TOY_2 obo:TOY_1)
SubClassOf(obo:TOY_2 ObjectSomeValuesFrom(obo:BFO_0000050 obo:TOY_4))
SubClassOf(obo:TOY_2 ObjectSomeValuesFrom(obo:BFO_0000050 ObjectIntersectionOf(obo:TOY_1 ObjectSomeValuesFrom(e:near obo:TOY_4))))
SubClassOf(ObjectUnionOf(obo:TOY_4 obo:TOY_5) obo:TOY_1)
SubClassOf(obo:TOY_4 ObjectIntersectionOf(obo:TOY_1 ObjectAllValuesFrom(e:near obo:TOY_5)))
SubClassOf(obo:TOY_4 ObjectComplementOf(obo:TOY_6))
EquivalentClasses(obo:TOY_5 ObjectIntersectionOf(obo:TOY_4 ObjectSomeValuesFrom(obo:BFO_0000050 obo:TOY_2)))
EquivalentClasses(obo:TOY_1 ObjectUnionOf(obo:TOY_2 obo:TOY_4))
EquivalentClasses(obo:TOY_6 ObjectIntersectionOf(obo:TOY_1 ObjectUnionOf(obo:TOY_4 obo:TOY_5)))
DisjointClasses(obo:TOY_2 obo:TOY_6)
TransitiveObjectProperty(obo:BFO_0000050)
SubObjectPropertyOf(e:near e:in)
SubObjectPropertyOf(ObjectPropertyChain(e:near obo:BFO_0000050) e:near)
EquivalentObjectProperties(e:in e:within)
ObjectPropertyDomain(e:near obo:TOY_1)
ObjectPropertyRange(e:near obo:TOY_1)
InverseObjectProperties(e:near e:far)
SymmetricObjectProperty(e:near)
SubClassOf(obo:TOY_1 ObjectMinCardinality(2 e:near obo:TOY_2))
ClassAssertion(obo:TOY_1 obo:TOY_6)
"""
TOY = PREFIXES + f"Ontology(<http://purl.obolibrary.org/obo/toy.owl> <http://purl.obolibrary.org/obo/toy/2026-01-01/toy.owl>\n{BODY})\n"


def contents(text: str | bytes, where: str = "toy.owl") -> Contents:
    return owl.parse(text if isinstance(text, bytes) else text.encode(), where)


def entry(made: Contents, id: str) -> Entry:
    return next(e for e in made.entries if e.id == id)


def converted(text: str, syntax: str) -> str:
    """The same ontology, written by py-horned-owl in another syntax."""
    import pyhornedowl

    saved: str = pyhornedowl.open_ontology_from_string(text, "ofn").save_to_string(syntax)
    return saved


def test_every_field_of_a_term() -> None:
    assert entry(contents(TOY), "TOY:2") == Entry(
        "TOY:2",
        "foot",
        namespace="toys",
        definition="It stands.",
        comment="A comment.",
        synonyms=(Synonym("pes", Scope.EXACT, "layperson", ("PMID:1",)), Synonym("thing to stand on", Scope.BROAD)),
        parents=("TOY:1",),
        alternatives=("TOY:22",),
        relationships=(("BFO:0000050", "TOY:4"),),
        xrefs=("FMA:9",),
        subsets=("slim",),
        clauses=(("created_by", "me"), ("property_value", 'http://example.org/note "said \\"so\\"" xsd:string')),
    )


def test_obsolete_genus_relations_and_punning() -> None:
    made = contents(TOY)
    gone = entry(made, "TOY:3")
    assert (gone.obsolete, gone.replaced_by, gone.consider) == (True, ("TOY:2",), ("TOY:1",))
    assert entry(made, "TOY:5").genus == (("", "TOY:4"), ("BFO:0000050", "TOY:2"))
    part_of, near = entry(made, "BFO:0000050"), entry(made, "http://example.org/near")
    assert part_of.sort is Sort.RELATION
    assert ("is_transitive", "true") in part_of.clauses
    assert near.parents == ("http://example.org/in",)
    assert set(near.clauses) == {
        ("domain", "TOY:1"), ("range", "TOY:1"), ("is_symmetric", "true"), ("inverse_of", "http://example.org/far"),
        ("holds_over_chain", "http://example.org/near BFO:0000050"),
    }  # fmt: skip
    assert [e.sort for e in made.entries if e.id == "TOY:6"] == [Sort.INDIVIDUAL, Sort.CLASS], "one id may be a class and an individual"
    assert (made.name, made.version) == ("toy", "toy/2026-01-01")


def test_the_fragment_is_taken_and_the_rest_is_counted() -> None:
    one, two, four, five, six = (Term(f"TOY:{i}") for i in (1, 2, 4, 5, 6))
    part_of, near, inside, within = "BFO:0000050", *(f"http://example.org/{x}" for x in ("near", "in", "within"))
    made = contents(TOY).axioms
    assert set(made.axioms) == {
        Subclass(two, one),
        Subclass(two, Some(part_of, four)),
        Subclass(two, Some(part_of, And((one, Some(near, four))))),
        Subclass(Or((four, five)), one),
        Subclass(four, one),
        Disjoint((four, six)),
        Equivalent((five, And((four, Some(part_of, two))))),
        Equivalent((one, Or((two, four)))),
        Subclass(six, one),
        Subclass(Or((And((one, four)), And((one, five)))), six),
        Disjoint((two, six)),
        Subrole((part_of, part_of), part_of),
        Subrole((near,), inside),
        Subrole((near, part_of), near),
        Subrole((inside,), within),
        Subrole((within,), inside),
        Domain(near, one),
    }
    assert made.left_out == {
        "ClassAssertion": 1, "InverseObjectProperties": 1, "ObjectAllValuesFrom": 1, "ObjectMinCardinality": 1, "ObjectPropertyRange": 1,
        "ObjectUnionOf": 1, "SymmetricObjectProperty": 1,
    }  # fmt: skip


@pytest.mark.parametrize("syntax", ["owx", "owl", "omn"])
def test_the_same_in_every_syntax(syntax: str) -> None:
    written = converted(TOY, syntax)
    expected, made = contents(TOY), contents(written)
    assert made.axioms == expected.axioms
    classes = {e.id: e for e in made.entries if e.sort is Sort.CLASS}
    for was in expected.entries:
        if was.sort is Sort.CLASS and was.id != "TOY:6":
            assert classes[was.id] == was
    assert (made.name, made.version) == (expected.name, expected.version)


def test_the_order_of_the_file_does_not_matter() -> None:
    lines = BODY.splitlines()
    random.Random(7).shuffle(lines)
    shuffled = TOY.replace(BODY, "\n".join(lines))
    assert contents(shuffled) == contents(TOY)


RDF = '<?xml version="1.0"?>\n<rdf:RDF xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:owl="http://www.w3.org/2002/07/owl#" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:o="http://www.geneontology.org/formats/oboInOwl#">\n'
CLASS = '<owl:Class rdf:about="http://purl.obolibrary.org/obo/TOY_1"><rdfs:label>x &lt; y</rdfs:label></owl:Class>\n'


def test_entities_of_old_files_are_put_in() -> None:
    head = '<?xml version="1.0"?><!DOCTYPE rdf:RDF [ <!ENTITY obo "http://purl.obolibrary.org/obo/" > ]>' + RDF[22:]
    assert contents(head + CLASS.replace("http://purl.obolibrary.org/obo/", "&obo;") + "</rdf:RDF>").entries == (Entry("TOY:1", "x < y"),)


def test_annotations_whose_property_is_not_declared_are_annotations() -> None:
    made = contents(RDF + CLASS.replace("</owl:Class>", "<o:hasExactSynonym>z</o:hasExactSynonym></owl:Class>") + "</rdf:RDF>")
    assert made.entries[0].synonyms == (Synonym("z", Scope.EXACT),)
    assert made.axioms.left_out == {}, "an annotation is no axiom that was left out"


def test_imports_are_told() -> None:
    made = contents(TOY.replace(BODY, "Import(<http://example.org/other.owl>)"))
    assert made.warnings == ("imports http://example.org/other.owl, which is not read: give that file too if its terms are needed",)


NEST = 500
BROKEN = {
    "empty": ("", "the file is empty"),
    "truncated RDF/XML": (RDF + CLASS, "not well-formed XML"),
    "truncated OWL/XML": ('<Ontology xmlns="http://www.w3.org/2002/07/owl#"><SubClassOf>', "not well-formed XML"),
    "truncated functional": (TOY[:-500], "not readable as OWL functional syntax"),
    "unknown axiom": (TOY.replace("DisjointClasses", "DisjointClases"), "not readable as OWL functional syntax"),
    "unknown prefix": (TOY.replace("SubClassOf(obo:TOY_2 obo:TOY_1)", "SubClassOf(x:TOY_2 obo:TOY_1)"), "undefined prefix"),
    "no IRI": (RDF + '<owl:Class rdf:about="not an iri"/></rdf:RDF>', "'not an iri' is not an IRI"),
    "not UTF-8": (RDF.encode() + b"\xff\xff</rdf:RDF>", "(line 3"),
    "crossed tags": (RDF + "<owl:Class><rdfs:label></owl:Class></rdfs:label></rdf:RDF>", "(line 3"),
    "nothing in it": (RDF + "</rdf:RDF>", "no ontology in it"),
    "web page": ("<html><body>Not found</body></html>", "not an OWL ontology"),
    "Turtle": ("@prefix : <http://example.org/> .", "Turtle, which is not read"),
    "bomb": ('<!DOCTYPE rdf:RDF [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + RDF[22:] + "</rdf:RDF>", "entities"),
    "binary": (b"\x00\x01\x02PK", "not an OWL ontology"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_file_gets_one_line(case: str, tmp_path: Path) -> None:
    given, expected = BROKEN[case]
    path = tmp_path / "broken.owl"
    path.write_bytes(given if isinstance(given, bytes) else given.encode())
    with pytest.raises(GoldproofError) as raised:
        owl.read(path)
    assert expected in str(raised.value)
    assert str(path) in str(raised.value)
    assert len(str(raised.value)) < 300 + len(str(path))


def test_towers_of_expressions_are_left_out_not_fallen_over() -> None:
    tower = "ObjectSomeValuesFrom(e:near " * NEST + "obo:TOY_1" + ")" * NEST
    made = contents(PREFIXES + f"Ontology(<http://example.org/x>\nSubClassOf(obo:TOY_2 {tower}))")
    assert made.axioms.axioms == ()
    assert made.axioms.left_out == {"nested deeper than 60": 1}


def test_gzip_and_its_end(tmp_path: Path) -> None:
    path = tmp_path / "toy.ofn.gz"
    path.write_bytes(gzip.compress(TOY.encode()))
    assert owl.read(path) == contents(TOY, "toy.ofn.gz")
    path.write_bytes(gzip.compress(TOY.encode())[:-20])
    with pytest.raises(BadInput, match="ends too early"):
        owl.read(path)


@pytest.mark.data
def test_uberon_as_it_was_published(uberon: Contents) -> None:
    made = uberon
    assert (made.name, made.version) == ("uberon", "uberon/releases/2015-05-25")
    # 14,237 are declared; UBERON:2000404 is only said to be deprecated and replaced.
    assert sum(e.sort is Sort.CLASS for e in made.entries) == 14238
    assert sum(e.obsolete for e in made.entries) == 1007
    # All synonym annotations of the file but the one of an annotation property, which has no entry.
    assert sum(len(e.synonyms) for e in made.entries if e.sort is not Sort.INDIVIDUAL) == 24976 + 10955 + 1237 + 759 - 1
    # 39,183 statements of subclasses, 5,031 equivalences and so on stand in the file (grep); what is not an axiom here is counted.
    assert made.axioms.left_out == {
        "DisjointObjectProperties": 1, "InverseObjectProperties": 11, "ObjectMaxCardinality": 48, "ObjectMinCardinality": 59,
        "ObjectPropertyAssertion": 5, "SymmetricObjectProperty": 3,
    }  # fmt: skip
    humerus = entry(made, "UBERON:0000976")
    assert humerus.label == "humerus"
