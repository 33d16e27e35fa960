"""Many raters -> how far they agree: pair by pair for any measure, or by a coefficient that counts chance."""

from __future__ import annotations

from .agree import COEFFICIENTS, agree
from .alpha import krippendorff
from .chance import CHANCES, coefficient
from .concordance import kendall
from .variance import anova, intraclass

__all__ = ["CHANCES", "COEFFICIENTS", "agree", "anova", "coefficient", "intraclass", "kendall", "krippendorff"]
