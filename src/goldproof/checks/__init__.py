"""What may be wrong in a corpus: rules, each of which finds one kind of trouble and says what to do about it."""

from __future__ import annotations

from .catalogue import rules
from .finding import Finding, Level, Place
from .guideline import SETTINGS, Guideline
from .queries import tree_rules
from .review import check
from .rule import Context, Rule, rule

__all__ = ["SETTINGS", "Context", "Finding", "Guideline", "Level", "Place", "Rule", "check", "rule", "rules", "tree_rules"]
