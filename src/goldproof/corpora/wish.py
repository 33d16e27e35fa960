"""What an adapter is asked for, and the few things that every adapter needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import BadInput
from ..formats.exchange import Show
from ..formats.format import NOTHING, Reading
from .catalogue import Entry


@dataclass(frozen=True)
class Wish:
    """The catalogue's entry, names of layers, options of the adapter's own, and where progress is shown."""

    entry: Entry
    layers: frozenset[str]
    options: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    show: Show | None = None
    _readings: list[Reading] = field(default_factory=list)

    def __contains__(self, layer: object) -> bool:
        return layer in self.layers

    def yes(self, option: str) -> bool:
        """Whether an option is set to yes: all options of adapters are questions."""
        return self.options.get(option, "no") == "yes"

    def reading(self, *, texts: Path | None = None, **options: str) -> Reading:
        """How the adapter's formats are to read; what they lose or warn of is remembered."""
        self._readings.append(Reading(texts, options, self.show))
        return self._readings[-1]

    def losses(self) -> dict[str, str]:
        return {name: where for reading in reversed(self._readings) for name, where in reading.losses.items()}

    def warnings(self) -> list[str]:
        return [warning for reading in self._readings for warning in reading.warnings]


def the_one(found: Iterable[Path], folder: Path, what: str) -> Path:
    """The only one of some places; refused where there are several (a copy beside another), or none."""
    places = sorted(set(found))
    if len(places) != 1:
        shown = ", ".join(p.relative_to(folder).as_posix() for p in places[:3])
        raise BadInput(f"there are several: {shown}" if places else f"there is no {what} here", where=folder, remedy=f"name the folder that holds {what}")
    return places[0]
