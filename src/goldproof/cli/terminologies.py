"""goldproof terms import, cut, search, show: terminologies."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .frame import force_option, json_option, say, show, show_json

if TYPE_CHECKING:
    from ..ontology.terminology import Terminology

_CUTS = (
    click.option("--vocabulary", "-v", multiple=True, metavar="NAME", help="Only names of this vocabulary; may be repeated."),
    click.option("--language", "-l", multiple=True, metavar="CODE", help="Only names in this language; may be repeated."),
    click.option("--type", "-t", "type_", multiple=True, metavar="TYPE", help="Only concepts of this semantic type; may be repeated."),
    click.option("--group", "-g", multiple=True, metavar="GROUP", help="Only concepts of this semantic group; may be repeated."),
    click.option("--below", multiple=True, metavar="ID", help="Only this concept and those below it; may be repeated."),
    click.option("--name", default="", metavar="NAME", help="What the terminology is called."),
)


def _cuts(command: Any) -> Any:
    for option in reversed(_CUTS):
        command = option(command)
    return command


@click.group("terms")
def terms_command() -> None:
    """Terminologies: concepts with names by language, semantic types and groups.

    \b
    goldproof terms import META/ -o umls.terms
    goldproof terms cut umls.terms --vocabulary MSH --group DISO -o diseases.terms
    goldproof terms search diseases.terms kidn fail
    goldproof annotate CORPUS --with concepts:diseases.terms
    """


@terms_command.command("import")
@click.argument("source", type=click.Path())
@click.option("-o", "--output", "out", required=True, type=click.Path(), metavar="FILE", help="Where to: .terms (ready at once, with its index), .tsv.")
@_cuts
@click.option("--groups", type=click.Path(), metavar="FILE", help="The file of semantic groups (SemGroups.txt) for UMLS-style tables; one beside them is found.")
@click.option("--suppressed", is_flag=True, help="Names that UMLS-style tables call obsolete or suppress, too.")
@click.option("--names-in", default="", metavar="CODE", help="The language of the names of an ontology, which does not say it.")
@force_option
@json_option
def import_command(
    source: str, out: str, vocabulary: tuple[str, ...], language: tuple[str, ...], type_: tuple[str, ...], group: tuple[str, ...], below: tuple[str, ...], name: str,
    groups: str | None, suppressed: bool, names_in: str, force: bool, as_json: bool,
) -> None:  # fmt: skip
    """Make a terminology of SOURCE: CSV or TSV, SKOS (RDF/XML, Turtle, N-Triples), OBO, OWL, a folder of UMLS-style tables (MRCONSO.RRF and, if they are
    there, MRSTY.RRF, MRREL.RRF, SemGroups.txt)."""
    from ..ontology.terminologies import read_terminology

    _free(out, force)
    made = read_terminology(source, vocabularies=vocabulary, languages=language, suppressed=suppressed, groups=groups, language=names_in)
    if type_ or group or below or name:
        made = made.cut(type=type_, group=group, below=below, name=name)
    _written(made, out, force, as_json)


@terms_command.command("cut")
@click.argument("source", type=click.Path())
@click.option("-o", "--output", "out", required=True, type=click.Path(), metavar="FILE", help="Where to: .terms (ready at once, with its index), .tsv.")
@_cuts
@force_option
@json_option
def cut_command(
    source: str, out: str, vocabulary: tuple[str, ...], language: tuple[str, ...], type_: tuple[str, ...], group: tuple[str, ...], below: tuple[str, ...], name: str,
    force: bool, as_json: bool,
) -> None:  # fmt: skip
    """Cut a smaller terminology out of a larger one: what is given together has to hold together; of one option given twice either will do."""
    from ..ontology.terminologies import read_terminology

    _free(out, force)
    made = read_terminology(source).cut(vocabulary=vocabulary, language=language, type=type_, group=group, below=below, name=name)
    _written(made, out, force, as_json)


@terms_command.command("search")
@click.argument("source", type=click.Path())
@click.argument("words", nargs=-1, required=True)
@click.option("-n", "most", type=click.IntRange(min=1), default=20, show_default=True, help="So many at most.")
@click.option("--language", "-l", default="", metavar="CODE", help="Only by names in this language.")
@json_option
def search_command(source: str, words: tuple[str, ...], most: int, language: str, as_json: bool) -> None:
    """List the concepts whose names have these words: begun, in any order, with a slip. Exact first, then names that begin so, then those with all
    words. Exits with 1 if there is none."""
    from ..ontology.terminologies import TermIndex, load_terminology, read_terminology

    path = Path(source)
    index = load_terminology(path)[1] if path.suffix == ".terms" else TermIndex(read_terminology(path))
    t = index.terminology
    found = index.search(" ".join(words), most=most, language=language)
    rows = [
        {"id": f.id, "label": f.label, "name": f.name if f.name != f.label else "", "how": f.how, "type": t.types[t.number[f.id]], "group": t.groups[t.number[f.id]]}
        for f in found
    ]  # fmt: skip
    show(rows, as_json=as_json, columns=("id", "label", "name", "how", "type", "group"))
    raise click.exceptions.Exit(0 if found else 1)


@terms_command.command("show")
@click.argument("source", type=click.Path())
@click.argument("concepts", nargs=-1, metavar="[ID]...")
@json_option
def show_command(source: str, concepts: tuple[str, ...], as_json: bool) -> None:
    """What a terminology is: its names by language, vocabulary, type and group; or all that it says of some concepts. Exits with 1 if one is not there."""
    from ..ontology.terminologies import read_terminology

    t = read_terminology(source)
    if not concepts:
        rows = _counts(t)
        show(rows, as_json=as_json, columns=("what", "which", "concepts", "names"))
        return
    cards = [_card(t, id) for id in concepts if id in t.number]
    for id in concepts:
        if id not in t.number:
            say(f"{id}: no such concept in {t.name}")
    if as_json:
        show_json(cards)
    else:
        for number, card in enumerate(cards):
            if number:
                click.echo("")
            show([{"what": key, "is": "; ".join(value) if isinstance(value, list) else value} for key, value in card.items() if value])
    raise click.exceptions.Exit(0 if len(cards) == len(concepts) else 1)


def _free(out: str, force: bool) -> None:
    """Refuse at once what would be refused after minutes."""
    from ..errors import BadInput

    if not Path(out).name.lower().endswith((".terms", ".tsv")):
        raise BadInput("a terminology is written as .terms or .tsv", where=out)
    if Path(out).exists() and not force:
        raise BadInput("is there already", where=out, remedy="--force overwrites it")


def _written(t: Terminology, out: str, force: bool, as_json: bool) -> None:
    from ..ontology.terminologies import save_terminology
    from ..ontology.terminologies.tables import write_table

    if out.lower().endswith(".tsv"):
        write_table(t, Path(out), force=force)
    else:
        save_terminology(t, out, force=force)
    show(_counts(t), as_json=as_json, columns=("what", "which", "concepts", "names"))
    say(f"{t.name}: {len(t)} concepts, {len(t.names)} names; wrote {out}")


def _counts(t: Terminology) -> list[dict[str, Any]]:
    import numpy as np

    rows: list[dict[str, Any]] = [{"what": "all", "which": t.name, "concepts": len(t), "names": len(t.names)}]
    for what, values, numbers in (("language", t.languages, t.language), ("vocabulary", t.vocabularies, t.vocabulary)):
        for i, value in enumerate(values):
            mine = numbers == i
            if value:
                rows.append({"what": what, "which": value, "concepts": len(np.unique(t.owner[mine])), "names": int(mine.sum())})
    names = np.bincount(t.owner, minlength=len(t))
    for what, of in (("type", t.types), ("group", t.groups)):
        found: dict[str, list[int]] = {}
        for i, value in enumerate(of):
            for part in filter(None, value.split("|")):
                found.setdefault(part, []).append(i)
        rows += [{"what": what, "which": value, "concepts": len(at), "names": int(names[at].sum())} for value, at in sorted(found.items())]
    return rows


def _card(t: Terminology, id: str) -> dict[str, Any]:
    import numpy as np

    from ..ontology.terminology import SCOPES

    at = t.number[id]

    def named(other: str) -> str:
        return f"{other} ({t.label(t.number[other])})" if other in t.number else other

    names = []
    for i in np.flatnonzero(t.owner == at).tolist():
        told = ", ".join(filter(None, (SCOPES[t.scope[i]], t.languages[t.language[i]], t.vocabularies[t.vocabulary[i]])))
        names.append(f"{t.names[i]} ({told})")
    child, parent = t.edges
    return {
        "id": id, "label": t.label(at), "type": t.types[at], "group": t.groups[at], "names": names, "parents": [named(p) for p in t.parents[at]],
        "children": [named(t.concepts[i]) for i in child[parent == at][:20].tolist()],
    }  # fmt: skip
