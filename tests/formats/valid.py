"""Valid files of each format, made by its own writer: what the tests of bad input and the fuzzing break."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from goldproof.formats import Format, save
from goldproof.formats.exchange import losses
from goldproof.formats.features import present, strip
from goldproof.formats.files import files_below, head
from goldproof.model import Corpus
from goldproof.registry import door

from .samples import SAMPLES

READERS: list[Format] = [f for f in door("formats") if f.read is not None]


@cache
def richest(name: str) -> list[Corpus]:
    """The samples of which a format keeps most, best first, cut down to what it keeps."""
    format: Format = door("formats").get(name)
    ranked = sorted(SAMPLES.values(), key=lambda c: -sum(feature in format.keeps for feature in present(c)))
    return [strip(c, losses(c, format)) for c in ranked[:4]]


def written(format: Format, room: Path, number: int = 0) -> Path:
    """A file or folder of the format."""
    target = room / f"good{number}{format.suffixes[0]}"
    save(richest(format.name)[number], target, format=format.name)
    return target


def main_file(format: Format, path: Path) -> Path:
    """The file in a folder that is most the format's own: the first that its sniff knows."""
    files = files_below(path, "")
    return next((f for f in files if format.sniff(f, head(f))), files[0])
