"""Systems put to the test: what they got wrong, and how."""

from __future__ import annotations

from .analysis import Analysis, analyse
from .error import Error, Item, Side
from .following import Followed, followed
from .kinds import KINDS
from .results import Results
from .wording import Wording, wording

__all__ = ["KINDS", "Analysis", "Error", "Followed", "Item", "Results", "Side", "Wording", "analyse", "followed", "wording"]
