"""Lithgow-Serrano et al. 2019, Similarity corpus on microbial transcriptional regulation (J Biomed Semantics 10:8).

171 pairs of sentences, each rated from 0 to 4 by three of seven people. Published are Table 5, the interval of AC2, the distribution of the grades, and
facts of the design. The public table has the three ratings of a pair in three columns that are positions, not people: figures by rater cannot be had from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ..agreement import agree
from ..corpora import corpus
from ..design.power import for_correlation
from ..measures.figure import Figure
from ..measures.ratings import numbers
from ..model import Layer
from ..report import Drawing, bars
from ..report.agreement import ratings_by_grade
from .paper import Reproduction, Show, silent
from .row import Row, printed

TITLE = "Lithgow-Serrano et al. 2019, a similarity corpus on microbial transcriptional regulation"
_UNDERFLOW = 2.0**-53

# As printed: name, coefficient, value, p, and the convention that gives it.
TABLE5 = (
    ("fleiss", "Fleiss(weights=identity)", "0.443", "0", "every difference counts alike; the ratings of a pair are taken for interchangeable"),
    ("kripp", "alpha(level=ordinal)", "0.745", "", "Krippendorff's own ordinal differences, from the cumulated counts of the ratings; with Gwet's ordinal weights of ranks "
                                                  "(as R's irrCAC calls ordinal) it is 0.741"),
    ("w", "W(ties=plain)", "0.741", "7.86e-18", "without correction for ties (the default of R's irr), although nearly every rating is tied: corrected it is beside/w-corrected; "
                                                "the three columns are taken for raters"),
    ("icc", "ICC(1,k)", "0.919", "6.7e-83", "one way, of the mean of three raters; of one rater it is beside/icc-single"),
    ("ac2", "AC2(weights=ordinal)", "0.870", "0", "ordinal weights, five categories"),
)  # fmt: skip
DISTRIBUTION = (48, 22, 15, 14, 1)
# Table 6: the rows of its seven groups of raters, Kendall, Fleiss, ICC, Krippendorff, Gwet; and the means as printed.
TABLE6 = (
    (0.782, 0.597, 0.941, 0.814, 0.864), (0.641, 0.512, 0.926, 0.705, 0.894), (0.788, 0.358, 0.912, 0.756, 0.686), (0.669, 0.442, 0.916, 0.691, 0.907),
    (0.712, 0.310, 0.894, 0.708, 0.802), (0.593, 0.268, 0.753, 0.602, 0.818), (0.833, 0.409, 0.913, 0.772, 0.784),
)  # fmt: skip
TABLE6_MEANS = {"w": "0.717", "fleiss": "0.414", "icc": "0.894", "kripp": "0.721", "ac2": "0.822"}

NOTES = (
    "Table 4, Table 6 and Figures 3, 4 and 5 are by session or by rater. The public table says neither: its columns are positions, and another person stands behind "
    "each from pair to pair. Of Table 6 only the printed means can be checked against the printed rows.",
    "The 40 % of pairs from the anaerobiosis articles and 60 % from the others cannot be counted: the table does not say where a pair is from.",
    "A p-value printed as 0 is one that R could no longer tell from 0 (below 1.1e-16); ours is printed as it is.",
)


def reproduce(data: Path, show: Show = silent) -> Reproduction:
    layers = list(corpus("regulondb", data).layers)
    figures = {name: agree(layers, call)[0] for name, call, *_ in show(TABLE5, "coefficients")}
    table = np.stack([numbers(layer) for layer in layers], axis=1)
    rows = [*_design(table), *_table5(figures), *_table6(), *_distribution(table), *_beside(layers)]
    return Reproduction("regulondb", TITLE, tuple(rows), NOTES, _drawings(figures, layers, table))


def _design(table: np.ndarray) -> list[Row]:
    each = Counter((~np.isnan(table)).sum(axis=1).tolist())
    return [
        Row("design/pairs", "pairs of sentences", 171, len(table)),
        Row("design/ratings-a-pair", "ratings of every pair", 3, each.most_common(1)[0][0] if len(each) == 1 else str(dict(each))),
        Row("design/grades", "grades that occur, lowest to highest", "0 to 4", f"{np.nanmin(table):g} to {np.nanmax(table):g}"),
        Row("design/sample-size", "pairs needed to find r = 0.30 at 0.05 with a power of 80 %", 85, for_correlation(0.30, alpha=0.05, power=0.80), 0,
            "Fisher's z, two-sided: ((1.960 + 0.842) / atanh 0.30)² + 3, rounded up"),
    ]  # fmt: skip


def _table5(figures: dict[str, Figure]) -> list[Row]:
    rows = []
    for name, call, value, p, why in TABLE5:
        found = figures[name]
        rows.append(Row(f"table5/{name}", call, *_with(value, found.value), why, str(found)))
        if p == "0":
            rows.append(Row(f"table5/{name}-p", f"p of {call}, {_test(found)}", 0.0, found.p, _UNDERFLOW, "1 - (1 - p) in double precision is 0 below 1.1e-16", found.origin))
        elif p:
            rows.append(Row(f"table5/{name}-p", f"p of {call}, {_test(found)}", *_with(p, found.p), _P[name], found.origin))
    ac2 = figures["ac2"]
    # 0.86965 is printed as 0.8696 and 0.89936 as 0.8993: digits were cut off, not rounded, so that a whole unit of the last one is open.
    cut = "; the text cuts digits off and does not round (0.86965, 0.83994, 0.89936)"
    rows += [
        Row("table5/ac2-text", "AC2 as the text has it", 0.8696, ac2.value, 1e-4, "ordinal weights" + cut, ac2.origin),
        Row("table5/ac2-low", "low end of its 95 % interval", 0.8399, ac2.low, 1e-4, "Gwet's linearised variance, Student's t with 170 degrees of freedom" + cut, ac2.origin),
        Row("table5/ac2-high", "high end of its 95 % interval", 0.8993, ac2.high, 1e-4, "Gwet's linearised variance, Student's t with 170 degrees of freedom" + cut, ac2.origin),
    ]  # fmt: skip
    return rows


_P = {"w": "chi² = 3 · 170 · W on 170 degrees of freedom, with the W that is not corrected for ties", "icc": "F on 170 and 342 degrees of freedom, one way"}


def _with(published: str, computed: float | None) -> tuple[float, float | None, float]:
    value, tolerance = printed(published)
    return value, computed, tolerance


def _test(found: Figure) -> str:
    return dict(found.made_from).get("by", "")


def _table6() -> list[Row]:
    columns = dict(zip(("w", "fleiss", "icc", "kripp", "ac2"), zip(*TABLE6, strict=True), strict=True))
    return [
        Row(f"table6/mean-{name}", "mean of the seven printed groups", *_with(mean, float(np.mean(columns[name]))), "the groups' own values are taken from the paper") for name, mean in TABLE6_MEANS.items()
    ]  # fmt: skip


def _distribution(table: np.ndarray) -> list[Row]:
    final = np.median(table, axis=1)
    rows = [
        Row(f"distribution/{grade}", f"per cent of pairs with the final score {grade}", share, 100 * float((final == grade).mean()), 0.5, "the final score of a pair is the median of its three ratings")
        for grade, share in enumerate(DISTRIBUTION)
    ]  # fmt: skip
    every = table.ravel()
    zero, middle = 100 * float((every == 0).mean()), 100 * float(((every >= 1) & (every <= 3)).mean())
    return [
        *rows,
        Row("figure6/zero", "more than 40 % of all ratings are 0", "yes", "yes" if zero > 40 else "no", 0, f"{zero:.1f} %"),
        Row("figure6/middle", "more than 50 % of all ratings lie from 1 to 3", "yes", "yes" if middle > 50 else "no", 0, f"{middle:.1f} %"),
    ]


def _beside(layers: Sequence[Layer]) -> list[Row]:
    """What the paper does not print, and a reader would want beside it."""
    calls = {
        "w-corrected": ("W(ties=corrected)", "W as it should be for tied ratings"),
        "icc-single": ("ICC(1,1)", "the reliability of one rater"),
        "ac1": ("AC1", "Gwet's coefficient without weights: what Fleiss' kappa is to be compared with"),
        "kripp-rank-weights": ("alpha(weights=ordinal)", "what R's irrCAC calls ordinal alpha"),
        "fleiss-ordinal": ("Fleiss(weights=ordinal)", "Fleiss' kappa with AC2's weights"),
        "percent": ("percent", "share of pairs of ratings that are equal"),
    }
    rows = []
    for name, (call, what) in calls.items():
        found = agree(layers, call)[0]
        rows.append(Row(f"beside/{name}", f"{found.measure}: {what}", None, found.value, signature=str(found)))
    return rows


def _drawings(figures: dict[str, Figure], layers: Sequence[Layer], table: np.ndarray) -> dict[str, Drawing]:
    published = {call: float(value) for _, call, value, *_ in TABLE5}
    computed = {call: figures[name] for name, call, *_ in TABLE5}
    final = np.median(table, axis=1)
    grades = {str(g): 100 * float((final == g).mean()) for g in range(5)}
    return {
        "table5": bars("Agreement of the corpus, published and computed", {"published": published, "computed": computed}, axis="agreement", note="Whiskers are 95 % intervals"),
        "figure6": ratings_by_grade(layers, title="All ratings by grade (Figure 6)"),
        "distribution": bars("Final scores (medians), published and computed", {"published": {str(g): float(s) for g, s in enumerate(DISTRIBUTION)}, "computed": grades},
                             axis="per cent of pairs", form=".0f"),
    }  # fmt: skip
