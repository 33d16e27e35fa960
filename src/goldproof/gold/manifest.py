"""What a release says about its files, so that a changed byte is found and its place named.

``checksums.json`` knows every file but itself and ``SHA256SUMS``: its size, its checksum, and the beginning of the checksum of each block of it, by which a
change has a place. ``SHA256SUMS`` knows every other file. Both follow from the files: a change in either has a place too.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from ..formats.exchange import RELEASE_SIGN, RELEASED

CORPUS, DATASHEET, MANIFEST, SUMS = RELEASED, "DATASHEET.md", RELEASE_SIGN, "SHA256SUMS"
CHANGES, CRATE, BLOCKS, DECISIONS = "CHANGELOG.md", "ro-crate-metadata.json", "checksums.json", "decisions.jsonl"
BLOCK = 4096
"""A file is remembered in blocks of so many bytes: that is how closely the place of a change is known."""
VERSION = 2


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def blocks(data: bytes) -> list[str]:
    """The beginning of the checksum of each block of a file."""
    return [sha256(data[i : i + BLOCK])[:12] for i in range(0, len(data), BLOCK)]


def file_plain(data: bytes) -> dict[str, Any]:
    return {"bytes": len(data), "sha256": sha256(data), "blocks": blocks(data)}


def known(files: Mapping[str, bytes]) -> bytes:
    """The file of blocks: a line a file."""
    rows = (f" {json.dumps(name, ensure_ascii=False)}: {json.dumps(file_plain(data))}" for name, data in sorted(files.items()))
    return ("{\n" + ",\n".join(rows) + "\n}\n").encode()


def sums(files: Mapping[str, bytes]) -> str:
    """The file that ``sha256sum --check`` reads."""
    return "".join(f"{sha256(data)}  {name}\n" for name, data in sorted(files.items()))


def changed(data: bytes, known: Iterable[str], size: int) -> str:
    """Where a file differs from the blocks that are known of it, in bytes and lines."""
    mine, theirs = blocks(data), list(known)
    first = next((i for i, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), min(len(mine), len(theirs)))
    start, end = first * BLOCK, min((first + 1) * BLOCK, max(len(data), size))
    line = data.count(b"\n", 0, start) + 1
    last = line + data[start:end].rstrip(b"\n").count(b"\n")
    lines = f"line {line}" if last == line else f"lines {line} to {last}"
    return f"bytes {start} to {end} ({lines})"


def differs(data: bytes, ought: bytes) -> str:
    """Where a file differs from what it ought to be: the first byte, and its line."""
    at = next((i for i, (a, b) in enumerate(zip(data, ought, strict=False)) if a != b), min(len(data), len(ought)))
    return f"byte {at} (line {ought.count(bytes([10]), 0, at) + 1})"
