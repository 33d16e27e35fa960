"""goldproof show and diff: one unit with everything said about it; what differs between two layers, files or projects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .frame import format_option, json_option, say, show, show_json
from .place import corpus_of, study_argument

if TYPE_CHECKING:
    from ..model import Corpus, Layer


@click.command("show")
@study_argument
@click.argument("unit")
@format_option
@click.option("--layer", "layers", multiple=True, metavar="NAME", help="Only this layer; may be repeated.")
@json_option
def show_command(study: str, unit: str, format: str, layers: tuple[str, ...], as_json: bool) -> None:
    """Show UNIT of STUDY (a project, or a corpus in any format): its text, and what every layer says about it.

    Places are half-open code points of the document.
    """
    from ..model.plain import source_plain, unit_plain
    from ..project.words import source_text, unit_text, words

    corpus = corpus_of(study, format=format, units=(unit,), layers=layers or None)
    about, text = corpus.unit(unit), source_text(corpus, unit)
    chosen = [corpus.layer(name) for name in layers] if layers else corpus.layers
    said = [(layer, _judged(layer, unit)) for layer in chosen]
    if as_json:
        show_json({"unit": unit_plain(about), "text": unit_text(corpus, unit), "layers": [
            {"layer": layer.name, "kind": layer.kind.value, "source": source_plain(layer.source), "judged": judged}
            for layer, judged in said]})  # fmt: skip
        return
    facts = [about.id] + [f"{name}: {value}" for name, value in (("group", about.group), ("language", about.language)) if value]
    click.echo("  ".join(facts))
    click.echo(_indented(unit_text(corpus, unit)))
    for layer, judged in said:
        state = "not judged" if judged is None else "nothing there" if not judged else ""
        click.echo(f"\n{layer.name}: {layer.kind}, by {layer.source}" + (f": {state}" if state else ""))
        for line in words(layer.kind, judged or [], text):
            click.echo(f"  {line}")


def _judged(layer: Layer, unit: str) -> list[Any] | None:
    """The judgements as plain values; None if the layer did not judge the unit."""
    from ..model.plain import plain_rows

    if unit not in layer:
        return None
    one = layer.only((unit,)).columns
    return plain_rows(one, 0, len(one))


def _indented(text: str) -> str:
    return "\n".join(f"  | {line}" for line in text.split("\n"))


@click.command("diff")
@click.argument("a")
@click.argument("b", required=False)
@format_option
@click.option("--layer", default="", metavar="NAME", help="The layer of A; all layers if not given.")
@click.option("--with", "other", default="", metavar="NAME", help="The layer of B that it is set against.")
@click.option("--exact", is_flag=True, help="Ids, order, sources, facts and splits count too.")
@click.option("--ontology", type=click.Path(), metavar="FILE", help="Tells concepts above and below from others.")
@json_option
def diff_command(a: str, b: str | None, format: str, layer: str, other: str, exact: bool, ontology: str | None, as_json: bool) -> int:
    """What differs, unit by unit: between the layers of A and B, or between two layers of A.

    A and B are projects, or corpora in any format. "-" is what only A says, "+" what only B says. The cause is told as if B were right: "missed" is what A
    does not have. Exits with 1 if they differ.
    """
    from ..adjudication.corpora import compare

    if b is None and not (layer and other):
        raise click.UsageError("name B, or two layers of A with --layer and --with")
    if other and not layer:
        raise click.UsageError("--with needs --layer")
    one = corpus_of(a, format=format)
    two: Corpus = one if b is None else corpus_of(b, format=format)
    known = None
    if ontology is not None:
        from ..ontology import Ontology

        known = Ontology(ontology)
    found = list(compare(one, two, layer=layer, other=other, exact=exact, ontology=known))
    if as_json:
        show_json([{"what": d.what, "id": d.id, "layer": d.layer, "a": list(d.a), "b": list(d.b), "causes": [c.value for c in d.causes]} for d in found])
    elif found:
        rows = [{"what": d.what, "id": d.id, "layer": d.layer, "side": side, "says": line, "cause": [c.value for c in d.causes]}
                for d in found for side, lines in (("-", d.a), ("+", d.b)) for line in lines]  # fmt: skip
        show(rows, columns=("what", "id", "layer", "side", "says", "cause"))
    units = {d.id for d in found if d.what == "judgement"}
    say(f"{len(units)} units judged otherwise, {sum(d.what != 'judgement' for d in found)} other differences" if found else "no difference")
    return 1 if found else 0
