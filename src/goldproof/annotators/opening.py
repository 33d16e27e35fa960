"""An annotator by its name on the command line: ``concepts:hp.obo``, ``tags``, ``tags:my.model``, or the name of a plug-in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from ..contracts import Annotator
from ..errors import BadInput
from ..registry import door


@runtime_checkable
class Made(Protocol):
    """An annotator that has to be made of something first: what stands behind the colon, and options by name.

    With an attribute ``alone`` that is true it is something without a colon too, made of an empty argument.
    """

    def of(self, argument: str, options: Mapping[str, Any], /) -> Annotator:
        """The annotator itself."""


def annotator(spec: str, options: Mapping[str, Any] | None = None) -> Annotator:
    """The annotator of a name, made of what stands behind its colon."""
    name, colon, argument = spec.partition(":")
    plugin: Annotator = door("annotators").get(name)
    if isinstance(plugin, Made):
        if not argument and not getattr(plugin, "alone", False):
            raise BadInput(f"{name} is made of something", remedy=f"write it behind a colon, as {name}:hp.obo")
        made: Annotator = plugin.of(argument, options or {})
        return made
    if colon or options:
        raise BadInput(f"{name} takes no settings", where=spec)
    return plugin


def spelled(text: str, more: Mapping[str, Any] | None = None) -> Annotator:
    """The annotator of a name with its options in brackets: ``concepts:hp.obo(preset=ncbo,nesting=longest)``. ``more`` are options from elsewhere."""
    head, options = apart(text)
    return annotator(head, {**options, **(more or {})})


def apart(text: str) -> tuple[str, dict[str, str]]:
    """What stands before the bracket, and the options in it."""
    if not text.endswith(")"):
        if text.count("(") > text.count(")"):
            raise BadInput("a bracket that does not close", where=text)
        # A bracket further in belongs to the argument: ensemble:centroid(2,2):one+two.
        return text, {}
    head, _, inside = text.rpartition("(")
    options: dict[str, str] = {}
    for part in filter(None, (p.strip() for p in inside.removesuffix(")").split(","))):
        name, sign, value = part.partition("=")
        if not sign or not name:
            raise BadInput(f"no option: {part}", where=text, remedy="write options as NAME=VALUE")
        options[name.strip()] = value.strip()
    return head, options
