"""The program as a shell sees it: exit codes when its reader goes away, what every command says to nonsense, JSON everywhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from goldproof.cli import COMMANDS, cli
from goldproof.formats import save
from goldproof.model import Corpus, Kind, Layer, Source

from ..formats.samples import SAMPLES

PROGRAM = [sys.executable, "-c", "from goldproof.cli import main; main()"]


def run(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROGRAM, *map(str, words)], capture_output=True, text=True, timeout=60, check=False)


def test_a_reader_that_goes_away_is_neither_an_error_nor_a_finding() -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([*PROGRAM, "list", "features"], stdout=write, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, "")


def leaves() -> list[click.Command]:
    found = []
    for name in COMMANDS:
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        found += list(command.commands.values()) if isinstance(command, click.Group) else [command]
    return found


@pytest.mark.parametrize("command", leaves(), ids=lambda c: str(c.name))
def test_every_command_speaks_json_and_explains_itself(command: click.Command) -> None:
    options = {o for p in command.params for o in p.opts}
    assert "--json" in options
    assert command.help
    assert all(getattr(p, "help", "") for p in command.params if isinstance(p, click.Option) and p.name != "help")


def test_what_was_converted_in_json(tmp_path: Path) -> None:
    save(SAMPLES["everything"], tmp_path / "x.jsonl")
    done = run("convert", tmp_path / "x.jsonl", tmp_path / "y.pubtator", "--json", *(w for name in ("mention-discontinuous", "mention-label", "mention-id", "mention-note",
               "mention-flags", "mention-attributes", "mention-many-valued", "mention-confidence") for w in ("--lose", name)))  # fmt: skip
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert (said["format"], said["documents"], said["judgements"]) == ("pubtator", 1, 3)
    assert "mention-discontinuous" in said["lost"]


def test_a_citation_in_json() -> None:
    (first, *_) = json.loads(run("cite", "craft", "--json").stdout)
    assert first["title"]
    assert first["authors"]


def test_a_known_corpus_by_its_name(tmp_path: Path) -> None:
    """Where there is nothing of it the line says how to obtain it; a name that is neither a format nor a corpus lists the formats."""
    (tmp_path / "x.txt").write_text("text")
    for command in (["check"], ["convert", None, tmp_path / "out.jsonl"]):
        words = [command[0], tmp_path, *command[2:], "--from", "mantra"]
        done = run(*words)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
    assert "there are: bioc-json" in run("check", tmp_path, "--from", "mantras").stderr


@pytest.mark.data
def test_a_known_corpus_is_read_as_its_adapter_knows_it(data: Path, tmp_path: Path) -> None:
    done = run("convert", data / "mantra", tmp_path / "m.gold.jsonl", "--from", "mantra", "--json")
    assert json.loads(done.stdout) == {"target": str(tmp_path / "m.gold.jsonl"), "format": "native", "documents": 850, "units": 850, "layers": 1,
                                       "judgements": 3516, "lost": {}, "warnings": []}  # fmt: skip


@pytest.mark.parametrize("command", [
    ["convert", "big.jsonl", "out.gold.jsonl"], ["convert", "big.jsonl", "out.brat"], ["convert", "big.jsonl", "out.bioc.xml"], ["convert", "big.jsonl", "out.parquet"],
    ["new", "study.db"], ["import", "there.db", "big.jsonl"], ["tour", "out"], ["export", "full.db", "out.gold.jsonl"],
], ids=lambda c: " ".join(c[::2]))  # fmt: skip
def test_no_room_on_the_disk_is_one_line_and_leaves_nothing(command: list[str], tmp_path: Path) -> None:
    """A limit for the size of files stands for a full disk: what is written then fails in the middle."""
    texts = {f"d{i}": f"{i} " + "No cleft palate. " * 4000 for i in range(6)}
    save(Corpus.of_texts(texts).with_layers(Layer.of("mentions", Source("unknown"), Kind.MENTIONS, dict.fromkeys(texts, ()))), tmp_path / "big.jsonl")
    run("new", tmp_path / "there.db")
    run("new", tmp_path / "full.db")
    run("import", tmp_path / "full.db", tmp_path / "big.jsonl")
    before = {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()}
    size = 20 if command[0] == "new" else 8 if command[0] == "tour" else 60
    limited = ["bash", "-c", f'trap "" XFSZ; ulimit -f {size}; exec "$@"', "bash", *PROGRAM]
    done = subprocess.run([*limited, *command], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    if command[2:] == ["out.parquet"] and done.returncode == 0:
        return  # it packs so well that there was room
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    lines = [line for line in done.stderr.splitlines() if line.startswith("goldproof: ")]
    assert len(lines) == 1
    assert "Traceback" not in done.stderr
    after = {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file() and not p.name.endswith(("-wal", "-shm"))}
    assert set(after) == set(before)
    assert {p for p in before if before[p] != after[p]} <= {tmp_path / "there.db"}, "an import that failed may have grown the file"
    if command[0] == "import":
        status = json.loads(run("status", tmp_path / "there.db", "--deep", "--json").stdout)
        assert (status["documents"], status["chain"]["whole"]) == (0, True)


def test_a_pipe_without_a_writer_and_a_folder_of_texts_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Short")
    (tmp_path / "a.ann").write_text("T1\tX 0 5\tShort\n")
    os.mkfifo(tmp_path / "pipe")
    for words, says in ((["check", tmp_path / "pipe"], "neither a file nor a folder"), (["show", tmp_path / "pipe", "u"], "neither a file nor a folder"),
                        (["status", tmp_path / "pipe"], "not a goldproof project"), (["check", tmp_path / "a.ann", "--texts", tmp_path / "none"], "no such folder of texts"),
                        (["check", tmp_path / "a.ann", "--as", "x"], "--as x: write it as NAME=VALUE")):  # fmt: skip
        done = run(*words)
        assert (done.returncode, len(done.stderr.splitlines()), says in done.stderr) == (2, 1, True), done.stderr
