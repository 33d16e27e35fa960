"""A name with settings is read, settled and printed back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from goldproof.errors import BadInput, NotFound
from goldproof.measures import measure, score
from goldproof.measures.naming import Parameter, parse_call, printed, settle
from goldproof.model import Kind, Layer, Rating, Source
from goldproof.registry import door
from goldproof.testing import SAMPLES, check_measure


def test_every_measure_prints_a_name_that_parses_back() -> None:
    for name in door("measures").names():
        made = measure(name)
        assert measure(str(made)) == made


def test_the_name_says_every_setting() -> None:
    assert str(measure("F1")) == "F1(match=strict,on=span+concept,empty=1,mean=micro)"
    assert str(measure(" F1( mean = macro , on=span ) ")) == "F1(match=strict,on=span,empty=1,mean=macro)"


def test_the_kind_settles_what_a_name_leaves_open() -> None:
    assert str(measure("F1", kind=Kind.PHENOTYPES)) == "F1(match=strict,on=eq,empty=1,mean=micro)"
    assert str(measure("F1(on=entity)", kind=Kind.PHENOTYPES)) == "F1(match=strict,on=entity,empty=1,mean=micro)"


@pytest.mark.parametrize("name", ["", "F1(", "F1)", "F1(a(b))", "F1(on=)", "F1(=1)", "F1(on=span,on=span)", "F1(on=span,strict)", "F1(,)", "1F"])
def test_what_is_not_a_name_is_refused(name: str) -> None:
    with pytest.raises(BadInput):
        measure(name)


def test_unknown_names_and_settings_say_what_there_is() -> None:
    with pytest.raises(NotFound, match="LAS"):
        measure("F7")
    with pytest.raises(BadInput, match="empty, mean"):
        measure("F1(colour=red)")
    with pytest.raises(BadInput, match="micro, macro"):
        measure("F1(mean=median)")
    with pytest.raises(BadInput, match="takes 10"):
        measure("F1(strict,span,1,2,3,4,5,6,7,8,9)")


def test_values_without_a_name_come_in_order() -> None:
    parameters = (Parameter("first", "2"), Parameter("second", "2"))
    assert settle(parse_call("centroid(2,1)"), parameters) == {"first": "2", "second": "1"}
    assert printed("centroid", {"first": "2"}) == "centroid(first=2)"


def test_every_measure_that_ships_keeps_the_contract() -> None:
    for name in door("measures").names():
        made = measure(name)
        for kind in made.family.kinds:
            chosen = measure(name, kind=kind)
            pairs = tuple((la, la) for c in SAMPLES.values() for la in c.layers if la.kind == kind and la.units and numbers(la))
            assert pairs
            check_measure(chosen.family, layers=pairs, settings=dict(chosen.settings))


def numbers(layer: Layer) -> bool:
    return layer.kind != Kind.RATINGS or not (layer.ratings.words >= 0).any()


@dataclass(frozen=True)
class Least:
    """What the contract asks for and nothing else."""

    name: str = "Same"

    def counts(self, a: Layer, b: Layer, settings: Mapping[str, str]) -> NDArray[Any]:
        return np.array([[1, int(a[u] == b[u])] for u in a.units]).reshape(-1, 2)

    def score(self, sums: NDArray[Any], settings: Mapping[str, str]) -> NDArray[Any]:
        return np.asarray(sums[..., 1] / sums[..., 0])


def test_a_plugin_with_the_least_is_a_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldproof.registry.Door.get", lambda self, name: Least())
    a, b = (Layer.of(n, Source(n), Kind.RATINGS, {"u": [Rating(1)], "v": [Rating(v)]}) for n, v in (("a", 1), ("b", 2)))
    found = score(a, b, "Same")
    assert (found.value, found.measure, found.low) == (0.5, "Same", 0)
