"""Walks up and down a hierarchy: by hand, and against brute force on graphs of any shape."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldproof.errors import NotFound
from goldproof.ontology import Entry, Ontology, Scope, Synonym, hierarchy
from goldproof.ontology.entry import Sort

# all > (animal > (cat, dog), thing > (toy, dog)); dog has two parents; relic is obsolete; stray has a parent that nobody declares.
ZOO = Ontology.of([
    Entry("Z:0", "all", alternatives=("Z:00",)),
    Entry("Z:1", "animal", parents=("Z:0",)), Entry("Z:2", "thing", parents=("Z:0",)),
    Entry("Z:3", "cat", parents=("Z:1",), synonyms=(Synonym("Puss", Scope.EXACT), Synonym("mouser", Scope.BROAD))),
    Entry("Z:4", "dog", parents=("Z:1", "Z:2")), Entry("Z:5", "toy", parents=("Z:2",), subsets=("slim",)),
    Entry("Z:6", "poodle", parents=("Z:4",)), Entry("Z:7", "relic", obsolete=True), Entry("Z:8", "stray", parents=("Y:1",)),
    Entry("part_of", "part of", Sort.RELATION, xrefs=("BFO:0000050",)), Entry("connects", "links up", Sort.RELATION),
], name="zoo")  # fmt: skip


def test_roots() -> None:
    assert ZOO.roots == ("Z:0", "Z:8"), "not the obsolete one, not the relations"


@pytest.mark.parametrize(("id", "categories"), [
    ("Z:3", ("Z:1",)), ("Z:6", ("Z:1", "Z:2")), ("Z:1", ("Z:1",)), ("Z:0", ()), ("Z:8", ()), ("Z_3", ("Z:1",)),
])  # fmt: skip
def test_the_categories_of_a_term(id: str, categories: tuple[str, ...]) -> None:
    assert ZOO.top_level(id, "Z:0") == categories
    assert ZOO.top_level(id, "Z:00") == categories


def test_depth_paths_and_subtrees() -> None:
    assert [ZOO.depth(f"Z:{n}") for n in (0, 1, 3, 6, 7, 8)] == [0, 1, 2, 3, 0, 0]
    assert set(ZOO.paths("Z:6")) == {("Z:6", "Z:4", "Z:1", "Z:0"), ("Z:6", "Z:4", "Z:2", "Z:0")}
    assert ZOO.paths("Z:6", "Z:2") == (("Z:6", "Z:4", "Z:2"),)
    assert ZOO.paths("Z:6", "Z:3") == ()
    assert ZOO.paths("Z:6", "Z:6") == (("Z:6",),)
    assert len(ZOO.paths("Z:6", most=1)) == 1
    assert ZOO.subtree("Z:4", "Z:5") == {"Z:4", "Z:5", "Z:6"}


def test_what_two_have_in_common() -> None:
    assert ZOO.common_ancestors("Z:3", "Z:6") == {"Z:0", "Z:1"}
    assert ZOO.lowest_common_ancestors("Z:3", "Z:6") == {"Z:1"}
    assert ZOO.lowest_common_ancestors("Z:6", "Z:4") == {"Z:4"}
    assert ZOO.common_ancestors("Z:3", "Z:8") == set()
    with pytest.raises(NotFound, match="Z:99"):
        ZOO.common_ancestors("Z:3", "Z:99")


def test_names() -> None:
    assert ZOO.names("Z:3") == ("cat", "Puss", "mouser")
    assert ZOO.names("Z:3", "EXACT") == ("cat", "Puss")
    assert ZOO.find(" CAT ") == ZOO.find("puss") == ("Z:3",)
    assert ZOO.find("mouser") == ZOO.find("relic") == ()
    assert ZOO.subset("slim") == ("Z:5",)


@pytest.mark.parametrize(("name", "role"), [
    ("part_of", "BFO:0000050"), ("BFO_0000050", "BFO:0000050"), ("part of", "BFO:0000050"), ("Part of", "BFO:0000050"),
    ("connects", "connects"), ("links up", "connects"), ("ZOO_connects", "connects"), ("nonsense", ""), ("Z:0", ""), ("", ""),
])  # fmt: skip
def test_a_relation_by_any_of_its_names(name: str, role: str) -> None:
    assert ZOO.relation(name) == role


GRAPHS = st.lists(st.lists(st.integers(0, 6), max_size=3), min_size=7, max_size=7)


def graph(parents: list[list[int]]) -> dict[str, tuple[str, ...]]:
    return {str(i): tuple(str(p) for p in dict.fromkeys(above)) for i, above in enumerate(parents)}


@given(GRAPHS)
def test_walks_against_brute_force(parents: list[list[int]]) -> None:
    steps = graph(parents)
    reach = {i: hierarchy.reached(i, steps) for i in steps}
    for start in steps:
        ways = list(hierarchy.paths(start, steps))
        assert len(ways) == len(set(ways))
        for way in ways:
            assert way[0] == start
            assert not steps[way[-1]]
            assert all(b in steps[a] for a, b in pairwise(way))
            assert len(set(way)) == len(way)
        assert {way[-1] for way in ways} == {i for i in reach[start] | {start} if not steps[i]}
        assert hierarchy.distance(start, steps) == (min(len(w) - 1 for w in ways) if ways else None)
        for end in steps:
            found = list(hierarchy.paths(start, steps, [end]))
            assert bool(found) == (end in reach[start] or end == start)
            assert hierarchy.distance(start, steps, [end]) == (min(len(w) - 1 for w in found) if found else None)
    assert {frozenset(c) for c in hierarchy.cycles(steps)} == {
        frozenset({i} | {j for j in reach[i] if i in reach[j]}) for i in steps if i in steps[i] or any(i in reach[j] for j in reach[i])}  # fmt: skip


@given(GRAPHS, st.sets(st.integers(0, 6)))
def test_the_lowest_of_some(parents: list[list[int]], some: set[int]) -> None:
    steps, ids = graph(parents), frozenset(map(str, some))
    above = {i: hierarchy.reached(i, steps) for i in steps}
    low = hierarchy.lowest(ids, steps)
    assert low <= ids
    assert bool(low) == bool(ids)
    for i in ids - low:
        assert any(i in above[j] and j not in above[i] for j in ids)
    for i in low:
        assert not any(i in above[j] and j not in above[i] for j in ids)
