"""Are all bytes of a release what they were? Every file against both lists of checksums, and the lists against the files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..errors import BadInput
from .flaw import Flaw
from .manifest import BLOCKS, SUMS, changed, differs, known, sha256, sums


def broken_bytes(folder: Path) -> Iterator[Flaw]:
    """Files that are missing, not of the release, or changed, and where."""
    files = {p.relative_to(folder).as_posix(): _read(p) for p in sorted(folder.rglob("*")) if not p.is_dir()}
    lists = [name for name in (SUMS, BLOCKS) if name not in files]
    if lists:
        yield from (Flaw(name, "", "is missing") for name in lists)
        return
    listed, blocked = files.pop(SUMS), files.pop(BLOCKS)
    every = {**files, BLOCKS: blocked}
    if sums(every).encode() == listed and known(files) == blocked:
        return
    if known(files) == blocked:
        # Every file is as the blocks say, and they say it of every file: only the list itself can be wrong.
        yield Flaw(SUMS, differs(listed, sums(every).encode()), "was changed")
        return
    stated, blocks = _stated(listed), _blocks(blocked)
    whole = stated.get(BLOCKS) == sha256(blocked)
    found = list(_files(files, stated, blocks, listed, blocks_whole=whole))
    if not whole and not found:
        found = [Flaw(BLOCKS, differs(blocked, known(files)), "was changed")]
    yield from found or [Flaw(SUMS, differs(listed, sums(every).encode()), "was changed")]


def _files(files: Mapping[str, bytes], stated: Mapping[str, str], blocks: Mapping[str, Any], listed: bytes, *, blocks_whole: bool) -> Iterator[Flaw]:
    names = {*(blocks if blocks_whole else {}), *(n for n in stated if n != BLOCKS)} if blocks_whole else {n for n in stated if n != BLOCKS}
    for name in sorted(names - set(files)):
        if not blocks_whole or name in blocks:
            yield Flaw(name, "", "is missing")
    for name in sorted(set(files) - names):
        yield Flaw(name, "", "is not a file of the release")
    for name in sorted(names & set(files)):
        data, block = files[name], blocks.get(name)
        made = sha256(data)
        if stated.get(name) == made:
            continue  # if the blocks say otherwise, it is they that were changed
        if block is None or (block["sha256"] != made and block["sha256"] != stated.get(name) and not blocks_whole):
            yield Flaw(name, "", f"does not fit its checksum ({_line(listed, name) or 'no line'} of {SUMS}): one of the two was changed")
        elif block["sha256"] == made:
            yield Flaw(SUMS, _line(listed, name), f"the checksum of {name} was changed")
        else:
            yield Flaw(name, changed(data, block["blocks"], block["bytes"]), "was changed")


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", where=path) from None


def _stated(listed: bytes) -> dict[str, str]:
    rows = (row.partition("  ") for row in listed.decode("utf-8", "replace").splitlines())
    return {name: digest for digest, _, name in rows if name}


def _line(listed: bytes, name: str) -> str:
    lines = listed.decode("utf-8", "replace").splitlines()
    return next((f"line {i}" for i, line in enumerate(lines, 1) if line.endswith(f"  {name}")), "")


def _blocks(data: bytes) -> dict[str, Any]:
    """What the file of blocks says; nothing where it cannot be read."""
    try:
        return {
            name: f for name, f in json.loads(data.decode("utf-8")).items()
            if isinstance(f, dict) and isinstance(f.get("blocks"), list) and isinstance(f.get("bytes"), int) and isinstance(f.get("sha256"), str)
        }  # fmt: skip
    except (ValueError, TypeError, AttributeError, RecursionError):
        return {}
