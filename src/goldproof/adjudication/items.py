"""The things to decide: places of a unit where layers differ, each with what is proposed there and what each layer says there.

A place is, of mentions, a stretch of text that mentions cover one over the other; of phenotypes, EQs that are about the same thing; of parses,
a stretch of sentences; of ratings and rankings, the unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..model import Kind, Mention, Parse, Phenotype, Ranking, Rating
from ..model.plain import judgement_plain
from ..project.queues import Item, Reading
from .cause import Cause, Finding
from .differences import Differences, Pairing, pairing
from .mentions import core as mention_core
from .phenotypes import common
from .phenotypes import core as phenotype_core

Said = tuple[Any, ...]
PROPOSAL = ""
"""The proposal among the sides of a unit: no layer has no name."""


@dataclass
class Place:
    """What each side says at one place of a unit. ``where`` is its stretch of text, if it has one."""

    says: dict[str, list[Any]] = field(default_factory=dict)
    where: tuple[int, int] | None = None


def items(found: Differences) -> tuple[tuple[Item, ...], tuple[str, ...]]:
    """The items, what matters most first; and the units about which there is nothing to decide."""
    lanes, proposal = found.layers, found.proposal
    pair = pairing((*lanes, proposal), found.ontology)
    every = dict.fromkeys((*found.units, *proposal.units, *(u for layer in lanes for u in layer.units)))
    made: list[Item] = []
    agreed: list[str] = []
    for unit in every:
        judged = {layer.name: said for layer in lanes if (said := layer.get(unit)) is not None}
        proposed = proposal.get(unit)
        mine = list(of_unit(unit, proposal.kind, judged, proposed, pair))
        made += mine
        if not mine and proposed is not None:
            agreed.append(unit)
    order = {unit: i for i, unit in enumerate(every)}
    made.sort(key=lambda item: (-item.matters, order[item.unit], item.place or (0, 0), item.key))
    return tuple(made), tuple(agreed)


def of_unit(unit: str, kind: Kind, judged: Mapping[str, Said], proposed: Said | None, pair: Pairing) -> Iterator[Item]:
    """The items of one unit, in the order of its text."""
    if not judged:
        return
    if proposed is None:
        yield _item(unit, unit, Place({name: list(said) for name, said in judged.items()}), judged, None, pair)
        return
    sides = {name: atoms(kind, said) for name, said in {**judged, PROPOSAL: proposed}.items()}
    places = _PLACES[kind](sides)
    apart = [place for place in places if not _settled(place, sides)]
    rest = [x for place in places if not any(place is p for p in apart) for x in place.says.get(PROPOSAL, ())]
    for number, place in enumerate(apart):
        if place.where is not None:
            key = f"{unit}@{place.where[0]}-{place.where[1]}"
        else:
            key = unit if kind in (Kind.RATINGS, Kind.RANKINGS) else f"{unit}@{number + 1}"
        item = _item(unit, key, place, judged, _whole(kind, place.says.get(PROPOSAL, [])), pair)
        yield item if number else replace(item, rest=tuple(map(judgement_plain, rest)))


def _item(unit: str, key: str, place: Place, judged: Mapping[str, Said], proposed: Said | None, pair: Pairing) -> Item:
    findings: list[Finding] = []
    matters = 0.0
    readings: dict[str, tuple[Said, list[str]]] = {}
    for name in judged:
        atoms = place.says.get(name, [])
        says = _whole(_kind(atoms), atoms)
        mine = [] if proposed is None else list(pair(says, proposed))
        findings += mine
        matters += max((f.matters for f in mine), default=0.0)
        readings.setdefault(repr(sorted(repr(core(x)) for x in atoms)), (says, []))[1].append(name)
    worst = max(findings, key=lambda f: f.matters, default=None)
    unsettled = proposed is None or any(map(_unsettled, proposed))
    cause = worst.cause if worst else Cause.OPEN if unsettled else Cause.OTHER
    detail = "the rule proposes nothing" if proposed is None else worst.detail if worst else ""
    return Item(
        key, unit, cause.value, 1.0 if unsettled else min(matters / len(judged), 1.0), None if proposed is None else tuple(map(judgement_plain, proposed)),
        tuple(Reading(tuple(map(judgement_plain, says)), tuple(names)) for says, names in readings.values()), (), detail, place.where,
    )  # fmt: skip


def core(x: Any) -> object:
    """What makes two judgements the same thing to decide about: votes, notes and ids are not in it."""
    match x:
        case Mention():
            return mention_core(x)
        case Phenotype():
            return phenotype_core(x)
        case Rating():
            return x.value
        case Ranking():
            return tuple(tuple(sorted(group)) for group in x.groups)
        case Parse():
            return tuple((s.span, s.tokens, s.tree, s.multiwords, s.blanks) for s in x.sentences)
    raise TypeError(type(x).__name__)


def _settled(place: Place, sides: Mapping[str, Said]) -> bool:
    """Does everybody say the same here, and has the proposal nothing unsettled?"""
    said = {repr(sorted(repr(core(x)) for x in place.says.get(name, ()))) for name in sides}
    return len(said) == 1 and not any(map(_unsettled, place.says.get(PROPOSAL, ())))


def _unsettled(judgement: Any) -> bool:
    return isinstance(judgement, Phenotype) and bool(judgement.attributes.get("open", ()))


def _kind(atoms: Sequence[Any]) -> Kind:
    return Kind.PARSES if atoms and isinstance(atoms[0], Parse) else Kind.MENTIONS


def atoms(kind: Kind, said: Said) -> Said:
    """What can be decided by itself: of a parse, its sentences."""
    return tuple(Parse((s,)) for parse in said for s in parse.sentences) if kind is Kind.PARSES else said


def _whole(kind: Kind, atoms: Sequence[Any]) -> Said:
    return (Parse(tuple(s for parse in atoms for s in parse.sentences)),) if kind is Kind.PARSES and atoms else tuple(atoms)


def _by_text(sides: Mapping[str, Said]) -> list[Place]:
    """Stretches of text that the judgements of all sides cover one over the other; what has no place in the text is a place by itself."""
    placed: list[tuple[int, int, str, Any]] = []
    nowhere = Place()
    for name, said in sides.items():
        for x in said:
            start, end = _extent(x)
            if start == end == -1:
                nowhere.says.setdefault(name, []).append(x)
            else:
                placed.append((start, end, name, x))
    out: list[Place] = []
    for start, end, name, x in sorted(placed, key=lambda row: row[:2]):
        # An empty mention touches what begins where it stands.
        if out and out[-1].where is not None and (start < out[-1].where[1] or start == out[-1].where[0]):
            out[-1].where = (out[-1].where[0], max(end, out[-1].where[1]))
        else:
            out.append(Place(where=(start, end)))
        out[-1].says.setdefault(name, []).append(x)
    return ([nowhere] if nowhere.says else []) + out


def _extent(x: Any) -> tuple[int, int]:
    if isinstance(x, Parse):
        return x.sentences[0].span
    return (x.start, x.end) if x.spans else (-1, -1)


def _by_subject(sides: Mapping[str, Said]) -> list[Place]:
    """EQs that are about the same thing: each EQ goes to the place where it has most slots in common, at most one of a side to a place."""
    out: list[Place] = []
    for name in (PROPOSAL, *(n for n in sides if n != PROPOSAL)):
        left = list(sides[name])
        for same in (3, 2, 1):
            for x in list(left):
                place = next((p for p in out if name not in p.says and any(common(x, y) >= same for said in p.says.values() for y in said)), None)
                if place is not None:
                    place.says[name] = [x]
                    left.remove(x)
        out += [Place({name: [x]}) for x in left]
    return out


def _by_unit(sides: Mapping[str, Said]) -> list[Place]:
    return [Place({name: list(said) for name, said in sides.items()})]


_PLACES: dict[Kind, Callable[[Mapping[str, Said]], list[Place]]] = {
    Kind.MENTIONS: _by_text, Kind.PARSES: _by_text, Kind.PHENOTYPES: _by_subject, Kind.RATINGS: _by_unit, Kind.RANKINGS: _by_unit,
}  # fmt: skip
