"""The indexes of a terminology, one for each language, each made (or fetched from the cache) when a text in that language comes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from ...ontology.terminologies.keeping import about_of, load_terminology
from ...ontology.terminology import Terminology
from .building import build
from .index import Index
from .keeping import kept
from .names import BROAD, EXACT, LABEL, NARROW, RELATED, Lineage, Names, shouted
from .switches import Switches

_RANKS = np.array((LABEL, EXACT, RELATED, NARROW, BROAD), np.int32)
"""What a scope of a terminology counts as."""


class Tongues(Mapping[str, Index]):
    """Names that say no language belong to every one. "" has all names, for texts that do not say theirs; it stands alone where no name says any, and where
    all are in one language that one does.

    ``source`` is a terminology, or the file of one that was kept, which is read only if an index has to be made.
    """

    def __init__(self, source: Terminology | Path, switches: Switches, language: str, wishes: str, *, cache: bool) -> None:
        self._source, self._switches, self._language, self._wishes, self._cache = source, switches, language, wishes, cache
        if isinstance(source, Terminology):
            self.title, languages, self._mark = source.name, source.languages, b""
        else:
            about = about_of(source)
            self.title, languages, self._mark = about["name"], tuple(about["languages"]), about["checksum"].encode()
        said = tuple(x for x in languages if x)
        self._keys = said if len(said) == 1 and len(languages) == 1 else ("", *said) if len(said) > 1 else ("",)
        self.ready: dict[str, Index] = {}

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __getitem__(self, key: str) -> Index:
        if key not in self._keys:
            raise KeyError(key)
        if key not in self.ready:
            self.ready[key] = self._index(key)
        return self.ready[key]

    def _index(self, tongue: str) -> Index:
        def make() -> tuple[str, Index]:
            return self.title, build(names_in(self._terminology(), tongue, broad=self._switches.broad), self._switches, language=tongue or self._language or "en")

        if not self._cache:
            return make()[1]
        return kept((self._marked(), tongue.encode(), self._language.encode(), self._wishes.encode()), make)[1]

    def _terminology(self) -> Terminology:
        if not isinstance(self._source, Terminology):
            self._source = load_terminology(self._source)[0]
        return self._source

    def _marked(self) -> bytes:
        """What tells one terminology from another."""
        if not self._mark:
            from hashlib import blake2b

            t = self._terminology()
            digest = blake2b(digest_size=20)
            for text in (t.name, *t.languages, "\0".join(t.concepts), "\0".join("|".join(p) for p in t.parents)):
                digest.update(text.encode("utf-8", "surrogatepass") + b"\1")
            for data in (t.names.data, t.names.at.tobytes(), t.owner.tobytes(), t.scope.tobytes(), t.language.tobytes()):
                digest.update(data)
            self._mark = digest.digest()
        return self._mark


def names_in(t: Terminology, tongue: str, *, broad: bool = True) -> Names:
    """The names of a terminology in a language; "" has them all."""
    keep = np.ones(len(t.names), bool) if not tongue else np.isin(t.language, [i for i, x in enumerate(t.languages) if x in (tongue, "")])
    rank = _RANKS[t.scope]
    if not broad:
        keep &= rank != BROAD
    at = np.flatnonzero(keep)
    texts = t.names if len(at) == len(t.names) else t.names.take(at)
    return Names(texts, t.owner[at], rank[at], np.fromiter(map(shouted, texts), bool, len(at)), tuple(t.concepts), t.labels, _lineage(t))


def _lineage(t: Terminology) -> tuple[tuple[int, ...], ...]:
    if not any(t.parents):
        return ()
    number = t.number
    lineage = Lineage(dict(zip(t.concepts, t.parents, strict=True)), frozenset())
    return tuple(tuple(sorted(number[a] for a in lineage.above(id) if a in number)) for id in t.concepts)
