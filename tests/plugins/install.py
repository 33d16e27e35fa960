"""Puts a package of tests/plugins into a folder as pip would leave it there, without needing a build tool or the network."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

HERE = Path(__file__).parent


def install(name: str, target: Path) -> None:
    source = HERE / name
    project = tomllib.loads((source / "pyproject.toml").read_text())["project"]
    shutil.copytree(source / "src", target, dirs_exist_ok=True)
    info = target / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    points = [f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in found.items()) for group, found in project["entry-points"].items()]
    (info / "entry_points.txt").write_text("\n".join(points))
