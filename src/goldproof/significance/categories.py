"""Right or wrong on the same units (McNemar), and parts of a corpus that should be alike (one-way analysis of variance)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.stats import binom, chi2, f

from ..errors import BadInput
from .effects import odds_ratio
from .verdict import Verdict, undefined

MCNEMAR = ("auto", "exact", "mid-p", "corrected", "plain")


def mcnemar(a: Sequence[bool], b: Sequence[bool], *, method: str = "auto") -> Verdict:
    """Is one right more often than the other? Only the units on which they differ count (McNemar 1947): b for one, c for the other.

    ``exact``: two-sided binomial of the smaller, R's ``binom.test``; ``mid-p``: that less the probability of what was seen (Fagerland et al. 2013);
    ``corrected``: ``(|b - c| - 1)^2 / (b + c)`` against chi-square with one degree of freedom (Edwards 1948), R's ``mcnemar.test``; ``plain`` without the 1.
    ``auto``: exact below 25 discordant units, else corrected. The effect is the odds ratio b / c, with its interval, or where there is none (b - c) / n.
    """
    if method not in MCNEMAR:
        raise BadInput(f"McNemar's test has no method {method!r}", remedy=f"there are: {', '.join(MCNEMAR)}")
    first, second = np.asarray(a, dtype=bool), np.asarray(b, dtype=bool)
    if len(first) != len(second):
        raise BadInput(f"{len(first)} answers paired with {len(second)}")
    only_a, only_b = int((first & ~second).sum()), int((~first & second).sum())
    n = only_a + only_b
    if n == 0:
        return undefined("McNemar", len(first), "no unit is right for one and wrong for the other")
    odds = odds_ratio(only_a, only_b)
    effect, name = (odds[0], "odds ratio") if odds else ((only_a - only_b) / len(first), "difference of shares")
    low, high = odds[1:] if odds else (None, None)
    smaller = min(only_a, only_b)
    chosen = ("exact" if n < 25 else "corrected") if method == "auto" else method
    if chosen in ("exact", "mid-p"):
        tail = 2 * float(binom.cdf(smaller, n, 0.5))
        p = min(1.0, tail) if chosen == "exact" else tail - float(binom.pmf(smaller, n, 0.5))
        return Verdict("McNemar", float(smaller), p, len(first), effect, name, low, high, made_from=(("method", chosen),))
    statistic = max(abs(only_a - only_b) - (chosen == "corrected"), 0) ** 2 / n
    return Verdict("McNemar", statistic, float(chi2.sf(statistic, 1)), len(first), effect, name, low, high, made_from=(("method", f"chi-square, {chosen}"),))


def anova(groups: Sequence[Sequence[float]]) -> Verdict:
    """One-way analysis of variance: do the means of the groups differ more than their members do?

    ``F = (SSB / (k-1)) / (SSW / (N-k))``. The effect is eta squared, SSB / (SSB + SSW). Used to show that the parts of a partition are
    balanced, a class at a time (Verspoor et al. 2012).
    """
    parts = [np.asarray(g, dtype=np.float64) for g in groups]
    if len(parts) < 2 or any(len(g) == 0 for g in parts):
        raise BadInput("an analysis of variance needs at least two groups, none of them empty")
    everything = np.concatenate(parts)
    n, k = len(everything), len(parts)
    between = float(sum(len(g) * (g.mean() - everything.mean()) ** 2 for g in parts))
    within = float(sum(((g - g.mean()) ** 2).sum() for g in parts))
    if n == k:
        return undefined("ANOVA", n, "every group has one member: nothing to compare the means with")
    if within <= 1e-12 * max(1.0, float((everything**2).sum())):
        return undefined("ANOVA", n, "the values within each group are all the same")
    statistic = (between / (k - 1)) / (within / (n - k))
    return Verdict("ANOVA", statistic, float(f.sf(statistic, k - 1, n - k)), n, between / (between + within), "eta squared",
                   made_from=(("df", f"{k - 1},{n - k}"),))  # fmt: skip
