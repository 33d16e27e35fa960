"""goldproof languages: parallel units side by side, how far their languages agree and what stands on one side only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .frame import format_option, put, say, table_options, texts_option

if TYPE_CHECKING:
    from ..model import Corpus, Layer

_FIGURES = ("measure", "of", "group", "value", "low", "high", "units", "signature")
_ITEMS = ("group", "concept", "in", "not_in", "text", "instead", "units")


@click.command("languages")
@click.argument("place", metavar="PLACE")
@click.option("--layer", "layers", multiple=True, metavar="NAME", help="The layer to look at, or one a language; the only one of mentions if not given.")
@click.option("-m", "--measure", default="F1", show_default=True, metavar="NAME", help="F1, P, R; F1(on=concept) for the set of concepts of each unit.")
@click.option("--one-sided", "listed", is_flag=True, help="List the concepts that not all languages of a group have, for people to decide.")
@click.option("--group", "groups", multiple=True, metavar="GROUP", help="With --one-sided: only of this group of parallel units; may be repeated.")
@click.option("--draws", default=1000, show_default=True, help="Resamplings of the groups for the intervals; 0 for none.")
@click.option("--seed", default=1, show_default=True, help="Seed of the resamplings.")
@format_option
@texts_option
@table_options
def languages_command(
    place: str, layers: tuple[str, ...], measure: str, listed: bool, groups: tuple[str, ...], draws: int, seed: int, format: str, texts: str | None,
    style: str | None, out: str | None, as_json: bool,
) -> None:  # fmt: skip
    """How far the languages of the parallel units of PLACE agree about concepts, pair by pair and collection by collection.

    Units are parallel if they have the same group; a collection is what stands before the last slash of a group's name.
    """
    from ..errors import NotFound
    from ..report.tables import Table
    from .place import corpus_of, is_project, read

    corpus = corpus_of(place) if is_project(place) else read(place, format=format, texts=texts)
    chosen = _layers(corpus, layers, place)
    if listed:
        from ..adjudication.onesided import one_sided

        items = one_sided(corpus, chosen)
        for group in groups:
            if group not in {u.group for u in corpus.units}:
                raise NotFound(f"no group {group!r}", where=place)
        rows = [item.row() for item in items if not groups or item.group in groups]
        table = Table.of("Concepts on one side of parallel units", [{k: "; ".join(v) if isinstance(v, list) else v for k, v in row.items()} for row in rows], _ITEMS)
        put(table, rows, style=style, out=out, as_json=as_json, columns=_ITEMS)
        say(f"{len(rows)} concepts in {len({row['group'] for row in rows})} groups stand on one side only")
        return
    from ..agreement.languages import across_languages

    figures = across_languages(corpus, chosen, measure, draws=draws, seed=seed)
    told = [(f.sides[0], f.sides[1], f.group.partition("=")[2], f) for f in figures]
    put(Table("Agreement between languages", ("language", "and", "collection", measure), told), [f.row() for f in figures], style=style, out=out, as_json=as_json, columns=_FIGURES)
    if not figures:
        say("no parallel units that were judged in two languages: units are parallel if they have the same group and another language")


def _layers(corpus: Corpus, names: tuple[str, ...], place: str) -> list[Layer]:
    from ..model import Kind
    from .place import layer_of

    return [corpus.layer(name) for name in names] or [layer_of(corpus, "", place, kind=Kind.MENTIONS)]
