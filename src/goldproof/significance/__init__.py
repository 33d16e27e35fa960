"""Is it chance? Written once, over counts and ranks, for every measure."""

from __future__ import annotations

from .categories import anova, mcnemar
from .corrections import CORRECTIONS, correct
from .pairs import Sides, averaged
from .permutation import permute
from .ranks import rank_sum, signed_rank
from .resampling import bootstrap
from .tables import anderson, friedman, pairs_after
from .verdict import Verdict

__all__ = [
    "CORRECTIONS", "Sides", "Verdict", "anderson", "anova", "averaged", "bootstrap", "correct", "friedman", "mcnemar",
    "pairs_after", "permute", "rank_sum", "signed_rank",
]  # fmt: skip
