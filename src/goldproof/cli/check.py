"""goldproof check: what may be wrong in a corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .frame import (
    format_option,
    json_option,
    lose_option,
    pairs,
    progress,
    say,
    set_option,
    show,
    show_json,
    texts_option,
)
from .place import is_project, opened, read

if TYPE_CHECKING:
    from ..checks import Finding
    from ..model import Corpus, Scale

_LEVELS = click.Choice(["error", "warning", "note"])
_COLUMNS = ("level", "rule", "place", "message", "remedy")


@click.command("check")
@click.argument("source", required=False, metavar="PATH", type=click.Path())
@format_option
@texts_option
@click.option("--ontology", "ontologies", multiple=True, type=click.Path(), metavar="FILE", help="Check ids against this ontology (OBO); may be repeated.")
@click.option("--terminology", "terminologies", multiple=True, type=click.Path(), metavar="FILE", help="Only concepts of this terminology (CSV, TSV ...) may be named; may be repeated.")
@click.option("--below", multiple=True, metavar="ID", help="Every concept must lie below this term; may be repeated.")
@click.option("--rule", "rules", multiple=True, metavar="NAME", help="Only this rule, or all of a kind: 'span-*'; may be repeated.")
@click.option("--not-rule", "without", multiple=True, metavar="NAME", help="All but this rule; may be repeated.")
@click.option("--rules", "listed", is_flag=True, help="List the rules.")
@click.option("--allow", multiple=True, metavar="WHAT", help="The guideline allows it: nesting, crossing, same-span, several-concepts, discontinuous, no-span.")
@click.option("--forbid", multiple=True, metavar="WHAT", help="The guideline forbids it; the same names.")
@click.option("--language", "languages", multiple=True, metavar="CODE", help="A language that every group of parallel units must have; may be repeated.")
@click.option("--labels", type=click.Path(), metavar="FILE", help="The labels that trees may use, one a line.")
@click.option("--trees", is_flag=False, flag_value="craft", default="", metavar="[SET]", help="Put a set of queries to every tree, too: craft (if none is named), or a TOML file of your own.")
@click.option("--scale", metavar="VALUES", help="The scale of ratings that bring none: 0,1,2,3,4 or 0..4.")
@click.option("--as", "levels", multiple=True, metavar="RULE=LEVEL", help="Give a rule's findings another level; may be repeated.")
@click.option("--level", "least", type=_LEVELS, default="note", show_default=True, help="The lowest level to report.")
@click.option("--strict", is_flag=True, help="Exit with 1 for any finding that is reported, not for errors only.")
@lose_option
@set_option
@json_option
@click.pass_context
def check_command(
    ctx: click.Context, source: str | None, format: str, texts: str | None, ontologies: tuple[str, ...], terminologies: tuple[str, ...], below: tuple[str, ...],
    rules: tuple[str, ...], without: tuple[str, ...], listed: bool, allow: tuple[str, ...], forbid: tuple[str, ...],
    languages: tuple[str, ...], labels: str | None, trees: str, scale: str | None, levels: tuple[str, ...], least: str, strict: bool,
    lose: tuple[str, ...], options: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """Find what may be wrong in the corpus at PATH: a file, a folder, or a project.

    Each finding has a level, a rule, a place, what is wrong and what to do about it. Exit 1 if there are errors.
    """
    from ..checks import Guideline, check, tree_rules
    from ..checks import rules as catalogue

    if listed:
        every = {**catalogue(), **(tree_rules(trees) if trees else {})}
        show([{"rule": r.name, "level": r.level.value, "needs": r.needs, "about": r.about} for r in every.values()], as_json=as_json)
        return
    if source is None:
        raise click.UsageError("check what? Name a file, a folder or a project; --rules lists the rules")
    guideline = Guideline(below=below, languages=languages, labels=_labels(labels), scale=_scale(scale))
    guideline = guideline.with_settings(allow=allow, forbid=forbid)
    warnings: list[str] = []
    known = _ontologies(ontologies)
    corpus = _corpus(source, format, texts, lose, pairs(options), warnings)
    found = check(corpus, rules=rules, without=without, ontologies=known, terminologies=terminologies, guideline=guideline, levels=pairs(levels, "--as"), least=least,
                  warnings=warnings, trees=trees)  # fmt: skip
    if as_json:
        show_json([_plain(finding) for finding in found])
    elif found:
        show([_row(finding) for finding in found], columns=_COLUMNS)
    _sum_up(found)
    ctx.exit(1 if any(f.level == "error" or strict for f in found) else 0)


def _corpus(source: str, format: str, texts: str | None, lose: tuple[str, ...], options: dict[str, str], warnings: list[str]) -> Corpus:
    if not format and is_project(source):
        with opened(source) as project:
            return project.corpus()
    return read(source, format=format, texts=texts, lose=lose, options=options, warnings=warnings, strict=False)


def _ontologies(files: tuple[str, ...]) -> list[Any]:
    from ..ontology import Ontology

    opened = [Ontology(file) for file in progress(files, "ontologies")]
    for ontology, file in zip(opened, files, strict=True):
        for warning in ontology.warnings[:3]:
            say(f"{file}: {warning}")
        if len(ontology.warnings) > 3:
            say(f"{file}: {len(ontology.warnings) - 3} more such lines")
    return opened


def _labels(file: str | None) -> frozenset[str]:
    from ..formats.files import read_text

    return frozenset(read_text(Path(file), empty=False).split()) if file is not None else frozenset()


def _scale(text: str | None) -> Scale | None:
    from ..model import Scale

    if not text:
        return None
    first, dots, last = text.partition("..")
    if dots:
        try:
            low, high = int(first), int(last)
        except ValueError:
            raise click.UsageError(f"--scale {text}: write it as 0..4 or 0,1,2,3,4") from None
        if not 0 < high - low < 10_000:
            raise click.UsageError(f"--scale {text}: the second value must be the higher, and not by thousands")
        return Scale(tuple(float(value) for value in range(low, high + 1)))
    words = [word.strip() for word in text.split(",")]
    try:
        return Scale(tuple(float(word) for word in words))
    except ValueError:
        return Scale(tuple(words), level="nominal")


def _row(finding: Finding) -> dict[str, str]:
    return {name: str(getattr(finding, name)) for name in _COLUMNS}


def _plain(finding: Finding) -> dict[str, Any]:
    place = finding.place
    start, end = place.span or (None, None)
    where = {"layer": place.layer, "unit": place.unit, "document": place.document, "start": start, "end": end, "item": place.item}
    return {"level": finding.level.value, "rule": finding.rule, "place": str(place),
            **{name: value for name, value in where.items() if value not in ("", None)},
            "message": finding.message, "remedy": finding.remedy}  # fmt: skip


def _sum_up(found: Sequence[Finding]) -> None:
    if not found:
        say("nothing found")
        return
    rules = Counter((finding.level, finding.rule) for finding in found)
    wide = max(len(rule) for _, rule in rules)
    for (level, rule), count in rules.items():
        say(f"{count:7}  {rule:{wide}}  {level}")
    by_level = Counter(finding.level for finding in found)
    say(", ".join(f"{count} {level}{'s' if count > 1 else ''}" for level, count in by_level.items()))
