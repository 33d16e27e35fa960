"""The native form: by hand as its page describes it, every kind of judgement on a line, packed, read line by line, and what is refused where."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from goldproof.errors import BadInput
from goldproof.formats import guess, load, save
from goldproof.formats.features import EVERYTHING, present
from goldproof.model import Attributes, Kind, Mention, Span

from .samples import SAMPLES

LINES = [
    '{"goldproof":1,"name":"toy","licence":"CC0"}',
    '{"document":{"id":"d","text":"No cleft palate."}}',
    '{"unit":{"id":"d","passage":{"document":"d"}}}',
    '{"unit":{"id":"e","passage":{"document":"d"}}}',
    '{"layer":{"name":"ann","kind":"mentions","source":{"name":"ann","kind":"person"}}}',
    '{"on":"d","judged":[{"spans":[[3,15]],"concepts":["HP:0000175"],"attributes":{"negated":true}}]}',
]


def written(tmp_path: Path, lines: list[str]) -> Path:
    (tmp_path / "x.jsonl").write_text("".join(f"{line}\n" for line in lines))
    return tmp_path / "x.jsonl"


def test_by_hand(tmp_path: Path) -> None:
    corpus = load(written(tmp_path, LINES))
    layer = corpus.layer("ann")
    assert (corpus.name, corpus.licence, layer.kind, layer.source.name) == ("toy", "CC0", Kind.MENTIONS, "ann")
    assert layer["d"] == (Mention((Span(3, 15),), ("HP:0000175",), attributes=Attributes(negated=True)),)
    assert layer.get("e") is None


@pytest.mark.parametrize("sample", SAMPLES)
def test_what_is_written_is_json_a_line_and_comes_back_whole_packed_or_not(sample: str, tmp_path: Path) -> None:
    corpus = SAMPLES[sample]
    for name in ("x.gold.jsonl", "x.gold.jsonl.gz"):
        save(corpus, tmp_path / name)
        assert guess(tmp_path / name).name == "native"
        back = load(tmp_path / name)
        assert back == corpus
        assert set(present(back)) == set(present(corpus)) <= EVERYTHING
    data = (tmp_path / "x.gold.jsonl").read_bytes()
    assert gzip.decompress((tmp_path / "x.gold.jsonl.gz").read_bytes()) == data
    assert all(isinstance(json.loads(line), dict) for line in data.decode().rstrip("\n").split("\n"))


def test_the_same_corpus_is_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        save(SAMPLES["everything"], tmp_path / name)
    save(load(tmp_path / "a.jsonl"), tmp_path / "c.jsonl")
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes() == (tmp_path / "c.jsonl").read_bytes()


@pytest.mark.parametrize(("at", "line"), [
    (0, '{"goldproof":99}'), (0, '{"hello":1}'), (1, '{"document":{"id":"d"}}'), (1, '{"document":{"text":"x"}}'), (1, '{"document":'), (1, "[]"),
    (2, '{"unit":{"id":"d"}}'), (2, '{"unit":{"id":"d","passage":{"document":"elsewhere"}}}'), (3, '{"unit":{"id":"d","passage":{"document":"d"}}}'),
    (4, '{"layer":{"name":"ann","kind":"opinions","source":{}}}'), (4, '{"layer":{"kind":"mentions"}}'), (5, '{"on":"f","judged":[]}'),
    (5, '{"on":"d","judged":[{"spans":[[3]]}]}'), (5, '{"on":"d","judged":[{"spans":[["a",4]]}]}'), (5, '{"on":"d","judged":{}}'), (5, '{"on":"d"}'),
])  # fmt: skip
def test_what_is_refused_says_where(at: int, line: str, tmp_path: Path) -> None:
    path = written(tmp_path, [*LINES[:at], line, *LINES[at + 1 :]])
    with pytest.raises(BadInput) as refused:
        load(path, format="native")
    assert str(path) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_judgements_before_any_layer_and_a_unit_judged_twice(tmp_path: Path) -> None:
    for lines in ([*LINES[:4], LINES[5]], [*LINES, LINES[5]]):
        with pytest.raises(BadInput):
            load(written(tmp_path, lines))


def test_the_unit_of_a_wrong_judgement_is_named(tmp_path: Path) -> None:
    more = ['{"on":"e","judged":[{"spans":[["a",4]]}]}', '{"unit":{"id":"f","passage":{"document":"d"}}}']
    with pytest.raises(BadInput, match="unit e of layer ann: not a judgement of the kind mentions"):
        load(written(tmp_path, [*LINES, *more]))
