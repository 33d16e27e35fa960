"""The four plug-in doors: formats, annotators, measures, tasks.

A plug-in is any installed package with an entry point in one of the groups below that names the plug-in *object*
(a :class:`goldproof.formats.Format` for formats). What ships with goldproof comes in through the same door::

    [project.entry-points."goldproof.formats"]
    brat = "goldproof.formats.brat:BRAT"

Nothing is imported before it is asked for by name, so a broken plug-in breaks only itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from .errors import GoldproofError, NotFound


class BrokenPlugin(GoldproofError):
    """A plug-in that is installed but cannot be loaded."""


@dataclass(frozen=True)
class Door:
    """All plug-ins of one group, by name. ``contract`` is the class or protocol that each of them has to satisfy."""

    group: str
    what: str
    contract: str
    _points: dict[str, EntryPoint] = field(default_factory=dict, repr=False)

    def names(self) -> tuple[str, ...]:
        return tuple(sorted(self._all()))

    def __iter__(self) -> Iterator[Any]:
        """Every plug-in that loads; one that does not load is left out here and told by :meth:`get` and ``broken``."""
        for name in self.names():
            try:
                yield self.get(name)
            except BrokenPlugin:
                continue

    def get(self, name: str) -> Any:
        point = self._all().get(name)
        if point is None:
            raise NotFound(f"no {self.what} is called {name!r}", remedy="there are: " + ", ".join(self.names()))
        try:
            plugin = point.load()
        except (Exception, SystemExit) as error:  # whatever a foreign package does at import is its fault, and is said so
            raise BrokenPlugin(
                f"the {self.what} {name!r} cannot be loaded: {type(error).__name__}: {error}", where=self.provider(name)
            ) from error
        module, _, kind = self.contract.partition(":")
        if not isinstance(plugin, getattr(import_module(module, __package__), kind)):
            raise BrokenPlugin(f"the {self.what} {name!r} is no {kind} but a {type(plugin).__name__}", where=self.provider(name))
        return plugin

    def broken(self) -> dict[str, str]:
        """Plug-ins that do not load, and why."""
        out: dict[str, str] = {}
        for name in self.names():
            try:
                self.get(name)
            except BrokenPlugin as error:
                out[name] = str(error)
        return out

    def provider(self, name: str) -> str:
        """The distribution that a plug-in comes from, with its version."""
        point = self._all().get(name)
        return f"{point.dist.name} {point.dist.version}" if point is not None and point.dist is not None else ""

    def _all(self) -> dict[str, EntryPoint]:
        if not self._points:
            # Ours first: a foreign plug-in cannot quietly take the place of a built-in of the same name.
            for point in sorted(entry_points(group=self.group), key=lambda p: p.module.split(".")[0] != "goldproof"):
                self._points.setdefault(point.name, point)
        return self._points


# Door -> what is behind it, and what each of them has to be.
DOORS = {
    "formats": ("format", ".formats.format:Format"),
    "annotators": ("annotator", ".contracts:Annotator"),
    "measures": ("measure", ".contracts:Measure"),
    "tasks": ("task", ".contracts:Task"),
}


@cache
def door(name: str) -> Door:
    """The door of one of ``formats``, ``annotators``, ``measures``, ``tasks``."""
    if name not in DOORS:
        raise NotFound(f"no door is called {name!r}", remedy="there are: " + ", ".join(DOORS))
    return Door(f"goldproof.{name}", *DOORS[name])
