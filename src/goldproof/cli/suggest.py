"""goldproof suggest: what annotators begin with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .frame import force_option, format_option, json_option, lose_option, say, show, show_json, texts_option
from .place import actor_option, corpus_of, is_project, opened, read

if TYPE_CHECKING:
    from ..contracts import Annotator
    from ..model import Corpus, Layer


@click.command("suggest")
@click.argument("place", metavar="PLACE")
@click.option("--with", "specs", multiple=True, metavar="ANNOTATOR", help="A recogniser: concepts:hp.obo, or a plug-in; may be repeated.")
@click.option("--preset", "presets", multiple=True, metavar="NAME", help="Presets of the recognisers: each --with concepts: is run with each (default if not given).")
@click.option("--layer", "layers", multiple=True, metavar="NAME", help="A layer that is there already, of another recogniser; may be repeated.")
@click.option("--rule", "-r", default="", metavar="RULE", help="How they are put together: centroid(2,1) if not given, of one alone centroid(1,1).")
@click.option("--curated", default="", metavar="LAYER", help="What was decided in one language: suggested in the parallel units that it did not judge.")
@click.option("--no-offers", is_flag=True, help="Leave out curated concepts for which no place was found.")
@click.option("--hide", type=click.FloatRange(0, 1), default=None, metavar="SHARE", help="Hide the suggestions of this share of the units, at random; both arms are kept as splits.")
@click.option("--for", "people", multiple=True, metavar="NAME", help="With --hide: arms of their own for each of these people; may be repeated.")
@click.option("--seed", default=1, show_default=True, help="Seed of the arms.")
@click.option("--only-shown", is_flag=True, help="With --hide: write the suggestions of the shown arm only (of one person with --for).")
@click.option("--name", default="suggestions", show_default=True, metavar="NAME", help="What the layer is called.")
@click.option("--language", "-l", default="", metavar="CODE", help="The language of texts that do not say theirs.")
@click.option("--save", is_flag=True, help="Put layer and arms into the project that PLACE is.")
@click.option("--output", "-o", type=click.Path(), metavar="PATH", help="Write the corpus with the suggestions; a table on stdout if not given.")
@click.option("--to", "-t", default="", metavar="FORMAT", help="Format of the output; taken from its suffix if not given.")
@format_option
@texts_option
@lose_option
@force_option
@actor_option
@json_option
def suggest_command(
    place: str, specs: tuple[str, ...], presets: tuple[str, ...], layers: tuple[str, ...], rule: str, curated: str, no_offers: bool, hide: float | None,
    people: tuple[str, ...], seed: int, only_shown: bool, name: str, language: str, save: bool, output: str | None, to: str, format: str, texts: str | None,
    lose: tuple[str, ...], force: bool, actor: str, as_json: bool,
) -> None:  # fmt: skip
    """Suggestions for annotators: several recognisers' mentions by low thresholds, so that little is missing.

    In parallel units, --curated brings what was decided in one language into the others: at a place that any recogniser has, or without one.
    """
    from ..design.arms import allot, shown
    from ..formats import save as write
    from ..harmonisation import suggest

    if hide is None and (people or only_shown):
        raise click.UsageError("--for and --only-shown are about --hide")
    if only_shown and len(people) > 1:
        raise click.UsageError("--only-shown is for one person: name one with --for")
    if save and not is_project(place):
        raise click.UsageError("--save: PLACE is not a project")
    if only_shown and save:
        raise click.UsageError("--save keeps all suggestions, with their arms; --only-shown is for files")
    corpus = corpus_of(place) if is_project(place) else read(place, format=format, texts=texts)
    if language:
        corpus = replace(corpus, documents=tuple(d if d.language else replace(d, language=language) for d in corpus.documents))
    sources: list[Annotator | Layer | str] = [*_annotators(specs, presets), *(corpus.layer(x) for x in layers)]
    made = suggest(corpus, sources, rule, curated=corpus.layer(curated) if curated else None, offer=not no_offers, name=name)
    arms = {} if hide is None else allot((u for u in corpus.units if u.id in made), name, hidden=hide, people=people, seed=seed)
    if arms:
        made = made.by(settings=made.source.settings.but(hidden=hide or 0.0, seed=seed))
    if save:
        with opened(place, writing=True) as project:
            project.take(replace(_bare(corpus), layers=(made,), splits=arms), actor=actor)
    handed = shown(made, arms, people[0] if people else "") if only_shown else made
    if output is not None:
        write(replace(corpus.with_layers(handed), splits={**corpus.splits, **arms}), Path(output), format=to, lose=lose, force=force)
    if as_json:
        show_json({"layer": name, "rule": made.source.name, "suggestions": handed.count, "units": len(handed.units), "arms": {k: list(v) for k, v in arms.items()},
                   "output": output, "saved": save})  # fmt: skip
    elif output is None and not save:
        show(_rows(handed, corpus), columns=("unit", "start", "end", "concept", "text", "votes", "of", "curated", "words"))
    say(f"{name}, by {made.source.name}: {handed.count} suggestions on {len(handed.units)} of {len(corpus.units)} units")
    for arm, units in arms.items():
        say(f"{arm}: {len(units)} units")
    if output is not None:
        say(f"wrote {output}")


def _annotators(specs: tuple[str, ...], presets: tuple[str, ...]) -> list[Annotator]:
    from ..annotators.opening import annotator

    out: list[Annotator] = []
    for spec in specs:
        for preset in presets if presets and spec.startswith("concepts:") else ("default",):
            out.append(annotator(spec, {"preset": preset} if preset != "default" else None))
    return out


def _bare(corpus: Corpus) -> Corpus:
    """The units and documents without what else the project has already."""
    return replace(corpus, name="", version="", licence="", provenance="", layers=(), splits={})


def _rows(layer: Layer, corpus: Corpus) -> list[dict[str, object]]:
    return [
        {"unit": unit, "start": m.start if m.spans else None, "end": m.end if m.spans else None, "concept": "|".join(m.concepts),
         "text": corpus.text_of(unit).cut(m.spans, " … ") if m.spans else "", **{k: m.attributes.get(k) for k in ("votes", "of", "curated", "words")}}
        for unit, said in layer.items() for m in said
    ]  # fmt: skip
