"""What has become of an id, and what stands above and below a term: by the toy, by hand, and against brute force."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldproof as gp
from goldproof.errors import NotFound
from goldproof.ontology import Entry, Ontology, Standing, Status

from .test_obo import read
from .toys import TOY


@pytest.fixture
def toy(tmp_path: Path) -> Ontology:
    return read(TOY, tmp_path)


def test_the_public_name_opens_a_file(tmp_path: Path) -> None:
    read(TOY, tmp_path)
    assert len(gp.Ontology(str(tmp_path / "toy.obo"))) == 8


STATUS = {
    "TOY:0000001": Status(Standing.CURRENT, "TOY:0000001"),
    "TOY_0000001": Status(Standing.CURRENT, "TOY:0000001"),
    "http://purl.obolibrary.org/obo/TOY_0000001": Status(Standing.CURRENT, "TOY:0000001"),
    "TOY:0000020": Status(Standing.ALTERNATIVE, "TOY:0000002"),
    "TOY:0000005": Status(Standing.OBSOLETE, "TOY:0000002"),  # its replacement is an alternative id
    "TOY:0000004": Status(Standing.OBSOLETE, "TOY:0000002"),  # its replacement is obsolete itself
    "TOY:0000006": Status(Standing.OBSOLETE, "", ("TOY:0000003", "TOY:0000001")),
    "TOY:0000007": Status(Standing.OBSOLETE),  # replaced by itself
    "part_of": Status(Standing.CURRENT, "part_of"),
    "TOY:9999999": Status(Standing.UNKNOWN),
    "": Status(Standing.UNKNOWN),
}


@pytest.mark.parametrize("id", STATUS)
def test_the_status_of_an_id(toy: Ontology, id: str) -> None:
    assert toy.status(id) == STATUS[id]
    assert toy.status(id).usable == bool(STATUS[id].id)


def test_a_term_that_was_merged_and_left_a_stub_is_an_alternative() -> None:
    toy = Ontology.of([Entry("A:1", alternatives=("A:2",)), Entry("A:2", "stub", obsolete=True)])
    assert toy.status("A:2") == Status(Standing.ALTERNATIVE, "A:1")
    assert toy["A:2"].id == "A:1"


def test_a_term_that_was_merged_into_one_that_is_obsolete_by_now() -> None:
    toy = Ontology.of([Entry("A:1", alternatives=("A:2",), obsolete=True, replaced_by=("A:3",)), Entry("A:3"),
                       Entry("A:4", alternatives=("A:5",), obsolete=True, consider=("A:3",))])  # fmt: skip
    assert toy.status("A:2") == Status(Standing.OBSOLETE, "A:3")
    assert toy.status("A:5") == Status(Standing.OBSOLETE, "", ("A:3",))


def test_an_alternative_id_that_two_terms_claim_names_neither() -> None:
    toy = Ontology.of([Entry("A:1", alternatives=("A:9",)), Entry("A:2", alternatives=("A:9",)),
                       Entry("A:3", alternatives=("A:8",), obsolete=True), Entry("A:4", alternatives=("A:8",))])  # fmt: skip
    assert toy.status("A:9") == Status(Standing.ALTERNATIVE, "", ("A:1", "A:2"))
    assert toy.get("A:9") is None
    assert toy.status("A:8") == Status(Standing.ALTERNATIVE, "A:4")


def test_terms_are_found_by_any_of_their_ids(toy: Ontology) -> None:
    assert toy["TOY_0000021"].id == "TOY:0000002"
    assert toy.label("TOY:0000003") == "arm"
    assert toy.label("nothing") == ""
    assert "TOY:0000020" in toy
    assert "TOY:0000099" not in toy
    assert 5 not in toy
    with pytest.raises(NotFound, match="TOY:77"):
        toy["TOY:77"]


def test_above_and_below(toy: Ontology) -> None:
    assert toy.ancestors("TOY:0000003") == {"TOY:0000001", "TOY:0000002"}
    assert toy.descendants("TOY:0000001") == {"TOY:0000002", "TOY:0000003"}
    assert toy.parents("TOY:0000020") == ("TOY:0000001",)
    assert toy.children("TOY:0000001") == ("TOY:0000002",)
    assert toy.descendants("TOY:0000009") == frozenset()
    with pytest.raises(NotFound):
        toy.descendants("TOY:77")


@given(st.lists(st.lists(st.integers(0, 9), max_size=3), min_size=10, max_size=10))
def test_ancestors_are_the_transitive_closure_whatever_the_graph(parents: list[list[int]]) -> None:
    toy = Ontology.of(Entry(f"A:{i}", parents=tuple(f"A:{p}" for p in above)) for i, above in enumerate(parents))
    reach = {i: set(above) for i, above in enumerate(parents)}
    for k in range(10):  # Warshall
        for i in range(10):
            if k in reach[i]:
                reach[i] |= reach[k]
    for i in range(10):
        assert toy.ancestors(f"A:{i}") == {f"A:{j}" for j in reach[i] - {i}}
        assert toy.descendants(f"A:{i}") == {f"A:{j}" for j in range(10) if i in reach[j] and j != i}


@pytest.mark.data
def test_what_became_of_the_ids_of_2014(data: Path) -> None:
    """Every id of the older release that the newer one knows otherwise leads to a current term or says that none is left."""
    old, new = (Ontology(data / f"hpo/hp-{day}.obo") for day in ("2014-11-14", "2025-01-16"))
    standing = {e.id: new.status(e.id) for e in old.current}
    assert sum(s.standing is Standing.CURRENT for s in standing.values()) > 0.9 * len(standing)
    moved = [s for s in standing.values() if s.standing is not Standing.CURRENT]
    assert moved
    assert all(new.status(s.id).standing is Standing.CURRENT for s in moved if s.usable)
    # The root has everything below it, and both directions agree.
    below = new.descendants("HP:0000001")
    assert len(below) == len(new.current) - 1
    for id in sorted(below)[::500]:
        assert "HP:0000001" in new.ancestors(id)
