"""goldproof power: how many units a study needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from ..errors import BadInput
from .frame import format_option, json_option, say, show
from .place import corpus_of
from .score import measure_option, ontology_option, opened, sides_of

alpha_option = click.option("--alpha", default=0.05, show_default=True, metavar="P", help="The level of significance.")
power_option = click.option("--power", default=0.80, show_default=True, metavar="P", help="The chance to find what is there.")
level_option = click.option("--level", default=0.95, show_default=True, metavar="L", help="The level of the interval.")


@click.group("power", context_settings={"help_option_names": ["-h", "--help"]})
def power_command() -> None:
    """How many units a study needs: to find a correlation, for an interval as narrow as wanted, to find a difference of two systems."""


@power_command.command("correlation")
@click.argument("r", type=float)
@click.option("-n", "--number", type=int, metavar="N", help="Say the power of so many pairs instead.")
@click.option("--one-sided", is_flag=True, help="Only a correlation of this sign counts.")
@alpha_option
@power_option
@json_option
def correlation_command(r: float, number: int | None, one_sided: bool, alpha: float, power: float, as_json: bool) -> None:
    """Pairs needed to find a correlation of R: ((z_alpha + z_power) / atanh R)² + 3 (Fisher's z). 0.30 at 0.05 with 80 % needs 85."""
    from ..design.power import for_correlation, power_of_correlation

    units = number if number is not None else for_correlation(r, alpha=alpha, power=power, two_sided=not one_sided)
    _show({"for": f"r = {r:g}", "units": units, "power": power_of_correlation(r, units, alpha=alpha, two_sided=not one_sided), "alpha": alpha,
           "sides": 1 if one_sided else 2, "by": "Fisher's z"}, as_json)  # fmt: skip


@power_command.command("share")
@click.argument("share", type=float)
@click.option("--half-width", type=float, required=True, metavar="W", help="How far the interval may reach to each side.")
@level_option
@json_option
def share_command(share: float, half_width: float, level: float, as_json: bool) -> None:
    """Units needed so that the interval of a SHARE (precision, recall, agreement in per cent) is as narrow as wanted, by Wilson's interval."""
    from ..design.power import for_share

    _show({"for": f"share {share:g} ± {half_width:g}", "units": for_share(share, half_width, level=level), "level": level, "by": "Wilson's interval"}, as_json)


@power_command.command("interval")
@click.argument("pilots", nargs=-1, required=True, metavar="PILOT...")
@click.option("-m", "--measure", "name", default="", metavar="NAME", help="A coefficient or measure: AC2, alpha, F1(match=overlap); what is usual for the kind if not given.")
@click.option("--half-width", type=float, required=True, metavar="W", help="How far the interval may reach to each side.")
@click.option("--layer", "layers", multiple=True, metavar="NAME", help="Only this layer; may be repeated.")
@level_option
@click.option("--draws", default=2000, show_default=True, metavar="N", help="Resamplings, where there is no standard error.")
@click.option("--seed", default=1, show_default=True, metavar="N", help="The seed of chance.")
@format_option
@json_option
def interval_command(
    pilots: tuple[str, ...], name: str, half_width: float, layers: tuple[str, ...], level: float, draws: int, seed: int, format: str, as_json: bool
) -> None:  # fmt: skip
    """Units needed so that the interval of a coefficient is as narrow as wanted, from the agreement of a PILOT: its standard error times the root of its
    units is the deviation a unit s, and (z s / W)² units are needed.
    """
    from ..agreement import agree
    from ..design.power import for_mean
    from .agree import chosen_of

    corpus, chosen = chosen_of(pilots, layers, None, format, (), None)
    figure = agree(chosen, *((name,) if name else ()), units=corpus.units, draws=draws, level=level, seed=seed)[-1]
    if figure.value is None:
        raise BadInput(f"{figure.measure} is undefined in the pilot: {figure.why}")
    deviation, by = _deviation(figure.error, figure.low, figure.high, figure.units, level)
    _show({"for": f"{figure.measure} ± {half_width:g}", "units": for_mean(deviation, half_width, level=level), "level": level, "pilot_value": figure.value,
           "pilot_units": figure.units, "deviation_a_unit": deviation, "by": by}, as_json)  # fmt: skip


def _deviation(error: float | None, low: float | None, high: float | None, units: int, level: float) -> tuple[float, str]:
    from statistics import NormalDist

    if error is not None and error > 0:
        return error * units**0.5, "the pilot's standard error"
    if low is None or high is None or high <= low:
        raise BadInput("the pilot has neither a standard error nor an interval", remedy="give a larger pilot, or --draws")
    return (high - low) / 2 / NormalDist().inv_cdf((1 + level) / 2) * units**0.5, "the pilot's bootstrap interval"


@power_command.command("difference")
@click.argument("ref")
@click.argument("systems", nargs=-1, metavar="[SYS]...")
@measure_option
@click.option("--difference", type=float, metavar="D", help="The difference that must be found; the pilot's own if not given.")
@click.option("--layer", default="", metavar="NAME", help="The layer of REF; needed if it has several.")
@click.option("--with", "others", multiple=True, metavar="NAME", help="A layer of the systems (of REF, if no SYS is given); two in all.")
@click.option("--per", default="", metavar="WHAT", help="The units of the test: sentence (of parses), document, ...")
@alpha_option
@power_option
@click.option("--draws", default=2000, show_default=True, metavar="N", help="Resamplings of the pilot, and simulated studies.")
@click.option("--seed", default=1, show_default=True, metavar="N", help="The seed of chance.")
@format_option
@click.option("--sys-from", "sys_format", default="", metavar="FORMAT", help="Format of the systems, where it is another than REF's.")
@ontology_option
@json_option
def difference_command(
    ref: str, systems: tuple[str, ...], measures: tuple[str, ...], difference: float | None, layer: str, others: tuple[str, ...], per: str, alpha: float,
    power: float, draws: int, seed: int, format: str, sys_format: str, ontology: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Units needed to find a difference of two systems by a measure (F1), from a pilot: REF and the outputs of both.

    By formula, ((z_alpha + z_power) s / D)², s the deviation of the difference a unit by the bootstrap over the pilot. For the pilot's own
    difference the power of so many units is simulated beside it: studies drawn from the pilot, tested by approximate randomisation.
    """
    from ..design.simulation import simulated_power, units_for_difference
    from ..measures import measure
    from ..measures.score import grouped_per

    corpus = corpus_of(ref, format=format)
    gold, found = sides_of(corpus, ref, systems, layer, others, sys_format or format)
    if len(found) != 2:
        raise BadInput(f"{len(found)} systems; a difference is of 2")
    common = [u for u in gold.units if all(u in s for s in found)]
    gold, *found = grouped_per(per, corpus, *(la.only(common) for la in (gold, *found)))
    rows = []
    for name in measures or ("F1",):
        chosen = measure(name, kind=gold.kind, ontology=opened(ontology))
        one, two = (chosen.counts(gold, other) for other in found)
        (first, why), (second, why_too) = chosen.value(one), chosen.value(two)
        if first is None or second is None:
            raise BadInput(f"{chosen} is undefined in the pilot: {why or why_too}")
        wanted = difference if difference is not None else first - second
        if wanted == 0:
            raise BadInput("the systems are equally good in the pilot", remedy="say which --difference must be found")
        a, b = one.table.astype(float), two.table.astype(float)
        units, deviation = units_for_difference(a, b, chosen.values, wanted, alpha=alpha, power=power, draws=draws, seed=seed)
        simulated = simulated_power(a, b, chosen.values, units, alpha=alpha, draws=draws, seed=seed) if difference is None else None
        rows.append({"for": f"{chosen}, difference {abs(wanted):.4g}", "units": units, "power": power, "simulated_power": simulated, "alpha": alpha,
                     "pilot_a": first, "pilot_b": second, "pilot_units": len(one.units), "deviation_a_unit": deviation, "by": "bootstrap of the pilot",
                     "seed": seed})  # fmt: skip
    _show_rows(rows, as_json)


def _show(row: Mapping[str, Any], as_json: bool) -> None:
    _show_rows([row], as_json)


def _show_rows(rows: list[Any], as_json: bool) -> None:
    show(rows, as_json=as_json, columns=[c for c in rows[0] if any(r[c] is not None for r in rows)])
    for row in rows:
        say(f"{row['units']} units for {row['for']}")
