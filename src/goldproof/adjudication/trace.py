"""Where a gold judgement comes from: who said so, what was proposed with which votes, who decided what, when, and why."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import NotFound
from ..model import Corpus, Kind
from ..model.plain import judgement_plain, judgements_of
from ..project.events import Event, What
from ..project.queues import Entry, Head
from ..project.store import Project
from .items import PROPOSAL, atoms, core


@dataclass(frozen=True, slots=True)
class Trace:
    """One judgement of a gold layer, or a decision that left nothing there (``judged`` is None then).

    ``how``: agreed (nobody disputed the proposal), kept, taken, edited, none, whole (the unit was edited as one), open, judged (not through a queue).
    ``layers`` are those that say exactly this, ``others`` what the other layers that judged the unit say at the place. ``event`` is the number of
    the event that it rests on.
    """

    unit: str
    layer: str
    judged: Any
    how: str
    votes: int | None
    of: int | None
    layers: tuple[str, ...]
    others: tuple[tuple[str, tuple[Any, ...]], ...]
    proposal: str
    cause: str
    reason: str
    rule: str
    unsure: bool
    by: str
    time: str
    event: int


_HOW = {"take": "taken", "keep": "kept", "edit": "edited", "none": "none", "skip": "open", "": "open"}


def trace(project: Project, unit: str, layer: str = "") -> tuple[Trace, ...]:
    """Every judgement of a unit in a gold layer (of the only queue, if no layer is named), and everything that was decided away in it."""
    head = next((h for h in project.heads() if h.layer == layer), None) if layer else project.head()
    name = layer if head is None else head.layer
    project.corpus(layers=(), units=(unit,))  # an unknown unit is refused
    stands = project.standing(name, unit)
    if head is None:
        return tuple(_beside(project, unit, name, x) for x in stands.judged or ())
    said = _said(project.corpus(layers=(*head.lanes, head.proposal), units=(unit,)), head, unit)
    events = project.history(layer=head.layer, unit=unit)
    return tuple(_through(unit, head, stands.judged, project.entries(head.name, unit=unit), said, events[-1] if events else None, _wholes(events)))


def trace_layer(project: Project, head: Head) -> Iterator[Trace]:
    """The same for every unit of a queue's layer, read at once."""
    corpus = project.corpus(layers=(*head.lanes, head.proposal, head.layer))
    events = project.history(layer=head.layer)
    first = {e.unit: e for e in events if e.unit is not None}  # the last first: what stays is the earliest
    entries: dict[str, list[Entry]] = {}
    for entry in project.entries(head.name):
        entries.setdefault(entry.item.unit, []).append(entry)
    wholes, gold = _wholes(events), corpus.layer(head.layer)
    for unit in (u.id for u in corpus.units):
        if unit in gold:
            yield from _through(unit, head, gold[unit], entries.get(unit, []), _said(corpus, head, unit), first.get(unit), wholes)


def _through(
    unit: str, head: Head, judged: Sequence[Any] | None, entries: Sequence[Entry], said: dict[str, Sequence[Any]], first: Event | None, wholes: set[int],
) -> Iterator[Trace]:  # fmt: skip
    found = {repr(core(x)): x for x in atoms(head.kind, tuple(judged or ()))}
    for entry in entries:
        chosen = atoms(head.kind, judgements_of(head.kind, list(map(dict, entry.chosen))))
        for x in chosen:
            found.pop(repr(core(x)), None)
            yield _of_entry(entry, unit, head, x, said, "whole" if entry.decided in wholes else _HOW[entry.choice])
        if not chosen:
            yield _of_entry(entry, unit, head, None, said, _HOW[entry.choice])
    first_opened = first is not None and first.kind is What.JUDGED
    for key, x in found.items():
        layers = tuple(name for name, judgements in said.items() if name != PROPOSAL and key in {repr(core(y)) for y in judgements})
        # A unit without items was judged when the queue was opened; what is agreed in another unit rests on the queue's own event.
        event = first if first_opened and not entries else None
        by, time, number = (event.actor, event.time, event.seq) if event is not None else (head.actor, head.time, head.event)
        yield Trace(unit, head.layer, x, "agreed", *_votes(x), layers, (), head.proposal, "", "", "", False, by, time, number)


def _wholes(events: Iterable[Event]) -> set[int]:
    """Decisions on whole units."""
    return {e.seq for e in events if e.kind is What.DECIDED and e.said.get("whole")}


def _of_entry(entry: Entry, unit: str, head: Head, x: Any, said: dict[str, Sequence[Any]], how: str) -> Trace:
    key = None if x is None else repr(core(x))
    layers, others = [], []
    for reading in entry.item.readings:
        says = judgements_of(head.kind, list(map(dict, reading.judged)))
        cores = {repr(core(y)) for y in atoms(head.kind, says)}
        same = key in cores if key is not None else not cores
        for name in reading.layers:
            if same:
                layers.append(name)
            else:
                others.append((name, says))
    votes, of = (None, None) if x is None else _votes(x)
    return Trace(unit, head.layer, x, how, votes if votes is not None else len(layers) if entry.item.readings else None, of if of is not None else sum(
        len(r.layers) for r in entry.item.readings) or None, tuple(layers), tuple(others), head.proposal, entry.cause, entry.reason, entry.rule, entry.unsure,
        entry.actor, entry.time, entry.decided)  # fmt: skip


def _said(corpus: Corpus, head: Head, unit: str) -> dict[str, Sequence[Any]]:
    """What the queue's layers and its proposal say of the unit."""
    wanted = (*head.lanes, head.proposal)
    return {(PROPOSAL if la.name == head.proposal else la.name): atoms(head.kind, la.get(unit) or ()) for la in corpus.layers if la.name in wanted}


def _votes(x: Any) -> tuple[int | None, int | None]:
    attributes = x.sentences[0].attributes if hasattr(x, "sentences") and x.sentences else getattr(x, "attributes", {})
    votes, of = attributes.get("votes"), attributes.get("of")
    return (votes if isinstance(votes, int | float) else None), (of if isinstance(of, int | float) else None)  # type: ignore[return-value]


def _beside(project: Project, unit: str, layer: str, x: Any) -> Trace:
    events = project.history(unit=unit, layer=layer)
    if not events:
        raise NotFound(f"unit {unit} is not judged", where=f"layer {layer}")
    return Trace(unit, layer, x, "judged", *_votes(x), (), (), "", "", "", "", False, events[0].actor, events[0].time, events[0].seq)


def plain(found: Trace, kind: Kind) -> dict[str, Any]:
    """As JSON says it."""
    out = {name: getattr(found, name) for name in Trace.__slots__}
    out["judged"] = None if found.judged is None else judgement_plain(found.judged)
    out["others"] = [{"layer": name, "judged": [judgement_plain(x) for x in says]} for name, says in found.others]
    loaded: dict[str, Any] = json.loads(json.dumps(out))
    return loaded
