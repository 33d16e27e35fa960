"""The rules that make entries from names. A rule gives only what is certain to be right; what it is not sure of, it leaves out."""

from __future__ import annotations

from . import adjectives, coordination, number, order, phrases, selection, spelling
from .rule import Candidate, Rule

RULES: dict[str, Rule] = {
    rule.name: rule
    for rule in (
        *selection.RULES, number.NUMBER, adjectives.QUALITY, adjectives.ENTITY, order.ORDER, coordination.COORDINATION, spelling.SPELLING, spelling.NUMERAL,
        *phrases.RULES,
    )
}  # fmt: skip

__all__ = ["RULES", "Candidate", "Rule"]
