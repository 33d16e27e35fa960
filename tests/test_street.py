"""The street: import order is data flow. A file imports only from rooms before its own, lazily imported or not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import goldproof

ROOT = Path(goldproof.__file__).parent

# The rooms in the order of design.md. Text stands before formats, which cut tokens; measures before agreement, which counts by them;
# significance is written over counts alone and needs no room at all.
STREET = (
    "version", "errors", "model", "contracts", "registry", "signature", "text", "formats", "corpora", "ontology", "trees", "checks", "design", "annotators",
    "project", "measures", "agreement", "significance", "harmonisation", "adjudication", "gold", "suites", "benchmark", "report", "reproduce",
    "scale", "tour", "studio", "cli", "testing",
)  # fmt: skip
NO_ROOM = {"__init__", "__main__", "data"}


def rooms() -> set[str]:
    """The rooms that there are: files and folders with Python in them."""
    return {p.stem for p in ROOT.iterdir() if (p.suffix == ".py" or any(p.rglob("*.py"))) and p.name != "__pycache__"} - NO_ROOM


def room_of(file: Path) -> str:
    return file.relative_to(ROOT).parts[0].removesuffix(".py")


def imports(file: Path) -> Iterator[tuple[int, str]]:
    """Every room of ours that a file names in an import, with the line, in functions and type checks too."""
    package = ["goldproof", *file.relative_to(ROOT).parts[:-1]]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level + 1]
            names = [".".join([*base, *(node.module or "").split("."), alias.name]).replace("..", ".") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "import_module":
            names = [a.value for a in node.args[:1] if isinstance(a, ast.Constant) and str(a.value).startswith("goldproof")]
        for name in names:
            parts = name.split(".")
            if parts[0] == "goldproof" and len(parts) > 1 and parts[1] not in NO_ROOM:
                yield node.lineno, parts[1]


FILES = sorted(p for p in ROOT.rglob("*.py") if room_of(p) not in NO_ROOM)


def test_every_room_has_its_place_on_the_street() -> None:
    assert rooms() <= set(STREET), f"not on the street: {rooms() - set(STREET)}"
    assert len(FILES) > 100


@pytest.mark.parametrize("file", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_a_file_imports_only_from_rooms_before_its_own(file: Path) -> None:
    mine = room_of(file)
    later = [f"line {line}: {room}" for line, room in imports(file) if room != mine and room in rooms() and STREET.index(room) > STREET.index(mine)]
    assert not later, f"{mine} stands before them on the street"


def test_the_test_can_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "goldproof" / "model"
    folder.mkdir(parents=True)
    (folder / "x.py").write_text(
        "from ..gold.release import release\nfrom .. import cli\nimport goldproof.report\ndef f():\n    from ..tour import tour\n"
        "from goldproof import measures\nfrom .text import Span\nimport numpy\n"
    )
    monkeypatch.setattr("tests.test_street.ROOT", tmp_path / "goldproof")
    assert sorted(imports(folder / "x.py")) == [(1, "gold"), (2, "cli"), (3, "report"), (5, "tour"), (6, "measures"), (7, "model")]
