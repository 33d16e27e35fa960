"""What is drawn of agreement: rounds, pairs of raters, groups, and how ratings are distributed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ..errors import BadInput
from ..measures.figure import Figure
from ..model import Layer
from .charts import bars, lines, stacks
from .drawing import Drawing
from .grids import heat
from .tables import Table, text

INTERVALS = "Whiskers are intervals"


def agreement_drawing(figures: Sequence[Figure], by: str = "", *, title: str = "") -> Drawing:
    """The drawing that suits: a heat map of pairs, lines over rounds, else bars."""
    if not figures:
        raise BadInput("no figures to draw")
    names = list(dict.fromkeys(f.measure for f in figures))
    if by == "pair":
        if len(names) > 1:
            raise BadInput(f"a heat map shows one coefficient, not {len(names)}", remedy="name one with -m")
        return heat(title or f"{_short(names[0])} of each pair of raters", {(f.sides[0], f.sides[1]): f for f in figures if len(f.sides) == 2}, axis=names[0])
    whole = [f for f in figures if len(f.sides) == max(len(g.sides) for g in figures if g.group == f.group)]
    if by:
        series = {_short(name): {f.group.partition("=")[2]: f for f in whole if f.measure == name} for name in names}
        heading, axis = title or f"Agreement by {by}", "agreement" if len(names) > 1 else names[0]
        return lines(heading, series, axis=axis, along=by, note=INTERVALS) if by == "round" else bars(heading, series, axis=axis, note=INTERVALS)
    if len(names) == 1 and len(figures) > 1:
        return bars(title or _short(names[0]), {"": {_who(f): f for f in figures}}, axis=names[0], note=INTERVALS)
    return bars(title or "Agreement", {"": {f.measure: f for f in whole}}, axis="agreement", note=INTERVALS)


def _short(name: str) -> str:
    return name.partition("(")[0] if len(name) > 24 else name


def _who(f: Figure) -> str:
    return " and ".join(f.sides) if len(f.sides) == 2 else "mean of pairs"


def agreement_table(caption: str, figures: Sequence[Figure]) -> Table:
    """What, by whom, on which part, the value with its interval, error and p-value."""
    grouped, errors, tested = any(f.group for f in figures), any(f.error is not None for f in figures), any(f.p is not None for f in figures)
    columns = ("coefficient", "raters", *(("part",) * grouped), "value", *(("SE",) * errors), *(("p",) * tested), "units")
    rows = []
    for f in figures:
        who = ", ".join(f.sides) if len(f.sides) <= 4 else f"{len(f.sides)} raters"
        rows.append((f.measure, who, *((f.group,) * grouped), f, *((f.error,) * errors), *((f.p,) * tested), f.units))
    return Table(caption, columns, rows)


def ratings_by_rater(layers: Iterable[Layer], *, title: str = "Ratings by rater") -> Drawing:
    """Which grades each rater gives: a rater with a bias of their own stands out."""
    rows = _counted(layers)
    grades = sorted({grade for counts in rows.values() for grade in counts}, key=_order)
    return stacks(title, {rater: {grade: float(counts[grade]) for grade in grades} for rater, counts in rows.items()}, ordered=True, along="the rater's ratings")


def ratings_by_grade(layers: Iterable[Layer], *, title: str = "Ratings by grade") -> Drawing:
    """How often each grade was given, as a share of all ratings."""
    together: Counter[str] = Counter()
    for counts in _counted(layers).values():
        together += counts
    total = sum(together.values()) or 1
    shares = {grade: 100 * together[grade] / total for grade in sorted(together, key=_order)}
    return bars(title, {"": dict(shares)}, axis="per cent of ratings", form=".1f")


def _counted(layers: Iterable[Layer]) -> dict[str, Counter[str]]:
    out = {}
    for layer in layers:
        out[layer.name] = Counter(text(r.value, 1) if isinstance(r.value, float) and not r.value.is_integer() else f"{r.value:g}" if isinstance(r.value, (int, float)) else r.value
                                  for _, ratings in layer.items() for r in ratings if r.value == r.value)  # fmt: skip
    return out


def _order(grade: str) -> tuple[int, float, str]:
    try:
        return 0, float(grade), grade
    except ValueError:
        return 1, 0.0, grade
