"""goldproof convert: from one format to another, losing nothing silently."""

from __future__ import annotations

from pathlib import Path

import click

from .frame import (
    force_option,
    format_option,
    json_option,
    lose_option,
    pairs,
    say,
    set_option,
    show_json,
    texts_option,
)
from .place import read


@click.command("convert")
@click.argument("source", type=click.Path())
@click.argument("target", type=click.Path())
@format_option
@click.option("--to", "-t", default="", metavar="FORMAT", help="Format of the output; taken from its suffix if not given.")
@click.option("--layer", "layers", multiple=True, metavar="NAME", help="Convert only this layer; may be repeated.")
@texts_option
@lose_option
@set_option
@click.option("--write-option", multiple=True, metavar="NAME=VALUE", help="An option of the output format's own.")
@force_option
@json_option
def convert_command(
    source: str, target: str, format: str, to: str, layers: tuple[str, ...], texts: str | None, lose: tuple[str, ...],
    options: tuple[str, ...], write_option: tuple[str, ...], force: bool, as_json: bool,
) -> None:  # fmt: skip
    """Read SOURCE (a file or folder) and write TARGET in another format.

    What TARGET's format cannot keep is refused by name; agree to it with --lose NAME.
    """
    from ..formats import save
    from ..formats.exchange import chosen_format, losses

    warnings: list[str] = []
    corpus = read(source, format=format, texts=texts, lose=lose, options=pairs(options), warnings=warnings)
    for warning in warnings:
        say(f"warning: {warning}")
    if layers:
        chosen = {corpus.layer(name).name for name in layers}
        corpus = corpus.without_layers(*(la.name for la in corpus.layers if la.name not in chosen))
    save(corpus, Path(target), format=to, lose=lose, force=force, options=pairs(write_option, "--write-option"))
    judgements = sum(layer.count for layer in corpus.layers)
    if as_json:
        written = chosen_format(Path(target), to)
        show_json({"target": target, "format": written.name, "documents": len(corpus.documents), "units": len(corpus.units),
                   "layers": len(corpus.layers), "judgements": judgements, "lost": losses(corpus, written), "warnings": warnings})  # fmt: skip
        return
    say(f"wrote {target}: {len(corpus.documents)} documents, {len(corpus.units)} units, {judgements} judgements")
