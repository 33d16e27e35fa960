"""A layer: everything that one source says about the units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from ..errors import BadInput, NotFound
from .columns import (
    COLUMNS,
    KINDS,
    Columns,
    MentionColumns,
    ParseColumns,
    PhenotypeColumns,
    RankingColumns,
    RatingColumns,
)
from .columns.mentions import same as same_mentions
from .columns.parses import same as same_parses
from .mention import Mention
from .parse import Parse
from .phenotype import Phenotype
from .rating import Ranking, Rating, Scale
from .source import Kind, Source

Judgement = Mention | Phenotype | Rating | Parse | Ranking
C = TypeVar("C", bound=Columns)


@dataclass(frozen=True, eq=False)
class Layer:
    """Judgements of one source, columns inside and records outside.

    ``units`` are the units that the source judged, in its order. A unit that is not among them was *not judged*;
    a unit with no judgement was judged and *nothing was there*. ``layer.get(unit)`` gives None for the first
    and ``()`` for the second. Every kind of judgement comes as a tuple (a rating or a parse as a tuple of one).
    """

    name: str
    source: Source
    units: tuple[str, ...]
    columns: Columns
    scale: Scale | None = None

    def __post_init__(self) -> None:
        if len(self.columns.offsets) != len(self.units) + 1:
            raise BadInput(
                f"{len(self.units)} units, but columns for {len(self.columns.offsets) - 1}", where=f"layer {self.name}"
            )
        if len(self._index) != len(self.units):
            raise BadInput(f"unit {_first_repeat(self.units)} is judged twice", where=f"layer {self.name}",
                           remedy="give each source a layer of its own")  # fmt: skip

    @staticmethod
    def of(
        name: str,
        source: Source,
        kind: Kind,
        judgements: Mapping[str, Sequence[Judgement]],
        *,
        scale: Scale | None = None,
    ) -> Layer:
        """A layer from records: unit id -> its judgements."""
        return Layer(name, source, tuple(judgements), COLUMNS[kind](judgements.values()), scale)

    @property
    def kind(self) -> Kind:
        return KINDS[type(self.columns)]

    @cached_property
    def _index(self) -> dict[str, int]:
        return {unit: i for i, unit in enumerate(self.units)}

    def __contains__(self, unit: object) -> bool:
        return unit in self._index

    def __getitem__(self, unit: str) -> tuple[Any, ...]:
        if unit not in self._index:
            raise NotFound(f"unit {unit} was not judged", where=f"layer {self.name}")
        return self._records(self._index[unit])

    def get(self, unit: str) -> tuple[Any, ...] | None:
        """The judgements of a unit; None if it was not judged, () if nothing was there."""
        i = self._index.get(unit)
        return None if i is None else self._records(i)

    def _records(self, i: int) -> tuple[Any, ...]:
        start, stop = self.columns.offsets[i : i + 2].tolist()
        return tuple(self.columns.rows(start, stop))

    def items(self) -> Iterator[tuple[str, tuple[Any, ...]]]:
        """Every judged unit with its judgements."""
        for i, unit in enumerate(self.units):
            yield unit, self._records(i)

    @property
    def count(self) -> int:
        """How many judgements there are, over all units."""
        return len(self.columns)

    def __repr__(self) -> str:
        return f"Layer({self.name!r}, {self.count} {self.kind} on {len(self.units)} units, by {self.source})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layer):
            return NotImplemented
        return (
            (self.name, self.source, self.units, self.scale) == (other.name, other.source, other.units, other.scale)
            and self.kind == other.kind
            and self.agrees(other)
        )

    __hash__ = None  # type: ignore[assignment]  # compared by content, too large to hash for a dictionary

    def agrees(self, other: Layer) -> bool:
        """The same judgements on the same units, whoever says so."""
        a, b = self.columns, other.columns
        if self.units != other.units or self.kind != other.kind or not np.array_equal(a.offsets, b.offsets):
            return False
        if isinstance(a, MentionColumns) and isinstance(b, MentionColumns) and same_mentions(a, b):
            return True
        if isinstance(a, ParseColumns) and isinstance(b, ParseColumns) and same_parses(a, b):
            return True
        return all(
            x == y or _both_nan(x, y) for i in range(len(self.units))
            for x, y in zip(self._records(i), other._records(i), strict=True)
        )  # fmt: skip

    def only(self, units: Iterable[str]) -> Layer:
        """The layer on those of the units that it judged, in the order given."""
        chosen = [u for u in units if u in self._index]
        rows = np.array([self._index[u] for u in chosen], dtype=np.int64)
        return replace(self, units=tuple(chosen), columns=self.columns.take(rows))

    def called(self, name: str) -> Layer:
        return replace(self, name=name)

    def by(self, **changes: Any) -> Layer:
        """The same judgements with fields of the source changed (name, kind, round, ...)."""
        return replace(self, source=replace(self.source, **changes))

    @property
    def mentions(self) -> MentionColumns:
        return self._as(MentionColumns)

    @property
    def phenotypes(self) -> PhenotypeColumns:
        return self._as(PhenotypeColumns)

    @property
    def ratings(self) -> RatingColumns:
        return self._as(RatingColumns)

    @property
    def parses(self) -> ParseColumns:
        return self._as(ParseColumns)

    @property
    def rankings(self) -> RankingColumns:
        return self._as(RankingColumns)

    def _as(self, kind: type[C]) -> C:
        if not isinstance(self.columns, kind):
            raise BadInput(f"holds {self.kind}, not {kind.__name__.removesuffix('Columns').lower()}s", where=f"layer {self.name}")
        return self.columns


def _both_nan(x: object, y: object) -> bool:
    return isinstance(x, Rating) and isinstance(y, Rating) and x.value != x.value and y.value != y.value and (
        x.reasons, x.attributes) == (y.reasons, y.attributes)  # fmt: skip


def _first_repeat(units: Sequence[str]) -> str:
    seen: set[str] = set()
    return next(u for u in units if u in seen or seen.add(u))  # type: ignore[func-returns-value]
