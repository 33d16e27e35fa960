"""Indexes that were built once, kept by the checksum of what they were built from, beside the ontologies (``GOLDPROOF_CACHE``; ``off`` switches it off).

A file of plain arrays: nothing in it is ever run. The key holds the checksum of the code that builds them too.
"""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ...errors import GoldproofError
from ...formats.files import replacing
from ...ontology.cache import folder
from ...text.strings import Strings
from ...text.table import Table
from .index import FIELDS, Index, Rows, Vocabulary

MOST = 24
"""So many are kept; the one that was not used for longest goes first."""


def kept(parts: Iterable[bytes], make: Callable[[], tuple[str, Index]]) -> tuple[str, Index]:
    """What the index is of, and the index that these bytes make: from the cache, or made and kept."""
    place = folder()
    if place is None:
        return make()
    digest = blake2b(digest_size=20, key=_builders())
    for part in parts:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    file = place / f"{digest.hexdigest()}.concepts"
    with suppress(OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        found = load(file)
        os.utime(file)
        return found
    named, index = make()
    with suppress(OSError, GoldproofError):
        place.mkdir(parents=True, exist_ok=True)
        save(named, index, file)
        for old in sorted(place.glob("*.concepts"), key=lambda f: f.stat().st_mtime, reverse=True)[MOST:]:
            old.unlink(missing_ok=True)
    return named, index


def save(named: str, index: Index, file: Path) -> None:
    w = index.words
    arrays: dict[str, NDArray[np.generic]] = {
        "forms.keys": w.forms.keys, "forms.values": w.forms.values, "near": w.near, "wide": w.wide, "root": w.root, "weak": w.weak, "lengths": index.lengths, "above": index.above,
        **{f"rows.{f}": getattr(index.rows, f) for f in FIELDS},
    }  # fmt: skip
    for name, table in (("close", index.close), ("loose", index.loose)):
        arrays |= {f"{name}.keys": table.keys, f"{name}.values": table.values}
    texts = {"heads": w.heads, "names": index.names, "concepts": Strings.of(index.concepts), "labels": Strings.of(index.labels), "named": Strings.of([named])}
    for name, strings in texts.items():
        arrays |= {f"{name}.data": np.frombuffer(strings.data, np.uint8), f"{name}.at": strings.at}
    with replacing(file, force=True) as fresh, fresh.open("wb") as out:
        np.savez(out, allow_pickle=False, **arrays)


def load(file: Path) -> tuple[str, Index]:
    with np.load(file, allow_pickle=False) as a:
        def strings(name: str) -> Strings:
            return Strings(a[f"{name}.data"].tobytes(), a[f"{name}.at"])

        def table(name: str) -> Table:
            return Table.stored(a[f"{name}.keys"], a[f"{name}.values"])

        words = Vocabulary(table("forms"), a["near"], a["wide"], a["root"], a["weak"], strings("heads"))
        rows = Rows(*(a[f"rows.{f}"] for f in FIELDS))
        index = Index(words, table("close"), table("loose"), a["lengths"], rows, strings("names"), strings("concepts").all(), strings("labels").all(), a["above"])
        return strings("named")[0], index


@cache
def _builders() -> bytes:
    """What an index depends on beside its names: the code that makes it."""
    digest = blake2b(digest_size=16)
    here = Path(__file__).parent
    for file in (*sorted(here.glob("*.py")), *sorted((here.parents[1] / "text").rglob("*.py")), *sorted((here.parents[1] / "ontology").glob("*.py"))):
        with suppress(OSError):
            digest.update(file.read_bytes())
    return digest.digest()
