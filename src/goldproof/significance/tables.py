"""Tables of ranks (judges x options): Friedman's and Anderson's tests, and which pairs of options differ."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from scipy.stats import chi2, studentized_range

from ..errors import BadInput
from .corrections import correct
from .ranks import midranks, signed_rank
from .verdict import Verdict, undefined


def friedman(table: Sequence[Sequence[float]]) -> Verdict:
    """Do the options have different mean ranks? Friedman (1937), corrected for ties (Conover 1999):

    ``(t-1) sum_j (R_j - n(t+1)/2)^2 / (sum_ij r_ij^2 - n t (t+1)^2 / 4)`` against chi-square with t-1 degrees of freedom.
    The effect is Kendall's W, the statistic divided by n(t-1).
    """
    ranks = _ranks(table)
    n, t = ranks.shape
    spread = float((ranks**2).sum() - n * t * (t + 1) ** 2 / 4)
    if spread <= 0:
        return undefined("Friedman", n, "every judge tied all options")
    sums = ranks.sum(axis=0)
    statistic = float((t - 1) * ((sums - n * (t + 1) / 2) ** 2).sum() / spread)
    return Verdict("Friedman", statistic, float(chi2.sf(statistic, t - 1)), n, statistic / (n * (t - 1)), "Kendall's W",
                   made_from=(("df", str(t - 1)),))  # fmt: skip


def anderson(table: Sequence[Sequence[float]]) -> Verdict:
    """Are the places spread evenly over the options? Anderson (1959): how often each option got each place, against n/t:

    ``(t-1)/t * sum_ij (N_ij - n/t)^2 / (n/t)`` against chi-square with (t-1)^2 degrees of freedom. Ties are refused: a shared place is none of them.
    """
    ranks = _ranks(table)
    n, t = ranks.shape
    if not np.array_equal(np.sort(ranks, axis=1), np.tile(np.arange(1.0, t + 1), (n, 1))):
        return undefined("Anderson", n, "Anderson's test needs rankings without ties")
    places = np.stack([(ranks == place).sum(axis=0) for place in range(1, t + 1)])
    statistic = float((t - 1) / t * ((places - n / t) ** 2).sum() / (n / t))
    df = (t - 1) ** 2
    return Verdict("Anderson", statistic, float(chi2.sf(statistic, df)), n, made_from=(("df", str(df)),))


def pairs_after(table: Sequence[Sequence[float]], names: Sequence[str], *, by: str = "nemenyi", correction: str = "holm") -> list[Verdict]:
    """Which pairs of options differ. ``by``: nemenyi (mean ranks against the studentized range; it corrects by itself) or
    signed-rank (of the ranks of each pair, corrected by ``correction``). The effect is the difference of mean ranks."""
    ranks = _ranks(table)
    n, t = ranks.shape
    if len(names) != t:
        raise BadInput(f"{len(names)} names for {t} options")
    means = ranks.mean(axis=0)
    found: list[Verdict] = []
    couples = list(combinations(range(t), 2))
    if by == "nemenyi":
        scale = np.sqrt(t * (t + 1) / (6 * n))
        for i, j in couples:
            q = abs(float(means[i] - means[j])) / scale
            p = float(studentized_range.sf(q * np.sqrt(2), t, np.inf))
            found.append(Verdict("Nemenyi", q, p, n, float(means[i] - means[j]), "difference of mean ranks", sides=(names[i], names[j])))
        return found
    if by != "signed-rank":
        raise BadInput(f"no comparison of pairs is called {by!r}", remedy="there are: nemenyi, signed-rank")
    raw = [signed_rank(ranks[:, i].tolist(), ranks[:, j].tolist()) for i, j in couples]
    adjusted = iter(correct([v.p for v in raw if v.p is not None], correction))
    for (i, j), verdict in zip(couples, raw, strict=True):
        p_adjusted = None if verdict.p is None else next(adjusted)
        found.append(Verdict("signed-rank", verdict.statistic, p_adjusted, verdict.units, float(means[i] - means[j]), "difference of mean ranks",
                             sides=(names[i], names[j]), why=verdict.why, made_from=(*verdict.made_from, ("correction", correction))))  # fmt: skip
    return found


def _ranks(table: Sequence[Sequence[float]]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    rows = np.asarray(table, dtype=np.float64)
    if rows.ndim != 2 or rows.shape[0] < 1 or rows.shape[1] < 2:
        raise BadInput("a table of ranks has a row a judge and at least two options")
    if np.isnan(rows).any():
        raise BadInput("a table of ranks has no gaps", remedy="leave incomplete judges out")
    return np.stack([midranks(row) for row in rows])
