"""Tokens and sentences of a text."""

from __future__ import annotations

from .tokens import sentences, tokens

__all__ = ["sentences", "tokens"]
