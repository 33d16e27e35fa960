"""goldproof person, round, guideline: who takes part, when, and by which rules."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from .frame import json_option, say, show, show_json
from .place import actor_option, opened, study_argument

ROLES = ("owner", "manager", "adjudicator", "annotator", "reader", "surveyee")


@click.command("person")
@study_argument
@click.argument("action", type=click.Choice(["list", "add", "role"]))
@click.argument("name", required=False)
@click.option("--role", type=click.Choice(ROLES), help="What they may do.")
@click.option("--title", default="", help="Their name as it is shown.")
@actor_option
@json_option
def person_command(study: str, action: str, name: str | None, role: str | None, title: str, actor: str, as_json: bool) -> None:
    """List the people of STUDY, add one, or change a role: goldproof person STUDY add ann --role annotator."""
    with opened(study) as project:
        if action != "list":
            if not name or not role:
                raise click.UsageError(f"person {action} needs a NAME and a --role")
            if action == "add":
                project.add_person(name, role, title=title, actor=actor)
            else:
                project.change_role(name, role, actor=actor)
            say(f"{name} is {role}")
        if action != "list" and not as_json:
            return
        show([asdict(p) for p in project.people()], as_json=as_json, columns=("name", "role", "title"))


@click.command("round")
@study_argument
@click.argument("action", type=click.Choice(["list", "open", "close"]))
@click.argument("name", required=False)
@click.option("--guideline", default="", metavar="VERSION", help="The published guideline that the round goes by.")
@actor_option
@json_option
def round_command(study: str, action: str, name: str | None, guideline: str, actor: str, as_json: bool) -> None:
    """List the rounds of STUDY, open one, or close it: a closed round takes no more judgements."""
    with opened(study) as project:
        if action != "list":
            if not name:
                raise click.UsageError(f"round {action} needs a NAME")
            if action == "open":
                project.open_round(name, guideline=guideline, actor=actor)
            else:
                project.close_round(name, actor=actor)
            say(f"round {name} is {'open' if action == 'open' else 'closed'}")
        if action != "list" and not as_json:
            return
        show([asdict(r) for r in project.rounds()], as_json=as_json, columns=("name", "guideline", "opened", "closed"))


@click.command("guideline")
@study_argument
@click.argument("action", type=click.Choice(["list", "publish", "show"]))
@click.argument("version", required=False)
@click.argument("file", required=False, type=click.Path())
@actor_option
@json_option
def guideline_command(study: str, action: str, version: str | None, file: str | None, actor: str, as_json: bool) -> None:
    """List the guidelines of STUDY, show one, or publish the text in FILE as a new VERSION."""
    from ..errors import NotFound
    from ..formats.files import read_text

    with opened(study) as project:
        if action == "publish":
            if not version or not file:
                raise click.UsageError("guideline publish needs a VERSION and a FILE")
            project.publish_guideline(version, read_text(Path(file), empty=False), actor=actor)
            say(f"published guideline {version}")
            if not as_json:
                return
        published = project.guidelines()
    if action in ("list", "publish"):
        show([asdict(g) | {"text": f"{len(g.text)} characters"} for g in published], as_json=as_json,
             columns=("version", "changed", "actor", "time", "checksum", "text"))  # fmt: skip
        return
    if not published:
        raise NotFound("no guideline is published in this project")
    if version and version not in {g.version for g in published}:
        raise NotFound(f"no guideline {version!r}", remedy="there are: " + ", ".join(g.version for g in published))
    found = next((g for g in published if g.version == version), published[-1])
    if as_json:
        show_json(asdict(found))
    else:
        click.echo(found.text)
