"""Rankings: few, so the records themselves are the column."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..rating import Ranking
from .interning import Offsets, gather, offsets


@dataclass(frozen=True, slots=True, eq=False)
class RankingColumns:
    offsets: Offsets
    records: tuple[Ranking, ...]

    def __len__(self) -> int:
        return len(self.records)

    def row(self, i: int) -> Ranking:
        return self.records[i]

    def rows(self, start: int = 0, stop: int | None = None) -> list[Ranking]:
        return list(self.records[start:stop])

    def take(self, units: Offsets) -> RankingColumns:
        row, fresh = gather(self.offsets, units)
        return RankingColumns(fresh, tuple(self.records[i] for i in row.tolist()))

    @staticmethod
    def of(units: Iterable[Sequence[Ranking]]) -> RankingColumns:
        ends, records = array("q", [0]), list[Ranking]()
        for rankings in units:
            records.extend(rankings)
            ends.append(len(records))
        return RankingColumns(offsets(ends), tuple(records))
