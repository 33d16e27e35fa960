"""goldproof evalb: labelled brackets, counted and printed as EVALB does."""

from __future__ import annotations

from dataclasses import asdict

import click

from .frame import json_option, say, show_json


@click.command("evalb")
@click.argument("gold", type=click.Path())
@click.argument("test", type=click.Path())
@click.option("-p", "--prm", default="collins", show_default=True, metavar="FILE", help="EVALB's parameter file; or collins, new, craft, none.")
@click.option("-c", "--cutoff", type=int, metavar="N", help="The length of the second section, instead of the file's CUTOFF_LEN.")
@click.option("--sentences", is_flag=True, help="A line a sentence before the summary.")
@json_option
def evalb_command(gold: str, test: str, prm: str, cutoff: int | None, sentences: bool, as_json: bool) -> None:
    """Hold the trees of TEST against those of GOLD, both files (or folders of files) with a tree a line; a blank line is a sentence without a parse.

    The summary is EVALB's to the digit. For intervals, tests and other formats: goldproof score -m LB-F.
    """
    from ..errors import BadInput
    from ..formats import load
    from ..measures.evalb import count_brackets, parameters, rows, summary

    chosen = parameters(prm)
    a, b = (load(path, format="penn", options={"lines": "sentences"}).layers[0] for path in (gold, test))
    if len(a.units) == len(b.units) == 1:
        b = type(b)(b.name, b.source, a.units, b.columns)
    if set(a.units) != set(b.units):
        raise BadInput("the two sides have different files", where=test, remedy="name the files alike")
    b = b.only(a.units)
    if a.parses.sentence_offsets[-1] != b.parses.sentence_offsets[-1]:
        say(f"{gold} has {a.parses.sentence_offsets[-1]} lines, {test} {b.parses.sentence_offsets[-1]}: sentences are paired by their place")
    counted = count_brackets(a, b, chosen)
    sections = summary(counted, chosen.cutoff if cutoff is None else cutoff)
    if as_json:
        show_json([{**asdict(s), "valid": s.valid, "recall": s.recall, "precision": s.precision, "f": s.f} for s in sections])
        return
    if sentences:
        click.echo("\n".join(rows(counted)))
    click.echo("\n\n".join("\n".join(s.lines()) for s in sections))
