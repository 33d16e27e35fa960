"""Phenotypes on character states."""

from __future__ import annotations

from goldproof.model import (
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


def corpus(judged: dict[str, tuple[Phenotype, ...]], study: Study = Study("s1"), units: tuple[Unit, ...] = UNITS) -> Corpus:
    return Corpus(units=units, studies=(study,), layers=(Layer.of("phenotypes", UNKNOWN, Kind.PHENOTYPES, judged),))


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
}  # fmt: skip
