"""Phenotypes on character states."""

from __future__ import annotations

from dataclasses import replace

from ...model import (
    And,
    Attributes,
    Cell,
    Character,
    Corpus,
    Kind,
    Layer,
    Meta,
    Phenotype,
    Some,
    Source,
    State,
    Study,
    Symbol,
    Taxon,
    Term,
    Unit,
)  # fmt: skip

UNKNOWN = Source("unknown")
FIN, ROUND, ABSENT, PELVIS = Term("UBERON:0008897"), Term("PATO:0000411"), Term("PATO:0000462"), Term("UBERON:0001270")
TIP = And((Term("BSPO:0000077"), Some("BFO:0000050", And((FIN, Some("BSPO:0000120", PELVIS))))))

STUDY = Study("s1", "A study", (
    Character("c1", "Fin, shape", (Symbol("0", "round", "t0"), Symbol("1", "absent", "t1"))),
    Character("c2", "Tip", (Symbol("0", "pointed", "t2"),)),
))  # fmt: skip
UNITS = (
    Unit("1/0", State("s1", "1", "0", "Fin, shape", "round"), group="1"),
    Unit("1/1", State("s1", "1", "1", "Fin, shape", "absent"), group="1"),
    Unit("2/0", State("s1", "2", "0", "Tip", "pointed"), group="2"),
)


def corpus(judged: dict[str, tuple[Phenotype, ...]], study: Study | None = None, units: tuple[Unit, ...] = UNITS) -> Corpus:
    return Corpus(units=units, studies=(study or Study("s1"),), layers=(Layer.of("phenotypes", UNKNOWN, Kind.PHENOTYPES, judged),))


ALL: dict[str, tuple[Phenotype, ...]] = {
    "1/0": (Phenotype(FIN, ROUND), Phenotype(TIP, ROUND)), "1/1": (Phenotype(FIN, ABSENT),), "2/0": (),
}  # fmt: skip

SAMPLES = {
    "phenotypes": corpus({"1/0": (Phenotype(FIN, ROUND),), "1/1": (Phenotype(FIN, ABSENT),), "2/0": ()}),
    "composed": corpus(ALL),
    "states not judged": corpus({"1/0": (Phenotype(FIN, ROUND),)}),
    "related": corpus({**ALL, "2/0": (Phenotype(FIN, Term("PATO:0001667"), PELVIS),)}),
    "part of a phenotype": corpus({**ALL, "2/0": (Phenotype(None, ROUND), Phenotype(FIN))}),
    "empty phenotype": corpus({**ALL, "2/0": (Phenotype(),)}),
    "labels of phenotypes": corpus({**ALL, "2/0": (Phenotype(FIN, ROUND, attributes=Attributes({"entity label": "fin", "quality label": "round"})),)}),
    "count": corpus({**ALL, "2/0": (Phenotype(FIN, Term("PATO:0000070"), attributes=Attributes(count=2, note="sic")),)}),
    "unmatched": corpus({**ALL, "2/0": (Phenotype(None, ROUND, unmatched=Attributes(entity="dorsal tip")),)}),
    "study": corpus(ALL, STUDY),
    "two curators": corpus(ALL).with_layers(Layer.of("phenotypes-2", UNKNOWN, Kind.PHENOTYPES, {**ALL, "2/0": (Phenotype(FIN, ROUND),)})),
    "matrix": corpus(ALL, Study(
        "s1", "A study", STUDY.characters,
        (Taxon("x1", "Danio rerio", (Meta("http://rs.tdwg.org/dwc/terms/taxonID", href="http://purl.obolibrary.org/obo/VTO_1"),)), Taxon("x2", "Mus")),
        (Cell("x1", "c1", "t0"), Cell("x2", "c1", "t1")), (Meta("http://purl.org/dc/terms/creator", "Ann"),))),
    "ids in other forms": corpus({**ALL, "2/0": (Phenotype(Term("UBERON_0008897"), Some("PHENOSCAPE_complement_of", ROUND)),)}),
    "odd expressions": corpus({**ALL, "2/0": (
        Phenotype(Some("BFO:0000050", PELVIS), And((ROUND, ABSENT)), And((And((FIN, PELVIS)), Some("BFO:0000050", Some("BFO:0000050", TIP))))),
        Phenotype(Term("http://example.org/terms/1"), Term("round like a plate"), Term("some")))}),
    "measured": corpus({**ALL, "2/0": (
        Phenotype(FIN, Term("PATO:0000122"), attributes=Attributes(measurement=2.5, unit="UO:0000015", description="")),
        Phenotype(FIN, None, attributes=Attributes(count=2, unit="UO:0000015", odd=(1, "two", True), number="3")),
        Phenotype(FIN, ROUND, attributes=Attributes({"entity label": "", "quality label": 2, "count": "two", "Entity ID": "x", "unit": "m m"})))}),  # type: ignore[arg-type]  # values of several types
    "unmatched beside matched": corpus({**ALL, "2/0": (
        Phenotype(FIN, ROUND, unmatched=Attributes(entity="dorsal", other=("a", "b"))),
        Phenotype(None, ROUND, attributes=Attributes({"entity label": "tip", "note": "not found"})),
        Phenotype(attributes=Attributes(note="only a note")))}),
    "states without a study": Corpus(
        units=tuple(Unit(f"{n}/{s}", State("", n, s, "Tip", f"text {s}"), group=n) for n, s in (("12", "0"), ("12", "1"), ("7", "0"))),
        layers=(Layer.of("phenotypes", UNKNOWN, Kind.PHENOTYPES, {"12/0": (Phenotype(FIN, ROUND),), "12/1": (), "7/0": ()}),)),
    "states of two studies": Corpus(
        units=tuple(Unit(f"{study}/1/0", State(study, "1", "0", "Tip", "round"), group=f"{study}/1") for study in ("s1", "s2")),
        studies=(Study("s1"), Study("s2")),
        layers=(Layer.of("phenotypes", UNKNOWN, Kind.PHENOTYPES, {"s1/1/0": (Phenotype(FIN, ROUND),), "s2/1/0": ()}),)),
    "states in another order": corpus(ALL, STUDY, (UNITS[2], UNITS[0], UNITS[1])),
    "states by other names": corpus(
        {"fin-0": (Phenotype(FIN, ROUND),), "fin-1": ()}, STUDY,
        (Unit("fin-0", State("s1", "1", "0", "Fin: shape", "Round "), group="fin"), Unit("fin-1", State("s1", "1", "9", "Fin: shape", "new")))),
    "states that nobody judged": Corpus(units=UNITS, studies=(STUDY,)),
    "statements": corpus(ALL, replace(
        STUDY, attributes=Attributes(year=2012, otus="t"), taxa=(Taxon("x1", "Danio", (), Attributes(row="r", voucher="CAS 7")),),
        characters=(replace(STUDY.characters[0], attributes=Attributes(states="ss", category="shape"), symbols=(
            *STUDY.characters[0].symbols, Symbol("01", "", "t3", ("t0", "t1")), Symbol("", "either", "t4", ("t0", "t1"), True))), STUDY.characters[1]),
        meta=(
            Meta("http://purl.org/dc/terms/source", inner=(Meta("http://purl.org/dc/terms/title", "On fins <&>\n\tand \"tips\""),)),
            Meta("note", "no prefix"), Meta("http://example.org/p#", "5", kind="http://www.w3.org/2001/XMLSchema#int"), Meta("a:b"), Meta("c:d", kind="ResourceMeta"),
            Meta("http://purl.org/dc/terms/creator", "Ann", inner=(Meta("id", "m1", kind="attribute"),)),
            Meta("{http://www.nexml.org/2009}trees", kind="element", inner=(Meta("id", "t", kind="attribute"), Meta("{urn:x}tree", "text", kind="element"))),
        ))),
    "a study without units": Corpus(studies=(STUDY,)),
    "a study with a title only": corpus(ALL, Study("s1", "A study")),
}  # fmt: skip
