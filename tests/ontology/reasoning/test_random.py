"""On small random ontologies the reasoner agrees with brute force, whatever the order, and whether it was told at once or bit by bit."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from goldproof.model.expression import And, Expression, Some, Term
from goldproof.ontology.axioms import NOTHING, THING, Axiom, Disjoint, Domain, Equivalent, Or, Subclass, Subrole
from goldproof.ontology.reasoning import Reasoner

from .naive import BOTTOM, consequences

NAMES, ROLES = [f"X:{c}" for c in "ABCDEF"], ["r", "s", "t"]
names = st.sampled_from(NAMES).map(Term)
roles = st.sampled_from(ROLES)
expressions = st.recursive(
    st.one_of(names, names, names, st.just(Term(THING))),
    lambda inner: st.one_of(
        st.builds(Some, roles, inner), st.lists(inner, min_size=2, max_size=3, unique=True).map(lambda parts: And(tuple(parts)))
    ),
    max_leaves=4,
)
unions = st.lists(expressions, min_size=2, max_size=3).map(lambda parts: Or(tuple(parts)))
right = st.one_of(expressions, expressions, expressions, st.just(Term(NOTHING)))
axioms = st.one_of(
    st.builds(Subclass, names, right),
    st.builds(Subclass, names, right),
    st.builds(Subclass, names, st.builds(Some, roles, names)),
    st.builds(Subclass, names, st.builds(Some, roles, names)),
    st.builds(Subclass, st.one_of(expressions, unions), right),
    st.lists(st.one_of(expressions, expressions, unions), min_size=2, max_size=3).map(lambda parts: Equivalent(tuple(parts))),
    st.builds(lambda name, whole: Equivalent((name, whole)), names, expressions),
    st.lists(expressions, min_size=2, max_size=4).map(lambda parts: Disjoint(tuple(parts))),
    st.builds(Subrole, st.lists(roles, min_size=1, max_size=3).map(tuple), roles),
    roles.map(lambda role: Subrole((role, role), role)),
    st.builds(Domain, roles, expressions),
)
ontologies = st.lists(axioms, min_size=1, max_size=12)


def answers(reasoner: Reasoner, asked: list[Expression]) -> list[object]:
    return [(reasoner.superclasses(e) & set(NAMES), reasoner.is_satisfiable(e), reasoner.some_subsumers(e) if reasoner.is_satisfiable(e) else ()) for e in asked]


@settings(max_examples=400)
@given(ontologies, st.lists(expressions, min_size=1, max_size=3))
def test_the_same_as_brute_force(ontology: list[Axiom], asked: list[Expression]) -> None:
    reasoner = Reasoner(ontology)
    everything: list[Expression] = [*map(Term, [*NAMES, THING]), *asked]
    some = [Some(role, Term(name)) for role in ROLES for name in [*NAMES, THING]]
    truth = consequences(ontology, [*everything, *some])
    for expression in everything:
        above = truth[expression]
        assert reasoner.is_satisfiable(expression) == (BOTTOM not in above)
        if BOTTOM in above:
            assert reasoner.superclasses(expression) - {NOTHING} >= set(reasoner.classes) - {NOTHING}
            continue
        assert reasoner.superclasses(expression) & {*NAMES, THING} == {e.id for e in above if isinstance(e, Term)}
        pairs = {(role, id) for role, id in reasoner.some_subsumers(expression) if id != THING or role in ROLES}
        assert pairs == {(e.relation, e.filler.id) for e in above if isinstance(e, Some) and isinstance(e.filler, Term) and e in some}
        for other in everything:
            assert reasoner.is_subsumed(expression, other) == (other in above)
    known = set(reasoner.classes) & {*NAMES, THING}
    assert reasoner.unsatisfiable() == {n for n in known if BOTTOM in truth[Term(n)]}
    for expression in everything:
        below = {n for n in known if expression in truth[Term(n)] or BOTTOM in truth[Term(n)]}
        assert reasoner.subclasses(expression) & known == below
        if BOTTOM not in truth[expression]:
            assert reasoner.equivalents(expression) & known == {n for n in below if Term(n) in truth[expression]}


@settings(max_examples=200)
@given(ontologies, st.lists(expressions, min_size=1, max_size=3), st.integers(0, 12), st.booleans())
def test_bit_by_bit_is_the_same_as_at_once(ontology: list[Axiom], asked: list[Expression], cut: int, one_by_one: bool) -> None:
    everything: list[Expression] = [*map(Term, NAMES), *asked]
    grown = Reasoner(ontology[:cut])
    answers(grown, everything)
    if one_by_one:
        for axiom in ontology[cut:]:
            grown.add(axiom)
            answers(grown, everything)
    else:
        grown.add(ontology[cut:])
    assert answers(grown, everything) == answers(Reasoner(ontology), everything)


@settings(max_examples=100)
@given(ontologies, st.lists(expressions, min_size=1, max_size=3), st.integers())
def test_the_order_of_axioms_and_questions_does_not_matter(ontology: list[Axiom], asked: list[Expression], seed: int) -> None:
    everything: list[Expression] = [*map(Term, NAMES), *asked]
    shuffled = random.Random(seed).sample(ontology, len(ontology))
    other = Reasoner(shuffled)
    answers(other, everything[::-1])
    assert answers(other, everything) == answers(Reasoner(ontology), everything)
