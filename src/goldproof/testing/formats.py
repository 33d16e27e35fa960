"""The law of formats, for one format: what it keeps survives, what it loses is declared, every declared loss happens, and bytes
that are not its own are refused in one line.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from ..errors import GoldproofError
from ..formats import Format, Reading, Writing
from ..formats.exchange import losses
from ..formats.features import FEATURES, present, strip
from ..formats.files import files_below, head
from ..model import Corpus
from .samples import SAMPLES

Rubbish = dict[str, bytes]
MOST = 20
"""Complaints that are shown: the first ones are usually the cause of the others."""


def check_format(format: Format, *, samples: Mapping[str, Corpus] | None = None) -> None:
    """Hold a format to the law with every sample corpus (``SAMPLES``, or your own)."""
    tried = SAMPLES if samples is None else samples
    with tempfile.TemporaryDirectory() as room:
        bench = _Bench(format, Path(room))
        wrong = [*_declared(format)]
        if not wrong:
            if format.read is not None and format.write is not None:
                wrong += [*_survival(bench, tried), *_real_losses(bench, tried)]
            if format.read is not None:
                wrong += _robust(bench, tried)
    if wrong:
        more = f"\n... and {len(wrong) - MOST} more" if len(wrong) > MOST else ""
        raise AssertionError(f"{format.name} breaks the law of formats:\n" + "\n".join(wrong[:MOST]) + more)


class _Bench:
    """Writes and reads in a room of its own."""

    def __init__(self, format: Format, room: Path) -> None:
        self.format, self.room, self.number = format, room, 0

    def place(self) -> Path:
        self.number += 1
        return self.room / f"{self.number}{self.format.suffixes[0]}"

    def write(self, corpus: Corpus) -> Path:
        assert self.format.write is not None
        target = self.place()
        if self.format.holder == "folder":
            target.mkdir()
        self.format.write(corpus, target, Writing())
        return target

    def read(self, path: Path) -> Corpus:
        assert self.format.read is not None
        return self.format.read(path, Reading())


def _declared(format: Format) -> Iterator[str]:
    unknown = sorted(format.keeps - set(FEATURES))
    if not format.name or not format.title:
        yield "it needs a name and a title"
    if not format.suffixes or not all(s.startswith(".") for s in format.suffixes):
        yield "it needs suffixes, each with its full stop"
    if unknown:
        yield "it keeps what is no feature: " + ", ".join(unknown)
    if format.read is None and format.write is None:
        yield "it neither reads nor writes"


def _survival(bench: _Bench, samples: Mapping[str, Corpus]) -> Iterator[str]:
    """Written and read back is the corpus less the declared losses; sniff knows at least some of the files that write makes."""
    known = False
    for name, corpus in samples.items():
        expected = strip(corpus, losses(corpus, bench.format))
        try:
            target = bench.write(expected)
            found = bench.read(target)
        except Exception as error:  # noqa: BLE001  whatever the plug-in raises is what is reported
            yield f"sample {name!r}: {type(error).__name__}: {error}"
            continue
        if found != expected:
            yield f"sample {name!r} comes back otherwise: {_difference(expected, found)}"
        known = known or any(bench.format.sniff(file, head(file)) for file in files_below(target, ""))
    if not known:
        yield "sniff knows none of the files that write made"


def _difference(expected: Corpus, found: Corpus) -> str:
    gone = [name for name in present(expected) if name not in present(found)]
    if gone:
        return "lost, and not declared: " + ", ".join(gone)
    for what in ("documents", "studies", "units", "splits", "name", "version", "licence", "provenance", "attributes"):
        if getattr(expected, what) != getattr(found, what):
            return f"{what} {_short(getattr(expected, what))}, read back {_short(getattr(found, what))}"
    for a, b in zip(expected.layers, found.layers, strict=False):
        if a != b:
            return f"{_short(a)}: {_short(list(a.items()))}, read back {_short(b)}: {_short(list(b.items()))}"
    return f"layers {_short(expected.layers)}, read back {_short(found.layers)}"


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 300 else text[:300] + "..."


def _real_losses(bench: _Bench, samples: Mapping[str, Corpus]) -> Iterator[str]:
    """A feature that is not kept, alone, given to the writer all the same: it must not come back."""
    lost = [name for name in FEATURES if name not in bench.format.keeps]
    shown = [(sample, present(sample)) for sample in samples.values()]
    for name in lost:
        stripped = (strip(sample, {n for n in lost if n != name}) for sample, has in shown if name in has)
        for corpus in islice((c for c in stripped if name in present(c)), 3):
            try:
                kept = bench.read(bench.write(corpus)) == corpus
            except Exception:  # noqa: BLE001  a writer that is never to see this may stumble: then it is not kept
                continue
            if kept:
                yield f"{name} is declared as lost and is kept: declare it as kept"
                break


def _robust(bench: _Bench, samples: Mapping[str, Corpus]) -> Iterator[str]:
    """Bytes that are not its own end in a GoldproofError, or in a corpus, and in nothing else."""
    for what, path in _rubbish(bench, samples):
        try:
            for file in files_below(path, ""):
                bench.format.sniff(file, head(file))
        except Exception as error:  # noqa: BLE001  this is what is looked for
            yield f"{what}: sniff raises {type(error).__name__}: {error}"
        try:
            bench.read(path)
        except GoldproofError as error:
            if "\n" in str(error):
                yield f"{what}: the message has more than one line"
        except Exception as error:  # noqa: BLE001  this is what is looked for
            yield f"{what}: {type(error).__name__}: {error}, where a GoldproofError is due"


def _rubbish(bench: _Bench, samples: Mapping[str, Corpus]) -> Iterator[tuple[str, Path]]:
    alien: Rubbish = {
        "an empty file": b"", "a binary file": bytes(range(256)) * 8, "a file that is not UTF-8": "naïve\n".encode("latin-1"),
        "white space": b" \n\t\n", "another text": b"To whom it may concern:\n\n{\"a\": [1, 2]}\t<b>\n", "a deep tower": b"[" * 100_000,
    }  # fmt: skip
    for what, content in alien.items():
        path = bench.place()
        if bench.format.holder == "folder":
            path.mkdir()
            (path / f"x{bench.format.suffixes[-1]}").write_bytes(content)
        else:
            path.write_bytes(content)
        yield what, path
    if bench.format.write is None:
        return
    for name, corpus in list(samples.items())[::7]:
        try:
            whole = bench.write(strip(corpus, losses(corpus, bench.format)))
        except Exception:  # noqa: BLE001  told by the law of survival
            continue
        for file in files_below(whole, ""):
            content = file.read_bytes()
            for what, changed in _mutilated(content).items():
                copy = bench.place()
                _copy(whole, copy)
                (copy / file.relative_to(whole) if whole.is_dir() else copy).write_bytes(changed)
                yield f"sample {name!r}, {file.name} {what}", copy


def _mutilated(content: bytes) -> Rubbish:
    half, third = len(content) // 2, len(content) // 3
    out = {"cut in the middle": content[:half], "without its beginning": content[third:], "with a NUL in it": content[:half] + b"\0" + content[half:]}
    swapped = bytes(b"9"[0] if 48 <= b <= 56 else 45 if b == 57 else b for b in content)
    return out | {"with other numbers": swapped, "with its white space gone": b"".join(content.split())}


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target)
    else:
        shutil.copyfile(source, target)
