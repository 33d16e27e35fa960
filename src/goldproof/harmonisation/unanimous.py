"""What all annotators say of a unit, for any kind of judgement. A unit on which they differ is not judged: somebody has to decide.

Nothing is counted, so the judgements keep no votes. Mentions and phenotypes may come in any order; their ids and remarks (notes,
confidence) have no part in it, and are those of the first layer by name.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from ..model import Kind, Mention, Phenotype
from .rule import PRIVATE, Ballot, Cast, Rule


def vote(ballot: Ballot) -> Cast:
    out: dict[str, tuple[Any, ...]] = {}
    for unit in ballot.units:
        judged = ballot.judged(unit)
        said = [Counter(map(_bare, x)) for x in judged.values()]
        if said and all(x == said[0] for x in said):
            out[unit] = next(iter(judged.values()))
    return Cast(out)


def _bare(judgement: Any) -> Any:
    """The judgement without what belongs to one annotator."""
    match judgement:
        case Mention():
            return replace(judgement, spans=tuple(sorted(judgement.spans)), concepts=tuple(sorted(judgement.concepts)), id="",
                           confidence=None, stated=None, attributes=judgement.attributes.without(*PRIVATE))  # fmt: skip
        case Phenotype():
            return replace(judgement, attributes=judgement.attributes.without(*PRIVATE))
        case _:
            return judgement


UNANIMOUS = Rule("unanimous", "what all annotators say", frozenset(Kind), (), vote)
