"""goldproof ensemble: recognisers as one, with what training data say of each."""

from __future__ import annotations

from pathlib import Path

import click

from .frame import force_option, format_option, json_option, say, show, show_json


@click.command("ensemble")
@click.argument("source", metavar="CORPUS", type=click.Path())
@click.option("--with", "specs", multiple=True, required=True, metavar="RECOGNISER", help="A member: concepts:hp.obo, concepts:hp.obo?preset=ncbo, a plug-in; may be repeated.")
@click.option("--gold", default="", metavar="LAYER", help="The layer that is right; the only one of mentions if not given.")
@click.option("--rule", "-r", default="vote", show_default=True, metavar="RULE", help="vote, or a rule of goldproof harmonise, as centroid.")
@click.option("--follow", type=click.Path(), metavar="ONTOLOGY", help="Follow the gold's ids to those of this ontology (merged, replaced).")
@click.option("--folds", type=click.IntRange(min=2), default=5, show_default=True, help="Folds of whole documents, for threshold and figures.")
@click.option("--seed", type=int, default=7, show_default=True, help="Deals the documents to folds.")
@click.option("--jobs", "-j", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("-o", "--output", "out", required=True, type=click.Path(), metavar="FILE", help="Where to: annotate --with ensemble:FILE takes it.")
@format_option
@force_option
@json_option
def ensemble_command(
    source: str, specs: tuple[str, ...], gold: str, rule: str, follow: str | None, folds: int, seed: int, jobs: int, out: str, format: str, force: bool, as_json: bool
) -> None:
    """Learn from a corpus how far to believe each of several recognisers, or one: weights, a threshold, a confidence that is a probability.

    \b
    goldproof ensemble train/ --with concepts:hp.obo --with concepts:hp.obo?preset=biolark -o both.json
    goldproof annotate texts/ --with ensemble:both.json

    The figures are out of fold: of candidates in documents that were not learnt from.
    """
    from ..annotators.models import training_layer
    from ..errors import BadInput
    from ..harmonisation import ensemble
    from ..model import Kind
    from ..ontology import Ontology
    from .place import corpus_of

    if Path(out).exists() and not force:
        raise BadInput("is there already", where=out, remedy="--force overwrites it")
    corpus = corpus_of(source, format=format)
    layer = training_layer(corpus, gold, Kind.MENTIONS)
    made = ensemble(specs, rule, jobs=jobs).trained(corpus, layer, follow=Ontology(follow) if follow is not None else None, seed=seed, folds=folds)
    made.save(out, force=force)
    assert made.learnt is not None
    if as_json:
        show_json({"rule": made.rule, "weights": dict(made.weights), "threshold": made.learnt.threshold, "figures": dict(made.learnt.figures)})
    else:
        rows = [{"what": f"F1 of {name}", "value": f} for name, f in made.learnt.figures["members"].items()]
        show([*rows, *({"what": f"{what}, out of fold", "value": x} for what, x in made.learnt.figures["out of fold"].items())])
    say(f"{made.rule} of {len(made.members)}, learnt from {made.learnt.figures['units']} units; wrote {out}")
