"""goldproof migrate: a gold standard under a newer ontology."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .frame import (
    force_option,
    json_option,
    lose_option,
    pairs,
    progress,
    say,
    show,
    show_json,
    texts_option,
)
from .place import corpus_of, is_project, read

if TYPE_CHECKING:
    from ..gold import Migration
    from ..model import Corpus

_COLUMNS = ("status", "fate", "id", "label", "uses", "to", "options", "why")


@click.command("migrate")
@click.argument("gold", type=click.Path())
@click.option("--to", "new", multiple=True, required=True, type=click.Path(), metavar="FILE", help="The newer ontology; several are taken together.")
@click.option("--from", "old", multiple=True, type=click.Path(), metavar="FILE", help="The ontology it was made with: renamed and moved terms are listed too.")
@click.option("--decisions", type=click.Path(), metavar="TSV", help="What was decided about open terms: the table of --open, filled in.")
@click.option("--open", "left", type=click.Path(), metavar="TSV", help="Write the terms that somebody must decide to this table.")
@click.option("-o", "--output", "out", type=click.Path(), metavar="PATH", help="Write the migrated corpus here.")
@click.option("-t", "--as", "written", default="", metavar="FORMAT", help="Format of the output; that of GOLD, or by the suffix, if not given.")
@click.option("--format", "format", default="", metavar="FORMAT", help="Format of GOLD; guessed if not given.")
@click.option("--write-option", multiple=True, metavar="NAME=VALUE", help="An option of the output format's own.")
@texts_option
@lose_option
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the format's own.")
@force_option
@json_option
def migrate_command(
    gold: str, new: tuple[str, ...], old: tuple[str, ...], decisions: str | None, left: str | None, out: str | None, written: str, format: str,
    write_option: tuple[str, ...], texts: str | None, lose: tuple[str, ...], options: tuple[str, ...], force: bool, as_json: bool,
) -> None:  # fmt: skip
    """Bring the terms of GOLD (a file, folder, release or project) under a newer ontology.

    What the ontology says was merged or replaced is followed. What it has split, made obsolete without a replacement, or does not know is open: fill in the
    table of --open and give it back with --decisions. Exit 1 while something is open.
    """
    from ..gold import migrate, rulings_in
    from ..gold.rulings import write_table
    from ..ontology import Ontology

    if out is not None and Path(out).exists() and not force:
        raise click.UsageError(f"{out} is there already: choose another name, or agree with --force")
    corpus = _corpus(gold, format, texts, lose, pairs(options))
    to, *since = (Ontology(*files) for files in progress([files for files in (new, old) if files], "ontologies"))
    made = migrate(corpus, to, since=since[0] if since else None, rulings=rulings_in(decisions) if decisions is not None else ())
    if left is not None:
        write_table([row for row in made.rows() if row["status"] == "open"], left)
    if out is not None:
        from ..formats import save

        save(made.corpus, Path(out), format=written or _format_of(gold, format, out), lose=lose, force=force, options=pairs(write_option))
    if as_json:
        show_json({"terms": made.terms, "unchanged": made.unchanged, "elsewhere": made.elsewhere, "changed": made.effect.changed,
                   "emptied": made.effect.emptied, "same": made.effect.same, "steps": made.rows()})  # fmt: skip
    elif made.steps:
        show(made.rows(), columns=_COLUMNS)
    _sum_up(made, out, left)
    raise click.exceptions.Exit(1 if made.open else 0)


def _corpus(gold: str, format: str, texts: str | None, lose: tuple[str, ...], options: dict[str, str]) -> Corpus:
    from ..gold.manifest import CORPUS, MANIFEST

    if is_project(gold):
        return corpus_of(gold)
    place = Path(gold)
    if (place / MANIFEST).is_file() and (place / CORPUS).is_file():
        return read(str(place / CORPUS), format="native")
    return read(gold, format=format, texts=texts, lose=lose, options=options)


def _format_of(gold: str, format: str, out: str) -> str:
    """The format of the input where the output looks like it: the same suffix, or a folder for a folder."""
    from ..formats.exchange import guess
    from ..gold.manifest import MANIFEST

    if is_project(gold) or (Path(gold) / MANIFEST).is_file() or (Path(gold).suffix != Path(out).suffix):
        return ""
    return format or guess(gold).name


def _sum_up(made: Migration, out: str | None, left: str | None) -> None:
    effect = made.effect
    say(f"{made.terms} terms: {made.unchanged} unchanged, {len(made.applied)} followed or decided, {len(made.open)} open, {len(made.notes)} to know"
        + (f", {made.elsewhere} of other ontologies" if made.elsewhere else ""))  # fmt: skip
    said = [f"{effect.changed} judgements changed"]
    said += [f"{effect.emptied} taken away"] if effect.emptied else []
    said += [f"{effect.same} had become the same as another"] if effect.same else []
    say(", ".join(said) + (f"; wrote {out}" if out is not None else "; nothing written (-o names a place)"))
    if made.open and left is None:
        say("write the open terms to a table with --open, fill it in, give it back with --decisions")


