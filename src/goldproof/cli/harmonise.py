"""goldproof harmonise: several layers into one that keeps its votes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .frame import force_option, format_option, json_option, lose_option, pairs, say, show, show_json, texts_option
from .gathering import gathered
from .place import actor_option, is_project, opened

if TYPE_CHECKING:
    from ..model import Corpus, Layer


@click.command("harmonise")
@click.argument("places", nargs=-1, metavar="PLACE...")
@click.option("--rule", "-r", default="", metavar="RULE", help="centroid(2,2), majority, median, mean, borda, kemeny, dawid-skene, mace, unanimous ...; what is usual for the kind if not given.")
@click.option("--layer", "layers", multiple=True, metavar="NAME", help="Only this layer; may be repeated. All of one kind by people and systems otherwise.")
@click.option("--round", "round_", default=None, metavar="NAME", help="Only layers of this round.")
@click.option("--weight", "weights", multiple=True, metavar="LAYER=NUMBER", help="What the vote of a layer is worth (1 if not given); may be repeated.")
@click.option("--name", default="harmonised", show_default=True, metavar="NAME", help="What the new layer is called.")
@click.option("--save", is_flag=True, help="Put the layer into the project that PLACE is.")
@click.option("--output", "-o", type=click.Path(), metavar="PATH", help="Write the corpus with the new layer; a table on stdout if not given.")
@click.option("--only", is_flag=True, help="Write the new layer without those that it was made of.")
@click.option("--to", "-t", default="", metavar="FORMAT", help="Format of the output; taken from its suffix if not given.")
@click.option("--rules", "catalogue", is_flag=True, help="List the rules, and stop.")
@format_option
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the format's own.")
@texts_option
@lose_option
@force_option
@actor_option
@json_option
def harmonise_command(
    places: tuple[str, ...], rule: str, layers: tuple[str, ...], round_: str | None, weights: tuple[str, ...], name: str, save: bool, output: str | None,
    only: bool, to: str, catalogue: bool, format: str, options: tuple[str, ...], texts: str | None, lose: tuple[str, ...], force: bool, actor: str, as_json: bool,
) -> None:  # fmt: skip
    """Make one layer of several: projects, or corpora in any format; several places are put together by unit.

    Each judgement keeps its votes: how many have it (votes), of how many who judged the unit (of), how many at exactly this place (exact).
    """
    from ..formats import save as write
    from ..harmonisation import harmonise

    if catalogue:
        _list(as_json)
        return
    if not places:
        raise click.UsageError("name a PLACE: a project, or a corpus in any format")
    if save and (len(places) != 1 or not is_project(places[0])):
        raise click.UsageError("--save: PLACE is not one project")
    corpus, chosen = gathered(places, layers, round_, format=format, options=options, texts=texts)
    made = harmonise(chosen, rule, corpus=corpus, name=name, weights=_numbers(weights) if weights else None)
    if save:
        with opened(places[0], writing=True) as project:
            project.add_layer(made.name, made.kind, made.source, scale=made.scale, actor=actor)
            project.judge_all(made.name, dict(made.items()), actor=actor)
    if output is not None:
        whole = corpus.with_layers(made) if only else corpus.with_layers(*chosen, made)
        write(whole, Path(output), format=to, lose=lose, force=force)
    if output is None and not save:
        rows = _rows(made, corpus)
        show(rows, as_json=as_json, columns=("unit", "says", "votes", "of"))
    elif as_json:
        show_json(_summary(made, output, save))
    say(f"{made.name}, by {made.source.name} from {', '.join(la.name for la in chosen)}: {made.count} {made.kind.value} on {len(made.units)} of {len(corpus.units)} units")
    for fact in ("weights", "accuracies"):
        if fact in made.source.settings:
            values: Any = made.source.settings[fact]
            each = values if isinstance(values, tuple) else (values,)
            say(f"{fact}: " + ", ".join(f"{la} {v:g}" for la, v in zip(sorted(la.name for la in chosen), each, strict=True)))
    if output is not None:
        say(f"wrote {output}")


def _numbers(weights: tuple[str, ...]) -> dict[str, float]:
    out = {}
    for name, value in pairs(weights, "--weight").items():
        try:
            out[name] = float(value)
        except ValueError:
            raise click.UsageError(f"--weight {name}={value}: not a number") from None
    return out


def _summary(made: Layer, output: str | None, saved: bool) -> dict[str, Any]:
    settings = {k: list(v) if isinstance(v, tuple) else v for k, v in made.source.settings.items()}
    return {"layer": made.name, "rule": made.source.name, "kind": made.kind.value, "judgements": made.count, "units": len(made.units), "settings": settings,
            "output": output, "saved": saved}  # fmt: skip


def _rows(made: Layer, corpus: Corpus) -> list[dict[str, Any]]:
    from ..model.plain import plain_rows
    from ..project.words import source_text, words

    out = []
    at = made.columns.offsets.tolist()
    for i, unit in enumerate(made.units):
        text = source_text(corpus, unit)
        for row in range(at[i], at[i + 1]):
            (plain,) = plain_rows(made.columns, row, row + 1)
            said = plain.get("attributes") or ((plain.get("sentences") or [{}])[0].get("attributes")) or {}
            bare = {k: v for k, v in plain.items() if k != "attributes"}
            left = {k: v for k, v in (plain.get("attributes") or {}).items() if k not in ("votes", "of")}
            lines = words(made.kind, [bare | ({"attributes": left} if left else {})], text)
            out += [{"unit": unit, "says": line, "votes": said.get("votes") if not n else None, "of": said.get("of") if not n else None} for n, line in enumerate(lines)]
        if at[i] == at[i + 1]:
            out.append({"unit": unit, "says": "nothing there", "votes": None, "of": None})
    return out


def _list(as_json: bool) -> None:
    from ..harmonisation.harmonise import RULES

    show([{"rule": r.name, "kinds": sorted(k.value for k in r.kinds), "what": r.title,
           "settings": ", ".join(f"{p.name}={p.default}" + (f" ({'|'.join(p.choices)})" if p.choices else "") for p in r.parameters), "see": r.see}
          for r in RULES], as_json=as_json)  # fmt: skip
