"""What the recogniser does, as named switches, and the presets."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Switches:
    inflection: bool = True
    spelling: bool = True
    derivation: bool = True
    learn: int = 4
    nesting: str = "guideline"
