"""A system on the command line: an output made elsewhere, or an annotator that is run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .place import corpus_of

if TYPE_CHECKING:
    from ..contracts import Annotator
    from ..model import Corpus


def system(spec: str, *, format: str = "") -> tuple[str, Annotator | Corpus]:
    """``name=path`` or ``path``: an output in any format. ``name=annotator`` or ``annotator``: an automatic source, with its options in
    brackets behind it if it has any: ``ours=concepts:hp.obo(preset=ncbo,nesting=longest)``.
    """
    name, what = _named(spec)
    if not what:
        raise click.UsageError(f"--system {spec}: write it as NAME=PATH or as an annotator, such as concepts:hp.obo")
    if Path(what).exists():
        return name or Path(what).name.split(".")[0], corpus_of(what, format=format)
    head, bracket, inside = what.partition("(")
    from ..registry import door

    if head.partition(":")[0] not in door("annotators").names():
        known = ", ".join(door("annotators").names()) or "none"
        raise click.UsageError(f"--system {spec}: no such file, and no annotator is called {head.partition(':')[0]!r}; there are: {known}")
    if bracket and not inside.endswith(")"):
        raise click.UsageError(f"--system {spec}: a bracket that does not close")
    from ..annotators.opening import spelled

    return name or spec, spelled(what)


def _named(spec: str) -> tuple[str, str]:
    """A name before the first sign of equality, if that is not a setting of an annotator or part of a path."""
    name, sign, what = spec.partition("=")
    return (name, what) if sign and name and not any(c in name for c in "(:/\\") else ("", spec)


def named(spec: str) -> tuple[str, Annotator | Corpus]:
    """The same with a short name where none is given: that of the file, or the annotator's own."""
    name, made = system(spec)
    if _named(spec)[0] or Path(spec).exists():
        return name, made
    return getattr(made, "name", name), made
