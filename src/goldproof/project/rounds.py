"""Rounds: a stretch of judging under one version of the guideline."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Round:
    """``closed`` is empty while the round is open. A closed round takes no more judgements until it is opened again."""

    name: str
    guideline: str
    opened: str
    closed: str

    @property
    def open(self) -> bool:
        return not self.closed
