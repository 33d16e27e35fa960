"""goldproof score: how well systems do against a reference."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .frame import format_option, put, say, table_options
from .place import corpus_of, is_project, layer_of, named_apart

if TYPE_CHECKING:
    from ..model import Corpus, Layer
    from ..ontology import Ontology

_COLUMNS = ("measure", "of", "group", "value", "low", "high", "units", "undefined_because", "signature")

draws_option = click.option("--draws", default=1000, show_default=True, metavar="N", help="Resamplings of the units for intervals; 0: no intervals.")
level_option = click.option("--level", default=0.95, show_default=True, metavar="L", help="The level of intervals.")
seed_option = click.option("--seed", default=1, show_default=True, metavar="N", help="The seed of chance.")
measure_option = click.option("-m", "--measure", "measures", multiple=True, metavar="NAME", help="A measure, as 'F1(match=overlap)'; may be repeated. P, R and F1 if none is given.")
ontology_option = click.option("--ontology", type=click.Path(), metavar="FILE", help="For categories, ids=followed and credit=...")


@click.command("score")
@click.argument("ref")
@click.argument("systems", nargs=-1, metavar="[SYS]...")
@measure_option
@click.option("--by", default="", metavar="WHAT", help="type, concept, category (of mentions); document, unit, language, group or an attribute (of units).")
@click.option("--per", default="", metavar="WHAT", help="Put the units of a document (or language, group, ...) together before anything is counted.")
@click.option("--layer", default="", metavar="NAME", help="The layer of REF; needed if it has several.")
@click.option("--with", "others", multiple=True, metavar="NAME", help="A layer of the systems (of REF, if no SYS is given); may be repeated.")
@click.option("--split", default="", metavar="NAME", help="Only the units of this split of REF.")
@format_option
@click.option("--sys-from", "sys_format", default="", metavar="FORMAT", help="Format of the systems, where it is another than REF's.")
@ontology_option
@click.option("--root", default="", metavar="ID", help="Categories are the branches directly below this term.")
@click.option("--at-least", type=float, metavar="VALUE", help="Exit with 1 if a value is lower, or undefined.")
@draws_option
@level_option
@seed_option
@table_options
def score_command(
    ref: str, systems: tuple[str, ...], measures: tuple[str, ...], by: str, per: str, layer: str, others: tuple[str, ...], split: str, format: str,
    sys_format: str, ontology: str | None, root: str, at_least: float | None, draws: int, level: float, seed: int, style: str | None,
    out: str | None, as_json: bool,
) -> int:  # fmt: skip
    """Score the systems SYS against REF, on the units that both judged.

    REF and SYS are corpora in any format, or projects; SYS may be an annotator too (external:syntok, tags), run on the texts of REF. Without SYS, layers of REF are scored (--with NAME). Each row has its signature: the measure
    with all its settings, and what else the number was made from.
    """
    from ..measures import scores
    from ..report.tables import Table

    corpus = corpus_of(ref, format=format)
    if split:
        corpus = corpus.split(split)
    gold, found = sides_of(corpus, ref, systems, layer, others, sys_format or format)
    figures = scores(gold, found, *measures, by=by, per=per, units=corpus, ontology=opened(ontology), root=root, draws=draws, level=level, seed=seed)
    rows = [dict(f.row()) for f in figures]
    columns = tuple(c for c in _COLUMNS if c == "value" or any(row[c] not in ("", None) for row in rows))
    table = Table("Scores", ("measure", "of", *(("group",) if by else ()), "value", "units"),
                  [(f.measure, " ~ ".join(f.sides), *((f.group,) if by else ()), f, f.units) for f in figures])  # fmt: skip
    put(table, rows, style=style, out=out, as_json=as_json, columns=columns)
    missed = [f for f in figures if at_least is not None and (f.value is None or f.value < at_least)]
    if missed:
        say(f"{len(missed)} of {len(figures)} values are below {at_least:g} or undefined")
    return 1 if missed else 0


def sides_of(corpus: Corpus, ref: str, systems: tuple[str, ...], layer: str, others: tuple[str, ...], format: str) -> tuple[Layer, list[Layer]]:
    """The reference, and the layers that are held against it, under names that tell them apart."""
    if not systems and not others:
        raise click.UsageError("name a system, or layers of REF to score with --with NAME")
    if not systems:
        gold = layer_of(corpus, layer, ref, but=others)
        return gold, [layer_of(corpus, name, ref) for name in others]
    gold = layer_of(corpus, layer, ref)
    found: list[Layer] = []
    for place in systems:
        if not is_project(place) and not Path(place).exists():
            found.append(_annotated(place, corpus, gold))
            continue
        there = corpus_of(place, format=format)
        chosen = [layer_of(there, name, place) for name in others] or [layer_of(there, "", place, kind=gold.kind)]
        found += [one.called(Path(place).name if len(chosen) == 1 else f"{Path(place).name}:{one.name}") for one in chosen]
    gold = gold.called(Path(ref).name if len(corpus.layers) == 1 else gold.name)
    return gold, named_apart(found, gold.name)


def _annotated(spec: str, corpus: Corpus, gold: Layer) -> Layer:
    """The layer of an annotator that is named where a file could be: it sees the texts of REF and nothing else."""
    from dataclasses import replace

    from ..contracts import Annotator
    from ..errors import NotFound
    from ..registry import door
    from .systems import system

    head = spec.partition("=")[2] or spec
    if head.partition("(")[0].partition(":")[0] not in door("annotators").names():
        raise NotFound("no such file or folder", where=spec, remedy="or an annotator, such as external:syntok")
    name, made = system(spec)
    assert isinstance(made, Annotator)
    return made.annotate(replace(corpus, layers=(), splits={}).only(gold.units)).called(name)


def opened(file: str | None) -> Ontology | None:
    if file is None:
        return None
    from ..ontology import Ontology

    return Ontology(file)
