"""Reasoning over what ontologies say: OWL EL by saturation, as far as asked."""

from __future__ import annotations

from .reasoner import Reasoner

__all__ = ["Reasoner"]
