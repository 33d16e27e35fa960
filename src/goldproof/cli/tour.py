"""goldproof tour: the whole life of a gold standard on shipped examples."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from .frame import force_option, json_option, say, show, show_json

if TYPE_CHECKING:
    from ..tour import Walked
    from ..tour.step import Step


@click.command("tour")
@click.argument("folder", default="goldproof-tour", type=click.Path())
@force_option
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Where chance enters (intervals).")
@json_option
def tour_command(folder: str, force: bool, seed: int, as_json: bool) -> None:
    """See the whole life of a gold standard: sources, units, annotations, agreement, harmonisation, adjudication, release, benchmark.

    Everything is made in FOLDER, offline and in seconds; report.html in it shows it all. --force replaces the folder of an earlier tour.
    """
    from ..tour import tour
    from . import COMMANDS

    with _Progress() as progress:
        walked = tour(folder, force=force, seed=seed, commands=COMMANDS, begin=progress.begin, done=progress.done)
    if as_json:
        show_json({"folder": str(walked.folder), "report": str(walked.report), "next": walked.next, "steps": [s.plain() for s in walked.steps]})
    else:
        _table(walked)
    say(f"report: {walked.report}")
    say("The studio, where people annotate in the browser, comes with a later version.")
    say(f"next: {walked.next}")


def _table(walked: Walked) -> None:
    """Few columns on a terminal, where the report is at hand; in a pipe every number goes with its signature."""
    if not sys.stdout.isatty():
        show([f.row() for f in walked.figures],
             columns=("measure", "of", "group", "value", "low", "high", "units", "undefined_because", "signature"))  # fmt: skip
        return
    from ..report.page import short_names

    show([{"measure": name, "of": ", ".join(f.sides), "group": f.group, "value": f.text, "units": f.units}
          for name, f in short_names(walked.figures)])  # fmt: skip


class _Progress:
    """A bar on stderr where somebody is watching; each step's words stay, the bar goes."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> _Progress:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

            columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def begin(self, number: int, of: int, title: str) -> None:
        if self._bar is not None:
            if self._task is None:
                self._task = self._bar.add_task(title, total=of)
            self._bar.update(self._task, description=title, completed=number - 1)

    def done(self, number: int, of: int, step: Step) -> None:
        lines = [f"{number}/{of} {step.title}", *_wrapped(step.text), *(f"    $ {c}" for c in step.commands), *(f"    >>> {p}" for p in step.python), ""]
        if self._bar is None:
            for line in lines:
                say(line)
            return
        from rich.text import Text

        for i, line in enumerate(lines):
            style = "bold" if i == 0 else "cyan" if line.startswith("    ") else ""
            self._bar.console.print(Text(line, style=style), soft_wrap=True)


def _wrapped(text: str) -> list[str]:
    from shutil import get_terminal_size
    from textwrap import wrap

    return wrap(text, min(get_terminal_size((100, 24)).columns, 100) - 4, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
