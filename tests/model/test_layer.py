from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldproof.errors import BadInput, NotFound
from goldproof.model import Kind, Layer, Mention, Rating, Source, Span
from goldproof.model.plain import columns_of, plain_rows, source_of, source_plain

from ..strategies import RECORDS, layers, sources

ANN = Source("ann")


@given(layers(), st.data())
def test_records_come_out_of_columns_as_they_went_in(layer: Layer, data: st.DataObject) -> None:
    kind = layer.kind
    judged = {unit: tuple(data.draw(st.lists(RECORDS[kind], max_size=2))) for unit in layer.units}
    again = Layer.of("again", ANN, kind, judged)
    assert dict(again.items()) == judged
    assert [again[unit] for unit in judged] == list(judged.values())
    assert again.count == sum(map(len, judged.values()))


@given(layers())
def test_a_layer_is_equal_to_the_same_layer_made_anew(layer: Layer) -> None:
    assert Layer.of(layer.name, layer.source, layer.kind, dict(layer.items()), scale=layer.scale) == layer
    assert layer.called(layer.name + "x") != layer
    assert layer.called(layer.name + "x").agrees(layer)


@given(layers(), st.randoms())
def test_taking_units_in_another_order_takes_their_judgements_along(layer: Layer, random: object) -> None:
    units = list(layer.units)
    random.shuffle(units)  # type: ignore[attr-defined]
    moved = layer.only(units)
    assert moved.units == tuple(units)
    assert dict(moved.items()) == dict(layer.items())
    assert moved.only(layer.units) == layer
    half = layer.only(units[: len(units) // 2])
    assert dict(half.items()) == {u: layer[u] for u in units[: len(units) // 2]}


@given(layers())
def test_plain_values_and_back(layer: Layer) -> None:
    at = layer.columns.offsets.tolist()
    plain = [plain_rows(layer.columns, a, b) for a, b in pairwise(at)]
    back = Layer(layer.name, layer.source, layer.units, columns_of(layer.kind, plain), layer.scale)
    assert back == layer


@given(sources)
def test_a_source_as_plain_values_and_back(source: Source) -> None:
    assert source_of(source_plain(source)) == source


def test_not_judged_is_not_empty() -> None:
    layer = Layer.of("a", ANN, Kind.MENTIONS, {"judged": (), "full": (Mention((Span(0, 1),)),)})
    assert layer.get("judged") == ()
    assert layer.get("never seen") is None
    assert "never seen" not in layer
    with pytest.raises(NotFound, match="never seen was not judged"):
        layer["never seen"]


def test_a_layer_of_one_kind_does_not_pass_for_another() -> None:
    layer = Layer.of("a", ANN, Kind.RATINGS, {"u": (Rating(1),)})
    assert layer.ratings.values.tolist() == [1.0]
    with pytest.raises(BadInput, match="holds ratings, not mentions"):
        _ = layer.mentions
    with pytest.raises(BadInput, match="holds ratings, not parses"):
        _ = layer.parses


def test_a_unit_judged_twice_is_refused() -> None:
    layer = Layer.of("a", ANN, Kind.RATINGS, {"u": (Rating(1),), "v": ()})
    with pytest.raises(BadInput, match="judged twice"):
        Layer("a", ANN, ("u", "u"), layer.columns)
    with pytest.raises(BadInput, match="1 units, but columns for 2"):
        Layer("a", ANN, ("u",), layer.columns)


def test_columns_cannot_be_written_to() -> None:
    layer = Layer.of("a", ANN, Kind.MENTIONS, {"u": (Mention((Span(0, 1),)),)})
    with pytest.raises(ValueError, match="read-only"):
        layer.mentions.starts[0] = 5
    assert not layer.only(["u"]).mentions.offsets.flags.writeable
    assert layer.mentions.starts.dtype == np.int32
