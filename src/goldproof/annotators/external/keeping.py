"""Answers that were given once, kept by what they depend on: the tool, its version, the text and what else it was given.

An interrupted run goes on where it stopped, and the same question is never asked twice. Failures are not kept. The folder is ``GOLDPROOF_CACHE``/external (or
goldproof/external in ``XDG_CACHE_HOME``); ``GOLDPROOF_CACHE=off`` switches it off.
"""

from __future__ import annotations

import gzip
import json
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from ...errors import GoldproofError
from ...formats.files import replacing
from ...ontology.cache import folder as cache_folder
from .work import Plain, Work

MOST = 400
"""So many answers stay on each of 256 shelves: about a hundred thousand in all."""


def folder() -> Path | None:
    """Where answers are kept; None if the cache is switched off."""
    named = cache_folder()
    return None if named is None else (named.parent if named.name == "ontologies" else named) / "external"


@cache
def _readers() -> str:
    """The code that made answers of what tools said: another version of it never sees what this one kept."""
    digest = sha256()
    here = Path(__file__).parent
    for file in (*sorted(here.glob("*.py")), *sorted(here.glob("adapters/*.py")), here.parents[1] / "formats" / "alignment.py"):
        with suppress(OSError):
            digest.update(file.read_bytes())
    return digest.hexdigest()


def key(tool: str, version: str, work: Work) -> str:
    """The name of an answer."""
    digest = sha256()
    for part in (_readers(), tool, version, work.text, json.dumps(work.sentences, sort_keys=True, ensure_ascii=False)):
        digest.update(part.encode("utf-8", "surrogatepass"))
        digest.update(b"\0")
    return digest.hexdigest()


def kept(name: str) -> list[Plain] | None:
    """An answer by its name; None if it is not here, or not whole."""
    place = folder()
    if place is None:
        return None
    with suppress(OSError, EOFError, ValueError):
        plain = json.loads(gzip.decompress((place / name[:2] / f"{name}.json.gz").read_bytes()))
        if isinstance(plain, list):
            return plain
    return None


def keep(name: str, plain: list[Plain]) -> None:
    """Keep an answer; what cannot be written costs time later and nothing else."""
    place = folder()
    if place is None:
        return
    with suppress(OSError, GoldproofError):
        (place / name[:2]).mkdir(parents=True, exist_ok=True)
        with replacing(place / name[:2] / f"{name}.json.gz", force=True) as fresh:
            fresh.write_bytes(gzip.compress(json.dumps(plain, ensure_ascii=False).encode("utf-8", "surrogatepass"), 1, mtime=0))
        _thin(place / name[:2])


def _thin(shelf: Path) -> None:
    """Let the oldest of a shelf go (there are 256 shelves)."""
    files = list(shelf.iterdir())
    if len(files) > MOST:
        for file in sorted(files, key=lambda f: f.stat().st_mtime)[: len(files) - MOST + MOST // 10]:
            file.unlink(missing_ok=True)
