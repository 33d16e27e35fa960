"""goldproof release and verify: gold frozen into a folder, and the proof that it is what it was."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .frame import json_option, lose_option, pairs, say, show, show_json
from .place import actor_option, is_project, read, study_argument

if TYPE_CHECKING:
    from ..gold import Release


@click.command("release")
@study_argument
@click.argument("version")
@click.option("--output", "-o", "folder", type=click.Path(), metavar="FOLDER", help="The folder to make; the study's name and the version if not given.")
@click.option("--gold", multiple=True, metavar="LAYER", help="The gold layer; may be repeated. The layers of all queues if not given.")
@click.option("--rater", "raters", multiple=True, metavar="LAYER", help="An annotator's layer to give out beside it; may be repeated. Those of the same kind by people if not given.")
@click.option("--no-raters", is_flag=True, help="Give out no annotators' layers: no agreement either.")
@click.option("--measure", "-m", "measures", multiple=True, metavar="NAME", help="A measure of agreement for the datasheet; what is usual if not given.")
@click.option("--to", "-t", "formats", multiple=True, metavar="FORMAT", help="Also write the gold layers in this format; may be repeated.")
@click.option("--split", "splits", multiple=True, metavar="NAME", help="Only this split; may be repeated. All if not given.")
@click.option("--fact", "facts", multiple=True, metavar="NAME=TEXT", help="Something for the datasheet that cannot be counted; may be repeated.")
@click.option("--names", is_flag=True, help="Name the annotators and adjudicators. They must have agreed.")
@click.option("--partial", is_flag=True, help="Leave out units that are not decided yet, in place of refusing.")
@click.option("--previous", type=click.Path(), metavar="FOLDER", help="The release before: what changed since is told.")
@click.option("--date", default="", metavar="YYYY-MM-DD", help="The date of the release; today if not given.")
@lose_option
@actor_option
@json_option
def release_command(
    study: str, version: str, folder: str | None, gold: tuple[str, ...], raters: tuple[str, ...], no_raters: bool, measures: tuple[str, ...], formats: tuple[str, ...],
    splits: tuple[str, ...], facts: tuple[str, ...], names: bool, partial: bool, previous: str | None, date: str, lose: tuple[str, ...], actor: str, as_json: bool,
) -> None:  # fmt: skip
    """Freeze the gold of STUDY as VERSION: a folder with texts, gold, datasheet, changes, checksums. Its layers are never written again.

    STUDY may also be a corpus in any format (then name its --gold). A release is never changed in place: a correction is a new version.
    """
    if raters and no_raters:
        raise click.UsageError("--rater and --no-raters")
    more: dict[str, Any] = {
        "measures": measures, "formats": formats, "lose": lose, "names": names, "facts": pairs(facts, "--fact"), "splits": splits or None, "date": date, "previous": previous,
    }  # fmt: skip
    if is_project(study):
        from ..gold import Project

        with Project.open(study, writing=True) as project:
            made = project.release(version, folder, gold=gold, raters=raters or (() if no_raters else None), partial=partial, actor=actor, **more)
    else:
        from ..gold import release
        from ..model import Maker

        corpus = read(study)
        golden = gold or ("gold",)
        kinds = {corpus.layer(name).kind for name in golden}
        beside = raters or (() if no_raters else tuple(la.name for la in corpus.layers if la.source.kind is Maker.PERSON and la.kind in kinds and la.name not in golden))
        made = release(corpus, folder or f"{Path(study).name.partition('.')[0]}-{version}", version=version, gold=golden, raters=beside, **more)
    _tell(made, as_json)


def _tell(made: Release, as_json: bool) -> None:
    for note in made.notes:
        say(f"look at this before you publish: {note}")
    files = sorted(p.relative_to(made.folder).as_posix() for p in made.folder.rglob("*") if p.is_file())
    if as_json:
        show_json({"folder": str(made.folder), "version": made.version, "id": made.id, "files": files, "figures": [dict(f.row()) for f in made.figures], "notes": list(made.notes)})
    else:
        show([{"file": name, "bytes": (made.folder / name).stat().st_size} for name in files])
    say(f"release {made.version} is {made.id}, in {made.folder}; check it with: goldproof verify {made.folder} --id {made.id}")


@click.command("verify")
@click.argument("folder", type=click.Path())
@click.option("--id", "id_", default="", metavar="ID", help="The release's id as it was published.")
@click.option("--previous", type=click.Path(), metavar="FOLDER", help="The release before: the changes since are computed again.")
@click.option("--project", "study", default="", metavar="STUDY", help="The project that released it: its record must say the same.")
@json_option
def verify_command(folder: str, id_: str, previous: str | None, study: str, as_json: bool) -> int:
    """Compute every checksum, count and figure of a release again. Exits with 1, and names the place, if anything is not what it was."""
    from ..gold import Project, verify
    from ..gold.release import release_id

    if study:
        with Project.open(study) as project:
            flaws = verify(folder, id=id_, previous=previous, project=project)
    else:
        flaws = verify(folder, id=id_, previous=previous)
    if as_json:
        show_json({"folder": folder, "whole": not flaws, "flaws": [{"file": f.file, "place": f.place, "what": f.what} for f in flaws]})
    elif flaws:
        show([{"file": f.file, "place": f.place, "what": f.what} for f in flaws])
    say(f"{folder} is not whole: {len(flaws)} flaw{'s' * (len(flaws) != 1)}" if flaws else f"{folder} is whole: release {release_id(Path(folder))}")
    return 1 if flaws else 0
