"""Ontologies that were read once, kept by the checksum of their bytes, so that they are ready at once the next time.

The folder is ``GOLDPROOF_CACHE``, or goldproof/ontologies in ``XDG_CACHE_HOME`` (~/.cache); ``GOLDPROOF_CACHE=off`` switches it off. The key holds the
checksum of the readers' own code too: another version of goldproof never sees what this one kept. A file that is damaged, or a folder
that cannot be written, costs time and nothing else.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path

from ..errors import GoldproofError
from ..formats.files import replacing
from ..version import __version__
from .entry import Contents
from .stored import Damaged, pack, unpack

SMALLEST = 64 * 1024
"""Files below this many bytes are read again in less time than it is worth to keep them."""
MOST = 48
"""So many are kept; the one that was not used for longest goes first."""
_OFF = frozenset(("off", "0", "no", "none", "false"))


def folder() -> Path | None:
    """Where they are kept; None if the cache is switched off."""
    named = os.environ.get("GOLDPROOF_CACHE", "").strip()
    if named.lower() in _OFF:
        return None
    if named:
        return Path(named)
    home = os.environ.get("XDG_CACHE_HOME", "")
    try:
        return (Path(home) if Path(home).is_absolute() else Path.home() / ".cache") / "goldproof" / "ontologies"
    except RuntimeError:  # nobody's home
        return None


def kept(data: bytes, name: str, make: Callable[[], Contents]) -> Contents:
    """The contents of a file with these bytes and this name: from the cache, or made and kept."""
    place = folder() if len(data) >= SMALLEST else None
    if place is None:
        return make()
    # The name goes in because an ontology that does not name itself is called after its file.
    digest = blake2b(name.encode("utf-8", "surrogateescape") + b"\0", digest_size=20, key=_readers())
    digest.update(data)
    file = place / f"{digest.hexdigest()}.ontology"
    with suppress(OSError, Damaged):
        contents = unpack(file.read_bytes())
        os.utime(file)
        return contents
    contents = make()
    with suppress(OSError, GoldproofError, RecursionError):
        place.mkdir(parents=True, exist_ok=True)
        packed = pack(contents)
        with replacing(file, force=True) as fresh:
            fresh.write_bytes(packed)
        _thin(place)
    return contents


def _thin(place: Path) -> None:
    """Let the oldest go."""
    files = sorted(place.glob("*.ontology"), key=lambda f: f.stat().st_mtime, reverse=True)
    for file in files[MOST:]:
        file.unlink(missing_ok=True)


@cache
def _readers() -> bytes:
    """What the cached contents depend on beside the file: the code that made them."""
    digest = blake2b(__version__.encode(), digest_size=16)
    here = Path(__file__).parent
    for file in (*sorted(here.glob("*.py")), *sorted(here.glob("owl/*.py")), here.parent / "model" / "curie.py"):
        with suppress(OSError):
            digest.update(file.read_bytes())
    return digest.digest()
