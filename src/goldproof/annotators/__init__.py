"""Automatic sources of layers."""

from __future__ import annotations

from .concepts import Recogniser, concepts
from .external.tool import External, external

__all__ = ["External", "Recogniser", "concepts", "external"]
