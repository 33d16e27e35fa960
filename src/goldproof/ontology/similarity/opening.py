"""Ontology files -> who knows what stands above an expression."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from ...errors import BadInput
from ..ontology import Ontology
from .subsumers import Subsumers, Told


def opened(paths: Iterable[str | Path], relations: Iterable[str] = ()) -> Subsumers:
    """Whoever knows the superclasses under these files, with ``OP some U`` for the relations; the same files are opened once."""
    chosen = tuple(str(path) for path in paths)
    if not chosen or not all(chosen):
        raise BadInput("no ontology is named", remedy="give a file, or several with + between them")
    stamps = tuple(Path(path).stat().st_mtime_ns if Path(path).is_file() else 0 for path in chosen)
    return _opened(chosen, stamps, tuple(sorted(set(relations))))


@lru_cache(maxsize=4)
def _opened(paths: tuple[str, ...], stamps: tuple[int, ...], relations: tuple[str, ...]) -> Subsumers:
    return Told(Ontology(paths[0]))
