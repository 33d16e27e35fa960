"""EVALB's own summary, computed and printed as EVALB prints it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .count import Sentences
from .literal import ERROR, FINE, SKIP


@dataclass(frozen=True)
class Section:
    """One section of the summary: all sentences, or those up to a length. None where there is nothing to divide by."""

    title: str
    sentences: int
    errors: int
    skipped: int
    matched: int
    gold: int
    test: int
    complete: int
    crossing: int
    no_crossing: int
    two_or_less: int
    words: int
    tags: int

    @property
    def valid(self) -> int:
        return self.sentences - self.errors - self.skipped

    @property
    def unevaluated(self) -> int:
        """Sentences that were not counted, for whatever reason."""
        return self.errors + self.skipped

    @property
    def recall(self) -> float | None:
        return _percent(self.matched, self.gold)

    @property
    def precision(self) -> float | None:
        return _percent(self.matched, self.test)

    @property
    def f(self) -> float | None:
        p, r = self.precision, self.recall
        return None if p is None or r is None or p + r == 0 else 2 * p * r / (p + r)

    def lines(self) -> list[str]:
        """As EVALB prints the section; what it would divide by nothing it prints as 0.00 (and its F then as nan)."""
        rows: list[tuple[str, float | None]] = [
            ("Bracketing Recall", self.recall), ("Bracketing Precision", self.precision), ("Bracketing FMeasure", self.f),
            ("Complete match", _percent(self.complete, self.valid)), ("Average crossing", self.crossing / self.valid if self.valid else None),
            ("No crossing", _percent(self.no_crossing, self.valid)), ("2 or less crossing", _percent(self.two_or_less, self.valid)),
            ("Tagging accuracy", _percent(self.tags, self.words)),
        ]  # fmt: skip
        counts = [("Number of sentence", self.sentences), ("Number of Error sentence", self.errors), ("Number of Skip  sentence", self.skipped),
                  ("Number of Valid sentence", self.valid)]  # fmt: skip
        out = [f"-- {self.title} --", *(f"{name:<26}= {n:6d}" for name, n in counts)]
        for name, value in rows:
            number = "   nan" if name == "Bracketing FMeasure" and value is None else f"{value or 0.0:6.2f}"
            out.append(f"{name:<26}= {number}")
        return out


def summary(counted: Sentences, cutoff: int) -> tuple[Section, Section]:
    """All sentences, and those whose length (words of the reference that are counted for it) is up to ``cutoff``."""
    short = counted.length <= cutoff
    return _section("All", counted, np.ones(len(short), dtype=bool)), _section(f"len<={cutoff}", counted, short)


def _section(title: str, c: Sentences, chosen: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Section:
    fine = chosen & (c.status == FINE)
    sums = {name: int(getattr(c, name)[fine].sum()) for name in ("matched", "gold", "test", "crossing", "words", "tags")}
    complete = fine & (c.gold == c.test) & (c.matched == c.test)
    return Section(
        title, int(chosen.sum()), int((chosen & (c.status == ERROR)).sum()), int((chosen & (c.status == SKIP)).sum()), complete=int(complete.sum()),
        no_crossing=int((fine & (c.crossing == 0)).sum()), two_or_less=int((fine & (c.crossing <= 2)).sum()), **sums,
    )  # fmt: skip


def rows(counted: Sentences) -> list[str]:
    """A line a sentence, with the numbers that EVALB prints for it."""
    out = []
    for i, (status, length, matched, gold, test, crossing, words, tags) in enumerate(zip(*(x.tolist() for x in counted[1:]), strict=True), 1):
        recall, precision, right = (100 * x / y if y else 0.0 for x, y in ((matched, gold), (matched, test), (tags, words)))
        out.append(f"{i:4d}  {length:3d}    {status:d}  {recall:6.2f} {precision:6.2f}   {matched:3d}    {gold:3d}  {test:3d}    {crossing:3d}"
                   f"   {words:4d}  {tags:4d}   {right:6.2f}")  # fmt: skip
    return out


def _percent(part: int, whole: int) -> float | None:
    return 100 * part / whole if whole else None
