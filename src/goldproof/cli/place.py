"""What the commands about projects share: opening a project, or anything that can be looked at like one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from ..model import Corpus
    from ..project import Project

F = TypeVar("F", bound=Callable[..., Any])

study_argument = click.argument("study")
actor_option = click.option("--actor", default="", metavar="NAME", help="Who does it; the first owner if not given.")


def opened(study: str, *, writing: bool = False) -> Project:
    """The project in a file, or at a postgresql:// address. ``writing`` finds out at once whether somebody else writes."""
    from ..project import Project

    return Project.open(study, writing=writing)


def is_project(place: str) -> bool:
    """A project, rather than a corpus in some format."""
    from ..project.place import is_project_file, is_url

    return is_url(place) or is_project_file(Path(place))


def corpus_of(place: str, *, format: str = "", units: tuple[str, ...] | None = None, layers: tuple[str, ...] | None = None) -> Corpus:
    """The corpus in a project, or in a file or folder of any format."""
    if is_project(place):
        with opened(place) as project:
            return project.corpus(units=units, layers=layers)
    from ..formats import load
    from .frame import progress

    return load(place, format=format, show=progress)
