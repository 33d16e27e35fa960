"""The majority's phenotypes, slot by slot.

A unit's majority is more than half of the annotators who judged it, or of their weights.

1. An EQ that a majority states is taken as it is.
2. The others are set side by side: the pairs of EQs of different annotators with most slots in common (entity, quality, related
   entity; at least a filled entity or quality) come together first, at most one EQ of an annotator in a set.
3. A set from a majority of annotators gives one EQ. A slot gets the value that a majority gives it ("not filled" is a value); a
   slot without such a value stays empty and is named in ``open``: somebody has to decide.

``votes`` is how many annotators state the EQ, or the fewest votes of a decided slot; ``of`` is how many annotators there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..model import Attributes, Expression, Kind, Phenotype
from .candidates import slots
from .rule import SLACK, WEIGHTS, Ballot, Cast, Rule, told

SLOTS = ("entity", "quality", "related")
EQ = tuple[str, str, str]
Item = tuple[int, EQ]
"""An annotator's number and an EQ, each slot as canonical text ("" where it is not filled)."""


def vote(ballot: Ballot) -> Cast:
    out: dict[str, list[Phenotype]] = {}
    for unit in ballot.units:
        judged = ballot.judged(unit)
        if judged:
            out[unit] = _unit(judged, ballot)
    return Cast(out)


def _unit(judged: Mapping[int, tuple[Phenotype, ...]], ballot: Ballot) -> list[Phenotype]:
    of, half = len(judged), ballot.worth(list(judged)) / 2 + SLACK
    written = spelled(p for said in judged.values() for p in said)
    items: dict[Item, None] = {(j, slots(p)): None for j, said in judged.items() for p in said}
    stated: dict[EQ, list[int]] = {}
    for j, eq in items:
        stated.setdefault(eq, []).append(j)
    worth = {eq: ballot.worth(who) for eq, who in stated.items()}
    out = [_phenotype(eq, written, votes=told(n), of=of) for eq, n in worth.items() if n > half]
    for group in _aligned([item for item in items if worth[item[1]] <= half]):
        if ballot.worth([j for j, _ in group]) > half:
            out.append(_decided(group, written, half, of, ballot))
    return sorted(out, key=str)


def spelled(phenotypes: Iterable[Phenotype]) -> dict[str, Expression | None]:
    """Canonical text -> expression. Of two ways of writing the same expression, one is taken whatever the order of the layers."""
    written: dict[str, Expression | None] = {"": None}
    for p in phenotypes:
        for text, expression in zip(slots(p), (p.entity, p.quality, p.related), strict=True):
            if text not in written or str(expression) < str(written[text]):
                written[text] = expression
    return written


def _phenotype(eq: Sequence[str], written: Mapping[str, Expression | None], **votes: float | tuple[str, ...]) -> Phenotype:
    return Phenotype(written[eq[0]], written[eq[1]], written[eq[2]], Attributes(dict(votes)))


def _decided(group: Sequence[Item], written: Mapping[str, Expression | None], half: float, of: int, ballot: Ballot) -> Phenotype:
    tops = []
    for i in range(3):
        votes: dict[str, list[int]] = {}
        for j, eq in group:
            votes.setdefault(eq[i], []).append(j)
        tops.append(max((ballot.worth(who), text) for text, who in votes.items()))
    values = ["" if n <= half else text for n, text in tops]
    unsettled = tuple(slot for slot, (n, _) in zip(SLOTS, tops, strict=True) if n <= half)
    fewest = min((n for n, _ in tops if n > half), default=0)
    return _phenotype(values, written, votes=told(fewest), of=of, open=unsettled)


def _aligned(items: Sequence[Item]) -> list[list[Item]]:
    """Sets of EQs that are about the same thing, at most one of each annotator."""
    pairs = [
        (-sum(x == y for x, y in zip(a[1], b[1], strict=True)), min(a, b), max(a, b))
        for i, a in enumerate(items) for b in items[i + 1 :]
        if a[0] != b[0] and any(x == y != "" for x, y in zip(a[1][:2], b[1][:2], strict=True))
    ]  # fmt: skip
    group = {item: [item] for item in items}
    for _, a, b in sorted(pairs):
        one, two = group[a], group[b]
        if one is not two and not {name for name, _ in one} & {name for name, _ in two}:
            one.extend(two)
            for item in two:
                group[item] = one
    distinct = {id(g): sorted(g) for g in group.values()}
    return sorted(distinct.values())


MAJORITY = Rule("majority", "the majority's phenotypes, slot by slot", frozenset({Kind.PHENOTYPES}), (WEIGHTS,), vote)
