"""Unitizing alpha against Krippendorff's printed values, gamma's best alignment against pygamma-agreement and brute force."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import goldproof as gp
from goldproof.agreement.bestfit import Dissimilarity, candidates, least_disorder
from goldproof.agreement.continuum import Continuum
from goldproof.agreement.gamma import gamma
from goldproof.agreement.unitizing import disagreements, unitizing_alpha
from goldproof.cli import cli
from goldproof.errors import GoldproofError

Segment = tuple[int, int, int, str]


def line(segments: list[Segment], bounds: list[int], raters: int) -> Continuum:
    """Rater, start, end, category, on a line cut into units at ``bounds``."""
    segments = sorted(segments)
    names = sorted({s[3] for s in segments})
    rater, starts, ends = (np.array([s[k] for s in segments], dtype=np.int64) for k in range(3))  # type: ignore[misc]
    cuts = np.array(bounds, dtype=np.int64)
    return Continuum(raters, cuts, rater, np.searchsorted(cuts, starts, side="right") - 1, starts, ends,
                     np.array([names.index(s[3]) for s in segments], dtype=np.int64), tuple(names), True)  # fmt: skip


# Krippendorff 2004, p. 254: a line from 150 to 450, here from 0 to 300.
BOOK: list[Segment] = [(0, 75, 145, "c"), (0, 220, 250, "c"), (1, 70, 150, "c"), (1, 205, 225, "c"), (1, 250, 270, "c"),
                       (0, 30, 90, "k"), (0, 150, 200, "k"), (1, 30, 90, "k"), (1, 150, 200, "k")]  # fmt: skip


def test_the_example_of_the_book() -> None:
    found = disagreements(line(BOOK, [0, 300], 2))
    assert found["c"].observed == pytest.approx(0.0144, abs=5e-5)
    assert found["c"].expected == pytest.approx(0.0532, abs=5e-5)
    assert found["c"].alpha == pytest.approx(0.7286, abs=5e-5)
    assert found["k"].observed == 0
    assert found["k"].expected == pytest.approx(0.0490, abs=5e-5)
    assert unitizing_alpha(line(BOOK, [0, 300], 2)).value == pytest.approx(0.8591, abs=5e-4)
    assert unitizing_alpha(line(BOOK, [0, 300], 2), "k").value == 1


# Krippendorff 1995, p. 57, examples A to D: a line of 24, here stretched, for which the article gives the limit.
PAIRS = {
    "A": ([(2, 10), (14, 20)], [(4, 8), (15, 17)], 0.03125, 0.553),
    "B": ([(0, 18)], [(0, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 9), (9, 10)], 2.26736, -0.926),
    "C": ([(2, 8), (10, 12), (14, 18), (20, 22)], [(0, 2), (4, 8), (10, 14), (16, 18), (20, 22)], 0.02777, 0.679),
    "D": ([(0, 2), (2, 10), (10, 14), (14, 20), (20, 24)], [(0, 4), (4, 8), (8, 15), (15, 17), (17, 24)], 0.38715, 0.066),
}


@pytest.mark.parametrize("name", PAIRS)
def test_the_examples_of_the_article(name: str) -> None:
    one, other, observed, alpha = PAIRS[name]
    by = 1000
    segments = [(0, a * by, b * by, name) for a, b in one] + [(1, a * by, b * by, name) for a, b in other]
    found = disagreements(line(segments, [0, 24 * by], 2))[name]
    assert found.observed == pytest.approx(observed, abs=1e-5)
    assert found.alpha == pytest.approx(alpha, abs=0.02)  # as DKPro Statistics tests it: the article rounds on the way


# Random segments, and the disorder of their best alignment as pygamma-agreement 0.5.9 prints it (alpha = beta = delta_empty = 1).
PRINTED: list[tuple[int, float, list[Segment]]] = [
    (2, 1.3943432, [(0, 8, 10, "b"), (0, 28, 38, "b"), (0, 38, 41, "b"), (0, 61, 65, "a"), (0, 70, 76, "a"), (1, 11, 26, "b"), (1, 33, 38, "a"),
                    (1, 34, 39, "a"), (1, 39, 45, "b"), (1, 82, 96, "b"), (1, 99, 103, "a")]),
    (2, 1.0315656, [(0, 19, 33, "b"), (0, 37, 48, "a"), (0, 41, 47, "b"), (0, 79, 91, "a"), (1, 21, 28, "b"), (1, 37, 41, "b"), (1, 37, 48, "a"),
                    (1, 42, 53, "a"), (1, 46, 48, "b"), (1, 48, 59, "a"), (1, 56, 61, "b")]),
    (3, 1.3622888, [(0, 18, 24, "b"), (0, 36, 43, "a"), (0, 55, 58, "a"), (0, 73, 87, "b"), (0, 79, 88, "b"), (0, 84, 91, "a"), (0, 86, 97, "a"),
                    (0, 86, 100, "a"), (1, 2, 13, "a"), (1, 41, 45, "b"), (1, 42, 54, "b"), (1, 51, 63, "a"), (2, 20, 24, "b"), (2, 45, 59, "a"),
                    (2, 79, 93, "b"), (2, 83, 92, "a"), (2, 84, 95, "a"), (2, 88, 96, "a"), (2, 96, 111, "a"), (2, 97, 100, "a")]),
    (4, 1.4401105, [(0, 16, 29, "a"), (0, 27, 42, "b"), (0, 61, 71, "a"), (0, 64, 72, "a"), (0, 71, 78, "a"), (0, 80, 93, "a"), (0, 92, 102, "a"),
                    (0, 93, 97, "b"), (1, 3, 9, "a"), (1, 10, 14, "a"), (1, 21, 25, "b"), (1, 38, 52, "a"), (1, 49, 51, "b"), (1, 51, 58, "a"),
                    (1, 65, 73, "b"), (2, 1, 6, "a"), (2, 13, 22, "b"), (2, 39, 51, "b"), (2, 43, 58, "a"), (2, 57, 70, "b"), (2, 67, 78, "a"),
                    (2, 70, 72, "b"), (2, 91, 101, "a"), (3, 10, 15, "b"), (3, 13, 25, "a"), (3, 32, 43, "b"), (3, 45, 48, "a"), (3, 77, 84, "b"),
                    (3, 91, 93, "b"), (3, 94, 96, "a"), (3, 100, 109, "b")]),
]  # fmt: skip


def best(of: Continuum) -> float:
    found = candidates(of.rater, of.starts, of.ends, of.category, of.raters, Dissimilarity())
    return least_disorder(found, len(of.starts))[0]


@pytest.mark.parametrize(("raters", "printed", "segments"), PRINTED)
def test_the_best_alignment_is_pygammas(raters: int, printed: float, segments: list[Segment]) -> None:
    assert best(line(segments, [0, 120], raters)) / (len(segments) / raters) == pytest.approx(printed, abs=1e-6)


def alignments(segments: list[Segment], raters: int) -> Iterator[list[list[int]]]:
    """Every way to put segments into sets with at most one of each rater."""
    if not segments:
        yield []
        return

    def put(k: int, sets: list[list[int]]) -> Iterator[list[list[int]]]:
        if k == len(segments):
            yield [list(s) for s in sets]
            return
        for s in sets:
            if all(segments[i][0] != segments[k][0] for i in s):
                s.append(k)
                yield from put(k + 1, sets)
                s.pop()
        yield from put(k + 1, [*sets, [k]])

    yield from put(0, [])


def by_hand(segments: list[Segment], raters: int) -> float:
    """The least disorder of all alignments, from the definition."""
    pairs = raters * (raters - 1) // 2
    def apart(u: Segment, v: Segment) -> float:
        return ((abs(u[1] - v[1]) + abs(u[2] - v[2])) / (u[2] - u[1] + v[2] - v[1])) ** 2 + (u[3] != v[3])
    def disorder(members: list[int]) -> float:
        inner = [apart(segments[i], segments[j]) for i, j in product(members, members) if i < j]
        return (sum(inner) + pairs - len(inner)) / pairs
    return min(sum(map(disorder, sets)) for sets in alignments(segments, raters))


some = st.tuples(st.integers(0, 2), st.integers(0, 20), st.integers(1, 6), st.sampled_from("ab")).map(lambda s: (s[0], s[1], s[1] + s[2], s[3]))


@given(st.lists(some, min_size=1, max_size=6))
@settings(max_examples=60, deadline=None)
def test_no_alignment_is_better(segments: list[Segment]) -> None:
    assert best(line(segments, [0, 40], 3)) == pytest.approx(by_hand(sorted(segments), 3), abs=1e-9)


@given(st.lists(some.filter(lambda s: s[0] == 0), min_size=1, max_size=8, unique_by=lambda s: s[1]), st.integers(2, 3))
@settings(max_examples=30, deadline=None)
def test_equal_raters_agree_fully(segments: list[Segment], raters: int) -> None:
    same = [(r, a, b, c) for r in range(raters) for _, a, b, c in segments]
    whole = line(same, [0, 40], raters)
    alpha, found = unitizing_alpha(whole), gamma(whole, Dissimilarity(), samples=5, precision=0)
    assert alpha.value == 1
    assert found.value in (None, pytest.approx(1))


@given(st.lists(some, min_size=1, max_size=8), st.permutations([0, 1, 2]))
@settings(max_examples=30, deadline=None)
def test_who_is_who_does_not_matter(segments: list[Segment], names: list[int]) -> None:
    other = [(names[r], a, b, {"a": "b", "b": "a"}[c]) for r, a, b, c in segments]
    one, two = line(segments, [0, 40], 3), line(other, [0, 40], 3)
    assert unitizing_alpha(one).value == pytest.approx(unitizing_alpha(two).value)
    assert best(one) == pytest.approx(best(two))


def layer(name: str, *units: list[tuple[int, int, str]]) -> gp.Layer:
    judged = {f"u{i}": [gp.Mention((gp.Span(a, b),), (c,)) for a, b, c in unit] for i, unit in enumerate(units)}
    return gp.Layer.of(name, gp.Source(name), gp.Kind.MENTIONS, judged)


def test_of_layers_with_interval_signature_and_reasons() -> None:
    a = layer("a", [(0, 4, "X"), (10, 14, "Y")], [(3, 9, "X")], [], [(2, 5, "Y")])
    b = layer("b", [(0, 4, "X"), (11, 14, "Y")], [(3, 9, "Y")], [(1, 3, "X")], [(2, 5, "Y")])
    units = [gp.Unit(f"u{i}", gp.Passage("d", gp.Span(0, 20))) for i in range(4)]
    alpha, found = gp.agree([a, b], "alphaU", "gamma", units=units)
    assert alpha.measure == "alphaU(on=concept)"
    assert found.measure == "gamma(on=concept,place=1,category=1)"
    for f in (alpha, found):
        assert f.value is not None
        assert f.low is not None
        assert f.low < f.value < 1
        assert "length:80" in str(f)
    assert "extent:marked" in str(gp.agree([a, b], "alphaU")[0])
    on_type = gp.agree([a, b], "gamma(on=none)", units=units)[0]
    assert on_type.value is not None
    assert found.value is not None
    assert on_type.value > found.value  # categories that differ no longer count
    nothing = gp.agree([layer("a", []), layer("b", [])], "alphaU", "gamma")
    assert [f.why for f in nothing] == ["nobody marked anything"] * 2
    apart = gp.agree([layer("a", [(0, 4, "X")]), layer("b")], "alphaU")[0]
    assert apart.why == "no unit was judged by all raters"


@pytest.mark.parametrize(("name", "says"), [
    ("gamma(samples=0)", "above 0"), ("gamma(place=-1)", "0 or more"), ("gamma(place=much)", "not a number"), ("alphaU(on=moon)", "on is one of"),
    ("alphaU(category=Z)", "no category"),
])  # fmt: skip
def test_refused(name: str, says: str) -> None:
    with pytest.raises(GoldproofError) as caught:
        gp.agree([layer("a", [(0, 4, "X")]), layer("b", [(0, 4, "X")])], name)
    assert says in str(caught.value)


def test_on_the_command_line_of_a_tour(tmp_path: object) -> None:
    result = CliRunner().invoke(cli, ["tour", f"{tmp_path}/tour"])
    assert result.exit_code == 0
    result = CliRunner().invoke(cli, ["agree", f"{tmp_path}/tour/study.db", "-m", "alphaU", "-m", "gamma", "--layer", "ann", "--layer", "bo"])
    assert result.exit_code == 0, result.output
    rows = {cells[0]: cells for cells in (row.split("\t") for row in result.stdout.splitlines())}
    assert {"alphaU(on=concept)", "gamma(on=concept,place=1,category=1)"} <= set(rows)
    assert all(0 < float(rows[name][4]) < float(rows[name][3]) < 1 for name in rows if name != "measure")
