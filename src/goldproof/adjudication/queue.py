"""A queue of things to decide, as an adjudicator sees it: the same functions serve the terminal, scripts and the studio.

>>> import goldproof as gp
>>> with gp.Project.open("study.db") as project:                                     # doctest: +SKIP
...     queue = project.queue(gp.differences(layers, gp.harmonise(layers, "centroid(2,2)")), name="gold", actor="dee")
...     card = queue.next("dee")
...     queue.decide(card.key, 1, actor="dee", reason="the guideline leaves out the article")

Lanes are hidden: a card has readings in an order that the queue's seed shuffles, with the number of layers that say so, never their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from ..errors import BadInput, NotFound
from ..model import Attributes, Corpus, Judgement, Kind, Layer, Maker, Source
from ..model.plain import judgement_plain, judgements_of
from ..project.batch import Saved
from ..project.deciding import Opening
from ..project.queues import Entry, Head, Item, Plain, Reading, Verdict
from ..project.refusals import Refused
from ..project.store import Project
from ..project.words import source_text, unit_text
from .decisions import Decision
from .differences import Differences
from .items import items

STATES = ("open", "decided", "skipped", "unsure", "all")
PRIVATE = ("note", "annotator", "votes", "of", "exact", "open", "decided")
"""Attributes that belong to one annotator or to the votes: what is decided has its own."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One reading on a card: its number on this card, what it says, how many layers say it."""

    number: int
    judged: tuple[Any, ...]
    votes: int


@dataclass(frozen=True, slots=True)
class Card:
    """All that an adjudicator is shown of an item. ``place`` is its place in the queue, ``of`` how many items there are; ``judges`` how many layers judged the unit.

    ``text`` is what offsets count in (empty where there is no document), ``unit_text`` what is judged. ``base`` is the event of the decision
    that stands (0: none), ``choice`` what it was.
    """

    queue: str
    key: str
    unit: str
    kind: Kind
    place: int
    of: int
    cause: str
    detail: str
    matters: float
    text: str
    unit_text: str
    where: tuple[int, int] | None
    proposed: tuple[Any, ...] | None
    readings: tuple[Shown, ...]
    judges: int
    base: int
    choice: str
    chosen: tuple[Any, ...]
    reason: str
    unsure: bool


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a queue is. Skipped items are open too."""

    items: int
    decided: int
    open: int
    skipped: int
    unsure: int


class Queue:
    """A queue in a project. Any number of people may work on it: what one looks at is not offered to another, and what was decided since is not decided twice."""

    def __init__(self, project: Project, name: str = "") -> None:
        """The queue of that name, or the only one."""
        self.project = project
        self.head: Head = project.head(name)

    def __repr__(self) -> str:
        return f"Queue({self.head.name!r}, {self.head.kind} for layer {self.head.layer})"

    @property
    def name(self) -> str:
        return self.head.name

    def entries(self, state: str = "all", *, cause: str = "", unit: str | None = None) -> list[Entry]:
        """Items as they stand, with the names of the layers: not for the eyes of somebody who decides blind."""
        if state not in STATES:
            raise BadInput(f"no state {state!r}", remedy="there are: " + ", ".join(STATES))
        return [e for e in self.project.entries(self.name, unit=unit) if _is(e, state) and (not cause or e.item.cause == cause)]

    def progress(self) -> Progress:
        items, left, skipped, unsure = self.project.queue_tally(self.name)
        return Progress(items, items - left, left, skipped, unsure)

    def next(self, actor: str, *, minutes: float = 10, behind: Iterable[str] = ()) -> Card | None:
        """The open item that matters most, that nobody else looks at; what this person skipped, and what is ``behind``, comes last. None if all is decided.

        The item is theirs for some minutes: nobody else is offered it.
        """
        keys = self.project.order(self.name, actor=actor, late=behind)
        key = self.project.claim(self.name, keys, actor=actor, minutes=minutes) if keys else None
        return None if key is None else self.card(key)

    def card(self, key: str) -> Card:
        """An item as it is shown."""
        (entry,) = self._entries(key)
        corpus = self.project.corpus(layers=(), units=(entry.item.unit,))
        return self._card(entry, corpus, self.project.queue_tally(self.name)[0])

    def _card(self, entry: Entry, corpus: Corpus, of: int) -> Card:
        item, kind = entry.item, self.head.kind
        readings = tuple(Shown(n, judgements_of(kind, list(map(dict, r.judged))), len(r.layers)) for n, r in enumerate(self.shuffled(item), 1))
        return Card(
            self.name, item.key, item.unit, kind, entry.number + 1, of, item.cause, item.detail, item.matters,
            source_text(corpus, item.unit), unit_text(corpus, item.unit), item.place,
            None if item.proposed is None else judgements_of(kind, list(map(dict, item.proposed))), readings, sum(len(r.layers) for r in item.readings),
            entry.decided, entry.choice, judgements_of(kind, list(map(dict, entry.chosen))), entry.reason, entry.unsure,
        )  # fmt: skip

    def shuffled(self, item: Item) -> list[Reading]:
        """The readings of an item in the order of its card: always the same for the queue's seed, and telling nothing of who says what."""
        readings = sorted(item.readings, key=lambda r: repr(r.judged))
        Random(f"{self.head.seed}/{item.key}").shuffle(readings)
        return readings

    def decide(
        self, key: str, choice: int | str, judged: Sequence[Judgement] | None = None, *, cause: str = "", reason: str = "", unsure: bool = False,
        base: int | None = None, seconds: float | None = None, actor: str = "", operation: str = "",
    ) -> Saved:  # fmt: skip
        """Decide an item: the number of a reading, "keep" the proposal, "none" of them (nothing is there, or with ``judged`` something else), "edit" to what
        is ``judged``, or "skip" it with a reason. ``base`` is the card's: if somebody decided since, Conflict.
        """
        (entry,) = self._entries(key)
        verdict = self._verdict(entry, choice, judged, cause, reason, unsure, base)
        return self.project.decide(self.name, [verdict], seconds=seconds, actor=actor, operation=operation)

    def _verdict(
        self, entry: Entry, choice: int | str, judged: Sequence[Judgement] | None, cause: str, reason: str, unsure: bool, base: int | None
    ) -> Verdict:
        item, cause = entry.item, cause or entry.item.cause
        if isinstance(choice, int):
            readings = self.shuffled(item)
            if not 0 < choice <= len(readings):
                raise BadInput(f"there is no reading {choice}", where=f"item {item.key}", remedy=f"there are 1 to {len(readings)}" if readings else "keep, edit or none")
            return taken(item, readings[choice - 1], cause, reason=reason, unsure=unsure, base=base)
        if choice == "keep":
            return kept(item, cause, reason=reason, unsure=unsure, base=base)
        if choice == "skip":
            return Verdict(item.key, "skip", reason=reason, unsure=unsure, base=base)
        if choice == "edit" and judged is None:
            raise BadInput("an edit says what is judged", where=f"item {item.key}")
        return edited(item, choice, [judgement_plain(x) for x in judged or ()], cause, reason=reason, unsure=unsure, base=base)

    def decide_unit(self, decisions: Iterable[Decision], *, actor: str = "", operation: str = "") -> Saved:
        """Decide whole units as one action: a decision takes a layer's judgement of all of the unit, or says what is judged in it."""
        verdicts: list[Verdict] = []
        for d in decisions:
            mine = self.project.entries(self.name, unit=d.unit)
            if not mine:
                raise NotFound("nothing is to be decided in it", where=f"unit {d.unit}", remedy=f"its items are listed by: goldproof adjudicate {self.project.where} --list all")
            if d.take and d.take not in (*self.head.lanes, self.head.proposal):
                raise BadInput(f"no layer {d.take!r}", where=f"decision on unit {d.unit}", remedy="there are: " + ", ".join((*self.head.lanes, self.head.proposal)))
            if d.take:
                verdicts += [self._of_layer(e, d) for e in mine]
                continue
            said = [judgement_plain(x) for x in d.judged]
            verdicts += [edited(e.item, "edit" if said else "none", said if not n else [], d.cause or e.item.cause, reason=d.reason, whole=not n) for n, e in enumerate(mine)]
        return self.project.decide(self.name, verdicts, actor=actor, operation=operation)

    def _of_layer(self, entry: Entry, d: Decision) -> Verdict:
        cause = d.cause or entry.item.cause
        if d.take == self.head.proposal:
            return kept(entry.item, cause, reason=d.reason)
        reading = next((r for r in entry.item.readings if d.take in r.layers), None)
        if reading is None:
            raise BadInput(f"layer {d.take!r} did not judge it", where=f"decision on unit {d.unit}")
        return taken(entry.item, reading, cause, reason=d.reason)

    def undo(self, *, actor: str = "") -> Saved:
        """Undo this person's last decision in this queue, or bulk of decisions; a deed elsewhere is not touched."""
        return self.project.undo(queue=self.name, actor=actor)

    def redo(self, *, actor: str = "") -> Saved:
        return self.project.redo(queue=self.name, actor=actor)

    def let_go(self, actor: str) -> None:
        """Leave: what this person looked at is free for others."""
        self.project.let_go(self.name, actor=actor)

    def _entries(self, key: str) -> list[Entry]:
        found = self.project.entries(self.name, key=key)
        if not found:
            raise NotFound(f"no item {key!r}", where=f"queue {self.name}")
        return found


def open_queue(
    project: Project, found: Differences, *, name: str = "gold", layer: str = "", seed: int = 1, actor: str = "", operation: str = ""
) -> Queue:
    """A queue of everything that layers of a project say otherwise than a proposal. What nobody disputes is in the gold layer at once.

    The layers are the project's, as they stand; the proposal is put into the project if it is not there. ``layer`` is the gold layer (the queue's name
    if not given). ``seed`` shuffles the readings.
    """
    made, agreed = items(found)
    gold = gold_layer(layer or name, found.proposal, agreed)
    project.open_queue(Opening(name, gold, found.proposal, found.layers, made, seed), actor=actor, operation=operation)
    return Queue(project, name)


def gold_layer(name: str, proposal: Layer, agreed: Sequence[str]) -> Layer:
    """The layer that a queue fills, with the units that nobody disputes."""
    said = proposal.source
    source = Source("adjudicated", Maker.RULE, round=said.round, guideline=said.guideline, ontology=said.ontology, settings=Attributes(of=proposal.name))
    return Layer(name, source, (), proposal.only(()).columns, proposal.scale) if not agreed else Layer(
        name, source, tuple(agreed), proposal.only(agreed).columns, proposal.scale)  # fmt: skip


def taken(item: Item, reading: Reading, cause: str, **more: Any) -> Verdict:
    """A verdict for what some layers say."""
    return Verdict(item.key, "take", decided(item, reading.judged, cause), cause, layers=reading.layers, **more)


def kept(item: Item, cause: str, **more: Any) -> Verdict:
    """A verdict for the proposal, with its votes."""
    if item.proposed is None:
        raise Refused("there is no proposal to keep", where=f"item {item.key}", remedy="take a reading, edit, or say that nothing is there")
    unsettled = next((x for x in item.proposed if "open" in x.get("attributes", {})), None)
    if unsettled is not None:
        raise Refused("the proposal has slots without a majority", where=f"item {item.key}", remedy="take a reading or edit")
    return Verdict(item.key, "keep", item.proposed, cause, **more)


def edited(item: Item, choice: str, judged: Sequence[Plain], cause: str, **more: Any) -> Verdict:
    """A verdict for something that an adjudicator wrote."""
    same = next((r for r in item.readings if [_bare(x) for x in r.judged] == [_bare(x) for x in judged]), None)
    return Verdict(item.key, choice, decided(item, judged, cause), cause, layers=same.layers if same else (), **more)


def decided(item: Item, judged: Sequence[Plain], cause: str) -> list[dict[str, Any]]:
    """Judgements as they go into the gold layer: without what belongs to an annotator, with the cause of the decision and how many layers say just this."""
    judges = sum(len(r.layers) for r in item.readings)
    out = []
    for x in judged:
        said: dict[str, Any] = {"decided": cause}
        if judges:
            bare = _bare(x)
            said |= {"votes": sum(len(r.layers) for r in item.readings if any(_bare(y) == bare for y in r.judged)), "of": judges}
        if "sentences" in x:
            out.append({**x, "sentences": [{**s, "attributes": _less(s) | said} for s in x["sentences"]]})
        else:
            out.append({**{k: v for k, v in x.items() if k != "id"}, "attributes": _less(x) | said})
    return out


def _less(x: Mapping[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in x.get("attributes", {}).items() if k not in PRIVATE}


def _bare(x: Plain) -> dict[str, Any]:
    """What a judgement says, whoever says it."""
    if "sentences" in x:
        return {"sentences": [_bare(s) for s in x["sentences"]]}
    return {k: v for k, v in x.items() if k not in ("id", "confidence", "attributes")} | ({"attributes": _less(x)} if _less(x) else {})


def _is(entry: Entry, state: str) -> bool:
    match state:
        case "open":
            return entry.open
        case "decided":
            return not entry.open
        case "skipped":
            return entry.choice == "skip"
        case "unsure":
            return entry.unsure
    return True
