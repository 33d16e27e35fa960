"""Who says it: an annotator in a round, a system in a version, a rule over other layers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .attributes import NONE, Attributes


class Maker(StrEnum):
    PERSON = "person"
    SYSTEM = "system"
    RULE = "rule"


class Kind(StrEnum):
    """The five kinds of judgement. There are no others."""

    MENTIONS = "mentions"
    PHENOTYPES = "phenotypes"
    RATINGS = "ratings"
    PARSES = "parses"
    RANKINGS = "rankings"


@dataclass(frozen=True, slots=True)
class Source:
    """The origin of a layer. ``kind`` is a person, a system, or a rule (harmonised, adjudicated)."""

    name: str
    kind: Maker = Maker.PERSON
    version: str = ""
    round: str = ""
    guideline: str = ""
    ontology: str = ""
    settings: Attributes = NONE

    def __str__(self) -> str:
        parts = [self.name, self.version, self.round]
        return "/".join(p for p in parts if p)
