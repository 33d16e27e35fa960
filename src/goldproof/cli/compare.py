"""goldproof compare: is the difference of two systems chance?"""

from __future__ import annotations

import click

from .frame import format_option, put, table_options
from .place import corpus_of
from .score import level_option, measure_option, ontology_option, opened, seed_option, sides_of

_COLUMNS = ("measure", "a", "b", "value_a", "value_b", "difference", "low", "high", "p", "p_uncorrected", "test", "effect", "effect_is", "units",
            "undefined_because", "signature")  # fmt: skip


@click.command("compare")
@click.argument("ref")
@click.argument("systems", nargs=-1, metavar="[SYS]...")
@measure_option
@click.option("--test", default="permutation", show_default=True, metavar="NAME",
              help="permutation, bootstrap, wilcoxon, rank-sum, t, sign, mcnemar (-exact, -mid-p, -corrected, -plain).")  # fmt: skip
@click.option("--draws", default=10_000, show_default=True, metavar="N", help="Permutations or resamplings.")
@level_option
@seed_option
@click.option("--correction", default="holm", show_default=True, metavar="NAME", help="Over all comparisons made: holm, bonferroni, bh, none.")
@click.option("--per", default="", metavar="WHAT", help="The units of the test: sentence (of parses), document, language, group, ...")
@click.option("--layer", default="", metavar="NAME", help="The layer of REF; needed if it has several.")
@click.option("--with", "others", multiple=True, metavar="NAME", help="A layer of the systems (of REF, if no SYS is given); may be repeated.")
@click.option("--split", default="", metavar="NAME", help="Only the units of this split of REF.")
@format_option
@click.option("--sys-from", "sys_format", default="", metavar="FORMAT", help="Format of the systems, where it is another than REF's.")
@ontology_option
@click.option("--alpha", type=float, metavar="P", help="Exit with 1 unless every corrected p is below this.")
@table_options
def compare_command(
    ref: str, systems: tuple[str, ...], measures: tuple[str, ...], test: str, draws: int, level: float, seed: int, correction: str, per: str, layer: str,
    others: tuple[str, ...], split: str, format: str, sys_format: str, ontology: str | None, alpha: float | None, style: str | None, out: str | None,
    as_json: bool,
) -> int:  # fmt: skip
    """Compare systems A, B, ... pair by pair against REF: difference with its interval, p, effect.

    REF and the systems are corpora in any format, or projects; without systems, layers of REF (--with NAME twice or more). The permutation test is
    approximate randomisation; it tries all swaps where few units differ. p is corrected for all pairs and measures together.
    """
    from ..report.tables import Table
    from ..significance import compare

    corpus = corpus_of(ref, format=format)
    if split:
        corpus = corpus.split(split)
    gold, found = sides_of(corpus, ref, systems, layer, others, sys_format or format)
    made = compare(gold, found, *measures, test=test, per=per, units=corpus, ontology=opened(ontology), correction=correction, draws=draws, level=level, seed=seed)
    rows = [dict(c.row()) for c in made]
    columns = tuple(c for c in _COLUMNS if c in ("difference", "p") or any(row[c] not in ("", None) for row in rows))
    shown = ("measure", "a", "b", "value_a", "value_b", "difference", "low", "high", "p", "units")
    table = Table("Comparisons", tuple(c.replace("_", " ") for c in shown), [tuple(row[c] for c in shown) for row in rows],
                  made_from="\n".join(str(row["signature"]) for row in rows))  # fmt: skip
    put(table, rows, style=style, out=out, as_json=as_json, columns=columns)
    return 1 if alpha is not None and any(c.p is None or c.p >= alpha for c in made) else 0
