"""One step of the tour: what was done, what a user would type for it, what came out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..adjudication import Decision
from ..measures import Figure
from ..model import Corpus, Layer
from ..ontology import Ontology
from ..report.page import Block


@dataclass(frozen=True)
class Step:
    """``commands`` are what a user would type in a terminal, ``python`` the same where there is no command yet."""

    title: str
    text: str
    commands: tuple[str, ...] = ()
    python: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    blocks: tuple[Block, ...] = ()

    def plain(self) -> dict[str, Any]:
        return {
            "title": self.title, "text": self.text, "commands": list(self.commands), "python": list(self.python),
            "figures": [dict(f.row()) for f in self.figures],
        }  # fmt: skip


@dataclass
class State:
    """What the steps hand on. ``room`` is where files are made, ``folder`` is what they will be called in the end."""

    room: Path
    folder: Path
    seed: int = 1
    ontology: Ontology = field(default_factory=lambda: Ontology.of(()))
    corpora: dict[str, Corpus] = field(default_factory=dict)
    proposals: dict[str, Layer] = field(default_factory=dict)
    decisions: dict[str, tuple[Decision, ...]] = field(default_factory=dict)
    gold: dict[str, Layer] = field(default_factory=dict)
    releases: dict[str, str] = field(default_factory=dict)

    def name(self, *parts: str) -> str:
        """A file of the tour, as a user names it afterwards."""
        return str(self.folder.joinpath(*parts))

    @property
    def all_gold(self) -> Mapping[str, Corpus]:
        """Each corpus with its gold layer."""
        return {name: self.corpora[name].with_layers(layer.called("gold")) for name, layer in self.gold.items()}
