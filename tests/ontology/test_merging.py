"""Several ontologies as one, by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

import goldproof as gp
from goldproof.model.expression import Term
from goldproof.ontology import Conflict, Entry, Ontology, Synonym
from goldproof.ontology.axioms import Subclass

BONES = Ontology.of([Entry("BONE:1", "bone"), Entry("BONE:2", "femur", parents=("BONE:1",), definition="of the leg"),
                     Entry("BONE:3", "old bone", obsolete=True)], name="bone")  # fmt: skip
SHAPES = Ontology.of([Entry("SHAPE:1", "round"), Entry("BONE:2", "thigh bone", parents=("BONE:9",), synonyms=(Synonym("femoral bone"),)),
                      Entry("BONE:3", "old bone"), Entry("BONE:1", "bone")], name="shape")  # fmt: skip


@pytest.mark.parametrize("order", [(BONES, SHAPES), (SHAPES, BONES)])
def test_who_is_about_a_term_is_believed_whatever_the_order(order: tuple[Ontology, ...]) -> None:
    both = gp.merge_ontologies(*order)
    assert len(both) == 4
    femur = both["BONE:2"]
    assert (femur.label, femur.definition, femur.synonyms) == ("femur", "of the leg", (Synonym("femoral bone"),))
    assert set(femur.parents) == {"BONE:1", "BONE:9"}
    assert both["BONE:3"].obsolete
    assert set(both.conflicts) == {
        Conflict("BONE:2", "label", (("bone", "femur"), ("shape", "thigh bone"))),
        Conflict("BONE:2", "parents", (("bone", "BONE:1"), ("shape", "BONE:9"))),
        Conflict("BONE:3", "obsolete", (("bone", "obsolete"), ("shape", "current"))),
    }
    assert "BONE:2: label: bone says femur; shape says thigh bone" in map(str, both.conflicts)
    assert {Subclass(Term("BONE:2"), Term("BONE:1")), Subclass(Term("BONE:2"), Term("BONE:9"))} <= set(both.axioms.axioms)


def test_a_name_of_its_own_and_one_alone() -> None:
    assert gp.merge_ontologies(BONES, SHAPES).name == "bone + shape"
    assert gp.merge_ontologies(BONES, SHAPES, name="anatomy").name == "anatomy"
    assert gp.merge_ontologies(BONES, BONES).name == "bone + bone#2"
    alone = gp.merge_ontologies(BONES)
    assert (alone.conflicts, alone.contents) == ((), BONES.contents)
    with pytest.raises(TypeError):
        gp.merge_ontologies()


def test_the_same_twice_has_no_conflict() -> None:
    assert gp.merge_ontologies(BONES, BONES).conflicts == ()


def test_several_files_open_as_one(tmp_path: Path) -> None:
    (tmp_path / "a.obo").write_text("ontology: a\n\n[Term]\nid: A:1\nname: one\nnonsense\n")
    (tmp_path / "b.obo").write_text("ontology: b\n\n[Term]\nid: B:1\nname: two\nis_a: A:1\n")
    both = gp.Ontology(tmp_path / "a.obo", tmp_path / "b.obo")
    assert both.ancestors("B:1") == {"A:1"}
    assert both.warnings == ("a: line 6: not a tag with a value: 'nonsense'",)
    assert both.subjects == {"A", "B"}


@pytest.mark.data
def test_the_phenotype_ontologies_of_one_time_and_of_two(data: Path) -> None:
    place = data / "phenoscape/ontologies"
    old, new = Ontology(place / "pato-v2014-12-11.obo"), Ontology(place / "pato-2025-05-14.obo")
    both = gp.merge_ontologies(old, new)
    assert set(both.ids) == set(old.ids) | set(new.ids)
    shared = set(old.ids) & set(new.ids)
    by_hand = {id for id in shared if old[id].label and new[id].label and " ".join(old[id].label.split()) != " ".join(new[id].label.split())
               and id not in old._alternatives and id not in new._alternatives}  # fmt: skip
    assert {c.id for c in both.conflicts if c.what == "label"} >= by_hand
    assert len(by_hand) > 10
