"""goldproof trees, dependencies: trees searched and turned into dependencies."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .frame import (
    force_option,
    format_option,
    json_option,
    lose_option,
    pairs,
    progress,
    say,
    set_option,
    show,
    show_json,
    texts_option,
)
from .place import layer_of, read

if TYPE_CHECKING:
    from ..model import Layer
    from ..trees.query import Hit

_COLUMNS = ("unit", "sentence", "nodes", "words", "text")


@click.command("trees")
@click.argument("query")
@click.argument("source", type=click.Path())
@format_option
@click.option("--layer", default="", metavar="NAME", help="The layer with the trees, if there are several of parses.")
@click.option("--trees", "drawn", is_flag=True, help="The sentence, the numbers of the nodes and the tree, one hit after the other, instead of a table.")
@click.option("--count", is_flag=True, help="How many hits in how many sentences, and nothing else.")
@texts_option
@lose_option
@set_option
@json_option
def trees_command(
    query: str, source: str, format: str, layer: str, drawn: bool, count: bool, texts: str | None, lose: tuple[str, ...], options: tuple[str, ...],
    as_json: bool,
) -> None:  # fmt: skip
    """Find what QUERY describes in the trees of SOURCE.

    QUERY is a node and what must hold of it: 'PP < (IN < due) << PP' (docs/how-to/trees.md has the language). @craft is every rule of the shipped
    set of quality control, @craft:recursive-due-to one of them, @mine.toml a set of your own.
    """
    from ..model import Kind
    from ..trees.quality import inspect, rule_set
    from ..trees.query import search
    from ..trees.writing import block

    name, _, one = query[1:].partition(":") if query.startswith("@") else ("", "", "")
    chosen = rule_set(name) if query.startswith("@") else None
    rules = () if chosen is None else (chosen.rule(one),) if one else chosen.rules
    corpus = read(source, format=format, texts=texts, lose=lose, options=pairs(options))
    found: Layer = layer_of(corpus, layer, source, kind=Kind.PARSES)
    hits: list[tuple[str, str, list[Hit]]] = []
    if chosen is None:
        hits.append(("", "", list(search(query, found, show=progress))))
    else:
        hits += [(rule.name, rule.about, list(inspect(found, rule, chosen.grammar))) for rule in progress(rules, "rules")]
    ruled = chosen is not None
    if count:
        show([{**({"rule": rule} if ruled else {}), "hits": len(several), "sentences": len({(h.unit, h.sentence) for h in several})} for rule, _, several in hits], as_json=as_json)
    elif drawn and not as_json:
        click.echo("\n\n".join(block(hit, f"{rule}, {about}" if rule else "") for rule, about, several in hits for hit in several))
    else:
        rows = [_row(hit, rule, as_json) for rule, _, several in hits for hit in several]
        show(rows, as_json=as_json, columns=(*(("rule",) if ruled else ()), *_COLUMNS))
    if not count:
        several = [hit for _, _, some in hits for hit in some]
        say(f"{len(several)} hits in {len({(h.unit, h.sentence) for h in several})} sentences of {len(found.parses.node_offsets) - 1}")


def _row(hit: Hit, rule: str, as_json: bool) -> dict[str, Any]:
    from ..trees.writing import bracketed, numbered

    row = {"rule": rule} if rule else {}
    nodes = [{"node": node + 1, "label": name} for node, name in hit.nodes] if as_json else numbered(hit)
    row |= {"unit": hit.unit, "sentence": hit.sentence, "nodes": nodes, "words": hit.tree.text(hit.node), "text": hit.text}  # type: ignore[dict-item]
    return {**row, "tree": bracketed(hit.tree, hit.node)} if as_json else row


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
@json_option
def dependencies_command(
    source: str, target: str, format: str, to: str, layer: str, by: str, keep_trees: bool, texts: str | None, lose: tuple[str, ...],
    options: tuple[str, ...], force: bool, as_json: bool,
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
    if as_json:
        show_json({"target": target, "units": len(made.units), "trees": with_trees, "by": by, "layer": made.name})
