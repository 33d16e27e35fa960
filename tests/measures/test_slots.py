"""The slot error rate: by hand, and against brute force over records."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldproof.errors import BadInput
from goldproof.measures import measure, score
from goldproof.measures.hierarchy import Similarity
from goldproof.model import Layer, Mention

from .test_items import m, mentions
from .test_scores import TOY
from .test_spans import chars, layers

REF = mentions("ref", u=[m(0, 10, c="T:A1"), m(20, 24, c="T:B"), m(30, 34, c="T:A2")], v=[])
SYS = mentions("sys", u=[m(0, 5, c="T:A1"), m(5, 10, c="T:A1"), m(20, 24, c="T:A")], v=[m(0, 1, c="T:A")])


def test_by_hand() -> None:
    """0-10 against 0-5: half its characters, the same concept: .5, and so 5-10, which stays without a partner. B against A, siblings below T:0:
    W = 2 * .65 / (2 * 1.65). 30-34 is missed. In v one too many."""
    w = 2 * 0.65 / (2 * 1.65)
    table = measure("SER", ontology=TOY).counts(REF, SYS).table
    assert table[0].tolist() == [pytest.approx(0.5 + w), 1, 1, 3, 3]
    assert table[1].tolist() == [0, 1, 0, 0, 1]
    worth = 0.5 + w
    assert score(REF, SYS, "SER", ontology=TOY, draws=0).value == pytest.approx((3 - 1 - worth + 2 + 1) / 3)
    p, r = worth / 4, worth / 3
    assert score(REF, SYS, "SER-F", ontology=TOY, draws=0).value == pytest.approx(2 * p * r / (p + r))
    assert score(REF, SYS, "SER(credit=none)", draws=0).value == pytest.approx((3 - 1 - 0.5 + 2 + 1) / 3)
    assert score(REF, SYS, "SER-P(credit=none,place=exact)", draws=0).value == 0


def test_greedy_and_best_pairs_differ() -> None:
    ref, sys = mentions("r", u=[m(0, 10), m(0, 8)]), mentions("s", u=[m(0, 9), m(1, 10)])
    # 0-10: .9 and .9; 0-8: 8/9 with 0-9 and 7/10 with 1-10. Greedy takes (0-10, 0-9), then (0-8, 1-10): 1.6. Best: .9 + 8/9.
    assert measure("SER(credit=none)").counts(ref, sys).table[0, 0] == pytest.approx(1.6)
    assert measure("SER(credit=none,pairs=best)").counts(ref, sys).table[0, 0] == pytest.approx(0.9 + 8 / 9)


def test_a_pair_worth_nothing_is_one_error_not_two() -> None:
    ref, sys = mentions("r", u=[m(0, 4, c="X:1")]), mentions("s", u=[m(0, 4, c="X:2")])
    assert score(ref, sys, "SER(credit=none)", draws=0).value == 1
    assert score(ref, sys, "SER(credit=none,pairs=best)", draws=0).value == 2


def test_where_there_is_nothing() -> None:
    nothing, something = mentions("n", u=[]), mentions("s", u=[m(0, 1)])
    values = [score(a, b, "SER(credit=none)", draws=0).value for a, b in ((nothing, nothing), (nothing, something), (something, nothing))]
    assert values == [0, 1, 1]
    assert score(nothing, nothing, "SER-F(credit=none)", draws=0).value == 1
    with pytest.raises(BadInput, match="--ontology"):
        score(nothing, nothing, "SER")


@given(layers, layers, st.sampled_from(["jaccard", "none"]))
def test_worth_is_that_of_records_paired_from_the_worthiest_down(a: Layer, b: Layer, credit: str) -> None:
    found = measure(f"SER(credit={credit})", ontology=TOY).counts(a, b)
    like = Similarity(TOY, "jaccard") if credit == "jaccard" else None
    for unit, row in zip(found.units, found.table.tolist(), strict=True):
        def statements(layer: Layer, unit: str = unit) -> list[tuple[Mention, str]]:
            seen: dict[object, tuple[Mention, str]] = {}
            for x in layer[unit]:
                for c in x.concepts or ("",):
                    seen.setdefault((tuple(sorted(x.spans)), c), (x, c))
            return list(seen.values())

        left, right = statements(a), statements(b)
        pairs = []
        for i, (x, c) in enumerate(left):
            for j, (y, d) in enumerate(right):
                if chars(x) & chars(y):
                    same = 1.0 if c == d else like.of(c, d) if like and c and d else 0.0
                    pairs.append((-round(len(chars(x) & chars(y)) / len(chars(x) | chars(y)) * same, 12), i, j))
        used: tuple[set[int], set[int]] = (set(), set())
        worth = 0.0
        for w, i, j in sorted(pairs):
            if i not in used[0] and j not in used[1]:
                used[0].add(i)
                used[1].add(j)
                worth -= w
        assert row == pytest.approx([worth, len(right) - len(used[1]), len(left) - len(used[0]), len(left), len(right)], abs=1e-9)
