"""One thing that a system got wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ..model import Span
from .wording import Wording


class Side(StrEnum):
    """A miss is in the reference only, a false alarm in the system's output only."""

    MISS = "miss"
    FALSE_ALARM = "false-alarm"


@dataclass(frozen=True, slots=True)
class Item:
    """One concept at one place of one unit, with the words that stand there. A mention with two concepts is two items."""

    unit: str
    spans: tuple[Span, ...]
    concept: str
    label: str
    text: str
    wording: Wording


@dataclass(frozen=True, slots=True)
class Error:
    """``against`` is what the other side says there, if it says anything that explains the error; ``relation`` is what its concept is to this
    one (same, ancestor, descendant, sibling, other); ``context`` the words around.
    """

    side: Side
    kind: str
    item: Item
    relation: str = ""
    against: Item | None = None
    context: str = ""

    def row(self) -> Mapping[str, Any]:
        """One row of a table."""
        item, other = self.item, self.against
        return {
            "side": self.side.value, "kind": self.kind, "unit": item.unit, "place": place(item.spans), "text": item.text, "concept": item.concept,
            "label": item.label, "wording": "+".join(item.wording.changes) or item.wording.kind, "nearest_name": item.wording.name,
            "relation": self.relation, "against": "" if other is None else f"{place(other.spans)} {other.concept} {other.label}",
            "against_text": "" if other is None else other.text, "context": self.context,
        }  # fmt: skip


def place(spans: tuple[Span, ...]) -> str:
    """``12-20`` or ``12-20 25-30``."""
    return " ".join(f"{s.start}-{s.end}" for s in spans)
