"""goldproof classify: what follows from ontologies."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .frame import force_option, json_option, progress, say, show, show_json

if TYPE_CHECKING:
    from ..ontology import Ontology, Reasoner

_HIERARCHY = ("id", "label", "parent", "parent_label", "said")
_ABOVE = ("expression", "relation", "id", "label", "said")


@click.command("classify")
@click.argument("ontologies", nargs=-1, required=True, metavar="ONTOLOGY...", type=click.Path())
@click.option("--expression", "-e", "expressions", multiple=True, metavar="TEXT",
              help="Not the hierarchy, but what stands above this expression (Manchester syntax, ids or labels); may be repeated.")  # fmt: skip
@click.option("--some", "some", is_flag=True, help="With -e: also every `RELATION some CLASS` above the expression.")
@click.option("--below", "below", is_flag=True, help="With -e: what stands below the expression, not above it.")
@click.option("--inferred", is_flag=True, help="Only what the ontologies do not state themselves.")
@click.option("--unsatisfiable", is_flag=True, help="Only the classes that nothing can be.")
@click.option("-o", "--output", type=click.Path(), metavar="FILE", help="Write to this file: .obo, .tsv or .json.")
@force_option
@json_option
@click.pass_context
def classify_command(
    ctx: click.Context, ontologies: tuple[str, ...], expressions: tuple[str, ...], some: bool, below: bool, inferred: bool,
    unsatisfiable: bool, output: str | None, force: bool, as_json: bool,
) -> None:  # fmt: skip
    """Reason over the ontologies taken together: the inferred hierarchy, what stands above an expression, or what cannot be.

    In the hierarchy each row is a class and one directly above it: `stated` in the ontologies, `inferred`, `equivalent` (the two say the same), or
    `root`. What the reasoner leaves out is counted on stderr. Exit 1 if there are classes (or expressions) that nothing can be.
    """
    from ..ontology import Ontology, Reasoner

    if not expressions and (some or below):
        raise click.UsageError(f"{'--some' if some else '--below'} goes with --expression")
    if expressions and (inferred or unsatisfiable):
        raise click.UsageError(f"{'--inferred' if inferred else '--unsatisfiable'} is about the hierarchy and does not go with --expression")
    kind = Path(output).suffix.lower() if output else ""
    if output and kind not in (".obo", ".tsv", ".json"):
        raise click.UsageError(f"-o {output}: the name must end in .obo, .tsv or .json")
    if kind == ".obo" and (expressions or unsatisfiable):
        raise click.UsageError("an .obo file holds the hierarchy: write this as .tsv or .json")
    ontology = Ontology(*ontologies)
    for warning in ontology.warnings:
        say(f"warning: {warning}")
    reasoner = Reasoner(ontology)
    if reasoner.left_out:
        say("left out: " + ", ".join(f"{count} {kind}" for kind, count in reasoner.left_out.items()))
    if expressions:
        rows, impossible = _about(expressions, ontology, reasoner, some=some, below=below)
        columns = _ABOVE
    else:
        from ..ontology.reasoning.classification import classify
        from ..ontology.reasoning.writing import as_obo
        from ..ontology.reasoning.writing import rows as of

        found = classify(reasoner, show=progress)
        impossible = len(found.unsatisfiable)
        say(
            f"{len(found.parents):,} classes, {len(found.equivalents):,} groups of classes that say the same, "
            f"{impossible:,} that nothing can be"
        )
        if kind == ".obo" and output:
            _save(output, as_obo(found, ontology), force)
            ctx.exit(1 if impossible else 0)
        rows, columns = [dict(row) for row in of(found, ontology)], _HIERARCHY
        if unsatisfiable:
            rows = [row for row in rows if row["id"] in set(found.unsatisfiable)]
    if inferred:
        rows = [row for row in rows if row["said"] in ("inferred", "equivalent")]
    _give(rows, columns, output, kind, force, as_json)
    ctx.exit(1 if impossible else 0)


def _about(expressions: tuple[str, ...], ontology: Ontology, reasoner: Reasoner, *, some: bool, below: bool) -> tuple[list[dict[str, str]], int]:
    from ..model.expression import terms
    from ..ontology.axioms import NOTHING
    from ..ontology.expressions import read_expression

    out: list[dict[str, str]] = []
    impossible = 0
    for text in expressions:
        expression = read_expression(text, ontology)
        unknown = sorted({id for id in terms(expression) if id not in ontology})
        if unknown:
            say(f"warning: {', '.join(unknown)}: not in the ontologies, so that nothing is known above it")
        if not reasoner.is_satisfiable(expression):
            impossible += 1
            say(f"nothing can be: {text}")
            out.append(_above(text, "", NOTHING, "equivalent", ontology))
            continue
        same = reasoner.equivalents(expression)
        for id in sorted(reasoner.subclasses(expression) if below else reasoner.superclasses(expression)):
            out.append(_above(text, "", id, "equivalent" if id in same else "below" if below else "above", ontology))
        if some:
            out += [_above(text, relation, id, "above", ontology) for relation, id in sorted(reasoner.some_subsumers(expression))]
    return out, impossible


def _above(text: str, relation: str, id: str, said: str, ontology: Ontology) -> dict[str, str]:
    return {"expression": text, "relation": relation, "id": id, "label": ontology.label(id), "said": said}


def _give(rows: list[dict[str, str]], columns: tuple[str, ...], output: str | None, kind: str, force: bool, as_json: bool) -> None:
    if output is None:
        if as_json:
            show_json(rows)
        else:
            show(rows, columns=columns)
        return
    import json

    _save(output, json.dumps(rows, ensure_ascii=False, indent=2) + "\n" if kind == ".json" else _tsv(rows, columns), force)


def _tsv(rows: list[dict[str, str]], columns: tuple[str, ...]) -> str:
    return "".join("\t".join(" ".join(str(cell).split()) for cell in line) + "\n" for line in [columns, *([row[c] for c in columns] for row in rows)])


def _save(output: str, text: str, force: bool) -> None:
    from ..formats.files import save_text

    save_text(Path(output), text, force=force)
    say(f"written: {output}")
