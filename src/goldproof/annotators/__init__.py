"""Automatic sources of layers."""

from __future__ import annotations

from .concepts import Recogniser, concepts

__all__ = ["Recogniser", "concepts"]
