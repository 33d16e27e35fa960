"""How each kind of judgement looks as columns: one file a kind.

A column set has ``offsets`` (where each unit's judgements begin and end), ``row`` and ``rows`` (records as views),
``take`` (some of the units), ``of`` (from records) and a length (judgements).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..source import Kind
from .interning import Interner
from .mentions import MentionBuilder, MentionColumns
from .parses import ParseBuilder, ParseColumns
from .phenotypes import PhenotypeColumns
from .rankings import RankingColumns
from .ratings import RatingColumns

Columns = MentionColumns | PhenotypeColumns | RatingColumns | ParseColumns | RankingColumns

# What makes columns of each kind from records.
COLUMNS: dict[Kind, Callable[[Iterable[Sequence[Any]]], Columns]] = {
    Kind.MENTIONS: MentionColumns.of,
    Kind.PHENOTYPES: PhenotypeColumns.of,
    Kind.RATINGS: RatingColumns.of,
    Kind.PARSES: ParseColumns.of,
    Kind.RANKINGS: RankingColumns.of,
}

KINDS: dict[type[Columns], Kind] = {
    MentionColumns: Kind.MENTIONS,
    PhenotypeColumns: Kind.PHENOTYPES,
    RatingColumns: Kind.RATINGS,
    ParseColumns: Kind.PARSES,
    RankingColumns: Kind.RANKINGS,
}

__all__ = [
    "COLUMNS", "KINDS", "Columns", "Interner", "MentionBuilder", "MentionColumns", "ParseBuilder", "ParseColumns",
    "PhenotypeColumns", "RankingColumns", "RatingColumns",
]  # fmt: skip
