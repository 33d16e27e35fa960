"""What the commands about projects share: opening a project, or anything that can be looked at like one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from ..model import Corpus, Kind, Layer
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
    return read(place, format=format)


def read(
    place: str, *, format: str = "", texts: str | None = None, lose: Iterable[str] = (), options: Mapping[str, str] | None = None,
    warnings: list[str] | None = None, strict: bool = True,
) -> Corpus:  # fmt: skip
    """The corpus in a file or folder. ``format`` may also be the name of a known corpus: its whole folder is read as its adapter knows it."""
    from ..formats import load
    from .frame import progress

    if format and is_known(format):
        from ..corpora import corpus

        if texts is not None:
            raise click.UsageError(f"--texts: {format} brings its own texts")
        return corpus(format, place, lose=lose, options=options, show=progress, warnings=warnings)
    return load(place, format=format, texts=texts, lose=lose, options=options, show=progress, warnings=warnings, strict=strict)


def known_layers(place: str, format: str, layers: tuple[str, ...]) -> Corpus:
    """The corpus in a place; of a known one only the layers that are needed, if they are named."""
    if format and layers and is_known(format):
        from ..corpora import corpus
        from .frame import progress

        return corpus(format, place, layers=layers, show=progress)
    return corpus_of(place, format=format)


def is_known(name: str) -> bool:
    from ..corpora import catalogue
    from ..registry import door

    return name not in door("formats").names() and name in [known.name for known in catalogue()]


def layer_of(corpus: Corpus, name: str, place: str, *, kind: Kind | None = None, but: tuple[str, ...] = ()) -> Layer:
    """The layer of this name, or the only one (of a kind, leaving some out); which it is must not be guessed."""
    from ..errors import BadInput

    if name:
        return corpus.layer(name)
    there = [layer for layer in corpus.layers if (kind is None or layer.kind == kind) and layer.name not in but]
    if len(there) != 1:
        what = f"{len(there)} layers" + (f" of {kind.value}" if kind else "")
        have = ", ".join(layer.name for layer in corpus.layers) or "none"
        raise BadInput(f"has {what}", where=place, remedy=f"say which with --layer or --with; layers: {have}")
    return there[0]


def named_apart(layers: Sequence[Layer], taken: str) -> list[Layer]:
    """The layers under names that none of the others has."""
    used = {taken}
    out = []
    for layer in layers:
        name, n = layer.name, 1
        while name in used:
            n += 1
            name = f"{layer.name}-{n}"
        used.add(name)
        out.append(layer.called(name))
    return out
