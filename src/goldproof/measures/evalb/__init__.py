"""Labelled brackets exactly as EVALB counts them (Sekine & Collins 1997)."""

from __future__ import annotations

from .count import Sentences, count_brackets
from .parameters import BUILT_IN, Parameters, parameters
from .summary import Section, rows, summary

__all__ = ["BUILT_IN", "Parameters", "Section", "Sentences", "count_brackets", "parameters", "rows", "summary"]
