"""goldproof errors: what a system got wrong, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .frame import format_option, json_option, say, show, show_json
from .place import corpus_of, is_project
from .systems import system as system_of

if TYPE_CHECKING:
    from ..benchmark import Analysis, Error
    from ..model import Corpus, Layer

_LIST = ("side", "kind", "unit", "place", "text", "concept", "label", "wording", "nearest_name", "relation", "against", "against_text")


@click.command("errors")
@click.argument("ref", required=False)
@click.argument("sys", required=False)
@format_option
@click.option("--ontology", type=click.Path(), metavar="FILE", help="Follow ids, relate concepts and hold the words against the names of this ontology.")
@click.option("--report", type=click.Path(), metavar="FILE", help="Write a page with the counts and examples of each kind.")
@click.option("--layer", default="", metavar="NAME", help="The layer of REF; needed if it has several.")
@click.option("--with", "other", default="", metavar="NAME", help="The layer of SYS (or of REF, if no SYS is given).")
@click.option("--list", "listed", is_flag=True, help="A row for each error instead of the counts.")
@click.option("--solved", is_flag=True, help="A row for each wording of the reference: how many items, how many found.")
@click.option("--kind", "chosen", multiple=True, metavar="NAME", help="Only this kind; may be repeated.")
@click.option("--side", type=click.Choice(["miss", "false-alarm"]), help="Only one side.")
@click.option("--kinds", "explained", is_flag=True, help="List the kinds of error and what they mean.")
@json_option
def errors_command(
    ref: str | None, sys: str | None, format: str, ontology: str | None, layer: str, other: str, listed: bool, solved: bool,
    chosen: tuple[str, ...], side: str | None, explained: bool, report: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Class every difference between the mentions of REF (the gold) and those of SYS (a system's output): misses and false alarms.

    REF and SYS are corpora in any format, or projects, with the same documents; SYS may also be an annotator, which is then run: concepts:hp.obo. Each error has one kind, the first that holds in the list that
    --kinds prints. Matching is exact: the same place and concept.
    """
    from ..benchmark import KINDS, analyse
    from ..ontology import Ontology

    if explained:
        show([{"kind": k, "side": " ".join(s.value for s in sides), "meaning": what} for k, (sides, what) in KINDS.items()], as_json=as_json)
        return
    if ref is None or (sys is None and not (layer and other)):
        raise click.UsageError("name REF and SYS, or REF and two of its layers with --layer and --with; --kinds lists the kinds")
    if listed and solved:
        raise click.UsageError("--list and --solved are two tables: ask for one")
    for kind in chosen:
        if kind not in KINDS:
            raise click.UsageError(f"no kind {kind!r}; the kinds are: {', '.join(KINDS)}")
    opened = Ontology(ontology) if ontology is not None else None
    if solved and opened is None:
        raise click.UsageError("--solved holds words against names: give an --ontology")
    gold = corpus_of(ref, format=format)
    system = gold if sys is None else _system(sys, gold, format)
    made = analyse(gold, system, opened, layer=layer, sys_layer=other)
    kept = [e for e in made.errors if (not chosen or e.kind in chosen) and side in (None, e.side.value)]
    if as_json:
        show_json({"origin": made.origin, "found": made.found, "misses": len(made.misses), "false_alarms": len(made.false_alarms),
                   "counts": [dict(r) for r in made.counts()], "solved": [dict(r) for r in made.solved()] if opened else [],
                   "errors": [dict(e.row()) for e in kept]})  # fmt: skip
    elif solved:
        show(made.solved(), columns=("wording", "items", "found", "recall", "meaning"))
    elif listed:
        show([e.row() for e in kept], columns=_LIST)
    else:
        rows = [r for r in made.counts() if (not chosen or r["kind"] in chosen) and side in (None, r["side"])]
        show(rows, columns=("side", "kind", "count", "share", "example"))
    if report is not None:
        from pathlib import Path

        from ..formats.files import save_text
        from ..report import render
        from ..report.errors import page

        save_text(Path(report), render(page(made)))
        say(f"report in {report}")
    _sum_up(made, kept)


def _system(sys: str, gold: Corpus, format: str) -> Corpus | Layer:
    """An output made elsewhere, or what an annotator says of the texts of the gold."""
    from ..model import Corpus

    if is_project(sys):
        return corpus_of(sys)
    _, found = system_of(sys, format=format)
    return found if isinstance(found, Corpus) else found.annotate(gold)


def _sum_up(made: Analysis, kept: list[Error]) -> None:
    for note in made.notes:
        say(f"note: {note}")
    say(f"{made.found} found, {len(made.misses)} missed, {len(made.false_alarms)} false alarms in {made.units} units"
        + (f"; {len(kept)} of {len(made.errors)} errors chosen" if len(kept) < len(made.errors) else ""))  # fmt: skip
    say(made.origin)
