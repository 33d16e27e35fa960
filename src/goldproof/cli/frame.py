"""What every command shares: tables on stdout, talk and progress on stderr, the common options."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from ..report.tables import Table

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
lose_option = click.option("--lose", multiple=True, metavar="NAME", help="Agree to lose a feature, or a family: 'source*'; may be repeated.")
force_option = click.option("--force", is_flag=True, help="Overwrite what is there already.")
format_option = click.option("--from", "-f", "format", default="", metavar="FORMAT", help="Format of the input, or a known corpus (goldproof corpora); guessed if not given.")
texts_option = click.option("--texts", type=click.Path(), help="Folder with the texts, for formats that stand off from them.")
set_option = click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the format's own.")


def table_options(command: F) -> F:
    """``--table`` for the page of a paper, ``-o`` for a file of it, ``--json``; the command gets ``style``, ``out`` and ``as_json``."""
    for option in (
        json_option,
        click.option("-o", "--output", "out", type=click.Path(), metavar="FILE", help="Write the table to a file: .md, .tex, .tsv or .csv."),
        click.option("--table", "style", type=click.Choice(["md", "tex", "tsv", "csv"]), help="Print the table for a paper (md, tex) or at full precision (tsv, csv)."),
    ):
        command = option(command)
    return command


def put(table: Table, rows: Sequence[Mapping[str, Any]], *, style: str | None, out: str | None, as_json: bool, columns: Sequence[str] = ()) -> None:
    """A table where the options of :func:`table_options` want it. ``rows`` are its records, for JSON, the terminal and pipes."""
    if out is not None:
        table.save(out)
        say(f"{len(table.rows)} rows in {out}")
    if style is not None:
        click.echo(table.write(style), nl=False)
    elif as_json or out is None:
        show(rows, as_json=as_json, columns=columns)


def pairs(options: Sequence[str], option: str = "-o") -> dict[str, str]:
    """``name=value`` words as a dict; ``option`` is what they were given with."""
    out: dict[str, str] = {}
    for word in options:
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise click.UsageError(f"{option} {word}: write it as NAME=VALUE")
        out[name] = value
    return out


def say(line: str) -> None:
    """Talk goes to stderr: stdout is data."""
    click.echo(line, err=True)


def show(rows: Sequence[Mapping[str, Any]], *, as_json: bool = False, columns: Sequence[str] = ()) -> None:
    """A table: readable on a terminal, TSV in a pipe, JSON on request."""
    names = list(columns) or list(dict.fromkeys(k for row in rows for k in row))
    if as_json:
        show_json([dict(row) for row in rows])
    elif sys.stdout.isatty():
        _grid(rows, names)
    else:
        click.echo("\t".join(names))
        for row in rows:
            click.echo("\t".join(_flat(_cell(row.get(name))) for name in names))


def show_json(value: Any) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2, default=str))


def _grid(rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in names:
        numeric = all(isinstance(row.get(name), (int, float, type(None))) for row in rows)
        table.add_column(name.replace("_", " "), justify="right" if numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(_cell(row.get(name))) for name in names))
    Console().print(table)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, (list, tuple, set, frozenset)):
        return ", ".join(map(str, value))
    return str(value)


def _flat(text: str) -> str:
    """One cell of a TSV: tabs and line ends would make two."""
    return " ".join(text.split()) if any(c in text for c in "\t\n\r") else text


def progress(items: Iterable[T], what: str) -> Iterator[T]:
    """The items, with a bar on stderr where somebody is watching and the work is long."""
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    known = items if isinstance(items, Sized) else list(items)
    yield from track(known, description=what, total=len(known), console=Console(stderr=True), transient=True)
