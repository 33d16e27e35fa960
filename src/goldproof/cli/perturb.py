"""goldproof perturb: a corpus with typing errors, other capitals, accents, hyphens or number."""

from __future__ import annotations

import click

from .frame import force_option, format_option, json_option, lose_option, say, show
from .place import corpus_of


@click.command("perturb")
@click.argument("source", required=False, metavar="CORPUS", type=click.Path())
@click.option("--kind", "kinds", multiple=True, metavar="NAME", help="typo, case, accent, hyphen, plural; may be repeated, done in this order.")
@click.option("-o", "--output", type=click.Path(), help="Where the perturbed corpus is written.")
@click.option("--to", "-t", default="", metavar="FORMAT", help="Format of the output; taken from its suffix if not given.")
@click.option("--rate", default=0.2, show_default=True, help="The share of what could be changed that is.")
@click.option("--inside", default="", metavar="LAYER", help="Change only the texts of the mentions of this layer.")
@click.option("--seed", default=1, show_default=True, help="The same seed changes a document in the same way.")
@click.option("--kinds", "explained", is_flag=True, help="List the kinds of change.")
@format_option
@lose_option
@force_option
@json_option
def perturb_command(
    source: str | None, kinds: tuple[str, ...], output: str | None, to: str, rate: float, inside: str, seed: int, explained: bool, format: str,
    lose: tuple[str, ...], force: bool, as_json: bool,
) -> None:  # fmt: skip
    """Change the texts of CORPUS a little and carry the places of its mentions along: what does a system lose on it?"""
    from ..formats import save
    from ..suites.perturbation import KINDS, perturb

    if explained:
        show([{"kind": k, "works_on": "mentions" if only else "text", "what": what} for k, (_, only, what) in KINDS.items()], as_json=as_json)
        return
    if source is None or output is None or not kinds:
        raise click.UsageError("name a CORPUS, at least one --kind, and -o OUTPUT; --kinds lists the kinds")
    made = perturb(corpus_of(source, format=format), *kinds, rate=rate, seed=seed, inside=inside)
    save(made, output, format=to, lose=lose, force=force)
    edits = {kind: made.attributes.get(f"edits-{kind}", 0) for kind in kinds}
    if as_json:
        show([{"kind": kind, "edits": many} for kind, many in edits.items()], as_json=True)
    say(", ".join(f"{kind}: {many} changes" for kind, many in edits.items()) + f" in {len(made.documents)} documents; wrote {output}")
