"""Jsim, In, PP and PR as measures: by name, over a file or over what is given, through score and agree."""

from __future__ import annotations

from pathlib import Path

import pytest

import goldproof as gp
from goldproof.model.source import Kind
from goldproof.ontology.similarity import Told

OBO = """format-version: 1.2
ontology: zoo

[Term]
id: Z:1

[Term]
id: Z:2
is_a: Z:1

[Term]
id: Z:4
is_a: Z:2

[Term]
id: Z:5
is_a: Z:2

[Term]
id: Q:1
"""


@pytest.fixture
def zoo(tmp_path: Path) -> Path:
    path = tmp_path / "zoo.obo"
    path.write_text(OBO)
    return path


def eq(entity: str) -> gp.Phenotype:
    return gp.Phenotype(gp.Term(entity), gp.Term("Q:1"))


def layer(name: str, **states: list[gp.Phenotype]) -> gp.Layer:
    return gp.Layer.of(name, gp.Source(name), Kind.PHENOTYPES, states)


A = layer("a", one=[eq("Z:4"), eq("Z:4")], two=[eq("Z:4")], three=[], four=[])
B = layer("b", one=[eq("Z:4"), eq("Z:5")], two=[eq("Z:5")], three=[eq("Z:4")], four=[])
ALIKE = 0.5
"""Entities alone: fish and animal of trout, perch, fish, animal."""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Jsim(part=entity)", (1 + ALIKE) / 4),
        ("Jsim(part=entity,empty=1)", (2 + ALIKE) / 4),
        ("Jsim(part=entity,empty=skip)", (1 + ALIKE) / 3),
        # a is the reference: of b's statements in state one, one is found exactly, one half.
        ("PP(part=entity)", ((1 + ALIKE) / 2 + ALIKE) / 4),
        ("PP(part=entity,mean=micro)", (1 + ALIKE + ALIKE) / 4),
        ("PR(part=entity)", (1 + ALIKE) / 4),
        ("PR(part=entity,mean=micro)", (1 + 1 + ALIKE) / 3),
    ],
)
def test_values_by_hand(zoo: Path, name: str, value: float) -> None:
    assert gp.score(A, B, name, ontology=gp.Ontology(zoo), draws=0).value == pytest.approx(value)
    with gp.using(Told(gp.Ontology(zoo))):
        assert gp.score(A, B, name, draws=0).value == pytest.approx(value)


def test_names_parse_back(zoo: Path) -> None:
    for name in ("Jsim", "In(part=entity,per=lines)", "PP(mode=deposited)", "PR"):
        measure = gp.measure(name, kind=Kind.PHENOTYPES)
        assert gp.measure(str(measure)) == measure
    assert "ontology:zoo" in str(gp.score(A, B, "Jsim", ontology=gp.Ontology(zoo), draws=0).signature)


def test_a_corpus_that_is_given_moves_in(zoo: Path) -> None:
    told = Told(gp.Ontology(zoo))
    more = layer("more", one=[eq("Z:5")] * 5)
    with gp.using(told, corpus=[more, A]):
        sides, given = (gp.score(A, B, name, draws=0).value for name in ("In", "In(corpus=given)"))
    with gp.using(told):
        assert gp.score(A, B, "In(corpus=given)", draws=0).value == sides
    assert sides is not None
    assert given is not None
    # Seven statements, four trout: state two has fish with all seven under it.
    assert sides != given


def test_agree_takes_every_pair(zoo: Path) -> None:
    with gp.using(Told(gp.Ontology(zoo))):
        figures = gp.agree([A, B, A.called("c")], "Jsim(part=entity)", draws=20)
    assert [round(f.value or 0, 3) for f in figures] == [0.375, 0.5, 0.375, 0.417]


def test_without_an_ontology_it_says_what_to_do() -> None:
    with pytest.raises(gp.BadInput, match="needs an ontology"):
        gp.score(A, B, "Jsim")
    other = gp.Layer.of("r", gp.Source("r"), Kind.RATINGS, {"one": [gp.Rating(1.0)]})
    with pytest.raises(gp.BadInput, match="phenotypes"):
        gp.score(other, other, "Jsim")
