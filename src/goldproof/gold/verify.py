"""Is a release what it was when it was made?"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..agreement import agree
from ..errors import BadInput, GoldproofError, NotFound
from ..formats.checksum import checksum
from ..formats.files import read_bytes
from ..model import Corpus
from ..signature import Signature
from .datasheet import composition
from .manifest import CORPUS, DATASHEET, MANIFEST, SUMS, VERSION, changed, sha256, sums
from .release import opened

FILES = (CORPUS, DATASHEET, MANIFEST)


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something in a release that is not what it was: the file, the place in it, and what is wrong."""

    file: str
    place: str
    what: str

    def __str__(self) -> str:
        return f"{self.file}{f', {self.place}' if self.place else ''}: {self.what}"


def verify(folder: str | Path, *, id: str = "") -> tuple[Flaw, ...]:
    """Everything that is wrong with a release: none if it is whole.

    Every checksum is computed again, every count and every figure of agreement too. ``id`` is the release's id as it was
    published: without it, a release that somebody made anew from changed data is whole, but another one.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise NotFound("no such folder", where=folder)
    if not any((folder / name).exists() for name in (SUMS, MANIFEST)):
        raise BadInput("not a release: neither SHA256SUMS nor release.json in it", where=folder)
    flaws = list(_bytes(folder))
    if not flaws:
        flaws = list(_content(folder))
    if not flaws and id and id != (made := sha256(read_bytes(folder / SUMS))[:12]):
        flaws = [Flaw(SUMS, "", f"this is release {made}, not {id}")]
    return tuple(flaws)


def _bytes(folder: Path) -> Iterator[Flaw]:
    """Files that are missing, not of the release, or changed."""
    there = {str(p.relative_to(folder)) for p in folder.rglob("*") if not p.is_dir()}
    for name in sorted({*FILES, SUMS} - there):
        yield Flaw(name, "", "is missing")
    for name in sorted(there - {*FILES, SUMS}):
        yield Flaw(name, "", "is not a file of the release")
    files = {name: _read(folder / name) for name in FILES if name in there}
    if SUMS not in there or len(files) < len(FILES):
        return
    listed = _read(folder / SUMS)
    if sums(files).encode() == listed:
        return
    stated = {name: digest for digest, _, name in (row.partition("  ") for row in listed.decode("utf-8", "replace").splitlines())}
    known = _known(files[MANIFEST])
    wrong = [name for name in FILES if stated.get(name) != sha256(files[name])]
    for name in wrong:
        blocks = known.get(name, {"sha256": ""})
        if blocks["sha256"] == sha256(files[name]):
            yield Flaw(SUMS, _line(listed, name), f"the checksum of {name} was changed")
        elif blocks["sha256"] == stated.get(name):
            yield Flaw(name, changed(files[name], blocks["blocks"], blocks["bytes"]), "was changed")
        else:
            yield Flaw(name, "", f"does not fit its checksum ({_line(listed, name) or 'no line'} of {SUMS}): one of the two was changed")
    if not wrong:
        yield Flaw(SUMS, "", "was changed: it is not a line for each file")


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", where=path) from None


def _line(listed: bytes, name: str) -> str:
    lines = listed.decode("utf-8", "replace").splitlines()
    return next((f"line {i}" for i, line in enumerate(lines, 1) if line.endswith(name)), "")


def _known(data: bytes) -> dict[str, Any]:
    """What the manifest says of the files; nothing where it cannot be read."""
    try:
        files = json.loads(data.decode("utf-8"))["files"]
        return {
            name: f for name, f in files.items()
            if isinstance(f, dict) and isinstance(f.get("blocks"), list) and isinstance(f.get("bytes"), int)
        }  # fmt: skip
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}


def _content(folder: Path) -> Iterator[Flaw]:
    """Counts and figures that do not come out again."""
    try:
        manifest = json.loads(read_bytes(folder / MANIFEST).decode("utf-8"))
        if manifest["goldproof_release"] != VERSION:
            yield Flaw(MANIFEST, "", f"is of version {manifest['goldproof_release']}; this goldproof reads {VERSION}")
            return
        yield from _recount(opened(folder), manifest)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        yield Flaw(MANIFEST, "", f"is not the manifest of a release: {type(error).__name__} {error}")
    except GoldproofError as error:
        yield Flaw(CORPUS, "", str(error))


def _recount(corpus: Corpus, manifest: dict[str, Any]) -> Iterator[Flaw]:
    gold = [corpus.layer(name) for name in manifest["gold"]]
    for layer in gold:
        if checksum(layer) != manifest["gold"][layer.name]["checksum"]:
            yield Flaw(CORPUS, f"layer {layer.name}", "is another layer than the manifest says")
    counted = composition(corpus, gold)
    for name in {**counted, **manifest["counts"]}:
        if counted.get(name) != manifest["counts"].get(name):
            yield Flaw(MANIFEST, name, f"says {manifest['counts'].get(name)}, counted {counted.get(name)}")
    raters = [corpus.layer(name) for name in manifest["annotators"]]
    for stated in manifest["figures"]:
        was = Signature.parse(stated["signature"])
        said = dict(was.fields)
        layers = [layer for layer in raters if layer.name in stated["of"]]
        draws, seed, level = int(said.get("draws", 0)), int(said.get("seed", 1)), float(said.get("interval", 0.95))
        now = agree(layers, stated["measure"], draws=draws, seed=seed, level=level)[-1]
        if not all(map(_same, (was.value, was.low, was.high), (now.value, now.low, now.high))):
            yield Flaw(MANIFEST, stated["measure"], f"says {was}, computed {now.text}")


def _same(a: float | None, b: float | None) -> bool:
    return a is b if a is None or b is None else abs(a - b) <= 1e-9
