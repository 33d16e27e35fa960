"""Test suites generated from an ontology: what a recogniser can do with lengths, numerals, plurals, word order, coordination and the rest."""

from __future__ import annotations

from .criterion import GROUPS, Criteria, Criterion
from .entry import Entry, Expected
from .files import read, write
from .generation import suite
from .perturbation import perturb
from .suite import Suite

__all__ = ["GROUPS", "Criteria", "Criterion", "Entry", "Expected", "Suite", "perturb", "read", "suite", "write"]
