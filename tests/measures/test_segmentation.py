"""Pk, WindowDiff and boundary similarity: values that segeval 2.0.11 (Fournier) printed, and by property."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldproof.errors import BadInput
from goldproof.measures import score
from goldproof.model import Kind, Layer, Parse, Sentence, Source, Span, Token

# Masses of the reference and of the system; segeval's pk, window_diff, boundary_similarity.
SEGEVAL = [
    ((5, 3, 4, 8), (5, 4, 3, 8), 0.1111111111111111, 0.1111111111111111, 0.8333333333333334),
    ((2, 2, 2, 2, 2, 2), (4, 2, 3, 3), 0.4, 0.4, 0.5),
    ((10, 2, 6), (9, 3, 6), 0.06666666666666667, 0.13333333333333333, 0.75),
    ((7, 6, 5), (18,), 0.4, 0.4, 0.0),
    ((1, 2, 3, 4, 5, 6), (6, 5, 4, 3, 2, 1), 0.42105263157894735, 0.42105263157894735, 0.35714285714285715),
    ((3, 3, 3, 3), (3, 3, 3, 3), 0.0, 0.0, 1.0),
    ((4, 1, 1, 8), (5, 1, 8), 0.08333333333333333, 0.16666666666666666, 0.6666666666666666),
    ((2, 1, 1, 2, 6), (3, 1, 2, 1, 5), 0.2, 0.4, 0.6),
]


def layer(name: str, *masses: int, words: bool = True) -> Layer:
    """Sentences of so many words of one letter, a blank between words."""
    sentences, at = [], 0
    for mass in masses:
        tokens = tuple(Token(Span(2 * i, 2 * i + 1), "x") for i in range(at, at + mass))
        sentences.append(Sentence(Span(2 * at, 2 * (at + mass) - 1), tokens if words else ()))
        at += mass
    return Layer.of(name, Source(name), Kind.PARSES, {"d": [Parse(tuple(sentences))]})


@pytest.mark.parametrize(("ref", "sys", "pk", "wd", "b"), SEGEVAL)
def test_what_segeval_printed(ref: tuple[int, ...], sys: tuple[int, ...], pk: float, wd: float, b: float) -> None:
    for words in (True, False):
        one, two = layer("r", *ref), layer("s", *sys, words=words)
        assert [score(one, two, name, draws=0).value for name in ("Pk", "WindowDiff", "B")] == pytest.approx([pk, wd, b])


@given(st.lists(st.integers(1, 5), min_size=2, max_size=6))
def test_a_segmentation_against_itself(masses: list[int]) -> None:
    one = layer("r", *masses)
    assert score(one, one.called("s"), "B", draws=0).value == 1
    found = score(one, one.called("s"), "WindowDiff", draws=0)
    assert found.value == 0 or "long enough" in found.why


def test_characters_and_tokens() -> None:
    one, two = layer("r", 3, 3), layer("s", 2, 4)
    # Boundaries at characters 6 and 4: too far from each other to be nearly right.
    assert score(one, two, "B(atoms=characters)", draws=0).value == 0
    assert score(one, one, "Pk(of=token,atoms=characters)", draws=0).value == 0
    with pytest.raises(BadInput, match="of=token"):
        score(one, two, "Pk(of=token)")
    with pytest.raises(BadInput, match="atoms=characters"):
        score(layer("r", 3, 3, words=False), two, "Pk")
    with pytest.raises(BadInput, match="k=none"):
        score(one, two, "Pk(k=none)")


def test_undefined_says_why() -> None:
    assert "long enough" in score(layer("r", 1), layer("s", 1), "Pk").why
    assert "neither side" in score(layer("r", 4), layer("s", 4), "B").why
