"""goldproof dependencies: trees turned into dependencies."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .frame import force_option, format_option, lose_option, pairs, progress, say, set_option, texts_option
from .place import layer_of, read

if TYPE_CHECKING:
    from ..model import Layer


@click.command("dependencies")
@click.argument("source", type=click.Path())
@click.argument("target", type=click.Path())
@format_option
@click.option("--to", "-t", default="", metavar="FORMAT", help="Format of the output; taken from its suffix if not given.")
@click.option("--layer", default="", metavar="NAME", help="The layer with the trees, if there are several of parses.")
@click.option("--by", default="lth", show_default=True, metavar="SCHEME", help="Head rules and labels: a shipped scheme, or a TOML file of your own.")
@click.option("--keep-trees", is_flag=True, help="Write the trees, too, where the format has room for them.")
@texts_option
@lose_option
@set_option
@force_option
def dependencies_command(
    source: str, target: str, format: str, to: str, layer: str, by: str, keep_trees: bool, texts: str | None, lose: tuple[str, ...],
    options: tuple[str, ...], force: bool,
) -> None:  # fmt: skip
    """Read the trees of SOURCE and write their dependencies to TARGET.

    The scheme lth gives what the paper's converter gives for CRAFT, token by token.
    """
    from ..formats import save
    from ..model import Kind
    from ..trees import with_dependencies

    corpus = read(source, format=format, texts=texts, lose=lose, options=pairs(options))
    found: Layer = layer_of(corpus, layer, source, kind=Kind.PARSES)
    made = with_dependencies(found, by=by, trees=keep_trees, show=progress)
    out = corpus.without_layers(*(la.name for la in corpus.layers)).with_layers(made)
    save(out, Path(target), format=to, lose=lose, force=force)
    with_trees = int((found.parses.node_offsets[1:] > found.parses.node_offsets[:-1]).sum())
    say(f"wrote {target}: {len(made.units)} units, {with_trees} trees converted by {by}")
