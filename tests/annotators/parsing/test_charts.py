"""The best bracketing and the sum over all of them, against every bracketing written out."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldproof.annotators.syntax.parsing.charts import best, marginals

Spans = tuple[tuple[int, int], ...]


def bracketings(i: int, j: int) -> Iterator[Spans]:
    """Every bracketing of the tokens from boundary i to j, single tokens too."""
    if j - i == 1:
        yield ((i, j),)
        return
    for k in range(i + 1, j):
        for left in bracketings(i, k):
            for right in bracketings(k, j):
                yield ((i, j), *left, *right)


def worth(scores: np.ndarray, spans: Spans) -> float:
    return float(sum(scores[i, j] for i, j in spans))


def test_there_are_as_many_as_catalan_says() -> None:
    assert [len(list(bracketings(0, n))) for n in range(1, 8)] == [1, 1, 2, 5, 14, 42, 132]


def test_by_hand() -> None:
    scores = np.zeros((1, 4, 4), dtype=np.float32)
    scores[0, 1, 3] = 2.0  # the last two tokens belong together
    assert best(scores, np.array([3])) == [[(0, 3), (1, 3)]]
    scores[0, 0, 2] = 3.0
    assert best(scores, np.array([3])) == [[(0, 3), (0, 2)]]


@given(st.lists(st.integers(1, 7), min_size=1, max_size=5), st.integers(0, 10_000))
def test_the_best_of_all(lengths: list[int], seed: int) -> None:
    size = max(lengths) + 1
    scores = np.random.default_rng(seed).normal(size=(len(lengths), size, size)).astype(np.float32)
    for b, (n, found) in enumerate(zip(lengths, best(scores, np.array(lengths)), strict=True)):
        every = tuple(found) + tuple((i, i + 1) for i in range(n))
        assert len(set(found)) == n - 1 if n > 1 else not found
        assert any(sorted(every) == sorted(x) for x in bracketings(0, n))
        assert worth(scores[b], every) == pytest.approx(max(worth(scores[b], x) for x in bracketings(0, n)), abs=1e-4)


@settings(max_examples=15)
@given(st.lists(st.integers(1, 6), min_size=1, max_size=4), st.integers(0, 10_000))
def test_the_sum_over_all_and_the_share_of_each_span(lengths: list[int], seed: int) -> None:
    torch = pytest.importorskip("torch")
    size = max(lengths) + 1
    scores = np.random.default_rng(seed).normal(size=(len(lengths), size, size))
    total, share = marginals(torch, torch.from_numpy(scores), torch.tensor(lengths))
    for b, n in enumerate(lengths):
        weight = {x: np.exp(worth(scores[b], x)) for x in bracketings(0, n)}
        assert float(total[b]) == pytest.approx(np.log(sum(weight.values())))
        due = np.zeros((size, size))
        for spans, w in weight.items():
            for i, j in spans:
                due[i, j] += w / sum(weight.values())
        assert share[b].numpy() == pytest.approx(due)
