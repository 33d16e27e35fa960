"""Writes the reference pages from the registries: ``python docs/generate.py``. A test fails if they are not up to date."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable
from copy import copy
from pathlib import Path
from typing import Any

import click

import goldproof
from goldproof.agreement.agree import COEFFICIENTS
from goldproof.cli import COMMANDS, cli
from goldproof.formats.features import FEATURES
from goldproof.registry import DOORS, door

HERE = Path(__file__).parent / "reference"
_ADDRESS = re.compile(r"<function (\w+) at 0x[0-9a-f]+>")


def table(header: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    cells = [header, tuple("---" for _ in header), *rows]
    return "\n".join("| " + " | ".join(c.replace("|", "\\|").replace("\n", " ") for c in row) + " |" for row in cells)


def commands() -> str:
    out = ["# Commands", "", "stdout is data (a readable table on a terminal, TSV in a pipe, JSON with `--json`), stderr is talk and progress.",
           "Exit code 0: fine; 1: the work found problems (`check`, `verify`, `diff`); 2: usage or bad input; 130: interrupted; 141: whoever read the output went away.", ""]  # fmt: skip
    for name in COMMANDS:
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        out += _command(command, ["goldproof", name])
    return "\n".join(out)


def _command(command: click.Command, path: list[str]) -> list[str]:
    context = click.Context(
        command, info_name=" ".join(path), terminal_width=100, max_content_width=100, help_option_names=["-h", "--help"]
    )
    # click keeps the help option that it made first, with the names of that context: a copy without it is the same in every order.
    command = copy(command)
    command._help_option = None
    out = ["#" * min(len(path), 4) + " " + " ".join(path), "", "```text", command.get_help(context).replace("\b", ""), "```", ""]
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            if inner is not None:
                out += _command(inner, [*path, name])
    return out


def formats() -> str:
    out = ["# Formats", "", "`goldproof list formats` prints this table. What a format does not keep is refused on writing unless you agree with `--lose NAME`.", ""]
    every = list(door("formats"))
    mark: Callable[[object], str] = lambda x: "yes" if x else ""  # noqa: E731
    out += [table(("format", "", "reads", "writes", "suffixes", "keeps", "needs"), [
        (f"[{f.name}](#{f.name})", f.title, mark(f.read), mark(f.write), " ".join(f.suffixes), f"{len(f.keeps)} of {len(FEATURES)}",
         f"`goldproof[{f.extra}]`" if f.extra else "") for f in every]), ""]  # fmt: skip
    for f in every:
        module = inspect.getmodule(f.read or f.write)
        out += [f"## {f.name}", "", inspect.cleandoc((module.__doc__ or "") if module else ""), ""]
        out += [f"Its home: <{f.see}>", ""] if f.see else []
        if f.options:
            out += [table(("option", "meaning"), [(f"`{k}`", v) for k, v in f.options.items()]), ""]
        lost = [n for n in FEATURES if n not in f.keeps]
        out += ["Keeps: " + (", ".join(f"`{n}`" for n in FEATURES if n in f.keeps) or "nothing") + ".", ""]
        out += ["Loses: " + (", ".join(f"`{n}`" for n in lost) or "nothing") + ".", ""]
        if f.drops:
            out += ["Refuses to read over (agree with `--lose`): " + "; ".join(f"`{k}`, {v}" for k, v in f.drops.items()) + ".", ""]
    return "\n".join(out)


def features() -> str:
    names = {f.name: [n for n in FEATURES if n in f.keeps] for f in door("formats")}
    rows = [(f"`{n}`", f.what, ", ".join(k for k, kept in names.items() if n in kept)) for n, f in FEATURES.items()]
    return "\n".join(["# Features", "", "What a corpus can have, and which formats keep it.", "", table(("feature", "what", "kept by"), rows), ""])


def checks() -> str:
    from goldproof.checks import rules

    rows = [(f"`{r.name}`", str(r.level), r.needs, r.about) for r in rules().values()]
    return "\n".join(["# Checks", "", "`goldproof check --rules` prints this table.", "", table(("rule", "level", "needs", "finds"), rows), ""])


def corpora() -> str:
    out = ["# Corpora", "", "Known corpora: goldproof ships none of them and downloads nothing; get each from its home.", ""]
    for c in goldproof.catalogue():
        out += [f"## {c.name}", "", f"{c.title}. {c.what}", "", f"- obtain: {c.obtain}", f"- licence: {c.licence}", f"- cite: {c.citation}", ""]
    return "\n".join(out)


def measures() -> str:
    out = ["# Measures, coefficients and other plug-ins", "",
           "A measure is a value whose printed name parses back: `F1(match=strict,on=span+concept)`. A setting that is left out has its default.", "",
           "## Measures of two layers", "", "For `goldproof score`, `compare`, and over pairs `agree`.", ""]  # fmt: skip
    for name in door("measures").names():
        out += _settings(door("measures").get(name))
    out += ["## Coefficients of many raters", "", "For `goldproof agree`.", ""]
    for coefficient in COEFFICIENTS.values():
        out += _settings(coefficient)
    for group in DOORS:
        if group in ("formats", "measures"):
            continue
        rows = [(f"`{name}`", _first_line(door(group).get(name)), door(group).provider(name).split()[0]) for name in door(group).names()]
        out += [f"## {group}", "", table(("name", "what", "from"), rows) if rows else "None yet.", ""]
    return "\n".join(out)


def _settings(thing: Any) -> list[str]:
    """A measure or coefficient with its settings."""
    kinds = ", ".join(sorted(kind.value for kind in thing.kinds))
    out = [f"### {thing.name}", "", f"{thing.title[0].upper()}{thing.title[1:]}. Of {kinds}." + (f" {thing.see}." if thing.see else ""), ""]
    rows = [(f"`{p.name}`", f"`{p.default}`" if p.default else "", " ".join(f"`{c}`" for c in p.choices), p.what) for p in thing.parameters]
    return out + ([table(("setting", "default", "choices", "what"), rows), ""] if rows else [])


def _first_line(thing: object) -> str:
    said = getattr(thing, "what", "") or getattr(thing, "title", "") or thing.__doc__ or ""
    return inspect.cleandoc(str(said)).split("\n")[0]


def library() -> str:
    out = ["# Library", "", "`import goldproof as gp`; names are imported when they are first used.", ""]
    for name in sorted(n for n in goldproof.__all__ if not n.startswith("_")):
        thing = getattr(goldproof, name)
        out += [f"## gp.{name}", ""]
        if inspect.isclass(thing) or callable(thing):
            try:
                signature = _ADDRESS.sub(r"\1", str(inspect.signature(thing)).replace("goldproof.", ""))
            except ValueError:
                signature = ""
            if not (inspect.isclass(thing) and issubclass(thing, Exception)):
                out += ["```python", f"{name}{signature}", "```", ""]
        out += ["```text", inspect.cleandoc(thing.__doc__ or ""), "```", ""]
    return "\n".join(out)


def suites() -> str:
    from goldproof.suites import GROUPS
    from goldproof.suites.criterion import shipped
    from goldproof.suites.perturbation import KINDS
    from goldproof.suites.rules import RULES

    out = ["# Test suites", "", "`goldproof suite criteria` prints the criteria, `goldproof perturb --kinds` the kinds of change.", ""]
    for group, ids in shipped().groups.items():
        rows = [(f"`{c.id}`", c.about, c.example["text"], c.example["from"], f"`{c.rule}`", c.source) for c in shipped().all if c.id in ids]
        out += [f"## {GROUPS[group].capitalize()}", "", table(("type", "what it tests", "example", "made from", "rule", "names"), rows), ""]
    rules = [(f"`{r.name}`", r.about, ", ".join(f"`{s}`" for s in r.settings), ", ".join(f"`{f}`" for f in r.forms)) for r in RULES.values()]
    out += ["## Rules", "", "What a criterion may name, in your own file too.", "", table(("rule", "makes", "settings", "forms"), rules), ""]
    out += ["## Perturbations", "", table(("kind", "what"), [(f"`{k}`", what) for k, (_, _, what) in KINDS.items()]), ""]
    return "\n".join(out)


def errors() -> str:
    from goldproof.benchmark import KINDS
    from goldproof.benchmark.wording import WORDINGS

    kinds = [(f"`{k}`", ", ".join(s.value for s in sides), what) for k, (sides, what) in KINDS.items()]
    words = [(f"`{w}`", what) for w, what in WORDINGS.items()]
    return "\n".join(["# Kinds of error", "", "`goldproof errors --kinds` prints the first table. The first kind that holds is taken.", "",
                      table(("kind", "of", "meaning"), kinds), "", "## Wordings", "", "How the words of a text lie to the nearest name of its concept; the first that holds is taken.", "",
                      table(("wording", "meaning"), words), ""])  # fmt: skip


PAGES: dict[str, Callable[[], str]] = {
    "commands.md": commands, "formats.md": formats, "features.md": features, "checks.md": checks, "corpora.md": corpora,
    "measures.md": measures, "suites.md": suites, "errors.md": errors, "library.md": library,
}  # fmt: skip


def pages() -> dict[str, str]:
    head = "<!-- Made by docs/generate.py: do not edit. -->\n\n"
    return {name: head + make().rstrip() + "\n" for name, make in PAGES.items()}


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for name, text in pages().items():
        (HERE / name).write_text(text, encoding="utf-8")
        print(HERE / name, file=sys.stderr)
