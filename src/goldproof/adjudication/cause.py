"""Why two judgements differ, and how much that matters."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Cause(StrEnum):
    """Why two judgements differ; what matters most stands first."""

    MISSED = "missed"
    EXTRA = "extra"
    UNRELATED = "concept-unrelated"
    GENERAL = "concept-general"
    SPECIFIC = "concept-specific"
    SLOT = "slot"
    OPEN = "open"
    ATTRIBUTE = "attribute"
    FRAGMENT = "fragment"
    BOUNDARY = "boundary"
    LABEL = "label"
    VALUE = "value"
    REASON = "reason"
    FIRST = "first"
    ORDER = "order"
    TIE = "tie"
    SENTENCE = "sentence"
    TOKEN = "token"
    CROSSING = "crossing"
    BRACKET = "bracket"
    HEAD = "head"
    TAG = "tag"
    RELATION = "relation"
    SIDE = "one-sided"
    OTHER = "other"


EXPLAINED = {
    Cause.MISSED: "the annotator has nothing where the others agree on something",
    Cause.EXTRA: "only the annotator has it, or too few others",
    Cause.UNRELATED: "the same place, another concept, neither above the other",
    Cause.GENERAL: "the annotator's concept stands above the harmonised one",
    Cause.SPECIFIC: "the annotator's concept stands below the harmonised one",
    Cause.SLOT: "a slot of a phenotype is filled otherwise",
    Cause.OPEN: "a slot of a phenotype has no majority, or a unit has no proposal",
    Cause.ATTRIBUTE: "the same mention or phenotype, but negated, uncertain, counted ... otherwise",
    Cause.FRAGMENT: "the same concept, with other fragments",
    Cause.BOUNDARY: "the same concept, with other ends",
    Cause.LABEL: "the same place and concept, with another label",
    Cause.VALUE: "another value",
    Cause.REASON: "the same value, for other reasons",
    Cause.FIRST: "another option stands first",
    Cause.ORDER: "options stand in another order",
    Cause.TIE: "options are tied here and apart there",
    Cause.SENTENCE: "sentences begin or end elsewhere",
    Cause.TOKEN: "words are cut otherwise",
    Cause.CROSSING: "a constituent that crosses one of the proposal's",
    Cause.BRACKET: "a constituent that the proposal does not have, has otherwise, or has alone",
    Cause.HEAD: "a word depends on another word",
    Cause.TAG: "a word has another tag",
    Cause.RELATION: "a word depends on the same word, by another relation",
    Cause.SIDE: "a concept that stands on one side of a parallel unit only",
    Cause.OTHER: "the same in all that is compared, but not the same record",
}

SEVERITY = {
    Cause.MISSED: 1.0, Cause.EXTRA: 1.0, Cause.UNRELATED: 1.0, Cause.GENERAL: 1.0, Cause.SPECIFIC: 1.0, Cause.SLOT: 1.0, Cause.OPEN: 1.0, Cause.ATTRIBUTE: 0.8,
    Cause.FRAGMENT: 0.6, Cause.BOUNDARY: 0.6, Cause.LABEL: 0.6, Cause.VALUE: 1.0, Cause.REASON: 0.2, Cause.FIRST: 1.0, Cause.ORDER: 0.7, Cause.TIE: 0.3,
    Cause.SENTENCE: 1.0, Cause.TOKEN: 0.8, Cause.CROSSING: 0.8, Cause.BRACKET: 0.6, Cause.HEAD: 0.6, Cause.TAG: 0.4, Cause.RELATION: 0.4, Cause.SIDE: 1.0,
    Cause.OTHER: 0.1,
}  # fmt: skip
"""What a difference of this cause weighs at its largest; how large it is (characters, steps, places) is measured and multiplied."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Two judgements of a unit, or parts of them, that differ; a side is None where there is nothing on it.

    ``size`` is how far they are apart, in (0, 1]: characters not shared, steps on a scale, pairs in another order. ``detail`` says what in words.
    """

    cause: Cause
    mine: Any
    proposed: Any
    size: float = 1.0
    detail: str = ""

    @property
    def matters(self) -> float:
        return SEVERITY[self.cause] * self.size
