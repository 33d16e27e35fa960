"""Matching of places and alignment: against brute force over records, by hand, and by property."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from goldproof.errors import BadInput, NotFound
from goldproof.measures import measure, score
from goldproof.measures.alignment import heaviest_pairs, most_pairs
from goldproof.model import Kind, Layer, Mention, Source, Span

from .test_items import m, mentions, value

MATCHES = ("strict", "shared", "subspan", "overlap")


def chars(mention: Mention) -> set[int]:
    return {c for s in mention.spans for c in range(*s)}


def matched(x: Mention, y: Mention, how: str) -> bool:
    """By characters and ends, one pair of records at a time. Only for mentions with characters."""
    if how == "strict":
        return sorted(x.spans) == sorted(y.spans)
    if how == "overlap":
        return bool(chars(x) & chars(y))
    if how == "subspan":
        return chars(x) <= chars(y) or chars(y) <= chars(x)
    return bool(chars(x) & chars(y)) and (min(chars(x)) == min(chars(y)) or max(chars(x)) == max(chars(y)))


def largest(edges: list[tuple[int, int]]) -> int:
    """The size of a largest set of edges that share no end, by another algorithm."""
    allowed = np.zeros((10, 10))
    for i, j in edges:
        allowed[i, j] = 1
    return int(allowed[linear_sum_assignment(allowed, maximize=True)].sum())


solid = st.builds(
    lambda spans, concepts, label: Mention(tuple(Span(a, a + n) for a, n in spans), tuple(concepts), label),
    st.lists(st.tuples(st.integers(0, 7), st.integers(1, 3)), min_size=1, max_size=2),
    st.lists(st.sampled_from(["X:1", "X:2"]), max_size=2, unique=True), st.sampled_from(["gene", "protein"]),
)  # fmt: skip
layers = st.fixed_dictionaries({u: st.lists(solid, max_size=4) for u in "uvw"}).map(lambda d: mentions("x", **d))


@given(layers, layers, st.sampled_from(MATCHES), st.booleans(), st.sampled_from(["span", "span+type", "span+concept"]))
def test_counts_are_those_of_every_pair_tried(a: Layer, b: Layer, how: str, many: bool, on: str) -> None:
    align = "many-to-many" if many else "one-to-one"
    found = measure(f"F1(match={how},on={on},align={align})").counts(a, b)
    for unit, row in zip(found.units, found.table.tolist(), strict=True):
        sides = []
        for layer in (a, b):
            items = [(x, c if on == "span+concept" else x.label if on == "span+type" else "")
                     for x in layer[unit] for c in ((x.concepts or ("",)) if on == "span+concept" else ("",))]  # fmt: skip
            sides.append(items)
        edges = [(i, j) for i, (x, c) in enumerate(sides[0]) for j, (y, d) in enumerate(sides[1]) if c == d and matched(x, y, how)]
        if many:
            reached, right = len({i for i, _ in edges}), len({j for _, j in edges})
            assert row == [right, len(sides[1]) - right, len(sides[0]) - reached, reached]
        else:
            tp = largest(edges)
            assert row == [tp, len(sides[1]) - tp, len(sides[0]) - tp]


@given(layers, layers, st.booleans(), st.sampled_from(["each", "any", "same"]))
def test_each_matcher_allows_what_the_one_before_allows(a: Layer, b: Layer, many: bool, concepts: str) -> None:
    tail = f"on=span+concept,concepts={concepts},align={'many-to-many' if many else 'one-to-one'})"
    strict, shared, subspan, overlap = (measure(f"F1(match={how},{tail}").counts(a, b).table[:, 0].sum() for how in MATCHES)
    assert strict <= shared <= overlap
    assert strict <= subspan <= overlap
    # Of mentions in one piece, two that share an edge lie one inside the other.
    strict, shared, subspan, overlap = (measure(f"F1(match={how},parts=hull,{tail}").counts(a, b).table[:, 0].sum() for how in MATCHES)
    assert strict <= shared <= subspan <= overlap


@given(layers, layers, st.sampled_from(MATCHES), st.booleans())
def test_f1_is_symmetric_and_the_names_of_things_do_not_matter(a: Layer, b: Layer, how: str, many: bool) -> None:
    name = f"F1(match={how},align={'many-to-many' if many else 'one-to-one'})"
    assert value(name, a, b) == pytest.approx(value(name, b, a))
    turned = [Layer.of(x.name, x.source, Kind.MENTIONS, {f"new{u}": [Mention(y.spans, tuple("Y:" + c for c in y.concepts)) for y in reversed(said)]
                                                         for u, said in x.items()}) for x in (a, b)]  # fmt: skip
    assert value(name, *turned) == pytest.approx(value(name, a, b))
    assert value(name, a, a) == 1


edge_lists = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=12, unique=True)


@given(edge_lists)
def test_one_to_one_alignment_is_a_largest(edges: list[tuple[int, int]]) -> None:
    left, right = (np.array([e[side] for e in edges], dtype=np.int64) for side in (0, 1))
    chosen = most_pairs(left, right, 5, 5)
    allowed = np.zeros((5, 5))
    allowed[left, right] = 1
    rows, columns = linear_sum_assignment(allowed, maximize=True)
    assert len(chosen) == allowed[rows, columns].sum()
    assert len(set(left[chosen])) == len(set(right[chosen])) == len(chosen)


@given(edge_lists, st.randoms(use_true_random=False))
def test_the_heaviest_alignment_is_a_heaviest(edges: list[tuple[int, int]], chance: object) -> None:
    left, right = (np.array([e[side] for e in edges], dtype=np.int64) for side in (0, 1))
    weight = np.array([chance.choice([0.25, 0.5, 0.75, 1.0]) for _ in edges])  # type: ignore[attr-defined]
    chosen = heaviest_pairs(left, right, weight, 5, 5)
    table = np.zeros((5, 5))
    table[left, right] = weight
    best = max(sum(table[i, j] for i, j in enumerate(p)) for p in permutations(range(5)))
    assert weight[chosen].sum() == pytest.approx(best)
    assert len(set(left[chosen])) == len(set(right[chosen])) == len(chosen)


def test_a_greedy_alignment_would_lose_one() -> None:
    # The long mention could take either; only if it leaves 0-2 to the one that needs it are both found.
    ref, sys = mentions("r", u=[m(0, 9), m(0, 2)]), mentions("s", u=[m(0, 2), m(7, 9)])
    assert measure("F1(match=overlap)").counts(ref, sys).table.tolist() == [[2, 0, 0]]


def test_alignment_decides_what_a_long_mention_is_worth() -> None:
    ref, sys = mentions("r", u=[m(0, 3), m(4, 7)]), mentions("s", u=[m(0, 7)])
    assert measure("F1(match=overlap)").counts(ref, sys).table.tolist() == [[1, 0, 1]]
    assert measure("F1(match=overlap,align=many-to-many)").counts(ref, sys).table.tolist() == [[1, 0, 0, 2]]
    assert value("F1(match=overlap,align=many-to-many)", ref, sys) == 1
    assert value("F1(match=overlap)", ref, sys) == pytest.approx(2 / 3)


def test_the_name_states_the_alignment_wherever_it_matters() -> None:
    assert str(measure("F1(match=overlap)")) == "F1(match=overlap,on=span+concept,align=one-to-one,empty=1,mean=micro)"
    assert str(measure("F1(align=many-to-many)")) == "F1(match=strict,on=span+concept,align=many-to-many,empty=1,mean=micro)"
    assert str(measure("F1(on=span+label)")) == str(measure("F1(on=span+type)"))


def test_fragments_by_hand() -> None:
    # "long arms and legs": 'long ... legs' against 'long arms and legs', 'legs' and 'arms'.
    ref = mentions("r", u=[m(0, 4, 14, 18)])
    for sys, hits in ((m(0, 18), "shared subspan overlap"), (m(14, 18), "shared subspan overlap"), (m(5, 9), ""), (m(14, 18, 0, 4), " ".join(MATCHES))):
        right = [how for how in MATCHES if value(f"F1(match={how},on=span)", ref, mentions("s", u=[sys])) == 1]
        assert right == hits.split(), sys
    assert value("F1(match=overlap,on=span,parts=hull)", ref, mentions("s", u=[m(5, 9)])) == 1
    assert value("F1(on=span,parts=hull)", ref, mentions("s", u=[m(0, 18)])) == 1


def test_mentions_without_characters_match_their_like_only() -> None:
    nowhere, empty, backwards = Mention((), ("X:1",)), m(3, 3), m(5, 2)
    everything = mentions("r", u=[nowhere, empty, backwards, m(0, 9)])
    for how in MATCHES:
        for many in ("one-to-one", "many-to-many"):
            table = measure(f"F1(match={how},align={many})").counts(everything, mentions("s", u=[m(0, 9), backwards, empty, nowhere])).table
            assert table[0, :3].tolist() == [4, 0, 0]
            for one in (nowhere, empty, backwards):
                assert measure(f"F1(match={how},align={many})").counts(mentions("r", u=[one]), mentions("s", u=[m(0, 9)])).table[0, 0] == 0


def test_several_concepts() -> None:
    ref, sys = mentions("r", u=[m(0, 5, c=("X:1", "X:2"))]), mentions("s", u=[m(0, 5, c=("X:2", "X:3")), m(0, 5, c="X:1")])
    rows = {c: measure(f"F1(concepts={c})").counts(ref, sys).table.tolist() for c in ("each", "any", "same")}
    assert rows == {"each": [[2, 1, 0]], "any": [[1, 1, 0]], "same": [[0, 2, 1]]}
    same = mentions("s", u=[m(0, 5, c=("X:2", "X:1"))])
    assert value("F1(concepts=same)", ref, same) == 1


def test_sets_of_concepts_of_a_document() -> None:
    ref, sys = mentions("r", u=[m(0, 5), m(7, 9), m(8, 9, c="X:2")], v=[]), mentions("s", u=[m(40, 41), m(3, 4, c="X:3")], v=[])
    assert measure("F1(on=concept)").counts(ref, sys).table.tolist() == [[1, 1, 1], [0, 0, 0]]
    with pytest.raises(BadInput, match="no places"):
        score(ref, sys, "F1(on=concept,match=overlap)")


GENES = mentions("r", u=[m(0, 4, label="gene"), m(5, 9, label="cDNA"), m(10, 14, label="promoter"), m(20, 24, label="")])
TOOL = mentions("s", u=[m(0, 4, label="protein"), m(5, 9, label="protein"), m(11, 14, label="protein"), m(30, 31, label="DNA")])


def test_classes_of_the_paper() -> None:
    def counts(what: str, how: str = "strict") -> list[int]:
        return measure(f"F1(match={how},on=span+type,classes=craft2012:{what})").counts(GENES, TOOL).table[0].tolist()

    assert counts("protein-GENE") == [1, 2, 0]
    assert counts("protein-GENESTAR") == [2, 1, 0]
    assert counts("protein-POLYSTAR", "overlap") == [1, 2, 0]
    assert counts("protein-STAR", "overlap") == [3, 0, 1]
    assert counts("star-STAR", "overlap") == [3, 1, 1]
    assert counts("STAR") == [2, 2, 2]


def test_classes_many_to_many_in_a_file_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[groups]\nBOTH = ["gene", "cDNA"]\n[maps.tool]\nprotein = ["BOTH", "promoter"]\nDNA = ["*"]\n')
    name = f"F1(match=overlap,on=span+type,classes={file}:tool)"
    assert str(measure(str(measure(name)))) == str(measure(name))
    # What DNA may stand for is anything, so all four of the reference count; each of the tool's is an item once.
    assert measure(name).counts(GENES, TOOL).table[0].tolist() == [3, 1, 1]
    assert measure(name.replace("tool", "BOTH")).counts(GENES, TOOL).table[0].tolist() == [0, 0, 2]


@pytest.mark.parametrize(("what", "says"), [("craft2012", "names no file"), ("nowhere:GENE", "shipped: craft2012"), ("craft2012:X-Y", "groups: STAR"),
                                            ("mine.toml:GENE", "cannot be read")])  # fmt: skip
def test_classes_that_there_are_not(what: str, says: str) -> None:
    with pytest.raises((BadInput, NotFound), match=says):
        score(GENES, TOOL, f"F1(on=span+type,classes={what})")


def test_many_statements_about_whole_documents_are_no_product_of_all_pairs() -> None:
    """Document-level concepts without spans: 3,000 in one unit would be nine million pairs."""
    said = [Mention((), (f"X:{i}",)) for i in range(3000)]
    layer = Layer.of("a", Source("a"), Kind.MENTIONS, {"u": said})
    assert measure("F1(match=overlap)").counts(layer, layer).table.tolist() == [[3000, 0, 0]]
