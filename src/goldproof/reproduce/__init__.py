"""The five papers: what is computed, what was published, why they differ."""

from __future__ import annotations

from .paper import PAPERS, Reproduction, reproduce
from .row import Row, printed

__all__ = ["PAPERS", "Reproduction", "Row", "printed", "reproduce"]
