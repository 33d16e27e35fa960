"""Layers -> one layer that keeps its votes."""

from __future__ import annotations

from .harmonise import harmonise

__all__ = ["harmonise"]
