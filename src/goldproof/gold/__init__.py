"""Gold: the layer that people decided, frozen, with checksums and a datasheet; the proof that nobody changed it since; and its way to a newer ontology."""

from __future__ import annotations

from .migration import Migration, Step, migrate
from .release import Release, release
from .rulings import Ruling, rulings_in
from .study import Project
from .verify import Flaw, verify

__all__ = ["Flaw", "Migration", "Project", "Release", "Ruling", "Step", "migrate", "release", "rulings_in", "verify"]
