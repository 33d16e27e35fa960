"""goldproof corpora, list, plugins, cite."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from goldproof.cli import cli
from goldproof.corpora import catalogue
from goldproof.formats.features import FEATURES
from goldproof.registry import DOORS, door


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, words)


def rows(result: Result) -> list[dict[str, str]]:
    """A TSV table."""
    head, *lines = (line.split("\t") for line in result.stdout.splitlines())
    return [dict(zip(head, line, strict=True)) for line in lines]


def plain(result: Result) -> Any:
    return json.loads(result.stdout)


def test_corpora_lists_the_catalogue() -> None:
    result = run("corpora")
    assert result.exit_code == 0
    assert [row["name"] for row in rows(result)] == [known.name for known in catalogue()]
    assert [row["home"] for row in plain(run("corpora", "--json"))] == [known.home for known in catalogue()]


def test_one_corpus_in_full() -> None:
    told = {row["fact"]: row["value"] for row in rows(run("corpora", "mantra"))}
    assert told["licence"] == "GPL-3.0"
    assert told["cite"].endswith("https://doi.org/10.1093/jamia/ocv037")
    assert told["layer"].startswith("gold (mentions): ")
    assert plain(run("corpora", "mantra", "--json"))["copies"][0]["counts"]["gold"] == 5530


@pytest.mark.parametrize("words", [("corpora", "--check", "."), ("corpora", "martian"), ("list", "martians"), ("cite", "martians")])
def test_wrong_words_are_refused(words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code != 0
    assert result.stdout == ""


@pytest.mark.data
def test_a_copy_is_compared_with_the_catalogue(data: Path) -> None:
    result = run("corpora", "mantra", "--check", str(data / "mantra"))
    assert result.exit_code == 0, result.output
    assert {row["same"] for row in rows(result)} == {"yes"}
    assert "very same" in result.stderr


@pytest.mark.data
def test_a_copy_that_differs_exits_with_1(data: Path, tmp_path: Path) -> None:
    shutil.copytree(data / "hpo/gsc-plus", tmp_path / "copy")
    first = sorted((tmp_path / "copy/Annotations").iterdir())[0]
    first.write_text("".join(first.read_text().splitlines(keepends=True)[1:]))
    result = run("corpora", "gsc-plus", "--check", str(tmp_path / "copy"), "--json")
    assert result.exit_code == 1
    wrong = [row for row in plain(result)["comparisons"] if not row["same"]]
    assert [row["what"] for row in wrong] == ["count of gold", f"gold, {first.name}, number 0", f"gold, {first.name}, number 9"]
    assert wrong[0]["found"] == wrong[0]["expected"] - 1
    assert plain(result)["same bytes"] is False


def test_formats_with_what_each_keeps_and_loses() -> None:
    result = run("list", "formats")
    assert result.exit_code == 0
    told = {row["name"]: row for row in rows(result)}
    assert list(told) == [f.name for f in door("formats")]
    assert told["native"]["loses"] == "nothing"
    assert "several-*" in told["brat"]["loses"]
    for row in plain(run("list", "formats", "--json")):
        assert set(row["keeps"]) | set(row["loses"]) == set(FEATURES)
        assert not set(row["keeps"]) & set(row["loses"])
        assert int(told[row["name"]]["keeps"]) == len(row["keeps"])


def test_features_with_the_formats_that_keep_them() -> None:
    told = plain(run("list", "features", "--json"))
    assert [row["name"] for row in told] == list(FEATURES)
    assert all("native" in row["kept by"] and row["what"] for row in told)


@pytest.mark.parametrize("what", ["measures", "annotators", "tasks", "corpora"])
def test_the_other_lists(what: str) -> None:
    result = run("list", what, "--json")
    assert result.exit_code == 0
    expected = [known.name for known in catalogue()] if what == "corpora" else list(door(what).names())
    assert [row["name"] for row in plain(result)] == expected


def test_plugins_by_door() -> None:
    result = run("plugins", "--json")
    assert result.exit_code == 0, result.output
    told = plain(result)
    assert [(row["door"], row["name"]) for row in told] == [(d, name) for d in DOORS for name in door(d).names()]
    assert {row["state"] for row in told} == {"ok"}
    assert all(row["provider"] for row in told)


def test_cite() -> None:
    assert run("cite").stdout.startswith("@software{goldproof,\n")
    assert "doi = {10.1093/jamia/ocv037}" in run("cite", "mantra").stdout
    assert run("cite", "mantra", "--text").stdout.startswith("Jan A. Kors, ")
    assert len(run("cite", "gsc-plus", "--text").stdout.splitlines()) == 2
