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
    """``name=path`` or ``path``: an output in any format. ``name=annotator`` or ``annotator``: an automatic source."""
    name, sign, what = spec.partition("=")
    # A setting inside brackets is not a name: exact(match=longest).
    if not sign or not name or any(c in name for c in "(:/\\"):
        name, what = "", spec
    if not what:
        raise click.UsageError(f"--system {spec}: write it as NAME=PATH or as an annotator")
    if Path(what).exists():
        return name or Path(what).name.split(".")[0], corpus_of(what, format=format)
    raise click.UsageError(f"--system {spec}: no such file")
