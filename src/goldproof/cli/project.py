"""goldproof new, import, export: a project begins, takes material in, gives it out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import NotFound
from .frame import (
    force_option,
    format_option,
    json_option,
    lose_option,
    pairs,
    say,
    set_option,
    show,
    show_json,
    texts_option,
)
from .place import actor_option, opened, read, study_argument

if TYPE_CHECKING:
    from ..model import Corpus
    from ..project.store import Taken


@click.command("new")
@study_argument
@click.option("--name", default="", help="What the study is called.")
@click.option("--licence", default="", help="The licence of what comes out of it.")
@click.option("--owner", default="owner", show_default=True, help="The person who owns it; they can add others.")
@json_option
def new_command(study: str, name: str, licence: str, owner: str, as_json: bool) -> None:
    """Make a new project in the file STUDY, or in the empty database at a postgresql:// address."""
    from ..project import Project

    with Project.create(study, name=name, licence=licence, owner=owner) as project:
        if as_json:
            show_json({"study": project.where, "name": name, "licence": licence, "owner": owner, "head": project.verify().head})
        else:
            say(f"made {project.where}, owned by {owner}; next: goldproof import {project.where} SOURCE")


@click.command("import")
@study_argument
@click.argument("source")
@format_option
@click.option("--layer", "layers", multiple=True, metavar="NAME", help="Import only this layer; may be repeated.")
@click.option("--as", "name", default="", metavar="NAME", help="Whose layer it is; a single layer is called so, too.")
@click.option("--kind", type=click.Choice(["person", "system", "rule"]), help="What made it: a person, a system, or a rule over other layers.")
@click.option("--round", default=None, help="The round it was made in.")
@click.option("--guideline", default=None, help="The version of the guideline it was made under.")
@texts_option
@lose_option
@set_option
@actor_option
@json_option
def import_command(
    study: str, source: str, format: str, layers: tuple[str, ...], name: str, kind: str | None, round: str | None,
    guideline: str | None, texts: str | None, lose: tuple[str, ...], options: tuple[str, ...], actor: str, as_json: bool,
) -> None:  # fmt: skip
    """Take the documents, units and layers of SOURCE into STUDY: all of it, or nothing.

    What is there already may come again; the same id with another text is refused. --lose splits leaves the splits out.
    """
    with opened(study, writing=True) as project:
        if round and round not in (rounds := [r.name for r in project.rounds()]) and rounds:
            raise NotFound(f"no round {round!r} in this project", where=project.where,
                           remedy=f"there are: {', '.join(rounds)}; open it with: goldproof round {project.where} open {round}")  # fmt: skip
        warnings: list[str] = []
        corpus = read(source, format=format, texts=texts, lose=lose, options=pairs(options), warnings=warnings)
        taken = project.take(_prepared(corpus, layers, name, kind, round, guideline, lose), actor=actor)
        for warning in (*warnings, *taken.notes):
            say(f"warning: {warning}")
        _tell(taken, project.where, as_json)


def _prepared(
    corpus: Corpus, layers: tuple[str, ...], name: str, kind: str | None, round: str | None, guideline: str | None, lose: tuple[str, ...]
) -> Corpus:
    """The corpus with the layers that were asked for, and with what was said about them."""
    from dataclasses import replace

    from ..model import Maker

    chosen = [corpus.layer(n) for n in dict.fromkeys(layers)] if layers else list(corpus.layers)
    said = {k: v for k, v in (("name", name), ("kind", kind and Maker(kind)), ("round", round), ("guideline", guideline)) if v or v == ""}
    if not name:
        said.pop("name", None)
    if said:
        chosen = [layer.by(**said) for layer in chosen]
    if name and len(chosen) == 1:
        chosen = [chosen[0].called(name)]
    return replace(corpus, layers=tuple(chosen), splits={} if "splits" in lose else corpus.splits)


def _tell(taken: Taken, where: str, as_json: bool) -> None:
    row = {"documents": taken.documents, "units": taken.units, "studies": taken.studies, "splits": taken.splits,
           "layers": taken.layers, "judged": taken.judged}  # fmt: skip
    if as_json:
        show_json({"study": where, **row, "operation": taken.saved.operation, "notes": list(taken.notes)})
        return
    show([row])
    if not taken.saved.events:
        say("nothing new: all of it is in the project already")


@click.command("export")
@study_argument
@click.argument("target", type=click.Path())
@click.option("--to", "-t", default="", metavar="FORMAT", help="Format of the output; taken from its suffix if not given.")
@click.option("--layer", "layers", multiple=True, metavar="NAME", help="Export only this layer; may be repeated.")
@click.option("--round", default=None, help="Export only the layers of this round.")
@lose_option
@set_option
@force_option
@json_option
def export_command(
    study: str, target: str, to: str, layers: tuple[str, ...], round: str | None, lose: tuple[str, ...], options: tuple[str, ...],
    force: bool, as_json: bool,
) -> None:  # fmt: skip
    """Write STUDY as it stands to TARGET, in any format.

    What TARGET's format cannot keep is refused by name; agree to it with --lose NAME.
    """
    from ..formats import save

    with opened(study) as project:
        corpus = project.corpus(layers=layers or None, round=round)
        save(corpus, Path(target), format=to, lose=lose, force=force, options=pairs(options))
    judgements = sum(layer.count for layer in corpus.layers)
    if as_json:
        show_json({"target": target, "documents": len(corpus.documents), "units": len(corpus.units),
                   "layers": len(corpus.layers), "judgements": judgements})  # fmt: skip
    else:
        say(f"wrote {target}: {len(corpus.documents)} documents, {len(corpus.units)} units, {judgements} judgements")
