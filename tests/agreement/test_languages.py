"""Parallel units: how far languages agree, and what stands on one side only, by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import goldproof as gp
from goldproof.adjudication.onesided import one_sided
from goldproof.agreement.languages import across_languages, sides
from goldproof.cli import cli
from goldproof.errors import BadInput
from goldproof.model import Corpus, Document, Kind, Layer, Mention, Passage, Rating, Source, Span, Unit

CONCEPTS: dict[str, tuple[str, ...] | None] = {
    # Two collections; the third group was not judged in French.
    "en/titles/1": ("A", "A", "B"), "fr/titles/1": ("A", "B"), "de/titles/1": ("A", "C"),
    "en/labels/2": ("A",), "fr/labels/2": (),
    "en/labels/3": ("D",), "fr/labels/3": None,
}  # fmt: skip


def parallel_corpus() -> Corpus:
    documents = tuple(Document(id, "bone pain", id[:2]) for id in CONCEPTS)
    units = tuple(Unit(id, Passage(id), id[3:], id[:2]) for id in CONCEPTS)
    judged = {id: [Mention((Span(i, i + 1),), (c,)) for i, c in enumerate(cs)] for id, cs in CONCEPTS.items() if cs is not None}
    return Corpus(documents, units, (Layer.of("gold", Source("gold"), Kind.MENTIONS, judged),))


def test_agreement_between_languages_by_hand() -> None:
    corpus = parallel_corpus()
    found = {(f.sides, f.group): f.value for f in across_languages(corpus, corpus.layer("gold"), draws=0)}
    # titles: en has A twice and B, fr A and B: 2 of 3 and 2. labels: en A, fr nothing. Group 3 was judged on one side.
    assert found[("en", "fr"), "collection=titles"] == pytest.approx(2 * 2 / 5)
    assert found[("en", "fr"), "collection=labels"] == 0
    assert found[("en", "fr"), ""] == pytest.approx(2 * 2 / 6)
    assert found[("en", "de"), ""] == pytest.approx(2 * 1 / 5)
    assert found[("fr", "de"), "collection=titles"] == pytest.approx(2 * 1 / 4)
    assert (("fr", "de"), "collection=labels") not in found
    sets = {(f.sides, f.group): f.value for f in across_languages(corpus, corpus.layer("gold"), "F1(on=concept)", draws=0)}
    assert sets[("en", "fr"), "collection=titles"] == 1


def test_groups_with_and_without_a_collection() -> None:
    corpus = parallel_corpus()
    loose = {"en/labels/2": "x", "fr/labels/2": "x"}
    units = tuple(replace(u, group=loose.get(u.id, u.group)) for u in corpus.units)
    figures = across_languages(replace(corpus, units=units), corpus.layer("gold"), draws=0)
    assert len({(f.sides, f.group) for f in figures}) == len(figures)
    assert {f.group for f in figures} == {"", "collection=titles"}


def test_a_layer_for_each_language_is_the_same_as_one() -> None:
    corpus = parallel_corpus()
    gold = corpus.layer("gold")
    parts = [gold.only(u for u in gold.units if u.startswith(code)).called(code) for code in ("en", "fr", "de")]
    assert sides(corpus, parts) == sides(corpus, [gold])
    assert one_sided(corpus, parts) == one_sided(corpus, gold)


def test_one_sided_concepts_by_hand() -> None:
    corpus = parallel_corpus()
    items = {(i.group, i.concept): i for i in one_sided(corpus, corpus.layer("gold"))}
    assert set(items) == {("titles/1", "B"), ("titles/1", "C"), ("labels/2", "A")}
    b, c = items["titles/1", "B"], items["titles/1", "C"]
    assert (list(b.present), b.absent, b.instead) == (["en", "fr"], {"de": ("de/titles/1",)}, {"de": ("C",)})
    assert (list(c.present), list(c.absent), c.instead) == (["de"], ["en", "fr"], {"en": ("B",), "fr": ("B",)})
    assert b.collection == "titles"
    assert b.units == ("en/titles/1", "fr/titles/1", "de/titles/1")
    assert [f.text for f in b.present["en"]] == ["n"], "the third character of 'bone pain'"
    assert next(iter(items)) == ("titles/1", "B"), "what most sides have comes first"


def test_the_check_finds_the_same() -> None:
    corpus = parallel_corpus()
    found = gp.check(corpus, rules=["group-concept"])
    assert {(f.place.item.removeprefix("group "), f.message.split()[0]) for f in found} == {(i.group, i.concept) for i in one_sided(corpus, corpus.layer("gold"))}


def test_other_judgements_are_refused() -> None:
    corpus = parallel_corpus()
    ratings = Layer.of("r", Source("r"), Kind.RATINGS, {"en/titles/1": [Rating(1)]})
    for ask in (across_languages, one_sided):
        with pytest.raises(BadInput, match="concepts of mentions"):
            ask(corpus, ratings)  # type: ignore[operator]


def test_the_command(tmp_path: Path) -> None:
    gp.save(parallel_corpus(), tmp_path / "c.gold.jsonl")

    def run(*words: str) -> tuple[int, str, str]:
        done = CliRunner().invoke(cli, ["languages", str(tmp_path / "c.gold.jsonl"), *words])
        return done.exit_code, done.stdout, done.stderr

    rows = json.loads(run("--draws", "0", "--json")[1])
    assert {(r["of"], r["group"]): r["value"] for r in rows}["en ~ fr", "collection=labels"] == 0
    listed = json.loads(run("--one-sided", "--json")[1])
    assert listed[0] == {"group": "titles/1", "concept": "B", "in": ["en", "fr"], "not_in": ["de"], "text": ["en: n", "fr: o"], "instead": ["de: C"],
                         "units": ["en/titles/1", "fr/titles/1", "de/titles/1"]}  # fmt: skip
    code, out, err = run("--one-sided", "--group", "labels/2")
    assert (code, len(out.splitlines())) == (0, 2)
    assert "1 concepts in 1 groups stand on one side only" in err
    assert run("--one-sided", "--group", "labels/9")[0] != 0
