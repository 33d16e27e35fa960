"""Recognising the concepts of any ontology or terminology in text."""

from __future__ import annotations

from .making import concepts
from .recogniser import Recogniser
from .switches import PRESETS, Switches

__all__ = ["PRESETS", "Recogniser", "Switches", "concepts"]
