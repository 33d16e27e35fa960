"""The commands: deciding by lines, by rule, from files; tracing, releasing, verifying; and what bad input gets."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from goldproof.adjudication import Queue
from goldproof.adjudication.spelling import read, spelled
from goldproof.cli.cards import card_lines
from goldproof.gold import Project, verify
from goldproof.model import Attributes, Kind, Mention, Phenotype, Ranking, Rating, Some, Span, Term

from ..adjudication.toys import m, study
from ..project.test_commands import Shell


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Shell:
    monkeypatch.chdir(tmp_path)
    study("study.db").close()
    return Shell(capsys, monkeypatch)


@pytest.fixture
def typing(run: Shell, monkeypatch: pytest.MonkeyPatch) -> object:
    """A function that runs adjudicate with lines of input, and gives the decisions it printed."""
    assert run("adjudicate", "study.db", "--open", "gold", "--kind", "mentions", "--actor", "dee") == 0

    def typed(*lines: str, words: tuple[str, ...] = ()) -> list[dict[str, object]]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert run("adjudicate", "study.db", "--actor", "dee", "--json", *words) == 0, run.err
        found: list[dict[str, object]] = json.loads(run.out)
        return found

    return typed


def test_opening(run: Shell) -> None:
    opened = run.json("adjudicate", "study.db", "--open", "gold", "--kind", "mentions", "--by", "centroid(2,2)", "--seed", "3")
    assert isinstance(opened, dict)
    assert (opened["items"], opened["layer"], opened["proposal"]) == (5, "gold", "gold-proposal")
    assert opened["layers"] == ["ann", "bo", "cy"]
    assert run("adjudicate", "study.db", "--open", "rates", "--kind", "ratings") == 0
    assert "which queue?" in run.refused("adjudicate", "study.db", "--list", "open")


def test_deciding_by_lines(run: Shell, typing) -> None:  # type: ignore[no-untyped-def]
    done = typing("?", "1 the guideline says so", "c frag", "r because", "m", "0", "e 0-5 X:1; 6-12+13-15 X:2|X:3 #Part !negated", "x nothing here", "s ask ann", "q")
    assert [(d["choice"], d["cause"], d["reason"], d["unsure"]) for d in done][:2] == [("take", done[0]["cause"], "the guideline says so", False), ("keep", "fragment", "because", True)]
    assert [d["choice"] for d in done] == ["take", "keep", "edit", "none", "skip"]
    assert "none of them: nothing is there" in run.err
    assert "4 of 5 decided (1 skipped, 1 unsure)" in run.err
    with Project.open("study.db") as project:
        (edited,) = [e for e in project.entries("gold") if e.choice == "edit"]
        assert [(x["spans"], x.get("concepts")) for x in edited.chosen] == [([[0, 5]], ["X:1"]), ([[6, 12], [13, 15]], ["X:2", "X:3"])]
        assert edited.chosen[1]["attributes"]["negated"] is True
        assert edited.chosen[1]["label"] == "Part"
    assert typing("n", "q") == [], "it goes on where it stopped; the last one left was skipped and comes again"
    assert [d["choice"] for d in typing("0")] == ["keep"]
    assert "everything is decided" in run.err


def test_undo_and_redo_by_lines(run: Shell, typing) -> None:  # type: ignore[no-untyped-def]
    assert [d["choice"] for d in typing("0", "u", "x", "q")] == ["none"]
    assert "undone: 1 decision" in run.err
    typing("u", "q")
    with Project.open("study.db") as project:
        assert all(e.open for e in project.entries("gold"))
    typing("y", "q")
    with Project.open("study.db") as project:
        assert [e.choice for e in project.entries("gold") if not e.open] == ["none"]
    typing("u", "u", "q")
    assert "no decision of this queue" in run.err, "the opening of the queue is not undone from here"


def test_slips_are_told_and_nothing_happens(run: Shell, typing) -> None:  # type: ignore[no-untyped-def]
    done = typing("9", "s", "e 5-3 X:1", "e 0-999 X:1", "e hello", "e 0-3 A B", "e {", "e @none.json", "c wrong", "c", "z", "10", "")
    assert done == []
    for line in ("no reading 9", "a skip needs a reason", "5-3 is no place", "0-999 is no place", "not a place: hello", "two concepts", "not JSON", "no such file",
                 "no cause 'wrong'", "no key 'z'", "no reading 10"):  # fmt: skip
        assert line in run.err, line
    assert "0 of 5 decided" in run.err


def test_an_item_again(run: Shell, typing) -> None:  # type: ignore[no-untyped-def]
    typing("q")
    typing("x first thought", "q", words=("--item", "two@0-12"))
    done = typing("0 second thought", "q", words=("--item", "two@0-12"))
    assert [(d["item"], d["choice"]) for d in done] == [("two@0-12", "keep")]
    assert "decided: none (first thought)" in run.err


def test_a_card_as_it_is_shown(run: Shell, typing) -> None:  # type: ignore[no-untyped-def]
    with Project.open("study.db") as project:
        lines = card_lines(Queue(project).card("two@17-27"))
    assert lines[1] == "  |  Short digits and small eyes."
    assert lines[2] == "  |                   2222223333", "votes under the characters"
    assert lines[4].startswith('  0  17-27 "small eyes" X:3') or lines[4].startswith('  0  23-27 "eyes" X:3')
    assert {line.split("[")[1] for line in lines[5:]} == {"1 of 3]", "2 of 3]"}


def test_rules(run: Shell, typing) -> None:  # type: ignore[no-untyped-def]
    assert run("adjudicate", "study.db", "--rule", "edge-space", "--preview") == 0
    assert run.out.splitlines()[1].split("\t")[0] == "edges@9-23"
    assert "1 differ in edge white space only (of 5 open items)" in run.err
    assert run("adjudicate", "study.db", "--rule", "edge-space", "--actor", "dee", "--reason", "spaces") == 0
    assert run("adjudicate", "study.db", "--rule", "keep", "--cause", "extra", "--actor", "dee") == 0
    assert run("adjudicate", "study.db", "--rule", "keep", "--actor", "dee") == 0
    assert "3 decided" in run.err
    assert run("undo", "study.db", "--actor", "dee") == 0
    rows = run.json("adjudicate", "study.db", "--list", "decided")
    assert [(r["item"], r["reason"]) for r in rows] == [("extra@12-16", "rule keep: have a proposal to keep"), ("edges@9-23", "spaces")]  # type: ignore[attr-defined, index, union-attr]
    assert run("adjudicate", "study.db", "--rules") == 0
    assert "edge-punctuation" in run.out


def test_decisions_from_a_file(run: Shell, typing) -> None:  # type: ignore[no-untyped-def]
    Path("d.jsonl").write_text('{"unit": "two", "take": "cy", "reason": "right"}\n{"unit": "extra", "judged": [], "reason": "no"}\n')
    assert run("adjudicate", "study.db", "--decisions", "d.jsonl", "--actor", "dee") == 0
    assert "2 units, 3 items decided" in run.err
    Path("bad.jsonl").write_text('{"unit": "two"}\n')
    assert "line 1" in run.refused("adjudicate", "study.db", "--decisions", "bad.jsonl")


def test_trace(run: Shell, typing) -> None:  # type: ignore[no-untyped-def]
    typing("x no phenotype", "q", words=("--item", "extra@12-16"))
    assert run("trace", "study.db", "extra") == 0
    row = dict(zip(*(line.split("\t") for line in run.out.splitlines()), strict=True))
    assert (row["how"], row["reason"], row["by"]) == ("none", "no phenotype", "dee")
    assert row["others"].startswith('ann: 12-16 "eyes"')
    found = run.json("trace", "study.db", "agreed")
    assert [(t["how"], t["votes"], t["layers"]) for t in found] == [("agreed", 3, ["ann", "bo", "cy"])]  # type: ignore[attr-defined, index, union-attr]
    assert "no unit 'none'" in run.refused("trace", "study.db", "none")


def test_release_and_verify(run: Shell, typing) -> None:  # type: ignore[no-untyped-def]
    assert "5 of 5 items are not decided" in run.refused("release", "study.db", "1.0")
    assert run("adjudicate", "study.db", "--rule", "keep", "--actor", "dee") == 0
    assert run("release", "study.db", "1.0", "-m", "F1", "-m", "F1(on=span)", "--fact", "Purpose=to be tested", "--to", "bioc-json", "--lose", "source*", "--lose", "corpus-facts",
               "--lose", "splits", "--lose", "layer-names", "--lose", "scale", "--date", "2026-11-19") == 0, run.err  # fmt: skip
    folder = Path("digits-1.0")
    assert {"corpus.gold.jsonl", "DATASHEET.md", "decisions.jsonl"} <= {p.name for p in folder.iterdir()}
    text = (folder / "DATASHEET.md").read_text()
    assert "to be tested" in text
    assert "| kept | 5 |" in text
    assert "F1(match=strict,on=span," in text
    assert run("verify", str(folder), "--project", "study.db") == 0
    assert "is released already" in run.refused("release", "study.db", "1.0", "-o", "other")
    assert not Path("other").exists()
    (folder / "DATASHEET.md").write_bytes(text.replace("tested", "tasted").encode())
    assert run("verify", str(folder)) == 1
    assert run.out.splitlines()[1].split("\t")[0] == "DATASHEET.md"
    assert "not whole: 1 flaw" in run.err


def test_a_correction_is_a_new_version(run: Shell, typing) -> None:  # type: ignore[no-untyped-def]
    assert run("adjudicate", "study.db", "--rule", "keep", "--actor", "dee") == 0
    assert run("release", "study.db", "1.0", "-o", "r1") == 0
    with Project.open("study.db") as project:
        before = project.layers(names=("gold",))
    typing("x", "q", words=("--item", "extra@12-16"))
    assert "was released in 1.0, and what is released does not change" in run.err
    assert run("undo", "study.db", "--actor", "dee") == 2
    assert run("adjudicate", "study.db", "--revise", "gold", "--as", "gold-2", "--actor", "dee") == 0
    done = typing("e 12-16 X:3", "q", words=("--queue", "gold-2", "--item", "extra@12-16"))
    assert [d["choice"] for d in done] == ["edit"]
    assert run("release", "study.db", "1.1", "-o", "r2", "--previous", "r1") == 0, run.err
    changes = Path("r2/CHANGELOG.md").read_text()
    assert "Since 1.0." in changes
    assert "- 1 of 5 units changed: 1 added" in changes
    assert '- extra: nothing there → 12-16 "eyes" X:3' in changes
    with Project.open("study.db") as project:
        assert project.layers(names=("gold",)) == before
        assert verify("r1", project=project) == ()
        assert verify("r2", previous="r1", project=project) == ()
        assert [r["version"] for r in project.releases()] == ["1.0", "1.1"]
        assert project.verify(deep=True).whole


def test_names_only_if_allowed(run: Shell, typing) -> None:  # type: ignore[no-untyped-def]
    assert run("adjudicate", "study.db", "--rule", "keep", "--actor", "dee", "--reason", "as dee thinks") == 0
    assert run("release", "study.db", "1.0", "-o", "without") == 0
    assert "the name dee stands in it" in run.err
    text = "".join(p.read_text() for p in Path("without").rglob("*") if p.is_file())
    assert '"by": "dee"' not in text
    assert '"annotator-1/1"' in text
    with Project.open("study.db") as project:
        project.revise("gold", "again")
    assert run("release", "study.db", "2.0", "-o", "with", "--gold", "again", "--names") == 0
    text = "".join(p.read_text() for p in Path("with").rglob("*") if p.is_file())
    assert '"by": "dee"' in text
    assert "- **Annotators**: ann, bo, cy" in text
    assert verify("with") == ()


def test_a_corpus_is_released_too(run: Shell) -> None:
    assert run("export", "study.db", "c.gold.jsonl") == 0
    assert run("release", "c.gold.jsonl", "1", "--gold", "ann", "-o", "r", "--no-raters") == 0
    assert verify("r") == ()
    assert "no layer 'gold'" in run.refused("release", "c.gold.jsonl", "1", "-o", "r3")


BAD = (
    "adjudicate study.db", "adjudicate none.db", "adjudicate study.db --preview", "adjudicate study.db --open q", "adjudicate study.db --open q --kind moods",
    "adjudicate study.db --open q --kind parses", "adjudicate study.db --open q --layer zoe", "adjudicate study.db --open q --kind mentions --by none",
    "adjudicate study.db --open q --proposal none", "adjudicate study.db --open q --sides ann", "adjudicate study.db --open q --sides ann-rates",
    "adjudicate study.db --revise none --as x", "adjudicate study.db --revise none", "adjudicate study.db --as x", "adjudicate study.db --rule keep",
    "adjudicate study.db --list open --cause bad", "adjudicate study.db --item x", "adjudicate study.db --ontology none.obo --list open", "trace study.db two",
    "trace study.db two --layer none", "trace none.db two", "release study.db 1.0", "release study.db 1.0 --gold none", "release study.db 1/0 --gold ann",
    "release study.db 1.0 --gold ann --rater ann", "release study.db 1.0 --gold ann --rater none", "release study.db 1.0 --gold ann -m none", "release study.db 1.0 --gold ann --to none",
    "release study.db 1.0 --gold ann --to brat", "release study.db 1.0 --gold ann --split none", "release study.db 1.0 --gold ann --fact x", "release study.db 1.0 --gold ann --date soon",
    "release study.db 1.0 --gold ann --previous none", "release study.db 1.0 --gold ann -o no/where", "release study.db 1.0 --gold ann --rater bo --no-raters",
    "release study.db 1.0 --gold ann --actor zoe", "release none.db 1.0", "verify none", "verify .", "verify study.db",
)  # fmt: skip


def test_bad_input_is_one_line_and_leaves_nothing(run: Shell) -> None:
    there = sorted(os.listdir())
    for line in BAD:
        run.refused(*line.split())
        assert sorted(os.listdir()) == there, line
    with Project.open("study.db") as project:
        assert project.heads() == ()
        assert project.releases() == []


def test_two_people_decide_at_once(run: Shell, typing) -> None:  # type: ignore[no-untyped-def]
    """Two processes on one SQLite file: each gets other items, and all are decided once."""
    words = [sys.executable, "-c", "from goldproof.cli import main; main()", "adjudicate", "study.db", "--json", "--actor"]
    both = [subprocess.Popen([*words, who], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for who in ("dee", "eve")]
    out: dict[int, tuple[str, str]] = {}
    threads = [threading.Thread(target=lambda i=i, p=p: out.update({i: p.communicate("0\n" * 5)})) for i, p in enumerate(both)]
    for t in threads:
        t.start()
    for t in threads:
        t.join(60)
    assert [p.returncode for p in both] == [0, 0], out
    items = [d["item"] for i in (0, 1) for d in json.loads(out[i][0])]
    assert len(items) == len(set(items)) == 5
    with Project.open("study.db") as project:
        assert project.queue().progress().open == 0
        assert project.verify(deep=True).whole


@pytest.mark.skipif(sys.platform == "win32", reason="terminals")
def test_single_keys_on_a_terminal(run: Shell, typing) -> None:  # type: ignore[no-untyped-def]
    """A real terminal (pty): keys without a line end, typed ahead; an arrow does nothing; a line where words are asked for."""
    import pty
    import select

    master, slave = pty.openpty()
    words = [sys.executable, "-c", "from goldproof.cli import main; main()", "adjudicate", "study.db", "--actor", "dee"]
    process = subprocess.Popen(words, stdin=slave, stdout=slave, stderr=slave, close_fds=True)
    os.close(slave)
    seen = ""

    def until(text: str, seconds: float = 60) -> None:
        nonlocal seen
        end = time.monotonic() + seconds
        while text not in seen and time.monotonic() < end:
            if select.select([master], [], [], 0.1)[0]:
                try:
                    seen += os.read(master, 4096).decode()
                except OSError:
                    break
        assert text in seen, seen
        seen = seen.split(text, 1)[1]

    until("> ")
    os.write(master, b"\x1b[A?")
    until("undo the last decision")
    os.write(master, b"10u")
    until("decided: reading 1")
    until("decided: keep")
    until("undone: 1 decision")
    os.write(master, b"s")
    until("why: ")
    os.write(master, b"ask ann\n")
    until("skipped")
    until("> ")
    os.write(master, b"q")
    until("1 of 5 decided (1 skipped)")
    assert process.wait(30) == 0
    os.close(master)


@pytest.mark.parametrize(
    ("kind", "judged", "line"),
    [
        (Kind.MENTIONS, (m(0, 5), Mention((Span(1, 2), Span(4, 6)), ("A:1", "A:2"), "gene", attributes=Attributes(negated=True))), "0-5 X:2; 1-2+4-6 A:1|A:2 #gene !negated"),
        (Kind.MENTIONS, (), ""),
        (Kind.RATINGS, (Rating(3),), "3"),
        (Kind.RATINGS, (Rating("good"),), "good"),
        (Kind.RANKINGS, (Ranking((("A",), ("B", "C"))),), "A > B = C"),
        (Kind.PHENOTYPES, (Phenotype(Term("X:1"), Term("X:2")), Phenotype(Some("part_of", Term("X:3")))), "E: X:1; Q: X:2 || E: part_of some X:3"),
    ],
)
def test_judgements_as_a_line_and_back(kind: Kind, judged: tuple[object, ...], line: str) -> None:
    assert spelled(kind, judged) == line
    assert read(kind, line) == judged


def test_a_phenotype_slot_by_slot() -> None:
    from goldproof.adjudication.queue import Card, Shown
    from goldproof.adjudication.slots import by_slots, is_by_slots

    a, b = Phenotype(Term("E:1"), Term("Q:1")), Phenotype(Term("E:2"), Term("Q:2"), Term("R:2"))
    card = Card("q", "k", "u", Kind.PHENOTYPES, 1, 1, "slot", "", 1, "", "", None, (Phenotype(Term("E:0")),), (Shown(1, (a,), 1), Shown(2, (b,), 1)), 2, 0, "", (), "", False)
    assert is_by_slots("E1 Q2 R2")
    assert not is_by_slots("E: X:1")
    assert by_slots(card, "E1 Q2 RE2") == (Phenotype(Term("E:1"), Term("Q:2"), Term("R:2")),)
    assert by_slots(card, "q1 r-") == (Phenotype(Term("E:0"), Term("Q:1")),)
