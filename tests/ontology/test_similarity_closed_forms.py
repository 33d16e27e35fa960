"""The closed forms against brute force: products multiplied out, common subsumers enumerated, on small random ontologies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldproof.errors import BadInput, NotFound
from goldproof.model import And, Expression, Layer, Phenotype, Some, Source, Term
from goldproof.model.source import Kind
from goldproof.ontology import Entry, Ontology
from goldproof.ontology.similarity import Frequency, Profiles, Subsumers, Told, compare

SIZE = 7


@st.composite
def ontologies(draw: st.DrawFn) -> Ontology:
    """A random hierarchy: every term may have parents among those before it, several roots allowed."""
    parents = [draw(st.lists(st.integers(0, n - 1), max_size=2, unique=True)) if n else [] for n in range(SIZE)]
    return Ontology.of([Entry(f"X:{n}", parents=tuple(f"X:{p}" for p in above)) for n, above in enumerate(parents)])


TERMS = st.integers(0, SIZE).map(lambda n: Term(f"X:{n}"))  # the last one is in no ontology: a provisional term
EXPRESSIONS = st.one_of(TERMS, st.tuples(TERMS, st.sampled_from("rs"), TERMS).map(lambda t: And((t[0], Some(t[1], t[2])))))
SLOTS = st.one_of(st.none(), EXPRESSIONS)
PHENOTYPES = st.one_of(
    st.builds(Phenotype, EXPRESSIONS, EXPRESSIONS, SLOTS),
    st.builds(Phenotype, SLOTS, SLOTS, SLOTS),
)


def subsumers(told: Subsumers, p: Phenotype, profiles: Profiles) -> set[tuple[str, ...]]:
    """All of them, multiplied out, by the words of the specification and not by our shapes."""

    def closure(e: Expression) -> set[str]:
        return {*told.superclasses(e), told.name(e)}

    e, q, r = p.entity, p.quality, p.related
    if profiles.part == "entity":
        return set() if e is None else {("plain", n) for n in closure(e)}
    if e is not None and q is not None:
        whole = profiles.convention.whole(p)
        found = {("plain", n) for n in set(told.superclasses(whole)) - {told.name(whole)}}
        found |= {("EQ", *c) for c in product(closure(e), closure(q))}
        return found | ({("EQR", *c) for c in product(closure(e), closure(q), closure(r))} if r is not None else set())
    if not profiles.convention.partial or (e, q, r) == (None, None, None):
        return set()
    if q is not None and r is not None:
        return {("QR", *c) for c in product(closure(q), closure(r))}
    if e is not None and r is not None:
        return {("plain", n) for n in closure(e)} | {("ER", *c) for c in product(closure(e), closure(r))}
    alone = e or q or r
    assert alone is not None
    return {("plain", n) for n in closure(alone)}


@settings(max_examples=150)
@given(ontologies(), st.lists(PHENOTYPES, min_size=2, max_size=6), st.sampled_from(("paper", "deposited")), st.sampled_from(("whole", "entity")))
def test_jsim_is_that_of_the_multiplied_out_sets(ontology: Ontology, phenotypes: list[Phenotype], mode: str, part: str) -> None:
    told = Told(ontology)
    profiles = Profiles(told, mode=mode, part=part)
    rows = profiles.rows(phenotypes)
    sets = [subsumers(told, p, profiles) for p in phenotypes]
    assert profiles.sizes(rows).tolist() == [len(s) for s in sets]
    a, b = (g.ravel() for g in np.meshgrid(rows, rows, indexing="ij"))
    expected = [len(s & t) / max(len(s | t), 1) for s in sets for t in sets]
    assert profiles.jaccard(a, b) == pytest.approx(np.array(expected), abs=1e-15)


@settings(max_examples=150)
@given(
    ontologies(), st.lists(PHENOTYPES, min_size=2, max_size=9), st.sampled_from(("paper", "deposited")), st.sampled_from(("whole", "entity")),
    st.sampled_from(("annotations", "lines")),
)  # fmt: skip
def test_in_is_that_of_the_best_of_all_common_subsumers(ontology: Ontology, corpus: list[Phenotype], mode: str, part: str, per: str) -> None:
    told = Told(ontology)
    profiles = Profiles(told, mode=mode, part=part)
    sets = [subsumers(told, p, profiles) for p in corpus]
    said = [s for s in sets if s]
    if not said:
        with pytest.raises(BadInput, match="no annotation in the corpus"):
            Frequency(profiles, corpus, per=per)
        return
    total = len(said) if per == "annotations" else sum(map(len, said))

    def best(s: set[tuple[str, ...]], t: set[tuple[str, ...]]) -> float:
        counts = [sum(common in other for other in said) for common in s & t]
        return 1 - math.log(min(counts)) / math.log(total) if counts and total > 1 else 0.0

    rows = profiles.rows(corpus)
    a, b = (g.ravel() for g in np.meshgrid(rows, rows, indexing="ij"))
    found = Frequency(profiles, corpus, per=per).content(a, b)
    assert found == pytest.approx(np.array([best(s, t) for s in sets for t in sets]), abs=1e-12)


def layer(name: str, states: dict[str, Sequence[Phenotype]]) -> Layer:
    return Layer.of(name, Source(name), Kind.PHENOTYPES, states)


@settings(max_examples=60)
@given(ontologies(), st.lists(st.tuples(st.lists(PHENOTYPES, max_size=3), st.lists(PHENOTYPES, max_size=3)), min_size=1, max_size=4))
def test_states_are_put_together_by_equations_1_and_2(ontology: Ontology, states: list[tuple[list[Phenotype], list[Phenotype]]]) -> None:
    profiles = Profiles(Told(ontology))
    test = layer("test", {str(i): t for i, (t, _) in enumerate(states)})
    ref = layer("ref", {str(i): r for i, (_, r) in enumerate(states)})
    found = compare(test, ref, profiles).states
    for i, (t, r) in enumerate(states):
        sets_t, sets_r = ([subsumers(profiles.subsumers, p, profiles) for p in side] for side in (t, r))
        j = [[len(x & y) / max(len(x | y), 1) for y in sets_r] for x in sets_t]
        pp = sum(max(row, default=0.0) for row in j) / len(t) if t else 0.0
        pr = sum(max((row[k] for row in j), default=0.0) for k in range(len(r))) / len(r) if r else 0.0
        assert (found["PP"][i], found["PR"][i]) == pytest.approx((pp, pr), abs=1e-12)
        assert found["Jsim"][i] == pytest.approx(max((v for row in j for v in row), default=0.0), abs=1e-12)


def test_the_published_labels_exchange_the_equations() -> None:
    told = Told(Ontology.of([Entry("X:1"), Entry("X:2", parents=("X:1",)), Entry("X:3", parents=("X:1",))]))
    test = layer("test", {"0": [Phenotype(Term("X:2"), Term("X:1")), Phenotype(Term("X:3"), Term("X:1"))]})
    ref = layer("ref", {"0": [Phenotype(Term("X:2"), Term("X:1"))]})
    plain, published = (compare(test, ref, Profiles(told), labels=labels).states for labels in ("equations", "published"))
    assert plain["PR"][0] == 1 > plain["PP"][0]
    assert (published["PP"][0], published["PR"][0]) == (plain["PR"][0], plain["PP"][0])
    with pytest.raises(NotFound, match="published"):
        compare(test, ref, Profiles(told), labels="other")
