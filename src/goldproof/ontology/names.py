"""Which terms bear a name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from .entry import Entry, Scope


class Names:
    """Labels are looked into at once; synonyms only if no label fits, because they want every entry."""

    def __init__(self, labels: Iterable[tuple[str, str]], entries: Callable[[], Iterable[Entry]]) -> None:
        self._given, self._entries = labels, entries

    def bearers(self, name: str) -> tuple[str, ...]:
        """The ids with this label; if there are none, those with this exact synonym. Case and blanks make no difference."""
        key = plain(name)
        return self._labels.get(key) or self._synonyms.get(key, ())

    @cached_property
    def _labels(self) -> dict[str, tuple[str, ...]]:
        return _by_name((plain(label), id) for id, label in self._given if label)

    @cached_property
    def _synonyms(self) -> dict[str, tuple[str, ...]]:
        return _by_name((plain(s.text), e.id) for e in self._entries() for s in e.synonyms if s.scope is Scope.EXACT)


def plain(name: str) -> str:
    return " ".join(name.split()).casefold()


def _by_name(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for name, id in pairs:
        found.setdefault(name, {})[id] = None
    return {name: tuple(ids) for name, ids in found.items()}
