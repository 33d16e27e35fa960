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
