"""Is a release what it was when it was made?"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import BadInput, GoldproofError, NotFound
from ..formats.checksum import checksum
from ..formats.files import read_bytes
from ..measures.figure import Figure
from ..model import Corpus, Layer
from ..project.store import Project
from ..signature import Signature
from ..version import __version__
from .changes import changelog
from .datasheet import Making, composition, datasheet
from .flaw import Flaw
from .integrity import broken_bytes
from .manifest import BLOCKS, CHANGES, CORPUS, CRATE, DATASHEET, DECISIONS, MANIFEST, SUMS, VERSION, differs, sha256
from .release import crate_of, figures_of, gold_names, opened

__all__ = ["Flaw", "verify"]


def verify(folder: str | Path, *, id: str = "", previous: str | Path | None = None, project: Project | None = None) -> tuple[Flaw, ...]:
    """Everything that is wrong with a release: none if it is whole.

    Every checksum is computed again, every count and every figure of agreement, and what is written about them in the datasheet. ``id`` is the release's
    id as it was published: without it, a release that somebody made anew from changed data is whole, but another one. ``previous`` is the folder of the
    release before: the changes since are computed again. ``project`` is where it was made: its record must know this release, its layers must be these.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise NotFound("no such folder", where=folder)
    if not any((folder / name).exists() for name in (SUMS, MANIFEST)):
        raise BadInput("not a release: neither SHA256SUMS nor release.json in it", where=folder)
    flaws = list(broken_bytes(folder))
    if not flaws:
        flaws = list(_content(folder, previous))
    made = sha256(read_bytes(folder / SUMS))[:12] if (folder / SUMS).is_file() else ""
    if not flaws and id and id != made:
        flaws = [Flaw(SUMS, "", f"this is release {made}, not {id}")]
    if not flaws and project is not None:
        flaws = list(_in_project(folder, made, project))
    return tuple(flaws)


def _content(folder: Path, previous: str | Path | None) -> Iterator[Flaw]:
    """Counts, figures and words that do not come out again."""
    try:
        manifest = json.loads(read_bytes(folder / MANIFEST).decode("utf-8"))
        if manifest["goldproof_release"] != VERSION:
            yield Flaw(MANIFEST, "", f"is of version {manifest['goldproof_release']}; this goldproof reads {VERSION}")
            return
        corpus = opened(folder)
        gold = [corpus.layer(name) for name in manifest["gold"]]
        raters = [corpus.layer(name) for name in manifest["annotators"]]
        yield from _recount(folder, corpus, gold, manifest)
        figures = figures_of(raters, manifest["measures"])
        if len(figures) != len(manifest["figures"]):
            yield Flaw(MANIFEST, "figures", f"are {len(manifest['figures'])}, computed {len(figures)}")
        for stated, now in zip(manifest["figures"], figures, strict=False):
            was = Signature.parse(stated["signature"])
            if stated["measure"] != now.measure or tuple(stated["of"]) != tuple(now.sides):
                yield Flaw(MANIFEST, stated["measure"], f"of {', '.join(stated['of'])}, computed {now.measure} of {', '.join(now.sides)}")
            elif not all(map(_same, (was.value, was.low, was.high), (now.value, now.low, now.high))):
                yield Flaw(MANIFEST, stated["measure"], f"says {was}, computed {now.text}")
        # Words may be put otherwise in another version of the program; numbers may not.
        if manifest["made_with"] == f"goldproof {__version__}":
            yield from _rewritten(folder, corpus, gold, raters, figures, manifest)
        if previous is not None:
            before = opened(previous)
            yield from _compared(folder, CHANGES, changelog(corpus, gold, before, [before.layer(name) for name in gold_names(previous)]))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        yield Flaw(MANIFEST, "", f"is not the manifest of a release: {type(error).__name__} {error}")
    except GoldproofError as error:
        yield Flaw(CORPUS, "", str(error))


def _recount(folder: Path, corpus: Corpus, gold: list[Layer], manifest: dict[str, Any]) -> Iterator[Flaw]:
    for layer in gold:
        if checksum(layer) != manifest["gold"][layer.name]["checksum"]:
            yield Flaw(CORPUS, f"layer {layer.name}", "is another layer than the manifest says")
    for field, name in (("version", "version"), ("licence", "licence"), ("name", "name"), ("provenance", "sources")):
        if getattr(corpus, field) != manifest[name]:
            yield Flaw(MANIFEST, name, f"says {manifest[name]!r}, the corpus {getattr(corpus, field)!r}")
    counted = composition(corpus, gold)
    for name in {**counted, **manifest["counts"]}:
        if counted.get(name) != manifest["counts"].get(name):
            yield Flaw(MANIFEST, name, f"says {manifest['counts'].get(name)}, counted {counted.get(name)}")
    splits = {name: len(units) for name, units in corpus.splits.items()}
    if splits != manifest["splits"]:
        yield Flaw(MANIFEST, "splits", f"says {manifest['splits']}, counted {splits}")
    for name, units in corpus.splits.items():
        yield from _compared(folder, f"splits/{name}.txt", "".join(f"{unit}\n" for unit in units))


def _rewritten(folder: Path, corpus: Corpus, gold: list[Layer], raters: list[Layer], figures: tuple[Figure, ...], manifest: dict[str, Any]) -> Iterator[Flaw]:
    rows = []
    if (folder / DECISIONS).is_file():
        rows = [json.loads(line) for line in read_bytes(folder / DECISIONS).decode("utf-8").splitlines()]
    making = Making(manifest["facts"], rows, manifest["formats"], manifest["guidelines"], manifest["named"])
    yield from _compared(folder, DATASHEET, datasheet(corpus, gold, raters, figures, making))
    files = {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}
    files = {name: data for name, data in files.items() if name not in (CRATE, BLOCKS, SUMS)}
    yield from _compared(folder, CRATE, crate_of(manifest, files))


def _compared(folder: Path, name: str, text: str) -> Iterator[Flaw]:
    try:
        data = (folder / name).read_bytes()
    except OSError:
        yield Flaw(name, "", "is missing")
        return
    if data != text.encode():
        yield Flaw(name, differs(data, text.encode()), "says something else than what comes out of the corpus")


def _in_project(folder: Path, made: str, project: Project) -> Iterator[Flaw]:
    manifest = json.loads(read_bytes(folder / MANIFEST).decode("utf-8"))
    known = next((r for r in project.releases() if r["version"] == manifest["version"]), None)
    if known is None:
        yield Flaw(MANIFEST, "version", f"the project {project.where} has no release {manifest['version']}")
    elif known["id"] != made:
        yield Flaw(SUMS, "", f"this is release {made}; the project released {known['id']} as {manifest['version']}")
    else:
        yield from _same_layers(known, project)


def _same_layers(known: dict[str, Any], project: Project) -> Iterator[Flaw]:
    for layer in project.layers(names=known["layers"]):
        if checksum(layer) != known["layers"][layer.name]:
            yield Flaw(CORPUS, f"layer {layer.name}", f"is another layer in the project {project.where} by now")


def _same(a: float | None, b: float | None) -> bool:
    return a is b if a is None or b is None else abs(a - b) <= 1e-9
