"""Is it chance? Written once, over counts and ranks, for every measure."""

from __future__ import annotations

from .balance import Balance, balance
from .categories import anova, mcnemar
from .compare import TESTS, Comparison, compare
from .corrections import CORRECTIONS, correct
from .effects import cliffs_delta, cohen_d, cohen_h, hedges_g, odds_ratio, paired_d
from .paired import paired_t, sign
from .pairs import Sides, averaged
from .permutation import permute
from .ranks import rank_sum, signed_rank
from .resampling import bootstrap
from .tables import anderson, friedman, pairs_after
from .verdict import Verdict
from .wholes import Wholes, bootstrap_wholes, permute_wholes

__all__ = [
    "CORRECTIONS", "TESTS", "Balance", "Comparison", "Sides", "Verdict", "Wholes", "anderson", "anova", "averaged", "balance", "bootstrap",
    "bootstrap_wholes", "cliffs_delta", "cohen_d", "cohen_h", "compare", "correct", "friedman", "hedges_g", "mcnemar", "odds_ratio", "paired_d",
    "paired_t", "pairs_after", "permute", "permute_wholes", "rank_sum", "sign", "signed_rank",
]  # fmt: skip
