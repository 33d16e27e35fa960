"""The documentation says all that there is, and nothing that there is not."""

from __future__ import annotations

import importlib.util
import re
import shlex
from pathlib import Path

import click
import pytest

from goldproof.cli import COMMANDS, cli

ROOT = Path(__file__).parents[2]
PROSE = sorted(p for p in [ROOT / "README.md", *ROOT.glob("docs/**/*.md")] if "reference" not in p.parts)


def generated() -> dict[str, str]:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs/generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    pages: dict[str, str] = module.pages()
    return pages


def test_reference_pages_are_what_the_registries_say() -> None:
    for name, text in generated().items():
        written = (ROOT / "docs/reference" / name).read_text(encoding="utf-8")
        assert written == text, f"docs/reference/{name} is not up to date: run python docs/generate.py"


def test_every_page_of_the_manual_is_in_its_table_of_contents() -> None:
    listed = set(re.findall(r": (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.M))
    there = {p.relative_to(ROOT / "docs").as_posix() for p in ROOT.glob("docs/**/*.md")}
    assert {p for p in there if not p.startswith("decisions/")} == {p for p in listed if not p.startswith("decisions/")}


def spoken() -> list[tuple[str, str]]:
    """Every ``goldproof ...`` line in a code block of the manual."""
    found = []
    for page in PROSE:
        for block in re.findall(r"```(?:sh|console|text)?\n(.*?)```", page.read_text(encoding="utf-8"), re.S):
            for line in block.split("\n"):
                line = line.removeprefix("$ ").split("  #")[0].strip()
                if line.startswith("goldproof "):
                    found.append((page.relative_to(ROOT).as_posix(), line))
    return found


@pytest.mark.parametrize(("page", "line"), spoken())
def test_commands_in_the_manual_exist_with_their_options(page: str, line: str) -> None:
    words = shlex.split(re.split(r"[|>]", line)[0])[1:]
    if words[0].startswith("-"):
        return
    assert words[0] in COMMANDS, f"{page}: goldproof has no command {words[0]}"
    command = cli.get_command(click.Context(cli), words.pop(0))
    while isinstance(command, click.Group) and words and words[0] in command.commands:
        command = command.commands[words.pop(0)]
    if isinstance(command, click.Group) and hasattr(command, "default"):
        command = command.commands[command.default]
    assert command is not None
    known = {o for p in command.params for o in (*p.opts, *p.secondary_opts)} | {"--help", "-h"}
    for word in words:
        if word.startswith("-"):
            assert word.split("=")[0] in known, f"{page}: {line}: no option {word}"
