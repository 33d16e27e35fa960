"""How big the network is."""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Sizes:
    """Widths of the tables and layers. ``state`` is for each direction; ``arcs`` and ``names`` are what pairs of places are scored and named by."""

    words: int = 96
    beginnings: int = 32
    pairs: int = 16
    endings: int = 32
    shapes: int = 16
    tags: int = 48
    state: int = 200
    layers: int = 3
    arcs: int = 160
    names: int = 96

    def table(self, name: str) -> int:
        return int(asdict(self)[name])
