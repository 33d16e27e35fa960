"""Differences between annotators and the harmonised layer, each with its cause; a queue of them; decisions with reasons; the layer that they make."""

from __future__ import annotations

from .cause import Cause
from .decisions import Decision, decisions_in, settle
from .differences import Difference, Differences, differences
from .queue import Card, Queue, open_queue
from .rules import apply, preview
from .trace import Trace, trace

__all__ = [
    "Card", "Cause", "Decision", "Difference", "Differences", "Queue", "Trace", "apply", "decisions_in", "differences", "open_queue", "preview", "settle", "trace",
]  # fmt: skip
