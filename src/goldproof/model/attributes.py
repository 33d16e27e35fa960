"""A small immutable mapping for whatever a source says beside the judgement itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

Scalar = str | int | float | bool
Value = Scalar | tuple[Scalar, ...]


class Attributes(Mapping[str, Value]):
    """Names and values, sorted by name, hashable, equal by content. A tuple of one is that one, an empty one nothing.

    >>> Attributes({"negated": True, "note": "see Fig. 2"})
    Attributes(negated=True, note='see Fig. 2')
    >>> Attributes(negated=True).get("uncertain", False)
    False
    """

    __slots__ = ("_hash", "_items")
    _items: dict[str, Value]
    _hash: int | None

    def __init__(self, items: Mapping[str, Value] | Iterable[tuple[str, Value]] = (), /, **more: Value) -> None:
        pairs = dict(items, **more)
        for name, value in list(pairs.items()):
            if isinstance(value, tuple) and len(value) < 2:
                del pairs[name]
                if value:
                    pairs[name] = value[0]
        self._items = dict(sorted(pairs.items())) if len(pairs) > 1 else pairs
        self._hash = None

    def __getitem__(self, name: str) -> Value:
        return self._items[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(tuple(self._items.items()))
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Attributes):
            return NotImplemented
        # 1 == True in Python, but "count: 1" and "negated: true" are different statements.
        return self._items == other._items and [*map(_types, self._items.values())] == [
            *map(_types, other._items.values())
        ]

    def __repr__(self) -> str:
        inside = ", ".join(f"{k}={v!r}" if k.isidentifier() else f"{k!r}: {v!r}" for k, v in self._items.items())
        return f"Attributes({inside})"

    def but(self, **more: Value) -> Attributes:
        """The same with some values set."""
        return Attributes({**self._items, **more})

    def without(self, *names: str) -> Attributes:
        """The same less some names."""
        return Attributes({k: v for k, v in self._items.items() if k not in names})

    def text(self, name: str) -> str:
        """The value as text, empty if absent."""
        value = self._items.get(name, "")
        return value if isinstance(value, str) else str(value)


def _types(value: Value) -> object:
    return tuple(map(type, value)) if isinstance(value, tuple) else type(value)


NONE = Attributes()
