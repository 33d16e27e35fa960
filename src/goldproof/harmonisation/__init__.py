"""Layers -> one layer that keeps its votes."""

from __future__ import annotations

from .harmonise import harmonise
from .suggestions import suggest

__all__ = ["harmonise", "suggest"]
