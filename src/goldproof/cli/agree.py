"""goldproof agree: how far raters agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .frame import format_option, put, say, table_options, texts_option
from .gathering import gathered

if TYPE_CHECKING:
    from ..measures import Figure

_COLUMNS = ("measure", "of", "group", "value", "low", "high", "se", "p", "units", "undefined_because", "signature")


@click.command("agree")
@click.argument("places", nargs=-1, required=True, metavar="PLACE...")
@click.option("-m", "--measure", "names", multiple=True, metavar="NAME", help="AC2(weights=ordinal), alpha, ICC(1,k), W, kappa, F1 ...; may be repeated.")
@click.option("--by", default="", metavar="WHAT", help="pair, raters (who judged together, and the mean), round, type, language, group, or an attribute of units.")
@click.option("--layer", "layers", multiple=True, metavar="NAME", help="Only this layer; may be repeated. All of one kind by people and systems otherwise.")
@click.option("--round", "round_", default=None, metavar="NAME", help="Only layers of this round.")
@click.option("--leave-one-out", is_flag=True, help="Agreement without each rater; who stands apart is pointed out.")
@click.option("--repeats", is_flag=True, help="Agreement of each rater with themselves, on what they judged twice.")
@click.option("--interval", type=click.Choice(["analytic", "bootstrap"]), default="analytic", show_default=True, help="Analytic where there is one, or resampled.")
@click.option("--level", default=0.95, show_default=True, help="Level of the intervals.")
@click.option("--draws", default=1000, show_default=True, help="Resamplings of the units; 0 for none.")
@click.option("--seed", default=1, show_default=True, help="Seed of the resamplings.")
@click.option("--figure", type=click.Path(), metavar="FILE", help="Draw the figures: heat map (by pair), lines (by round) or bars; .svg, .png or .pdf.")
@click.option("--by-rater", type=click.Path(), metavar="FILE", help="Draw which ratings each rater gave.")
@click.option("--by-grade", type=click.Path(), metavar="FILE", help="Draw how often each grade was given.")
@format_option
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the format's own: scale=0-4.")
@texts_option
@table_options
def agree_command(
    places: tuple[str, ...], names: tuple[str, ...], by: str, layers: tuple[str, ...], round_: str | None, leave_one_out: bool, repeats: bool, interval: str,
    level: float, draws: int, seed: int, figure: str | None, by_rater: str | None, by_grade: str | None, format: str, options: tuple[str, ...], texts: str | None,
    style: str | None, out: str | None, as_json: bool,
) -> None:  # fmt: skip
    """How far the raters of PLACE agree: projects, or corpora in any format; several places are put together by unit.

    Chance-corrected coefficients of ratings: percent, kappa, pi, Fleiss, Conger, BP, AC1, AC2, alpha; ICC(form,raters), W. Of mentions alphaU
    and gamma: where segments are. Any measure of two layers (F1, LAS,
    tau ...) is taken over the pairs. Without -m: what is usual for the kind.
    """
    from ..agreement import agree
    from ..agreement.outliers import leave_one_out as left_out
    from ..agreement.repeats import repeats as repeated
    from ..report.agreement import agreement_drawing, agreement_table, ratings_by_grade, ratings_by_rater
    from ..report.tables import Table

    if leave_one_out and repeats:
        raise click.UsageError("--leave-one-out or --repeats, not both")
    corpus, chosen = gathered(places, layers, round_, format=format, options=options, texts=texts, need=2, what="agreement")
    for path, draw in ((by_rater, ratings_by_rater), (by_grade, ratings_by_grade)):
        if path is not None:
            draw(chosen).save(path)
            say(f"drawn: {path}")
    if leave_one_out:
        if by or figure:
            raise click.UsageError("--leave-one-out takes neither --by nor --figure")
        found = [r for name in names or ("",) for r in left_out(chosen, name, level=level)]
        rows = [dict(r.row()) for r in found]
        put(Table.of("Agreement without each rater", rows), rows, style=style, out=out, as_json=as_json)
        for r in found:
            if r.apart:
                say(f"{r.rater} stands apart: without them {r.measure} is {r.change:.3f} higher ({r.low:.3f} to {r.high:.3f})")
        return
    if repeats:
        figures = repeated(chosen, *names, units=corpus.units, draws=draws, level=level, seed=seed)
    else:
        figures = agree(chosen, *names, by=by, units=corpus.units, documents=corpus.documents, draws=draws, level=level, seed=seed, interval=interval)
    if figure is not None:
        agreement_drawing(figures, by).save(figure)
        say(f"drawn: {figure}")
    put(agreement_table("Agreement", figures), [_row(f) for f in figures], style=style, out=out, as_json=as_json, columns=_COLUMNS)


def _row(f: Figure) -> dict[str, object]:
    return {**f.row(), "se": f.error, "p": f.p}
