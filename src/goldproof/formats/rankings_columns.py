"""The columns of a table of rankings: the item, the judge, the options."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..errors import BadInput
from .raters import ATTRIBUTE, GROUP, ITEM, RATER, UNIT
from .ratings_columns import VALUE
from .sheets import Row

RANK = frozenset(("rank", "place", "position"))
QUESTION, OPTIONS, OPTION = "question", "options", "option"
TEXT, SOURCE = ": text", ": source"
JUDGED, ESCAPE = "judged", "option:"
_SPECIAL = ITEM | RATER | VALUE | RANK | {GROUP, QUESTION, OPTIONS, OPTION, JUDGED, "id", "", "text", "source"}


def column_of(option: str) -> str:
    """The name of an option's column: that of the option, unless it would be taken for something else."""
    plain = option == option.strip() and option.casefold() not in _SPECIAL and not option.startswith((UNIT, ATTRIBUTE, ESCAPE))
    if option.endswith((TEXT, SOURCE)):
        raise BadInput(f"an option called {option!r}, which a column cannot be", remedy="rename the option")
    return option if plain else ESCAPE + option



@dataclass
class RankingsColumns:
    """Where each column is; -1 for one that is not there."""

    item: int = -1
    judge: int = -1
    group: int = -1
    question: int = -1
    options: int = -1
    judged: int = -1
    option: int = -1
    rank: int = -1
    unit: dict[str, int] = field(default_factory=dict)
    attributes: dict[str, int] = field(default_factory=dict)
    texts: dict[str, int] = field(default_factory=dict)
    sources: dict[str, int] = field(default_factory=dict)
    ranks: dict[str, int] = field(default_factory=dict)

    @staticmethod
    def of(header: Row) -> RankingsColumns:
        names = [cell.strip() for cell in header]
        folded = [name.casefold() for name in names]

        def place(known: frozenset[str]) -> int:
            return next((i for i, name in enumerate(folded) if name in known), -1)

        columns = RankingsColumns(
            place(ITEM | {"id"}), place(RATER), place(frozenset((GROUP,))), place(frozenset((QUESTION,))), place(frozenset((OPTIONS,))),
            place(frozenset((JUDGED,))), place(frozenset((OPTION,))),
        )  # fmt: skip
        if columns.item < 0 and folded and not folded[0]:
            columns.item = 0
        long = columns.option >= 0
        columns.rank = place(RANK) if long else -1
        used = {columns.item, columns.judge, columns.group, columns.question, columns.options, columns.judged, columns.option, columns.rank}
        for i, name in enumerate(names):
            if i in used or not name:
                continue
            kind, key = (
                (columns.unit, header[i].removeprefix(UNIT)) if header[i].startswith(UNIT)
                else (columns.attributes, header[i].removeprefix(ATTRIBUTE)) if header[i].startswith(ATTRIBUTE)
                else (columns.texts, header[i].removesuffix(TEXT).removeprefix(ESCAPE)) if header[i].endswith(TEXT)
                else (columns.sources, header[i].removesuffix(SOURCE).removeprefix(ESCAPE)) if header[i].endswith(SOURCE)
                else (columns.texts, "") if long and folded[i] == "text"
                else (columns.sources, "") if long and folded[i] == "source"
                else (columns.attributes, name) if long
                else (columns.ranks, header[i].removeprefix(ESCAPE) if header[i].startswith(ESCAPE) else name)
            )  # fmt: skip
            kind.setdefault(key, i)
        return columns

    @property
    def long(self) -> bool:
        return self.option >= 0 and self.rank >= 0

    @property
    def rankings(self) -> bool:
        """Whether these are the columns of a table of rankings."""
        return self.item >= 0 and self.judge >= 0 and (self.long or (self.option < 0 and len(self.ranks) > 1))

    def cell(self, row: Row, place: int) -> str:
        return row[place] if 0 <= place < len(row) else ""
