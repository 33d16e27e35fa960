"""Trees of heads, against every tree written out."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldproof.annotators.syntax.parsing.attachment import best_tree, heads_of


@cache
def trees(n: int) -> list[tuple[int, ...]]:
    """All heads of n tokens with one at the root and no circle."""
    return [heads for heads in product(range(n + 1), repeat=n) if heads.count(0) == 1 and all(_reaches(heads, i) for i in range(1, n + 1))]


def _reaches(heads: tuple[int, ...], at: int) -> bool:
    for _ in heads:
        if at == 0:
            return True
        at = heads[at - 1]
    return at == 0


def worth(scores: np.ndarray, heads: tuple[int, ...]) -> float:
    return float(sum(scores[i, h] for i, h in enumerate(heads)))


def test_there_are_as_many_as_cayley_says() -> None:
    assert [len(trees(n)) for n in range(1, 6)] == [1, 2, 9, 64, 625]


def test_two_that_want_each_other_are_parted() -> None:
    scores = np.array([[0.0, -9, 5, 0], [1.0, 5, -9, 0], [0.0, 0, 3, -9]])
    assert best_tree(scores).tolist() == [2, 0, 2]


def test_of_two_that_want_the_root_one_gets_it() -> None:
    scores = np.array([[9.0, -9, 0], [9.0, 1, -9]])
    assert best_tree(scores).tolist() == [0, 1]


@settings(max_examples=40)
@given(st.lists(st.integers(1, 5), min_size=1, max_size=4), st.integers(0, 10_000), st.booleans())
def test_the_best_of_all(lengths: list[int], seed: int, whole: bool) -> None:
    chance = np.random.default_rng(seed)
    size = max(lengths)
    # Whole numbers have many equals: the worth is compared, not the tree.
    scores = (chance.integers(-3, 4, size=(len(lengths), size, size + 1)) if whole else chance.normal(size=(len(lengths), size, size + 1))).astype(np.float32)
    for b, n in enumerate(lengths):
        scores[b, :, n + 1 :] = -1e9
    for b, (n, found) in enumerate(zip(lengths, heads_of(scores, np.array(lengths)), strict=True)):
        every = trees(n)
        assert tuple(found.tolist()) in every
        assert worth(scores[b], tuple(found.tolist())) == pytest.approx(max(worth(scores[b], x) for x in every), abs=1e-4)
        assert tuple(best_tree(scores[b, :n, : n + 1]).tolist()) in every
