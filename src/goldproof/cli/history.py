"""goldproof status, log, undo, redo: how far a project is, what happened, and the last of it taken back."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from .frame import json_option, say, show, show_json
from .place import actor_option, opened, study_argument

if TYPE_CHECKING:
    from ..project import Event


@click.command("status")
@study_argument
@click.option("--deep", is_flag=True, help="Check contents and derived tables too, not only the chain.")
@json_option
def status_command(study: str, deep: bool, as_json: bool) -> int:
    """Units, layers, progress by layer and round, people, the last event, and whether the chain of events is whole.

    Exits with 1 if it is not. The head is the hash of the last event: noted elsewhere, it proves what stood before it.
    """
    with opened(study) as project:
        verdict = project.verify(deep=deep)
        counts, facts = project.counts(), project.settings()
        layers = [asdict(p) | {"of": counts["unit"]} for p in project.progress()]
        people, rounds, guidelines = project.people(), project.rounds(), project.guidelines()
        last = project.history(last=1)[0]
        summary: dict[str, Any] = {
            "study": project.where, "name": facts.get("name", ""), "licence": facts.get("licence", ""),
            "documents": counts["document"], "units": counts["unit"], "studies": counts["study"],
            "people": [f"{p.name} ({p.role})" for p in people],
            "rounds": [f"{r.name} ({'open' if r.open else 'closed'})" for r in rounds],
            "guideline": guidelines[-1].version if guidelines else "",
            "queues": [_of_queue(h.name, *project.queue_tally(h.name)) for h in project.heads()],
            "releases": [f"{r['version']} ({r['id']})" for r in project.releases()],
            "last event": f"{last.seq}: {last.kind} by {last.actor}, {last.time}",
            "chain": str(verdict), "head": verdict.head,
        }  # fmt: skip
    if as_json:
        chain = {"whole": verdict.whole, "events": verdict.events, "head": verdict.head, "breaks": [str(b) for b in verdict.breaks]}
        show_json(summary | {"people": [asdict(p) for p in people], "rounds": [asdict(r) for r in rounds],
                             "last event": _plain(last), "chain": chain, "layers": layers})  # fmt: skip
    else:
        show([{"what": key, "is": value} for key, value in summary.items() if value not in ("", [])])
        if layers:
            click.echo("")
            show(layers, columns=("layer", "kind", "by", "round", "judged", "of", "nothing", "judgements", "unsure", "last"))
    for found in verdict.breaks:
        say(f"broken: {found}")
    return 0 if verdict.whole else 1


def _of_queue(name: str, items: int, left: int, skipped: int, unsure: int) -> str:
    return f"{name} ({items - left} of {items} decided" + (f", {unsure} unsure" if unsure else "") + ")"


@click.command("log")
@study_argument
@click.option("--unit", help="Only what was done to this unit.")
@click.option("--layer", help="Only what was done in this layer.")
@click.option("--actor", help="Only what this person did.")
@click.option("--last", type=click.IntRange(1), metavar="N", help="Only the last N events.")
@json_option
def log_command(study: str, unit: str | None, layer: str | None, actor: str | None, last: int | None, as_json: bool) -> None:
    """What was done, by whom and when, the last first."""
    with opened(study) as project:
        events = project.history(unit=unit, layer=layer, actor=actor, last=last)
    if as_json:
        show_json([_plain(e) for e in events])
        return
    show(
        [{"event": e.seq, "time": e.time[:19] + "Z", "actor": e.actor, "what": e.kind.value, "layer": e.layer or e.round,
          "unit": e.unit, "version": e.version, "detail": _detail(e)} for e in events],
        columns=("event", "time", "actor", "what", "layer", "unit", "version", "detail"),
    )  # fmt: skip


@click.command("undo")
@study_argument
@actor_option
@json_option
def undo_command(study: str, actor: str, as_json: bool) -> None:
    """Undo the last action (of one person) that is not undone yet. It stays in the log, with its inverse behind it."""
    _turn("undo", study, actor, as_json)


@click.command("redo")
@study_argument
@actor_option
@json_option
def redo_command(study: str, actor: str, as_json: bool) -> None:
    """Do again what was undone last, if nothing else was done since."""
    _turn("redo", study, actor, as_json)


def _turn(which: str, study: str, actor: str, as_json: bool) -> None:
    with opened(study) as project:
        saved = project.undo(actor=actor) if which == "undo" else project.redo(actor=actor)
        events = project.history(operation=saved.operation)
    done = sorted({str(e.said["was"]) for e in events})
    if as_json:
        show_json({"operation": saved.operation, which: [{"of": e.said["of"], "was": e.said["was"], "layer": e.layer, "unit": e.unit}
                                                         for e in events]})  # fmt: skip
    else:
        say(f"{'undone' if which == 'undo' else 'done again'}: {', '.join(done)} ({len(events)} event{'s' * (len(events) != 1)})")


def _detail(event: Event) -> str:
    """A few words about the payload."""
    from ..project import What

    said = event.said
    match event.kind:
        case What.JUDGED:
            text = f"{len(said)} judgement{'s' * (len(said) != 1)}" if said else "nothing there"
            return text + (f", {event.seconds:g} s" if event.seconds is not None else "")
        case What.IMPORTED:
            return ", ".join(f"{len(ids)} {what}{'s' * (len(ids) != 1)}" for what, ids in said.items() if what != "facts") or "facts"
        case What.LAYER:
            return f"{said['kind']} by {said['source'].get('name', '')}"
        case What.UNDONE | What.REDONE:
            return f"event {said['of']} ({said['was']})"
        case What.FLAGGED:
            return "unsure" if said["unsure"] else "sure"
        case What.COMMENTED:
            return str(said["text"])
        case What.PERSON | What.ROLE:
            return f"{said['name']}: {said['role']}"
        case What.GUIDELINE:
            return f"{event.guideline}: {', '.join(said['changed'])}"
        case What.QUEUED:
            return f"queue {said['queue']}, {len(said['items'])} items"
        case What.DECIDED:
            return f"{said['item']}: {said['choice']}" + (f", {said['cause']}" if said.get("cause") else "") + (f" ({said['reason']})" if said.get("reason") else "")
        case What.RELEASED:
            return f"{said['version']}: {said['id']}"
        case What.SETTING:
            return f"{said['name']} = {said['value']}"
    return ""


def _plain(event: Event) -> dict[str, Any]:
    return event.row() | {"payload": event.said}
