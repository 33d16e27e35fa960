"""goldproof adjudicate and trace: differences decided one by one or by rule, and where a gold judgement comes from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .frame import json_option, say, show, show_json
from .place import actor_option, opened, study_argument

if TYPE_CHECKING:
    from ..adjudication import Trace
    from ..ontology import Ontology
    from ..project import Project
    from ..project.queues import Entry

STATES = ("open", "decided", "skipped", "unsure", "all")


@click.command("adjudicate")
@study_argument
@click.option("--queue", "name", default="", metavar="NAME", help="Which queue; the only one if not given.")
@click.option("--open", "opening", default="", metavar="NAME", help="Open a queue (and a gold layer of that name) for what layers say otherwise than a proposal.")
@click.option("--kind", default="", metavar="KIND", help="With --open: the kind of judgement, where there are several.")
@click.option("--layer", "layers", multiple=True, metavar="NAME", help="With --open: only this layer; may be repeated. All by people and systems otherwise.")
@click.option("--round", "round_", default=None, metavar="NAME", help="With --open: only layers of this round.")
@click.option("--proposal", default="", metavar="LAYER", help="With --open: the layer that is proposed; one is made by --by if not given.")
@click.option("--by", default="", metavar="RULE", help="With --open: the rule that harmonises, centroid(2,2) ...; what is usual for the kind if not given.")
@click.option("--sides", default="", metavar="LAYER", help="With --open: concepts of LAYER that stand on one side of parallel units only.")
@click.option("--seed", default=1, show_default=True, help="With --open: shuffles the readings.")
@click.option("--revise", default="", metavar="QUEUE", help="Begin a new queue and layer (--as NAME) where QUEUE stands: what is released is corrected there.")
@click.option("--as", "as_", default="", metavar="NAME", help="With --revise: what the new queue and its layer are called.")
@click.option("--list", "listed", type=click.Choice(STATES), help="List items, and stop.")
@click.option("--rule", default="", metavar="RULE", help="Decide many items at once, as one action: --rules lists the rules.")
@click.option("--preview", is_flag=True, help="With --rule: show what it would decide, and do nothing.")
@click.option("--rules", "catalogue", is_flag=True, help="List the rules, and stop.")
@click.option("--cause", default="", metavar="CAUSE", help="With --rule or --list: only items of this cause.")
@click.option("--unit", default=None, metavar="UNIT", help="With --rule or --list: only items of this unit.")
@click.option("--reason", default="", metavar="TEXT", help="With --rule: why.")
@click.option("--decisions", type=click.Path(), metavar="FILE", help="Take decisions on whole units from JSON Lines, as one action.")
@click.option("--item", default="", metavar="ITEM", help="Begin with this item, also if it is decided already.")
@click.option("--ontology", type=click.Path(), metavar="FILE", help="Tells concepts above and below from others; its labels are shown.")
@actor_option
@json_option
def adjudicate_command(
    study: str, name: str, opening: str, kind: str, layers: tuple[str, ...], round_: str | None, proposal: str, by: str, sides: str, seed: int, revise: str, as_: str,
    listed: str | None, rule: str, preview: bool, catalogue: bool, cause: str, unit: str | None, reason: str, decisions: str | None, item: str, ontology: str | None,
    actor: str, as_json: bool,
) -> None:  # fmt: skip
    """Decide what layers of STUDY say otherwise than the proposal, what matters most first.

    On a terminal single keys decide (? lists them); otherwise each line of input is a key and what belongs to it: "1", "x reason", "e 12-20 HP:1". Readings
    are shuffled and without names. Every decision is an event, and can be undone.
    """
    if catalogue:
        _rules(as_json)
        return
    if preview and not rule:
        raise click.UsageError("--preview needs --rule")
    if as_ and not revise:
        raise click.UsageError("--as needs --revise")
    from ..errors import BadInput

    causes = _causes()
    if cause and cause not in causes:
        raise BadInput(f"no cause {cause!r}", remedy="causes: " + ", ".join(causes))
    known = _ontology(ontology)
    if opening or revise:
        with opened(study, writing=True) as project:
            name = _revised(project, revise, as_, actor) if revise else _opened(project, opening, kind, layers, round_, proposal, by, sides, seed, known, actor)
            _summary(project, name, as_json)
        return
    if rule or decisions:
        with opened(study, writing=not preview) as project:
            _at_once(project, name, rule, preview, cause, unit, reason, decisions, known, actor, as_json)
        return
    from ..adjudication import Queue

    with opened(study) as project:
        queue = Queue(project, name)
        if listed:
            _list(queue.entries(listed, cause=cause, unit=unit), as_json)
            return
        who = actor or next(p.name for p in project.people() if p.role == "owner")
        if item:
            queue.card(item)  # refused before anything begins
    from .session import Desk, run

    desk = Desk(study, queue.name, who, known)
    run(desk, item)
    show(desk.done, as_json=as_json, columns=("item", "unit", "choice", "cause", "reason", "unsure", "event"))


def _causes() -> list[str]:
    from ..adjudication import Cause

    return [c.value for c in Cause]


def _ontology(file: str | None) -> Ontology | None:
    if file is None:
        return None
    from ..ontology import Ontology

    return Ontology(file)


def _opened(
    project: Project, name: str, kind: str, layers: tuple[str, ...], round_: str | None, proposal: str, by: str, sides: str, seed: int, ontology: Ontology | None, actor: str,
) -> str:  # fmt: skip
    from ..adjudication import differences, open_queue
    from ..errors import BadInput, NotFound
    from ..harmonisation import harmonise
    from ..model import Kind, Maker

    corpus = project.corpus()
    if sides:
        from ..adjudication.across import open_sides
        from ..adjudication.onesided import one_sided

        layer = corpus.layer(sides)
        return open_sides(project, one_sided(corpus, layer), layer, name=name, seed=seed, actor=actor).name
    if kind and kind not in [k.value for k in Kind]:
        raise BadInput(f"no kind of judgement {kind!r}", remedy="there are: " + ", ".join(Kind))
    made = {head.layer for head in project.heads()}
    chosen = [corpus.layer(n) for n in layers] if layers else [la for la in corpus.layers if la.source.kind != Maker.RULE and la.name not in made]
    if proposal:
        kind = kind or corpus.layer(proposal).kind.value
        chosen = [la for la in chosen if la.name != proposal]
    chosen = [la for la in chosen if (round_ is None or la.source.round == round_) and (not kind or la.kind == kind)]
    if not chosen:
        raise NotFound("no layers to compare", where=project.where, remedy="choose them with --layer, --kind or --round")
    kinds = sorted({la.kind.value for la in chosen})
    if len(kinds) > 1:
        raise BadInput(f"layers of several kinds: {', '.join(kinds)}", where=project.where, remedy="choose one with --kind")
    drafted = corpus.layer(proposal) if proposal else harmonise(chosen, by, corpus=corpus, name=f"{name}-proposal")
    return open_queue(project, differences(chosen, drafted, ontology=ontology), name=name, seed=seed, actor=actor).name


def _revised(project: Project, queue: str, name: str, actor: str) -> str:
    if not name:
        raise click.UsageError("--revise needs --as NAME")
    project.revise(queue, name, actor=actor)
    return name


def _summary(project: Project, name: str, as_json: bool) -> None:
    from collections import Counter

    from ..adjudication import Queue

    queue = Queue(project, name)
    counts = Counter(e.item.cause for e in queue.entries())
    p = queue.progress()
    if as_json:
        show_json({"queue": queue.name, "layer": queue.head.layer, "proposal": queue.head.proposal, "layers": list(queue.head.lanes), "items": p.items,
                   "decided": p.decided, "causes": counts})  # fmt: skip
    else:
        show([{"cause": cause, "items": n} for cause, n in counts.most_common()], columns=("cause", "items"))
    say(f"queue {name}: {p.items} items, {p.decided} decided; layer {queue.head.layer}; next: goldproof adjudicate {project.where} --queue {name}")


def _at_once(
    project: Project, name: str, rule: str, preview: bool, cause: str, unit: str | None, reason: str, decisions: str | None, ontology: Ontology | None, actor: str, as_json: bool,
) -> None:  # fmt: skip
    from ..adjudication import Queue, apply, decisions_in
    from ..adjudication import preview as previewed

    queue = Queue(project, name)
    if decisions:
        found = decisions_in(Path(decisions), queue.head.kind)
        saved = queue.decide_unit(found, actor=actor)
        if as_json:
            show_json({"operation": saved.operation, "decisions": saved.events})
        say(f"{len(found)} units, {saved.events} items decided; undo takes all of them back")
        return
    shown = previewed(queue, rule, cause=cause, unit=unit, ontology=ontology)
    rows = [{"item": r.item.key, "unit": r.item.unit, "cause": r.item.cause, "proposed": "; ".join(r.proposed), "decided": "; ".join(r.decided)} for r in shown.rows]
    show(rows, as_json=as_json, columns=("item", "unit", "cause", "proposed", "decided"))
    say(f"{shown} (of {shown.of} open items)")
    if not preview:
        saved = apply(queue, shown, reason=reason, actor=actor)
        say(f"{saved.events} decided; undo takes all of them back")


def _list(entries: list[Entry], as_json: bool) -> None:
    rows: list[dict[str, Any]] = [
        {"place": e.number + 1, "item": e.item.key, "unit": e.item.unit, "cause": e.item.cause, "matters": e.item.matters, "detail": e.item.detail,
         "choice": e.choice, "decided_as": e.cause, "reason": e.reason, "unsure": e.unsure, "by": e.actor, "event": e.decided or None}
        for e in entries
    ]  # fmt: skip
    show(rows, as_json=as_json, columns=("place", "item", "unit", "cause", "matters", "detail", "choice", "decided_as", "reason", "unsure", "by", "event"))


def _rules(as_json: bool) -> None:
    from ..adjudication.rules import RULES

    show([{"rule": r.name, "kinds": sorted(k.value for k in r.kinds), "decides items that": r.told} for r in RULES], as_json=as_json)


@click.command("trace")
@study_argument
@click.argument("unit")
@click.option("--layer", default="", metavar="NAME", help="The gold layer; that of the only queue if not given.")
@json_option
def trace_command(study: str, unit: str, layer: str, as_json: bool) -> None:
    """Where every gold judgement of UNIT comes from: who said so, with how many votes, who decided, when and why.

    "agreed": nobody disputed the proposal. What was decided away is listed too, with nothing in "judged".
    """
    from ..adjudication import trace
    from ..adjudication.trace import plain
    from ..project.words import source_text

    with opened(study) as project:
        found = trace(project, unit, layer)
        corpus = project.corpus(layers=(), units=(unit,))
        kind = project.layers(names=(found[0].layer,))[0].kind if found else None
    if as_json:
        show_json([plain(t, kind) for t in found if kind is not None])
        return
    text = source_text(corpus, unit)
    show([_row(t, text) for t in found], columns=("judged", "how", "votes", "layers", "others", "cause", "reason", "by", "time", "event"))


def _row(t: Trace, text: str) -> dict[str, Any]:
    votes = "" if t.votes is None else f"{t.votes:g} of {t.of}" if t.of is not None else f"{t.votes:g}"
    others = "; ".join(f"{name}: {_words(says, text) or 'nothing'}" for name, says in t.others)
    how = t.how + (f" by rule {t.rule}" if t.rule else "") + (", unsure" if t.unsure else "")
    return {"judged": _words(() if t.judged is None else (t.judged,), text), "how": how, "votes": votes, "layers": list(t.layers), "others": others,
            "cause": t.cause, "reason": t.reason, "by": t.by, "time": t.time[:19] + "Z" if t.time else "", "event": t.event or None}  # fmt: skip


def _words(judged: tuple[Any, ...], text: str) -> str:
    from ..model import Kind, Mention, Parse, Phenotype, Ranking, Rating
    from ..model.plain import judgement_plain
    from ..project.words import words

    kinds = {Mention: Kind.MENTIONS, Phenotype: Kind.PHENOTYPES, Rating: Kind.RATINGS, Parse: Kind.PARSES, Ranking: Kind.RANKINGS}
    if judged and isinstance(judged[0], Parse):
        return f"{sum(len(p.sentences) for p in judged)} sentence(s) parsed"
    bare = [{k: v for k, v in judgement_plain(x).items() if k not in ("attributes", "id")} for x in judged]
    return "; ".join(words(kinds[type(judged[0])], bare, text)) if judged else ""
