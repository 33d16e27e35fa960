"""Changes to a text, and where every place of the old text is in the new one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from ..errors import BadInput
from ..model import Span


@dataclass(frozen=True, slots=True)
class Edit:
    """``text[start:end]`` becomes ``to``. It replaces at least one character: what was there keeps its place."""

    start: int
    end: int
    to: str


@dataclass(frozen=True)
class Edits:
    """Edits of one text, in order, none overlapping another.

    >>> Edits.of([Edit(6, 11, "toes")]).apply("broad fingr")
    'broad toes'
    """

    all: tuple[Edit, ...]

    @staticmethod
    def of(edits: Iterable[Edit]) -> Edits:
        ordered = tuple(sorted(edits, key=lambda e: (e.start, e.end)))
        for a, b in pairwise(ordered):
            if b.start < a.end:
                raise BadInput(f"two edits overlap at {b.start}")
        if any(e.start >= e.end for e in ordered):
            raise BadInput("an edit has to replace something")
        return Edits(ordered)

    @cached_property
    def _starts(self) -> list[int]:
        return [e.start for e in self.all]

    @cached_property
    def _shifts(self) -> list[int]:
        """How far the text before each edit has moved."""
        shifts, moved = [], 0
        for e in self.all:
            shifts.append(moved)
            moved += len(e.to) - (e.end - e.start)
        return [*shifts, moved]

    def apply(self, text: str) -> str:
        out, at = [], 0
        for e in self.all:
            out += [text[at : e.start], e.to]
            at = e.end
        return "".join([*out, text[at:]])

    def place(self, offset: int) -> int:
        """Where a place is now: between edits it moves with the text, at the ends of an edit it stays at the ends, inside it stays as far from its
        beginning as there is room.
        """
        i = bisect_right(self._starts, offset) - 1
        if i < 0:
            return offset
        e = self.all[i]
        if offset >= e.end:
            return offset + self._shifts[i + 1]
        return e.start + self._shifts[i] + min(offset - e.start, len(e.to))

    def span(self, span: Span) -> Span:
        return Span(self.place(span.start), self.place(span.end))
