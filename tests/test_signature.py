"""A signature says what a number was made from, and parses back."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from goldproof import signature
from goldproof.errors import BadInput
from goldproof.signature import Signature

PRINTED = "F1|match:strict|on:span+concept|empty:1|mean:micro|units:120|gold:9f3c21|hp:2026-01|v:0.1 = 0.79 [0.75, 0.83]"


def test_the_signature_of_the_design() -> None:
    parsed = Signature.parse(PRINTED)
    assert parsed == Signature(
        "F1",
        (("match", "strict"), ("on", "span+concept"), ("empty", "1"), ("mean", "micro"), ("units", "120"), ("gold", "9f3c21"), ("hp", "2026-01")),
        0.79, 0.75, 0.83, "0.1",
    )  # fmt: skip
    assert str(parsed) == PRINTED


def test_a_measure_with_parameters_is_printed_as_it_is() -> None:
    assert str(Signature("F1(match=overlap)", (("hp", "HP:0000118"),), 1)) == "F1(match=overlap)|hp:HP:0000118 = 1.0"


def test_the_docstring() -> None:
    assert doctest.testmod(signature).failed == 0


def test_without_value_interval_or_version() -> None:
    assert str(Signature("F1")) == "F1"
    assert str(Signature("F1", (("units", 3),), 0.5)) == "F1|units:3 = 0.5"  # type: ignore[arg-type]


texts = st.text(max_size=12) | st.text(alphabet="|:=\\ v\n\u2028{}u0", max_size=12)
numbers = st.floats(allow_nan=False)
fields = st.lists(st.tuples(texts.filter(lambda t: t not in ("", "v")), texts), max_size=4, unique_by=lambda f: f[0]).map(tuple)
ends = st.none() | st.tuples(numbers, st.none() | st.tuples(numbers, numbers))


@given(texts, fields, ends, texts)
@example("a =", (("= ", " = "),), (1.0, None), " =")
@example("", (("a", ""),), None, "")
@example("\\", (("a", "\\"),), None, "\\")
def test_what_is_printed_parses_back(measure: str, fields: tuple[tuple[str, str], ...], numbers: tuple | None, version: str) -> None:  # type: ignore[type-arg]
    value, interval = numbers or (None, None)
    low, high = interval or (None, None)
    made = Signature(measure, fields, value, low, high, version)
    assert Signature.parse(str(made)) == made
    assert str(made).splitlines() in ([str(made)], [])


@pytest.mark.parametrize("text", ["F1|match", "F1 = high", "F1 = 0.5 [0.1]", "F1|a:1|a:2", "F1|v:1|units:3", "F1|:3"])
def test_what_is_not_a_signature_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        Signature.parse(text)


@pytest.mark.parametrize(("value", "low", "high"), [(None, 0.1, 0.2), (0.1, 0.0, None), (0.1, None, 0.2)])
def test_half_an_interval_is_refused(value: float | None, low: float | None, high: float | None) -> None:
    with pytest.raises(BadInput, match="interval"):
        Signature("F1", (), value, low, high)


@given(st.text(max_size=40))
def test_any_text_is_parsed_or_refused_by_name(text: str) -> None:
    try:
        parsed = Signature.parse(text)
    except BadInput:
        return
    assert Signature.parse(str(parsed)) == parsed or parsed.value != parsed.value
