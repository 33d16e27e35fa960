"""A package of somebody else adds a format: it is found, used, held to the law; a broken one is told and breaks nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from goldproof.formats.features import FEATURES
from goldproof.testing import SAMPLES, check_annotator, check_format, check_task

from .install import HERE, install


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site")
    install("pocket", target)
    return target


@pytest.fixture(scope="module")
def ruined(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("ruined")
    install("pocket", target)
    install("broken", target)
    return target


def goldproof(site: Path, *words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The command line in a process of its own, with the folder on its path."""
    command = [sys.executable, "-c", "import sys; from goldproof.cli import main; sys.argv[0] = 'goldproof'; main()", *words]
    environment = {**os.environ, "PYTHONPATH": str(site)}
    return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=cwd, timeout=120, check=False)


def told(done: subprocess.CompletedProcess[str]) -> list[dict[str, str]]:
    rows: list[dict[str, str]] = json.loads(done.stdout)
    return rows


def test_it_is_found_with_its_provider(site: Path) -> None:
    done = goldproof(site, "plugins", "--json")
    assert done.returncode == 0, done.stderr
    rows = {(row["door"], row["name"]): row for row in told(done)}
    assert rows["formats", "pocket"]["provider"] == "goldproof-pocket 0.3"
    assert rows["annotators", "capitals"]["provider"] == "goldproof-pocket 0.3"
    assert rows["tasks", "capitals"]["state"] == "ok"


def test_it_does_not_take_the_place_of_one_of_ours(site: Path) -> None:
    rows = {(row["door"], row["name"]): row for row in told(goldproof(site, "plugins", "--json"))}
    assert rows["formats", "brat"]["provider"].startswith("goldproof ")


def test_it_stands_in_the_lists(site: Path) -> None:
    formats = {row["name"]: row for row in told(goldproof(site, "list", "formats", "--json"))}
    assert set(formats["pocket"]["keeps"]) | set(formats["pocket"]["loses"]) == set(FEATURES)
    assert "capitals" in [row["name"] for row in told(goldproof(site, "list", "annotators", "--json"))]
    tasks = {row["name"]: row["what"] for row in told(goldproof(site, "list", "tasks", "--json"))}
    assert tasks["capitals"] == "find the words that begin with a capital letter"


def test_it_converts_there_and_back(site: Path, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in/d1.txt").write_text("Short fingers.")
    (tmp_path / "in/d1.ann").write_text("T1\tMention 0 5;6 13\tShort fingers\n")
    there = goldproof(site, "convert", "in", "x.pocket", cwd=tmp_path)
    assert there.returncode == 0, there.stderr
    assert json.loads((tmp_path / "x.pocket").read_text()) == {"pocket": {"d1": {"text": "Short fingers.", "marks": [[[0, 5], [6, 13]]]}}}
    back = goldproof(site, "convert", "x.pocket", "out", "--to", "brat", cwd=tmp_path)
    assert back.returncode == 0, back.stderr
    assert (tmp_path / "out/d1.ann").read_text() == (tmp_path / "in/d1.ann").read_text()


def test_its_losses_are_refused_by_name(site: Path, tmp_path: Path) -> None:
    (tmp_path / "d1.txt").write_text("Short fingers.")
    (tmp_path / "d1.ann").write_text("T1\tAnatomy 6 13\tfingers\n")
    done = goldproof(site, "convert", "d1.ann", "x.pocket", cwd=tmp_path)
    assert done.returncode == 2
    assert "--lose mention-label" in done.stderr
    assert not (tmp_path / "x.pocket").exists()


def test_its_home_is_cited(site: Path) -> None:
    done = goldproof(site, "cite", "pocket")
    assert "https://pocket.example/format" in done.stdout


def test_broken_ones_are_told_and_not_fatal(ruined: Path, tmp_path: Path) -> None:
    done = goldproof(ruined, "plugins", "--json")
    assert done.returncode == 1
    reasons = {row["name"]: row["reason"] for row in told(done) if row["state"] == "broken"}
    assert set(reasons) == {"absent", "failing", "nothing"}
    assert "goldproof_absent" in reasons["absent"]
    assert "no licence for today" in reasons["failing"]
    assert "is no Format but a str" in reasons["nothing"]
    (tmp_path / "x.pocket").write_text('{"pocket": {"d1": {"text": "Short."}}}')
    fine = goldproof(ruined, "convert", "x.pocket", "x.gold.jsonl", cwd=tmp_path)
    assert fine.returncode == 0, fine.stderr


@pytest.mark.parametrize("name", ["absent", "failing", "nothing"])
def test_to_ask_for_a_broken_one_is_one_line(ruined: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "x.pocket").write_text('{"pocket": {"d1": {"text": "Short."}}}')
    done = goldproof(ruined, "convert", "x.pocket", "y", "--to", name, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert "goldproof-broken 9.9" in done.stderr


def test_the_package_passes_the_checks_for_authors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(HERE / "pocket/src"))
    from goldproof_pocket import CAPITALS, POCKET, TASK  # type: ignore[import-not-found]

    check_format(POCKET)
    check_format(POCKET, samples={"one": SAMPLES["discontinuous"]})
    check_annotator(CAPITALS)
    check_task(TASK)
