"""What a format is: a record of what it reads, writes and keeps, with the functions that do it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Literal, TypeVar

from ..model import Corpus

T = TypeVar("T")
NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass
class Reading:
    """How a file is to be read, and what was noticed on the way.

    ``texts`` is a folder with the texts, for formats that stand off from them. ``options`` are the format's own
    (``goldproof convert -o name=value``). Not ``strict``: what does not agree with its text is read as well as may be,
    for a check to find it.
    """

    texts: Path | None = None
    options: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    show: Callable[[Iterable[object], str], Iterable[object]] | None = None
    losses: dict[str, str] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    strict: bool = True

    def lost(self, name: str, where: object) -> None:
        """The file holds something that our records cannot: the user must agree to it by name."""
        self.losses.setdefault(name, str(where))

    def warn(self, message: str) -> None:
        self.warnings.append(message)

    def progress(self, items: Iterable[T], what: str) -> Iterator[T]:
        """The items, with a progress bar where somebody is watching."""
        yield from self.show(items, what) if self.show else items  # type: ignore[misc]


@dataclass(frozen=True)
class Writing:
    """How a corpus is to be written: options of the format's own."""

    options: Mapping[str, str] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True)
class Format:
    """One format.

    ``keeps`` names the features (see ``formats/features``) that survive writing and reading back; every other
    feature is a declared loss, refused unless the user agrees to it. ``drops`` are things that files of this
    format can hold and that no record of ours can (name -> what it is): met on reading, they are refused likewise.
    ``sniff`` says whether the first bytes of a file look like this format. ``holder`` is what it writes: one file
    for a corpus, or a folder of files. ``extra`` is the optional dependency that it needs.
    ``options`` explains the format's own options. A ``fallback`` is guessed only where no other format claims any file.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    keeps: frozenset[str]
    sniff: Callable[[Path, bytes], bool]
    read: Callable[[Path, Reading], Corpus] | None = None
    write: Callable[[Corpus, Path, Writing], None] | None = None
    holder: Literal["file", "folder"] = "file"
    drops: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    options: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    extra: str = ""
    see: str = ""
    fallback: bool = False
