"""Suites: sampled by seed and spread over categories, written and read back, edited, run."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import goldproof as gp
from goldproof.cli.suite import suite_command
from goldproof.errors import BadInput, GoldproofError, NotFound
from goldproof.model import Kind, Layer, Maker, Mention, Source, Span
from goldproof.suites import Expected, Suite, read, suite, write
from goldproof.suites.generation import branch
from goldproof.suites.running import run
from goldproof.tour.matcher import Matcher

from .beast import beast


def test_the_root_is_found_and_the_categories_are_its_children() -> None:
    ontology = beast()
    assert branch(ontology) == "B:1"
    made = suite(ontology)
    assert list(made.categories.values()) == ["abnormality of the head", "abnormality of the limb", "abnormality of the trunk"]
    assert not any("descent" in e.text for e in made.entries), "what lies beside the root is not asked"
    assert suite(ontology, root="B:13", types=["length"]).categories == {"B:14": "broad thumb", "B:15": "fused thumbs"}


def test_every_entry_is_sound() -> None:
    made = suite(beast(), seed=3)
    assert made.entries
    assert len({e.id for e in made.entries}) == len(made.entries)
    for e in made.entries:
        assert all(c in made.categories for c in e.categories)
        for m in e.mentions:
            assert e.document.cut(m.spans).strip()
            assert all(0 <= s.start < s.end <= len(e.text) for s in m.spans)
    assert made.corpus.layer("expected").count == sum(len(e.expected) for e in made.entries)


def test_the_seed_decides_and_the_order_of_the_file_does_not() -> None:
    one, same, other = (suite(beast(), seed=s, per_type=5) for s in (1, 1, 2))
    assert one.checksum == same.checksum
    assert one.checksum != other.checksum
    contents = beast().contents
    turned = gp.Ontology.of(type(contents)(contents.name, contents.version, tuple(reversed(contents.entries))))
    assert suite(turned, seed=1, per_type=5).checksum == one.checksum


def test_a_criterion_more_leaves_the_others_as_they_are() -> None:
    alone = suite(beast(), types=["length-2"], per_type=5)
    among = suite(beast(), types=["length"], per_type=5)
    assert [e.text for e in alone.entries] == [e.text for e in among.entries if e.type == "length-2"]


def test_categories_share_the_entries() -> None:
    made = suite(beast(), types=["length-4"], per_type=6)
    many = Counter(c for e in made.entries for c in e.categories)
    assert len(made.entries) == 6
    assert set(many.values()) == {2}


def test_what_cannot_be_made_is_said() -> None:
    made = suite(beast())
    (note,) = made.notes
    assert note.startswith("the ontology has no name for length-1, length-7")
    assert "length-14" in note
    with pytest.raises(BadInput, match="no entry can be made"):
        suite(gp.Ontology.of([], name="empty"))
    with pytest.raises(NotFound, match="no term 'B:99'"):
        suite(beast(), root="B:99")
    with pytest.raises(BadInput, match="at least 1"):
        suite(beast(), per_type=0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(suite(beast(), seed=7), tmp_path / "s", beast())
    return tmp_path / "s"


def test_what_is_written_is_read_back(folder: Path) -> None:
    made, again = suite(beast(), seed=7), read(folder)
    assert again == made
    assert not again.edited
    assert again.version == made.checksum
    assert gp.load(folder / "corpus.gold.jsonl").layer("expected").agrees(made.corpus.layer("expected"))


def change(folder: Path, what: str, to: str) -> Suite:
    table = folder / "suite.tsv"
    text = table.read_text(encoding="utf-8")
    assert what in text
    table.write_text(text.replace(what, to, 1), encoding="utf-8")
    return read(folder)


def test_an_edited_suite_is_taken_as_it_is_and_says_so(folder: Path) -> None:
    before = read(folder)
    row = next(line for line in (folder / "suite.tsv").read_text().splitlines() if line.startswith("plural-001"))
    after = change(folder, row, row[: row.rindex("\t")] + "\tno")
    assert len(after.entries) == len(before.entries) - 1
    assert after.edited
    assert after.version == f"{after.checksum}+edited"
    with_own = change(folder, "\tMetaphor", "\tMetaphor") if "\tMetaphor" in row else change(folder, "bell-shaped chest\tB:41\t", "a bell-shaped chest\tB:41@2-19\t")
    entry = next(e for e in with_own.entries if e.text == "a bell-shaped chest")
    assert entry.mentions == (Mention((Span(2, 19),), ("B:41",)),)
    results = run(with_own, {"m": Matcher(beast(), lower=True)}, draws=0)
    assert "+edited" in results.rows("set")[0]["signature"]


@pytest.mark.parametrize(("what", "to", "said"), [
    ("B:41\tbell", "B:41@5-99\tbell", "ends behind the text"), ("B:41\tbell", "B:41@x\tbell", "not a concept with its place"),
    ("metaphor-001\tmetaphor\t", "metaphor-001\tmetaphors\t", "no criterion 'metaphors'"), ("metaphor-001\t", "plural-001\t", "two entries are called"),
    ("bell-shaped chest\tB:41", "\tB:41", "needs an id, a text"), ("metaphor-001\t", "", "9 cells in a table of 10"), ("\texpected\t", "\texpect\t", "no column expected"),
])  # fmt: skip
def test_a_broken_edit_is_refused_with_its_line(folder: Path, what: str, to: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        change(folder, what, to)


def test_expected_prints_and_parses() -> None:
    for e in (Expected("X:1"), Expected("X:1", (Span(0, 3),)), Expected("X:1", (Span(0, 3), Span(5, 9)))):
        assert Expected.parse(str(e)) == e


def perfect(made: Suite) -> Layer:
    return made.corpus.layer("expected").called("perfect")


def test_scores_by_set_group_type_and_category() -> None:
    made = suite(beast(), seed=7)
    results = run(made, {"perfect": perfect(made), "matcher": Matcher(beast(), lower=True)}, draws=50)
    for by in ("set", "group", "type", "category"):
        assert all(f.value == 1 for _, system, figures in results.figures(by) for f in figures if system == "perfect")
    rows = {(r["by"], r["part"]): r for r in results.rows("set", "type", "category") if r["system"] == "matcher"}
    assert rows["type", "length-2"]["F1"] == 1
    assert rows["type", "plural"]["R"] < 1
    assert rows["set", "all"]["entries"] == len(made.entries)
    assert rows["category", "abnormality of the trunk"]["entries"] == len(made.parts("category")["B:30"])
    assert gp.Signature.parse(rows["type", "plural"]["signature"]).value == rows["type", "plural"]["F1"]
    # by hand: of one two-member coordination the tail alone is found
    tail = next(e for e in made.entries if e.text == "Broad and short finger")
    case = next(c for c in results.worst("matcher", 1000) if c.entry == tail)
    assert (case.right, case.wrong, case.missed) == (1, 0, 1)
    assert case.said == ("short finger = B:11",)
    assert results.worst("perfect") == ()


def test_the_worst_come_from_the_worst_types_in_turn() -> None:
    made = suite(beast(), seed=7)
    silent = Layer.of("silent", Source("silent", Maker.SYSTEM), Kind.MENTIONS, {e.id: () for e in made.entries})
    worst = run(made, {"silent": silent}, draws=0).worst("silent", len(made.types))
    assert sorted(c.entry.type for c in worst) == sorted(made.types)


def test_entries_that_a_system_did_not_judge_are_told() -> None:
    made = suite(beast(), seed=7)
    part = perfect(made).only(e.id for e in made.entries[:5])
    assert run(made, {"part": part}, draws=0).notes == (f"part judged 5 of {len(made.entries)} entries",)
    with pytest.raises(BadInput, match="none of its documents"):
        run(made, {"x": Layer.of("x", Source("x"), Kind.MENTIONS, {"other": ()})})
    with pytest.raises(BadInput, match="by F1"):
        run(made, {"x": part}, by="P")
    with pytest.raises(BadInput, match="no system"):
        run(made, {})


def command(*words: object) -> Result:
    return CliRunner().invoke(suite_command, [str(w) for w in words])


@pytest.fixture
def obo(tmp_path: Path) -> Path:
    lines = ["format-version: 1.2", "data-version: beast/1", "ontology: beast"]
    for e in beast():
        lines += ["", "[Term]", f"id: {e.id}", f"name: {e.label}", *(f'synonym: "{s.text}" EXACT []' for s in e.synonyms), *(f"is_a: {p}" for p in e.parents)]
    (tmp_path / "beast.obo").write_text("\n".join(lines) + "\n")
    return tmp_path / "beast.obo"


def test_the_commands(obo: Path, tmp_path: Path) -> None:
    home = tmp_path / "suite"
    done = command(obo, "--seed", 7, "-o", home)
    assert done.exit_code == 0, done.output
    assert read(home).checksum == suite(beast(), seed=7).checksum
    assert "below B:1 abnormal beast" in done.stderr
    assert command("make", obo, "-o", home).exit_code != 0, "it is there already"
    assert command("-o", home, "--force", obo, "--seed", 7).exit_code == 0, "options may stand first"

    made = read(home)
    gp.save(made.corpus.without_layers("expected").with_layers(Matcher(beast(), lower=True).annotate(made.corpus)), tmp_path / "out.gold.jsonl")
    run = command("run", home, "--system", f"ours={tmp_path / 'out.gold.jsonl'}", "--by", "type", "--draws", 0, "--drawings", tmp_path / "d", "--report", tmp_path / "r.html")
    assert run.exit_code == 0, run.output
    rows = [line.split("\t") for line in run.stdout.splitlines()]
    assert rows[0][:6] == ["by", "part", "system", "entries", "P", "R"]
    assert len(rows) == 1 + len(made.types)
    assert sorted(p.name for p in (tmp_path / "d").iterdir()) == [f"{n}.{s}" for n in ("categories", "figure1", "figure4") for s in ("png", "svg")]
    worst = command("run", home, "--system", tmp_path / "out.gold.jsonl", "--worst", 3, "--json")
    assert json.loads(worst.stdout)[0]["text"] in (tmp_path / "r.html").read_text()
    assert len(json.loads(worst.stdout)) == 3
    ran = command("run", home, "--system", f"ours=concepts:{obo}(nesting=longest)", "--by", "set", "--draws", 0)
    assert ran.exit_code == 0, ran.output
    assert ran.stdout.splitlines()[1].split("\t")[2] == "ours"
    assert command("run", home, "--system", tmp_path / "out.gold.jsonl", "--bar", "plural=0.99", "--draws", 0).exit_code == 1
    assert command("run", home, "--system", tmp_path / "out.gold.jsonl", "--bar", "length=0.99", "--draws", 0).exit_code == 0
    assert command("show", home).stdout.startswith("type\tcategory\tentries\n")
    assert len(command("show", home, "--entries", "--type", "plural").stdout.splitlines()) == 1 + len(made.parts("type")["plural"])
    assert len(command("criteria").stdout.splitlines()) == 1 + len(made.criteria.all)


@pytest.mark.parametrize(("words", "said"), [
    (["make", "{obo}"], "--output"), (["{obo}x", "-o", "{home}/x"], "no such file"), (["run", "{home}", "--system", "no.ann"], "no annotator is called"),
    (["run", "{obo}", "--system", "a"], "no such folder"), (["run", "{home}", "--system", "{obo}"], "no known format"), (["run", "{home}", "--system", "a=", "--draws", 0], "NAME=PATH"), (["run", "{home}", "--system", "concepts:{obo}(nesting=no)"], "nesting=no"), (["run", "{home}", "--system", "concepts:{obo}("], "does not close"),
    (["run", "{home}", "--system", "{out}", "--bar", "plural"], "PART=F1"), (["run", "{home}", "--system", "{out}", "--bar", "x=0.5", "--draws", "0"], "no such set"),
    (["run", "{home}", "--system", "{out}", "--system", "{out}"], "same name"), (["run", "{home}", "--system", "{out}", "--measure", "UAS"], "F1"),
])  # fmt: skip
def test_bad_input(obo: Path, tmp_path: Path, words: list[object], said: str) -> None:
    home, out = tmp_path / "home", tmp_path / "out.gold.jsonl"
    made = suite(beast(), seed=7)
    write(made, home)
    gp.save(made.corpus, out)
    done = command(*(str(w).format(obo=obo, home=home, out=out) for w in words))
    assert done.exit_code != 0
    assert said in done.output + str(done.exception)
    assert isinstance(done.exception, GoldproofError | SystemExit)


def test_an_output_made_from_another_version_is_refused(tmp_path: Path) -> None:
    made = suite(beast(), seed=7)
    other = suite(beast(), seed=8, per_type=3)
    with pytest.raises(BadInput, match="is not the suite's"):
        run(made, {"x": other.corpus})


def test_only_the_folder_of_a_suite_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/thesis.txt").write_text("years")
    with pytest.raises(BadInput, match="not the folder of a suite"):
        write(suite(beast()), tmp_path / "mine", force=True)
    with pytest.raises(NotFound, match="no suite here"):
        read(tmp_path / "mine")
    assert (tmp_path / "mine/thesis.txt").read_text() == "years"


@pytest.mark.data
@pytest.mark.parametrize(("file", "root", "categories"), [
    ("hpo/hp-2014-11-14.obo", "HP:0000118", 22), ("hpo/hp-2025-01-16.obo", "HP:0000118", 23),
])  # fmt: skip
def test_suites_of_real_ontologies(data: Path, file: str, root: str, categories: int) -> None:
    """Every one of the paper's types has entries, but for lengths that the release does not have; the paper had 21 categories, a release before Abnormality of limbs."""
    ontology = gp.Ontology(data / file)
    made = suite(ontology, seed=7)
    assert made.root == root
    many = {t: len(ids) for t, ids in made.parts("type").items()}
    assert set(many) >= set(made.criteria.paper)
    assert len(made.categories) == categories
    assert min(n for t, n in many.items() if not t.startswith(("length", "stop"))) >= 15, many
    for e in made.entries:
        assert all(x.concept in ontology and not ontology[x.concept].obsolete for x in e.expected)
