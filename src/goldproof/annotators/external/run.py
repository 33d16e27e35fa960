"""One run of a tool over a corpus: its layer, what failed and why, how long it took."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...model import Layer


@dataclass(frozen=True)
class Run:
    """``failures`` are units that were not judged, with the reason; ``seconds`` the processor time of the answers that were made now (of a service: the time), ``kept`` the number of those that were
    made before."""

    layer: Layer
    failures: Mapping[str, str]
    seconds: float
    kept: int = 0

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should be told."""
        size = len(self.layer.units) + len(self.failures)
        out = [f"{self.layer.name}: {len(self.failures)} of {size} not judged"] if self.failures else []
        return (*out, *(f"{self.layer.name}: {unit}: {why}" for unit, why in self.failures.items()))
