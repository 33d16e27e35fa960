"""Before a study is begun: which units, how many, who judges what, what is kept apart."""

from __future__ import annotations

from .assignment import Plan, assign
from .partitions import Partition, folds, partition
from .plans import read_plan, write_plan
from .sampling import draw, draw_balanced, draw_from_sources, sample
from .strata import bins_of, strata_of

__all__ = [
    "Partition", "Plan", "assign", "bins_of", "draw", "draw_balanced", "draw_from_sources", "folds", "partition", "read_plan", "sample",
    "strata_of", "write_plan",
]  # fmt: skip
