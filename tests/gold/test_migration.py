"""A gold standard under a newer ontology: every fate by hand, decisions read back, real releases as a plain search of their files knows them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import goldproof as gp
from goldproof.cli.migrate import migrate_command
from goldproof.errors import BadInput, GoldproofError, NotFound
from goldproof.gold import Migration, Ruling, rulings_in
from goldproof.model import (
    And,
    Attributes,
    Corpus,
    Kind,
    Layer,
    Mention,
    Phenotype,
    Some,
    Source,
    Span,
    State,
    Term,
    Unit,
)
from goldproof.ontology import Change, Entry, Fate, Ontology, Scope, Synonym, changes
from goldproof.ontology.entry import Sort

OLD = Ontology.of([
    Entry("X:0", "all"), Entry("X:1", "limb", parents=("X:0",)), Entry("X:2", "arm", parents=("X:1",)), Entry("X:3", "leg", parents=("X:1",)),
    Entry("X:4", "paw", parents=("X:1",)), Entry("X:5", "claw", parents=("X:1",)), Entry("X:6", "horn", parents=("X:0",)), Entry("X:7", "tail", parents=("X:0",)),
    Entry("X:8", "wing", parents=("X:1",)), Entry("X:9", "ghost", parents=("X:0",), synonyms=(Synonym("spectre", Scope.EXACT),)),
    Entry("X:11", "fused", parents=("X:0",), alternatives=("X:10",)), Entry("X:12", "same", parents=("X:1",)), Entry("part_of", "part of", Sort.RELATION),
    Entry("near", "near", Sort.RELATION),
], name="x")  # fmt: skip
NEW = Ontology.of([
    Entry("X:0", "all"), Entry("X:50", "appendage", parents=("X:0",)), Entry("X:1", "limb", parents=("X:50",)),
    Entry("X:2", "upper limb", parents=("X:1",), alternatives=("X:3",)), Entry("X:4", "paw", obsolete=True, replaced_by=("X:51",)), Entry("X:51", "foot", parents=("X:1",)),
    Entry("X:5", "claw", obsolete=True, consider=("X:51", "X:1")), Entry("X:6", "horn", obsolete=True), Entry("X:7", "tail", obsolete=True, consider=("X:50",)),
    Entry("X:8", "wing", parents=("X:0",)), Entry("X:52", "spectre", parents=("X:0",)), Entry("X:11", "fused", parents=("X:0",)),
    Entry("X:12", "same", parents=("X:51",)), Entry("part_of", "part of", Sort.RELATION),
], name="x", version="x/2026")  # fmt: skip

FATES = {
    "X:0": [], "X:1": [], "X:12": [(Fate.MOVED, "")], "part_of": [], "Y:1": [],
    "X:2": [(Fate.RENAMED, "")], "X:3": [(Fate.MERGED, "X:2")], "X:4": [(Fate.REPLACED, "X:51")], "X:5": [(Fate.SPLIT, "")], "X:6": [(Fate.OBSOLETE, "")],
    "X:7": [(Fate.SUGGESTED, "")], "X:8": [(Fate.MOVED, "")], "X:9": [(Fate.GONE, "")], "X:10": [(Fate.MERGED, "X:11")], "X:99": [(Fate.STRANGE, "")],
    "near": [(Fate.GONE, "")],
}  # fmt: skip


@pytest.mark.parametrize("id", [i for i in FATES if i != "X:12"])
def test_what_became_of_a_term(id: str) -> None:
    assert [(c.fate, c.to) for c in changes(id, NEW, OLD)] == FATES[id]


def test_words_for_people() -> None:
    assert changes("X:3", NEW, OLD) == (Change("X:3", Fate.MERGED, "leg", "X:2", why="merged into X:2 (upper limb)"),)
    assert changes("X:5", NEW, OLD)[0].options == ("X:51", "X:1")
    assert "there is X:52 (spectre)" in changes("X:9", NEW, OLD)[0].why, "of the same name"
    assert changes("X:9", NEW, OLD)[0].options == ("X:52",)
    assert changes("X:8", NEW, OLD)[0].why == "no longer below X:1 (limb)"
    assert changes("X:2", NEW, OLD)[0].why == "now called upper limb"


def test_terms_that_came_in_between_move_nothing() -> None:
    assert changes("X:1", NEW, OLD) == (), "below the new appendage, and below all as before"
    assert changes("X:12", NEW, OLD) == (), "below the new foot, and below limb as before"


def test_without_the_old_ontology_only_what_the_new_one_says() -> None:
    assert [(c.fate, c.to) for id in FATES for c in changes(id, NEW)] == [
        (Fate.MERGED, "X:2"), (Fate.REPLACED, "X:51"), (Fate.SPLIT, ""), (Fate.OBSOLETE, ""), (Fate.SUGGESTED, ""), (Fate.STRANGE, ""), (Fate.STRANGE, ""),
        (Fate.STRANGE, ""),
    ]  # fmt: skip


def mention(start: int, *ids: str) -> Mention:
    return Mention((Span(start, start + 2),), ids)


def marked(**units: tuple[Mention, ...]) -> Corpus:
    made = Corpus.of_texts(dict.fromkeys(units, "x" * 20))
    return made.with_layers(Layer.of("gold", Source("ann", ontology="x/2020"), Kind.MENTIONS, units))


def ids(made: Migration) -> dict[str, list[tuple[str, ...]]]:
    return {u: [m.concepts for m in said] for u, said in made.corpus.layer("gold").items()}


def test_what_is_merged_or_replaced_is_followed_and_the_rest_stays() -> None:
    made = gp.migrate(marked(a=(mention(0, "X:3"), mention(4, "X:4", "X_51")), b=(mention(0, "X:5"), mention(2, "X:1")), c=()), NEW, since=OLD)
    assert ids(made) == {"a": [("X:2",), ("X:51",)], "b": [("X:5",), ("X:1",)], "c": []}
    assert [(s.status, s.change.id, s.done) for s in made.steps] == [("open", "X:5", ""), ("applied", "X:3", "X:2"), ("applied", "X:4", "X:51")]
    assert (made.effect.changed, made.effect.emptied, made.effect.same) == (2, 0, 0)
    assert (made.terms, made.unchanged, made.elsewhere) == (5, 2, 0)
    assert made.corpus.layer("gold").source.ontology == "x/2026"


def test_mentions_that_a_merge_makes_the_same_become_one() -> None:
    made = gp.migrate(marked(a=(mention(0, "X:2"), mention(0, "X:3"), mention(4, "X:3"))), NEW)
    assert ids(made) == {"a": [("X:2",), ("X:2",)]}
    assert (made.effect.changed, made.effect.same) == (2, 1)


def test_decisions_everywhere_and_in_one_unit() -> None:
    corpus = marked(a=(mention(0, "X:5"),), b=(mention(0, "X:5"), mention(4, "X:6")), c=(mention(0, "X:6", "X:1"), mention(8, "X:7")))
    rulings = [Ruling("X:5", "X:51"), Ruling("X:5", "X:1", unit="b", reason="the whole leg"), Ruling("X:6", "drop"), Ruling("X:7", "keep")]
    made = gp.migrate(corpus, NEW, since=OLD, rulings=rulings)
    assert ids(made) == {"a": [("X:51",)], "b": [("X:1",)], "c": [("X:1",), ("X:7",)]}
    assert made.open == ()
    assert {s.change.id: (s.status, s.done, s.units) for s in made.steps} == {
        "X:5": ("decided", "X:51", ("b",)), "X:6": ("decided", "drop", ()), "X:7": ("decided", "keep", ())}  # fmt: skip
    assert (made.effect.changed, made.effect.emptied) == (3, 1)


def test_a_decision_in_one_unit_leaves_the_others_open() -> None:
    made = gp.migrate(marked(a=(mention(0, "X:5"),), b=(mention(0, "X:5"),)), NEW, rulings=[Ruling("X:5", "X:1", unit="b")])
    assert ids(made) == {"a": [("X:5",)], "b": [("X:1",)]}
    assert [s.change.id for s in made.open] == ["X:5"]


@pytest.mark.parametrize(("ruling", "says"), [
    (Ruling("X:77", "X:1"), "does not use"), (Ruling("X:5", "X:6"), "current term"), (Ruling("X:5", "X:999"), "current term"),
])  # fmt: skip
def test_decisions_that_cannot_be_followed_are_refused(ruling: Ruling, says: str) -> None:
    with pytest.raises(NotFound, match=says):
        gp.migrate(marked(a=(mention(0, "X:5"),)), NEW, rulings=[ruling])


def stated(*phenotypes: Phenotype) -> Corpus:
    unit = Unit("s", State("study", "1", "0", "Leg", "short"))
    return Corpus(units=(unit,), layers=(Layer.of("gold", Source("ann"), Kind.PHENOTYPES, {"s": phenotypes}),))


def test_phenotypes_and_the_words_beside_them() -> None:
    q = Term("Y:1")
    paw = And((Term("X:4"), Some("part_of", Term("X_3"))))
    corpus = stated(Phenotype(paw, q, Term("X:1"), Attributes({"entity label": "paw and (part_of some leg)", "note": "n"})), Phenotype(Term("X:6"), q),
                    Phenotype(And((Term("X:2"), Term("X:3"))), q, attributes=Attributes({"entity label": "arm and leg"})))  # fmt: skip
    made = gp.migrate(corpus, NEW, since=OLD, rulings=[Ruling("X:6", "drop")])
    a, b, c = made.corpus.layer("gold")["s"]
    assert a.entity == And((Term("X:51"), Some("part_of", Term("X:2"))))
    assert a.attributes == Attributes({"entity label": "foot and ('part of' some 'upper limb')", "note": "n"})
    assert (a.quality, a.related) == (q, Term("X:1"))
    assert (b.entity, b.unmatched, b.quality) == (None, Attributes(entity="horn"), q), "what it said stays as text without a term"
    assert c.entity == Term("X:2"), "two parts have become the same"
    assert made.corpus.layer("gold").source.ontology == "", "a layer that names no ontology still names none"


def test_nothing_to_do_is_nothing_done() -> None:
    corpus = marked(a=(mention(0, "X:1"),))
    assert gp.migrate(corpus, NEW).corpus.layer("gold").columns is corpus.layer("gold").columns


# The table of decisions.


@pytest.mark.parametrize(("text", "says"), [
    ("", "empty"), ("id\tx\n", "no column decision"), ("id\tdecision\nX:1\tperhaps\n", "neither an id"), ("id\tdecision\n\tkeep\n", "no id"),
    ("id\tdecision\nX:1\tkeep\nX:1\tdrop\n", "twice"),
])  # fmt: skip
def test_a_table_that_cannot_be_read_says_where(text: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "t.tsv").write_text(text)
    with pytest.raises(BadInput, match=says) as error:
        rulings_in(tmp_path / "t.tsv")
    assert "t.tsv" in str(error.value)


# The command.


def run(*words: object) -> Result:
    return CliRunner().invoke(migrate_command, [str(w) for w in words])


OBO_NEW = """ontology: x
data-version: x/2026

[Term]
id: X:2
name: upper limb
alt_id: X:3

[Term]
id: X:5
name: claw
is_obsolete: true
consider: X:2
consider: X:6

[Term]
id: X:6
name: hoof
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "new.obo").write_text(OBO_NEW)
    (tmp_path / "a.txt").write_text("Red eyes\n")
    (tmp_path / "a.ann").write_text("T1\tX:3 0 3\tRed\nT2\tX:5 4 8\teyes\n")
    gp.save(gp.load(tmp_path / "a.ann", options={"concepts": "label"}), tmp_path / "gold.gold.jsonl")
    return tmp_path


def test_open_terms_are_written_filled_in_and_read_back(place: Path) -> None:
    gold, out, table = place / "gold.gold.jsonl", place / "out.gold.jsonl", place / "open.tsv"
    first = run(gold, "--to", place / "new.obo", "-o", out, "--open", table)
    assert first.exit_code == 1, first.output
    rows = [line.split("\t") for line in first.stdout.splitlines()]
    assert rows[0][:3] == ["status", "fate", "id"]
    assert [row[:3] for row in rows[1:]] == [["open", "split", "X:5"], ["applied", "merged", "X:3"]]
    assert "2 terms: 0 unchanged, 1 followed or decided, 1 open" in first.stderr
    header, row = table.read_text().splitlines()
    cells = dict(zip(header.split("\t"), row.split("\t"), strict=True))
    assert (cells["id"], cells["options"], cells["uses"], cells["decision"]) == ("X:5", "X:2 X:6", "1", "")
    cells |= {"decision": "X:6", "reason": "it is one"}
    table.write_text(header + "\n" + "\t".join(cells.values()) + "\n")
    assert run(gold, "--to", place / "new.obo", "-o", out).exit_code == 2, "it is there already"
    second = run(gold, "--to", place / "new.obo", "-o", out, "--decisions", table, "--force")
    assert second.exit_code == 0, second.output
    assert [m.concepts for m in gp.load(out).layers[0]["a"]] == [("X:2",), ("X:6",)]


@pytest.mark.parametrize("words", [["--to", "absent.obo"], ["--to", "new.obo", "--decisions", "absent.tsv"], ["--to", "a.txt"], []])
def test_bad_input_is_refused(place: Path, words: list[str]) -> None:
    result = run(place / "gold.gold.jsonl", *(place / w if w[0] != "-" else w for w in words))
    assert isinstance(result.exception, GoldproofError) or result.exit_code == 2


def test_a_release_is_read_as_it_is(place: Path) -> None:
    corpus = gp.load(place / "gold.gold.jsonl")
    gp.release(corpus, place / "release", version="1", gold=corpus.layers[0].name)
    assert run(place / "release", "--to", place / "new.obo").exit_code == 1


# Real releases.


@pytest.mark.data
def test_the_hpo_gold_standard_from_2014_to_2025(data: Path) -> None:
    old, new = data / "hpo/hp-2014-11-14.obo", data / "hpo/hp-2025-01-16.obo"
    blocks = {f: {b.split("\nid: ")[1].split("\n")[0]: b for b in re.split(r"\n(?=\[)", f.read_text("utf-8")) if b.startswith("[Term]")} for f in (old, new)}
    merged = {alt: id for id, b in blocks[new].items() for alt in re.findall(r"^alt_id: (\S+)", b, re.M) if "\nis_obsolete: true" not in b}
    current = {id for id, b in blocks[new].items() if "\nis_obsolete: true" not in b}
    name = {f: {id: re.search(r"^name: (.*)$", b, re.M)[1].strip() for id, b in of.items()} for f, of in blocks.items()}  # type: ignore[index]
    corpus = gp.load(data / "hpo/gsc-plus")
    rows = re.findall(r"HP_\d+", "".join(f.read_text() for f in (data / "hpo/gsc-plus/Annotations").iterdir()))
    used = {id.replace("_", ":") for id in rows}
    made = gp.migrate(corpus, new, since=old)
    assert made.terms == len(used)
    assert {s.change.id: s.done for s in made.applied} == {id: merged[id] for id in used - current if id in merged}
    assert {s.change.id for s in made.steps if s.change.fate is Fate.RENAMED} == {
        id for id in used & current if id in name[old] and " ".join(name[old][id].split()) != " ".join(name[new][id].split())}  # fmt: skip
    assert made.open == ()
    changed = sum(id.replace("_", ":") not in current for id in rows)
    assert made.effect.changed == changed > 100
    assert made.corpus.layers[0].count == corpus.layers[0].count - made.effect.same
    after = {m.concepts[0] for _, said in made.corpus.layers[0].items() for m in said}
    assert after <= current
    # Once more changes nothing.
    assert gp.migrate(made.corpus, new).applied == ()


@pytest.mark.data
def test_the_phenotype_gold_standard_from_2014_to_2025(data: Path) -> None:
    place = data / "phenoscape/ontologies"
    made = gp.migrate(gp.load(data / "phenoscape/annotations/GS_Dataset.tsv"), place / "pato-2025-05-14.obo", since=place / "pato-v2014-12-11.obo")
    assert {s.change.id.partition(":")[2] for s in made.open} == {f"{x}_in_magnitude_relative_to" for x in ("similar", "increased", "decreased")}
    assert made.applied == ()
    assert {s.change.label: s.change.why for s in made.notes if s.change.fate is Fate.RENAMED} == {
        "count": "now called amount", "present in fewer numbers in organism": "now called decreased amount",
        "present in greater numbers in organism": "now called increased amount"}  # fmt: skip
    assert {s.change.id for s in made.notes if s.change.fate is Fate.MOVED} >= {"PATO:0000462", "PATO:0000467"}, "absent and present left qualitative"
