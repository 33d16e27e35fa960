"""goldproof balance: are the parts of a partition alike?"""

from __future__ import annotations

import click

from .frame import format_option, put, say, table_options
from .place import corpus_of


@click.command("balance")
@click.argument("study")
@format_option
@click.option("--split", "splits", multiple=True, metavar="NAME", help="A part; give two or more. All splits that have nothing in common, if none is given.")
@click.option("--layer", "layers", multiple=True, metavar="NAME", help="Only this layer; may be repeated.")
@click.option("--by", default="layer", show_default=True, metavar="WHAT", help="A row for each layer, type or concept.")
@click.option("--correction", default="none", show_default=True, metavar="NAME", help="Over the rows: none, holm, bonferroni, bh.")
@table_options
def balance_command(
    study: str, format: str, splits: tuple[str, ...], layers: tuple[str, ...], by: str, correction: str, style: str | None, out: str | None, as_json: bool
) -> None:  # fmt: skip
    """Show whether the splits of STUDY are balanced: for each layer (or type or concept of mentions) a one-way analysis of
    variance of its number a unit.

    A small p says that the parts differ in that class more than chance would have it.
    """
    from ..report.tables import Table
    from ..significance import balance

    corpus = corpus_of(study, format=format)
    names = splits or tuple(corpus.splits)
    for name in names:
        corpus.split(name)
    chosen = [corpus.layer(name) for name in layers] or list(corpus.layers)
    found = balance(chosen, {name: corpus.splits[name] for name in names}, by=by, correction=correction)
    rows = [dict(b.row()) for b in found]
    columns = tuple(c for c in (rows[0] if rows else ()) if any(row[c] not in ("", None) for row in rows))
    put(Table.of("Balance", rows, [c for c in columns if c != "signature"]), rows, style=style, out=out, as_json=as_json, columns=columns)
    worst = min((b.p for b in found if b.p is not None), default=None)
    say(f"{len(found)} classes; smallest p {worst:.3g}" if worst is not None else "no class occurs in all parts")
