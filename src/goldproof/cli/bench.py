"""goldproof bench: systems put to the test against a gold standard."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .frame import format_option, progress, put, say, table_options
from .place import known_layers
from .score import draws_option, measure_option, ontology_option, opened, seed_option
from .systems import named

if TYPE_CHECKING:
    from ..benchmark.attempt import System
    from ..benchmark.crossing import Crossed
    from ..report.bench import Runs
    from ..report.tables import Table

SHOWS = ("leaderboard", "pairs", "folds", "documents", "matches")


@click.command("bench")
@click.argument("gold")
@click.option("--system", "-S", "systems", multiple=True, required=True, metavar="NAME=WHAT", help="An output (a file or folder), an annotator (external:syntok, tags:my.model), or train:TASK or train:TOOL: trained anew for every fold; may be repeated.")
@click.option("--task", default="", metavar="NAME", help="What is compared: goldproof list tasks.")
@measure_option
@click.option("--layer", default="", metavar="NAME", help="The gold layer; needed if there are several of the task's kind.")
@click.option("--split", default="", metavar="NAME", help="Only the units of this split.")
@click.option("--given", type=click.Choice(["nothing", "sentences", "tokens", "tags"]), help="What systems get of the gold; the task's own if not given.")
@click.option("--show", "shown", type=click.Choice(SHOWS), default="leaderboard", show_default=True, help="Which table.")
@click.option("--classes", multiple=True, metavar="FILE:WHAT", help="Classes that may stand for others, for --show matches: craft2012:protein-GENESTAR; may be repeated.")
@click.option("--runs", "folder", type=click.Path(), metavar="DIR", help="Keep layers, counts and figures there; systems that are there already are not run again.")
@click.option("--report", type=click.Path(), metavar="FILE", help="Write everything as one page.")
@click.option("--permutations", default=0, metavar="N", help="Of the tests; the task's own number if not given (10,000; 1,000 for trees).")
@click.option("--alpha", default=0.01, show_default=True, metavar="P", help="Differences with a smaller p are marked.")
@click.option("--at-least", type=float, metavar="VALUE", help="Exit with 1 if the ranking measure of a system is lower, or undefined.")
@format_option
@ontology_option
@draws_option
@seed_option
@table_options
def bench_command(
    gold: str, systems: tuple[str, ...], task: str, measures: tuple[str, ...], layer: str, split: str, given: str | None, shown: str, classes: tuple[str, ...],
    folder: str | None, report: str | None, permutations: int, alpha: float, at_least: float | None, format: str, ontology: str | None, draws: int, seed: int,
    style: str | None, out: str | None, as_json: bool,
) -> int:  # fmt: skip
    """Put systems to the test against GOLD (a corpus in any format, a release, or a project).

    Systems see the texts alone, or what --given says of the gold, and never its answers. Each number has its interval; "alike" names the systems that one cannot be told from
    by approximate randomisation. A document that a system fails on is not judged, and counted.
    """
    from ..benchmark.crossing import Crossed
    from ..benchmark.running import TRAIN
    from ..report.bench import bench

    chosen: dict[str, System | Crossed] = {}
    for spec in systems:
        name, sign, what = spec.partition("=")
        system: System | Crossed
        if (what if sign and name.isidentifier() else spec).startswith(TRAIN):
            what = what if sign and name.isidentifier() else spec
            system = Crossed.of(what.removeprefix(TRAIN), seed=seed if seed != 1 else 7)
            name = name if what != spec else system.name
        else:
            name, system = named(spec)
        if name in chosen:
            raise click.UsageError(f"two systems are called {name}: name them with NAME=WHAT")
        chosen[name] = system
    runs = bench(known_layers(gold, format, (layer,) if layer else ()), chosen, measures, task=task, layer=layer, split=split, given="" if given == "nothing" else given, folder=folder,
                 ontology=opened(ontology), draws=draws, seed=seed, show=progress)  # fmt: skip
    table = _table(runs, shown, classes, permutations, alpha, seed)
    put(table, _records(table), style=style, out=out, as_json=as_json)
    for note in runs.notes():
        say(f"note: {note}")
    if report is not None:
        runs.report(report)
        say(f"report in {report}")
    if folder is not None:
        say(f"layers, counts and figures in {Path(folder)}")
    figures = [runs.figure(runs.main, name, draws=0) for name in runs.names]
    missed = [f for f in figures if at_least is not None and (f.value is None or f.value < at_least)]
    if missed:
        say(f"{len(missed)} of {len(figures)} systems are below {at_least:g} or undefined")
    return 1 if missed else 0


def _table(runs: Runs, shown: str, classes: tuple[str, ...], permutations: int, alpha: float, seed: int) -> Table:
    match shown:
        case "pairs":
            return runs.comparisons(n=permutations, alpha=alpha, seed=seed)
        case "folds":
            return runs.by_part("split")
        case "documents":
            return runs.by_part("document", [runs.main])
        case "matches":
            return runs.matches(classes)
    return runs.leaderboard(alpha=alpha, n=permutations, seed=seed)


def _records(table: Table) -> list[dict[str, object]]:
    """A table's rows for JSON and pipes: a figure as its value, its ends, its signature."""
    from ..measures import Figure

    rows = []
    for row in table.rows:
        record: dict[str, object] = {}
        for name, cell in zip(table.columns, row, strict=True):
            if isinstance(cell, Figure):
                record[name] = cell.value
                if cell.low is not None:
                    record |= {f"{name} low": cell.low, f"{name} high": cell.high, f"{name} signature": str(cell.signature)}
            else:
                record[name] = cell
        rows.append(record)
    return rows
