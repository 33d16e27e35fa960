"""The project store: what was done by whom, never changed, never lost, and what stands now.

An append-only chain of events is the truth; everything else is derived from it and can be made again from it.
"""

from __future__ import annotations

from .events import Event, What
from .people import Role
from .refusals import Conflict, Locked, Refused
from .store import Project

__all__ = ["Conflict", "Event", "Locked", "Project", "Refused", "Role", "What"]
