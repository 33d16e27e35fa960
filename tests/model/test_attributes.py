from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldproof.model import Attributes
from goldproof.model.plain import attributes_of, attributes_plain

scalars = st.one_of(st.text(), st.booleans(), st.integers(), st.floats(allow_nan=False))
values = st.one_of(scalars, st.lists(scalars, max_size=3).map(tuple))
attributes = st.dictionaries(st.text(), values, max_size=4).map(Attributes)


def test_order_of_names_makes_no_difference() -> None:
    assert Attributes(b=1, a=2) == Attributes(a=2, b=1)
    assert hash(Attributes(b=1, a=2)) == hash(Attributes(a=2, b=1))
    assert list(Attributes(b=1, a=2)) == ["a", "b"]


@pytest.mark.parametrize(("a", "b"), [(1, True), (0, False), (1, 1.0), ("1", 1), (("a", 1), ("a", True))])
def test_values_of_different_type_are_different_statements(a: object, b: object) -> None:
    assert Attributes(x=a) != Attributes(x=b)  # type: ignore[arg-type]


def test_a_tuple_of_one_is_that_one_and_an_empty_one_nothing() -> None:
    assert Attributes(x=("a",)) == Attributes(x="a")
    assert Attributes(x=()) == Attributes()
    assert Attributes(x=("a", "b"))["x"] == ("a", "b")


def test_but_and_without_leave_the_first_alone() -> None:
    one = Attributes(a=1)
    assert one.but(b=2) == Attributes(a=1, b=2)
    assert one.but(b=2).without("a") == Attributes(b=2)
    assert one == Attributes(a=1)


@given(attributes)
def test_plain_and_back(a: Attributes) -> None:
    assert attributes_of(attributes_plain(a)) == a
