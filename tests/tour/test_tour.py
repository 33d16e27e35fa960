"""The tour walks through everything, computes every number it prints, and leaves a whole folder or none."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import goldproof as gp
from goldproof.adjudication import differences
from goldproof.adjudication.differences import Cause
from goldproof.cli import COMMANDS, cli
from goldproof.errors import BadInput, NotFound
from goldproof.gold import verify
from goldproof.gold.release import opened
from goldproof.model import Kind
from goldproof.project import Project
from goldproof.tour import Walked, tour
from goldproof.tour.walk import STEPS

TOUR = [sys.executable, "-c", "from goldproof.cli import main; main()", "tour"]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tour")


@pytest.fixture(scope="module")
def walked(home: Path) -> Iterator[Walked]:
    """A tour walked without a network, in a folder of its own, as a user in that folder would."""
    before = os.getcwd()
    os.chdir(home)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(socket, "socket", None)
            yield tour("there", commands=COMMANDS)
    finally:
        os.chdir(before)


def test_every_step_is_walked_and_told(walked: Walked) -> None:
    assert [s.title for s in walked.steps] == [title for title, _ in STEPS]
    assert all(s.text for s in walked.steps)
    kinds = {f.measure.partition("(")[0] for f in walked.figures}
    assert {"F1", "alpha", "W", "LAS", "UAS", "mean-place", "P", "R"} <= kinds
    assert not [f for f in walked.figures if f.value is None]


def test_nothing_is_left_beside_it(walked: Walked, home: Path) -> None:
    assert [p.name for p in home.iterdir()] == ["there"]
    assert sorted(p.name for p in (home / "there").iterdir()) == ["corpora", "releases", "report.html", "sources", "study.db", "suite", "tour.json"]


def test_the_figures_come_out_again_from_the_files(walked: Walked) -> None:
    """From what the folder holds, computed by the public functions: nothing was typed in."""
    again = {}
    for kind, names, by in (
        ("mentions", ["F1", "F1(on=span)"], ""), ("mentions", ["F1"], "language"), ("phenotypes", ["F1", "F1(on=entity)", "F1(on=quality)"], ""),
        ("ratings", ["alpha", "W"], "round"), ("parses", ["LAS", "UAS", "F1(on=bracket)"], ""), ("rankings", ["W", "W(ties=plain)"], ""),
    ):  # fmt: skip
        for f in gp.agree(gp.load(walked.folder / f"corpora/{kind}.gold.jsonl"), *names, by=by):
            again[f.origin] = str(f)
    agreement = next(s for s in walked.steps if s.title == "Agreement")
    measured = [f for f in agreement.figures if not f.measure.startswith("mean-place")]
    assert len(measured) > 20
    assert all(again[f.origin] == str(f) for f in measured)


def test_the_mean_places_are_those_of_the_judges(walked: Walked) -> None:
    corpus = gp.load(walked.folder / "corpora/rankings.gold.jsonl")
    sources = {(u.id, o.id): o.source for u in corpus.units for o in u.content.options}  # type: ignore[union-attr]
    places: dict[str, list[float]] = {}
    for layer in corpus.layers:
        for unit, (ranking,) in layer.items():
            for option, place in ranking.places.items():
                places.setdefault(sources[unit, option], []).append(place)
    shown = {f.sides[0]: f.value for f in walked.figures if f.measure.startswith("mean-place")}
    assert shown == {s: pytest.approx(sum(p) / len(p)) for s, p in places.items()}


def test_the_releases_are_whole_and_hold_the_gold_of_the_project(walked: Walked) -> None:
    with Project.open(walked.folder / "study.db") as project:
        for kind in ("mentions", "phenotypes", "ratings", "parses"):
            folder = walked.folder / f"releases/{kind}-1.0"
            assert verify(folder) == ()
            gold = opened(folder).layer("gold")
            (stored,) = project.layers(names=[f"gold-{kind}"])
            assert dict(stored.items()) == dict(gold.items())
            assert gold.units, kind
        assert project.verify(deep=True).whole
        decided = [e for e in project.history(actor="dee") if e.kind == "decided"]
        assert len({e.unit for e in decided if "rule" not in e.said}) == 13


def test_the_tampered_copy_is_refused_with_its_place(walked: Walked) -> None:
    text = next(s for s in walked.steps if s.title == "Verification").text
    assert "5 of 5 releases are whole" in text
    assert "corpus.gold.jsonl, bytes 0 to 4096" in text


def test_the_examples_have_a_disagreement_of_each_cause(walked: Walked) -> None:
    ontology = gp.Ontology(walked.folder / "sources/examples/toy.obo")
    found: set[Cause] = set()
    for kind in ("mentions", "phenotypes", "ratings"):
        corpus = gp.load(walked.folder / f"corpora/{kind}.gold.jsonl")
        found |= {d.cause for d in differences(corpus, gp.harmonise(corpus), ontology=ontology)}
    wanted = "missed extra concept-unrelated concept-general concept-specific open attribute fragment boundary value"
    assert found == set(map(Cause, wanted.split())), "with two curators a slot that differs is open"
    gold = opened(walked.folder / "releases/mentions-1.0").layer("gold")
    everything = [m for _, ms in gold.items() for m in ms]
    assert any(m.discontinuous for m in everything)
    assert any(m.negated for m in everything)
    places = [(u, m.start, m.end) for u, ms in gold.items() for m in ms]
    assert any(u == v and a <= c and d <= b and (a, b) != (c, d) for u, a, b in places for v, c, d in places), "a nested one"


def test_what_the_benchmark_says_of_its_systems_is_so(walked: Walked) -> None:
    from goldproof.tour.matcher import Matcher

    corpus = opened(walked.folder / "releases/mentions-1.0")
    ontology = gp.Ontology(walked.folder / "sources/examples/toy.obo")
    plain, lower = (Matcher(ontology, lower=flag).annotate(corpus) for flag in (False, True))
    values = [gp.score(corpus.layer("gold"), system, "F1", draws=0).value for system in (plain, lower)]
    benchmark = next(s for s in walked.steps if s.title == "Benchmark")
    shown = [f.value for f in benchmark.figures if f.measure.startswith("F1")]
    assert values == shown
    assert f"{lower.name} finds more here" in benchmark.text
    assert not any(m.discontinuous for layer in (plain, lower) for _, ms in layer.items() for m in ms)
    assert (len(plain["en-10"]), len(lower["en-10"])) == (0, 1)


def test_what_the_suite_says_comes_out_again(walked: Walked) -> None:
    from goldproof.suites import read, suite
    from goldproof.suites.running import run

    ontology = gp.Ontology(walked.folder / "sources/examples/toy.obo")
    kept = read(walked.folder / "suite")
    assert kept.checksum == suite(ontology, seed=1).checksum
    results = run(kept, {"concepts": gp.concepts(ontology)}, seed=1)
    shown = {f.group: f.value for f in walked.steps[-1].figures if f.sides[-1] == "concepts"}
    assert shown == {f"group={part}": figures[2].value for part, _, figures in results.figures("group")}


def shell(walked: Walked) -> list[str]:
    return [c for s in walked.steps for c in s.commands] + [walked.next]


def test_the_commands_that_it_names_exist_with_their_options(walked: Walked) -> None:
    assert len(shell(walked)) > 10
    for line in shell(walked):
        _, name, *words = shlex.split(line)
        command = cli.get_command(click.Context(cli), name)
        assert command is not None, line
        if isinstance(command, click.Group):
            command = command.commands[words.pop(0)]
        known = {o for p in command.params for o in (*p.opts, *p.secondary_opts)}
        assert all(w in known for w in words if w.startswith("--")), line


def test_the_commands_do_what_the_tour_did(walked: Walked, home: Path) -> None:
    """The lines for a project, typed one by one with another name for the project, make the same project; the others run as they are."""
    run = CliRunner()
    for line in shell(walked):
        words = shlex.split(line.replace("there/study.db", "again.db") if line.split()[1] in ("new", "guideline", "person", "import") else line)[1:]
        found = run.invoke(cli, words)
        if words[0] == "release":
            assert "is there already, and a release is never changed in place" in str(found.exception)
            continue
        assert found.exit_code in ((0, 1) if words[0] in ("diff", "check") else (0,)), f"{line}\n{found.output}\n{found.exception!r}"
    with Project.open("again.db") as mine, Project.open("there/study.db") as theirs:
        theirs_too = tuple(la for la in theirs.layers() if not la.name.startswith(("gold-", "proposal-")))
        assert mine.layers() == theirs_too
    (home / "again.db").unlink()
    (home / "ann.gold.jsonl").unlink()
    assert {p.name: p.read_bytes() for p in (home / "suite").iterdir()} == {p.name: p.read_bytes() for p in (home / "there/suite").iterdir()}
    shutil.rmtree(home / "suite")


def test_the_python_lines_run(walked: Walked) -> None:
    corpus = opened(walked.folder / "releases/mentions-1.0")
    names = {"gp": gp, "gold": corpus, "system": corpus.layers[1]}
    lines = [line for s in walked.steps for line in s.python]
    assert len(lines) > 7
    for line in lines:
        if "gp.release(" in line:
            with pytest.raises(BadInput, match="never changed in place"):
                exec(line, names)
        else:
            exec(line, names)


class Tags(HTMLParser):
    """Every tag that opens is closed, and what the page asks from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in ("meta", "br", "link", "img"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


def test_the_report_is_one_file_with_every_signature(walked: Walked) -> None:
    from html import escape

    text = walked.report.read_text(encoding="utf-8")
    tags = Tags()
    tags.feed(text)
    assert not tags.wrong
    assert not tags.open
    names = {tag for tag, _ in tags.seen}
    assert not names & {"script", "link", "img", "iframe"}
    assert "http" not in text
    assert "url(" not in text
    assert all((a.get("href") or "#").startswith("#") for _, a in tags.seen)
    assert len([1 for tag, _ in tags.seen if tag == "table"]) == len([1 for tag, _ in tags.seen if tag == "caption"])
    assert all(tag != "svg" or a.get("role") == "img" for tag, a in tags.seen)
    for f in walked.figures:
        assert escape(f.origin) in text
        assert f"{abs(f.value or 0):.3f}" in text


def test_an_existing_folder_is_refused_and_only_a_tour_is_replaced(walked: Walked, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="--force"):
        tour(walked.folder)
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "thesis.txt").write_text("years of work")
    with pytest.raises(BadInput, match="not the folder of a tour"):
        tour(mine, force=True)
    assert (mine / "thesis.txt").read_text() == "years of work"
    with pytest.raises(NotFound):
        tour(tmp_path / "no" / "such" / "place")
    assert [p.name for p in tmp_path.iterdir()] == ["mine"]


def test_the_same_seed_gives_the_same_report(walked: Walked, home: Path) -> None:
    text = walked.report.read_bytes()
    tour("there", force=True, commands=COMMANDS)
    assert walked.report.read_bytes() == text


def test_json_on_stdout_talk_on_stderr(tmp_path: Path) -> None:
    started = time.perf_counter()
    done = subprocess.run([*TOUR, "x", "--json", "--seed", "7"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert time.perf_counter() - started < 60
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert [s["title"] for s in told["steps"]] == [title for title, _ in STEPS]
    assert told == {"folder": "x", "report": "x/report.html", "next": "goldproof status x/study.db", "steps": told["steps"]}
    assert f"{len(STEPS)}/{len(STEPS)} {STEPS[-1][0]}" in done.stderr
    assert done.stderr.rstrip().endswith("next: goldproof status x/study.db")
    again = subprocess.run([*TOUR, "x"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (again.returncode, again.stdout, again.stderr.count("\n")) == (2, "", 1)


def test_a_table_in_a_pipe_has_a_signature_in_each_row(tmp_path: Path) -> None:
    done = subprocess.run([*TOUR, "x"], cwd=tmp_path, capture_output=True, text=True, check=False)
    head, *rows = [line.split("\t") for line in done.stdout.splitlines()]
    assert head[-1] == "signature"
    for row in rows:
        assert gp.Signature.parse(row[-1]).value == pytest.approx(float(row[head.index("value")]), rel=1e-3)


@pytest.mark.parametrize("step", [f"1/{len(STEPS)}", f"7/{len(STEPS)}"])
def test_interrupted_it_leaves_nothing(tmp_path: Path, step: str) -> None:
    # A shell starts what runs in its background with the signal ignored: a test run there would pass that on.
    run = subprocess.Popen([*TOUR, "x"], cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                           preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))  # fmt: skip
    assert run.stderr is not None
    for line in run.stderr:
        if line.startswith(step):
            run.send_signal(signal.SIGINT)
            break
    rest = run.stderr.read()
    assert run.wait() == 130
    assert "interrupted" in rest
    assert "Traceback" not in rest
    assert list(tmp_path.iterdir()) == []


def test_kinds_of_the_five_examples(walked: Walked) -> None:
    for kind in Kind:
        corpus = gp.load(walked.folder / f"corpora/{kind.value}.gold.jsonl")
        assert {layer.kind for layer in corpus.layers} == {kind}
        assert corpus.licence == "CC0-1.0"
    groups = [u.group for u in gp.load(walked.folder / "corpora/mentions.gold.jsonl").units if u.group]
    assert sorted(groups) == sorted(["01", "02", "03"] * 3)
