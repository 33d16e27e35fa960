"""The checks for authors find what is wrong: each fault that they look for, alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from goldproof.formats import Format, Reading, Writing
from goldproof.formats.brat import BRAT
from goldproof.formats.native import NATIVE
from goldproof.model import Corpus, Kind, Layer, Mention, Source, Span
from goldproof.registry import door
from goldproof.testing import SAMPLES, check_annotator, check_format, check_measure, check_task

FEW = {name: SAMPLES[name] for name in ("spans", "labels", "discontinuous", "title")}


# One or two of each kind, so that every format of ours has something to keep; all of them are in tests/formats/test_law.py.
SOME = {name: SAMPLES[name] for name in (
    "spans", "concepts", "several concepts", "discontinuous", "composed", "two curators", "three raters", "rating words", "rankings", "tokens",
    "tree and dependencies", "dependencies", "two documents", "not judged", "splits")}  # fmt: skip


@pytest.mark.parametrize("name", door("formats").names())
def test_our_own_formats_are_held_to_it(name: str) -> None:
    check_format(door("formats").get(name), samples=SOME)


def complaint(check: Callable[..., None], thing: object, **more: Any) -> str:
    with pytest.raises(AssertionError) as said:
        check(thing, **more)
    return str(said.value)


def test_what_is_lost_and_not_declared() -> None:
    def forgets_titles(corpus: Corpus, path: Path, writing: Writing) -> None:
        assert NATIVE.write is not None
        NATIVE.write(replace(corpus, documents=tuple(replace(d, title="") for d in corpus.documents)), path, writing)

    assert "lost, and not declared: document-title" in complaint(check_format, replace(NATIVE, write=forgets_titles), samples=FEW)


def test_what_is_declared_as_lost_and_kept() -> None:
    modest = replace(NATIVE, keeps=NATIVE.keeps - {"document-title"})
    assert "document-title is declared as lost and is kept" in complaint(check_format, modest, samples=FEW)


def test_what_is_changed_and_no_feature() -> None:
    def moves(path: Path, reading: Reading) -> Corpus:
        assert NATIVE.read is not None
        corpus = NATIVE.read(path, reading)
        if not corpus.layers:
            return corpus
        moved = {u: [replace(m, spans=tuple(Span(a, b + 1) for a, b in m.spans)) for m in ms] for u, ms in corpus.layers[0].items()}
        return corpus.with_layers(Layer.of(corpus.layers[0].name, corpus.layers[0].source, Kind.MENTIONS, moved))

    assert "sample 'spans' comes back otherwise" in complaint(check_format, replace(NATIVE, read=moves), samples=FEW)


def test_a_reader_that_stumbles_over_rubbish() -> None:
    def trusting(path: Path, reading: Reading) -> Corpus:
        path.read_text(encoding="utf-8")
        assert NATIVE.read is not None
        return NATIVE.read(path, reading)

    assert "UnicodeDecodeError" in complaint(check_format, replace(NATIVE, read=trusting), samples=FEW)


def test_a_sniff_that_knows_nothing() -> None:
    assert "sniff knows none" in complaint(check_format, replace(BRAT, sniff=lambda path, start: False), samples=FEW)


def test_a_sniff_that_stumbles() -> None:
    said = complaint(check_format, replace(NATIVE, sniff=lambda path, start: start.decode().startswith("{")), samples=FEW)
    assert "sniff raises UnicodeDecodeError" in said


def test_declarations() -> None:
    nothing = Format("", "", (), frozenset({"no such feature"}), lambda path, start: False)
    said = complaint(check_format, nothing)
    for wrong in ("a name and a title", "suffixes", "no such feature", "neither reads nor writes"):
        assert wrong in said


@dataclass
class Marker:
    """An annotator with one fault."""

    fault: str
    name: str = "marker"
    calls: int = 0

    def annotate(self, corpus: Corpus) -> Any:
        self.calls += 1
        span = Span(0, 10_000) if self.fault == "outside" else Span(0, 0)
        found = {u.id: [Mention((span,))] for u in corpus.units}
        if self.fault == "unknown units":
            found["elsewhere"] = []
        if self.fault == "chance" and self.calls % 2:
            found = {unit: [] for unit in found}
        if self.fault == "no layer":
            return found
        return Layer.of("marker", Source("someone" if self.fault == "another name" else self.name), Kind.MENTIONS, found)


@pytest.mark.parametrize(("fault", "said"), [
    ("outside", "lies outside"), ("unknown units", "not there: elsewhere"), ("chance", "another thing the second time"),
    ("no layer", "gives a dict"), ("another name", "by 'someone'"),
])  # fmt: skip
def test_annotators(fault: str, said: str) -> None:
    assert said in complaint(check_annotator, Marker(fault), corpora=(SAMPLES["spans"],))


def test_an_annotator_without_fault_and_one_that_is_none() -> None:
    check_annotator(Marker(""), corpora=(SAMPLES["spans"],))
    assert "is no annotator" in complaint(check_annotator, "a word")


def measure(rows: int, numbers: int) -> SimpleNamespace:
    import numpy as np

    return SimpleNamespace(
        name="odd", counts=lambda a, b, settings: np.ones((len(a.units) + rows, 3)), score=lambda sums, settings: np.zeros(len(sums) + numbers)
    )


def test_measures() -> None:
    check_measure(measure(0, 0))
    assert "2 rows for 1 units" in complaint(check_measure, measure(1, 0))
    assert "gives 2 numbers" in complaint(check_measure, measure(0, 1))
    assert "is no measure" in complaint(check_measure, "F1")


def test_tasks() -> None:
    fine = SimpleNamespace(name="spans", what="find spans", kind=Kind.MENTIONS, measures=("F1",))
    check_task(fine)
    assert "kind is a str" in complaint(check_task, SimpleNamespace(**{**vars(fine), "kind": "mentions"}))
    assert "needs measures" in complaint(check_task, SimpleNamespace(**{**vars(fine), "measures": ()}))
    assert "needs a name" in complaint(check_task, SimpleNamespace(**{**vars(fine), "what": ""}))
    assert "is no task" in complaint(check_task, object())
