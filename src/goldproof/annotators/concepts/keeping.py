"""Indexes that were built once, kept by the checksum of what they were built from, beside the ontologies (``GOLDPROOF_CACHE``; ``off`` switches it off).

A file of plain arrays: nothing in it is ever run. The key holds the checksum of the code that builds them too.
"""

from __future__ import annotations

import os
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
from ...text.arrays import of_strings, read_arrays, strings_of, write_arrays
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
    with suppress(OSError, ValueError, KeyError):
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
    for name, strings in (("heads", w.heads), ("names", index.names), ("concepts", Strings.of(index.concepts)), ("labels", Strings.of(index.labels))):
        arrays |= of_strings(name, strings)
    with replacing(file, force=True) as fresh, fresh.open("wb") as out:
        write_arrays(out, arrays, {"kind": "concepts", "named": named})


def load(file: Path) -> tuple[str, Index]:
    about, a = read_arrays(file)

    def table(name: str) -> Table:
        return Table.stored(a[f"{name}.keys"], a[f"{name}.values"])

    words = Vocabulary(table("forms"), a["near"], a["wide"], a["root"], a["weak"], strings_of(a, "heads"))
    rows = Rows(*(a[f"rows.{f}"] for f in FIELDS))
    concepts, labels = strings_of(a, "concepts").all(), strings_of(a, "labels").all()
    return str(about["named"]), Index(words, table("close"), table("loose"), a["lengths"], rows, strings_of(a, "names"), concepts, labels, a["above"])


@cache
def _builders() -> bytes:
    """What an index depends on beside its names: the code that makes it."""
    digest = blake2b(digest_size=16)
    here = Path(__file__).parent
    for file in (*sorted(here.glob("*.py")), *sorted((here.parents[1] / "text").rglob("*.py")), *sorted((here.parents[1] / "ontology").glob("*.py"))):
        with suppress(OSError):
            digest.update(file.read_bytes())
    return digest.digest()
