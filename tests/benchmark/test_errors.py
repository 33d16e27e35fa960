"""Error analysis: every kind has an example made by hand; the counts add up on any two layers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

import goldproof as gp
from goldproof.benchmark import KINDS, Analysis, analyse, followed
from goldproof.cli.errors import errors_command
from goldproof.model import Corpus, Kind, Layer, Maker, Mention, Source, Span
from goldproof.ontology import Ontology

# A beast's phenotypes. X:9 was merged into X:3; X:8 is obsolete.
OBO = """format-version: 1.2
data-version: x/1
ontology: x

[Term]
id: X:1
name: limb defect

[Term]
id: X:2
name: short finger
is_a: X:1

[Term]
id: X:3
name: broad finger
alt_id: X:9
synonym: "wide fingers" EXACT []
is_a: X:1

[Term]
id: X:4
name: mental delay

[Term]
id: X:5
name: severe mental delay
is_a: X:4

[Term]
id: X:6
name: hypoplastic nail

[Term]
id: X:7
name: haemorrhage type II

[Term]
id: X:8
name: gone
is_obsolete: true
replaced_by: X:6

[Term]
id: X:10
name: fur
"""
TEXTS = {
    "a": "Severe mental delay, short and broad fingers.",
    "b": "The nails were small: hypoplasia of the nails. Type 2 hemorrhage. BFS was seen.",
    "c": "No fur. Broad finger. Wide, stiff fingers and odd paws.",
}


@pytest.fixture(scope="module")
def ontology(tmp_path_factory: pytest.TempPathFactory) -> Ontology:
    path = tmp_path_factory.mktemp("x") / "x.obo"
    path.write_text(OBO)
    return Ontology(path)


Said = tuple[str, str, str]


def layer(name: str, said: list[Said], maker: Maker = Maker.SYSTEM) -> Layer:
    """Mentions as (document, words, concept); the words are where they stand first, fragments parted by a bar."""
    judged: dict[str, list[Mention]] = {d: [] for d in TEXTS}
    for document, words, concept in said:
        spans, at = [], 0
        for part in words.split("|"):
            at = TEXTS[document].index(part, at)
            spans.append(Span(at, at + len(part)))
        judged[document].append(Mention(tuple(spans), (concept,)))
    return Layer.of(name, Source(name, maker), Kind.MENTIONS, judged)


def run(ref: list[Said], sys: list[Said], ontology: Ontology | None) -> Analysis:
    corpus = Corpus.of_texts(TEXTS).with_layers(layer("gold", ref, Maker.PERSON))
    return analyse(corpus, layer("sys", sys), ontology)


def kinds(made: Analysis) -> list[tuple[str, str, str]]:
    return [(e.side.value, e.item.text, e.kind) for e in made.errors]


@pytest.mark.parametrize(("ref", "sys", "expected"), [
    # misses by what the system says at the place
    ([("a", "Severe mental delay", "X:5")], [("a", "mental delay", "X:5")], [("miss", "boundary"), ("false-alarm", "boundary")]),
    ([("a", "Severe mental delay", "X:5")], [("a", "Severe mental delay", "X:4")], [("miss", "parent-concept"), ("false-alarm", "parent-concept")]),
    ([("a", "mental delay", "X:4")], [("a", "mental delay", "X:5")], [("miss", "child-concept"), ("false-alarm", "child-concept")]),
    ([("a", "mental delay", "X:4")], [("a", "mental delay", "X:6")], [("miss", "other-concept"), ("false-alarm", "other-concept")]),
    ([("a", "mental delay", "X:4")], [("a", "Severe mental delay", "X:5")], [("miss", "nested"), ("false-alarm", "around")]),
    ([("a", "Severe mental delay", "X:5")], [("a", "mental delay", "X:4")], [("miss", "around"), ("false-alarm", "nested")]),
    ([("a", "mental delay", "X:4")], [("a", "Severe mental", "X:5")], [("miss", "crossing"), ("false-alarm", "crossing")]),
    ([("a", "mental delay", "X:4")], [], [("miss", "plain")]),
    # misses by their words
    ([("a", "short and broad fingers", "X:2")], [("a", "broad fingers", "X:3")], [("miss", "coordination"), ("false-alarm", "nested")]),
    ([("a", "short|fingers", "X:2")], [], [("miss", "inflection")]),
    ([("b", "hypoplasia of the nails", "X:6")], [], [("miss", "derivation")]),
    ([("b", "nails were small", "X:6")], [], [("miss", "paraphrase")]),
    ([("b", "nails", "X:6")], [], [("miss", "elliptic")]),
    ([("b", "Type 2 hemorrhage", "X:7")], [], [("miss", "order")]),
    ([("b", "BFS", "X:3")], [], [("miss", "abbreviation")]),
    ([("c", "Wide, stiff fingers", "X:3")], [], [("miss", "coordination")]),
    ([("c", "odd paws", "X:1")], [], [("miss", "other-words")]),
    ([("c", "No fur", "X:10")], [], [("miss", "extra-words")]),
    # false alarms
    ([], [("c", "fur", "X:10")], [("false-alarm", "no-gold")]),
    ([("c", "fur", "X:10")], [("c", "fur", "X:10"), ("c", "fur", "X:10")], [("false-alarm", "repeated")]),
    ([], [("c", "fur", "Y:1")], [("false-alarm", "unknown-concept")]),
    ([("c", "fur", "Y:1")], [], [("miss", "unknown-concept")]),
    # ids of an older release are followed on both sides
    ([("c", "Broad finger", "X:9")], [("c", "Broad finger", "X:3")], []),
    ([("b", "nails", "X:8")], [("b", "nails", "X:6")], []),
])  # fmt: skip
def test_each_kind_by_hand(ref: list[Said], sys: list[Said], expected: list[tuple[str, str]], ontology: Ontology) -> None:
    made = run(ref, sys, ontology)
    assert [(side, kind) for side, _, kind in kinds(made)] == expected
    assert {e.kind for e in made.errors} <= set(KINDS)


def test_every_kind_that_there_is_has_its_example() -> None:
    """The table above, read from its marks, and the words of test_wording cover every kind."""
    from .test_wording import CASES

    marks = test_each_kind_by_hand.pytestmark  # type: ignore[attr-defined]
    shown = {kind for _, _, expected in marks[0].args[1] for _, kind in expected} | {kind for _, _, kind, _ in CASES}
    assert shown >= set(KINDS)


def test_without_an_ontology_only_the_places_count() -> None:
    made = run([("a", "Severe mental delay", "X:5"), ("c", "fur", "X:10")], [("a", "mental delay", "X:4")], None)
    assert kinds(made) == [("miss", "Severe mental delay", "around"), ("false-alarm", "mental delay", "nested"), ("miss", "fur", "plain")]


def test_an_error_tells_what_explains_it(ontology: Ontology) -> None:
    (miss, alarm) = run([("a", "Severe mental delay", "X:5")], [("a", "mental delay", "X:4")], ontology).errors
    assert (miss.relation, alarm.relation) == ("ancestor", "descendant")
    row = miss.row()
    assert row["against"] == "7-19 X:4 mental delay"
    assert row["place"] == "0-19"
    assert row["nearest_name"] == "severe mental delay"
    assert row["context"] == "[Severe mental delay], short and broad fingers."


def test_following_counts_what_it_did(ontology: Ontology) -> None:
    found = followed(layer("s", [("c", "fur", "X:9"), ("c", "paws", "X:8"), ("c", "odd", "Y:1"), ("c", "No", "X:10")]), ontology)
    assert (found.alternative, found.obsolete, found.lost, found.unknown, found.changed) == (1, 1, 0, 1, 2)
    assert [m.concepts for m in found.layer["c"]] == [("X:3",), ("X:6",), ("Y:1",), ("X:10",)]


def test_solved_counts_every_item_of_the_reference(ontology: Ontology) -> None:
    made = run([("a", "short and broad fingers", "X:2"), ("a", "short and broad fingers", "X:3"), ("c", "fur", "X:10")],
               [("a", "short and broad fingers", "X:3"), ("c", "fur", "X:10")], ontology)  # fmt: skip
    assert [(r["wording"], r["items"], r["found"]) for r in made.solved()] == [("name", 1, 1), ("coordination", 2, 1)]


WORDS = st.sampled_from([(d, w) for d in TEXTS for w in TEXTS[d].replace(".", "").replace(",", "").split()])
SAID = st.lists(st.tuples(WORDS, st.sampled_from(["X:1", "X:2", "X:3", "X:5", "X:9", "Y:1"])).map(lambda t: (*t[0], t[1])), max_size=8)


@given(SAID, SAID)
def test_counts_agree_with_the_measure(ref: list[Said], sys: list[Said]) -> None:
    """Misses and false alarms are exactly those that the strict F1 counts, and turning the sides round turns the errors round."""
    made = run(ref, sys, None)
    gold, system = layer("gold", ref), layer("sys", sys)
    tp, fp, fn = gp.measure("F1").counts(gold, system).table.sum(axis=0).tolist()
    assert (made.found, len(made.false_alarms), len(made.misses)) == (tp, fp, fn)
    assert sum(r["count"] for r in made.counts()) == len(made.errors)
    turned = run(sys, ref, None)
    assert sorted(e.item.concept for e in turned.misses) == sorted(e.item.concept for e in made.false_alarms)


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    (tmp_path / "x.obo").write_text(OBO)
    corpus = Corpus.of_texts(TEXTS)
    gp.save(corpus.with_layers(layer("gold", [("a", "Severe mental delay", "X:5"), ("c", "fur", "X:10")])), tmp_path / "ref.gold.jsonl")
    gp.save(corpus.with_layers(layer("sys", [("a", "mental delay", "X:4")]), layer("two", [])), tmp_path / "sys.gold.jsonl")
    return tmp_path / "ref.gold.jsonl", tmp_path / "sys.gold.jsonl", tmp_path / "x.obo"


def command(*words: object) -> Result:
    return CliRunner().invoke(errors_command, [str(w) for w in words])


def test_the_command(files: tuple[Path, Path, Path]) -> None:
    ref, sys, obo = files
    done = command(ref, sys, "--with", "sys", "--ontology", obo)
    assert done.exit_code == 0
    assert [line.split("\t")[:3] for line in done.stdout.splitlines()] == [
        ["side", "kind", "count"], ["miss", "around", "1"], ["miss", "plain", "1"], ["false-alarm", "nested", "1"]]  # fmt: skip
    assert "0 found, 2 missed, 1 false alarms in 3 units" in done.stderr
    listed = command(ref, sys, "--with", "sys", "--ontology", obo, "--list", "--kind", "plain")
    assert [line.split("\t")[4] for line in listed.stdout.splitlines()] == ["text", "fur"]
    told = json.loads(command(ref, sys, "--with", "sys", "--ontology", obo, "--json").stdout)
    assert (told["misses"], len(told["errors"]), told["solved"][0]["wording"]) == (2, 3, "name")
    assert command("--kinds").stdout.count("\n") == len(KINDS) + 1
    page = ref.with_name("r.html")
    assert command(ref, sys, "--with", "sys", "--ontology", obo, "--report", page).exit_code == 0
    assert "[Severe mental delay]" in page.read_text()
    ran = command(ref, f"concepts:{obo}", "--ontology", obo, "--json")
    assert ran.exit_code == 0, ran.output
    assert json.loads(ran.stdout)["found"] == 2
    solved = command(ref, sys, "--with", "sys", "--ontology", obo, "--solved").stdout.splitlines()
    assert solved[1].startswith("name\t2\t0\t0")


@pytest.mark.parametrize(("words", "said"), [
    (["{ref}"], "name REF and SYS"), (["{ref}", "{sys}"], "2 layers of mentions"), (["{ref}", "{sys}", "--with", "no"], "no layer 'no'"),
    (["{ref}", "{obo}"], "no known format"), (["{ref}", "{sys}", "--with", "sys", "--kind", "odd"], "no kind 'odd'"),
    (["{ref}", "{sys}", "--with", "sys", "--ontology", "no.obo"], "no such file"), (["{ref}", "{sys}", "--with", "sys", "--solved"], "--ontology"),
])  # fmt: skip
def test_bad_input(files: tuple[Path, Path, Path], words: list[str], said: str) -> None:
    ref, sys, obo = files
    done = command(*(w.format(ref=ref, sys=sys, obo=obo) for w in words))
    assert done.exit_code != 0
    assert said in done.output + str(done.exception)
    assert done.stdout == ""
    assert isinstance(done.exception, gp.GoldproofError | SystemExit)


def test_layers_without_texts_and_without_common_units_are_refused(ontology: Ontology) -> None:
    mine = layer("gold", [])
    with pytest.raises(gp.BadInput, match="without their texts"):
        analyse(mine, mine, ontology)
    with pytest.raises(gp.BadInput, match="no unit was judged by both"):
        analyse(mine, Layer.of("s", mine.source, Kind.MENTIONS, {}), ontology, texts=Corpus.of_texts(TEXTS))


@pytest.mark.data
def test_every_error_on_gsc_plus_is_classed(data: Path) -> None:
    """The share that nothing explains must be small, and the classes what reading the abstracts shows: see the counts in the how-to."""
    from goldproof.tour.matcher import Matcher

    hpo = Ontology(data / "hpo/hp-2025-01-16.obo")
    corpus = gp.corpus("gsc-plus", data / "hpo/gsc-plus")
    made = gp.analyse(corpus, Matcher(hpo, lower=True).annotate(corpus), hpo)
    tp, fp, fn = gp.measure("F1").counts(*(followed(la, hpo).layer for la in (corpus.layer("gold"), Matcher(hpo, lower=True).annotate(corpus)))).table.sum(axis=0)
    assert (made.found, len(made.false_alarms), len(made.misses)) == (tp, fp, fn)
    assert sum(many for many, _ in made.wordings.values()) == corpus.layer("gold").mentions.concepts.size
    assert made.wordings["coordination"][0] > 40
    assert {e.kind for e in made.errors} >= {"coordination", "elliptic", "inflection", "order", "derivation", "nested", "boundary", "abbreviation", "no-gold"}
