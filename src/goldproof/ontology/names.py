"""Which terms bear a name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property


class Names:
    """Labels are looked into at once; exact synonyms only if no label fits. Both are pairs of an id and a name."""

    def __init__(self, labels: Iterable[tuple[str, str]], synonyms: Callable[[], Iterable[tuple[str, str]]]) -> None:
        self._given, self._others = labels, synonyms

    def bearers(self, name: str) -> tuple[str, ...]:
        """The ids with this label; if there are none, those with this exact synonym. Case and blanks make no difference."""
        key = plain(name)
        return self._labels.get(key) or self._synonyms.get(key, ())

    @cached_property
    def _labels(self) -> dict[str, tuple[str, ...]]:
        return _by_name((plain(label), id) for id, label in self._given if label)

    @cached_property
    def _synonyms(self) -> dict[str, tuple[str, ...]]:
        return _by_name((plain(text), id) for id, text in self._others())


def plain(name: str) -> str:
    return " ".join(name.split()).casefold()


def _by_name(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for name, id in pairs:
        found.setdefault(name, {})[id] = None
    return {name: tuple(ids) for name, ids in found.items()}
