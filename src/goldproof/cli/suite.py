"""goldproof suite: make a test suite from an ontology, look at it, run systems over it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .frame import force_option, json_option, progress, say, show, show_json

if TYPE_CHECKING:
    from ..suites.running import Results


class _WithDefault(click.Group):
    """``goldproof suite hp.obo`` is ``goldproof suite make hp.obo``."""

    default = "make"

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            args = [self.default, *args]
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # Options before the ontology are those of make, not of the group.
        if args and args[0] not in self.commands and args[0] not in ("-h", "--help"):
            args = [self.default, *args]
        return super().parse_args(ctx, args)


@click.group("suite", cls=_WithDefault, context_settings={"help_option_names": ["-h", "--help"]})
def suite_command() -> None:
    """Test suites from an ontology: make one (goldproof suite ONTOLOGY -o FOLDER), show it, run systems over it.

    "make" may be left out. What a suite is made by are criteria, each a rule, the names that it is applied to, and an example: 32 types in six groups after
    Groza et al. 2015, and some beyond; "criteria" lists them.
    """


@suite_command.command("make")
@click.argument("ontology", type=click.Path())
@click.option("-o", "--output", required=True, type=click.Path(), metavar="FOLDER", help="The new folder for the suite.")
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same suite.")
@click.option("--per-type", default=70, show_default=True, metavar="N", help="Entries of a type, at most.")
@click.option("--root", default="", metavar="ID", help="The term whose children are the categories; found if not given.")
@click.option("--type", "types", multiple=True, metavar="NAME", help="Only this type or group; may be repeated.")
@click.option("--criteria", type=click.Path(), metavar="FILE", help="Criteria of your own (TOML), in the place of the shipped ones.")
@force_option
@json_option
def make_command(
    ontology: str, output: str, seed: int, per_type: int, root: str, types: tuple[str, ...], criteria: str | None, force: bool, as_json: bool
) -> None:
    """Make a suite from ONTOLOGY (OBO, OWL) and write it into a new folder: suite.tsv to review and edit, and the same as a corpus."""
    from ..ontology import Ontology
    from ..suites import criterion, suite, write

    chosen = criterion.read(criteria) if criteria is not None else None
    (opened,) = [Ontology(f) for f in progress([ontology], "ontology")]
    made = suite(opened, seed=seed, per_type=per_type, root=root, criteria=chosen, types=types)
    write(made, output, opened, force=force)
    rows = [{"type": t, "entries": len(ids)} for t, ids in made.parts("type").items()]
    if as_json:
        show_json({"folder": output, "checksum": made.checksum, "ontology": made.ontology, "root": made.root, "seed": seed, "types": rows, "notes": list(made.notes)})
    else:
        show(rows, columns=("type", "entries"))
    for note in made.notes:
        say(f"note: {note}")
    say(f"{len(made.entries)} entries, {len(made.categories)} categories below {made.root or 'no root'} {opened.label(made.root) if made.root else ''}; suite {made.version} in {output}")


@suite_command.command("show")
@click.argument("folder", type=click.Path())
@click.option("--entries", is_flag=True, help="A row for each entry instead of the counts.")
@click.option("--type", "types", multiple=True, metavar="NAME", help="Only this type or group; may be repeated.")
@click.option("--drawings", type=click.Path(), metavar="DIR", help="Draw the counts (as Figure 1 of the paper) into this folder.")
@json_option
def show_command(folder: str, entries: bool, types: tuple[str, ...], drawings: str | None, as_json: bool) -> None:
    """What the suite in FOLDER is made of: how many entries of each type in each category."""
    from ..suites import read

    found = read(folder)
    if types:
        found = found.only(types)
    if entries:
        rows: list[dict[str, Any]] = [{"id": e.id, "type": e.type, "text": e.text, "expected": " ".join(map(str, e.expected)), "base": e.base,
                                       "listed": e.listed} for e in found.entries]  # fmt: skip
        show(rows, as_json=as_json, columns=("id", "type", "text", "expected", "base", "listed"))
    else:
        rows = [{"type": t, "category": found.categories.get(c, c), "entries": many} for (t, c), many in sorted(found.cells().items())]
        show(rows, as_json=as_json, columns=("type", "category", "entries"))
    if drawings is not None:
        from ..report.suites import composition

        _draw({"figure1": composition(found)}, drawings)
    say(f"{len(found.entries)} entries of {len(found.types)} types; suite {found.version}" + (", edited since it was generated" if found.edited else ""))


@suite_command.command("run")
@click.argument("folder", type=click.Path())
@click.option("--system", "systems", multiple=True, required=True, metavar="SPEC",
              help="NAME=PATH, an output made elsewhere in any format; or NAME=ANNOTATOR: concepts:hp.obo(preset=ncbo). May be repeated.")  # fmt: skip
@click.option("--from", "-f", "format", default="", metavar="FORMAT", help="Format of the outputs; guessed if not given.")
@click.option("--by", "parts", multiple=True, type=click.Choice(["set", "group", "type", "category"]), help="Rows by these parts; set, group and type if not given.")
@click.option("--type", "types", multiple=True, metavar="NAME", help="Only this type or group; may be repeated.")
@click.option("--measure", default="F1", show_default=True, help="F1 with settings: F1(match=overlap), F1(on=concept).")
@click.option("--worst", type=int, default=0, metavar="N", help="The N worst cases of each system, instead of the scores.")
@click.option("--bar", "bars", multiple=True, metavar="PART=F1", help="Exit with 1 if a system's F1 of a set, group or type is below; may be repeated.")
@click.option("--draws", default=1000, show_default=True, help="Resamplings for intervals; 0 for none.")
@click.option("--seed", default=1, show_default=True, help="Seed of the resamplings.")
@click.option("--drawings", type=click.Path(), metavar="DIR", help="Draw the paper's Figures 1 and 4 into this folder.")
@click.option("--report", type=click.Path(), metavar="FILE", help="Write a page with everything.")
@json_option
@click.pass_context
def run_command(
    ctx: click.Context, folder: str, systems: tuple[str, ...], format: str, parts: tuple[str, ...], types: tuple[str, ...], measure: str, worst: int,
    bars: tuple[str, ...], draws: int, seed: int, drawings: str | None, report: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Run systems over the suite in FOLDER and score them by set, group, type or category.

    Each entry is a document of its own; matching is exact, so that a concept found inside an expected one is a false alarm.
    """
    from ..suites import read
    from ..suites.running import run
    from .systems import system

    found = read(folder)
    if types:
        found = found.only(types)
    wanted = _bars(bars)
    opened = dict(system(spec, format=format) for spec in systems)
    if len(opened) < len(systems):
        raise click.UsageError("two systems have the same name; write NAME=SPEC")
    results = run(found, {name: opened[name] for name in progress(list(opened), "systems")}, by=measure, draws=draws, seed=seed)
    if worst:
        show([dict(c.row()) for name in opened for c in results.worst(name, worst)], as_json=as_json, columns=("system", "id", "type", "text", "expected", "said", "base"))
    elif as_json:
        show_json({"suite": found.version, "edited": found.edited, "notes": list(results.notes), "rows": [dict(r) for r in results.rows(*parts)]})
    else:
        show(results.rows(*parts), columns=("by", "part", "system", "entries", "P", "R", "F1", "low", "high", "signature"))
    if drawings is not None:
        from ..report.suites import by_category, by_type, composition

        _draw({"figure1": composition(found), "figure4": by_type(results), "categories": by_category(results)}, drawings)
    if report is not None:
        from ..formats.files import save_text
        from ..report import render
        from ..report.suites import page

        save_text(Path(report), render(page(results)))
        say(f"report in {report}")
    for note in results.notes:
        say(f"note: {note}")
    say(f"suite {found.version}" + (", edited since it was generated" if found.edited else ""))
    below = _below(results, wanted)
    for line in below:
        say(line)
    ctx.exit(1 if below else 0)


@suite_command.command("criteria")
@json_option
def criteria_command(as_json: bool) -> None:
    """The criteria that ship: type, group, rule, what it tests, an example."""
    from ..suites.criterion import GROUPS, shipped

    show([{"type": c.id, "group": GROUPS.get(c.group, c.group), "rule": c.rule, "source": c.source, "about": c.about, "example": c.example.get("text", ""),
           "made_from": c.example.get("from", "")} for c in shipped().all], as_json=as_json)  # fmt: skip


def _bars(words: tuple[str, ...]) -> dict[str, float]:
    out = {}
    for word in words:
        name, sign, value = word.partition("=")
        try:
            out[name] = float(value)
        except ValueError:
            raise click.UsageError(f"--bar {word}: write it as PART=F1, such as plural=0.95") from None
        if not sign or not 0 <= out[name] <= 1:
            raise click.UsageError(f"--bar {word}: write it as PART=F1, such as plural=0.95")
    return out


def _below(results: Results, wanted: dict[str, float]) -> list[str]:
    """A line for each part of a system that is below its bar."""
    if not wanted:
        return []
    parts = {part: kind for kind in ("type", "group", "set") for part in results.suite.parts(kind)}
    for name in wanted:
        if name not in parts:
            raise click.UsageError(f"--bar {name}: the suite has no such set, group or type; it has: {', '.join(parts)}")
    found = []
    for kind in dict.fromkeys(parts[name] for name in wanted):
        for part, system, (_, _, f) in results.figures(kind):
            if parts.get(part) == kind and part in wanted and (f.value is None or f.value < wanted[part]):
                found.append(f"{system} is below the bar: {part} {f.text}, wanted {wanted[part]:g}")
    return found


def _draw(drawings: dict[str, Any], folder: str) -> None:
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, drawing in drawings.items():
        for suffix in ("svg", "png"):
            drawing.save(Path(folder) / f"{name}.{suffix}")
    say(f"{len(drawings)} drawings in {folder}, each as svg and png")
