"""Layers -> one layer that keeps its votes."""

from __future__ import annotations

from .ensemble import Ensemble, ensemble
from .harmonise import harmonise
from .suggestions import suggest

__all__ = ["Ensemble", "ensemble", "harmonise", "suggest"]
