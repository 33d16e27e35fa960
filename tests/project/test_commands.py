"""The commands of a project: what they print, and how they exit."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from goldproof.cli import COMMANDS, main
from goldproof.formats import load, save
from goldproof.model import Corpus, Kind, Layer, Rating, Source
from goldproof.project import Project

from ..formats.samples import SAMPLES
from .conftest import FINGERS, PALATE, corpus, unguarded


class Shell:
    """Runs commands in this process, in a folder of its own."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch
        self.out = self.err = ""

    def __call__(self, *words: str) -> int:
        self.monkeypatch.setattr(sys, "argv", ["goldproof", *words])
        with pytest.raises(SystemExit) as left:
            main()
        self.out, self.err = self.capsys.readouterr()
        assert "Traceback" not in self.err
        return int(left.value.code or 0)

    def json(self, *words: str) -> object:
        assert self(*words, "--json") in (0, 1), self.err
        return json.loads(self.out)

    def refused(self, *words: str) -> str:
        """One line on stderr, nothing on stdout, exit 2."""
        assert self(*words) == 2
        assert self.out == ""
        assert len(self.err.splitlines()) == 1
        return self.err


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Shell:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    save(corpus(), "toy.jsonl")
    return Shell(capsys, monkeypatch)


def test_in_and_out_again_is_the_same(run: Shell, place: str) -> None:
    assert run("new", place, "--owner", "ann") == 0
    assert run("import", place, "toy.jsonl") == 0
    assert run.out == "documents\tunits\tstudies\tsplits\tlayers\tjudged\n2\t5\t0\t1\t2\t3\n"
    assert run("export", place, "out.jsonl") == 0
    assert load("out.jsonl") == corpus()
    assert Path("out.jsonl").read_bytes() == Path("toy.jsonl").read_bytes()
    assert run("diff", place, "toy.jsonl", "--exact") == 0
    assert run.out == ""


def test_a_round_that_is_not_there_is_a_slip_where_there_are_rounds(run: Shell) -> None:
    assert run("new", "s.db") == run("import", "s.db", "toy.jsonl", "--round", "first") == 0
    assert run("round", "s.db", "open", "naive") == 0
    assert "no round 'nave' in this project (there are: naive" in run.refused("import", "s.db", "toy.jsonl", "--as", "bo", "--round", "nave")


@pytest.mark.parametrize("sample", ["everything", "tree and dependencies", "matrix", "three raters", "tied"])
def test_every_kind_goes_through(sample: str, run: Shell) -> None:
    save(SAMPLES[sample], "in.jsonl")
    assert run("new", "s.db") == run("import", "s.db", "in.jsonl") == run("export", "s.db", "out.jsonl") == 0
    assert load("out.jsonl") == SAMPLES[sample]
    unit = SAMPLES[sample].units[0].id
    assert run("show", "s.db", unit) == 0
    from_project = run.out
    assert run("show", "in.jsonl", unit) == 0
    assert run.out == from_project


def test_new_json_and_what_is_there(run: Shell) -> None:
    made = run.json("new", "s.db", "--name", "Toy", "--licence", "CC0-1.0")
    assert isinstance(made, dict)
    assert {k: made[k] for k in ("study", "name", "licence", "owner")} == {"study": "s.db", "name": "Toy", "licence": "CC0-1.0", "owner": "owner"}
    before = Path("s.db").read_bytes()
    assert "already" in run.refused("new", "s.db")
    assert Path("s.db").read_bytes() == before
    assert "no such folder" in run.refused("new", "nowhere/s.db")


def test_a_layer_is_imported_under_a_name(run: Shell) -> None:
    run("new", "s.db")
    assert run("import", "s.db", "toy.jsonl", "--layer", "finder", "--as", "bio", "--kind", "system", "--round", "2", "--guideline", "g1") == 0
    with Project.open("s.db") as project:
        [layer] = project.layers()
        assert (layer.name, layer.source) == ("bio", Source("bio", "system", "1.0", "2", "g1"))  # type: ignore[arg-type]
    assert run("import", "s.db", "toy.jsonl", "--as", "cy") == 0
    with Project.open("s.db") as project:
        assert [(la.name, la.source.name) for la in project.layers()] == [("bio", "bio"), ("finder", "cy"), ("rated", "cy")]
    assert run("export", "s.db", "round.jsonl", "--round", "2") == 0
    assert [la.name for la in load("round.jsonl").layers] == ["bio"]
    assert run("export", "s.db", "layer.jsonl", "--layer", "rated") == 0
    assert [la.name for la in load("layer.jsonl").layers] == ["rated"]


def test_an_import_is_whole_or_nothing(run: Shell) -> None:
    run("new", "s.db")
    run("import", "s.db", "toy.jsonl")
    save(Corpus.of_texts({"new": "x", "one": "Another text."}, ), "other.jsonl")
    save(Corpus(units=corpus().units[2:], layers=(Layer.of("l", Source("s"), Kind.RATINGS, {"p1": (Rating(1),)}),), splits={"train": ("p2",)}), "split.jsonl")
    before = run.json("status", "s.db")
    assert "document one: has another text" in run.refused("import", "s.db", "other.jsonl")
    assert "--lose splits" in run.refused("import", "s.db", "split.jsonl")
    for bad in ("none.jsonl", ".", "s.db"):
        run.refused("import", "s.db", bad)
    run.refused("import", "s.db", "toy.jsonl", "--layer", "nobody")
    run.refused("import", "s.db", "toy.jsonl", "--actor", "nobody")
    run.refused("import", "s.db", "toy.jsonl", "--kind", "dog")
    assert run.json("status", "s.db") == before
    assert run("import", "s.db", "split.jsonl", "--lose", "splits") == 0
    assert run("import", "s.db", "toy.jsonl") == 0
    assert "nothing new" in run.err


def test_export_refuses_a_loss_and_a_file_that_is_there(run: Shell) -> None:
    run("new", "s.db")
    run("import", "s.db", "toy.jsonl")
    assert "--lose" in run.refused("export", "s.db", "out.brat", "--to", "brat")
    assert not Path("out.brat").exists()
    assert "already" in run.refused("export", "s.db", "toy.jsonl")
    assert run("export", "s.db", "toy.jsonl", "--force") == 0


def test_status_tells_progress_and_the_chain(run: Shell) -> None:
    run("new", "s.db", "--name", "Toy")
    run("import", "s.db", "toy.jsonl")
    assert run("status", "s.db", "--deep") == 0
    assert "chain\twhole (7 events)" in run.out
    assert "finder\tmentions\tfinder\t\t2\t5\t1\t1\t0\t" in run.out
    told = run.json("status", "s.db")
    assert isinstance(told, dict)
    assert told["chain"]["whole"] is True
    assert told["chain"]["head"] == told["head"]
    assert [(la["layer"], la["round"], la["judged"], la["of"]) for la in told["layers"]] == [("finder", "", 2, 5), ("rated", "1", 1, 5)]
    with Project.open("s.db") as project:
        unguarded(project, "UPDATE event SET actor = 'eve' WHERE seq = 4")
    assert run("status", "s.db") == 1
    assert "chain\tbroken at event 4: was changed after it was sealed" in run.out
    assert run.json("status", "s.db")["chain"]["whole"] is False  # type: ignore[call-overload]


def test_log_undo_redo(run: Shell) -> None:
    run("new", "s.db")
    run("import", "s.db", "toy.jsonl")
    with Project.open("s.db") as project:
        project.judge("finder", "one", [FINGERS, PALATE], seconds=4.5)
    assert run("log", "s.db", "--last", "2", "--layer", "finder", "--unit", "one") == 0
    rows = [line.split("\t") for line in run.out.splitlines()]
    assert rows[0] == ["event", "time", "actor", "what", "layer", "unit", "version", "detail"]
    assert [row[3:] for row in rows[1:]] == [
        ["judged", "finder", "one", "2", "2 judgements, 4.5 s"], ["judged", "finder", "one", "1", "1 judgement"]]  # fmt: skip
    assert run("undo", "s.db") == 0
    assert run("show", "s.db", "one") == 0
    assert "Cleft" not in run.out
    assert run("redo", "s.db", "--actor", "owner") == 0
    undone = run.json("undo", "s.db")
    assert isinstance(undone, dict)
    assert [u["was"] for u in undone["undo"]] == ["judged"]
    events = run.json("log", "s.db", "--actor", "owner")
    assert isinstance(events, list)
    assert [e["kind"] for e in events][:4] == ["undone", "redone", "undone", "judged"]
    assert events[0]["payload"]["of"] == events[3]["seq"]
    assert run.json("log", "s.db", "--unit", "nowhere") == []
    assert "nobody" in run.refused("undo", "s.db", "--actor", "nobody")
    run.refused("log", "s.db", "--last", "0")


def test_show(run: Shell) -> None:
    assert run("show", "toy.jsonl", "one") == 0
    assert run.out == (
        'one\n  | Short fingers.\n\nfinder: mentions, by finder/1.0\n  6-13 "fingers" Anatomy\n\nrated: ratings, by rita/1: not judged\n'
    )
    run("new", "s.db")
    run("import", "s.db", "toy.jsonl")
    assert run("show", "s.db", "two", "--layer", "finder") == 0
    assert run.out.endswith("finder: mentions, by finder/1.0: nothing there\n")
    told = run.json("show", "s.db", "one")
    assert isinstance(told, dict)
    assert told["text"] == "Short fingers."
    assert [la["judged"] for la in told["layers"]] == [[{"spans": [[6, 13]], "label": "Anatomy"}], None]
    assert "no unit 'x'" in run.refused("show", "s.db", "x")
    assert "no unit 'x'" in run.refused("show", "toy.jsonl", "x")
    run.refused("show", "s.db", "\udcff")
    run.refused("show", "s.db", "one", "--layer", "x")
    run.refused("show", "none.jsonl", "one")


def test_diff(run: Shell) -> None:
    layer = Layer.of("bo", Source("bo"), Kind.MENTIONS, {"one": (PALATE,), "two": ()})
    save(corpus().with_layers(layer), "more.jsonl")
    run("new", "s.db")
    run("import", "s.db", "more.jsonl")
    assert run("diff", "s.db", "--layer", "finder", "--with", "bo") == 1
    assert run.out == (
        'what\tid\tlayer\tside\tsays\tcause\njudgement\tone\tfinder / bo\t-\t6-13 "fingers" Anatomy\tboundary\n'
        'judgement\tone\tfinder / bo\t+\t6-12 "finger" Anatomy\tboundary\n'
    )
    assert run("diff", "s.db", "toy.jsonl", "--layer", "finder") == 0
    assert run("diff", "s.db", "toy.jsonl") == 1
    [row] = run.json("diff", "s.db", "toy.jsonl")  # type: ignore[misc]
    assert row == {"what": "layer", "id": "bo", "layer": "bo", "a": ["mentions on 2 units by bo"], "b": [], "causes": []}
    assert run.json("diff", "s.db", "s.db") == []
    for wrong in (["s.db"], ["s.db", "--with", "bo"], ["s.db", "toy.jsonl", "--with", "bo"], ["s.db", "none.jsonl"],
                  ["s.db", "toy.jsonl", "--layer", "bo"], ["s.db", "--layer", "finder", "--with", "rated"], []):  # fmt: skip
        run.refused("diff", *wrong)


def test_people_rounds_guidelines(run: Shell) -> None:
    run("new", "s.db")
    assert run("person", "s.db", "add", "ann", "--role", "annotator", "--title", "Ann A.") == 0
    assert run("person", "s.db", "role", "ann", "--role", "adjudicator") == 0
    assert run.json("person", "s.db", "list") == [
        {"name": "owner", "role": "owner", "title": ""}, {"name": "ann", "role": "adjudicator", "title": "Ann A."}]  # fmt: skip
    Path("g.md").write_text("# Spans\nMinimal.\n")
    assert run("guideline", "s.db", "publish", "1", "g.md") == 0
    assert run("guideline", "s.db", "show") == 0
    assert run.out == "# Spans\nMinimal.\n\n"
    assert [g["changed"] for g in run.json("guideline", "s.db", "list")] == [["Spans"]]  # type: ignore[attr-defined]
    assert run("round", "s.db", "open", "r1", "--guideline", "1") == 0
    [told] = run.json("round", "s.db", "close", "r1")  # type: ignore[misc]
    assert (told["name"], told["guideline"], told["closed"] != "") == ("r1", "1", True)
    for wrong in (["person", "s.db", "add", "bo"], ["person", "s.db", "add", "ann", "--role", "reader"], ["person", "s.db", "role", "bo", "--role", "reader"],
                  ["person", "s.db", "add", "bo", "--role", "king"], ["person", "s.db", "add", "bo", "--role", "reader", "--actor", "ann"],
                  ["round", "s.db", "close", "r1"], ["round", "s.db", "open"], ["round", "s.db", "open", "r2", "--guideline", "9"],
                  ["guideline", "s.db", "publish", "1", "g.md"], ["guideline", "s.db", "publish", "2"], ["guideline", "s.db", "publish", "2", "none.md"],
                  ["guideline", "s.db", "show", "7"]):  # fmt: skip
        run.refused(*wrong)


PLACES = ("export {} out.jsonl", "import {} toy.jsonl", "status {}", "log {}", "show {} one", "diff {} toy.jsonl", "undo {}", "redo {}",
          "person {} list", "round {} list", "guideline {} list")  # fmt: skip


@pytest.mark.parametrize("command", PLACES)
def test_what_is_no_project_is_one_line(command: str, run: Shell) -> None:
    Path("text.rtf").write_text("hello")
    Path("empty.db").write_bytes(b"")
    Path("broken.db").write_bytes(b"SQLite format 3\0" + os.urandom(3000))
    Path("folder.db").mkdir()
    before = sorted(p.name for p in Path().iterdir())
    for name in ("none.db", "text.rtf", "empty.db", "broken.db", "folder.db", "postgresql://ann:geheim@127.0.0.1:1/study", "mysql://ann:geheim@h/x"):
        assert "geheim" not in run.refused(*command.format(name).split())
    assert sorted(p.name for p in Path().iterdir()) == before


def test_every_place_is_tested() -> None:
    mine = {name for name, (module, _) in COMMANDS.items() if module in ("project", "history", "looking", "people")}
    assert {command.split()[0] for command in PLACES} == mine - {"new"}


def test_a_second_writer_is_refused_in_one_line(run: Shell) -> None:
    run("new", "s.db")
    with Project.open("s.db", writing=True):
        assert "another writer" in run.refused("import", "s.db", "toy.jsonl")
        assert run("status", "s.db") == 0


def test_a_password_is_in_no_message_not_even_of_wrong_usage(run: Shell) -> None:
    for words in (("new", "s.db", "postgresql://ann:geheim@h/x"), ("status", "--postgresql://ann:geheim@h/x"), ("postgresql://ann:geheim@h/x",)):
        assert "geheim" not in run.refused(*words)


def test_the_installed_command(run: Shell) -> None:
    """Once as a user has it: another process, a pipe."""
    goldproof = Path(sys.executable).with_name("goldproof")
    assert subprocess.run([goldproof, "new", "s.db"], capture_output=True, text=True, check=False).returncode == 0
    told = subprocess.run([goldproof, "status", "s.db"], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith("what\tis\nstudy\ts.db\n")
