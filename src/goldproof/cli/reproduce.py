"""goldproof reproduce: a paper's tables, computed beside published."""

from __future__ import annotations

from pathlib import Path

import click

from .frame import json_option, progress, say, show, show_json

_COLUMNS = ("id", "what", "published", "computed", "tolerance", "holds", "why")


@click.command("reproduce")
@click.argument("paper")
@click.option("--data", required=True, type=click.Path(), metavar="DIR", help="The folder with the paper's data.")
@click.option("--only", default="", metavar="PREFIX", help="Only rows whose id begins so: table5, oracle/.")
@click.option("--drawings", type=click.Path(), metavar="DIR", help="Write the paper's figures, drawn anew, into this folder as svg and png.")
@click.option("--tables", type=click.Path(), metavar="DIR", help="Write the lists behind the rows (every item that differs, and why) into this folder as tsv.")
@click.option("--runs", type=click.Path(), metavar="DIR", help="A folder of runs that take too long to be done on the way (craft: TASK.json of goldproof train --folds 5 --json).")
@json_option
@click.pass_context
def reproduce_command(ctx: click.Context, paper: str, data: str, only: str, drawings: str | None, tables: str | None, runs: str | None, as_json: bool) -> None:
    """Compute the tables of PAPER on its real data and print them beside the published numbers.

    Exit 1 if a number does not hold and no reason is known.
    """
    from ..reproduce import reproduce

    made = reproduce(paper, data, show=progress, runs=runs)
    rows = [dict(row.plain()) for row in made.rows if row.id.startswith(only)]
    if as_json:
        show_json(rows)
    else:
        show([row | {"holds": row["holds"] if row["published"] is not None else None} for row in rows], columns=_COLUMNS)
    if drawings is not None:
        folder = Path(drawings)
        folder.mkdir(parents=True, exist_ok=True)
        for name, drawing in made.drawings.items():
            for suffix in ("svg", "png"):
                drawing.save(folder / f"{name}.{suffix}")
        say(f"{len(made.drawings)} drawings in {drawings}, each as svg and png")
    if tables is not None:
        folder = Path(tables)
        folder.mkdir(parents=True, exist_ok=True)
        for name, listed in made.tables.items():
            listed.save(folder / f"{name}.tsv")
        say(f"{len(made.tables)} tables in {tables}")
    for note in made.notes:
        say(f"note: {note}")
    published = [row for row in rows if row["published"] is not None]
    holding = sum(row["holds"] for row in published)
    explained = sum(not row["holds"] and bool(row["why"]) for row in published)
    alone = len(rows) - len(published)
    say(f"{len(published)} published numbers: {holding} hold, {explained} differ for a known reason, {len(published) - holding - explained} differ without one"
        + (f"; {alone} more are ours alone, with nothing published to stand beside" if alone else ""))  # fmt: skip
    ctx.exit(1 if any(not row["holds"] and not row["why"] for row in rows) else 0)
