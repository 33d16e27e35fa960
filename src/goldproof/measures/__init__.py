"""Two layers -> counts for each unit -> a value. A measure is a value itself: its printed name parses back."""

from __future__ import annotations

from .figure import Figure
from .given import using
from .measure import Counts, Family, Measure, Settings, measure
from .naming import Parameter
from .score import score, scores

__all__ = ["Counts", "Family", "Figure", "Measure", "Parameter", "Settings", "measure", "score", "scores", "using"]
