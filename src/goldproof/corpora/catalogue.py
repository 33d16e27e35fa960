"""The catalogue: one TOML file a corpus, read into one record."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from ..errors import NotFound

FOLDER = "goldproof.corpora"


@dataclass(frozen=True)
class Citation:
    """The paper that a user of the corpus cites. ``kind`` is the type of its BibTeX entry."""

    key: str
    title: str
    authors: tuple[str, ...]
    year: int = 0
    kind: str = "article"
    journal: str = ""
    volume: str = ""
    number: str = ""
    pages: str = ""
    doi: str = ""
    url: str = ""

    def __str__(self) -> str:
        """One line: authors (year). Title. Journal volume(number):pages. Address."""
        who = ", ".join(self.authors) + (f" ({self.year})" if self.year else "")
        number = f" version {self.number}" if self.kind == "software" else f"({self.number})" if self.number else ""
        where = self.journal + (f" {self.volume}" if self.volume else "") + number + (f":{self.pages}" if self.pages else "")
        address = f"https://doi.org/{self.doi}" if self.doi else self.url
        return ". ".join(part for part in (who, self.title, where.strip(), address) if part)


@dataclass(frozen=True)
class Offer:
    """A layer that the adapter can read. ``default`` ones are read if nothing is chosen."""

    name: str
    kind: str
    what: str
    default: bool = True


@dataclass(frozen=True)
class Copy:
    """What a copy of the corpus holds. ``source`` says who counted: the paper, or we in the files we had.

    ``splits``: the counts are of these splits only. ``counts`` maps "documents", "units", "studies" and the names of layers
    to numbers. ``sha256`` is that of the files, see :func:`goldproof.corpora.checking.fingerprint`.
    """

    name: str
    source: str
    counts: Mapping[str, int]
    splits: tuple[str, ...] = ()
    sha256: str = ""


@dataclass(frozen=True)
class Sample:
    """One judgement as it must come out: number ``at`` of a unit in a layer, and what must be true of it."""

    layer: str
    unit: str
    at: int
    expected: Mapping[str, Any]


@dataclass(frozen=True)
class Entry:
    """One corpus of the catalogue."""

    name: str
    title: str
    what: str
    home: str
    obtain: str
    licence: str
    adapter: str
    kinds: tuple[str, ...]
    languages: tuple[str, ...]
    citations: tuple[Citation, ...]
    layers: tuple[Offer, ...]
    copies: tuple[Copy, ...]
    samples: tuple[Sample, ...] = ()
    version: str = ""
    terms: str = ""
    ontologies: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    splits: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def citation(self) -> str:
        """What to cite, in one line."""
        return "; ".join(map(str, self.citations))


def catalogue() -> tuple[Entry, ...]:
    """Every known corpus, by name."""
    return tuple(map(_load, _names()))


def entry(name: str) -> Entry:
    """The entry of one corpus."""
    if name not in _names():
        raise NotFound(f"no corpus is called {name!r}", remedy="there are: " + ", ".join(_names()))
    return _load(name)


@cache
def _names() -> tuple[str, ...]:
    return tuple(sorted(f.name.removesuffix(".toml") for f in files(FOLDER).iterdir() if f.name.endswith(".toml")))


@cache
def _load(name: str) -> Entry:
    plain = tomllib.loads(files(FOLDER).joinpath(f"{name}.toml").read_text("utf-8"))
    plain["what"] = " ".join(plain["what"].split())
    for lists in ("kinds", "languages", "ontologies", "files"):
        plain[lists] = tuple(plain.get(lists, ()))
    plain["citations"] = tuple(Citation(**c | {"authors": tuple(c["authors"])}) for c in plain["citations"])
    plain["layers"] = tuple(Offer(**offer) for offer in plain["layers"])
    plain["copies"] = tuple(Copy(**c | {"splits": tuple(c.get("splits", ()))}) for c in plain["copies"])
    plain["samples"] = tuple(Sample(**sample) for sample in plain.get("samples", ()))
    return Entry(name=name, **plain)
