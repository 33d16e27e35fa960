"""Many raters -> how far they agree: pair by pair for any measure, or by a coefficient that counts chance."""

from __future__ import annotations

from .agree import agree
from .alpha import krippendorff
from .concordance import kendall

__all__ = ["agree", "kendall", "krippendorff"]
