"""Gold: the layer that people decided, frozen, with checksums and a datasheet; and the proof that nobody changed it since."""

from __future__ import annotations

from .release import Release, release
from .verify import Flaw, verify

__all__ = ["Flaw", "Release", "release", "verify"]
