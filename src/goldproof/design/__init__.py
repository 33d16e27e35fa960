"""Before a study is begun: which units, how many, who judges what, what is kept apart."""

from __future__ import annotations

from .assignment import Plan, assign
from .partitions import Partition, folds, partition
from .sampling import bins, draw, draw_balanced, draw_shares, sample

__all__ = ["Partition", "Plan", "assign", "bins", "draw", "draw_balanced", "draw_shares", "folds", "partition", "sample"]
