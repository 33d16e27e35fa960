"""The consistency review: each rule on a toy where it must find exactly the places, on one where it must be silent, and on the curators' sets."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

import goldproof as gp
from goldproof.checks import Level
from goldproof.formats.files import unpacked
from goldproof.model import And, Attributes, Corpus, Expression, Kind, Layer, Phenotype, Some, State, Term, Unit
from goldproof.ontology import Entry, Ontology
from goldproof.ontology.axioms import NO_AXIOMS, Axioms, Disjoint, Domain
from goldproof.ontology.entry import Contents, Sort

from .makers import ANN

# A beast's anatomy and a few qualities under the ids that PATO gives their kinds.
ANATOMY = Ontology.of([
    Entry("UBERON:1", "part"), Entry("UBERON:2", "fin", parents=("UBERON:1",)), Entry("UBERON:3", "axis", parents=("UBERON:1",)),
    Entry("UBERON:0000000", "processual entity"), Entry("UBERON:5", "moulting", parents=("UBERON:0000000",)), Entry("UBERON:6", "thing"),
    Entry("BFO:0000050", "part of", Sort.RELATION), Entry("RO:1", "passes through", Sort.RELATION, clauses=(("range", "UBERON:3"),)),
    Entry("RO:2", "old link", Sort.RELATION, obsolete=True),
], name="uberon")  # fmt: skip
ANATOMY = Ontology.of(Contents(
    "uberon", "", ANATOMY.contents.entries,
    axioms=Axioms((*ANATOMY.axioms.axioms, Domain("RO:1", Term("UBERON:3")), Disjoint((Term("UBERON:2"), Term("UBERON:6"))), Disjoint((Term("UBERON:3"), Term("UBERON:6"))))),
))  # fmt: skip
QUALITIES = Ontology.of([
    Entry("PATO:1", "quality"), Entry("PATO:0001236", "process quality", parents=("PATO:1",)), Entry("PATO:5", "rate", parents=("PATO:0001236",)),
    Entry("PATO:6", "shape", parents=("PATO:1",), subsets=("attribute_slim",)), Entry("PATO:7", "round", parents=("PATO:6",)),
    Entry("PATO:0000117", "size", parents=("PATO:1",), subsets=("attribute_slim",)), Entry("PATO:8", "big", parents=("PATO:0000117",)),
    Entry("PATO:12", "length", parents=("PATO:0000117",), subsets=("attribute_slim",)), Entry("PATO:13", "long", parents=("PATO:12",)),
    Entry("PATO:0000140", "position", parents=("PATO:1",)), Entry("PATO:0000141", "structure", parents=("PATO:1",)),
    Entry("PATO:9", "loose", parents=("PATO:0000141",)), Entry("PATO:10", "in contact with", parents=("PATO:1",), subsets=("relational_slim",)),
    Entry("PATO:11", "gone", obsolete=True),
], name="pato")  # fmt: skip
BOTH = (ANATOMY, QUALITIES)
FIN, ROUND, BIG, TOUCHING = Term("UBERON:2"), Term("PATO:7"), Term("PATO:8"), Term("PATO:10")


def described(*phenotypes: Phenotype) -> Corpus:
    return states({"0": phenotypes})


def states(judged: dict[str, tuple[Phenotype, ...]], character: str = "1") -> Corpus:
    units = tuple(Unit(symbol, State("study", character, symbol, "Fin", "so")) for symbol in judged)
    return Corpus(units=units, layers=(Layer.of("ann", ANN, Kind.PHENOTYPES, judged),))


def eq(entity: Expression | None = FIN, quality: Expression | None = ROUND, related: Expression | None = None, **more: str) -> Phenotype:
    return Phenotype(entity, quality, related, unmatched=Attributes(**more))


def no(filler: Expression) -> Some:
    return Some("PHENOSCAPE:complement_of", filler)


@dataclass(frozen=True)
class Case:
    rule: str
    wrong: Corpus
    places: list[str]
    right: Corpus
    says: str = ""


CASES = [
    Case("state-empty", described(), ["ann/0"], described(eq()), "no phenotype"),
    Case("phenotype-no-entity", described(eq(None)), ["ann/0, EQ 1"], described(eq())),
    Case("phenotype-no-quality", described(eq(), eq(FIN, None)), ["ann/0, EQ 2"], described(eq())),
    Case("phenotype-twice", described(eq(), eq()), ["ann/0"], described(eq(), eq(FIN, BIG))),
    Case("phenotype-differentiae", described(eq(And((FIN, Some("BFO:0000050", FIN), Some("BFO:0000050", FIN))))), ["ann/0, EQ 1, entity"],
         described(eq(And((FIN, Some("BFO:0000050", FIN)))))),
    Case("id-provisional", described(eq(Term("UBERONTEMP:4fffbeb1-0774-4eb2-860e-5b50dece221c"))), ["ann/0, entity"], described(eq())),
    Case("id-unknown", described(eq(Term("UBERON:99"))), ["ann/0, entity"], described(eq())),
    Case("id-obsolete", described(eq(FIN, Term("PATO:11"))), ["ann/0, quality"], described(eq())),
    Case("phenotype-relational", described(eq(FIN, TOUCHING), eq(FIN, And((TOUCHING, Some("BFO:0000050", FIN)))), eq(FIN, And((ROUND, no(TOUCHING))))),
         ["ann/0, EQ 1", "ann/0, EQ 2", "ann/0, EQ 3"],
         described(eq(FIN, TOUCHING, FIN), eq(), eq(FIN, TOUCHING, related="the tail"), eq(FIN, And((ROUND, Some("BFO:0000050", TOUCHING))))), "in contact with"),
    Case("phenotype-related", described(eq(FIN, ROUND, FIN), eq(FIN, Term("PATO:9"), FIN), eq(FIN, And((ROUND, no(ROUND))), FIN)),
         ["ann/0, EQ 1", "ann/0, EQ 2", "ann/0, EQ 3"],
         described(eq(FIN, TOUCHING, FIN), eq(FIN, BIG, FIN), eq(FIN, Term("PATO:0000117"), FIN), eq(FIN, Term("PATO:0000140"), FIN),
                   eq(FIN, Term("PATO:0000141"), FIN), eq(FIN, And((ROUND, no(TOUCHING))), FIN), eq(FIN, None, FIN), eq(FIN, Term("PATO:99"), FIN)), "round"),
    Case("phenotype-process", described(eq(Term("UBERON:5"), ROUND), eq(FIN, Term("PATO:5"))), ["ann/0, EQ 1", "ann/0, EQ 2"],
         described(eq(), eq(Term("UBERON:5"), Term("PATO:5")), eq(Term("UBERON:99"), Term("PATO:5")), eq(Term("UBERON:5"), Term("PATO:99"))), "process"),
    Case("character-attributes", states({"0": (eq(),), "1": (eq(FIN, BIG),)}), ["ann/1, character 1"],
         states({"0": (eq(), eq(FIN, Term("PATO:6"))), "1": (eq(FIN, And((Term("PATO:6"), no(ROUND)))), eq(FIN, Term("PATO:9")))}),
         "round) is a shape but PATO:8 (big) is a size"),
    Case("character-attributes", states({"0": (eq(), eq(FIN, Term("PATO:13")))}), ["ann/0, character 1"],
         states({"0": (eq(FIN, BIG),), "1": (eq(FIN, Term("PATO:13")),)}), "long"),
    Case("relation-unknown", described(eq(And((FIN, Some("near", FIN)))), eq(And((FIN, Some("near", FIN))))), ["ann/0, EQ 1, entity"],
         described(eq(And((FIN, Some("BFO_0000050", FIN)))), eq(And((FIN, Some("part_of", FIN))))), "near (2 uses"),
    Case("relation-domain", described(eq(And((FIN, Some("RO:1", Term("UBERON:3")))))), ["ann/0, EQ 1, entity"],
         described(eq(And((Term("UBERON:3"), Some("RO:1", Term("UBERON:3")))))), "is for UBERON:3 (axis), which UBERON:2 (fin) is not known to be"),
    Case("relation-domain", described(eq(And((Term("UBERON:6"), Some("RO:1", Term("UBERON:3")))))), ["ann/0, EQ 1, entity"],
         described(eq(And((Term("UBERON:99"), Some("RO:1", Term("UBERON:3")))))), "is for UBERON:3 (axis), which UBERON:6 (thing) is not"),
    Case("relation-domain", described(eq(Some("RO:1", And((FIN, Some("BFO:0000050", FIN)))))), ["ann/0, EQ 1, entity"],
         described(eq(Some("RO:1", Term("UBERON:3")))), "leads to UBERON:3"),
    Case("relation-obsolete", described(eq(And((FIN, Some("RO:2", FIN))))), ["ann/0, EQ 1, entity"], described(eq(And((FIN, Some("RO:1", FIN)))))),
    Case("relation-misplaced", described(eq(Term("RO:1")), eq(And((FIN, Some("UBERON:2", FIN))))), ["ann/0, EQ 1, entity", "ann/0, EQ 2, entity"], described(eq())),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.rule)
def test_a_rule_finds_what_is_wrong_and_nothing_else(case: Case) -> None:
    found = gp.check(case.wrong, rules=[case.rule], ontologies=BOTH)
    assert [str(f.place) for f in found] == case.places
    assert all(f.remedy and f.message for f in found)
    assert case.says in found[0].message
    assert gp.check(case.right, rules=[case.rule], ontologies=BOTH) == ()


def test_every_rule_of_the_review_has_a_case() -> None:
    from goldproof.checks import consistency
    from goldproof.checks.rule import Rule

    assert {r.name for r in vars(consistency).values() if isinstance(r, Rule)} <= {c.rule for c in CASES}


def test_without_the_ontology_of_qualities_nothing_is_said_about_them() -> None:
    corpus = described(eq(FIN, TOUCHING), eq(FIN, ROUND, FIN))
    assert gp.check(corpus, rules=["phenotype-rel*", "phenotype-process", "character-*"], ontologies=ANATOMY) == ()
    assert gp.check(corpus, rules=["phenotype-rel*"]) == ()


def test_no_axioms_no_domains() -> None:
    bare = Ontology.of(Contents("uberon", "", ANATOMY.contents.entries[:-3], axioms=NO_AXIOMS))
    assert gp.check(described(eq(And((FIN, Some("RO:1", FIN))))), rules=["relation-domain"], ontologies=bare) == ()


# The curators' sets. What the rules find for statements of single terms equals what a plain search of the tables and of the OBO file finds.


@dataclass(frozen=True)
class Pato:
    """Read by cutting the file into blocks, without the library."""

    parents: dict[str, list[str]]
    relational: set[str]
    primary: dict[str, str]

    def above(self, id: str) -> set[str]:
        return {id}.union(*(self.above(p) for p in self.parents.get(id, ())))


@pytest.fixture(scope="module")
def pato(data: Path) -> Pato:
    blocks = re.split(r"\n(?=\[)", (data / "phenoscape/ontologies/pato-v2014-12-11.obo").read_text("utf-8"))[1:]
    current = {b.split("\nid: ")[1].split("\n")[0]: b for b in blocks if "\nis_obsolete: true" not in b}
    primary = {id: id for id in current} | {alt: id for id, b in current.items() for alt in re.findall(r"^alt_id: (\S+)", b, re.M) if alt not in current}
    return Pato({id: re.findall(r"^is_a: (\S+)", b, re.M) for id, b in current.items()},
                {id for id, b in current.items() if "\nsubset: relational_slim" in b}, primary)  # fmt: skip


SETS = ["annotations/GS_Dataset", *(f"annotations/{name}" for name in (
    "NR--WD_38484", "NR--AD_40674", "NR--NI_40676", "KR--WD_40717", "KR--AD_40718", "KR--NI_40716"))]  # fmt: skip
# Findings in the gold standard and in C1, C2, C3, naive and knowledge. A change of a rule shows here.
COUNTED = {
    "annotations/GS_Dataset": {"character-attributes": 60, "phenotype-differentiae": 27, "phenotype-process": 1, "phenotype-related": 12,
                               "phenotype-relational": 1, "relation-domain": 9, "relation-unknown": 6, "state-empty": 3},
    "annotations/NR--WD_38484": {"character-attributes": 49, "phenotype-differentiae": 19, "phenotype-relational": 1, "relation-unknown": 6, "state-empty": 2},
    "annotations/NR--AD_40674": {"character-attributes": 40, "phenotype-differentiae": 6, "phenotype-no-quality": 1, "phenotype-process": 1, "phenotype-related": 2,
                                 "phenotype-relational": 4, "phenotype-twice": 1, "relation-unknown": 7, "state-empty": 1},
    "annotations/NR--NI_40676": {"character-attributes": 57, "phenotype-differentiae": 19, "phenotype-no-quality": 3, "phenotype-process": 2, "phenotype-related": 2,
                                 "phenotype-relational": 3, "phenotype-twice": 2, "relation-domain": 5, "relation-unknown": 4, "state-empty": 5},
    "annotations/KR--WD_40717": {"character-attributes": 48, "phenotype-differentiae": 38, "phenotype-relational": 1, "relation-unknown": 5, "state-empty": 3},
    "annotations/KR--AD_40718": {"character-attributes": 42, "phenotype-differentiae": 6, "phenotype-process": 3, "phenotype-related": 1, "phenotype-twice": 3,
                                 "relation-unknown": 5, "state-empty": 1},
    "annotations/KR--NI_40716": {"character-attributes": 57, "phenotype-differentiae": 15, "phenotype-process": 1, "phenotype-relational": 5, "relation-domain": 2,
                                 "relation-unknown": 3, "state-empty": 2},
}  # fmt: skip
# The same in the 43 other studies together.
STUDIES = {"character-attributes": 750, "phenotype-differentiae": 194, "phenotype-no-quality": 4, "phenotype-process": 9, "phenotype-related": 30,
           "phenotype-relational": 78, "phenotype-twice": 8, "relation-domain": 4, "relation-unknown": 29, "state-empty": 475}  # fmt: skip


@pytest.mark.data
@pytest.mark.parametrize("name", SETS)
def test_relational_qualities_as_a_search_of_the_table_counts_them(data: Path, pato: Pato, name: str) -> None:
    file = data / f"phenoscape/{name}.tsv"
    rows = [line.split("\t") for line in file.read_text("utf-8").splitlines()[1:]]
    plain = [(row[0] + "/" + row[2], pato.primary[q], row[8].strip() if len(row) > 8 else "") for row in rows
             if len(row) > 6 and (q := row[6].strip().replace("_", ":")) in pato.primary]  # fmt: skip
    optional = {"PATO:0000141", "PATO:0000140"}
    alone = Counter((unit, q) for unit, q, related in plain if q in pato.relational and not related)
    extra = Counter((unit, q) for unit, q, related in plain
                    if related and q not in pato.relational | optional and "PATO:0000117" not in pato.above(q))  # fmt: skip
    found = gp.check(gp.load(file), rules=["phenotype-relational", "phenotype-related"], ontologies=data / "phenoscape/ontologies/pato-v2014-12-11.obo")
    assert len(plain) > 300

    def told(rule: str) -> Counter[tuple[str, str]]:
        return Counter((f.place.unit, pato.primary[f.message.split()[0]]) for f in found if f.rule == rule and ") and PATO" not in f.message)

    assert alone <= told("phenotype-relational")
    assert extra <= told("phenotype-related")
    # What is found beyond that is about post-composed qualities.
    singles = sum((alone, extra), Counter[tuple[str, str]]())
    assert len(found) - singles.total() <= sum("some" in row[6] for row in rows if len(row) > 6)


@pytest.mark.data
def test_the_findings_of_the_review_on_every_set(data: Path) -> None:
    ontologies = reviewed(data)
    counted = {name: dict(Counter(f.rule for f in gp.check(gp.load(data / f"phenoscape/{name}.tsv"), rules=RULES, ontologies=ontologies))) for name in SETS}
    assert counted == COUNTED


def reviewed(data: Path) -> list[Ontology]:
    return [Ontology(data / "phenoscape/ontologies" / name) for name in ("uberon-2015-05-25.owl.zip", "pato-v2014-12-11.obo", "bspo-2014-02-03.owl.gz")]


RULES = ["state-empty", "phenotype-*", "character-*", "relation-*"]


@pytest.mark.data
@pytest.mark.slow
def test_the_findings_of_the_review_on_the_studies(data: Path) -> None:
    ontologies = reviewed(data)
    found: Counter[str] = Counter()
    missing = 0
    for file in sorted((data / "phenoscape/studies").iterdir()):
        findings = gp.check(gp.load(file), rules=RULES, ontologies=ontologies)
        assert not [f for f in findings if f.level is Level.ERROR], file
        found.update(f.rule for f in findings)
        # Every phenotype_character has its bearer and its quality as elements of their own.
        for statement in re.findall(r"<(?:\w+:)?phenotype_character\b.*?</(?:\w+:)?phenotype_character>", unpacked(file.read_bytes(), file).decode(), re.DOTALL):
            missing += re.search(r"<(?:\w+:)?quality\b", statement) is None
    assert found["phenotype-no-quality"] == missing
    assert dict(found) == STUDIES
