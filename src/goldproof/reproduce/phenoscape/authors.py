"""The author survey (table 4, section 4.5): six authors ranked five sources on ten states each, 55 rankings in all.

The rankings themselves are not public. But the mean ranks are: printed to two digits, with 55 rankings that share out 55 x 15 places, each is the
mean of exactly one whole sum of ranks, and Friedman's statistic needs no more than the sums.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from ..row import Row, printed

RANKINGS = 55
MEAN_RANKS = {"gold": "2.55", "c1": "2.62", "c2": "3.02", "c3": "3.15", "machine": "3.67"}
P_FRIEDMAN, P_ANDERSON = "0.00114", "0.00133"


def rank_sums() -> list[tuple[int, ...]]:
    """All whole sums of ranks that give the printed means and share out all places: there is one."""
    candidates = []
    for text in MEAN_RANKS.values():
        value, half = printed(text)
        candidates.append([s for s in range(RANKINGS, RANKINGS * len(MEAN_RANKS) + 1) if abs(s / RANKINGS - value) <= half])
    everything = RANKINGS * sum(range(1, len(MEAN_RANKS) + 1))
    return [sums for sums in product(*candidates) if sum(sums) == everything]


def friedman_of_sums(sums: tuple[int, ...]) -> tuple[float, float]:
    """The paper's F = 12 / (n t (t+1)) sum (R_i - n (t+1) / 2)^2 and its p against chi-square with t - 1 degrees of freedom."""
    from scipy.stats import chi2

    n, t = RANKINGS, len(sums)
    statistic = 12 / (n * t * (t + 1)) * sum((r - n * (t + 1) / 2) ** 2 for r in sums)
    return statistic, float(chi2.sf(statistic, t - 1))


def survey() -> Iterator[Row]:
    found = rank_sums()
    yield Row("authors/solutions", "sets of rank sums that give the printed mean ranks", None, len(found),
              why="the rankings are not public; 55 rankings share out 825 places")  # fmt: skip
    if len(found) == 1:
        for (source, text), total in zip(MEAN_RANKS.items(), found[0], strict=True):
            value, half = printed(text)
            yield Row(f"authors/mean-rank/{source}", f"mean rank of {source}", value, round(total / RANKINGS, 4), half, why=f"from the only whole sum of ranks, {total}")
        value, half = printed(P_FRIEDMAN)
        yield Row("authors/friedman", "p of Friedman's statistic", value, friedman_of_sums(found[0])[1], half,
                  why="from the sums of ranks; section 4.5 gives this p to the overall distribution and Anderson's to the means, section 3.6 the other way round, which is right")  # fmt: skip
    value, half = printed(P_ANDERSON)
    yield Row("authors/anderson", "p of Anderson's statistic", value, None, half,
              why="needs how often each source got each place: the rankings are not public, and mean ranks do not determine it")  # fmt: skip
    yield Row("authors/gold-first", "rankings with the gold standard first, of 55", 21, None, why="needs the rankings, which are not public")
