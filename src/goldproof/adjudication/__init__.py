"""Differences between annotators and the harmonised layer, each with its cause; decisions with reasons; the layer that they make."""

from __future__ import annotations

from .decisions import Decision, decisions_in, settle
from .differences import Cause, Difference, differences

__all__ = ["Cause", "Decision", "Difference", "decisions_in", "differences", "settle"]
