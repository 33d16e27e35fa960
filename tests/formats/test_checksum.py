"""Checksums of content: of the bytes of the native file, whatever the columns look like inside."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from goldproof.formats import load, save
from goldproof.formats.checksum import checksum
from goldproof.model import Corpus, Document, Kind, Layer, Mention, MentionBuilder, Source, Span

from .samples import SAMPLES

A, B = Mention((Span(0, 1),), ("C1",), "X"), Mention((Span(2, 3),), ("C2",), "Y")


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_checksum_of_a_corpus_is_that_of_its_native_file(sample: str, tmp_path: Path) -> None:
    save(SAMPLES[sample], tmp_path / "x.gold.jsonl")
    assert checksum(SAMPLES[sample]) == hashlib.sha256((tmp_path / "x.gold.jsonl").read_bytes()).hexdigest()
    assert checksum(load(tmp_path / "x.gold.jsonl")) == checksum(SAMPLES[sample])


def test_different_corpora_have_different_checksums() -> None:
    assert len({checksum(corpus) for corpus in SAMPLES.values()}) == len(SAMPLES)


def test_how_names_are_numbered_does_not_matter() -> None:
    plain = Layer.of("ann", Source("ann"), Kind.MENTIONS, {"d": (A, B)})
    build = MentionBuilder()
    for name in ("Y", "C2", "never used", "X", "C1"):
        build.names[name]  # gives the name its number
    for m in (A, B):
        build.add(m.spans, m.concepts, m.label)
    build.end_unit()
    shuffled = Layer("ann", Source("ann"), ("d",), build.columns())
    assert shuffled.mentions.names != plain.mentions.names
    assert shuffled.mentions.labels.tolist() != plain.mentions.labels.tolist()
    assert checksum(shuffled) == checksum(plain)


def test_what_is_said_matters() -> None:
    layer = Layer.of("ann", Source("ann"), Kind.MENTIONS, {"d": (A, B)})
    others = (
        Layer.of("ann", Source("ann"), Kind.MENTIONS, {"d": (B, A)}), Layer.of("ann", Source("ann"), Kind.MENTIONS, {"d": (A,)}),
        layer.called("bo"), layer.by(round="2"), Layer.of("ann", Source("ann"), Kind.MENTIONS, {"d": ()}),
        Layer.of("ann", Source("ann"), Kind.MENTIONS, {}),
    )  # fmt: skip
    assert len({checksum(x) for x in (layer, *others)}) == 1 + len(others)


def test_a_document() -> None:
    document = Document("d", "Short fingers.")
    line = '{"document":{"id":"d","text":"Short fingers."}}\n'
    assert checksum(document) == hashlib.sha256(line.encode()).hexdigest()
    assert checksum(replace(document, text="Short fingers!")) != checksum(document)


def test_the_short_form() -> None:
    corpus = Corpus.of_texts({"d": "x"})
    assert checksum(corpus, short=True) == checksum(corpus)[:12]
