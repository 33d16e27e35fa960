"""Differences between annotators and the harmonised layer, each with its cause; a queue of them; decisions with reasons; the layer that they make."""

from __future__ import annotations

from .cause import Cause
from .decisions import Decision, decisions_in, settle
from .differences import Difference, Differences, differences

__all__ = ["Cause", "Decision", "Difference", "Differences", "decisions_in", "differences", "settle"]
