"""Freeze a corpus with its gold layer into a folder."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..agreement import agree
from ..errors import BadInput
from ..formats.checksum import checksum
from ..formats.files import read_bytes, replacing, write_text
from ..formats.native import lines
from ..measures.figure import Figure
from ..model import NONE, Corpus, Layer
from ..version import __version__
from .datasheet import composition, datasheet
from .manifest import CORPUS, DATASHEET, MANIFEST, SUMS, VERSION, file_plain, sha256, sums


@dataclass(frozen=True, slots=True)
class Release:
    """A folder that holds a frozen gold standard. ``id`` is the checksum of its checksums: cite it."""

    folder: Path
    version: str
    id: str
    checksum: str
    figures: tuple[Figure, ...] = ()


def release(
    corpus: Corpus,
    folder: str | Path,
    *,
    version: str,
    gold: str | Iterable[str] = "gold",
    raters: Iterable[str] = (),
    measures: Sequence[str] = (),
    facts: Mapping[str, str] | None = None,
) -> Release:
    """Write the corpus with its gold layers, checksums and a datasheet. What is there already is never overwritten.

    ``raters`` are the annotators' layers to give out too, without their names, so that their agreement (by ``measures``, or
    what is usual) can be computed again. Other layers stay at home. ``facts`` go into the datasheet as they are.
    """
    folder = Path(folder)
    if not version.strip():
        raise BadInput("a release needs a version", where=folder)
    if folder.exists():
        raise BadInput("is there already, and a release is never changed in place", where=folder, remedy="give the new release a folder of its own")
    golden = [corpus.layer(name) for name in ([gold] if isinstance(gold, str) else gold)]
    if not golden:
        raise BadInput("a release needs a gold layer", where=folder)
    named = anonymous([corpus.layer(name) for name in raters])
    frozen = replace(corpus, version=version, layers=(*golden, *named))
    rounds = "round" if len({layer.source.round for layer in named}) > 1 else ""
    figures = agree(named, *measures, by=rounds) if len(named) > 1 else ()
    files = {CORPUS: "".join(f"{line}\n" for line in lines(frozen)).encode("utf-8")}
    files[DATASHEET] = datasheet(frozen, golden, named, figures, facts or {}).encode("utf-8")
    files[MANIFEST] = _manifest(frozen, golden, named, figures, files).encode("utf-8")
    listed = sums(files)
    with replacing(folder) as fresh:
        fresh.mkdir()
        for name, data in files.items():
            (fresh / name).write_bytes(data)
        write_text(fresh / SUMS, listed)
    return Release(folder, version, sha256(listed.encode())[:12], checksum(golden[0], short=True), figures)


def anonymous(layers: Sequence[Layer]) -> list[Layer]:
    """The layers with their people numbered in place of named; one person keeps one number over all rounds."""
    numbers: dict[str, int] = {}
    out: list[Layer] = []
    for layer in layers:
        person = f"annotator-{numbers.setdefault(layer.source.name, len(numbers) + 1)}"
        name = f"{person}/{layer.source.round}" if layer.source.round else person
        taken = sum(other.name == name or other.name.startswith(f"{name}.") for other in out)
        out.append(layer.by(name=person, settings=NONE).called(f"{name}.{taken + 1}" if taken else name))
    return out


def opened(folder: str | Path) -> Corpus:
    """The corpus of a release, read without looking at its checksums (``verify`` does that)."""
    from ..formats import load

    return load(Path(folder) / CORPUS, format="native")


def release_id(folder: Path) -> str:
    return sha256(read_bytes(folder / SUMS))[:12]


def _manifest(corpus: Corpus, gold: Sequence[Layer], raters: Sequence[Layer], figures: Iterable[Figure], files: Mapping[str, bytes]) -> str:
    plain = {
        "goldproof_release": VERSION, "name": corpus.name, "version": corpus.version, "licence": corpus.licence,
        "gold": {layer.name: {"kind": layer.kind.value, "checksum": checksum(layer)} for layer in gold},
        "annotators": [layer.name for layer in raters],
        "counts": composition(corpus, gold),
        "figures": [{"measure": f.measure, "of": f.sides, "signature": str(f.signature)} for f in figures],
        "files": {name: file_plain(data) for name, data in files.items()},
        "made_with": f"goldproof {__version__}",
    }  # fmt: skip
    return json.dumps(plain, ensure_ascii=False, indent=1) + "\n"
