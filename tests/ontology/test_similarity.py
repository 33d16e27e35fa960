"""Similarities worked by hand on a small zoo, and what is undefined.

    animal(1) - fish(2) - trout(4), perch(5)
              - bird(3) - wren(6)
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from goldproof.errors import BadInput, NotFound
from goldproof.model import And, Kind, Layer, Phenotype, Some, Source, Term
from goldproof.model.attributes import Attributes
from goldproof.ontology import Entry, Ontology
from goldproof.ontology.similarity import (
    BitRows,
    Frequency,
    Listed,
    Profiles,
    Terms,
    Told,
    compare,
    from_annotations,
    relations_in,
    sanchez,
    seco,
    zhou,
)

ABOVE = {"Z:1": (), "Z:2": ("Z:1",), "Z:3": ("Z:1",), "Z:4": ("Z:2",), "Z:5": ("Z:2",), "Z:6": ("Z:3",)}
ZOO = Ontology.of([Entry(id, parents=parents, alternatives=("Z:40",) if id == "Z:4" else ()) for id, parents in ABOVE.items()])
TOLD = Told(ZOO)
# Eight annotations: 4 trout, 2 perch, 1 fish, 1 wren. Under fish 7, under bird 1.
SEEN = ["Z:4"] * 4 + ["Z:5"] * 2 + ["Z:2"] + ["Z:6"]


def test_information_content_of_a_corpus() -> None:
    found = from_annotations(TOLD, SEEN)
    assert found.of == pytest.approx({"Z:1": 0, "Z:2": math.log(8 / 7), "Z:3": math.log(8), "Z:4": math.log(2), "Z:5": math.log(4), "Z:6": math.log(8)})
    assert found.most == math.log(8)
    with pytest.raises(BadInput, match="no annotations"):
        from_annotations(TOLD, [])


def test_information_content_of_structure() -> None:
    assert seco(ZOO).of == pytest.approx({"Z:1": 0, "Z:2": 1 - math.log(3) / math.log(6), "Z:3": 1 - math.log(2) / math.log(6), "Z:4": 1, "Z:5": 1, "Z:6": 1})
    deep = {1: 0.0, 2: math.log(2) / math.log(3), 3: 1.0}
    by_hand = {id: 0.5 * seco(ZOO).of[id] + 0.5 * deep[d] for id, d in zip(ABOVE, (1, 2, 2, 3, 3, 3), strict=True)}
    assert zhou(ZOO).of == pytest.approx(by_hand)
    # Sánchez: fish has 2 leaves and 2 subsumers, a leaf none below it, of 3 leaves.
    assert sanchez(ZOO).of["Z:2"] == pytest.approx(-math.log((2 / 2 + 1) / 4))
    assert sanchez(ZOO).of["Z:4"] == pytest.approx(sanchez(ZOO).most) == pytest.approx(math.log(4))
    with pytest.raises(BadInput, match="share"):
        zhou(ZOO, 2)


def test_pairs_of_terms() -> None:
    by = Terms(TOLD, from_annotations(TOLD, SEEN))
    trout, perch, fish = math.log(2), math.log(4), math.log(8 / 7)
    expected = {
        "jaccard": 2 / 4, "resnik": fish, "in": fish / math.log(8), "lin": 2 * fish / (trout + perch),
        "jiang-conrath": 1 / (1 + trout + perch - 2 * fish), "simgic": fish / (fish + trout + perch),
    }  # fmt: skip
    assert {name: by.similarity("Z:4", "Z:5", name) for name in expected} == pytest.approx(expected)
    assert by.best_common("Z:4", "Z:5") == "Z:2"
    assert by.similarity("Z:40", "Z:4", "lin") == 1  # an alternative id is the same term
    assert by.similarity("Z:4", "Z:6", "resnik") == 0
    assert by.similarity("Z:4", "Z:4", "jiang-conrath") == 1


def test_what_is_undefined_says_why() -> None:
    by = Terms(TOLD, from_annotations(TOLD, ["Z:4"]))
    assert by.similarity("Z:4", "Z:5", "lin") is None
    assert by.why("Z:4", "Z:5") == "no annotation falls under Z:5"
    assert by.of_sets([], ["Z:4"]) is None
    assert by.why() == "a set without members"
    with pytest.raises(BadInput, match="needs information content"):
        Terms(TOLD).similarity("Z:4", "Z:5", "lin")
    with pytest.raises(NotFound, match="there are: jaccard, resnik"):
        by.similarity("Z:4", "Z:5", "levenshtein")


def test_sets_of_terms() -> None:
    by = Terms(TOLD, seco(ZOO))
    a, b = ["Z:4", "Z:6"], ["Z:5"]
    # All above: trout fish animal wren bird; perch fish animal.
    assert by.of_sets(a, b, "simui") == 2 / 6
    content = seco(ZOO).of
    assert by.of_sets(a, b, "simgic") == pytest.approx(content["Z:2"] / sum(content.values()))
    one, two = (by.similarity(x, "Z:5", "lin") or 0.0 for x in a)
    assert by.of_sets(a, b, "best-match-average") == pytest.approx(((one + two) / 2 + max(one, two)) / 2)
    assert by.of_sets(a, b, "average") == pytest.approx((one + two) / 2)
    assert by.of_sets(a, b, "maximum", of="jaccard") == 0.5


def test_many_pairs_at_once_are_the_single_ones() -> None:
    by = Terms(TOLD)
    names = [*ABOVE, "Z:99"]
    a, b = [x for x in names for _ in names], names * len(names)
    assert by.jaccard(a, b).tolist() == [by.similarity(x, y) for x, y in zip(a, b, strict=True)]
    assert by.matrix(names, names[:3]).tolist() == [[by.similarity(x, y) for y in names[:3]] for x in names]
    assert by.matrix(names, []).shape == (len(names), 0)


def test_rows_of_bits_count_like_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = np.random.default_rng(3)
    sets = [set(chance.integers(0, 300, size=chance.integers(0, 40)).tolist()) for _ in range(30)] + [set()]
    a, b = (x.ravel() for x in np.meshgrid(np.arange(-1, 31), np.arange(-1, 31)))
    every = [*sets, set()]
    expected = [len(every[i] & every[j]) for i, j in zip(a.tolist(), b.tolist(), strict=True)]
    assert BitRows(sets).common(a, b).tolist() == expected
    unions = [len(every[i] | every[j]) for i, j in zip(a.tolist(), b.tolist(), strict=True)]
    jaccard = [x / max(y, 1) for x, y in zip(expected, unions, strict=True)]
    assert BitRows(sets).jaccard(a, b).tolist() == jaccard
    few = chance.integers(0, len(a), size=50)
    assert BitRows(sets).common(a[few], b[few]).tolist() == [expected[i] for i in few]
    assert BitRows(sets).jaccard(a[few], b[few]).tolist() == [jaccard[i] for i in few]
    # Without numpy 2's popcount, the same.
    monkeypatch.delattr(np, "bitwise_count", raising=False)
    assert BitRows(sets).common(a[few], b[few]).tolist() == [expected[i] for i in few]


def eq(e: str | None, q: str | None, r: str | None = None, **more: Attributes) -> Phenotype:
    return Phenotype(*(None if x is None else Term(x) for x in (e, q, r)), **more)


def test_jsim_by_hand() -> None:
    # Entity trout and perch, the same quality with nothing above it, related wren: 3 x 1 each, 2 in common; with wren (3 above and itself) 3 x 1 x 3.
    profiles = Profiles(TOLD)
    a, b, c = profiles.rows([eq("Z:4", "Q:1"), eq("Z:5", "Q:1"), eq("Z:4", "Q:1", "Z:6")])
    # The whole expression's superclasses: its parts Q:1 and inheres_in some each of the entity's 3.
    assert profiles.sizes(np.array([a, c])).tolist() == [3 + 4, 3 + 9 + 7]
    assert profiles.jaccard(np.array([a]), np.array([b]))[0] == (2 + 3) / (4 + 5)
    assert profiles.jaccard(np.array([a]), np.array([c]))[0] == 7 / 19


def test_incomplete_statements_by_both_conventions() -> None:
    left, half, unmatched = eq("Z:4", "Q:1"), eq("Z:4", None), eq("Z:4", "Q:1", unmatched=Attributes(related="a sinus"))
    for mode, sizes in (("paper", [7, 0, 0]), ("deposited", [7, 3, 7])):
        profiles = Profiles(TOLD, mode=mode)
        assert profiles.sizes(profiles.rows([left, half, unmatched])).tolist() == sizes
    entities = Profiles(TOLD, part="entity")
    assert entities.sizes(entities.rows([left, half, eq(None, "Q:1")])).tolist() == [3, 3, 0]


def test_in_needs_one_of_the_two_in_the_corpus() -> None:
    profiles = Profiles(TOLD)
    frequency = Frequency(profiles, [eq("Z:4", "Q:1"), eq("Z:6", "Q:1")])
    a, b, c = profiles.rows([eq("Z:4", "Q:1"), eq("Z:5", "Q:1"), eq("Z:2", "Q:1")])
    assert frequency.content(np.array([a]), np.array([b])).tolist() == [1.0]  # fish with Q:1 was annotated once, as trout
    with pytest.raises(BadInput, match="not in the corpus"):
        frequency.content(np.array([b]), np.array([c]))
    with pytest.raises(BadInput, match="per 'words'"):
        Frequency(profiles, [eq("Z:4", "Q:1")], per="words")


def layer(name: str, **states: list[Phenotype]) -> Layer:
    return Layer.of(name, Source(name), Kind.PHENOTYPES, {key.lstrip("s"): value for key, value in states.items()})


def test_states_and_sources() -> None:
    trout, perch, wren = eq("Z:4", "Q:1"), eq("Z:5", "Q:1"), eq("Z:6", "Q:2")
    test = layer("test", s1=[trout, wren], s2=[trout], s3=[], s4=[])
    ref = layer("ref", s1=[trout], s2=[perch], s3=[trout], s4=[])
    profiles = Profiles(TOLD)
    found = compare(test, ref, profiles, Frequency(profiles, [trout, perch, wren, trout]))
    j = 5 / 9
    assert found.states["Jsim"].tolist() == [1, j, 0, 0]
    apart = profiles.jaccard(*(profiles.rows([p]) for p in (wren, trout)))[0]
    assert found.states["PP"].tolist() == [(1 + apart) / 2, j, 0, 0]
    assert found.states["PR"].tolist() == [1, j, 0, 0]
    mean = next(m for m in found.means() if m.metric == "Jsim")
    assert (mean.value, mean.units) == ((1 + j) / 4, 4)
    assert mean.two_errors == pytest.approx(2 * np.std([1, j, 0, 0], ddof=1) / 2)
    assert [r["unit"] for r in found.pair_rows()] == ["1", "1", "2"]
    assert [(r["of test"], r["of ref"]) for r in found.state_rows()] == [(2, 1), (1, 1), (0, 1), (0, 0)]
    assert compare(test, ref, profiles, empty=1.0).states["Jsim"].tolist() == [1, j, 0, 1]
    with pytest.raises(BadInput, match="no unit was judged by both"):
        compare(test, layer("other"), profiles).means()


def test_lists_and_relations() -> None:
    listed = Listed({"A:1": {"A:0"}})
    assert Terms(listed).closure("A:1") == {"A:0", "A:1"}
    assert Terms(listed).closure("A:2") == {"A:2"}
    assert relations_in([And((Term("A:1"), Some("r", Some("s", Term("A:2"))))), Some("r", Term("A:3"))]) == ("r", "s")
