"""The rating that more than half of the raters of a unit give (or of their weights). Where there is none the unit is not judged: somebody has to decide.

``votes`` is how many give it, ``of`` how many rated the unit.
"""

from __future__ import annotations

from ..model import Attributes, Kind, Rating
from .rule import SLACK, WEIGHTS, Ballot, Cast, Rule, told


def vote(ballot: Ballot) -> Cast:
    out: dict[str, list[Rating]] = {}
    for unit in ballot.units:
        votes: dict[float | str, list[int]] = {}
        for j, said in ballot.judged(unit).items():
            for r in said:
                votes.setdefault(r.value, []).append(j)
        raters = [j for who in votes.values() for j in who]
        for value, who in votes.items():
            if 2 * ballot.worth(who) > ballot.worth(raters) + SLACK:
                out[unit] = [Rating(value, attributes=Attributes(votes=told(ballot.worth(who)), of=len(raters)))]
    return Cast(out)


MODE = Rule("majority", "the majority's rating", frozenset({Kind.RATINGS}), (WEIGHTS,), vote)
