"""What follows, worked out by hand."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from goldproof.errors import BadInput
from goldproof.model.expression import And, Expression, Some, Term
from goldproof.ontology import Contents, Entry, Ontology, Reasoner
from goldproof.ontology.axioms import NOTHING, THING, Axiom, Axioms, Disjoint, Domain, Equivalent, Or, Subclass, Subrole
from goldproof.ontology.reasoning.classification import classify
from goldproof.ontology.reasoning.writing import as_obo, rows

BODY, LIMB, ARM, HAND, FINGER, WRIST, PAW, FIN = (Term(f"X:{name}") for name in ("body", "limb", "arm", "hand", "finger", "wrist", "paw", "fin"))
PART, PROPER, NEAR = "part_of", "proper_part_of", "near"
ANATOMY: list[Axiom] = [
    Subclass(ARM, LIMB),
    Subclass(LIMB, Some(PART, BODY)),
    Subclass(HAND, Some(PROPER, ARM)),
    Subclass(FINGER, Some(PART, HAND)),
    Subrole((PROPER,), PART),
    Subrole((PART, PART), PART),
]


def test_roles_above_and_rows_of_them() -> None:
    reasoner = Reasoner(ANATOMY)
    assert reasoner.superclasses(FINGER) == {FINGER.id, THING}
    assert reasoner.some_subsumers(FINGER) == {(PART, x.id) for x in (HAND, ARM, LIMB, BODY)} | {(PART, THING)}
    assert reasoner.some_subsumers(HAND) == {(PROPER, x) for x in (ARM.id, LIMB.id, THING)} | {(PART, x) for x in (ARM.id, LIMB.id, BODY.id, THING)}
    assert reasoner.is_subsumed(FINGER, "part_of some (X:limb and (part_of some X:body))")
    assert not reasoner.is_subsumed(FINGER, "proper_part_of some X:limb")


def test_a_definition_is_met_by_what_answers_to_it() -> None:
    reasoner = Reasoner([*ANATOMY, Equivalent((Term("X:arm-part"), And((Some(PART, ARM), Some(NEAR, Term("X:skin"))))))])
    assert "X:arm-part" not in reasoner.superclasses(FINGER)
    assert "X:arm-part" in reasoner.superclasses(And((FINGER, Some(NEAR, Term("X:skin")))))
    reasoner.add(Subclass(HAND, Some(NEAR, Term("X:skin"))))
    assert "X:arm-part" in reasoner.superclasses(HAND)
    assert "X:arm-part" not in reasoner.superclasses(FINGER)


def test_longer_chains() -> None:
    r, s, t, u = "r", "s", "t", "u"
    a, b, c, d, e = (Term(f"X:{x}") for x in "abcde")
    reasoner = Reasoner([Subclass(a, Some(r, b)), Subclass(b, Some(s, c)), Subclass(c, Some(t, d)), Subclass(d, e), Subrole((r, s, t), u)])
    assert reasoner.is_subsumed(a, Some(u, e))
    assert not reasoner.is_subsumed(b, Some(u, e))
    assert (u, "X:e") in reasoner.some_subsumers(a)
    assert all(relation for relation, _ in reasoner.some_subsumers(a)), "the halves of a chain have no names, and are not told"


def test_domains_unions_disjointness_and_what_cannot_be() -> None:
    axioms: list[Axiom] = [
        *ANATOMY,
        Domain(PROPER, Term("X:piece")),
        Subclass(Or((PAW, HAND)), Term("X:grasper")),
        Disjoint((FIN, LIMB, Term("X:tail"))),
        Subclass(Term("X:finlimb"), FIN),
        Subclass(Term("X:finlimb"), LIMB),
        Subclass(Term("X:ray"), Some(PART, Term("X:finlimb"))),
        Equivalent((Term("X:wing"), FIN)),
    ]
    reasoner = Reasoner(axioms)
    assert {"X:piece", "X:grasper"} <= reasoner.superclasses(HAND)
    assert reasoner.unsatisfiable() == {"X:finlimb", "X:ray"}
    assert not reasoner.is_satisfiable("X:wing and X:arm")
    assert reasoner.superclasses("X:ray") == set(reasoner.classes) | {NOTHING}
    assert reasoner.equivalents(FIN) == {"X:fin", "X:wing"}
    assert reasoner.subclasses(LIMB) == {"X:limb", "X:arm", "X:finlimb", "X:ray"}
    assert reasoner.subclasses("part_of some X:body") >= {"X:limb", "X:arm", "X:hand", "X:finger"}


def test_cycles_are_no_trouble() -> None:
    a, b, c = (Term(f"X:{x}") for x in "abc")
    reasoner = Reasoner([Subclass(a, b), Subclass(b, c), Subclass(c, a), Subclass(a, Some("r", a)), Subrole(("r", "r"), "r"), Subrole(("r",), "s"), Subrole(("s",), "r")])
    assert reasoner.equivalents(a) == {"X:a", "X:b", "X:c"}
    assert reasoner.some_subsumers(b) == {(r, x) for r in "rs" for x in ("X:a", "X:b", "X:c", THING)}


def test_a_provisional_term_does_not_start_over(monkeypatch: pytest.MonkeyPatch) -> None:
    reasoner = Reasoner(ANATOMY, [Subclass(Term(f"X:{n}"), Some(PART, FINGER)) for n in range(300)])
    for n in range(300):
        reasoner.row(Term(f"X:{n}"))
    made: list[int] = []
    make = type(reasoner._saturation)._make

    def counted(self: object, number: int) -> None:
        if reasoner._saturation.supers[number] is None:
            made.append(number)
        make(reasoner._saturation, number)

    monkeypatch.setattr(type(reasoner._saturation), "_make", counted)
    reasoner.add(Subclass(Term("TMP:1"), FINGER), Subclass(FINGER, Term("X:digit")))
    assert reasoner.superclasses("TMP:1") == {"TMP:1", "X:finger", "X:digit", THING}
    assert (PART, "X:arm") in reasoner.some_subsumers("TMP:1")
    assert (PART, "X:digit") in reasoner.some_subsumers("X:7"), "what was asked before knows the news too"
    assert made == [reasoner.number("TMP:1")], "one context is new, 300 stay"


def test_a_class_that_nobody_knows_is_itself() -> None:
    reasoner = Reasoner(ANATOMY)
    assert reasoner.superclasses("TMP:9 and (part_of some X:arm)") == {"TMP:9", THING}
    assert "TMP:9" not in reasoner.classes
    assert reasoner.unsatisfiable() == frozenset()


def test_rows_are_the_same_by_number() -> None:
    reasoner = Reasoner(ANATOMY)
    row, some = reasoner.row("X:arm"), reasoner.some_row("X:arm")
    assert {reasoner.name(n) for n in row} == reasoner.superclasses("X:arm")
    assert {reasoner.some_name(n) for n in some} == reasoner.some_subsumers("X:arm")
    assert reasoner.row("X:arm") is row, "worked out once"
    assert reasoner.number("X:limb") in row


def test_left_out_is_told() -> None:
    reasoner = Reasoner(Axioms((Equivalent((LIMB, Or((ARM, FIN)))),), {"ObjectPropertyRange": 2}), Axioms((), {"ObjectPropertyRange": 1}))
    assert reasoner.left_out == {"ObjectPropertyRange": 3, "ObjectUnionOf": 1}
    assert reasoner.superclasses(ARM) == {"X:arm", "X:limb", THING}


def test_bad_expressions_get_a_line() -> None:
    with pytest.raises(BadInput, match="a class expected"):
        Reasoner(ANATOMY).superclasses("X:arm and")


def contents(entries: Iterable[str], axioms: Iterable[Axiom], parents: dict[str, tuple[str, ...]]) -> Contents:
    made = tuple(Entry(id, id.partition(":")[2].upper(), parents=parents.get(id, ())) for id in entries)
    return Contents("toy", "toy/1", made, axioms=Axioms(tuple(axioms)))


@pytest.fixture
def ontology() -> Ontology:
    whole: Expression = And((LIMB, Some(PART, Term("X:front"))))
    return Ontology.of(
        contents(
            ("X:limb", "X:arm", "X:forelimb", "X:wing", "X:hand", "X:odd", "X:part"),
            [Subclass(ARM, LIMB), Subclass(ARM, Some(PART, Term("X:front"))), Equivalent((Term("X:forelimb"), whole)), Subclass(Term("X:wing"), ARM),
             Subclass(Term("X:wing"), LIMB), Subclass(HAND, Term("X:part")), Equivalent((HAND, Term("X:manus"))), Subclass(Term("X:odd"), Term(NOTHING))],
            {"X:arm": ("X:limb",), "X:wing": ("X:arm", "X:limb"), "X:hand": ("X:part",)},
        )
    )  # fmt: skip


def test_the_hierarchy_is_direct_and_says_what_is_new(ontology: Ontology) -> None:
    found = classify(Reasoner(ontology))
    assert found.parents == {
        "X:arm": ("X:forelimb",),
        "X:forelimb": ("X:limb",),
        "X:front": (THING,),
        "X:hand": ("X:part",),
        "X:limb": (THING,),
        "X:manus": ("X:part",),
        "X:part": (THING,),
        "X:wing": ("X:arm",),
    }
    assert found.equivalents == (("X:hand", "X:manus"),)
    assert found.unsatisfiable == ("X:odd",)
    said = {(row["id"], row["parent"]): row["said"] for row in rows(found, ontology)}
    assert said["X:arm", "X:forelimb"] == "inferred"
    assert said["X:wing", "X:arm"] == "stated"
    assert said["X:limb", THING] == "root"
    assert said["X:manus", "X:hand"] == "equivalent"
    assert said["X:odd", NOTHING] == "inferred"


def test_an_obo_file_of_the_hierarchy_says_the_same(ontology: Ontology, tmp_path: Path) -> None:
    found = classify(Reasoner(ontology))
    (tmp_path / "out.obo").write_text(as_obo(found, ontology))
    again = Ontology(tmp_path / "out.obo", cache=False)
    assert again.warnings == ()
    assert again.label("X:arm") == "ARM"
    assert classify(Reasoner(again)) == found
