"""A plan as a file: a row for each judgement to be made, in the order in which its rater meets it.

::

    rater  order  unit
    ann    1      pair-17
    ann    2      pair-4

Everything else of a plan (loads, what pairs of raters share) follows from the rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..errors import BadInput
from ..formats.sheets import read_rows, write_rows
from ..model import Corpus, Layer, Pair, Passage, Scale
from .assignment import Plan

HEAD = ("rater", "order", "unit")


def rows_of(plan: Plan) -> list[tuple[str, int, str]]:
    return [(rater, place, unit) for rater in plan.raters for place, unit in enumerate(plan.units_of(rater), 1)]


def write_plan(plan: Plan, path: str | Path) -> None:
    """The plan as a table (.tsv, .csv or .xlsx)."""
    write_rows(Path(path), [HEAD, *((rater, str(place), unit) for rater, place, unit in rows_of(plan))])


def read_plan(path: str | Path) -> dict[str, tuple[str, ...]]:
    """Each rater's units in their order, from a file that :func:`write_plan` or anybody else wrote."""
    rows = read_rows(Path(path))
    head = [cell.strip().casefold() for cell in rows[0]] if rows else []
    missing = [name for name in ("rater", "unit") if name not in head]
    if missing:
        raise BadInput(f"no column {missing[0]!r}", where=path, remedy="a plan has the columns rater, order and unit")
    found: dict[str, list[tuple[float, str]]] = {}
    for number, row in enumerate(rows[1:], 2):
        cells = dict(zip(head, (cell.strip() for cell in row), strict=False))
        rater, unit = cells.get("rater", ""), cells.get("unit", "")
        if not rater or not unit:
            raise BadInput("a row without rater or unit", where=f"{path}, row {number}")
        try:
            place = float(cells.get("order") or number)
        except ValueError:
            raise BadInput(f"not a number: {cells['order']!r}", where=f"{path}, row {number}") from None
        if any(unit == u for _, u in found.get(rater, ())):
            raise BadInput(f"{rater} has unit {unit} twice", where=f"{path}, row {number}")
        found.setdefault(rater, []).append((place, unit))
    return {rater: tuple(u for _, u in sorted(units, key=lambda pair: pair[0])) for rater, units in found.items()}


def sheet(plan: Plan, rater: str, corpus: Corpus, scale: Scale | None = None) -> list[Sequence[str]]:
    """A rater's own sheet, to be filled in away from the screen and imported again: the items in the rater's order, an empty column of the rater's name,
    and the scale. No other rater's name is on it."""
    from ..formats.raters import scale_text

    grades = "" if scale is None else scale_text(scale)
    units = [corpus.unit(u) for u in plan.units_of(rater)]
    pairs = any(isinstance(u.content, Pair) for u in units)
    head = ["item", *(("left", "right") if pairs else ("text",)), rater, *(("scale",) if grades else ())]
    rows: list[Sequence[str]] = [head]
    for unit in units:
        match unit.content:
            case Pair(left, right):
                shown: tuple[str, ...] = (left, right)
            case Passage():
                span = corpus.span(unit.id)
                shown = (corpus.text_of(unit.id).text[span.start : span.end], *(("",) if pairs else ()))
            case _:
                raise BadInput("a sheet is for pairs and passages", where=f"unit {unit.id}", remedy="use goldproof serve, or leave --sheets out")
        rows.append((unit.id, *shown, "", *((grades,) if grades else ())))
    return rows


def scale_in(corpus: Corpus) -> Scale | None:
    """The scale that the layers of a corpus have in common."""
    scales: list[Layer] = [la for la in corpus.layers if la.scale is not None]
    return scales[0].scale if scales and all(la.scale == scales[0].scale for la in scales) else None
