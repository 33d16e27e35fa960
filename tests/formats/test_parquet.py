"""Parquet: any layer survives, other programs read the tables, tables that were tampered with are refused, a million mentions are fast."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goldproof.errors import BadInput
from goldproof.formats import load, save
from goldproof.model import Corpus, Document, Kind, Layer, MentionBuilder, Passage, Source, Span, Unit

from .. import strategies
from .samples import SAMPLES

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")


def corpus_of(layer: Layer) -> Corpus:
    return Corpus((Document("d", "text"),), tuple(Unit(u, Passage("d", Span(0, i))) for i, u in enumerate(layer.units)), (layer,))


@pytest.mark.parametrize("kind", Kind)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data())
def test_any_layer_survives(tmp_path: Path, kind: Kind, data: st.DataObject) -> None:
    corpus = corpus_of(data.draw(strategies.layers(kind=kind)))
    save(corpus, tmp_path / "x.parquet", force=True)
    assert load(tmp_path / "x.parquet") == corpus


def test_the_tables_say_what_they_hold_to_anybody(tmp_path: Path) -> None:
    save(SAMPLES["everything"], tmp_path / "x.parquet")
    (row, *_) = pq.read_table(tmp_path / "x.parquet/1-mentions.mentions.parquet").to_pylist()
    (mention, *_) = SAMPLES["everything"].layers[0]["d1"]
    assert list(zip(row["starts"], row["ends"], strict=True)) == list(mention.spans)
    assert (row["unit"], tuple(row["concepts"]), row["label"], row["id"], row["confidence"]) == (
        "d1", mention.concepts, mention.label, mention.id, mention.confidence)  # fmt: skip
    assert json.loads(row["attributes"])["note"] == "hm"
    units = pq.read_table(tmp_path / "x.parquet/units.parquet").to_pylist()
    assert [u["judged: mentions"] for u in units] == [3]


def test_a_unit_that_was_not_judged_is_null_and_one_with_nothing_is_zero(tmp_path: Path) -> None:
    for sample, expected in {"not judged": [1, None], "judged and nothing there": [1, 0]}.items():
        save(SAMPLES[sample], tmp_path / "x.parquet", force=True)
        assert pq.read_table(tmp_path / "x.parquet/units.parquet")["judged: mentions"].to_pylist() == expected


def edited(path: Path, change: Callable[[Any], Any]) -> None:
    pq.write_table(change(pq.read_table(path)), path)


TAMPERED: dict[str, tuple[str, str, Callable[[Any], Any]]] = {
    "a column less": ("everything", "1-mentions.mentions.parquet", lambda t: t.drop_columns(["label"])),
    "a row less": ("everything", "1-mentions.mentions.parquet", lambda t: t.slice(1)),
    "a row more": ("everything", "1-mentions.mentions.parquet", lambda t: pa.concat_tables([t, t])),
    "another unit": ("two documents", "1-mentions.mentions.parquet", lambda t: t.take([1, 0])),
    "texts for numbers": ("everything", "1-mentions.mentions.parquet", lambda t: t.set_column(1, "starts", pa.array([["a"]] * 3))),
    "ends without starts": ("everything", "1-mentions.mentions.parquet", lambda t: t.set_column(1, "starts", pa.array([[1]] * 3))),
    "far places": ("everything", "1-mentions.mentions.parquet", lambda t: t.set_column(1, "starts", pa.array([[2**40, 1], [1], [1]]))),
    "no JSON": ("everything", "1-mentions.mentions.parquet", lambda t: t.set_column(t.column_names.index("attributes"), "attributes", pa.array(["{"] * 3))),
    "a deep tower": ("everything", "1-mentions.mentions.parquet",
                     lambda t: t.set_column(t.column_names.index("attributes"), "attributes", pa.array(['{"a":' + "[" * 99999] * 3))),
    "a circle of nodes": ("tree", "1-parses.nodes.parquet", lambda t: t.set_column(2, "parent", pa.array([3] * len(t)))),
    "tokens of no sentence": ("tree", "1-parses.tokens.parquet", lambda t: t.set_column(0, "sentence", pa.array([7] * len(t)))),
    "no document": ("two documents", "units.parquet", lambda t: t.set_column(1, "document", pa.array(["x"] * 2))),
    "negative counts": ("two documents", "units.parquet", lambda t: t.set_column(t.num_columns - 1, "judged: mentions", pa.array([3, -5]))),
    "no expression": ("phenotypes", "1-phenotypes.phenotypes.parquet", lambda t: t.set_column(1, "entity", pa.array(["{}"] * 2))),
}  # fmt: skip


@pytest.mark.parametrize("what", TAMPERED)
def test_tables_that_were_tampered_with_are_refused(tmp_path: Path, what: str) -> None:
    sample, file, change = TAMPERED[what]
    save(SAMPLES[sample], tmp_path / "x.parquet")
    edited(tmp_path / "x.parquet" / file, change)
    with pytest.raises(BadInput, match="parquet"):
        load(tmp_path / "x.parquet")


@pytest.mark.parametrize("change", [{"file": "../x"}, {"kind": "hats"}, {"name": "other"}, {"units": ["d1", "d1"]}, {"source": 3}])
def test_a_head_that_was_tampered_with_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    save(SAMPLES["everything"], tmp_path / "x.parquet")
    head = json.loads((tmp_path / "x.parquet/corpus.json").read_text())
    head["layers"][0] |= change
    (tmp_path / "x.parquet/corpus.json").write_text(json.dumps(head))
    with pytest.raises(BadInput):
        load(tmp_path / "x.parquet", format="parquet")


def test_one_of_the_files_alone_is_answered_with_the_folder(tmp_path: Path) -> None:
    save(SAMPLES["everything"], tmp_path / "x.parquet")
    with pytest.raises(BadInput, match=r"name its folder"):
        load(tmp_path / "x.parquet/units.parquet")


def test_a_million_mentions_take_seconds(tmp_path: Path) -> None:
    """Measured: about 2 s to write and 2 s to read; the bound leaves room for a busy machine."""
    build = MentionBuilder()
    units = [f"d{i}" for i in range(1000)]
    for unit in units:
        for i in range(1000):
            build.add([(i, i + 7)], (f"HP:{i:07}",), f"L{i % 9}", f"{unit}-{i}")
        build.end_unit()
    layer = Layer("gold", Source("gold"), tuple(units), build.columns())
    corpus = Corpus.of_texts(dict.fromkeys(units, "x")).with_layers(layer)
    begin = time.perf_counter()
    save(corpus, tmp_path / "x.parquet")
    found = load(tmp_path / "x.parquet").layers[0]
    assert time.perf_counter() - begin < 30
    assert found.count == 1_000_000
    assert found["d999"] == layer["d999"]
