"""The whole life of a gold standard on small examples of our own, one for each kind of judgement."""

from __future__ import annotations

from .walk import Walked, tour

__all__ = ["Walked", "tour"]
